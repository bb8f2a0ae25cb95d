// Models: client-go tools/cache Reflector, SharedIndexInformer, DeltaFIFO; the Lister of a cache
// Simplified: a watch event reaches the cache and the handlers at one instant.
// Not modelled: resync periods; the start-up order of several informers.
import { insertSorted } from '../../shared/compare';
import { type KindDefinition, tableName } from '../api/kinds';
import { type KubeObject, keyOfObject } from '../api/meta';
import { pathOf } from '../apiserver/request-info';
import type { WatchDelivery, WatchStream } from '../apiserver/watch';
import type { KernelEvent } from '../kernel/event-queue';
import type { Kernel } from '../kernel/kernel';
import type { Table } from '../kernel/table';
import type { ClientFactory } from './session';

/** What a controller does when the cache changes. The cache already holds the new state. */
export interface InformerHandlers<T> {
  add?(object: T): void;
  update?(before: T, after: T): void;
  delete?(object: T): void;
}

interface ReflectorState {
  readonly stream: string;
  /** Version of the last event or list seen: where a broken watch goes on. */
  readonly resourceVersion: string;
  readonly failures: number;
  /** Virtual time of the next try, when there is no stream. */
  readonly retryAt?: number;
}

/** wait.Backoff of a reflector: 800 ms doubling to 30 s. */
const firstRetryMicros = 800_000;
const lastRetryMicros = 30_000_000;

/** One process's cache of one resource. Rows are the very objects that the API server stored. */
export class Informer<T extends KubeObject = KubeObject> {
  readonly kind: KindDefinition;
  readonly process: string;
  readonly query: Readonly<Record<string, string>>;
  /** The cache: what this process believes. */
  readonly cache: Table<T>;
  private readonly reflectors: Table<ReflectorState>;
  private readonly handlers: InformerHandlers<T>[] = [];

  constructor(kernel: Kernel, process: string, kind: KindDefinition, query: Readonly<Record<string, string>>) {
    this.process = process;
    this.kind = kind;
    this.query = query;
    this.cache = kernel.table<T>(`cache/${process}/${tableName(kind)}`);
    this.reflectors = kernel.table<ReflectorState>('reflectors', { traced: false });
  }

  /** LastStoreSyncResourceVersion: the version up to which the cache knows everything; empty before the first list. */
  lastSyncResourceVersion(): string {
    return this.reflectors.get(`${this.process}/${tableName(this.kind)}`)?.resourceVersion ?? '';
  }

  /** Registers handlers; they are called in the order of registration. */
  on(handlers: InformerHandlers<T>): void {
    this.handlers.push(handlers);
  }

  get(key: string): T | undefined {
    return this.cache.get(key);
  }

  /** All cached objects of a namespace, by key. */
  inNamespace(namespace: string): T[] {
    return this.cache.valuesWithPrefix(`${namespace}/`);
  }

  /** Puts a newer state into the cache and tells the handlers. */
  apply(key: string, object: T | undefined): void {
    const before = this.cache.get(key);
    if (object) {
      this.cache.set(key, object);
      for (const handler of this.handlers) {
        if (before) handler.update?.(before, object);
        else handler.add?.(object);
      }
    } else if (before) {
      this.cache.delete(key);
      for (const handler of this.handlers) handler.delete?.(before);
    }
  }
}

/** All reflectors of the cluster: they list, watch, and fill the caches of their processes. */
export class Reflectors {
  static readonly component = 'reflectors';
  private readonly kernel: Kernel;
  private readonly clients: ClientFactory;
  private readonly state: Table<ReflectorState>;
  private readonly streams: Table<WatchStream>;
  private readonly informers = new Map<string, Informer<never>>();
  private readonly byProcess = new Map<string, string[]>();

  constructor(clients: ClientFactory) {
    this.clients = clients;
    this.kernel = clients.kernel;
    this.state = this.kernel.table<ReflectorState>('reflectors', { traced: false });
    this.streams = clients.api.watches.streams;
    this.kernel.on(Reflectors.component, (event) => this.handle(event));
  }

  /** The shared informer of a process for a kind; made at the first call. */
  informer<T extends KubeObject>(
    process: string,
    kind: KindDefinition,
    query: Readonly<Record<string, string>> = {},
  ): Informer<T> {
    const key = `${process}/${tableName(kind)}`;
    let informer = this.informers.get(key);
    if (!informer) {
      informer = new Informer<never>(this.kernel, process, kind, query);
      this.informers.set(key, informer);
      const keys = this.byProcess.get(process);
      if (keys) insertSorted(keys, key);
      else this.byProcess.set(process, [key]);
    }
    return informer as unknown as Informer<T>;
  }

  /** Names of a process's informers, sorted. */
  informersOf(process: string): readonly string[] {
    return this.byProcess.get(process) ?? [];
  }

  /** Starts every reflector of a process that does not run yet. */
  start(process: string): void {
    for (const key of this.informersOf(process)) {
      if (!this.state.has(key)) {
        this.kernel.schedule(this.kernel.now, Reflectors.component, 'start', { key });
      }
    }
  }

  /** Starts the reflector of one kind at a virtual time. */
  startOne(process: string, kind: KindDefinition, at: number): void {
    this.kernel.schedule(at, Reflectors.component, 'start', { key: `${process}/${tableName(kind)}` });
  }

  /** HasSynced: whether a process has ever listed a kind since it started. */
  hasSynced(process: string, kind: KindDefinition): boolean {
    return (this.state.get(`${process}/${tableName(kind)}`)?.resourceVersion ?? '') !== '';
  }

  /** The process has ended: its watches are closed, and what it believed is gone. Its handlers are told nothing. */
  stop(process: string): void {
    for (const key of this.informersOf(process)) {
      const state = this.state.get(key);
      if (!state) continue;
      if (state.stream !== '') this.clients.api.closeStream(state.stream);
      this.state.delete(key);
      const { cache } = this.informers.get(key) as Informer;
      for (const name of [...cache.keys()]) cache.delete(name);
    }
  }

  private handle(event: KernelEvent): void {
    if (event.type === 'watch') this.deliver(event.payload as WatchDelivery);
    else this.connect((event.payload as { key: string }).key, event.type);
  }

  private deliver(delivery: WatchDelivery): void {
    const stream = this.streams.get(delivery.stream);
    if (!stream) return;
    const key = `${stream.user}/${stream.resource}`;
    const state = this.state.get(key);
    const informer = this.informers.get(key);
    if (!informer || state?.stream !== delivery.stream) return;
    if (this.clients.api.isCut(stream.user)) {
      this.kernel.cause = this.kernel.emit({
        actor: stream.user,
        target: 'kube-apiserver',
        verb: 'watch.close',
        subject: delivery.stream,
        level: 'action',
        detail: { reason: 'connection lost', resourceVersion: state.resourceVersion },
      });
      this.clients.api.closeStream(delivery.stream);
      this.retry(key, { ...state, stream: '' });
      return;
    }
    const objectKey = keyOfObject(delivery.object);
    this.kernel.cause = this.kernel.emit({
      actor: 'kube-apiserver',
      target: stream.user,
      verb: 'watch.deliver',
      subject: `${stream.resource}/${objectKey}`,
      level: 'micro',
      detail: { type: delivery.type, resourceVersion: String(delivery.revision) },
    });
    this.state.set(key, { stream: delivery.stream, resourceVersion: String(delivery.revision), failures: 0 });
    informer.apply(objectKey, delivery.type === 'DELETED' ? undefined : (delivery.object as never));
  }

  private retry(key: string, state: ReflectorState): void {
    const wait = Math.min(lastRetryMicros, firstRetryMicros * 2 ** state.failures);
    const retryAt = this.kernel.now + wait;
    this.state.set(key, { ...state, failures: state.failures + 1, retryAt });
    this.kernel.schedule(retryAt, Reflectors.component, 'retry', { key }, { background: true });
  }

  /**
   * The way to the API server is open again. While it was shut the tries were housekeeping; the next one is awaited:
   * a cluster is not at rest before its processes know again what is.
   */
  reconnect(process: string): void {
    for (const key of this.informersOf(process)) {
      const state = this.state.get(key);
      if (state?.stream !== '' || state.retryAt === undefined) continue;
      this.kernel.schedule(Math.max(this.kernel.now, state.retryAt), Reflectors.component, 'retry', { key });
    }
  }

  private connect(key: string, type: string): void {
    const informer = this.informers.get(key) as Informer | undefined;
    if (!informer) return;
    if (type === 'retry' && !this.state.has(key)) return;
    const state = this.state.get(key) ?? { stream: '', resourceVersion: '', failures: 0 };
    if (state.stream !== '') return;
    const session = this.clients.session(informer.process);
    const { resourceVersion } = state;
    if (type === 'retry' && resourceVersion !== '') {
      const code = this.watch(session, informer, key, resourceVersion);
      if (code === 200) return;
      // 410: the server has forgotten what came after that version; only a new list can tell.
      if (code !== 410) {
        this.retry(key, state);
        return;
      }
    }
    const listed = session.list(informer.kind, undefined, { ...informer.query });
    if (!listed.ok) {
      this.retry(key, { ...state, resourceVersion: '' });
      return;
    }
    this.kernel.cause = this.kernel.emit({
      actor: informer.process,
      verb: 'informer.sync',
      subject: informer.kind.resource,
      level: 'action',
      detail: { items: listed.object.items.length, resourceVersion: listed.object.metadata.resourceVersion },
    });
    this.replace(informer, listed.object.items);
    this.state.set(key, { stream: '', resourceVersion: listed.object.metadata.resourceVersion, failures: 0 });
    if (this.watch(session, informer, key, listed.object.metadata.resourceVersion) !== 200) {
      this.retry(key, this.state.get(key) as ReflectorState);
    }
  }

  /** DeltaFIFO.Replace: what the list lacks is deleted, the rest is added or updated. */
  private replace(informer: Informer, items: readonly KubeObject[]): void {
    const fresh = new Set(items.map(keyOfObject));
    for (const key of [...informer.cache.keys()]) if (!fresh.has(key)) informer.apply(key, undefined);
    for (const item of items) {
      const key = keyOfObject(item);
      if (informer.get(key) !== item) informer.apply(key, item);
    }
  }

  private watch(
    session: ReturnType<ClientFactory['session']>,
    informer: Informer,
    key: string,
    resourceVersion: string,
  ): number {
    const response = session.request({
      method: 'GET',
      path: pathOf(informer.kind, undefined),
      query: { ...informer.query, watch: 'true', resourceVersion },
      sink: Reflectors.component,
    });
    if (response.stream) this.state.set(key, { stream: response.stream, resourceVersion, failures: 0 });
    return response.code;
  }
}
