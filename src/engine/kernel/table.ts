// Models: nothing of Kubernetes; where the whole state of the simulation is kept.
// Simplified: —
// Not modelled: —
import { compareStrings, insertSorted, lowerBound, removeSorted } from '../../shared/compare';

/** One replaced row of one table. `undefined` stands for "no row". Rows are shared by reference, never copied. */
export interface Change {
  readonly table: string;
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Anything derived from a table's rows to make reading fast. It holds no state of its own. */
export interface DerivedIndex<R> {
  update(key: string, before: R | undefined, after: R | undefined): void;
  clear(): void;
}

/** Told of each write; the kernel's recorder. */
export type WriteListener = (table: string, key: string, before: unknown, after: unknown) => void;

/** A named map of immutable JSON rows. Reading in bulk is in key order. */
export class Table<R> {
  readonly name: string;
  private readonly onWrite: WriteListener | undefined;
  private rows = new Map<string, R>();
  private sorted: string[] | undefined;
  private indexes: DerivedIndex<R>[] = [];

  constructor(name: string, onWrite?: WriteListener) {
    this.name = name;
    this.onWrite = onWrite;
  }

  get size(): number {
    return this.rows.size;
  }

  get(key: string): R | undefined {
    return this.rows.get(key);
  }

  has(key: string): boolean {
    return this.rows.has(key);
  }

  /** Replaces the row; the same reference again is no change. */
  set(key: string, row: R): void {
    const before = this.rows.get(key);
    if (before === row) return;
    this.write(key, before, row);
  }

  delete(key: string): void {
    const before = this.rows.get(key);
    if (before !== undefined) this.write(key, before, undefined);
  }

  /** Moves the row without telling the recorder: how a view cursor applies a change that the trace holds. */
  apply(key: string, row: R | undefined): void {
    const before = this.rows.get(key);
    if (before !== row) this.put(key, before, row);
  }

  private write(key: string, before: R | undefined, after: R | undefined): void {
    this.put(key, before, after);
    this.onWrite?.(this.name, key, before, after);
  }

  private put(key: string, before: R | undefined, after: R | undefined): void {
    if (after === undefined) {
      this.rows.delete(key);
      if (this.sorted) removeSorted(this.sorted, key);
    } else {
      this.rows.set(key, after);
      if (this.sorted && before === undefined) insertSorted(this.sorted, key);
    }
    for (const index of this.indexes) index.update(key, before, after);
  }

  /** All keys, sorted. Valid until the next write; copy it to write while walking. */
  keys(): readonly string[] {
    this.sorted ??= [...this.rows.keys()].sort(compareStrings);
    return this.sorted;
  }

  /** Keys that begin with `prefix`, sorted. */
  keysWithPrefix(prefix: string): string[] {
    const keys = this.keys();
    const from = lowerBound(keys, prefix);
    let to = from;
    while (to < keys.length && (keys[to] as string).startsWith(prefix)) to++;
    return keys.slice(from, to);
  }

  /** All rows, in key order. */
  values(): R[] {
    return this.keys().map((key) => this.rows.get(key) as R);
  }

  /** Rows whose key begins with `prefix`, in key order. */
  valuesWithPrefix(prefix: string): R[] {
    return this.keysWithPrefix(prefix).map((key) => this.rows.get(key) as R);
  }

  /** Attaches a derived index and fills it. */
  addIndex<I extends DerivedIndex<R>>(index: I): I {
    this.indexes.push(index);
    this.fill(index);
    return index;
  }

  private fill(index: DerivedIndex<R>): void {
    index.clear();
    for (const [key, row] of this.rows) index.update(key, undefined, row);
  }

  /** A copy of the map that shares the rows. */
  copyRows(): Map<string, R> {
    return new Map(this.rows);
  }

  /** Replaces every row and rebuilds every index. */
  load(rows: ReadonlyMap<string, R>): void {
    this.rows = new Map(rows);
    this.sorted = undefined;
    for (const index of this.indexes) this.fill(index);
  }
}
