// Models: client-go tools/cache Indexer: rows by a value computed from the row.
// Simplified: —
// Not modelled: —
import { lowerBound } from '../../shared/compare';
import type { DerivedIndex, Table } from './table';

const none: readonly never[] = [];

/** Members of a group, by key; `values` are in the order of `keys`. */
interface Group<V> {
  readonly keys: string[];
  readonly values: V[];
}

/**
 * A table's rows by group, in the order of their keys. A row of group `undefined` is in none. What is kept of a row
 * is the row, or what `derive` makes of it, once for each change of the row.
 */
export class GroupIndex<R, V = R> implements DerivedIndex<R> {
  private readonly groupOf: (row: R) => string | undefined;
  private readonly derive: (row: R) => V;
  private groups = new Map<string, Group<V>>();

  private constructor(groupOf: (row: R) => string | undefined, derive: (row: R) => V) {
    this.groupOf = groupOf;
    this.derive = derive;
  }

  static on<R>(table: Table<R>, groupOf: (row: R) => string | undefined): GroupIndex<R> {
    return GroupIndex.deriving(table, groupOf, (row) => row);
  }

  static deriving<R, V>(
    table: Table<R>,
    groupOf: (row: R) => string | undefined,
    derive: (row: R) => V,
  ): GroupIndex<R, V> {
    return table.addIndex(new GroupIndex(groupOf, derive));
  }

  update(key: string, before: R | undefined, after: R | undefined): void {
    const from = before === undefined ? undefined : this.groupOf(before);
    const to = after === undefined ? undefined : this.groupOf(after);
    if (from !== undefined && from !== to) this.remove(from, key);
    if (to !== undefined) this.put(to, key, this.derive(after as R));
  }

  private remove(name: string, key: string): void {
    const group = this.groups.get(name);
    if (!group) return;
    const at = lowerBound(group.keys, key);
    if (group.keys[at] !== key) return;
    group.keys.splice(at, 1);
    group.values.splice(at, 1);
    if (group.keys.length === 0) this.groups.delete(name);
  }

  private put(name: string, key: string, value: V): void {
    const group = this.groups.get(name);
    if (!group) {
      this.groups.set(name, { keys: [key], values: [value] });
      return;
    }
    const { keys, values } = group;
    const at = lowerBound(keys, key);
    if (keys[at] === key) values[at] = value;
    else if (at === keys.length) {
      keys.push(key);
      values.push(value);
    } else {
      keys.splice(at, 0, key);
      values.splice(at, 0, value);
    }
  }

  clear(): void {
    this.groups.clear();
  }

  /** Keys of a group, sorted. Valid until the next write; copy it to write while walking. */
  keys(group: string): readonly string[] {
    return this.groups.get(group)?.keys ?? none;
  }

  /** What is kept of the rows of a group, in key order. Valid until the next write. */
  values(group: string): readonly V[] {
    return this.groups.get(group)?.values ?? none;
  }

  /** The same as `values`, as an array of the caller's own. */
  rows(group: string): V[] {
    return this.values(group).slice();
  }

  count(group: string): number {
    return this.groups.get(group)?.keys.length ?? 0;
  }
}
