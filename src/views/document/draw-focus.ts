import type { Box, Drawing, Mark, Point } from '../drawing/marks';
import { type Diagram, type DiagramEdge, type DiagramNode, edgesOf, nodesOf, regionsOf, wordsOf } from './diagram';
import { type DrawOptions, nodeMarks } from './draw-flow';
import { type FlowLayout, lineHeight, type PlacedNode } from './layout';
import type { DocumentModel } from './model';
import type { SequenceLayout } from './sequence-layout';
import { accentOf, capsuleMarks, capsuleWidth, edgeMarks, shortened, wayThrough } from './strokes';
import { wrapText } from './wrap';

const width = 343;
const nodeWide = 186;
const thumbnail: Box = { x: width - 112, y: 4, w: 110, h: 62 };

/** What the small picture shows: the message at the cursor, else what the step is about, else the last one, else the first. */
export function exchangeOf({ diagram, message, focus, trail, states }: DocumentModel): {
  from: string;
  to: string;
  edge: DiagramEdge | undefined;
} {
  const edges = edgesOf(diagram);
  const byId = (id: string | undefined) => edges.find((edge) => edge.id === id);
  const edge = byId(message?.at);
  if (edge) return { from: edge.from, to: edge.to, edge };
  if (message) return { from: message.from, to: message.from, edge: undefined };
  const asked = edges.find(({ from, to }) => focus.includes(from) && focus.includes(to) && from !== to);
  const other = asked ?? byId(trail[0]) ?? edges.find(({ id }) => states[id] === 'next') ?? edges[0];
  return { from: other?.from ?? '', to: other?.to ?? '', edge: other };
}

function thumbnailMarks(layout: FlowLayout | SequenceLayout, model: DocumentModel, shown: ReadonlySet<string>): Mark[] {
  const scale = Math.min(thumbnail.w / layout.width, thumbnail.h / layout.height);
  const [left, top] = [thumbnail.x + thumbnail.w - layout.width * scale, thumbnail.y];
  const box = ({ x, y, w, h }: Box, fill: string, stroke?: string): Mark => ({
    kind: 'rect',
    x: left + x * scale,
    y: top + y * scale,
    w: w * scale,
    h: Math.max(2, h * scale),
    r: 1.5,
    fill,
    stroke,
    width: 1,
  });
  const fillOf = (id: string) =>
    shown.has(id) ? 'var(--cp)' : model.states[id] === 'visited' ? 'var(--line-2)' : 'var(--line)';
  if ('participants' in layout) {
    return [
      ...layout.blocks.map((block) => box(block, 'var(--surface)', 'var(--line)')),
      ...layout.participants.map((one) => box(one, fillOf(one.id))),
      ...layout.messages.map(({ edge, points }): Mark => {
        const xs = points.map(([x]) => x);
        const y = points[0]?.[1] ?? 0;
        return box(
          { x: Math.min(...xs), y, w: Math.max(...xs) - Math.min(...xs), h: 4 },
          model.message?.at === edge.id ? 'var(--ink)' : fillOf(edge.id),
        );
      }),
    ];
  }
  return [
    ...layout.regions.map((region) => box(region, 'var(--surface)', 'var(--line-2)')),
    ...layout.nodes.map((node) => box(node, fillOf(node.id))),
  ];
}

function regionName(diagram: Diagram, language: string, id: string): string {
  const region = regionsOf(diagram).find((one) => one.framed && one.nodes.includes(id));
  return region ? wordsOf(diagram, language, region.id) : '';
}

/** For a phone: sender, message and receiver at full size, and the whole, without words, with that place lit. */
export function drawFocus(
  diagram: Diagram,
  layout: FlowLayout | SequenceLayout,
  model: DocumentModel,
  options: DrawOptions,
): Drawing {
  const { language, nameOf, chosen } = options;
  const { from, to, edge } = exchangeOf(model);
  const nodes = nodesOf(diagram);
  const place = (id: string, y: number): { node: DiagramNode; box: PlacedNode } | undefined => {
    const node = nodes.find((one) => one.id === id);
    if (!node) return undefined;
    const lines = wrapText(wordsOf(diagram, language, id), nodeWide - 42);
    if (lines.length === 0) return { node, box: { id, lines, x: 35, y, w: 22, h: 22 } };
    return { node, box: { id, lines, x: 8, y, w: nodeWide, h: Math.max(48, lines.length * lineHeight + 18) } };
  };
  const marks: Mark[] = thumbnailMarks(layout, model, new Set([from, to]));
  const title = (id: string, at: Point): Mark => ({
    kind: 'text',
    at,
    text: regionName(diagram, language, id),
    size: 13,
    weight: 600,
    fill: accentOf('cp'),
  });
  const sender = place(from, 30);
  if (!sender) return { width, height: 80, marks, stops: [] };
  const draw = ({ node, box }: { node: DiagramNode; box: PlacedNode }) =>
    marks.push({
      kind: 'group',
      id: node.id,
      title: nameOf(node.id),
      state: model.states[node.id],
      marks: nodeMarks(diagram.kind === 'sequence' ? undefined : diagram, box, node, model, chosen === node.id),
    });
  const stops = [{ id: from, box: sender.box, name: nameOf(from) }];
  marks.push(title(from, [8, 16]));
  const bottom = sender.box.y + sender.box.h;
  const { message } = model;
  if (!edge || from === to) {
    draw(sender);
    let height = bottom + 14;
    const words = edge ? wrapText(wordsOf(diagram, language, edge.id), width - 30, 13) : [];
    for (const text of words) {
      height += 18;
      marks.push({ kind: 'text', at: [12, height - 6], text, size: 13 });
    }
    if (message) {
      marks.push(...capsuleMarks(message.text, 8, height + 16, message.failed));
      height += 34;
    }
    return { width, height: Math.max(height, 78), marks, stops };
  }
  const words = wrapText(wordsOf(diagram, language, edge.id), width - 150, 13);
  const fix = wordsOf(diagram, language, `${edge.id}!`);
  const fixed = fix ? wrapText(fix, width - 168, 13) : [];
  const gap = 74 + (words.length + fixed.length) * 16 * (message ? 1 : 0.6);
  const receiver = place(to, bottom + gap);
  const x = 46;
  const points: Point[] = [
    [x, bottom],
    [x, bottom + gap],
  ];
  const state = model.states[edge.id] ?? 'idle';
  marks.push({
    kind: 'group',
    id: '',
    title: nameOf(edge.id),
    state,
    marks: edgeMarks(edge.kind, state, sender.node.subsystem, points),
  });
  let y = bottom + (message ? 54 : 26);
  for (const text of words) {
    y += 16;
    marks.push({ kind: 'text', at: [x + 20, y], text, size: 13, fill: 'var(--ink-2)' });
  }
  if (fixed.length > 0) marks.push({ kind: 'sign', sign: 'box', at: [x + 20, y + 5], size: 13, stroke: 'var(--ink)' });
  for (const text of fixed) {
    y += 16;
    marks.push({ kind: 'text', at: [x + 38, y], text, size: 13, weight: 500 });
  }
  draw(sender);
  if (receiver) {
    draw(receiver);
    marks.push(title(to, [receiver.box.x + receiver.box.w + 12, receiver.box.y + receiver.box.h / 2 + 5]));
    stops.push({ id: to, box: receiver.box, name: nameOf(to) });
  }
  if (message) {
    const way = shortened(points, 18);
    const rest = way[1] as Point;
    const capsuleY = bottom + 34;
    const left = Math.max(0, Math.min(x + 26, width - capsuleWidth(message.text)));
    marks.push(
      { kind: 'line', from: [x, capsuleY], to: [left + 4, capsuleY], stroke: 'var(--ink)', width: 1.5 },
      { kind: 'travel', key: `${message.key}/focus`, path: wayThrough(way), r: 7, end: rest },
      ...capsuleMarks(message.text, left, capsuleY, message.failed),
    );
  }
  const height = receiver ? receiver.box.y + receiver.box.h + 10 : bottom + gap;
  return { width, height, marks, stops };
}
