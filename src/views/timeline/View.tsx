import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useUi } from '../../i18n/index';
import { lastNotAbove, type TraceIndex } from '../../store/trace-index';
import type { Granularity } from '../../worker/protocol';
import { describeCursor } from './describe';
import { cursorPlace, laneNames, marksOf, placeAt } from './model';
import { paint } from './paint';
import styles from './timeline.module.css';

interface TimelineProps {
  readonly index: TraceIndex;
  readonly length: number;
  readonly position: number;
  readonly at: number;
  readonly granularity: Granularity;
  /** Colours follow the theme. */
  readonly theme: string;
  readonly onSeek: (position: number) => void;
}

const levels = { micro: 0, action: 1, milestone: 2 } as const;

/** The trace as marks on lanes, with the cursor among them: a slider over the events that the granularity shows. */
export function TimelineView({ index, length, position, at, granularity, theme, onSeek }: TimelineProps) {
  const ui = useUi();
  const canvas = useRef<HTMLCanvasElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  const positions = index.shownPositions(levels[granularity]);
  const current = lastNotAbove(positions, position);
  const place = cursorPlace(current, positions.length);
  const columns = Math.max(20, Math.floor(width / 3));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index grows in place, `length` says when
  const marks = useMemo(() => marksOf(index, levels[granularity], columns), [index, length, granularity, columns]);

  useEffect(() => {
    const element = field.current as HTMLDivElement;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme or width is another drawing
  useEffect(() => {
    paint(canvas.current as HTMLCanvasElement, marks, current < 0 ? -1 : place);
  }, [marks, place, current, theme, width]);

  const seekTo = (order: number) => {
    const target = order < 0 ? index.base - 1 : positions[Math.min(order, positions.length - 1)];
    if (target !== undefined && target !== position) onSeek(target);
  };
  const fromPointer = (event: PointerEvent) => {
    const box = (field.current as HTMLDivElement).getBoundingClientRect();
    seekTo(placeAt((event.clientX - box.left) / box.width, positions.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const far = Math.max(1, Math.round(positions.length / 10));
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -far,
      PageUp: far,
    };
    const move = moves[event.key];
    if (event.key === 'Home') seekTo(-1);
    else if (event.key === 'End') seekTo(positions.length - 1);
    // At the newest event, one step further is the engine's to take.
    else if (move !== undefined && !(move > 0 && current >= positions.length - 1)) seekTo(current + move);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const event = index.at(position);
  return (
    <div
      className={styles.scrubber}
      role="slider"
      tabIndex={0}
      aria-label={ui.player.scrubber}
      aria-valuemin={0}
      aria-valuemax={positions.length}
      aria-valuenow={current + 1}
      aria-valuetext={describeCursor(ui, event, at, position, length)}
      onKeyDown={onKeyDown}
      onPointerDown={(down) => {
        down.currentTarget.setPointerCapture(down.pointerId);
        fromPointer(down);
      }}
      onPointerMove={(move) => {
        if (move.buttons > 0) fromPointer(move);
      }}
    >
      <div className={styles.labels} aria-hidden="true">
        {laneNames.map((lane) => (
          <span key={lane}>{ui.player.lanes[lane]}</span>
        ))}
      </div>
      <div className={styles.field} ref={field}>
        <canvas ref={canvas} />
        <div className={styles.head} style={{ left: `${place * 100}%` }} />
      </div>
    </div>
  );
}
