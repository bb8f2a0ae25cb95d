// Models: pkg/scheduler/backend/queue/scheduling_queue.go PriorityQueue.
// Simplified: —
// Not modelled: pod groups.
import { type KubeObject, keyOfObject } from '../../api/meta';
import type { Pod } from '../../api/types';
import type { Informer } from '../../client/informer';
import type { SchedulerConfiguration } from '../../config';
import type { Kernel } from '../../kernel/kernel';
import type { Table } from '../../kernel/table';
import { gateIsOn } from '../feature-gates';
import {
  type ClusterEvent,
  forceActivate,
  labelOf,
  podSchedulingPropertiesChange,
  unschedulableTimeout,
  unscheduledPodAdd,
} from '../framework/cluster-event';
import type { Framework } from '../framework/framework';
import { QueueIndex } from './queue-index';
import { backoffCount, backoffDuration, type QueuedPod, type QueueName } from './queued-pod';
import { type Happened, QueueingHints, type Strategy } from './requeueing';

/** A Pod that was taken from the queue and not yet given back: being scheduled, or waiting for a permit. */
export interface InFlight {
  readonly key: string;
  readonly ordinal: number;
}

interface InFlightEvent extends Happened {
  readonly ordinal: number;
}

/** Told when there is somebody to schedule, and when there is nobody any more; while an event is being told. */
export interface SchedulingLoop {
  wake(): void;
  sleep(): void;
}

/** podMaxInUnschedulablePodsDuration, and how often Pods that waited longer are looked for. */
const maxUnschedulableMicros = 300_000_000;
const sweepMicros = 30_000_000;
/** backoffQOrderingWindowDuration: back-offs end at whole seconds. */
const windowMicros = 1_000_000;
const actor = 'kube-scheduler';

/** The Pods that wait to be scheduled, in three places, and what moves them from one to another. */
export class SchedulingQueue {
  readonly rows: Table<QueuedPod>;
  readonly inFlight: Table<InFlight>;
  readonly hints: QueueingHints;
  private readonly index: QueueIndex;
  private readonly kernel: Kernel;
  private readonly frameworks: ReadonlyMap<string, Framework>;
  private readonly pods: Informer<Pod>;
  private readonly component: string;
  private readonly events: Table<InFlightEvent>;
  private readonly timers: Table<number>;
  private readonly initialMicros: number;
  private readonly maxMicros: number;
  /** What virtual time must be shifted by to be whole at a whole second of the day. */
  private readonly secondOffset: number;
  private readonly popsFromBackoffQ: boolean;
  private readonly loop: SchedulingLoop;

  constructor(
    kernel: Kernel,
    component: string,
    configuration: SchedulerConfiguration,
    frameworks: ReadonlyMap<string, Framework>,
    pods: Informer<Pod>,
    startEpochMicros: number,
    loop: SchedulingLoop,
  ) {
    this.kernel = kernel;
    this.component = component;
    this.frameworks = frameworks;
    this.pods = pods;
    this.loop = loop;
    this.initialMicros = configuration.podInitialBackoffSeconds * 1e6;
    this.maxMicros = configuration.podMaxBackoffSeconds * 1e6;
    this.secondOffset = startEpochMicros % windowMicros;
    this.popsFromBackoffQ = gateIsOn(configuration.featureGates, 'SchedulerPopFromBackoffQ');
    this.rows = kernel.table<QueuedPod>('scheduler/queue');
    this.inFlight = kernel.table<InFlight>('scheduler/in-flight');
    this.events = kernel.table<InFlightEvent>('scheduler/in-flight-events', { traced: false });
    this.timers = kernel.table<number>('scheduler/queue-timers', { traced: false });
    this.hints = new QueueingHints(frameworks);
    const [first] = frameworks.values();
    const less = first?.at('less')[0]?.plugin.less;
    if (!less) throw new Error('a scheduler without profiles');
    this.index = new QueueIndex(this.rows, less);
  }

  /** The whole second in which a time lies. */
  private secondOf(at: number): number {
    return Math.floor((at + this.secondOffset) / windowMicros) * windowMicros - this.secondOffset;
  }

  /** alignToWindow: Pods whose back-offs end in one second are ordered as in the active queue. */
  private alignToWindow(at: number): number {
    return this.popsFromBackoffQ ? this.secondOf(at) : at;
  }

  private isBackingOff({ backoffExpiration }: QueuedPod): boolean {
    return backoffExpiration !== -1 && backoffExpiration >= this.alignToWindow(this.kernel.now);
  }

  /** Pods that the next cycle could take. */
  get ready(): number {
    return this.index.count('activeQ') + (this.popsFromBackoffQ ? this.index.count('backoffQ') : 0);
  }

  count(queue: QueueName): number {
    return this.index.count(queue);
  }

  private emitMove(key: string, from: string, to: string, event: string, plugin: string | undefined): number {
    return this.kernel.emit({
      actor,
      verb: 'sched.queue',
      subject: `pods/${key}`,
      level: 'micro',
      detail: { from, to, event, plugin },
    });
  }

  private put(key: string, pod: QueuedPod, queue: QueueName, from: string, event: string, plugin?: string): void {
    const ordinal = this.emitMove(key, from, queue, event, plugin);
    const initialAttemptAt =
      queue === 'activeQ' && pod.initialAttemptAt === -1 ? this.kernel.now : pod.initialAttemptAt;
    this.rows.set(key, { ...pod, queue, initialAttemptAt, ordinal });
    if (queue === 'unschedulablePods') this.scheduleSweep(pod, ordinal);
    else {
      if (queue !== 'activeQ') this.scheduleFlush(pod, ordinal);
      if (queue !== 'errorBackoffQ') this.loop.wake();
    }
  }

  /** runPreEnqueuePlugins: the Pod with the plugin that keeps it out, if one does. */
  private preEnqueue(queued: QueuedPod, pod: Pod): QueuedPod {
    for (const { name, plugin } of this.frameworks.get(queued.schedulerName)?.at('preEnqueue') ?? []) {
      if (!plugin.preEnqueue(pod)) continue;
      const { unschedulablePlugins: before } = queued;
      return {
        ...queued,
        gatingPlugin: name,
        unschedulablePlugins: before.includes(name) ? before : [...before, name],
      };
    }
    return queued.gatingPlugin === '' ? queued : { ...queued, gatingPlugin: '' };
  }

  /** moveToActiveQ, moveToBackoffQ: unless a plugin gates the Pod. */
  private enqueue(
    key: string,
    queued: QueuedPod,
    pod: Pod,
    queue: QueueName,
    from: string,
    event: string,
    plugin?: string,
  ): void {
    const checked = this.preEnqueue(queued, pod);
    if (checked.gatingPlugin === '') this.put(key, checked, queue, from, event, plugin);
    else if (from !== 'unschedulablePods')
      this.put(key, checked, 'unschedulablePods', from, event, checked.gatingPlugin);
    else if (checked !== this.rows.get(key)) this.rows.set(key, checked);
  }

  /** Add: a Pod that nobody has scheduled yet. */
  add(pod: Pod, event: string = labelOf(unscheduledPodAdd)): void {
    const key = keyOfObject(pod);
    const queued: QueuedPod = {
      queue: 'activeQ',
      uid: pod.metadata.uid ?? '',
      schedulerName: pod.spec?.schedulerName ?? '',
      priority: pod.spec?.priority ?? 0,
      timestamp: this.kernel.now,
      initialAttemptAt: -1,
      attempts: 0,
      unschedulableCount: 0,
      consecutiveErrorsCount: 0,
      backoffExpiration: -1,
      unschedulablePlugins: [],
      pendingPlugins: [],
      gatingPlugin: '',
      ordinal: 0,
    };
    this.enqueue(key, queued, pod, 'activeQ', '', event);
  }

  /** Update: a waiting Pod was changed, which may let it be scheduled. */
  update(before: Pod, after: Pod): void {
    const key = keyOfObject(after);
    const happened = podSchedulingPropertiesChange('TargetPod', before, after).map((event) => ({
      event,
      before,
      after,
    }));
    if (this.inFlight.has(after.metadata.uid ?? '')) {
      for (const one of happened) this.remember(one);
      return;
    }
    const queued = this.rows.get(key);
    if (!queued) this.add(after, labelOf(happened[0]?.event as ClusterEvent));
    else if (queued.queue === 'unschedulablePods') {
      for (const one of happened) {
        const { strategy, plugin } = this.hints.worthRequeuing(queued, after, one);
        if (strategy === 'Skip') continue;
        this.requeue(key, queued, after, strategy, 'unschedulablePods', labelOf(one.event), plugin);
        if (this.rows.get(key)?.queue !== 'unschedulablePods') return;
      }
    }
  }

  /** Delete: the Pod is gone, or was bound by somebody else. */
  delete(key: string): void {
    if (!this.rows.has(key)) return;
    this.rows.delete(key);
    if (this.ready === 0) this.loop.sleep();
  }

  /** The Pod whose turn it is, without taking it: from the backoff queue when nobody is in the active one. */
  peek(): { key: string; pod: QueuedPod } | undefined {
    return this.index.first('activeQ') ?? (this.popsFromBackoffQ ? this.index.first('backoffQ') : undefined);
  }

  /** Pop: takes it. The caller has emitted the event of the cycle, `ordinal`. */
  take(key: string, queued: QueuedPod, ordinal: number): QueuedPod {
    this.rows.delete(key);
    this.inFlight.set(queued.uid, { key, ordinal });
    return {
      ...queued,
      attempts: queued.attempts + 1,
      unschedulablePlugins: [],
      pendingPlugins: [],
      gatingPlugin: '',
      backoffExpiration: -1,
    };
  }

  /** Done: the Pod is bound or will be; what happened meanwhile need not be kept for it. */
  done(uid: string): void {
    this.inFlight.delete(uid);
    if (this.events.size === 0) return;
    const oldest = this.inFlight
      .values()
      .reduce((least, { ordinal }) => Math.min(least, ordinal), Number.POSITIVE_INFINITY);
    for (const key of [...this.events.keys()])
      if ((this.events.get(key) as InFlightEvent).ordinal < oldest) this.events.delete(key);
  }

  /** addEventIfAnyInFlight */
  private remember(happened: Happened): void {
    const ordinal = this.kernel.seq;
    this.events.set(`${ordinal}/${this.events.size}`, { ...happened, ordinal });
  }

  /** What happened since a Pod was taken from the queue. */
  private since(uid: string): Happened[] {
    const from = this.inFlight.get(uid)?.ordinal ?? 0;
    if (this.events.size === 0) return [];
    return this.events
      .values()
      .filter(({ ordinal }) => ordinal > from)
      .sort((a, b) => a.ordinal - b.ordinal);
  }

  /** AddUnschedulableIfNotPresent: an attempt has failed. `queued` names the plugins that turned it down; none: an error. */
  addUnschedulable(key: string, queued: QueuedPod, pod: Pod): void {
    const rejected = queued.unschedulablePlugins.length > 0 || queued.pendingPlugins.length > 0;
    const counted: QueuedPod = {
      ...queued,
      timestamp: this.kernel.now,
      unschedulableCount: queued.unschedulableCount + (rejected ? 1 : 0),
      consecutiveErrorsCount: rejected ? 0 : queued.consecutiveErrorsCount + 1,
    };
    const duration = backoffDuration(backoffCount(counted), this.initialMicros, this.maxMicros);
    const backoffExpiration = duration === 0 ? -1 : this.alignToWindow(this.kernel.now + duration);
    const waiting = { ...counted, backoffExpiration };
    let strategy: Strategy = rejected ? 'Skip' : 'AfterBackoff';
    for (const happened of rejected ? this.since(queued.uid) : []) {
      const next = this.hints.worthRequeuing(waiting, pod, happened).strategy;
      if (next !== 'Skip') strategy = next;
      if (next === 'Immediately' || (next === 'AfterBackoff' && waiting.pendingPlugins.length === 0)) break;
    }
    if (!this.rows.has(key)) this.requeue(key, waiting, pod, strategy, 'in flight', 'ScheduleAttemptFailure');
    this.done(queued.uid);
  }

  /** requeuePodWithQueueingStrategy */
  private requeue(
    key: string,
    queued: QueuedPod,
    pod: Pod,
    strategy: Strategy,
    from: string,
    event: string,
    plugin?: string,
  ): void {
    if (strategy === 'Skip') this.put(key, queued, 'unschedulablePods', from, event);
    else if (strategy === 'AfterBackoff' && this.isBackingOff(queued)) {
      const failed = queued.unschedulablePlugins.length === 0 && queued.pendingPlugins.length === 0;
      this.enqueue(key, queued, pod, failed ? 'errorBackoffQ' : 'backoffQ', from, event, plugin);
    } else this.enqueue(key, queued, pod, 'activeQ', from, event, plugin);
  }

  /** MoveAllToActiveOrBackoffQueue: something happened; those whom it may help are tried again. */
  moveAll(
    event: ClusterEvent,
    before: KubeObject | undefined,
    after: KubeObject | undefined,
    check?: (pod: Pod) => boolean,
  ): void {
    const waiting = this.index.count('unschedulablePods');
    if ((waiting === 0 && this.inFlight.size === 0) || !this.hints.isOfInterest(event)) return;
    const happened = { event, before, after };
    for (const { key, pod: queued } of waiting > 0 ? this.index.unschedulable() : []) {
      const pod = this.pods.get(key);
      if (!pod || (check && !check(pod))) continue;
      if (queued.gatingPlugin !== '' && !this.hints.concerns(queued.schedulerName, queued.gatingPlugin, event))
        continue;
      const { strategy, plugin } = this.hints.worthRequeuing(queued, pod, happened);
      if (strategy !== 'Skip') this.requeue(key, queued, pod, strategy, 'unschedulablePods', labelOf(event), plugin);
    }
    if (this.inFlight.size > 0) this.remember(happened);
  }

  /** Activate: a plugin asks for a Pod to be tried at once. */
  activate(pod: Pod): void {
    const key = keyOfObject(pod);
    const queued = this.rows.get(key);
    if (queued && queued.queue !== 'activeQ')
      this.enqueue(key, queued, pod, 'activeQ', queued.queue, labelOf(forceActivate));
    else if (!queued && this.inFlight.has(pod.metadata.uid ?? '')) {
      this.remember({ event: forceActivate, before: undefined, after: pod });
    }
  }

  /**
   * Lets the end of a back-off be noticed, at the next whole second. A wait that grows no longer has no end in sight: the
   * cluster counts as settled in spite of it.
   */
  private scheduleFlush(pod: QueuedPod, cause: number): void {
    const at = Math.max(this.kernel.now, this.secondOf(pod.backoffExpiration) + windowMicros);
    const endless = backoffDuration(backoffCount(pod), this.initialMicros, this.maxMicros) >= this.maxMicros;
    this.scheduleOnce('flushBackoff', at, cause, endless);
  }

  /** The first half minute at which a Pod will have waited longer than five. */
  private scheduleSweep(pod: QueuedPod, cause: number): void {
    if (pod.gatingPlugin !== '') return;
    const at = (Math.floor((pod.timestamp + maxUnschedulableMicros) / sweepMicros) + 1) * sweepMicros;
    this.scheduleOnce('sweep', Math.max(this.kernel.now, at), cause, true);
  }

  private scheduleOnce(type: 'flushBackoff' | 'sweep', at: number, cause: number, background: boolean): void {
    const timer = `${type}/${at}/${background}`;
    if (this.timers.has(timer)) return;
    this.timers.set(timer, at);
    this.kernel.schedule(at, this.component, type, { timer }, { cause, background });
  }

  private emitTimer(timer: string, queue: QueueName, event: string): void {
    const detail = { event, waiting: this.index.count(queue) };
    this.kernel.cause = this.kernel.emit({ actor, verb: 'sched.queue', subject: queue, level: 'micro', detail });
    this.timers.delete(timer);
  }

  /** flushBackoffQCompleted */
  flushBackoff(timer: string): void {
    this.emitTimer(timer, 'backoffQ', 'BackoffComplete');
    for (const queue of ['backoffQ', 'errorBackoffQ'] as const) {
      let next = this.index.first(queue);
      while (next && !this.isBackingOff(next.pod)) {
        this.put(next.key, next.pod, 'activeQ', queue, 'BackoffComplete');
        next = this.index.first(queue);
      }
    }
  }

  /** flushUnschedulablePodsLeftover */
  sweep(timer: string): void {
    this.emitTimer(timer, 'unschedulablePods', labelOf(unschedulableTimeout));
    const tooLong = (pod: Pod) => {
      const queued = this.rows.get(keyOfObject(pod));
      return queued !== undefined && this.kernel.now - queued.timestamp > maxUnschedulableMicros;
    };
    this.moveAll(unschedulableTimeout, undefined, undefined, tooLong);
  }
}
