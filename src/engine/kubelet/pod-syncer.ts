// Models: pkg/kubelet/kubelet.go SyncPod, SyncTerminatingPod, SyncTerminatingRuntimePod, SyncTerminatedPod
// Simplified: volumes of files are there at once when what they hold exists; cgroups cost no time.
// Not modelled: volumes that need a driver (a claim is never found), static Pods, pull secrets.

import { parseTime } from '../../shared/time';
import type { Pod, PodStatus } from '../api/types';
import { computePodActions, type PodActions, type ProbeResults } from './compute-pod-actions';
import { claimProblem, hasReferences, volumeProblems } from './container-config';
import type { KillTarget } from './container-killer';
import { eventTexts } from './event-texts';
import { networkNotReady } from './node-status';
import { uidOf } from './pod-names';
import { isFinal } from './pod-phase';
import { generatePodStatus } from './pod-status';
import type { PodSyncStatus } from './pod-sync-status';
import { endOf, type PodSyncer, type PodWorkers } from './pod-workers';
import type { Prober } from './prober';
import { type ContainerRow, containerID, emptyStatus, type PodRuntimeStatus } from './runtime-status';
import type { Shared } from './shared';
import type { StatusManager } from './status-manager';
import { type Step, type SyncError, type SyncRun, SyncRunner, stepsOf } from './sync-runner';

export class KubeletPodSyncer implements PodSyncer {
  private readonly shared: Shared;
  private readonly statuses: StatusManager;
  private readonly prober: Prober;
  readonly runner: SyncRunner;
  private workers: PodWorkers | undefined;
  private readonly gone: (node: string, uid: string) => void;

  /** `gone`: told when nothing of a Pod is left but its dead containers. */
  constructor(shared: Shared, statuses: StatusManager, prober: Prober, gone: (node: string, uid: string) => void) {
    this.shared = shared;
    this.statuses = statuses;
    this.prober = prober;
    this.gone = gone;
    this.runner = new SyncRunner(shared, (run) => this.ranThrough(run));
  }

  connect(workers: PodWorkers): void {
    this.workers = workers;
  }

  sync(status: PodSyncStatus): void {
    if (status.terminatedAt !== undefined) this.syncTerminated(status);
    else if (status.terminatingAt !== undefined) this.syncTerminating(status);
    else this.syncPod(status);
  }

  cancel(node: string, uid: string): void {
    this.runner.cancel(node, uid);
  }

  forget(node: string, uid: string): void {
    this.forgetMemory(uid);
    this.gone(node, uid);
  }

  /** What the kubelet has in memory of a Pod. */
  forgetMemory(uid: string): void {
    const { tables } = this.shared;
    this.prober.removePod(uid);
    this.statuses.forget(uid);
    tables.workers.delete(uid);
    tables.cache.delete(uid);
    for (const key of [...tables.failuresByPod.keys(uid)]) tables.failures.delete(key);
    for (const key of [...tables.restartBackOffsByPod.keys(uid)]) tables.restartBackOffs.delete(key);
    for (const key of [...tables.pullBackOffsByPod.keys(uid)]) tables.pullBackOffs.delete(key);
  }

  private emit(status: PodSyncStatus, work: string, detail: Readonly<Record<string, unknown>>, busy: boolean): void {
    const { kernel } = this.shared;
    kernel.cause = kernel.emit({
      actor: `kubelet/${status.node}`,
      verb: 'kubelet.sync',
      subject: `pods/${status.key}`,
      level: busy ? 'action' : 'micro',
      detail: { work, run: status.run, ...detail },
      cause: status.cause,
      alsoCauses: status.alsoCauses.length > 0 ? status.alsoCauses : undefined,
    });
  }

  private generate(status: PodSyncStatus, pod: Pod, runtime: PodRuntimeStatus, terminal: boolean): PodStatus {
    const { tables } = this.shared;
    return generatePodStatus({
      pod,
      runtime,
      cached: this.statuses.get(status.uid),
      terminal,
      hostIP: tables.kubelets.get(status.node)?.ip ?? '',
      failures: (container) => tables.failures.get(`${status.uid}/${container}`),
      probes: this.prober.view(pod),
      evict: status.evict ?? (this.pastDeadline(pod) ? eventTexts.deadline() : undefined),
      epochMicros: (at) => this.shared.epochMicros(at),
    });
  }

  private probeResults(uid: string): ProbeResults {
    return {
      liveness: (row) => this.prober.result(uid, row.name, 'liveness', containerID(row)),
      startup: (row) => this.prober.result(uid, row.name, 'startup', containerID(row)),
    };
  }

  /** activeDeadlineHandler: whether the Pod has been active for too long. */
  private pastDeadline(pod: Pod): boolean {
    const seconds = pod.spec?.activeDeadlineSeconds;
    if (seconds === undefined) return false;
    const startTime = parseTime(this.statuses.get(uidOf(pod))?.startTime);
    return startTime !== undefined && this.shared.epochMicros(this.shared.kernel.now) - startTime >= seconds * 1e6;
  }

  private syncPod(status: PodSyncStatus): void {
    const { tables, runtime } = this.shared;
    const { node, uid, pod } = status;
    if (!pod) return;
    const cached = tables.cache.get(uid)?.status ?? emptyStatus;
    const actions = computePodActions(pod, cached, this.probeResults(uid));
    const steps = stepsOf(pod, actions, cached, (row) => runtime.containerKey(row.podUID, row.name, row.attempt));
    this.emit(status, 'sync', { actions: summary(pod, actions) }, steps.length > 0);
    if (actions.createSandbox && actions.sandbox !== '') this.shared.record(node, pod, eventTexts.sandboxChanged());
    const api = this.generate(status, pod, cached, false);
    this.statuses.set(node, pod, api);
    if (isFinal(api.phase)) {
      if (this.pastDeadline(pod)) this.shared.record(node, pod, eventTexts.deadline());
      this.workers?.ended(uid, { errors: [], terminal: true });
      return;
    }
    const problem = this.prepare(status, pod);
    if (problem) {
      this.workers?.ended(uid, { errors: [problem] });
      return;
    }
    this.prober.addPod(node, pod);
    this.runner.begin({ node, uid, run: status.run }, steps, actions.createSandbox ? '' : actions.sandbox);
  }

  /** Network, cgroup, directories and volumes: what must be there before the runtime is asked for anything. */
  private prepare(status: PodSyncStatus, pod: Pod): SyncError | undefined {
    const { tables, kernel } = this.shared;
    const { node, uid, key } = status;
    if (!pod.spec?.hostNetwork && tables.kubelets.get(node)?.podCIDR === '') {
      this.shared.record(node, pod, eventTexts.networkNotReady(networkNotReady));
      return { reason: 'NetworkNotReady', message: `network is not ready: ${networkNotReady}` };
    }
    if (tables.resources.has(uid)) return undefined;
    const claim = claimProblem(pod);
    if (claim !== undefined) {
      this.shared.record(node, pod, eventTexts.volumesFailed(claim));
      return { reason: 'ClaimNotFound', message: claim };
    }
    if (hasReferences(pod)) {
      const problems = volumeProblems(this.shared.session(node), pod);
      for (const { volume, error } of problems) this.shared.record(node, pod, eventTexts.mountFailed(volume, error));
      const [first] = problems;
      if (first) return { reason: 'FailedMount', message: first.error };
    }
    const volumes = (pod.spec?.volumes ?? []).map((volume) => volume.name);
    const cgroup = `kubepods/${(pod.status?.qosClass ?? 'BestEffort').toLowerCase()}/pod${uid}`;
    const subject = `pods/${key}`;
    kernel.emit({
      actor: `kubelet/${node}`,
      verb: 'kubelet.cgroup',
      subject,
      level: 'micro',
      detail: { create: cgroup },
    });
    if (volumes.length > 0)
      kernel.emit({ actor: `kubelet/${node}`, verb: 'kubelet.mount', subject, level: 'micro', detail: { volumes } });
    tables.resources.set(uid, { node, cgroup, volumes });
    return undefined;
  }

  private syncTerminating(status: PodSyncStatus): void {
    const { tables, runtime } = this.shared;
    const { node, uid, pod } = status;
    if (!pod) return;
    const cached = status.runtimeOnly ? runtime.podStatus(uid) : (tables.cache.get(uid)?.status ?? emptyStatus);
    this.emit(status, 'terminating', { graceSeconds: status.graceSeconds }, true);
    if (!status.runtimeOnly) this.statuses.set(node, pod, this.generate(status, pod, cached, false));
    this.prober.stopLivenessAndStartup(uid);
    const running = cached.containers.filter((row) => row.state === 'running');
    const targets = running.map(
      (row): KillTarget => ({
        key: runtime.containerKey(uid, row.name, row.attempt),
        name: row.name,
        message: '',
        reason: 'Unknown',
      }),
    );
    const ids = cached.sandboxes.map((sandbox) => sandbox.id);
    const steps: Step[] = [];
    if (targets.length > 0) steps.push({ do: 'kill', targets, graceSeconds: status.graceSeconds, ordered: true });
    if (ids.length > 0) steps.push({ do: 'stop-sandboxes', ids });
    this.runner.begin({ node, uid, run: status.run }, steps, '');
  }

  private syncTerminated(status: PodSyncStatus): void {
    const { tables, kernel } = this.shared;
    const { node, uid, pod, key } = status;
    if (!pod) return;
    this.emit(status, 'terminated', {}, true);
    if (!status.runtimeOnly) {
      const cached = tables.cache.get(uid)?.status ?? emptyStatus;
      this.statuses.set(node, pod, this.generate(status, pod, cached, true));
    }
    const had = tables.resources.get(uid);
    if (had) {
      const subject = `pods/${key}`;
      if (had.volumes.length > 0)
        kernel.emit({
          actor: `kubelet/${node}`,
          verb: 'kubelet.unmount',
          subject,
          level: 'micro',
          detail: { volumes: had.volumes },
        });
      kernel.emit({
        actor: `kubelet/${node}`,
        verb: 'kubelet.cgroup',
        subject,
        level: 'micro',
        detail: { remove: had.cgroup },
      });
      tables.resources.delete(uid);
    }
    if (!status.runtimeOnly) this.statuses.terminate(node, pod);
    this.workers?.ended(uid, { errors: [] });
  }

  /** The steps of a sync are done, given up or canceled. */
  private ranThrough(run: SyncRun): void {
    const { tables } = this.shared;
    const status = tables.workers.get(run.uid);
    if (!status) return;
    if (run.canceled) {
      this.workers?.ended(run.uid, endOf(run));
      return;
    }
    this.noteFailures(run);
    if (status.startedTerminating && status.terminatedAt === undefined) this.afterTerminating(status, run);
    else this.workers?.ended(run.uid, endOf(run));
  }

  /** reasonCache.Update: why containers could not be started; what was started is forgotten. */
  private noteFailures(run: SyncRun): void {
    const { tables } = this.shared;
    for (const name of run.started) tables.failures.delete(`${run.uid}/${name}`);
    for (const { container, reason, message } of run.errors) {
      if (container !== undefined) tables.failures.set(`${run.uid}/${container}`, { uid: run.uid, reason, message });
    }
  }

  /** The end of SyncTerminatingPod: nothing may run any more, and the exit codes are kept. */
  private afterTerminating(status: PodSyncStatus, run: SyncRun): void {
    const { tables, runtime } = this.shared;
    const { node, uid, pod } = status;
    this.prober.removePod(uid);
    const stopped = runtime.podStatus(uid);
    const alive = stopped.containers.find((row) => row.state === 'running');
    if (alive) {
      this.workers?.ended(uid, {
        errors: [
          {
            reason: 'FailedToKillPod',
            message: `detected running containers after a successful KillPod, CRI violation: ${alive.name}`,
          },
        ],
      });
      return;
    }
    if (pod && !status.runtimeOnly) {
      const before = tables.cache.get(uid)?.status ?? emptyStatus;
      const kept = stopped.ips.length > 0 ? stopped : { ...stopped, ips: before.ips };
      this.statuses.set(node, pod, this.generate(status, pod, kept, true));
    }
    this.workers?.ended(uid, endOf(run));
  }
}

/** What a sync is about to do, as the trace keeps it. */
function summary(pod: Pod, actions: PodActions): Readonly<Record<string, unknown>> {
  const names = (indexes: readonly number[], containers: readonly { readonly name: string }[] | undefined) =>
    indexes.map((index) => containers?.[index]?.name ?? '');
  return {
    ...(actions.createSandbox ? { createSandbox: actions.attempt } : {}),
    ...(actions.killPod && !(actions.createSandbox && actions.sandbox === '') ? { killPod: true } : {}),
    ...(actions.containersToKill.length > 0 ? { kill: actions.containersToKill.map((kill) => kill.name) } : {}),
    ...(actions.initContainersToStart.length > 0
      ? { startInit: names(actions.initContainersToStart, pod.spec?.initContainers) }
      : {}),
    ...(actions.containersToStart.length > 0 ? { start: names(actions.containersToStart, pod.spec?.containers) } : {}),
  };
}

/** `namespace/name` of a container row's Pod, for Pods that only the runtime knows. */
export function podOfRow(row: Pick<ContainerRow, 'podKey' | 'podUID'>): Pod {
  const [namespace = '', name = ''] = row.podKey.split('/');
  return {
    metadata: { namespace, name, uid: row.podUID },
    spec: { containers: [], terminationGracePeriodSeconds: 30 },
  };
}
