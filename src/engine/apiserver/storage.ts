// Models: k8s.io/apiserver pkg/storage (etcd3 store, cacher) and pkg/storage/cacher watch cache.
// Simplified: one store; every read is consistent with the newest revision.
// Not modelled: etcd itself, compaction by time.
import { type KindDefinition, tableName } from '../api/kinds';
import { type KubeObject, keyOfObject, withMetadata } from '../api/meta';
import type { Kernel } from '../kernel/kernel';
import type { Table } from '../kernel/table';

export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** One committed write, as watchers see it. */
export interface StoredEvent {
  readonly revision: number;
  readonly resource: string;
  readonly key: string;
  readonly type: WatchEventType;
  readonly object: KubeObject;
  /** The object before, for watchers whose selector it left. */
  readonly before: KubeObject | undefined;
}

export type CommitListener = (event: StoredEvent, kind: KindDefinition, at: number, cause: number) => void;

/** Objects by resource and key, one revision counter, and the last writes for watchers that come back. */
export class Storage {
  private readonly kernel: Kernel;
  private readonly historySize: number;
  private readonly meta: Table<number>;
  private readonly history: Table<StoredEvent>;
  private readonly tables = new Map<string, Table<KubeObject>>();
  onCommit: CommitListener = () => {};

  constructor(kernel: Kernel, historySize: number) {
    this.kernel = kernel;
    this.historySize = historySize;
    this.meta = kernel.table<number>('etcd', { traced: false });
    this.history = kernel.table<StoredEvent>('watch-cache', { traced: false });
  }

  /** The table that holds a resource's objects, by `namespace/name`. */
  table(resource: string): Table<KubeObject> {
    let table = this.tables.get(resource);
    if (!table) {
      table = this.kernel.table<KubeObject>(`api/${resource}`);
      this.tables.set(resource, table);
    }
    return table;
  }

  /** The newest revision. */
  get revision(): number {
    return this.meta.get('revision') ?? 0;
  }

  /** The oldest revision from which a watch can still go on. */
  get oldestRevision(): number {
    return Math.max(0, this.revision - this.historySize);
  }

  get(kind: KindDefinition, key: string): KubeObject | undefined {
    return this.table(tableName(kind)).get(key);
  }

  /** Writes one object at the next revision and returns it as stored. `at`: virtual time of the write. */
  put(kind: KindDefinition, object: KubeObject, at: number, cause: number): KubeObject {
    const key = keyOfObject(object);
    const table = this.table(tableName(kind));
    const before = table.get(key);
    const revision = this.nextRevision();
    const stored = withMetadata(object, { resourceVersion: String(revision) });
    table.set(key, stored);
    this.commit(
      kind,
      { revision, resource: tableName(kind), key, type: before ? 'MODIFIED' : 'ADDED', object: stored, before },
      at,
      cause,
    );
    return stored;
  }

  /** Removes one object; watchers see its last state with the revision of the removal. */
  remove(kind: KindDefinition, key: string, at: number, cause: number): KubeObject | undefined {
    const table = this.table(tableName(kind));
    const before = table.get(key);
    if (!before) return undefined;
    const revision = this.nextRevision();
    table.delete(key);
    const object = withMetadata(before, { resourceVersion: String(revision) });
    this.commit(kind, { revision, resource: tableName(kind), key, type: 'DELETED', object, before }, at, cause);
    return object;
  }

  private nextRevision(): number {
    const revision = this.revision + 1;
    this.meta.set('revision', revision);
    return revision;
  }

  private commit(kind: KindDefinition, event: StoredEvent, at: number, cause: number): void {
    this.history.set(String(event.revision), event);
    this.history.delete(String(event.revision - this.historySize));
    this.onCommit(event, kind, at, cause);
  }

  /** The remembered writes of a resource after a revision, oldest first. */
  eventsAfter(resource: string, revision: number): StoredEvent[] {
    const events: StoredEvent[] = [];
    for (let r = revision + 1; r <= this.revision; r++) {
      const event = this.history.get(String(r));
      if (event && event.resource === resource) events.push(event);
    }
    return events;
  }
}
