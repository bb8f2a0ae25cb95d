import type { ViewCursor } from '../engine/index';
import type { RowsDelta } from './protocol';

/** Rows remembered by number; beyond it both sides forget and begin again. */
const rememberedRows = 20_000;

/** Which rows of some tables the main thread has, and how those at a cursor differ from them. */
export class RowFeed {
  private tables: readonly string[] = [];
  private rowIds = new WeakMap<object, number>();
  private lastRowId = 0;
  private shown = new Map<string, Map<string, unknown>>();
  private reset = true;
  private dirty: Set<string> | 'all' = 'all';

  /** Tables in view; a name that ends in `/` stands for all that begin with it. */
  watch(tables: readonly string[]): void {
    this.tables = tables;
    this.dirty = 'all';
  }

  /** Notes that rows of these tables may differ from those shown. */
  touch(tables: Iterable<string>): void {
    if (this.dirty === 'all') return;
    for (const table of tables) this.dirty.add(table);
  }

  /** The same of every table: another cursor is looked at. */
  touchAll(): void {
    this.dirty = 'all';
  }

  private isWatched(table: string): boolean {
    return this.tables.some((name) => (name.endsWith('/') ? table.startsWith(name) : table === name));
  }

  /** How the rows at a cursor differ from those shown before. */
  next(view: ViewCursor): RowsDelta {
    if (this.lastRowId > rememberedRows) {
      this.reset = true;
      this.dirty = 'all';
    }
    const { reset } = this;
    if (reset) {
      this.rowIds = new WeakMap();
      this.lastRowId = 0;
      this.shown.clear();
      this.reset = false;
    }
    const fresh: (readonly [number, unknown])[] = [];
    const changes: (readonly [string, string, number])[] = [];
    const names = this.dirty === 'all' ? new Set([...view.tableNames(), ...this.shown.keys()]) : this.dirty;
    for (const name of names) {
      const shown = this.shown.get(name) ?? new Map<string, unknown>();
      if (!this.isWatched(name)) {
        // No longer in view: nothing of it needs to be kept on the other side.
        for (const key of shown.keys()) changes.push([name, key, 0]);
        this.shown.delete(name);
        continue;
      }
      const table = view.table<object>(name);
      for (const key of [...shown.keys()]) {
        if (table.has(key)) continue;
        changes.push([name, key, 0]);
        shown.delete(key);
      }
      for (const key of table.keys()) {
        const row = table.get(key) as object;
        if (shown.get(key) === row) continue;
        shown.set(key, row);
        changes.push([name, key, this.rowId(row, fresh)]);
      }
      this.shown.set(name, shown);
    }
    this.dirty = new Set();
    return { reset, fresh, changes };
  }

  private rowId(row: unknown, fresh: (readonly [number, unknown])[]): number {
    if (typeof row !== 'object' || row === null) {
      fresh.push([++this.lastRowId, row]);
      return this.lastRowId;
    }
    let id = this.rowIds.get(row);
    if (id === undefined) {
      id = ++this.lastRowId;
      this.rowIds.set(row, id);
      fresh.push([id, row]);
    }
    return id;
  }
}
