import { EyeOff } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useUi } from '../../i18n/index';
import { lastNotAbove, type TraceIndex } from '../../store/trace-index';
import type { Granularity } from '../../worker/protocol';
import { describeCursor } from './describe';
import { evenAxis, laneNames, marksOf, slicedAxis } from './model';
import { paint } from './paint';
import styles from './timeline.module.css';

interface TimelineProps {
  readonly index: TraceIndex;
  readonly length: number;
  readonly position: number;
  readonly at: number;
  readonly granularity: Granularity;
  readonly onSeek: (position: number) => void;
  /** In a lesson, its steps: their edges along the line, and where those that were reached end. */
  readonly steps?: { readonly edges: readonly number[]; readonly ends: readonly number[] };
  /** A question stands behind this position: what follows is in fog until it is answered. */
  readonly gate?: number | undefined;
}

const levels = { micro: 0, action: 1, milestone: 2 } as const;

/** The trace as marks on lanes, with the cursor among them: a slider over the events that the granularity shows. */
export function TimelineView({ index, length, position, at, granularity, onSeek, steps, gate }: TimelineProps) {
  const ui = useUi();
  const canvas = useRef<HTMLCanvasElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index grows in place, `length` says when
  const axis = useMemo(() => {
    const shown = index.shownPositions(levels[granularity]);
    return steps ? slicedAxis(shown, steps.edges, steps.ends, gate) : evenAxis(shown);
  }, [index, length, granularity, steps, gate]);
  const { positions } = axis;
  const current = lastNotAbove(positions, position);
  const place = axis.place(current);
  const columns = Math.max(20, Math.floor(width / 3));
  const marks = useMemo(() => marksOf(index, axis, columns), [index, axis, columns]);
  const fog = gate === undefined ? undefined : axis.place(positions.length - 1);

  useEffect(() => {
    const element = field.current as HTMLDivElement;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // A canvas keeps the colours that it was painted with: the page says when it has others.
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    const observer = new MutationObserver(() => setLooks((count) => count + 1));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-projector'] });
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme or width is another drawing
  useEffect(() => {
    paint(canvas.current as HTMLCanvasElement, marks, current < 0 ? -1 : place);
  }, [marks, place, current, looks, width]);

  const seekTo = (order: number) => {
    const target = order < 0 ? index.base - 1 : positions[Math.min(order, positions.length - 1)];
    if (target !== undefined && target !== position) onSeek(target);
  };
  const fromPointer = (event: PointerEvent) => {
    const box = (field.current as HTMLDivElement).getBoundingClientRect();
    seekTo(axis.order((event.clientX - box.left) / box.width));
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
        {fog !== undefined && (
          <div className={styles.fog} style={{ left: `${fog * 100}%` }}>
            <i className={styles.gate} aria-hidden>
              ?
            </i>
            <span>
              <EyeOff size={16} aria-hidden /> {ui.lanes.gate}
            </span>
          </div>
        )}
        <div className={styles.head} style={{ left: `${place * 100}%` }} />
      </div>
    </div>
  );
}
