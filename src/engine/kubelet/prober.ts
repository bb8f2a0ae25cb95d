// Models: pkg/kubelet/prober/prober_manager.go AddPod, StopLivenessAndStartup, RemovePod, UpdatePodStatus; worker.go run;
//   prober.go probe
// Simplified: a probe that is answered takes no time; a container's first result wakes nobody.
// Not modelled: probe warnings (redirects to other hosts), retries of probes that errored.
import type { Container, ContainerStatus, Pod, Probe } from '../api/types';
import type { ProbeKind } from '../workloads/annotations';
import { answerProbe, type ProbeAnswer } from '../workloads/probe-answers';
import { eventTexts } from './event-texts';
import { containerNamed, nameOf, namespaceOf, uidOf } from './pod-names';
import { isFinal } from './pod-phase';
import type { ProbeView } from './pod-status';
import {
  afterProbe,
  beforeProbe,
  isReady,
  isStarted,
  newProbeWorker,
  type ProbeResult,
  type ProbeTarget,
  type ProbeWorkerRow,
  probeOf,
} from './probe-worker';
import { isRestartableInit } from './restart-policy';
import { type ContainerRow, containerID } from './runtime-status';
import { component, type Shared } from './shared';
import type { StatusManager } from './status-manager';

const kinds: readonly ProbeKind[] = ['startup', 'readiness', 'liveness'];
export const probeNames: Readonly<Record<ProbeKind, string>> = {
  startup: 'Startup',
  readiness: 'Readiness',
  liveness: 'Liveness',
};

/** A probe that somebody made fail, by container (`namespace/name/container`) and kind. */
export interface ProbeFault {
  /** Virtual time until which it fails; 0: until it is taken back. */
  readonly until: number;
}

export class Prober {
  private readonly shared: Shared;
  private readonly statuses: StatusManager;
  /** Syncs a Pod because a probe said so. */
  private readonly wake: (node: string, uid: string) => void;

  constructor(shared: Shared, statuses: StatusManager, wake: (node: string, uid: string) => void) {
    this.shared = shared;
    this.statuses = statuses;
    this.wake = wake;
  }

  private get faults() {
    return this.shared.kernel.table<ProbeFault>('probe-faults');
  }

  private key(uid: string, container: string, kind: ProbeKind): string {
    return `${uid}/${container}/${kind}`;
  }

  /** The result of a container's probe, if it is about this very container. */
  result(uid: string, container: string, kind: ProbeKind, id: string): ProbeResult | undefined {
    const row = this.shared.tables.probes.get(this.key(uid, container, kind));
    return row?.containerID === id ? row.result : undefined;
  }

  /** AddPod: a worker for each probe that has none. */
  addPod(node: string, pod: Pod): void {
    for (const container of pod.spec?.initContainers ?? []) {
      if (isRestartableInit(container)) this.addContainer(node, pod, container);
    }
    for (const container of pod.spec?.containers ?? []) this.addContainer(node, pod, container);
  }

  private addContainer(node: string, pod: Pod, container: Container): void {
    if (!container.startupProbe && !container.readinessProbe && !container.livenessProbe) return;
    const { tables, kernel } = this.shared;
    const uid = uidOf(pod);
    for (const kind of kinds) {
      const probe = probeOf(container, kind);
      if (!probe) continue;
      const key = this.key(uid, container.name, kind);
      if (tables.probes.has(key)) continue;
      const period = (probe.periodSeconds ?? 10) * 1e6;
      // A kubelet that has just started spreads its probes over their period.
      const young = kernel.now - (tables.kubelets.get(node)?.startedAt ?? 0) < period;
      const wait = young ? Math.ceil(period * kernel.rand('kubelet', 'probe', key, kernel.now)) : period;
      const podKey = `${namespaceOf(pod)}/${nameOf(pod)}`;
      const row = newProbeWorker({ node, podUID: uid, podKey, container: container.name, kind });
      tables.probes.set(key, row);
      this.schedule(key, row.series, kernel.now + wait, true);
    }
  }

  private schedule(key: string, series: number, at: number, background: boolean): void {
    this.shared.kernel.schedule(at, component, 'probe', { key, series }, { background });
  }

  /** StopLivenessAndStartup: a Pod that is ending is asked for its readiness only. */
  stopLivenessAndStartup(uid: string): void {
    const { tables } = this.shared;
    for (const key of [...tables.probesByPod.keys(uid)])
      if (tables.probes.get(key)?.kind !== 'readiness') tables.probes.delete(key);
  }

  /** RemovePod */
  removePod(uid: string): void {
    const { tables } = this.shared;
    for (const key of [...tables.probesByPod.keys(uid)]) tables.probes.delete(key);
  }

  /** What UpdatePodStatus needs. Asking for the readiness of a container that is not ready probes it at once. */
  view(pod: Pod): ProbeView {
    const uid = uidOf(pod);
    const { tables } = this.shared;
    const running = (status: ContainerStatus) => status.state?.running !== undefined;
    return {
      started: (status, container) => {
        const startup = this.result(uid, container.name, 'startup', status.containerID ?? '');
        return isStarted(running(status), startup, tables.probes.has(this.key(uid, container.name, 'startup')));
      },
      ready: (status, container) => {
        const key = this.key(uid, container.name, 'readiness');
        const readiness = this.result(uid, container.name, 'readiness', status.containerID ?? '');
        const { ready, askNow } = isReady(running(status), readiness, tables.probes.has(key));
        if (askNow) this.trigger(key);
        return ready;
      },
    };
  }

  /** manualTriggerCh: probes now, and lets the period begin anew. */
  private trigger(key: string): void {
    // Half a millisecond, so that the status that asks for it is cached before it is looked at.
    this.restart(key, this.shared.kernel.now + 500);
  }

  private restart(key: string, at: number): void {
    const { tables } = this.shared;
    const row = tables.probes.get(key);
    if (!row) return;
    tables.probes.set(key, { ...row, series: row.series + 1 });
    this.schedule(key, row.series + 1, at, false);
  }

  /** Lets a container's probes run soon, as something that is waited for: a fault has changed an answer. */
  expectChange(podUID: string): void {
    const { tables, kernel } = this.shared;
    for (const key of [...tables.probesByPod.keys(podUID)]) this.restart(key, kernel.now + 1);
  }

  /** A tick of a worker. */
  tick(key: string, series: number): void {
    const { tables, kernel } = this.shared;
    const row = tables.probes.get(key);
    if (!row || row.series !== series || !tables.running(row.node)) return;
    const pod = tables.workers.get(row.podUID)?.pod;
    const container = pod && containerNamed(pod, row.container);
    const probe = container && probeOf(container, row.kind);
    if (!pod || !container || !probe) return;
    const target = this.target(row, pod);
    const step = beforeProbe(row, target.state, probe);
    const next = kernel.now + (probe.periodSeconds ?? 10) * 1e6;
    if (step.act === 'probe' && target.row) {
      const answer = this.answer(step.worker, pod, container, probe, target.row);
      this.conclude(key, step.worker, pod, probe, answer, next);
      return;
    }
    this.emit(row, 'micro', { act: step.act });
    if (step.act === 'stop') {
      tables.probes.delete(key);
      return;
    }
    const inDelay = target.state.running && !step.worker.onHold && (target.state.started || row.kind === 'startup');
    this.continueAt(key, step.worker, next, !inDelay);
    if (step.worker.result !== row.result && row.containerID === step.worker.containerID)
      this.publish(step.worker, pod);
  }

  private emit(row: ProbeWorkerRow, level: 'micro' | 'action', detail: unknown): void {
    this.shared.kernel.cause = this.shared.kernel.emit({
      actor: `kubelet/${row.node}`,
      target: `pods/${row.podKey}`,
      verb: 'probe.result',
      subject: `pods/${row.podKey}/${row.container}/${row.kind}`,
      level,
      detail,
    });
  }

  /** Schedules the next tick; `idle`: nothing that is known of will change by it. */
  private continueAt(key: string, worker: ProbeWorkerRow, next: number, idle: boolean): void {
    this.shared.tables.probes.set(key, worker);
    this.schedule(key, worker.series, next, idle);
  }

  private target(row: ProbeWorkerRow, pod: Pod): { state: ProbeTarget; row: ContainerRow | undefined } {
    const { tables, kernel, runtime } = this.shared;
    const status = this.statuses.get(row.podUID);
    const find = (list: readonly ContainerStatus[] | undefined) =>
      list?.find((candidate) => candidate.name === row.container);
    const own = find(status?.containerStatuses) ?? find(status?.initContainerStatuses);
    const id = own?.containerID;
    const cached = tables.cache.get(row.podUID)?.status.containers.find((candidate) => containerID(candidate) === id);
    const key = cached && runtime.containerKey(row.podUID, cached.name, cached.attempt);
    const startedAt = cached?.startedAt ?? 0;
    return {
      row: key === undefined ? undefined : runtime.containers.get(key),
      state: {
        now: kernel.now,
        containerID: id,
        running: own?.state?.running !== undefined,
        terminated: own?.state?.terminated !== undefined,
        started: own?.started === true,
        // The status tells the start in whole seconds.
        startedAt: Math.floor(startedAt / 1e6) * 1e6,
        podFinal: isFinal(status?.phase),
        deleting: pod.metadata.deletionTimestamp !== undefined,
        restartPolicy: pod.spec?.restartPolicy ?? 'Always',
      },
    };
  }

  private answer(row: ProbeWorkerRow, pod: Pod, container: Container, probe: Probe, target: ContainerRow): ProbeAnswer {
    const { kernel } = this.shared;
    const fault = this.faults.get(`${row.podKey}/${row.container}/${row.kind}`);
    const podIP = this.statuses.get(uidOf(pod))?.podIP ?? '';
    const faulty = fault && (fault.until === 0 || kernel.now < fault.until);
    const held = row.kind === 'readiness' && target.behaviour.held && !this.isReleased(row);
    const behaviour = faulty || held ? { ...target.behaviour, answers: { [row.kind]: [] } } : target.behaviour;
    if (target.state !== 'running')
      return { result: 'failure', output: `container ${container.name} is not running`, changesAtMicros: undefined };
    return answerProbe(row.kind, probe, {
      container,
      behaviour,
      podIP,
      ageMicros: kernel.now - (target.startedAt ?? kernel.now),
    });
  }

  private isReleased(row: ProbeWorkerRow): boolean {
    return this.shared.tables.released.has(`${row.podUID}/${row.container}`);
  }

  private conclude(key: string, row: ProbeWorkerRow, pod: Pod, probe: Probe, answer: ProbeAnswer, next: number): void {
    const worker = afterProbe(row, answer.result, probe);
    const changed = worker.result !== row.result;
    this.emit(row, changed ? 'action' : 'micro', {
      result: answer.result,
      output: answer.output,
      run: worker.resultRun,
    });
    if (answer.result === 'failure')
      this.shared.record(row.node, pod, eventTexts.unhealthy(probeNames[row.kind], answer.output), row.container);
    const settled =
      worker.onHold || (worker === row && worker.result === worker.lastResult && answer.changesAtMicros === undefined);
    this.continueAt(key, worker, next, settled);
    if (changed) this.publish(worker, pod);
  }

  /** What the sync loop does with an update of a results manager. */
  private publish(worker: ProbeWorkerRow, pod: Pod): void {
    const { node, podUID, containerID: id, kind, result } = worker;
    if (kind === 'readiness') this.statuses.setReadiness(node, pod, id, result === 'Success');
    else if (kind === 'startup') this.statuses.setStarted(node, pod, id, result === 'Success');
    if (kind !== 'liveness' || result === 'Failure') this.wake(node, podUID);
  }
}
