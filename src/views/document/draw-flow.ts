import type { Box, Drawing, Mark, Point, Stop } from '../drawing/marks';
import { type DiagramNode, type GraphDiagram, regionsOf, type Subsystem, wordsOf } from './diagram';
import {
  correctionIndent,
  edgeLabelSize,
  edgeLine,
  type FlowLayout,
  frameTitle,
  lineHeight,
  type PlacedEdge,
  type PlacedNode,
} from './layout';
import type { DocumentModel, State } from './model';
import {
  accentOf,
  badgeMarks,
  capsuleHeight,
  capsuleMarks,
  capsuleWidth,
  claimMarks,
  edgeMarks,
  lookOf,
  ringMark,
  shapeMarks,
  shortened,
  wayThrough,
} from './strokes';
import { labelWidth } from './wrap';

export interface DrawOptions {
  readonly language: string;
  /** What stands at an element, in words. */
  readonly nameOf: (id: string) => string;
  /** The learner's answer on the picture. */
  readonly chosen?: string | undefined;
}

const lineGap = 4.8;

/** Lines of a label, centred on a height. */
function labelMarks(lines: readonly string[], x: number, middle: number, fill: string, weight: 500 | 600): Mark[] {
  const first = middle - ((lines.length - 1) * lineHeight) / 2 + lineGap;
  return lines.map((text, i) => ({ kind: 'text', at: [x, first + i * lineHeight], text, size: 14, weight, fill }));
}

/** A node with its shape, words and signs. */
export function nodeMarks(
  diagram: GraphDiagram | undefined,
  node: PlacedNode,
  kind: DiagramNode,
  model: DocumentModel,
  chosen: boolean,
): Mark[] {
  const state = model.states[node.id] ?? 'idle';
  const look = chosen
    ? {
        ...lookOf('now', kind.subsystem),
        stroke: 'var(--pen-ink)',
        width: 2,
        fill: 'var(--pen)',
        text: 'var(--pen-ink)',
      }
    : lookOf(state, kind.subsystem);
  const middle = node.y + node.h / 2;
  const right = node.x + node.w;
  const marks: Mark[] = [];
  if (state === 'now' && !chosen) marks.push(ringMark(node, kind.kind, accentOf(kind.subsystem)));
  marks.push(...shapeMarks(kind.kind, node, look));
  const weight = model.focus.includes(node.id) || state === 'now' ? 600 : 500;
  marks.push(...labelMarks(node.lines, node.x + (kind.kind === 'decision' ? 18 : 12), middle, look.text, weight));
  if (state === 'visited' && !chosen && node.lines.length > 0)
    marks.push({
      kind: 'sign',
      sign: 'check',
      at: [right - 24, middle - 7],
      size: 14,
      stroke: accentOf(kind.subsystem),
    });
  if (model.claims.has(node.id) && diagram) marks.push(...claimMarks([node.x + 20, node.y - 2]));
  if (state === 'now' && !chosen) marks.push(...badgeMarks([right - 8, node.y - 1], 'play'));
  if (state === 'failed' && !chosen) marks.push(...badgeMarks([right - 8, node.y - 1], 'x'));
  return marks;
}

function accentOfEdge(diagram: GraphDiagram, { edge }: PlacedEdge): Subsystem {
  const of = (id: string) => diagram.nodes.find((node) => node.id === id)?.subsystem ?? 'cp';
  return of(edge.from) === 'work' ? of(edge.to) : of(edge.from);
}

function edgeLabelMarks({ label }: PlacedEdge, onFrame: boolean): Mark[] {
  if (!label) return [];
  const { lines, correction } = label;
  const indent = correction.length > 0 ? correctionIndent : 0;
  const width = Math.max(...[...lines, ...correction].map((line) => labelWidth(line, 13) + indent)) + 10;
  const count = lines.length + correction.length;
  const height = count * edgeLine + 3;
  const [x, y] = label.at;
  const left = x - width / 2 + 5 + indent;
  const first = y - ((count - 1) * edgeLine) / 2 + 4.5;
  const word = (text: string, i: number): Mark => ({
    kind: 'text',
    at: [indent > 0 ? left : x, first + i * edgeLine],
    text,
    size: edgeLabelSize,
    weight: i < lines.length ? 400 : 500,
    anchor: indent > 0 ? 'start' : 'middle',
    fill: i < lines.length ? 'var(--ink-2)' : 'var(--ink)',
  });
  const sign = (name: 'triangle-alert' | 'box', line: number): Mark => ({
    kind: 'sign',
    sign: name,
    at: [left - 18, first + line * edgeLine - 11],
    size: 13,
    stroke: name === 'box' ? 'var(--ink)' : 'var(--ink-2)',
  });
  return [
    {
      kind: 'rect',
      x: x - width / 2,
      y: y - height / 2,
      w: width,
      h: height,
      r: 3,
      fill: onFrame ? 'var(--surface)' : 'var(--paper)',
    },
    ...[...lines, ...correction].map(word),
    ...(indent > 0 ? [sign('triangle-alert', 0), sign('box', lines.length)] : []),
  ];
}

function noteMarks({ lines, x, y, w, h, tether }: FlowLayout['notes'][number]): Mark[] {
  const [from, to] = tether;
  return [
    { kind: 'line', from, to, stroke: 'var(--line-2)', width: 1, dash: '2 4' },
    { kind: 'rect', x, y, w, h, r: 2, fill: 'var(--sunk)', stroke: 'var(--line-2)', width: 1 },
    ...lines.map(
      (text, i): Mark => ({ kind: 'text', at: [x + 10, y + 18 + i * 16], text, size: 13.5, fill: 'var(--ink-2)' }),
    ),
  ];
}

const within = ([x, y]: Point, box: Box) => x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h;

/** Where the capsule stands: in the gap beside the dot, within the picture. */
function capsulePlace(
  dot: Point,
  gapY: number | undefined,
  text: string,
  width: number,
  labelled: boolean,
): { left: number; y: number } {
  const w = capsuleWidth(text);
  const keep = (left: number) => Math.max(0, Math.min(width - w, left));
  if (gapY !== undefined) return { left: keep(dot[0] - w / 2), y: gapY };
  const right = dot[0] + 18;
  return { left: !labelled && right + w <= width ? right : keep(dot[0] - 18 - w), y: dot[1] };
}

/** The middle of the gap above a row, clear of rings and badges; below it where a frame's title is in the way. */
function gapBeside(layout: FlowLayout, row: readonly Box[]): number {
  const top = Math.min(...row.map(({ y }) => y));
  const bottom = Math.max(...row.map(({ y, h }) => y + h));
  const titled = layout.regions.some((region) => region.y > top - 40 && region.y < top);
  return titled || top < capsuleHeight + 14 ? bottom + 25 : top - 25;
}

/** The dot on its edge and the capsule that belongs to it; at a node where nothing travels. */
function messageMarks(layout: FlowLayout, { message }: DocumentModel): Mark[] {
  if (!message) return [];
  const { key, text, failed } = message;
  const placed = layout.edges.find(({ edge }) => edge.id === message.at);
  if (!placed) {
    const node = layout.nodes.find(({ id }) => id === message.at);
    if (!node) return [];
    const w = capsuleWidth(text);
    const left = Math.max(0, Math.min(layout.width - w, node.x + node.w / 2 - w / 2));
    return capsuleMarks(text, left, gapBeside(layout, [node]), failed);
  }
  const way = shortened(placed.points, 17);
  const rest = way[way.length - 1] as Point;
  const before = way[way.length - 2] as Point;
  const horizontal = Math.abs(rest[0] - before[0]) > Math.abs(rest[1] - before[1]);
  const ends = layout.nodes.filter(({ id }) => id === placed.edge.from || id === placed.edge.to);
  // Beside a dot among the frames' titles it would cover one of them: it stands above the frames.
  const titled = layout.regions.find((region) => rest[1] > region.y && rest[1] < region.y + frameTitle);
  const gapY = horizontal ? gapBeside(layout, ends) : titled && titled.y - capsuleHeight / 2 - 3;
  // A way that turns once has its label at the corner.
  const labelled = placed.label !== undefined && way.length !== 3;
  const { left, y } = capsulePlace(rest, gapY, text, layout.width, labelled);
  const stem: Mark =
    gapY !== undefined
      ? { kind: 'line', from: rest, to: [rest[0], y], stroke: 'var(--ink)', width: 1.5 }
      : {
          kind: 'line',
          from: rest,
          to: [left > rest[0] ? left + 2 : left + capsuleWidth(text) - 2, y],
          stroke: 'var(--ink)',
          width: 1.5,
        };
  return [
    stem,
    { kind: 'travel', key, path: wayThrough(way), r: 7, end: rest },
    ...capsuleMarks(text, left, y, failed),
  ];
}

/** Small numbers on the last edges, newest first: where things went. */
function trailMarks(layout: FlowLayout, model: DocumentModel): Mark[] {
  return model.trail.flatMap((id, i): Mark[] => {
    const placed = layout.edges.find(({ edge }) => edge.id === id);
    if (!placed || model.trail.indexOf(id) !== i || model.message?.at === id) return [];
    const [x, y] = placed.points[0] as Point;
    const [nx, ny] = placed.points[1] as Point;
    const length = Math.hypot(nx - x, ny - y) || 1;
    const at: Point = [x + ((nx - x) / length) * 12, y + ((ny - y) / length) * 12];
    return [
      { kind: 'circle', at, r: 8, fill: 'var(--paper)', stroke: 'var(--ink)', width: 1.25 },
      { kind: 'text', at: [at[0], at[1] + 4.5], text: String(i + 1), size: 13.5, anchor: 'middle', mono: true },
    ];
  });
}

/** A flowchart, or states, at the cursor. */
export function drawFlow(
  diagram: GraphDiagram,
  layout: FlowLayout,
  model: DocumentModel,
  options: DrawOptions & { readonly trail?: boolean },
): Drawing {
  const { language, nameOf, chosen } = options;
  const marks: Mark[] = [];
  for (const region of layout.regions) {
    const subsystem = regionsOf(diagram).find(({ id }) => id === region.id)?.subsystem ?? 'cp';
    const { x, y, w, h } = region;
    marks.push(
      { kind: 'rect', x, y, w, h, r: 2, fill: 'var(--surface)', stroke: 'var(--line)', width: 1 },
      { kind: 'rect', x, y, w, h: 3, fill: accentOf(subsystem) },
      {
        kind: 'text',
        at: [x + 10, y + 23],
        text: wordsOf(diagram, language, region.id),
        size: 14,
        weight: 600,
        fill: accentOf(subsystem),
      },
    );
  }
  for (const note of layout.notes) marks.push(...noteMarks(note));
  const order: readonly State[] = ['idle', 'next', 'visited', 'failed', 'now'];
  const weight = ({ edge }: PlacedEdge) => order.indexOf(model.states[edge.id] ?? 'idle');
  for (const placed of [...layout.edges].sort((a, b) => weight(a) - weight(b))) {
    const { edge, points, label } = placed;
    const state = model.states[edge.id] ?? 'idle';
    marks.push({
      kind: 'group',
      id: '',
      title: nameOf(edge.id),
      state,
      marks: [
        ...edgeMarks(edge.kind, state, accentOfEdge(diagram, placed), points),
        ...edgeLabelMarks(placed, label !== undefined && layout.regions.some((region) => within(label.at, region))),
      ],
    });
  }
  for (const node of layout.nodes) {
    const kind = diagram.nodes.find(({ id }) => id === node.id);
    if (!kind) continue;
    marks.push({
      kind: 'group',
      id: node.id,
      title: nameOf(node.id),
      state: model.states[node.id],
      marks: nodeMarks(diagram, node, kind, model, chosen === node.id),
    });
  }
  if (options.trail) marks.push(...trailMarks(layout, model));
  marks.push(...messageMarks(layout, model));
  const stops = layout.nodes.map((node): Stop => ({ id: node.id, box: node, name: nameOf(node.id) }));
  return { width: layout.width, height: layout.height, marks, stops };
}
