import type { Trace } from '../engine/index';

const none: readonly number[] = [];

/** Where in a trace each object was written, and each cache heard of it. Read once, extended as the trace grows. */
export class ChangeIndex {
  private readonly trace: Trace;
  private until: number;
  /** Positions by table and key. */
  private readonly positions = new Map<string, Map<string, number[]>>();

  constructor(trace: Trace) {
    this.trace = trace;
    this.until = trace.dropped;
  }

  /** Reads what is new. */
  extend(): void {
    for (; this.until < this.trace.length; this.until++) {
      for (const { table, key } of this.trace.at(this.until)?.changes ?? []) {
        if (!table.startsWith('api/') && !table.startsWith('cache/')) continue;
        let keys = this.positions.get(table);
        if (!keys) {
          keys = new Map();
          this.positions.set(table, keys);
        }
        const list = keys.get(key);
        if (!list) keys.set(key, [this.until]);
        else if (list[list.length - 1] !== this.until) list.push(this.until);
      }
    }
  }

  /** Positions of the events that changed a row, oldest first. The same array grows; do not keep a copy. */
  of(table: string, key: string): readonly number[] {
    return this.positions.get(table)?.get(key) ?? none;
  }

  /** Processes with a cache of a resource that has ever held something. */
  processes(resource: string): string[] {
    const end = `/${resource}`;
    return [...this.positions.keys()]
      .filter((table) => table.startsWith('cache/') && table.endsWith(end))
      .map((table) => table.slice('cache/'.length, -end.length))
      .sort();
  }
}
