import type { MarkChunk } from '../worker/protocol';
import { lastNotAbove } from './trace-index';

/** Where the events are that carry each mark of one set. It grows in place; `until` says how far it has come. */
export class MarkedEvents {
  /** Positions by mark, in order; marks have the order of the rules' names. */
  private readonly byMark: number[][] = [];
  /** Positions of all marked events, in order, each once. */
  private readonly all: number[] = [];
  /** Events looked at: up to and without this position. */
  until = 0;

  append({ positions, marks, until }: MarkChunk): void {
    for (const [i, position] of positions.entries()) {
      const mark = marks[i] as number;
      this.byMark[mark] ??= [];
      this.byMark[mark].push(position);
      if (this.all[this.all.length - 1] !== position) this.all.push(position);
    }
    this.until = until;
  }

  /** The last event with a mark, not after a position; -1 when there is none. */
  lastOf(mark: number, position: number): number {
    const positions = this.byMark[mark] ?? [];
    return positions[lastNotAbove(positions, position)] ?? -1;
  }

  /** Marks of the event at a position. */
  at(position: number): number[] {
    return this.byMark.flatMap((_, mark) => (this.lastOf(mark, position) === position ? [mark] : []));
  }

  /** The first marked event after a position; -1 when there is none. */
  nextAfter(position: number): number {
    return this.all[lastNotAbove(this.all, position) + 1] ?? -1;
  }

  /** The last few marked events up to a position, newest first. */
  lastFew(position: number, count: number): number[] {
    const last = lastNotAbove(this.all, position);
    return this.all.slice(Math.max(0, last + 1 - count), last + 1).reverse();
  }
}
