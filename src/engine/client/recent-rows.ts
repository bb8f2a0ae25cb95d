// Models: k8s.io/utils/lru as the EventCorrelator's caches use it
// Simplified: —
// Not modelled: —
import type { DerivedIndex, Table } from '../kernel/table';

/** A row that is forgotten when its owner has too many that were used later. */
export interface RecentRow {
  /** Whose cache it is in. */
  readonly owner: string;
  /** Grows with each use. */
  readonly used: number;
}

interface Entry {
  readonly used: number;
  readonly key: string;
}

/** Rows of one owner in the order of their last use; entries of rows that were used again are passed over. */
interface Uses {
  entries: Entry[];
  head: number;
  count: number;
  sorted: boolean;
}

class UseOrder<R extends RecentRow> implements DerivedIndex<R> {
  private readonly owners = new Map<string, Uses>();

  update(key: string, before: R | undefined, after: R | undefined): void {
    if (before) (this.owners.get(before.owner) as Uses).count--;
    if (!after) return;
    let uses = this.owners.get(after.owner);
    if (!uses) {
      uses = { entries: [], head: 0, count: 0, sorted: true };
      this.owners.set(after.owner, uses);
    }
    const last = uses.entries[uses.entries.length - 1];
    if (last && last.used > after.used) uses.sorted = false;
    uses.entries.push({ used: after.used, key });
    uses.count++;
  }

  clear(): void {
    this.owners.clear();
  }

  count(owner: string): number {
    return this.owners.get(owner)?.count ?? 0;
  }

  leastRecent(owner: string, table: Table<R>): string | undefined {
    const uses = this.owners.get(owner);
    if (!uses) return undefined;
    if (!uses.sorted) {
      uses.entries = uses.entries.slice(uses.head).sort((a, b) => a.used - b.used);
      uses.head = 0;
      uses.sorted = true;
    }
    for (; uses.head < uses.entries.length; uses.head++) {
      const { used, key } = uses.entries[uses.head] as Entry;
      if (table.get(key)?.used !== used) continue;
      if (uses.head > uses.entries.length / 2) {
        uses.entries = uses.entries.slice(uses.head);
        uses.head = 0;
      }
      return key;
    }
    return undefined;
  }
}

/** Rows of a table of which each owner keeps only those used last. */
export class RecentRows<R extends RecentRow> {
  private readonly table: Table<R>;
  private readonly limit: number;
  private readonly order: UseOrder<R>;

  constructor(table: Table<R>, limit: number) {
    this.table = table;
    this.limit = limit;
    this.order = table.addIndex(new UseOrder<R>());
  }

  get(key: string): R | undefined {
    return this.table.get(key);
  }

  /** Writes a row, as used now; the owner's least recent one goes if it is one too many. */
  set(key: string, row: R): void {
    this.table.set(key, row);
    if (this.order.count(row.owner) <= this.limit) return;
    const oldest = this.order.leastRecent(row.owner, this.table);
    if (oldest !== undefined) this.table.delete(oldest);
  }
}
