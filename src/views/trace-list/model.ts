import type { IndexedEvent, TraceIndex } from '../../store/trace-index';
import { lastNotAbove } from '../../store/trace-index';
import type { Granularity } from '../../worker/protocol';

export const levelOf = { micro: 0, action: 1, milestone: 2 } as const satisfies Record<Granularity, 0 | 1 | 2>;

/** The events that the list shows, and where the cursor is among them. */
export interface TraceListModel {
  readonly positions: readonly number[];
  /** Place in `positions` of the last event not after the cursor; -1 before the first. */
  readonly current: number;
  /** Whether the cursor stands exactly on that event. */
  readonly exact: boolean;
}

function matches(event: IndexedEvent, words: readonly string[]): boolean {
  const text = `${event.actor} ${event.target} ${event.verb} ${event.subject} ${event.note}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

export function traceListModel(
  index: TraceIndex,
  granularity: Granularity,
  position: number,
  filter: string,
): TraceListModel {
  const all = index.shownPositions(levelOf[granularity]);
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const positions = words.length === 0 ? all : all.filter((p) => matches(index.at(p) as IndexedEvent, words));
  const current = lastNotAbove(positions, position);
  return { positions, current, exact: positions[current] === position };
}

/** The rows that a list of `count` rows shows through a window: first row and one after the last. */
export function visibleRows(
  scrollTop: number,
  height: number,
  rowHeight: number,
  count: number,
): { from: number; to: number } {
  const overscan = 6;
  const from = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan);
  const to = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + overscan);
  return { from, to };
}
