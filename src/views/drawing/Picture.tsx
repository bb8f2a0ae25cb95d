import { type KeyboardEvent, type MouseEvent, memo, useEffect, useId, useRef, useState } from 'react';
import { classes } from '../../ui/controls';
import styles from './drawing.module.css';
import { type Drawing, hatch, type Mark, type Stop, signs } from './marks';
import { scrollTo } from './scroll-to';

interface MarkProps {
  readonly mark: Mark;
  readonly hatchId: string;
}

const fillOf = (fill: string | undefined, hatchId: string) => (fill === hatch ? `url(#${hatchId})` : (fill ?? 'none'));

const MarkPicture = memo(function MarkPicture({ mark, hatchId }: MarkProps) {
  if (mark.kind === 'group') {
    return (
      <g className={mark.id ? styles.hit : undefined} data-id={mark.id || undefined} data-state={mark.state}>
        {mark.title && <title>{mark.title}</title>}
        <MarkPictures marks={mark.marks} hatchId={hatchId} />
      </g>
    );
  }
  if (mark.kind === 'text') {
    const { at, text, size = 13, weight = 400, mono, anchor = 'start', fill = 'var(--ink)' } = mark;
    return (
      <text
        x={at[0]}
        y={at[1]}
        textAnchor={anchor}
        className={mono ? styles.mono : undefined}
        style={{ fontSize: size, fontWeight: weight, fill, whiteSpace: 'pre' }}
      >
        {text}
      </text>
    );
  }
  if (mark.kind === 'sign') {
    const scale = mark.size / 24;
    return (
      <path
        d={signs[mark.sign]}
        transform={`translate(${mark.at[0]} ${mark.at[1]}) scale(${scale})`}
        fill="none"
        stroke={mark.stroke}
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    );
  }
  if (mark.kind === 'travel') {
    return (
      <circle
        key={mark.key}
        className={styles.travel}
        r={mark.r}
        fill="var(--ink)"
        stroke="var(--paper)"
        strokeWidth="2"
        style={{ offsetPath: `path("${mark.path}")` }}
      />
    );
  }
  const ink = {
    fill: fillOf(mark.fill, hatchId),
    stroke: mark.stroke ?? 'none',
    strokeWidth: mark.width ?? 1,
    strokeDasharray: mark.dash,
    opacity: mark.opacity,
  };
  if (mark.kind === 'rect')
    return <rect x={mark.x} y={mark.y} width={Math.max(0, mark.w)} height={mark.h} rx={mark.r ?? 0} {...ink} />;
  if (mark.kind === 'circle') return <circle cx={mark.at[0]} cy={mark.at[1]} r={mark.r} {...ink} />;
  if (mark.kind === 'path') return <path d={mark.d} {...ink} />;
  const { from, to } = mark;
  return <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} {...ink} />;
});

function MarkPictures({ marks, hatchId }: { readonly marks: readonly Mark[]; readonly hatchId: string }) {
  return marks.map((mark, i) => (
    <MarkPicture
      key={mark.kind === 'group' && mark.id ? mark.id : mark.kind === 'travel' ? mark.key : i}
      mark={mark}
      hatchId={hatchId}
    />
  ));
}

interface PictureProps {
  readonly drawing: Drawing;
  /** What the picture shows, in a sentence. */
  readonly label: string;
  readonly onOpen?: ((id: string) => void) | undefined;
  /** Keys that the picture has beside the arrows. True when it took the key. */
  readonly onKey?: (key: string) => boolean;
  readonly className?: string | undefined;
  /** Id of what is kept in sight, where the picture is larger than its frame. */
  readonly follow?: string | undefined;
}

/** The nearest stop in a direction: by the way along it, and twice the way across. */
function neighbour(stops: readonly Stop[], from: Stop, dx: number, dy: number): Stop | undefined {
  const centre = ({ box }: Stop) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });
  const here = centre(from);
  let best: Stop | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const stop of stops) {
    const there = centre(stop);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    if (along <= 0.5) continue;
    const across = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (along + 2 * across >= bestCost) continue;
    best = stop;
    bestCost = along + 2 * across;
  }
  return best;
}

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A drawing on the page: one tab stop, arrow keys inside, Enter opens. */
export function Picture({ drawing, label, onOpen, onKey, className, follow }: PictureProps) {
  const hatchId = `hatch${useId().replace(/[^a-zA-Z0-9]/g, '')}`;
  const frame = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | undefined>();
  const [inside, setInside] = useState(false);
  const { stops } = drawing;
  const stop = stops.find(({ id }) => id === focused) ?? (inside ? stops[0] : undefined);

  useEffect(() => {
    const area = frame.current;
    if (follow && area) scrollTo(area, area.querySelector(`[data-id="${CSS.escape(follow)}"]`));
  }, [follow]);

  const go = (next: Stop | undefined) => {
    if (!next) return;
    setFocused(next.id);
    frame.current?.querySelector(`[data-id="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = directions[event.key];
    if (direction && stop) go(neighbour(stops, stop, direction[0], direction[1]));
    else if (event.key === 'Home') go(stops[0]);
    else if (event.key === 'End') go(stops[stops.length - 1]);
    else if (event.key === 'Enter' && stop && onOpen) onOpen(stop.id);
    else if (!onKey?.(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (click: MouseEvent) => {
    const id = (click.target as Element).closest('[data-id]')?.getAttribute('data-id');
    if (!id) return;
    setFocused(id);
    onOpen?.(id);
  };

  return (
    <div
      ref={frame}
      className={classes(styles.scroll, className)}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: one tab stop for the whole picture, arrow keys inside
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={inside && stop ? `stop-${hatchId}` : undefined}
      onFocus={() => setInside(true)}
      onBlur={() => setInside(false)}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <svg
        className={classes(styles.drawing, styles.still)}
        viewBox={`0 0 ${drawing.width} ${drawing.height}`}
        aria-hidden="true"
      >
        <defs>
          <pattern id={hatchId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="6" height="6" fill="var(--surface)" />
            <line x1="0" y1="0" x2="0" y2="6" stroke="var(--ink-2)" strokeWidth="1.5" />
          </pattern>
        </defs>
        <MarkPictures marks={drawing.marks} hatchId={hatchId} />
        {inside && stop && (
          <rect
            className={styles.focus}
            x={stop.box.x - 4}
            y={stop.box.y - 4}
            width={stop.box.w + 8}
            height={stop.box.h + 8}
            rx="8"
          />
        )}
      </svg>
      {inside && stop && <div id={`stop-${hatchId}`} role="img" aria-label={stop.name} className="sr-only" />}
    </div>
  );
}
