// Models: pkg/kubelet/kuberuntime/kuberuntime_manager.go SyncPod, KillPod, doBackOff; kuberuntime_container.go startContainer
// Simplified: the calls of one sync come one after another, each when the one before has returned.
// Not modelled: ephemeral containers, resize in place.

import { parseBytes } from '../api/quantity';
import type { Container, Pod } from '../api/types';
import type { Table } from '../kernel/table';
import { parseAnswer } from '../workloads/annotations';
import { behaviourOf } from '../workloads/behaviour';
import { inBackOffSince, nextBackOff, restartBackOffUpTo } from './back-off';
import type { PodActions } from './compute-pod-actions';
import { referencedEnvironment, userProblem } from './container-config';
import { ContainerKiller, type KillTarget } from './container-killer';
import type { Caller, Reply } from './cri/runtime-state';
import { callMicros } from './cri/timing';
import { crashLoopMessage, eventTexts } from './event-texts';
import { hookOutcome } from './hooks';
import { type ImageError, ImageManager } from './image-manager';
import { containerOOMScoreAdj } from './oom-score';
import { backOffKey, containerNamed, uidOf } from './pod-names';
import { isRestartableInit } from './restart-policy';
import { type ContainerRow, findContainer, type PodRuntimeStatus } from './runtime-status';
import { component, type Shared } from './shared';

/** One thing that a sync still has to do. */
export type Step =
  | {
      readonly do: 'kill';
      readonly targets: readonly KillTarget[];
      readonly graceSeconds?: number;
      readonly ordered: boolean;
      readonly begun?: true;
    }
  | { readonly do: 'stop-sandboxes'; readonly ids: readonly string[]; readonly begun?: true }
  | { readonly do: 'purge-init' }
  | { readonly do: 'sandbox'; readonly attempt: number; readonly begun?: true }
  | {
      readonly do: 'start';
      readonly name: string;
      readonly phase: 'begin' | 'image' | 'create' | 'start' | 'hook' | 'failed-hook';
      readonly key?: string;
    };

/** What went wrong in a sync. */
export interface SyncError {
  readonly reason: string;
  readonly message: string;
  /** Of the container that could not be started. */
  readonly container?: string;
  /** When a back-off ends, virtual microseconds. */
  readonly backOffUntil?: number;
}

export interface SyncRun {
  readonly node: string;
  readonly uid: string;
  readonly run: number;
  readonly steps: readonly Step[];
  /** Where the sync is in virtual time; calls that take a moment move it without an event. */
  readonly at: number;
  /** The sandbox in which containers are started. */
  readonly sandbox: string;
  readonly errors: readonly SyncError[];
  readonly started: readonly string[];
  readonly canceled?: true;
}

type Outcome = { readonly error?: string; readonly image?: ImageError; readonly made?: string } | undefined;
/** `next`: go on; `wait`: somebody will call; `abort`: nothing more is done in this sync. */
type Verdict = 'next' | 'wait' | 'abort';

export class SyncRunner {
  readonly runs: Table<SyncRun>;
  private readonly shared: Shared;
  private readonly images: ImageManager;
  readonly killer: ContainerKiller;
  private readonly done: (run: SyncRun) => void;

  constructor(shared: Shared, done: (run: SyncRun) => void) {
    this.shared = shared;
    this.done = done;
    this.runs = shared.kernel.table<SyncRun>('pod-syncs');
    this.images = new ImageManager(shared, (caller, image) => this.resume(caller, image ? { image } : {}));
    this.killer = new ContainerKiller(shared, (caller) => this.resume(caller, {}));
  }

  /** Begins a sync. It may be over before this returns. */
  begin(caller: Caller, steps: readonly Step[], sandbox: string): void {
    const run: SyncRun = { ...caller, steps, at: this.shared.kernel.now, sandbox, errors: [], started: [] };
    this.advance(run, undefined);
  }

  replied(reply: Reply): void {
    this.resume(reply.caller, {
      ...(reply.error === undefined ? {} : { error: reply.error }),
      ...(reply.made === undefined ? {} : { made: reply.made }),
    });
  }

  pulled(payload: unknown): void {
    this.images.pulled(payload as Parameters<ImageManager['pulled']>[0]);
  }

  /** A postStart hook has ended. */
  hookEnded(caller: Caller): void {
    const run = this.runs.get(caller.uid);
    if (!run || run.run !== caller.run) return;
    const { kernel } = this.shared;
    kernel.cause = kernel.emit({
      actor: `kubelet/${caller.node}`,
      verb: 'kubelet.hook',
      subject: caller.uid,
      level: 'micro',
      detail: { ended: 'postStart' },
    });
    this.resume(caller, {});
  }

  private resume(caller: Caller, outcome: Outcome): void {
    const run = this.runs.get(caller.uid);
    if (!run || run.run !== caller.run) return;
    this.advance({ ...run, at: Math.max(run.at, this.shared.kernel.now) }, outcome);
  }

  /** The sync is no longer wanted: what waits is given up at once, a call under way at its return. */
  cancel(node: string, uid: string): void {
    const run = this.runs.get(uid);
    if (!run) return;
    const step = run.steps[0];
    const canceled: SyncRun = { ...run, canceled: true };
    const interruptible =
      step?.do === 'kill' || (step?.do === 'start' && (step.phase === 'image' || step.phase === 'hook'));
    if (!interruptible) {
      this.runs.set(uid, canceled);
      return;
    }
    this.images.cancel(node, uid);
    this.killer.cancel(uid);
    this.runs.delete(uid);
    this.done({ ...canceled, at: this.shared.kernel.now });
  }

  /** Forgets a sync without an end: the kubelet has stopped. */
  drop(node: string, uid: string): void {
    this.images.cancel(node, uid);
    this.killer.cancel(uid);
    this.runs.delete(uid);
  }

  private advance(from: SyncRun, outcome: Outcome): void {
    let run = from;
    let answer = outcome;
    const seq = this.shared.kernel.cause;
    while (run.steps.length > 0 && !run.canceled) {
      this.shared.kernel.cause = seq;
      const [verdict, next] = this.perform(run, run.steps[0] as Step, answer);
      answer = undefined;
      run = next;
      if (verdict === 'wait') {
        this.runs.set(run.uid, run);
        return;
      }
      run = { ...run, steps: verdict === 'abort' ? [] : run.steps.slice(1) };
    }
    this.runs.delete(run.uid);
    this.shared.kernel.cause = seq;
    this.done(run);
  }

  private replace(run: SyncRun, step: Step): SyncRun {
    return { ...run, steps: [step, ...run.steps.slice(1)] };
  }

  private perform(run: SyncRun, step: Step, outcome: Outcome): [Verdict, SyncRun] {
    const { runtime, tables } = this.shared;
    const pod = tables.workers.get(run.uid)?.pod;
    switch (step.do) {
      case 'kill': {
        if (step.begun || !pod) return ['next', run];
        const waits = this.killer.begin(run, pod, step.targets, step.graceSeconds, step.ordered);
        return waits ? ['wait', this.replace(run, { ...step, begun: true })] : ['next', run];
      }
      case 'stop-sandboxes': {
        const ids = step.begun ? step.ids.slice(1) : step.ids;
        const [first] = ids;
        if (first === undefined) return ['next', run];
        runtime.stopPodSandbox(run, first, run.at);
        return ['wait', this.replace(run, { ...step, ids, begun: true })];
      }
      case 'purge-init': {
        for (const container of pod?.spec?.initContainers ?? []) {
          for (const key of [...runtime.containersByPod.keys(run.uid)])
            if (runtime.containers.get(key)?.name === container.name) runtime.removeContainer(key);
        }
        return ['next', run];
      }
      case 'sandbox':
        return pod ? this.sandbox(run, pod, step, outcome) : ['abort', run];
      case 'start':
        return pod ? this.start(run, pod, step, outcome) : ['abort', run];
    }
  }

  private sandbox(run: SyncRun, pod: Pod, step: Step & { do: 'sandbox' }, outcome: Outcome): [Verdict, SyncRun] {
    const { runtime, tables } = this.shared;
    if (!step.begun) {
      runtime.runPodSandbox(run, pod, step.attempt, tables.kubelets.get(run.node)?.podCIDR ?? '', run.at);
      return ['wait', this.replace(run, { ...step, begun: true })];
    }
    if (outcome?.error !== undefined) {
      this.shared.record(run.node, pod, eventTexts.sandboxFailed(outcome.error));
      return ['abort', withError(run, { reason: 'CreatePodSandboxError', message: outcome.error })];
    }
    const id = outcome?.made ?? '';
    runtime.sandboxStatus(run.node, id, run.at);
    return ['next', { ...run, sandbox: id, at: run.at + callMicros.PodSandboxStatus }];
  }

  private start(run: SyncRun, pod: Pod, step: Step & { do: 'start' }, outcome: Outcome): [Verdict, SyncRun] {
    const container = containerNamed(pod, step.name);
    if (!container) return ['next', run];
    const phase = (next: (Step & { do: 'start' })['phase'], key = step.key): SyncRun =>
      this.replace(run, { ...step, phase: next, ...(key === undefined ? {} : { key }) });
    switch (step.phase) {
      case 'begin': {
        const backOff = this.backOff(run, pod, container);
        if (backOff) return this.failed(run, pod, container, backOff);
        const ensured = this.images.ensure(run, pod, container, run.at);
        if ('waits' in ensured) return ['wait', phase('image')];
        if ('error' in ensured) return this.imageFailed(run, pod, container, ensured.error);
        return this.create({ ...phase('create'), at: run.at + callMicros.ImageStatus }, pod, container);
      }
      case 'image':
        if (outcome?.image) return this.imageFailed(run, pod, container, outcome.image);
        return this.create(phase('create'), pod, container);
      case 'create': {
        if (outcome?.error !== undefined)
          return this.complain(run, pod, container, 'CreateContainerError', outcome.error);
        this.shared.record(run.node, pod, eventTexts.created(container.name), container.name);
        const key = outcome?.made ?? '';
        this.shared.runtime.startContainer(run, key, run.at);
        return ['wait', phase('start', key)];
      }
      case 'start': {
        if (outcome?.error !== undefined) return this.complain(run, pod, container, 'RunContainerError', outcome.error);
        this.shared.record(run.node, pod, eventTexts.started(container.name), container.name);
        return this.postStart(run, pod, container, step);
      }
      case 'hook':
        return this.hookDone(run, pod, container, step);
      case 'failed-hook':
        return this.failed(run, pod, container, { reason: 'PostStartHookError', message: '' });
    }
  }

  /** doBackOff: a container that has ended is not started again too soon. */
  private backOff(run: SyncRun, pod: Pod, container: Container): SyncError | undefined {
    const { tables } = this.shared;
    const status: PodRuntimeStatus | undefined = tables.cache.get(run.uid)?.status;
    const ended = status?.containers.find((row) => row.name === container.name && row.state === 'exited');
    if (!ended) return undefined;
    const key = backOffKey(pod, container);
    const entry = tables.restartBackOffs.get(key);
    const finishedAt = ended.finishedAt ?? 0;
    const limits = restartBackOffUpTo(this.shared.context.config.kubelet.maxContainerRestartSeconds);
    if (entry && inBackOffSince(entry, finishedAt, run.at, limits)) {
      this.shared.record(run.node, pod, eventTexts.restartBackOff(pod, container), container.name);
      return {
        reason: 'CrashLoopBackOff',
        message: crashLoopMessage(entry.backoffMicros, pod, container),
        backOffUntil: finishedAt + entry.backoffMicros,
      };
    }
    tables.restartBackOffs.set(key, { ...nextBackOff(entry, finishedAt, run.at, limits), uid: uidOf(pod) });
    return undefined;
  }

  private imageFailed(
    run: SyncRun,
    pod: Pod,
    container: Container,
    { reason, message }: ImageError,
  ): [Verdict, SyncRun] {
    this.shared.record(run.node, pod, eventTexts.error(reason), container.name);
    return this.failed(run, pod, container, { reason, message });
  }

  private complain(run: SyncRun, pod: Pod, container: Container, reason: string, message: string): [Verdict, SyncRun] {
    this.shared.record(run.node, pod, eventTexts.error(message), container.name);
    return this.failed(run, pod, container, { reason, message });
  }

  /** A sidecar or an app that cannot be started holds up nobody; an init container holds up all. */
  private failed(run: SyncRun, pod: Pod, container: Container, error: SyncError): [Verdict, SyncRun] {
    const init = pod.spec?.initContainers?.includes(container) === true;
    return [
      init && !isRestartableInit(container) ? 'abort' : 'next',
      withError(run, { ...error, container: container.name }),
    ];
  }

  private create(run: SyncRun, pod: Pod, container: Container): [Verdict, SyncRun] {
    const { runtime, registry, tables, kernel } = this.shared;
    const session = this.shared.session(run.node, run.at);
    const notUser = userProblem(pod, container);
    const environment = notUser === undefined ? referencedEnvironment(session, pod, container) : { problem: notUser };
    const { problem } = environment;
    if (problem !== undefined) return this.complain(run, pod, container, 'CreateContainerConfigError', problem);
    const image = registry.describe(container.image ?? '');
    const isApp = pod.spec?.containers.includes(container) === true;
    const before: ContainerRow | undefined = findContainer(
      tables.cache.get(run.uid)?.status ?? runtime.podStatus(run.uid),
      container.name,
    );
    const attempt = before ? before.attempt + 1 : 0;
    const jitter = image.startJitterMillis
      ? Math.floor(
          image.startJitterMillis * 1e3 * kernel.rand('workloads', 'start', `${run.uid}/${container.name}`, attempt),
        )
      : 0;
    const { annotations } = pod.metadata;
    const { behaviour, problems } = behaviourOf(container, annotations, isApp, image, parseAnswer, jitter);
    if (attempt === 0) {
      for (const { key, value, expected } of problems)
        this.shared.record(run.node, pod, eventTexts.badAnnotation(key, value, expected), container.name);
    }
    const limit = container.resources?.limits?.memory;
    const memory = this.shared.memoryCapacity(run.node);
    runtime.createContainer(run, pod, container, attempt, run.sandbox, behaviour, session.at, {
      oomScoreAdj: containerOOMScoreAdj(pod, container, memory),
      ...(limit === undefined ? {} : { memoryLimitBytes: parseBytes(limit) }),
      ...(environment.values && { environment: environment.values }),
    });
    return ['wait', { ...run, at: session.at }];
  }

  private postStart(run: SyncRun, pod: Pod, container: Container, step: Step & { do: 'start' }): [Verdict, SyncRun] {
    const hook = hookOutcome(pod, container, 'postStart');
    if (!hook) return ['next', succeeded(run, container)];
    const { kernel } = this.shared;
    const takes = Math.min(hook.takesMicros, 1e12);
    kernel.cause = kernel.emit({
      actor: `kubelet/${run.node}`,
      target: `pods/${pod.metadata.namespace}/${pod.metadata.name}`,
      verb: 'kubelet.hook',
      subject: `pods/${pod.metadata.namespace}/${pod.metadata.name}`,
      level: 'action',
      detail: { hook: 'postStart', container: container.name, endsAt: run.at + takes },
    });
    const caller: Caller = { node: run.node, uid: run.uid, run: run.run };
    kernel.schedule(run.at + takes, component, 'post-start', caller, { background: hook.takesMicros > 120e6 });
    return ['wait', this.replace(run, { ...step, phase: 'hook' })];
  }

  private hookDone(run: SyncRun, pod: Pod, container: Container, step: Step & { do: 'start' }): [Verdict, SyncRun] {
    if (!hookOutcome(pod, container, 'postStart')?.failed) return ['next', succeeded(run, container)];
    this.shared.record(run.node, pod, eventTexts.postStartFailed(), container.name);
    const target: KillTarget = {
      key: step.key ?? '',
      name: container.name,
      message: 'FailedPostStartHook',
      reason: 'FailedPostStartHook',
    };
    const waits = this.killer.begin(run, pod, [target], undefined, false);
    const failed = this.replace(run, { ...step, phase: 'failed-hook' });
    return waits ? ['wait', failed] : this.failed(run, pod, container, { reason: 'PostStartHookError', message: '' });
  }
}

function withError(run: SyncRun, error: SyncError): SyncRun {
  return { ...run, errors: [...run.errors, error] };
}

function succeeded(run: SyncRun, container: Container): SyncRun {
  return { ...run, started: [...run.started, container.name] };
}

/** The steps of SyncPod, in its order, from what computePodActions found. */
export function stepsOf(
  pod: Pod,
  actions: PodActions,
  status: PodRuntimeStatus,
  keyOf: (row: ContainerRow) => string,
): Step[] {
  const steps: Step[] = [];
  if (actions.killPod) {
    const targets = status.containers
      .filter((row) => row.state === 'running')
      .map((row): KillTarget => ({ key: keyOf(row), name: row.name, message: '', reason: 'Unknown' }));
    if (targets.length > 0) steps.push({ do: 'kill', targets, ordered: true });
    // Sandboxes that are dead already are stopped too: only that takes their network away.
    const ids = status.sandboxes.map((sandbox) => sandbox.id);
    if (ids.length > 0) steps.push({ do: 'stop-sandboxes', ids });
    if (actions.createSandbox && actions.sandbox !== '') steps.push({ do: 'purge-init' });
  } else {
    for (const { name, id, message, reason } of actions.containersToKill) {
      const row = status.containers.find((candidate) => candidate.id === id);
      if (row) steps.push({ do: 'kill', targets: [{ key: keyOf(row), name, message, reason }], ordered: false });
    }
  }
  if (actions.createSandbox) steps.push({ do: 'sandbox', attempt: actions.attempt });
  const spec = pod.spec ?? { containers: [] };
  const start = (container: Container | undefined) => {
    if (container) steps.push({ do: 'start', name: container.name, phase: 'begin' });
  };
  for (const index of actions.initContainersToStart) start(spec.initContainers?.[index]);
  for (const index of actions.containersToStart) start(spec.containers[index]);
  return steps;
}
