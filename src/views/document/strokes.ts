import { type Box, type Mark, type Point, textWidth } from '../drawing/marks';
import type { EdgeKind, NodeKind, Subsystem } from './diagram';
import type { State } from './model';

/** Lines and shapes of the atlas: shape says the kind, weight says when. */

export const accentOf = (subsystem: Subsystem) => `var(--${subsystem})`;
export const tintOf = (subsystem: Subsystem) => `var(--${subsystem}-t)`;

interface Look {
  readonly stroke: string;
  readonly width: number;
  readonly dash: string | undefined;
  readonly fill: string;
  readonly text: string;
}

/** Outline and fill of a state. */
export function lookOf(state: State, subsystem: Subsystem): Look {
  const ink = 'var(--ink)';
  switch (state) {
    case 'idle':
      return { stroke: 'var(--line-2)', width: 1.25, dash: undefined, fill: 'var(--surface)', text: ink };
    case 'visited':
      return { stroke: accentOf(subsystem), width: 1.75, dash: undefined, fill: tintOf(subsystem), text: ink };
    case 'now':
      return {
        stroke: accentOf(subsystem),
        width: 2.5,
        dash: undefined,
        fill: accentOf(subsystem),
        text: 'var(--on-solid)',
      };
    case 'next':
      return { stroke: accentOf(subsystem), width: 1.75, dash: '2 3', fill: 'var(--surface)', text: ink };
    case 'failed':
      return { stroke: 'var(--fail)', width: 2, dash: '5 3', fill: 'var(--fail-t)', text: ink };
  }
}

const corner = 12;
const stateCorner = 16;

/** The outline of a kind, and what belongs to it: a fold, bars, a rim. */
export function shapeMarks(kind: NodeKind, { x, y, w, h }: Box, look: Look): Mark[] {
  const { stroke, width, dash, fill } = look;
  const ink = { fill, stroke, width, dash };
  const line = { stroke, width: Math.min(width, 1.75) };
  const path = (d: string): Mark => ({ kind: 'path', d, ...ink });
  switch (kind) {
    case 'object':
      return [
        path(`M${x} ${y}H${x + w - corner}L${x + w} ${y + corner}V${y + h}H${x}Z`),
        { kind: 'path', d: `M${x + w - corner} ${y}v${corner}h${corner}`, ...line },
      ];
    case 'cache':
      return [{ kind: 'rect', x, y, w, h, r: 8, ...ink, dash: dash ?? '2 3' }];
    case 'queue':
      return [
        path(`M${x + w} ${y}H${x}V${y + h}H${x + w}`),
        ...[30, 23, 16].map(
          (back): Mark => ({
            kind: 'line',
            from: [x + w - back, y + 9],
            to: [x + w - back, y + h - 9],
            ...line,
          }),
        ),
      ];
    case 'store':
      return [
        path(`M${x} ${y + 7}A${w / 2} 7 0 0 1 ${x + w} ${y + 7}V${y + h - 7}A${w / 2} 7 0 0 1 ${x} ${y + h - 7}Z`),
        { kind: 'path', d: `M${x} ${y + 7}A${w / 2} 7 0 0 0 ${x + w} ${y + 7}`, ...line },
      ];
    case 'decision':
      return [
        path(`M${x + 12} ${y}H${x + w - 12}L${x + w} ${y + h / 2}L${x + w - 12} ${y + h}H${x + 12}L${x} ${y + h / 2}Z`),
      ];
    case 'machine':
      return [
        { kind: 'rect', x, y, w, h, r: 2, ...ink },
        { kind: 'rect', x, y, w, h: 4, fill: stroke },
      ];
    case 'service':
      return [{ kind: 'rect', x, y, w, h, r: h / 2, ...ink }];
    case 'part':
      return [{ kind: 'rect', x, y, w, h, r: 8, ...ink }];
    case 'state':
      return [{ kind: 'rect', x, y, w, h, r: stateCorner, ...ink }];
    case 'start':
      return [{ kind: 'circle', at: [x + w / 2, y + h / 2], r: w / 2 - 3, ...ink, fill: stroke }];
    case 'end':
      return [
        { kind: 'circle', at: [x + w / 2, y + h / 2], r: w / 2, ...line },
        { kind: 'circle', at: [x + w / 2, y + h / 2], r: w / 2 - 5, ...ink, fill: stroke },
      ];
  }
}

/** The ring around what is now. */
export function ringMark({ x, y, w, h }: Box, kind: NodeKind, stroke: string): Mark {
  const round = kind === 'service' || kind === 'start' || kind === 'end';
  const r = round ? h / 2 + 5 : kind === 'state' ? stateCorner + 5 : kind === 'part' || kind === 'cache' ? 12 : 4;
  return { kind: 'rect', x: x - 5, y: y - 5, w: w + 10, h: h + 10, r, stroke, width: 1.25, opacity: 0.6 };
}

/** A round sign on a corner: only for what is now and what failed. */
export function badgeMarks(at: Point, sign: 'play' | 'x'): Mark[] {
  const failed = sign === 'x';
  const fill = failed ? 'var(--fail)' : 'var(--ink)';
  return [
    { kind: 'circle', at, r: 10, fill, stroke: 'var(--paper)', width: 2 },
    {
      kind: 'sign',
      sign,
      at: [at[0] - 5.5, at[1] - 5.5],
      size: 11,
      stroke: failed ? 'var(--on-solid)' : 'var(--paper)',
    },
  ];
}

/** The document and the cluster disagree here. */
export function claimMarks(at: Point): Mark[] {
  return [
    {
      kind: 'rect',
      x: at[0] - 12,
      y: at[1] - 9,
      w: 24,
      h: 18,
      r: 9,
      fill: 'var(--surface)',
      stroke: 'var(--ink-2)',
      width: 1.25,
    },
    { kind: 'sign', sign: 'triangle-alert', at: [at[0] - 6, at[1] - 6.5], size: 12, stroke: 'var(--ink)' },
  ];
}

interface EdgeLook {
  readonly stroke: string;
  readonly width: number;
  readonly dash: string | undefined;
}

function edgeLook(kind: EdgeKind, state: State, subsystem: Subsystem): EdgeLook {
  const dash = kind === 'watch' ? '7 4' : kind === 'owns' ? '1.5 4' : undefined;
  switch (state) {
    case 'idle':
      return { stroke: 'var(--line-2)', width: 1.5, dash };
    case 'next':
      return { stroke: accentOf(subsystem), width: 1.5, dash: '2 3' };
    case 'visited':
      return { stroke: accentOf(subsystem), width: 1.75, dash };
    case 'now':
      return { stroke: accentOf(subsystem), width: 3, dash };
    case 'failed':
      return { stroke: 'var(--fail)', width: 2, dash: '5 3' };
  }
}

/** A right-angled way with rounded corners through some points. */
export function wayThrough(points: readonly Point[], radius = 7): string {
  const [first] = points;
  if (!first) return '';
  let path = `M${first[0]} ${first[1]}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [ax, ay] = points[i - 1] as Point;
    const [bx, by] = points[i] as Point;
    const [cx, cy] = points[i + 1] as Point;
    const before = Math.hypot(ax - bx, ay - by) || 1;
    const after = Math.hypot(cx - bx, cy - by) || 1;
    const r = Math.min(radius, before / 2, after / 2);
    path += `L${bx + ((ax - bx) / before) * r} ${by + ((ay - by) / before) * r}`;
    path += `Q${bx} ${by} ${bx + ((cx - bx) / after) * r} ${by + ((cy - by) / after) * r}`;
  }
  const [lx, ly] = points[points.length - 1] as Point;
  return `${path}L${lx} ${ly}`;
}

/** The same way, ended that much earlier: room for a head, an outline or a dot. */
export function shortened(points: readonly Point[], by: number): Point[] {
  const end = points[points.length - 1] as Point;
  const before = points[points.length - 2] as Point;
  const length = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1;
  const cut = Math.min(by, length / 2);
  return [
    ...points.slice(0, -1),
    [end[0] - ((end[0] - before[0]) / length) * cut, end[1] - ((end[1] - before[1]) / length) * cut],
  ];
}

const headLength = 9;

/** An edge and its head. `gap`: room before the receiver, where a ring stands around it. */
export function edgeMarks(kind: EdgeKind, state: State, subsystem: Subsystem, points: readonly Point[]): Mark[] {
  const { stroke, width, dash } = edgeLook(kind, state, subsystem);
  const tipped = shortened(points, 2);
  const tip = tipped[tipped.length - 1] as Point;
  const before = tipped[tipped.length - 2] as Point;
  const length = Math.hypot(tip[0] - before[0], tip[1] - before[1]) || 1;
  const [ux, uy] = [(tip[0] - before[0]) / length, (tip[1] - before[1]) / length];
  const size = state === 'now' ? headLength + 2 : headLength;
  const [bx, by] = [tip[0] - ux * size, tip[1] - uy * size];
  const wide = size / 2;
  const open = kind === 'watch';
  const line = open || kind === 'owns' ? tipped : shortened(points, 2 + size - 1);
  const head = `M${bx - uy * wide} ${by + ux * wide}L${tip[0]} ${tip[1]}L${bx + uy * wide} ${by - ux * wide}`;
  const d = wayThrough(line);
  const marks: Mark[] = [];
  if (kind === 'packet') {
    marks.push({ kind: 'path', d, stroke, width: width + 3 });
    marks.push({ kind: 'path', d, stroke: 'var(--surface)', width: Math.max(1.5, width - 0.5) });
  } else marks.push({ kind: 'path', d, stroke, width, dash });
  if (kind !== 'owns')
    marks.push({
      kind: 'path',
      d: open ? head : `${head}Z`,
      fill: open ? 'none' : stroke,
      stroke,
      width: open ? Math.max(1.5, width * 0.75) : 1,
    });
  if (kind === 'rpc') {
    const [sx, sy] = points[0] as Point;
    marks.push({ kind: 'circle', at: [sx, sy], r: 4, fill: 'var(--surface)', stroke, width: Math.min(width, 2) });
  }
  return marks;
}

export const capsuleHeight = 24;
const capsuleSize = 13.5;

export function capsuleWidth(text: string): number {
  return textWidth(text, capsuleSize, true) + 40;
}

/** The message itself, in ink. `left`: of its box. */
export function capsuleMarks(text: string, left: number, y: number, failed: boolean): Mark[] {
  const w = capsuleWidth(text);
  return [
    {
      kind: 'rect',
      x: left,
      y: y - capsuleHeight / 2,
      w,
      h: capsuleHeight,
      r: capsuleHeight / 2,
      fill: failed ? 'var(--fail)' : 'var(--ink)',
      stroke: 'var(--paper)',
      width: 2,
    },
    {
      kind: 'sign',
      sign: 'mail',
      at: [left + 10, y - 6.5],
      size: 13,
      stroke: failed ? 'var(--on-solid)' : 'var(--paper)',
    },
    {
      kind: 'text',
      at: [left + 28, y + 4.5],
      text,
      size: capsuleSize,
      weight: 500,
      mono: true,
      fill: failed ? 'var(--on-solid)' : 'var(--paper)',
    },
  ];
}
