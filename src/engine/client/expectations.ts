// Models: pkg/controller/controller_utils.go ControllerExpectations, UIDTrackingControllerExpectations
// Simplified: —
// Not modelled: —
import type { Kernel } from '../kernel/kernel';
import type { Table } from '../kernel/table';

export interface Expectation {
  readonly add: number;
  readonly del: number;
  /** Virtual time at which it was set. */
  readonly at: number;
  /** Keys of the objects whose deletion is still to be seen. */
  readonly deleting: readonly string[];
}

/** ExpectationsTimeout: after five minutes a controller acts again, whatever it has not seen. */
const timeoutMicros = 300_000_000;

/** What a controller has asked for and not yet seen in its cache; until then it must not act again. */
export class Expectations {
  private readonly kernel: Kernel;
  readonly rows: Table<Expectation>;

  constructor(kernel: Kernel, controller: string) {
    this.kernel = kernel;
    this.rows = kernel.table<Expectation>(`expectations/${controller}`);
  }

  expectCreations(key: string, count: number): void {
    this.rows.set(key, { add: count, del: 0, at: this.kernel.now, deleting: [] });
  }

  expectDeletions(key: string, deleting: readonly string[]): void {
    this.rows.set(key, { add: 0, del: deleting.length, at: this.kernel.now, deleting });
  }

  /** One creation was seen, or will never be. */
  creationObserved(key: string): void {
    const row = this.rows.get(key);
    if (row && row.add > 0) this.rows.set(key, { ...row, add: row.add - 1 });
  }

  /** `count` creations will not happen. */
  lowerCreations(key: string, count: number): void {
    const row = this.rows.get(key);
    if (row && count > 0) this.rows.set(key, { ...row, add: row.add - count });
  }

  /** The deletion of one object was seen, or failed. Each object counts once. */
  deletionObserved(key: string, objectKey: string): void {
    const row = this.rows.get(key);
    if (!row?.deleting.includes(objectKey)) return;
    this.rows.set(key, { ...row, del: row.del - 1, deleting: row.deleting.filter((other) => other !== objectKey) });
  }

  /** Forgets a key, when its object is gone. */
  deleteExpectations(key: string): void {
    this.rows.delete(key);
  }

  /** Whether the controller may act: it expects nothing, has seen all, or has waited too long. */
  satisfied(key: string): boolean {
    const row = this.rows.get(key);
    if (!row) return true;
    if (row.add <= 0 && row.del <= 0) return true;
    return this.kernel.now - row.at > timeoutMicros;
  }
}
