// Models: k8s.io/apiserver pkg/storage/etcd3/lease_manager.go with --event-ttl at its 1h; etcd's leases
// Simplified: only Events have a time to live; Leases, Nodes and all else stay until somebody deletes them.
// Not modelled: the master leases of several API servers.
import { type KindDefinition, kindOf } from '../api/kinds';
import { GroupIndex } from '../kernel/group-index';
import type { Kernel } from '../kernel/kernel';
import type { Table } from '../kernel/table';
import type { Storage } from './storage';

const component = 'etcd';
/** --event-ttl; what a lease has more, so that the Events of a minute share one; microseconds. */
const ttlMicros = 3_600_000_000;
const reuseMicros = 60_000_000;
/** defaultLeaseMaxObjectCount */
const mostAttached = 1_000;

interface Lease {
  readonly id: number;
  /** Virtual time, microseconds. */
  readonly expiresAt: number;
  readonly attached: number;
}

/** Lets Events go when nothing has been written to them for an hour, those of about a minute together. */
export class EventLeases {
  private readonly kernel: Kernel;
  private readonly storage: Storage;
  private readonly newest: Table<Lease>;
  /** The lease that keeps each Event, by the Event's key. */
  private readonly leaseOf: Table<string>;
  private readonly byLease: GroupIndex<string>;

  constructor(kernel: Kernel, storage: Storage) {
    this.kernel = kernel;
    this.storage = storage;
    this.newest = kernel.table<Lease>('etcd-leases', { traced: false });
    this.leaseOf = kernel.table<string>('etcd-leased-keys', { traced: false });
    this.byLease = GroupIndex.on(this.leaseOf, (lease) => lease);
    kernel.on(component, (event) => this.expire(String((event.payload as { lease: number }).lease)));
  }

  /** An Event was written at a virtual time: from then on it has its hour anew. */
  keep(key: string, at: number): void {
    const before = this.newest.get('newest');
    const valid = before !== undefined && at + ttlMicros < before.expiresAt;
    const lease: Lease =
      valid && before.attached < mostAttached
        ? { ...before, attached: before.attached + 1 }
        : { id: (before?.id ?? 0) + 1, expiresAt: at + ttlMicros + reuseMicros, attached: 1 };
    this.newest.set('newest', lease);
    this.leaseOf.set(key, String(lease.id));
    if (lease.id !== before?.id)
      this.kernel.schedule(lease.expiresAt, component, 'expire', { lease: lease.id }, { background: true });
  }

  private expire(lease: string): void {
    const keys = this.byLease.keys(lease).slice();
    const events = kindOf('', 'v1', 'events') as KindDefinition;
    if (keys.length === 0) return;
    const stored = keys.filter((key) => this.storage.get(events, key));
    const { kernel } = this;
    kernel.cause = kernel.emit({
      actor: 'kube-apiserver',
      verb: 'api.expire',
      subject: 'events',
      level: 'micro',
      detail: { lease: Number(lease), count: stored.length },
    });
    for (const key of keys) this.leaseOf.delete(key);
    for (const key of stored) this.storage.remove(events, key, kernel.now, kernel.cause);
  }
}
