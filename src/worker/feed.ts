import type { Branch } from '../engine/index';
import { isFailure, noteOf } from './event-note';
import type { RowsDelta, TraceChunk } from './protocol';
import { RowFeed } from './row-feed';
import { SlotFeed } from './slot-feed';

/** Events of the index in one frame. */
const chunkEvents = 4_000;

const levels = ['micro', 'action', 'milestone'] as const;

/** What the main thread has been told so far about one branch, and what it must be told next. */
export class Feed {
  private branch: Branch;
  private sent = 0;
  private slots: SlotFeed;
  private rows = new RowFeed();
  private strings = new Map<string, number>([['', 0]]);
  private freshStrings: string[] = [];

  constructor(branch: Branch) {
    this.branch = branch;
    this.slots = new SlotFeed(branch);
  }

  /** Speaks of another branch from now on. */
  follow(branch: Branch): void {
    if (branch === this.branch) return;
    this.branch = branch;
    this.sent = 0;
    this.slots = new SlotFeed(branch);
    this.rows.touchAll();
  }

  watch(tables: readonly string[]): void {
    this.rows.watch(tables);
  }

  /** Notes that rows of these tables may differ from those shown. */
  touch(tables: Iterable<string>): void {
    this.rows.touch(tables);
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
    return this.slots.next(position);
  }

  takeStrings(): string[] {
    const fresh = this.freshStrings;
    this.freshStrings = [];
    return fresh;
  }

  /** How the rows in view differ from those shown before. */
  nextRows(): RowsDelta {
    return this.rows.next(this.branch.view);
  }
}
