// Models: client-go util/workqueue: Type (queue, dirty, processing), DelayingInterface, ItemExponentialFailureRateLimiter
// Simplified: —
// Not modelled: the overall bucket limiter (10 a second, burst 100) of DefaultControllerRateLimiter.
import type { Kernel } from '../kernel/kernel';
import type { DerivedIndex, Table } from '../kernel/table';

/** One item; `redo` is dirty while it is processed. */
export interface QueueItem {
  readonly ordinal: number;
  readonly state: 'queued' | 'processing' | 'redo';
  readonly addedAt: number;
  /** The first add since the last get, and those merged into it. */
  readonly cause: number;
  readonly alsoCauses: readonly number[];
}

interface Waiting {
  readonly readyAt: number;
  readonly cause: number;
}

/** Causes of merged adds that are kept. */
const mergedCauses = 16;
const baseDelayMicros = 5_000;
const maxDelayMicros = 1_000_000_000;
/** From so many failures on a retry is nothing to wait for: a cluster with one is as settled as it will get. */
const hopelessFailures = 12;

/** Queued items, first in first out. Entries of items that left the queue are passed over. */
class Fifo implements DerivedIndex<QueueItem> {
  private entries: { ordinal: number; key: string }[] = [];
  private head = 0;
  count = 0;

  update(key: string, before: QueueItem | undefined, after: QueueItem | undefined): void {
    if (before?.state === 'queued') this.count--;
    if (after?.state !== 'queued') return;
    this.count++;
    const entry = { ordinal: after.ordinal, key };
    const last = this.entries[this.entries.length - 1];
    if (!last || last.ordinal < entry.ordinal) this.entries.push(entry);
    else {
      this.entries.push(entry);
      this.entries = this.entries.slice(this.head).sort((a, b) => a.ordinal - b.ordinal);
      this.head = 0;
    }
  }

  clear(): void {
    this.entries = [];
    this.head = 0;
    this.count = 0;
  }

  first(table: Table<QueueItem>): string | undefined {
    while (this.head < this.entries.length) {
      const { ordinal, key } = this.entries[this.head] as { ordinal: number; key: string };
      const item = table.get(key);
      if (item?.state === 'queued' && item.ordinal === ordinal) return key;
      this.head++;
    }
    this.entries = [];
    this.head = 0;
    return undefined;
  }
}

/** A controller's queue: each key is in it once, and never processed twice at a time. */
export class WorkQueue {
  readonly name: string;
  private readonly kernel: Kernel;
  private readonly component: string;
  readonly items: Table<QueueItem>;
  readonly waiting: Table<Waiting>;
  readonly failures: Table<number>;
  private readonly fifo: Fifo;
  private readonly wake: () => void;
  private readonly maxDelay: number;
  private readonly actor: string;

  /**
   * `component` gets `ready` when a delayed item's time has come; `wake` is called when there is something to do.
   * `actor`: whose queue it is, as the trace names it.
   */
  constructor(
    kernel: Kernel,
    name: string,
    actor: string,
    component: string,
    wake: () => void,
    maxDelay: number = maxDelayMicros,
  ) {
    this.actor = actor;
    this.maxDelay = maxDelay;
    this.wake = wake;
    this.kernel = kernel;
    this.name = name;
    this.component = component;
    this.items = kernel.table<QueueItem>(`queue/${name}`);
    this.waiting = kernel.table<Waiting>(`queue-waiting/${name}`);
    this.failures = kernel.table<number>(`queue-failures/${name}`);
    this.fifo = this.items.addIndex(new Fifo());
  }

  /** Items that wait for a worker. */
  get length(): number {
    return this.fifo.count;
  }

  /** Adds a key; what is there already is merged. */
  add(key: string): void {
    const item = this.items.get(key);
    const seq = this.kernel.emit({
      actor: this.actor,
      verb: 'queue.add',
      subject: key,
      level: 'micro',
      detail: { merged: item !== undefined && item.state !== 'processing' },
    });
    const cause = this.kernel.cause;
    if (!item || item.state === 'processing') {
      const state = item ? 'redo' : 'queued';
      this.items.set(key, { ordinal: seq, state, addedAt: this.kernel.now, cause: seq, alsoCauses: [] });
      if (state === 'queued') this.wake();
    } else if (item.alsoCauses.length < mergedCauses && item.cause !== cause) {
      this.items.set(key, { ...item, alsoCauses: [...item.alsoCauses, seq] });
    }
  }

  /** Adds a key after a time; of several waits for a key the earliest counts. */
  addAfter(
    key: string,
    delayMicros: number,
    options: { background?: boolean; verb?: 'queue.wait' | 'queue.retry' } = {},
  ): void {
    if (delayMicros <= 0) {
      this.add(key);
      return;
    }
    const readyAt = Math.ceil(this.kernel.now + delayMicros);
    const earlier = this.waiting.get(key);
    if (earlier && earlier.readyAt <= readyAt) return;
    const cause = this.kernel.emit({
      actor: this.actor,
      verb: options.verb ?? 'queue.wait',
      subject: key,
      level: 'micro',
      detail: { readyAt, failures: this.failures.get(key) ?? 0 },
    });
    this.waiting.set(key, { readyAt, cause });
    this.kernel.schedule(
      readyAt,
      this.component,
      'ready',
      { key, readyAt },
      { cause, background: options.background ?? false },
    );
  }

  /** AddRateLimited: 5 ms, doubled with each failure since the last Forget, at most 1,000 s or what this queue allows. */
  addRateLimited(key: string): void {
    const failures = this.failures.get(key) ?? 0;
    const delay = Math.min(this.maxDelay, baseDelayMicros * 2 ** failures);
    this.kernel.cause = this.kernel.emit({
      actor: this.actor,
      verb: 'queue.retry',
      subject: key,
      level: 'micro',
      detail: { failures: failures + 1, delayMicros: delay },
    });
    this.failures.set(key, failures + 1);
    this.addAfter(key, delay, { background: failures >= hopelessFailures });
  }

  /** NumRequeues */
  numRequeues(key: string): number {
    return this.failures.get(key) ?? 0;
  }

  /** Forgets a key's failures. */
  forget(key: string): void {
    this.failures.delete(key);
  }

  /** A delayed item's time has come; a wait that was replaced by an earlier one is nothing. */
  ready(key: string, readyAt: number): void {
    if (this.waiting.get(key)?.readyAt !== readyAt) return;
    this.add(key);
    this.waiting.delete(key);
  }

  /** The next key without taking it. */
  peek(): string | undefined {
    return this.fifo.first(this.items);
  }

  /** Takes the next key; the caller has emitted the event that this belongs to. */
  take(key: string): void {
    this.items.set(key, { ...(this.items.get(key) as QueueItem), state: 'processing' });
  }

  /** The key is no longer processed; if it was added meanwhile, it is queued again, last. `seq`: of the event that says so. */
  done(key: string, seq: number): void {
    const item = this.items.get(key);
    if (!item) return;
    if (item.state === 'redo') {
      this.items.set(key, { ...item, ordinal: seq, state: 'queued' });
      this.wake();
    } else this.items.delete(key);
  }
}
