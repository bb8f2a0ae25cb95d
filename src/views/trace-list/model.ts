import type { IndexedEvent, TraceIndex } from '../../store/trace-index';
import { lastNotAbove } from '../../store/trace-index';
import type { Granularity } from '../../worker/protocol';

export const levelOf = { micro: 0, action: 1, milestone: 2 } as const satisfies Record<Granularity, 0 | 1 | 2>;

/** The rows of the list, and which of them is the cursor's. */
export interface TraceListModel {
  readonly rows: number;
  /** Events that granularity and filter show; the cursor's own may be one row more. */
  readonly matching: number;
  /** Row of the event at the cursor; -1 before the first event. */
  readonly current: number;
  /** The cursor's event is in the list only because the cursor is there: granularity or filter would leave it out. */
  readonly aside: boolean;
  /** Position in the trace of the event in a row. */
  positionAt(row: number): number | undefined;
}

/** Positions of the events that a granularity and a filter show. `sentence`: the words that the list has for an event. */
export function shownPositions(
  index: TraceIndex,
  granularity: Granularity,
  filter: string,
  sentence: (event: IndexedEvent) => string,
): readonly number[] {
  const all = index.shownPositions(levelOf[granularity]);
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  const matches = (event: IndexedEvent): boolean => {
    const { actor, target, verb, subject, note } = event;
    const names = `${actor} ${target} ${verb} ${subject} ${note}`.toLowerCase();
    const missing = words.filter((word) => !names.includes(word));
    if (missing.length === 0) return true;
    const said = sentence(event).toLowerCase();
    return missing.every((word) => said.includes(word));
  };
  return all.filter((position) => matches(index.at(position) as IndexedEvent));
}

/** The list always holds the event at the cursor, so that it shows where the cursor is. */
export function traceListModel(index: TraceIndex, positions: readonly number[], position: number): TraceListModel {
  const last = lastNotAbove(positions, position);
  const aside = positions[last] !== position && index.at(position) !== undefined;
  const current = aside ? last + 1 : last;
  return {
    rows: positions.length + (aside ? 1 : 0),
    matching: positions.length,
    current,
    aside,
    positionAt: (row) => {
      if (!aside || row < current) return positions[row];
      return row === current ? position : positions[row - 1];
    },
  };
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

/** Where a list is scrolled to so that a row is seen with one more on either side; where it is, if that is so already. */
export function followedTop(
  { top, height, rowHeight }: { readonly top: number; readonly height: number; readonly rowHeight: number },
  row: number,
  count: number,
): number {
  const at = Math.max(0, row) * rowHeight;
  if (at < top + rowHeight) return Math.max(0, at - rowHeight);
  const least = Math.min(Math.max(0, count * rowHeight - height), at + 2 * rowHeight - height);
  return Math.max(top, least);
}
