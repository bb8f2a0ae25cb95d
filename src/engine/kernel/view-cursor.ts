// Models: nothing of Kubernetes; the tables as they were at any moment of the trace.
// Simplified: —
// Not modelled: —
import type { KernelState } from './kernel';
import { Table } from './table';
import type { Trace } from './trace';

/** The state from which a cursor sets out when the events before it are no longer kept. */
export interface ViewBase {
  /** Of the last event that is in it. */
  readonly position: number;
  readonly tables: KernelState['tables'];
}

/** A second set of tables, moved forward and back over a trace. The engine's own tables are never touched. */
export class ViewCursor {
  private tables = new Map<string, Table<unknown>>();
  private trace: Trace;
  /** Position in the trace of the last event applied; -1 before the first. */
  position = -1;

  constructor(trace: Trace, base?: ViewBase) {
    this.trace = trace;
    this.position = base?.position ?? trace.dropped - 1;
    for (const { name, traced, rows } of base?.tables ?? []) if (traced) this.table(name).load(rows);
  }

  table<R>(name: string): Table<R> {
    let table = this.tables.get(name);
    if (!table) {
      table = new Table<unknown>(name);
      this.tables.set(name, table);
    }
    return table as Table<R>;
  }

  /** Names of the tables that had rows so far, sorted. */
  tableNames(): string[] {
    return [...this.tables.keys()].sort();
  }

  /**
   * Moves to a position, clamped to where the trace lets a cursor stand. Returns the tables touched.
   * A cursor left behind by dropped events cannot be moved: move it before they are dropped.
   */
  moveTo(position: number): Set<string> {
    const goal = Math.max(this.trace.earliest, Math.min(position, this.trace.length - 1));
    const touched = new Set<string>();
    while (this.position < goal) {
      const event = this.trace.at(this.position + 1);
      for (const change of event?.changes ?? []) {
        this.table(change.table).apply(change.key, change.after);
        touched.add(change.table);
      }
      this.position++;
    }
    while (this.position > goal) {
      const changes = this.trace.at(this.position)?.changes ?? [];
      for (let i = changes.length - 1; i >= 0; i--) {
        const change = changes[i] as (typeof changes)[number];
        this.table(change.table).apply(change.key, change.before);
        touched.add(change.table);
      }
      this.position--;
    }
    return touched;
  }
}
