// Models: client-go tools/cache Indexer: keys of rows by a value computed from the row.
// Simplified: —
// Not modelled: —
import { insertSorted, removeSorted } from '../../shared/compare';
import type { DerivedIndex, Table } from './table';

const none: readonly string[] = [];

/** Keys of a table's rows by group; each group's keys are sorted. A row of group `undefined` is in none. */
export class GroupIndex<R> implements DerivedIndex<R> {
  private readonly table: Table<R>;
  private readonly groupOf: (row: R) => string | undefined;
  private groups = new Map<string, string[]>();

  private constructor(table: Table<R>, groupOf: (row: R) => string | undefined) {
    this.table = table;
    this.groupOf = groupOf;
  }

  static on<R>(table: Table<R>, groupOf: (row: R) => string | undefined): GroupIndex<R> {
    return table.addIndex(new GroupIndex(table, groupOf));
  }

  update(key: string, before: R | undefined, after: R | undefined): void {
    const from = before === undefined ? undefined : this.groupOf(before);
    const to = after === undefined ? undefined : this.groupOf(after);
    if (from === to) return;
    if (from !== undefined) {
      const keys = this.groups.get(from);
      if (keys) {
        removeSorted(keys, key);
        if (keys.length === 0) this.groups.delete(from);
      }
    }
    if (to !== undefined) {
      const keys = this.groups.get(to);
      if (keys) insertSorted(keys, key);
      else this.groups.set(to, [key]);
    }
  }

  clear(): void {
    this.groups.clear();
  }

  keys(group: string): readonly string[] {
    return this.groups.get(group) ?? none;
  }

  rows(group: string): R[] {
    return this.keys(group).map((key) => this.table.get(key) as R);
  }

  count(group: string): number {
    return this.groups.get(group)?.length ?? 0;
  }
}
