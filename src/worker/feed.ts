import type { Branch, KubeObject } from '../engine/index';
import { isFailure, noteOf } from './event-note';
import { PodSlots } from './pod-slots';
import type { RowsDelta, TraceChunk } from './protocol';

/** Events of the index in one frame. */
const chunkEvents = 4_000;
/** Rows remembered by number; beyond it both sides forget and begin again. */
const rememberedRows = 20_000;

const levels = ['micro', 'action', 'milestone'] as const;

/** What the main thread has been told so far about one branch, and what it must be told next. */
export class Feed {
  private branch: Branch;
  private sent = 0;
  private slots = new PodSlots();
  private slotsReset = true;
  private slotted = 0;
  private strings = new Map<string, number>([['', 0]]);
  private freshStrings: string[] = [];
  private tables: readonly string[] = [];
  private rowIds = new WeakMap<object, number>();
  private lastRowId = 0;
  private shown = new Map<string, Map<string, unknown>>();
  private resetRows = true;
  private dirty: Set<string> | 'all' = 'all';

  constructor(branch: Branch) {
    this.branch = branch;
  }

  /** Speaks of another branch from now on. */
  follow(branch: Branch): void {
    if (branch === this.branch) return;
    this.branch = branch;
    this.sent = 0;
    this.slots = new PodSlots();
    this.slotsReset = true;
    this.slotted = 0;
    this.dirty = 'all';
  }

  watch(tables: readonly string[]): void {
    this.tables = tables;
    this.dirty = 'all';
  }

  /** Notes that rows of these tables may differ from those shown. */
  touch(tables: Iterable<string>): void {
    if (this.dirty === 'all') return;
    for (const table of tables) this.dirty.add(table);
  }

  /** Whether the index is complete on the other side. */
  get caughtUp(): boolean {
    return this.sent >= this.branch.cluster.kernel.trace.length;
  }

  private id(text: string | undefined): number {
    if (!text) return 0;
    let id = this.strings.get(text);
    if (id === undefined) {
      id = this.strings.size;
      this.strings.set(text, id);
      this.freshStrings.push(text);
    }
    return id;
  }

  /** The next part of the index; `undefined` when nothing is new. */
  nextChunk(): TraceChunk | undefined {
    const { trace } = this.branch.cluster.kernel;
    const from = Math.max(this.sent, trace.dropped);
    const count = Math.min(chunkEvents, trace.length - from);
    if (count <= 0) return undefined;
    const chunk = {
      branch: this.branch.name,
      from,
      seq: new Float64Array(count),
      at: new Float64Array(count),
      cause: new Float64Array(count),
      level: new Uint8Array(count),
      failed: new Uint8Array(count),
      actor: new Uint32Array(count),
      target: new Uint32Array(count),
      verb: new Uint32Array(count),
      subject: new Uint32Array(count),
      note: new Uint32Array(count),
    };
    for (let i = 0; i < count; i++) {
      const event = trace.at(from + i);
      if (!event) continue;
      chunk.seq[i] = event.seq;
      chunk.at[i] = event.at;
      chunk.cause[i] = event.cause;
      chunk.level[i] = levels.indexOf(event.level);
      chunk.failed[i] = isFailure(event) ? 1 : 0;
      chunk.actor[i] = this.id(event.actor);
      chunk.target[i] = this.id(event.target);
      chunk.verb[i] = this.id(event.verb);
      chunk.subject[i] = this.id(event.subject);
      chunk.note[i] = this.id(noteOf(event));
    }
    this.sent = from + count;
    return chunk;
  }

  /** Places of Pods that came up until a position. */
  nextSlots(position: number): { reset: boolean; slots: (readonly [string, number])[] } {
    const { trace } = this.branch.cluster.kernel;
    if (this.slotted === 0 && trace.dropped > 0) {
      // Pods from a time that is no longer kept: the oldest first, as they came.
      const rows = [...this.branch.baseRows<KubeObject>('api/pods')].map(([key, after]) => ({ key, after }));
      const age = ({ key, after }: (typeof rows)[number]) => `${after.metadata.creationTimestamp ?? ''} ${key}`;
      rows.sort((a, b) => (age(a) < age(b) ? -1 : 1));
      this.slots.feed(rows.map(({ key, after }) => ({ table: 'api/pods', key, before: undefined, after })));
    }
    for (this.slotted = Math.max(this.slotted, trace.dropped); this.slotted <= position; this.slotted++) {
      this.slots.feed(trace.at(this.slotted)?.changes ?? []);
    }
    const reset = this.slotsReset;
    this.slotsReset = false;
    return { reset, slots: this.slots.take() };
  }

  takeStrings(): string[] {
    const fresh = this.freshStrings;
    this.freshStrings = [];
    return fresh;
  }

  private isWatched(table: string): boolean {
    return this.tables.some((name) => (name.endsWith('/') ? table.startsWith(name) : table === name));
  }

  /** How the rows in view differ from those shown before. */
  nextRows(): RowsDelta {
    if (this.lastRowId > rememberedRows) {
      this.resetRows = true;
      this.dirty = 'all';
    }
    const reset = this.resetRows;
    if (reset) {
      this.rowIds = new WeakMap();
      this.lastRowId = 0;
      this.shown.clear();
      this.resetRows = false;
    }
    const fresh: (readonly [number, unknown])[] = [];
    const changes: (readonly [string, string, number])[] = [];
    const { view } = this.branch;
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
