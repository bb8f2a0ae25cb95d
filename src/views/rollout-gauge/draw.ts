import type { Ui } from '../../i18n/index';
import type { RolloutTrail } from '../../worker/protocol';
import { type Box, type Drawing, fitText, type Mark, type Stop, textWidth } from '../drawing/marks';
import { describeCell, describeSet } from './describe';
import { drawTrail } from './draw-trail';
import type { CellState, GaugeCell, GaugeModel, GaugeSet } from './model';

/** `dock`: under the stage; `phone`: the row alone; `picture`, `narrow`: the row large, with a table of the ReplicaSets. */
export type GaugeForm = 'dock' | 'phone' | 'picture' | 'narrow';

/** Cells that are drawn one by one; beyond it they are drawn as bars with a number. */
export const cellLimit = 40;

const looks: Readonly<
  Record<
    CellState,
    {
      readonly stroke: string;
      readonly fill: string;
      readonly dash?: string;
      readonly sign?: 'circle-check' | 'loader' | 'hourglass';
    }
  >
> = {
  available: { stroke: 'var(--work)', fill: 'var(--work-t)', sign: 'circle-check' },
  starting: { stroke: 'var(--work)', fill: 'var(--surface)', dash: '4 3', sign: 'loader' },
  promised: { stroke: 'var(--work)', fill: 'none', dash: '1.5 4' },
  leaving: { stroke: 'var(--ink-2)', fill: 'var(--sunk)', dash: '1.5 3', sign: 'hourglass' },
};

interface Frame {
  readonly width: number;
  readonly height: number;
  /** Of the row of cells. */
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly h: number;
  readonly axis: boolean;
  readonly widest: number;
}

const frames: Readonly<Record<GaugeForm, Frame>> = {
  // The strip is 116 high, its rule above among them.
  dock: { width: 656, height: 115, x: 100, right: 492, y: 44, h: 38, axis: true, widest: 74 },
  phone: { width: 343, height: 64, x: 4, right: 339, y: 22, h: 32, axis: false, widest: 56 },
  picture: { width: 640, height: 0, x: 8, right: 632, y: 68, h: 44, axis: true, widest: 96 },
  narrow: { width: 352, height: 0, x: 8, right: 344, y: 90, h: 34, axis: true, widest: 60 },
};

interface Bar {
  readonly id: string;
  readonly state: CellState;
  readonly going: boolean;
  readonly from: number;
  readonly cells: readonly GaugeCell[];
}

/** Cells that look alike and follow each other: one each, or, of many, one for all. */
function barsOf(cells: readonly GaugeCell[]): Bar[] {
  if (cells.length <= cellLimit)
    return cells.map((cell, from) => ({ id: cell.id, state: cell.state, going: cell.going, from, cells: [cell] }));
  const bars: { id: string; state: CellState; going: boolean; from: number; cells: GaugeCell[] }[] = [];
  cells.forEach((cell, from) => {
    const last = bars[bars.length - 1];
    if (last && last.state === cell.state && last.going === cell.going && last.cells[0]?.set === cell.set)
      last.cells.push(cell);
    else {
      const { state, going, set } = cell;
      bars.push({ id: `group/${set}/${state}${going ? '/going' : ''}`, state, going, from, cells: [cell] });
    }
  });
  return bars;
}

/** Right of the heading, for the button that saves the picture. */
const saveWidth = 32;

/** Where the rollout has been, and where the cursor stands in it. */
export interface Past {
  readonly trail: RolloutTrail;
  readonly position: number;
}

export function drawGauge(ui: Ui, model: GaugeModel, form: GaugeForm, showLeaving = false, past?: Past): Drawing {
  const frame = frames[form];
  const large = form === 'picture' || form === 'narrow';
  const { x: x0, y, h } = frame;
  const words = ui.gauge;
  const ceiling = model.bounds?.maxTotal ?? model.desired;
  const counted = Math.max(ceiling, model.cells.length, 1);
  // Room for those that do not count is kept from the start, so that nothing moves when they come.
  const aside = showLeaving ? Math.max(2, Math.ceil(counted * 0.35)) : 0;
  const unit = Math.min(frame.widest, (frame.right - x0) / (counted + aside + (frame.axis ? 0.4 : 0.1)));
  const xOf = (n: number): number => x0 + n * unit;
  const gap = unit > 30 ? 3 : unit > 12 ? 1.5 : 0.5;
  const shortOf = new Map(model.sets.map((set) => [set.key, set.short]));
  const marks: Mark[] = [];
  const stops: Stop[] = [];
  const grouped = model.cells.length > cellLimit;

  const cellMarks = (state: CellState, box: Box, label: string): Mark[] => {
    const look = looks[state];
    const out: Mark[] = [
      {
        kind: 'rect',
        ...box,
        r: Math.min(8, box.w / 3),
        fill: look.fill,
        stroke: look.stroke,
        width: 1.75,
        dash: look.dash,
      },
    ];
    const middle = box.y + box.h / 2;
    const room = box.w - 24;
    const text = room >= 18 ? fitText(label, room, 13, true) : '';
    if (text && look.sign) {
      const left = box.x + (box.w - 20 - textWidth(text, 13, true)) / 2;
      out.push({ kind: 'sign', sign: look.sign, at: [left, middle - 7.5], size: 15, stroke: look.stroke });
      out.push({ kind: 'text', at: [left + 19, middle + 4.5], text, mono: true });
    } else if (text) {
      out.push({
        kind: 'text',
        at: [box.x + box.w / 2, middle + 4.5],
        text,
        mono: true,
        anchor: 'middle',
        fill: 'var(--ink-2)',
      });
    } else if (look.sign && box.w >= 16) {
      out.push({
        kind: 'sign',
        sign: look.sign,
        at: [box.x + box.w / 2 - 7, middle - 7],
        size: 14,
        stroke: look.stroke,
      });
    }
    return out;
  };

  const bars = barsOf(model.cells);
  for (const { id, state, going, from, cells } of bars) {
    const box = { x: xOf(from) + gap, y, w: cells.length * unit - 2 * gap, h };
    const short = shortOf.get(cells[0]?.set ?? '') ?? '';
    const label = grouped ? `${cells.length} × ${short}` : short;
    const name = describeCell(ui, model, cells[0] as GaugeCell, cells.length);
    const inner = cellMarks(state, box, label);
    if (going) {
      const ring = { x: xOf(from) - 1, y: y - 4, w: cells.length * unit + 2, h: h + 8 };
      inner.push({ kind: 'rect', ...ring, r: Math.min(10, unit / 2), stroke: 'var(--ink)', width: 2 });
    }
    marks.push({ kind: 'group', id, title: name, marks: inner });
    stops.push({ id, box, name });
  }

  // What goes is said once, over the last of those that go.
  const goes = model.cells.filter(({ going }) => going).length;
  const lastGoing = model.cells.map(({ going }) => going).lastIndexOf(true);
  const floorX = model.bounds ? xOf(model.bounds.minAvailable) : -1;
  const ceilingX = model.bounds ? xOf(model.bounds.maxTotal) : -1;

  const axisY = y + h + 4;
  if (frame.axis) {
    marks.push({
      kind: 'line',
      from: [x0, axisY],
      to: [xOf(counted + aside) + unit * 0.4, axisY],
      stroke: 'var(--line-2)',
    });
    const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => step * unit >= 22) ?? 2000;
    for (let n = 0; n <= counted; n += every) {
      marks.push({ kind: 'line', from: [xOf(n), axisY], to: [xOf(n), axisY + 5], stroke: 'var(--line-2)' });
      marks.push({
        kind: 'text',
        at: [xOf(n), axisY + 19],
        text: String(n),
        mono: true,
        anchor: 'middle',
        fill: 'var(--ink-3)',
      });
    }
  }
  if (model.bounds) {
    const { minAvailable, maxTotal } = model.bounds;
    const top = large ? y - 26 : form === 'dock' ? 24 : 16;
    const low = form === 'phone' ? y + h + 6 : axisY + 6;
    const floor = words.floor(minAvailable);
    const ceil = words.ceiling(maxTotal);
    // Both labels stand over their lines, and side by side where the lines are close.
    const half = (text: string) => textWidth(text, 13) / 2 + 2;
    const rightmost = form === 'dock' ? frame.right : frame.width;
    let ceilAt = Math.min(Math.max(ceilingX, half(ceil)), rightmost - half(ceil));
    let floorAt = Math.max(floorX, half(floor));
    const overlap = floorAt + half(floor) + 10 - (ceilAt - half(ceil));
    if (overlap > 0) {
      const give = Math.min(overlap, rightmost - half(ceil) - ceilAt);
      ceilAt += Math.max(0, give);
      floorAt = Math.max(half(floor), floorAt - (overlap - Math.max(0, give)));
    }
    for (const [at, labelAt, label] of [
      [floorX, floorAt, floor],
      [ceilingX, ceilAt, ceil],
    ] as const) {
      marks.push({ kind: 'line', from: [at, top], to: [at, low], stroke: 'var(--ink)', width: 2 });
      marks.push({ kind: 'text', at: [labelAt, top - 6], text: label, weight: 600, anchor: 'middle' });
    }
  }
  if (goes > 0) {
    const text = `−${goes}`;
    const w = textWidth(text, 13, true) + 14;
    const right = xOf(lastGoing + 1) + 4;
    const left = Math.max(2, right - w);
    // On a phone the bounds' names are close above.
    const top = form === 'phone' ? y - 7 : y - 13;
    marks.push({ kind: 'rect', x: left, y: top, w, h: 18, r: 9, fill: 'var(--ink)' });
    marks.push({
      kind: 'text',
      at: [left + w / 2, top + 13.5],
      text,
      mono: true,
      weight: 600,
      anchor: 'middle',
      fill: 'var(--paper)',
    });
  }
  if (showLeaving) {
    const start = counted + 0.4;
    const shown = model.leaving.slice(0, Math.max(1, Math.floor(aside)));
    shown.forEach((cell, n) => {
      const box = { x: xOf(start + n) + gap, y: y + h * 0.2, w: unit - 2 * gap, h: h * 0.6 };
      const name = describeCell(ui, model, cell, 1);
      const inner = cellMarks('leaving', box, shortOf.get(cell.set) ?? '');
      marks.push({ kind: 'group', id: cell.id, title: name, marks: inner });
      stops.push({ id: cell.id, box, name });
    });
    const more = model.leaving.length - shown.length;
    if (more > 0 && frame.axis)
      marks.push({
        kind: 'text',
        at: [xOf(start + shown.length), y - 2],
        text: `+${more}`,
        anchor: 'end',
        fill: 'var(--ink-2)',
      });
  }

  if (form === 'dock') {
    marks.push({ kind: 'text', at: [16, y + 17], text: words.pods, size: 14, weight: 600 });
    marks.push({ kind: 'text', at: [16, y + 35], text: words.available(model.available), fill: 'var(--ink-2)' });
    marks.push(...sums(ui, model, 502));
  }
  if (!large) return { width: frame.width, height: frame.height, marks, stops };
  const { width } = frame;
  // A phone has no room for title and legend in one line.
  const legend = y + h + (form === 'narrow' ? 66 : 46);
  const field = { left: 32, right: width - 8, top: legend + 12, height: 70, title: y + h + 46, legend };
  const trail = past && drawTrail(ui, past.trail, past.position, field);
  const table = tableMarks(ui, model, trail && trail.marks.length > 0 ? trail.bottom + 8 : y + h + 42, width);
  const right = width - 8;
  marks.unshift(
    { kind: 'text', at: [8, 16], text: `Deployment ${fitText(model.name, 220, 14)}`, size: 14, weight: 600 },
    form === 'narrow'
      ? { kind: 'text', at: [8, 38], text: settings(ui, model), fill: 'var(--ink-2)' }
      : { kind: 'text', at: [right - saveWidth, 16], text: settings(ui, model), anchor: 'end', fill: 'var(--ink-2)' },
  );
  return {
    width,
    height: table.height,
    marks: [...marks, ...(trail?.marks ?? []), ...table.marks],
    stops: [...stops, ...table.stops],
  };
}

function settings(ui: Ui, model: GaugeModel): string {
  const { bounds } = model;
  if (!bounds) return `${ui.gauge.wanted(model.desired)} · ${model.strategy}`;
  return `${ui.gauge.wanted(bounds.desired)} · maxSurge ${bounds.maxSurge} · maxUnavailable ${bounds.maxUnavailable}`;
}

/** `4→3` while the Pods are not what the spec asks for; the one number when they are. */
export function change(pods: number, wanted: number): string {
  return pods === wanted ? String(pods) : `${pods}→${wanted}`;
}

/** Right of the dock: what each ReplicaSet has and should have. */
function sums(ui: Ui, model: GaugeModel, x: number): Mark[] {
  const { bounds, sets } = model;
  const right = 650;
  const words = ui.gauge;
  const marks: Mark[] = [
    { kind: 'line', from: [x, 14], to: [x, 108], stroke: 'var(--line)' },
    { kind: 'text', at: [x + 12, 26], text: words.wanted(model.desired), fill: 'var(--ink-2)' },
  ];
  if (bounds) {
    const text = `+${bounds.maxSurge} −${bounds.maxUnavailable}`;
    marks.push({ kind: 'text', at: [right, 26], text, mono: true, anchor: 'end', fill: 'var(--ink-2)' });
  }
  // Two lines: of many old ReplicaSets the second line is their sum.
  const lines: { name: string; role: string; pods: number; wanted: number }[] = [];
  const old = sets.filter(({ role }) => role === 'old');
  const line = ({ short, role, pods, wanted }: GaugeSet) => {
    const whole = `${model.name}-${short}`;
    return { name: textWidth(whole, 13, true) <= 66 ? whole : short, role: words.roles[role], pods, wanted };
  };
  if (old.length <= 1) lines.push(...old.map(line));
  else {
    const sum = (pick: (set: GaugeSet) => number) => old.reduce((total, set) => total + pick(set), 0);
    lines.push({
      name: `${old.length} ×`,
      role: words.roles.old,
      pods: sum((s) => s.pods),
      wanted: sum((s) => s.wanted),
    });
  }
  lines.push(...sets.filter(({ role }) => role === 'new').map(line));
  lines.slice(0, 2).forEach(({ name, role, pods, wanted }, i) => {
    const y = 54 + i * 24;
    marks.push({ kind: 'text', at: [x + 12, y], text: fitText(name, 66, 13, true), mono: true });
    marks.push({ kind: 'text', at: [x + 94, y], text: role, anchor: 'middle', fill: 'var(--ink-2)' });
    marks.push({ kind: 'text', at: [right, y], text: change(pods, wanted), mono: true, weight: 600, anchor: 'end' });
  });
  marks.push({ kind: 'line', from: [x + 12, 88], to: [right, 88], stroke: 'var(--line-2)' });
  marks.push({ kind: 'text', at: [x + 12, 106], text: words.total, fill: 'var(--ink-2)' });
  marks.push({
    kind: 'text',
    at: [right, 106],
    text: change(model.pods, model.wanted),
    mono: true,
    weight: 600,
    anchor: 'end',
  });
  return marks;
}

/** Columns of numbers, and where they end; a phone has room for fewer. */
function columnsFor(width: number) {
  const right = width - 8;
  return width > 500
    ? ({ revision: 336, wanted: 412, pods: 480, available: 560, leaving: right } as const)
    : ({ wanted: 218, pods: 266, available: right } as const);
}

/** Under the large row: a line per ReplicaSet, and their sum. */
function tableMarks(ui: Ui, model: GaugeModel, top: number, width: number) {
  const { columns, roles, total } = ui.gauge;
  const wide = width > 500;
  const right = width - 8;
  const at = Object.entries(columnsFor(width)) as [keyof typeof columns, number][];
  const marks: Mark[] = [];
  const stops: Stop[] = [];
  marks.push({ kind: 'text', at: [8, top + 14], text: 'ReplicaSet', fill: 'var(--ink-2)' });
  for (const [column, x] of at) {
    marks.push({ kind: 'text', at: [x, top + 14], text: columns[column], anchor: 'end', fill: 'var(--ink-2)' });
  }
  marks.push({ kind: 'line', from: [8, top + 24], to: [right, top + 24], stroke: 'var(--line-2)' });
  const numbers = (y: number, counts: Readonly<Record<keyof typeof columns, number | string>>): Mark[] =>
    at.map(([column, x]) => ({
      kind: 'text',
      at: [x, y],
      text: String(counts[column]),
      mono: true,
      anchor: 'end',
      weight: column === 'revision' ? 400 : 600,
      fill: column === 'leaving' ? 'var(--ink-2)' : 'var(--ink)',
    }));
  const shown = model.sets.slice(-8);
  shown.forEach((set, i) => {
    const y = top + 46 + i * 28;
    const name = describeSet(ui, set);
    const id = `replicasets/${set.key}`;
    const roleAt = wide ? 228 : 134;
    marks.push({
      kind: 'group',
      id,
      title: name,
      marks: [
        { kind: 'rect', x: 4, y: y - 18, w: width - 8, h: 26, r: 3, fill: 'var(--surface)' },
        { kind: 'text', at: [8, y], text: fitText(set.name, roleAt - 14, 13, true), mono: true },
        { kind: 'text', at: [roleAt, y], text: roles[set.role], fill: 'var(--ink-2)' },
        ...numbers(y, set),
      ],
    });
    stops.push({ id, box: { x: 4, y: y - 18, w: width - 8, h: 26 }, name });
  });
  const y = top + 46 + shown.length * 28;
  marks.push({ kind: 'line', from: [8, y - 16], to: [right, y - 16], stroke: 'var(--line-2)' });
  marks.push({ kind: 'text', at: [8, y + 4], text: total, fill: 'var(--ink-2)' });
  const { wanted, pods, available, leaving } = model;
  marks.push(...numbers(y + 4, { revision: '', wanted, pods, available, leaving: leaving.length }));
  return { marks, stops, height: y + 16 };
}
