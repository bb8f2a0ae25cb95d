import type { ToldEvent, TraceChunk } from '../worker/protocol';

/** One line of the list of events. */
export type IndexedEvent = ToldEvent;

const columns = ['seq', 'at', 'cause', 'level', 'failed', 'actor', 'target', 'verb', 'subject', 'note'] as const;
type Column = (typeof columns)[number];
type Columns = { [C in Column]: TraceChunk[C] };

function emptyColumns(size: number): Columns {
  return {
    seq: new Float64Array(size),
    at: new Float64Array(size),
    cause: new Float64Array(size),
    level: new Uint8Array(size),
    failed: new Uint8Array(size),
    actor: new Uint32Array(size),
    target: new Uint32Array(size),
    verb: new Uint32Array(size),
    subject: new Uint32Array(size),
    note: new Uint32Array(size),
  };
}

/**
 * The compact index of one branch's events. It grows in place, as it may hold a hundred thousand events; who draws from
 * it watches `length`, which only grows. The oldest events go when the Worker no longer keeps them.
 */
export class TraceIndex {
  private columns = emptyColumns(1024);
  private strings: readonly string[];
  /** Position of the first event that is held. */
  base = 0;
  /** One after the position of the last, dropped ones counted. */
  length = 0;
  /** Positions of events that a granularity shows, by level; extended when asked for. */
  private shown: { positions: number[]; until: number }[] = [];

  /** `strings` is the dictionary that all branches share; it may grow. */
  constructor(strings: readonly string[]) {
    this.strings = strings;
  }

  append(chunk: TraceChunk): void {
    const count = chunk.seq.length;
    if (chunk.from !== this.length) {
      // What lies between is no longer kept, so that what is here cannot be reached either.
      this.base = chunk.from;
      this.shown = [];
    }
    const from = chunk.from - this.base;
    if (from + count > this.columns.seq.length) {
      const larger = emptyColumns(Math.max(this.columns.seq.length * 2, from + count));
      for (const name of columns) larger[name].set(this.columns[name] as never);
      this.columns = larger;
    }
    for (const name of columns) this.columns[name].set(chunk[name] as never, from);
    this.length = chunk.from + count;
  }

  /** Forgets the events before a position, once those are a good part of all. */
  dropBefore(position: number): void {
    const count = Math.min(position, this.length) - this.base;
    if (count <= 0 || count < (this.length - this.base) >> 3) return;
    for (const name of columns) this.columns[name].copyWithin(0, count, this.length - this.base);
    this.base += count;
    this.shown = [];
  }

  private text(name: 'actor' | 'target' | 'verb' | 'subject' | 'note', i: number): string {
    return this.strings[this.columns[name][i] as number] ?? '';
  }

  at(position: number): IndexedEvent | undefined {
    const i = position - this.base;
    if (i < 0 || position >= this.length) return undefined;
    return {
      position,
      seq: this.columns.seq[i] as number,
      at: this.columns.at[i] as number,
      cause: this.columns.cause[i] as number,
      level: this.columns.level[i] as 0 | 1 | 2,
      failed: this.columns.failed[i] === 1,
      actor: this.text('actor', i),
      target: this.text('target', i),
      verb: this.text('verb', i),
      subject: this.text('subject', i),
      note: this.text('note', i),
    };
  }

  /** Level alone, for passes over the whole index. */
  levelAt(position: number): number {
    return this.columns.level[position - this.base] ?? 0;
  }

  timeAt(position: number): number {
    return this.columns.at[position - this.base] ?? 0;
  }

  /** Position of the last event not after a virtual time; `base - 1` when all that are held are later. */
  positionOfTime(at: number): number {
    let low = this.base;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.timeAt(middle) <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Position of the event with a `seq`; -1 when it is not held. */
  positionOfSeq(seq: number): number {
    let low = this.base;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.columns.seq[middle - this.base] as number) < seq) low = middle + 1;
      else high = middle;
    }
    return low < this.length && this.columns.seq[low - this.base] === seq ? low : -1;
  }

  /** Positions of all events of at least a level, in order. The same array grows; do not keep a copy. */
  shownPositions(level: 0 | 1 | 2): readonly number[] {
    this.shown[level] ??= { positions: [], until: this.base };
    const list = this.shown[level] as { positions: number[]; until: number };
    for (; list.until < this.length; list.until++) {
      if (this.levelAt(list.until) >= level) list.positions.push(list.until);
    }
    return list.positions;
  }

  /** The chain of causes of an event, itself first, up to the command at its root. */
  why(position: number): IndexedEvent[] {
    const chain: IndexedEvent[] = [];
    let event = this.at(position);
    while (event && chain.length < 10_000) {
      chain.push(event);
      if (event.cause <= 0 || event.cause >= event.seq) break;
      event = this.at(this.positionOfSeq(event.cause));
    }
    return chain;
  }
}

/** Place in a sorted list of the last element not above a value; -1 when all are above. */
export function lastNotAbove(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
