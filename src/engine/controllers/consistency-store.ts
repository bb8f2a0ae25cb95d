// Models: pkg/controller/util/consistency (ConsistencyStore), feature gates StaleControllerConsistency… (beta, on since 1.36)
// Simplified: deletions of dependents are not recorded as writes; the expectations wait for those.
// Not modelled: —
import type { KubeObject } from '../api/meta';
import type { Informer } from '../client/informer';
import type { Kernel } from '../kernel/kernel';
import type { Table } from '../kernel/table';

interface OwnerRecord {
  readonly ownerUid: string;
  /** Highest version that was written for the owner, by resource. */
  readonly versions: Readonly<Record<string, number>>;
}

/** What a controller wrote for each of its objects, so that it never acts on caches older than its own writes. */
export class ConsistencyStore {
  private readonly rows: Table<OwnerRecord>;
  private readonly stores: readonly Informer<never>[];

  constructor(kernel: Kernel, controller: string, stores: readonly Informer<never>[]) {
    this.rows = kernel.table<OwnerRecord>(`consistency/${controller}`);
    this.stores = stores;
  }

  /** A resource was written for an owner at the version that the written object has. */
  wroteAt(owner: string, ownerUid: string, resource: string, written: KubeObject): void {
    const version = Number(written.metadata.resourceVersion);
    const row = this.rows.get(owner);
    const versions = row?.ownerUid === ownerUid ? row.versions : {};
    if ((versions[resource] ?? 0) >= version) return;
    this.rows.set(owner, { ownerUid, versions: { ...versions, [resource]: version } });
  }

  /** Nothing when the caches hold what was written, else why the owner must wait. */
  ensureReady(owner: string): string | undefined {
    const row = this.rows.get(owner);
    if (!row) return undefined;
    for (const store of this.stores) {
      const { group, resource } = store.kind;
      const wrote = row.versions[resource];
      const read = store.lastSyncResourceVersion();
      if (wrote === undefined || read === '' || Number(read) >= wrote) continue;
      const name = group === '' ? resource : `${resource}.${group}`;
      return `read version: ${read} is not as new as written version: ${wrote} for group resource ${name}`;
    }
    this.rows.delete(owner);
    return undefined;
  }

  /** Forgets an owner; with a uid, only that one. */
  clear(owner: string, ownerUid = ''): void {
    if (ownerUid === '' || this.rows.get(owner)?.ownerUid === ownerUid) this.rows.delete(owner);
  }
}
