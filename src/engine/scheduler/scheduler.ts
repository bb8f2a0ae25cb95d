// Models: pkg/scheduler/scheduler.go Scheduler.Run; cmd/kube-scheduler/app.
// Simplified: one scheduler, never restarted.
// Not modelled: leader election.

import type { KindDefinition } from '../api/kinds';
import { nodeKind, podKind } from '../api/kinds';
import { type KubeObject, keyOfObject } from '../api/meta';
import type { Node, Pod } from '../api/types';
import type { Informer } from '../client/informer';
import type { EngineContext, EngineProcess } from '../engine-context';
import type { KernelEvent } from '../kernel/event-queue';
import type { Table } from '../kernel/table';
import { BindingCycles } from './binding-cycle';
import { SchedulerCache } from './cache/scheduler-cache';
import { frameworksOf, type RegisteredPlugin } from './configuration';
import { EventHandlers } from './event-handlers';
import { type StatusPatch, sendStatus } from './failure-handler';
import { gateIsOn } from './feature-gates';
import type { SharedHandle } from './framework/plugin';
import { Nominator } from './nominator';
import { processName, type SchedulerParts } from './parts';
import { SchedulingQueue } from './queue/scheduling-queue';
import { SchedulingCycle } from './scheduling-cycle';

/** `scheduled`: a cycle is to come; `busy`: a call of the last one is to be made before another may begin. */
interface Loop {
  readonly state: 'idle' | 'scheduled' | 'busy';
  /** Of the cycle to come: an event with another one came too late. */
  readonly ticket: number;
  /** When the last cycle has ended. */
  readonly readyAt: number;
}

/** Work of a plugin beside the cycles. */
interface Task {
  readonly profile: string;
  readonly plugin: string;
  readonly payload: unknown;
}

const idle: Loop = { state: 'idle', ticket: 0, readyAt: 0 };

/** The process: its caches, its queue, and one scheduling cycle after another. */
export class Scheduler implements EngineProcess {
  readonly parts: SchedulerParts;
  private readonly context: EngineContext;
  private readonly cycle: SchedulingCycle;
  private readonly bindings: BindingCycles;
  private readonly loop: Table<Loop>;

  constructor(context: EngineContext, registry: readonly RegisteredPlugin[]) {
    this.context = context;
    const { kernel, clients, config, events, api } = context;
    const nodes = this.informer<Node>(nodeKind as unknown as KindDefinition);
    const pods = this.informer<Pod>(podKind as unknown as KindDefinition, {
      fieldSelector: 'status.phase!=Succeeded,status.phase!=Failed',
    });
    const cache = new SchedulerCache(
      nodes.cache,
      pods.cache,
      kernel.table('scheduler/assumed'),
      kernel.table('scheduler/node-tree'),
    );
    const nominator = new Nominator(kernel, pods);
    const handle: SharedHandle = {
      nodeInfos: () => cache.nodeInfos(),
      nodeInfo: (name) => cache.nodeInfo(name),
      informer: (kind) => this.informer(kind),
      gate: (name) => gateIsOn(config.scheduler.featureGates, name),
      nodesWithAffinity: () => cache.nodesWithAffinity(),
      nodesWithRequiredAntiAffinity: () => cache.nodesWithRequiredAntiAffinity(),
      nominations: nominator,
      table: (name) => kernel.table(`scheduler/${name}`),
      rand: (purpose, key, n) => kernel.rand(processName, purpose, key, n),
      get now() {
        return kernel.now;
      },
      session: () => clients.session(processName),
      emit: (verb, pod, detail) => {
        const subject = `pods/${keyOfObject(pod)}`;
        kernel.cause = kernel.emit({ actor: processName, verb, subject, level: 'action', detail });
      },
      event: (pod, type, reason, message) =>
        this.parts.recorder.event(podKind as unknown as KindDefinition, pod, type, reason, message),
      activate: (pod) => this.parts.queue.activate(pod),
      allow: (uid, plugin) => this.bindings.allow(uid, plugin),
      reject: (uid, plugin, message) => this.bindings.reject(uid, plugin, message),
    };
    const frameworks = frameworksOf(config.scheduler, registry, handle, (profile, plugin, at, payload) =>
      kernel.schedule(Math.max(kernel.now, at), processName, 'task', { profile, plugin, payload }),
    );
    const start = api.epochMicros(0);
    const queue = new SchedulingQueue(kernel, processName, config.scheduler, frameworks, pods, start, {
      wake: () => this.wake(),
      sleep: () => this.sleep(),
    });
    const recorder = events.recorder(processName, 'default-scheduler');
    const state = kernel.table<number>('scheduler/state');
    this.loop = kernel.table<Loop>('scheduler/loop', { traced: false });
    this.parts = { kernel, clients, frameworks, cache, queue, nominator, pods, recorder, state };
    this.bindings = new BindingCycles(this.parts);
    this.cycle = new SchedulingCycle(this.parts, this.bindings);
    new EventHandlers(this.parts, this.bindings).register(nodes, (kind) => this.informer(kind));
    kernel.on(processName, (event) => this.handle(event));
  }

  private informer<T extends KubeObject>(kind: KindDefinition, query?: Readonly<Record<string, string>>): Informer<T> {
    return this.context.reflectors.informer<T>(processName, kind, query);
  }

  boot(): void {
    this.context.reflectors.start(processName);
  }

  private handle({ type, payload }: KernelEvent): void {
    const { uid, timer, ticket } = payload as { uid: string; timer: string; ticket: number };
    if (type === 'cycle') this.scheduleOne(ticket);
    else if (type === 'bind') this.bindings.bind(uid);
    else if (type === 'bound') this.bindings.bound(payload as Parameters<BindingCycles['bound']>[0]);
    else if (type === 'status') this.status(payload as StatusPatch);
    else if (type === 'flushBackoff') this.parts.queue.flushBackoff(timer);
    else if (type === 'sweep') this.parts.queue.sweep(timer);
    else if (type === 'task') this.task(payload as Task);
    else if (type === 'permitTimeout') this.bindings.permitTimeout(uid);
  }

  private task({ profile, plugin, payload }: Task): void {
    this.parts.frameworks.get(profile)?.runTask(plugin, payload);
  }

  /** Somebody waits: a cycle begins as soon as the last one has ended. */
  private wake(): void {
    const { state, readyAt } = this.loop.get('loop') ?? idle;
    if (state === 'idle') this.scheduleNext(Math.max(this.parts.kernel.now, readyAt));
  }

  /** Nobody waits any more: no cycle is to come. */
  private sleep(): void {
    const loop = this.loop.get('loop') ?? idle;
    if (loop.state === 'scheduled' && this.parts.queue.ready === 0)
      this.loop.set('loop', { ...loop, state: 'idle', ticket: 0 });
  }

  private scheduleNext(at: number): void {
    const { kernel } = this.parts;
    this.loop.set('loop', { state: 'scheduled', ticket: kernel.seq, readyAt: at });
    kernel.schedule(at, processName, 'cycle', { ticket: kernel.seq });
  }

  private scheduleOne(ticket: number): void {
    if (this.loop.get('loop')?.ticket !== ticket) return;
    const next = this.parts.queue.peek();
    if (next) this.ended(this.cycle.run(next.key, next.pod));
  }

  /** A cycle has ended; `undefined`: its last call is still to be made. */
  private ended(at: number | undefined): void {
    if (at === undefined) this.loop.set('loop', { state: 'busy', ticket: 0, readyAt: this.parts.kernel.now });
    else if (this.parts.queue.ready > 0) this.scheduleNext(at);
    else this.loop.set('loop', { state: 'idle', ticket: 0, readyAt: at });
  }

  private status(patch: StatusPatch): void {
    const at = sendStatus(this.parts, patch);
    if (patch.blocks) this.ended(at);
  }
}
