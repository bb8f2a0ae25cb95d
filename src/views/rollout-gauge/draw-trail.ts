import type { Ui } from '../../i18n/index';
import { lastNotAbove } from '../../store/trace-index';
import { clockText } from '../../ui/time';
import type { RolloutTrail } from '../../worker/protocol';
import { type Mark, textWidth } from '../drawing/marks';

interface Field {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly height: number;
  /** Base lines of the title and of what is which line. */
  readonly title: number;
  readonly legend: number;
}

export interface TrailDrawing {
  readonly marks: readonly Mark[];
  /** Lower edge. */
  readonly bottom: number;
}

/** Steps with less room than this would be a blur: the newest before the cursor are drawn, and what follows it. */
const leastStep = 3;

/**
 * Where the bounds and the counts have been: a step each time that one of them changed, side by side, as bursts within
 * milliseconds must be seen too. What is past is drawn in full, what is known of the future is faint.
 */
export function drawTrail(ui: Ui, trail: RolloutTrail, position: number, field: Field): TrailDrawing {
  const words = ui.gauge;
  const { left, right, top, height } = field;
  const all = trail.positions.length;
  const room = Math.floor((right - left) / leastStep);
  const cursor = lastNotAbove(trail.positions, position);
  const from = Math.max(0, Math.min(all - room, cursor - Math.floor(room * 0.7)));
  const until = Math.min(all, from + room);
  const count = until - from;
  const marks: Mark[] = [{ kind: 'text', at: [left - 24, field.title], text: words.trail, weight: 600 }];
  if (count === 0) return { marks: [], bottom: field.top };

  const most = Math.max(1, ...trail.ceiling.slice(from, until), ...trail.pods.slice(from, until));
  const step = (right - left) / count;
  const x = (i: number): number => left + (i - from) * step;
  const y = (value: number): number => top + height - (value / most) * height;
  /** A line that holds each value until the next step. */
  const stairs = (values: readonly number[], first: number, end: number): string => {
    let path = `M${x(first)} ${y(values[first] ?? 0)}`;
    for (let i = first; i < end; i++) path += `V${y(values[i] ?? 0)}H${x(i + 1)}`;
    return path;
  };
  const area = (values: readonly number[], first: number, end: number): string =>
    `${stairs(values, first, end)}V${y(0)}H${x(first)}Z`;

  const now = Math.max(from, Math.min(until, cursor + 1));
  const part = (first: number, end: number, opacity: number | undefined): Mark[] =>
    end <= first
      ? []
      : [
          { kind: 'path', d: area(trail.available, first, end), fill: 'var(--work-t)', opacity },
          { kind: 'path', d: stairs(trail.available, first, end), stroke: 'var(--work)', width: 1.75, opacity },
          { kind: 'path', d: stairs(trail.pods, first, end), stroke: 'var(--work)', width: 1.75, dash: '4 3', opacity },
          { kind: 'path', d: stairs(trail.ceiling, first, end), stroke: 'var(--ink)', width: 1.5, opacity },
          { kind: 'path', d: stairs(trail.floor, first, end), stroke: 'var(--ink)', width: 1.5, opacity },
        ];
  marks.push(...part(now, until, 0.35), ...part(from, now, undefined));
  marks.push({ kind: 'line', from: [left, y(0)], to: [right, y(0)], stroke: 'var(--line-2)' });

  // The bounds as they are at the cursor, and nought, on the left; apart by a line's height at least.
  const at = Math.max(from, Math.min(until - 1, cursor));
  let lowest = Number.POSITIVE_INFINITY;
  for (const value of [0, trail.floor[at] ?? 0, trail.ceiling[at] ?? 0].filter((v, i, list) => list.indexOf(v) === i)) {
    const base = y(value) + 4.5;
    if (lowest - base < 13) continue;
    lowest = base;
    marks.push({
      kind: 'text',
      at: [left - 6, base],
      text: String(value),
      mono: true,
      anchor: 'end',
      fill: 'var(--ink-2)',
    });
  }

  const clocks = [from, until - 1].map((i) => clockText(trail.at[i] ?? 0));
  const base = top + height + 16;
  const half = textWidth(clocks[0] ?? '', 13, true) / 2;
  if (cursor >= from) {
    const cursorX = x(now);
    marks.push({ kind: 'line', from: [cursorX, top - 4], to: [cursorX, y(0) + 4], stroke: 'var(--ink)', width: 2 });
    const text = clockText(trail.at[at] ?? 0);
    const textX = Math.min(right - half, Math.max(left + half, cursorX));
    marks.push({ kind: 'text', at: [textX, base], text, mono: true, anchor: 'middle', weight: 500 });
    if (textX - left > 3 * half + 8)
      marks.push({ kind: 'text', at: [left, base], text: clocks[0] ?? '', mono: true, fill: 'var(--ink-3)' });
    if (right - textX > 3 * half + 8)
      marks.push({
        kind: 'text',
        at: [right, base],
        text: clocks[1] ?? '',
        mono: true,
        anchor: 'end',
        fill: 'var(--ink-3)',
      });
  }
  marks.push(...legend(ui, right, field.legend));
  return { marks, bottom: base + 6 };
}

/** What is which line, from the right. */
function legend(ui: Ui, right: number, base: number): Mark[] {
  const words = ui.gauge;
  const marks: Mark[] = [];
  let x = right;
  const entry = (text: string, sign: (left: number) => Mark): void => {
    x -= textWidth(text, 13);
    marks.push({ kind: 'text', at: [x, base], text, fill: 'var(--ink-2)' });
    x -= 24;
    marks.push(sign(x));
    x -= 12;
  };
  const middle = base - 4.5;
  entry(words.trailBounds, (left) => ({
    kind: 'line',
    from: [left, middle],
    to: [left + 18, middle],
    stroke: 'var(--ink)',
    width: 1.5,
  }));
  entry(words.pods, (left) => ({
    kind: 'path',
    d: `M${left} ${middle}h18`,
    stroke: 'var(--work)',
    width: 1.75,
    dash: '4 3',
  }));
  entry(words.columns.available, (left) => ({
    kind: 'rect',
    x: left,
    y: middle - 5,
    w: 18,
    h: 10,
    fill: 'var(--work-t)',
    stroke: 'var(--work)',
    width: 1.5,
  }));
  return marks;
}
