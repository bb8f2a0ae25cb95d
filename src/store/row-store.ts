import type { RowsDelta } from '../worker/protocol';

export type Rows = Readonly<Record<string, ReadonlyMap<string, unknown>>>;

/** Rows of one cursor as the Worker tells of them: each is sent once, and then named by its number. */
export class RowStore {
  private readonly byId = new Map<number, unknown>();

  /** What there is after a delta. Rows that did not change keep their identity, and so do tables. */
  take(before: Rows, { reset, fresh, changes }: RowsDelta): Rows {
    if (reset) this.byId.clear();
    for (const [id, row] of fresh) this.byId.set(id, row);
    if (changes.length === 0) return reset ? {} : before;
    const rows: Record<string, ReadonlyMap<string, unknown>> = reset ? {} : { ...before };
    const copied = new Map<string, Map<string, unknown>>();
    for (const [table, key, id] of changes) {
      let copy = copied.get(table);
      if (!copy) {
        copy = new Map(rows[table]);
        copied.set(table, copy);
        rows[table] = copy;
      }
      if (id === 0) copy.delete(key);
      else copy.set(key, this.byId.get(id));
    }
    return rows;
  }

  forget(): void {
    this.byId.clear();
  }
}
