// Models: pkg/scheduler/backend/queue active_queue.go, backoff_queue.go, unschedulable_entities.go: the order within each queue.
// Simplified: —
// Not modelled: —
import type { DerivedIndex, Table } from '../../kernel/table';
import type { Sortable } from '../framework/plugin';
import { Heap } from './heap';
import type { QueuedPod, QueueName } from './queued-pod';

interface Entry {
  readonly key: string;
  readonly pod: QueuedPod;
}

/** The rows of the queue in the order of each of its parts; derived. */
export class QueueIndex implements DerivedIndex<QueuedPod> {
  private readonly table: Table<QueuedPod>;
  private readonly heaps: Readonly<Record<Exclude<QueueName, 'unschedulablePods'>, Heap<Entry>>>;
  private readonly counts: Record<QueueName, number> = {
    activeQ: 0,
    backoffQ: 0,
    errorBackoffQ: 0,
    unschedulablePods: 0,
  };
  private waiting: Entry[] = [];
  private sorted = true;

  constructor(table: Table<QueuedPod>, less: (a: Sortable, b: Sortable) => boolean) {
    this.table = table;
    const byActive = (a: Entry, b: Entry) => {
      if (less(a.pod, b.pod)) return true;
      return !less(b.pod, a.pod) && a.pod.ordinal < b.pod.ordinal;
    };
    const byExpiration = (a: Entry, b: Entry) =>
      a.pod.backoffExpiration === b.pod.backoffExpiration
        ? byActive(a, b)
        : a.pod.backoffExpiration < b.pod.backoffExpiration;
    this.heaps = {
      activeQ: new Heap(byActive),
      backoffQ: new Heap(byExpiration),
      errorBackoffQ: new Heap(byExpiration),
    };
    table.addIndex(this);
  }

  update(key: string, before: QueuedPod | undefined, after: QueuedPod | undefined): void {
    if (before) this.counts[before.queue]--;
    if (!after) return;
    this.counts[after.queue]++;
    const entry = { key, pod: after };
    if (after.queue !== 'unschedulablePods') this.heaps[after.queue].push(entry);
    else {
      const last = this.waiting[this.waiting.length - 1];
      if (last && last.pod.ordinal > after.ordinal) this.sorted = false;
      this.waiting.push(entry);
    }
  }

  clear(): void {
    for (const heap of Object.values(this.heaps)) heap.clear();
    this.waiting = [];
    this.sorted = true;
    for (const name of Object.keys(this.counts)) this.counts[name as QueueName] = 0;
  }

  count(queue: QueueName): number {
    return this.counts[queue];
  }

  /** The first of a queue, without taking it. */
  first(queue: Exclude<QueueName, 'unschedulablePods'>): { key: string; pod: QueuedPod } | undefined {
    const heap = this.heaps[queue];
    let entry = heap.peek();
    while (entry && this.table.get(entry.key) !== entry.pod) {
      heap.pop();
      entry = heap.peek();
    }
    return entry;
  }

  /** Every Pod that was found unschedulable, the longest there first. */
  unschedulable(): { key: string; pod: QueuedPod }[] {
    if (this.counts.unschedulablePods === 0) {
      this.waiting = [];
      this.sorted = true;
      return [];
    }
    if (!this.sorted) {
      this.waiting.sort((a, b) => a.pod.ordinal - b.pod.ordinal);
      this.sorted = true;
    }
    this.waiting = this.waiting.filter(({ key, pod }) => this.table.get(key) === pod);
    return [...this.waiting];
  }
}
