import {
  type KeyboardEvent,
  memo,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useUi } from '../../i18n/index';
import type { IndexedEvent, TraceIndex } from '../../store/trace-index';
import { classes } from '../../ui/controls';
import { clockText } from '../../ui/time';
import type { Granularity } from '../../worker/protocol';
import { eventSentence, subsystemOf } from '../words';
import { describeEvent } from './describe';
import { followedTop, shownPositions, traceListModel, visibleRows } from './model';
import styles from './trace-list.module.css';

interface TraceListProps {
  readonly index: TraceIndex;
  /** Grows with the index, which changes in place. */
  readonly length: number;
  readonly position: number;
  readonly granularity: Granularity;
  readonly onSeek: (position: number) => void;
}

function rowHeightNow(): number {
  if (matchMedia('(max-width: 899px)').matches) return 44;
  return matchMedia('(min-width: 1680px)').matches ? 32 : 26;
}

/** The trace as a list, of which only the rows in sight exist. One tab stop; arrows move the cursor along it. */
export function TraceList({ index, length, position, granularity, onSeek }: TraceListProps) {
  const ui = useUi();
  const [filter, setFilter] = useState('');
  const deferredFilter = useDeferredValue(filter);
  const scroll = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 200, rowHeight: 26, followed: -2 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index grows in place, `length` says when
  const positions = useMemo(
    () => shownPositions(index, granularity, deferredFilter, (event) => eventSentence(ui, event)),
    [index, length, granularity, deferredFilter, ui],
  );
  const model = traceListModel(index, positions, position);
  const { current, aside } = model;

  useEffect(() => {
    const element = scroll.current as HTMLDivElement;
    const measure = () => {
      const { scrollTop: top, clientHeight: height } = element;
      setView({ top, height, rowHeight: rowHeightNow(), followed: -2 });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  const { rowHeight } = view;
  // Before the rows are made, not after: they are made once a step, and the page need not be laid out to be asked.
  if (view.followed !== current) {
    const top = followedTop(view, current, model.rows);
    setView({ ...view, top, followed: current });
  }
  const { top } = view;
  useLayoutEffect(() => {
    (scroll.current as HTMLDivElement).scrollTop = top;
  }, [top]);

  const { from, to } = visibleRows(view.top, view.height, rowHeight, model.rows);
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const moves: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = model.positionAt(Math.max(0, Math.min(model.rows - 1, current + move)));
    if (next !== undefined) onSeek(next);
  };

  const rows = [];
  for (let i = from; i < to; i++) {
    const event = index.at(model.positionAt(i) ?? -1);
    if (!event) continue;
    const place = i < current ? 'past' : i > current ? 'future' : 'current';
    rows.push(
      <Row
        key={event.position}
        event={event}
        place={place}
        aside={aside && i === current}
        top={i * rowHeight}
        height={rowHeight}
        order={i + 1}
        total={model.rows}
        onSeek={onSeek}
      />,
    );
  }
  const total = index.length - index.base;
  const shown = current >= from && current < to ? model.positionAt(current) : undefined;
  return (
    <section className={styles.list} aria-label={ui.events.name}>
      <div className={styles.head}>
        <h2>{ui.events.name}</h2>
        <span className={styles.count}>{ui.events.count(model.matching, total)}</span>
        <input
          className={styles.filter}
          type="search"
          value={filter}
          placeholder={ui.events.filterHint}
          aria-label={ui.events.filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      <div
        ref={scroll}
        className={styles.scroll}
        role="listbox"
        tabIndex={0}
        aria-label={ui.events.name}
        aria-activedescendant={shown === undefined ? undefined : `event-${shown}`}
        onScroll={({ currentTarget }) => {
          const { scrollTop } = currentTarget;
          // Fractions of a pixel are the browser's own.
          if (Math.abs(scrollTop - top) >= 1) setView({ ...view, top: scrollTop });
        }}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: model.rows * rowHeight }}>
          {rows}
        </div>
        {model.matching === 0 && <p className={styles.empty}>{filter ? ui.events.none : ui.events.empty}</p>}
      </div>
    </section>
  );
}

interface RowProps {
  readonly event: IndexedEvent;
  readonly place: 'past' | 'current' | 'future';
  /** Here only because the cursor is. */
  readonly aside: boolean;
  readonly top: number;
  readonly height: number;
  readonly order: number;
  readonly total: number;
  readonly onSeek: (position: number) => void;
}

function sameRow(a: RowProps, b: RowProps): boolean {
  return (
    a.event.seq === b.event.seq &&
    a.place === b.place &&
    a.aside === b.aside &&
    a.top === b.top &&
    a.height === b.height &&
    a.total === b.total
  );
}

const Row = memo(function Row({ event, place, aside, top, height, order, total, onSeek }: RowProps) {
  const ui = useUi();
  const name = classes(
    styles.row,
    place === 'current' && styles.current,
    aside && styles.aside,
    place === 'future' && styles.future,
    event.level === 2 && styles.milestone,
    event.failed && styles.failed,
  );
  const colour =
    place === 'current' ? 'var(--paper)' : event.failed ? 'var(--fail)' : `var(--${subsystemOf(event.actor)})`;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list is the tab stop; aria-activedescendant names the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys on the list do the same
    <div
      id={`event-${event.position}`}
      role="option"
      aria-selected={place === 'current'}
      aria-setsize={total}
      aria-posinset={order}
      title={describeEvent(ui, event)}
      className={name}
      style={{ top, height }}
      onClick={() => onSeek(event.position)}
    >
      <span className={styles.time}>{clockText(event.at)}</span>
      <span className={styles.sentence}>
        <Mark level={event.level} failed={event.failed} colour={colour} hollow={place === 'future'} />
        <span>{eventSentence(ui, event)}</span>
      </span>
      <span className={styles.verb}>{event.verb}</span>
    </div>
  );
}, sameRow);

/** Tick, diamond or x: the same signs as on the time line. */
function Mark({ level, failed, colour, hollow }: { level: number; failed: boolean; colour: string; hollow: boolean }) {
  return (
    <svg className={styles.mark} viewBox="0 0 8 8" aria-hidden="true">
      {failed ? (
        <path d="M1 1 7 7M7 1 1 7" stroke={colour} strokeWidth="1.8" />
      ) : level === 2 ? (
        <path d="M4 .4 7.6 4 4 7.6 .4 4Z" fill={hollow ? 'none' : colour} stroke={colour} strokeWidth=".8" />
      ) : (
        <path d={level === 1 ? 'M4 .5V7.5' : 'M4 2.5V5.5'} stroke={colour} strokeWidth="1.8" />
      )}
    </svg>
  );
}
