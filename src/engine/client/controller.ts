// Models: the shape of a controller in kube-controller-manager: informer handlers, a queue, N workers, syncHandler, handleErr
// Simplified: the time of a sync is the time of its API calls.
// Not modelled: leader election.

import type { KindDefinition } from '../api/kinds';
import type { KubeObject } from '../api/meta';
import type { ClusterConfig } from '../config';
import type { KernelEvent } from '../kernel/event-queue';
import type { Kernel } from '../kernel/kernel';
import type { Table } from '../kernel/table';
import type { EventRecorder } from './event-recorder';
import type { Informer, Reflectors } from './informer';
import type { ClientFactory, Session } from './session';
import { WorkQueue } from './work-queue';

/** How a sync ended. Nothing: well, and the key's failures are forgotten. */
export type SyncResult = undefined | { readonly error: string };

/** What a controller is built from. */
export interface ControllerContext {
  readonly kernel: Kernel;
  readonly config: ClusterConfig;
  readonly queue: WorkQueue;
  readonly recorder: EventRecorder;
  /** Microseconds since 1970 of a virtual time. */
  epochMicros(at: number): number;
  /** Requests that the controller makes outside of its queue's syncs, from now on. */
  session(): Session;
  /** The kind behind an `apiVersion` and `kind`, as discovery has it now. */
  kindByGvk(apiVersion: string, kind: string): KindDefinition | undefined;
  /** Calls `listener` with each kind of a CustomResourceDefinition that is served, now and later. */
  onCustomKind(listener: (kind: KindDefinition) => void): void;
  /** Begins to fill a cache that was made after the process started. `at`: virtual time. */
  startInformer(kind: KindDefinition, at: number): void;
  /** The process's shared cache of a kind. */
  informer<T extends KubeObject>(kind: KindDefinition): Informer<T>;
}

/** A controller: handlers registered on informers in `start`, and the reconciliation of one key. */
export interface Controller {
  /** Registers informer handlers; called once, before the caches fill. */
  register(): void;
  /** Brings one key's objects closer to what is wanted. */
  sync(key: string, session: Session): SyncResult;
}

export interface ControllerDefinition {
  /** Name of the queue, e.g. `deployment`. */
  readonly name: string;
  /** `--concurrent-…-syncs` */
  readonly workers: number;
  /** The controller's name in the trace and in the source of its Events, e.g. `deployment-controller`. */
  readonly actor: string;
  /** The source of its Events where it is another name. */
  readonly eventSource?: string;
  /** Retries after which handleErr drops a key; for ever when absent. */
  readonly maxRetries?: number;
  /** Longest wait before a retry; 1,000 s when absent. */
  readonly maxRetryMicros?: number;
  build(context: ControllerContext): Controller;
}

interface WorkerRow {
  readonly key: string;
  readonly busyUntil: number;
}

interface Done {
  readonly worker: string;
  readonly key: string;
  readonly error: string | undefined;
}

/** Runs one controller's workers over its queue. */
export class ControllerRunner {
  readonly definition: ControllerDefinition;
  readonly queue: WorkQueue;
  private readonly kernel: Kernel;
  private readonly process: string;
  private readonly clients: ClientFactory;
  private readonly component: string;
  private readonly busy: Table<WorkerRow>;
  readonly controller: Controller;

  constructor(
    definition: ControllerDefinition,
    process: string,
    clients: ClientFactory,
    reflectors: Reflectors,
    recorder: EventRecorder,
    config: ClusterConfig,
  ) {
    this.definition = definition;
    this.process = process;
    this.clients = clients;
    this.kernel = clients.kernel;
    this.component = `controller/${definition.name}`;
    this.queue = new WorkQueue(
      this.kernel,
      definition.name,
      definition.actor,
      this.component,
      () => this.wake(),
      definition.maxRetryMicros,
    );
    this.busy = this.kernel.table<WorkerRow>(`workers/${definition.name}`);
    this.kernel.on(this.component, (event) => this.handle(event));
    this.controller = definition.build({
      kernel: this.kernel,
      config,
      queue: this.queue,
      recorder,
      epochMicros: (at) => clients.api.epochMicros(at),
      session: () => clients.session(process, `${process}/${definition.name}`, definition.actor),
      kindByGvk: (apiVersion, kind) => clients.api.kindByGvk(apiVersion, kind),
      onCustomKind: (listener) => clients.api.custom.onServed(listener),
      startInformer: (kind, at) => reflectors.startOne(process, kind, at),
      informer: (kind) => reflectors.informer(process, kind),
    });
    this.controller.register();
  }

  private wake(): void {
    if (this.busy.size >= this.definition.workers) return;
    this.kernel.schedule(this.kernel.now, this.component, 'work', null);
  }

  private handle(event: KernelEvent): void {
    if (event.type === 'ready') {
      const { key, readyAt } = event.payload as { key: string; readyAt: number };
      this.queue.ready(key, readyAt);
    } else if (event.type === 'done') this.done(event.payload as Done);
    else this.work();
  }

  private idleWorker(): string | undefined {
    for (let i = 0; i < this.definition.workers; i++) if (!this.busy.has(String(i))) return String(i);
    return undefined;
  }

  private work(): void {
    const worker = this.idleWorker();
    const key = worker === undefined ? undefined : this.queue.peek();
    if (worker === undefined || key === undefined) return;
    const item = this.queue.items.get(key);
    const detail = { worker: Number(worker), addedAt: item?.addedAt ?? 0 };
    this.kernel.cause = this.kernel.emit({
      actor: this.definition.actor,
      verb: 'controller.sync',
      subject: key,
      level: 'action',
      cause: item?.cause ?? 0,
      alsoCauses: item && item.alsoCauses.length > 0 ? item.alsoCauses : undefined,
      detail,
    });
    const seq = this.kernel.cause;
    this.queue.take(key);
    const session = this.clients.session(
      this.process,
      `${this.process}/${this.definition.name}`,
      this.definition.actor,
    );
    const result = this.controller.sync(key, session);
    this.kernel.cause = seq;
    const done: Done = { worker, key, error: result?.error };
    if (session.at === this.kernel.now) this.done(done);
    else {
      this.busy.set(worker, { key, busyUntil: session.at });
      this.kernel.schedule(session.at, this.component, 'done', done);
    }
  }

  private done({ worker, key, error }: Done): void {
    const seq = this.kernel.emit({
      actor: this.definition.actor,
      verb: 'controller.done',
      subject: key,
      level: 'micro',
      detail: error === undefined ? null : { error },
    });
    this.kernel.cause = seq;
    this.busy.delete(worker);
    if (error === undefined) this.queue.forget(key);
    else if (this.definition.maxRetries === undefined || this.queue.numRequeues(key) < this.definition.maxRetries) {
      this.queue.addRateLimited(key);
    } else this.queue.forget(key);
    this.queue.done(key, seq);
    if (this.queue.length > 0) this.wake();
  }
}
