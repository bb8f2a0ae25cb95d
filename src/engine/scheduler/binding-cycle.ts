// Models: pkg/scheduler/schedule_one.go bindingCycle, handleBindingCycleError, finishBinding;
//   pkg/scheduler/framework/runtime/waiting_pods_map.go.
// Simplified: —
// Not modelled: NominatedNodeName for Pods that are about to be bound; parallel PreBind.

import type { KindDefinition } from '../api/kinds';
import { podKind } from '../api/kinds';
import type { Pod } from '../api/types';
import type { Table } from '../kernel/table';
import { clearNominatedNode, handleSchedulingFailure } from './failure-handler';
import { assignedPodDelete } from './framework/cluster-event';
import { CycleState } from './framework/cycle-state';
import type { Framework } from './framework/framework';
import { isRejected, newStatus, pluginFailed, type Status } from './framework/status';
import { noLimiter, processName, reserveCall, type SchedulerParts } from './parts';
import type { QueuedPod } from './queue/queued-pod';
import { type Failure, refusedAfterwards } from './scheduling-algorithm';

/** A Pod whose node is chosen, on its way to being bound. */
export interface Binding {
  readonly key: string;
  readonly node: string;
  readonly pod: Pod;
  readonly queued: QueuedPod;
  /** What plugins kept for this part. */
  readonly kept: Readonly<Record<string, unknown>>;
  /** Plugins whose permit it waits for, and until when. */
  readonly waiting: Readonly<Record<string, number>>;
  /** PreBind plugins that have done their part. */
  readonly preBound: number;
}

/** What came of the call that binds. */
interface Outcome {
  readonly uid: string;
  readonly error?: Status | undefined;
}

const maxPermitMicros = 15 * 60e6;

/** The binding cycles: each runs beside the scheduling cycles of the Pods that follow. */
export class BindingCycles {
  private readonly parts: SchedulerParts;
  readonly rows: Table<Binding>;

  constructor(parts: SchedulerParts) {
    this.parts = parts;
    this.rows = parts.kernel.table<Binding>('scheduler/bindings');
  }

  private frameworkOf({ queued }: Binding): Framework {
    return this.parts.frameworks.get(queued.schedulerName) as Framework;
  }

  private stateOf({ kept }: Binding): CycleState {
    const state = new CycleState();
    state.kept = kept;
    return state;
  }

  /** RunPermitPlugins, then the binding cycle; a plugin may hold the Pod back. What turned it down, if anything did. */
  start(
    state: CycleState,
    key: string,
    node: string,
    pod: Pod,
    queued: QueuedPod,
  ): { plugin: string; status: Status } | undefined {
    const { kernel, frameworks } = this.parts;
    const waiting: Record<string, number> = {};
    for (const { name, plugin } of frameworks.get(queued.schedulerName)?.at('permit') ?? []) {
      const { status, timeoutMicros = 0 } = plugin.permit(state, pod, node);
      if (!status) continue;
      if (isRejected(status)) return { plugin: name, status };
      if (status.code !== 'Wait') return { plugin: name, status: pluginFailed('Permit', name, status) };
      waiting[name] = kernel.now + Math.min(timeoutMicros, maxPermitMicros);
    }
    const binding: Binding = { key, node, pod, queued, kept: state.kept, waiting, preBound: 0 };
    if (Object.keys(waiting).length === 0) this.proceed(binding);
    else {
      kernel.cause = this.emitPermit(key, 'Wait', Object.keys(waiting).sort());
      this.rows.set(queued.uid, binding);
      for (const deadline of Object.values(waiting))
        kernel.schedule(deadline, processName, 'permitTimeout', { uid: queued.uid });
    }
    return undefined;
  }

  private emitPermit(key: string, outcome: string, plugins: readonly string[]): number {
    const detail = { outcome, plugins };
    return this.parts.kernel.emit({
      actor: processName,
      verb: 'sched.permit',
      subject: `pods/${key}`,
      level: 'action',
      detail,
    });
  }

  /** From here on the Pod cannot be found unschedulable any more; what happens meanwhile need not be kept for it. */
  private proceed(binding: Binding): void {
    const { kernel, queue } = this.parts;
    queue.done(binding.queued.uid);
    this.rows.set(binding.queued.uid, binding);
    kernel.schedule(reserveCall(this.parts), processName, 'bind', { uid: binding.queued.uid });
  }

  /** WaitingPod.Allow */
  allow(uid: string, plugin: string): void {
    const binding = this.rows.get(uid);
    if (binding?.waiting[plugin] === undefined) return;
    const { [plugin]: _, ...waiting } = binding.waiting;
    this.parts.kernel.cause = this.emitPermit(binding.key, 'Allow', [plugin]);
    const allowed = { ...binding, waiting };
    if (Object.keys(waiting).length === 0) this.proceed(allowed);
    else this.rows.set(uid, allowed);
  }

  /** WaitingPod.Reject. False when the Pod waits for no permit. */
  reject(uid: string, plugin: string, message: string): boolean {
    const binding = this.rows.get(uid);
    if (!binding || Object.keys(binding.waiting).length === 0) return false;
    this.parts.kernel.cause = this.emitPermit(binding.key, 'Reject', [plugin]);
    const refusal = { plugin, status: newStatus('Unschedulable', message) };
    this.fail(binding, refusedAfterwards(refusal), true);
    return true;
  }

  permitTimeout(uid: string): void {
    const binding = this.rows.get(uid);
    if (!binding) return;
    const plugin = Object.keys(binding.waiting)
      .sort()
      .find((name) => (binding.waiting[name] as number) <= this.parts.kernel.now);
    if (plugin === undefined) return;
    this.reject(uid, plugin, `rejected due to timeout after waiting at plugin ${plugin}`);
  }

  /** PreBind and Bind, when the client's limits let the call be sent. */
  bind(uid: string): void {
    const binding = this.rows.get(uid);
    if (!binding) return;
    const { kernel, clients } = this.parts;
    const { key, node, pod } = binding;
    const framework = this.frameworkOf(binding);
    kernel.cause = kernel.emit({
      actor: processName,
      verb: 'sched.bind',
      subject: `pods/${key}`,
      level: 'action',
      detail: { node, attempts: binding.queued.attempts },
    });
    const cause = kernel.cause;
    const session = clients.session(processName, noLimiter);
    const state = this.stateOf(binding);
    const preBind = framework.at('preBind');
    let error: Status | undefined;
    for (let i = binding.preBound; i < preBind.length && !error; i++) {
      const { name, plugin } = preBind[i] as (typeof preBind)[number];
      const { status, afterMicros = 0 } = plugin.preBind(state, pod, node, session);
      if (status?.code === 'Wait') {
        this.rows.set(uid, { ...binding, preBound: i, kept: state.kept });
        kernel.schedule(Math.max(session.at, kernel.now + afterMicros), processName, 'bind', { uid }, { cause });
        return;
      }
      if (status && status.code !== 'Skip') error = isRejected(status) ? status : pluginFailed('PreBind', name, status);
    }
    error ??= framework.runBind(state, pod, node, session);
    const outcome: Outcome = { uid, error };
    kernel.schedule(session.at, processName, 'bound', outcome, { cause });
  }

  /** The answer is there. */
  bound({ uid, error }: Outcome): void {
    const binding = this.rows.get(uid);
    if (!binding) return;
    const { kernel, recorder } = this.parts;
    const { key, node, pod } = binding;
    kernel.cause = kernel.emit({
      actor: processName,
      verb: 'sched.bound',
      subject: `pods/${key}`,
      level: 'micro',
      detail: { node, error: error?.reasons },
    });
    if (error) {
      const failure: Failure = { kind: 'error', status: error };
      this.fail(binding, failure, isRejected(error));
      return;
    }
    this.rows.delete(uid);
    const { namespace, name } = pod.metadata;
    const message = `Successfully assigned ${namespace}/${name} to ${node}`;
    recorder.event(podKind as unknown as KindDefinition, pod, 'Normal', 'Scheduled', message);
    for (const { plugin } of this.frameworkOf(binding).at('postBind'))
      plugin.postBind(this.stateOf(binding), pod, node);
  }

  /** handleBindingCycleError: what was reserved is given back, which may let others be scheduled. */
  private fail(binding: Binding, failure: Failure, rejected: boolean): void {
    const { queue, kernel } = this.parts;
    const { key, node, pod, queued } = binding;
    this.rows.delete(queued.uid);
    this.frameworkOf(binding).runUnreserve(this.stateOf(binding), pod, node);
    const forgotten = this.forget(key, queued.uid, node);
    const freed = forgotten ? { ...pod, spec: { ...pod.spec, nodeName: node } as Pod['spec'] } : undefined;
    const cause = kernel.cause;
    if (freed && !rejected) queue.moveAll(assignedPodDelete, freed, undefined);
    kernel.cause = cause;
    handleSchedulingFailure(this.parts, key, queued, pod, failure, clearNominatedNode, false);
    kernel.cause = cause;
    if (freed && rejected)
      queue.moveAll(assignedPodDelete, freed, undefined, (other) => other.metadata.uid !== queued.uid);
  }

  /** ForgetPod: the Pod no longer counts on the node. */
  forget(key: string, uid: string, node: string): boolean {
    const { kernel, cache } = this.parts;
    if (cache.assumed.get(key)?.uid !== uid) return false;
    kernel.cause = kernel.emit({
      actor: processName,
      verb: 'sched.forget',
      subject: `pods/${key}`,
      level: 'action',
      detail: { node },
    });
    return cache.forget(key, uid);
  }
}
