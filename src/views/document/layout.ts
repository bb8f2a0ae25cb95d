import type { Box, Point } from '../drawing/marks';
import { type Bind, type DiagramEdge, type FlowDiagram, wordsOf } from './diagram';
import { labelWidth, wrapText } from './wrap';

export interface PlacedNode extends Box {
  readonly id: string;
  readonly lines: readonly string[];
}

export interface PlacedEdge {
  readonly edge: DiagramEdge;
  /** Right-angled; from the sender's outline to the receiver's. */
  readonly points: readonly Point[];
  readonly label: { readonly lines: readonly string[]; readonly at: Point } | undefined;
}

export interface PlacedRegion extends Box {
  readonly id: string;
}

export interface FlowLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly regions: readonly PlacedRegion[];
}

const nodeWidths = { down: 160, right: 142 } as const;
export const lineHeight = 17;
const minNodeHeight = 42;
/** Left of a label, and right of it for the tick. */
const labelPadding = 12;
const tickWidth = 26;
const minColumnGap = 50;
/** A message's capsule fits between two rows. */
const minRowGap = 32;
/** What stands around the node that acts: its ring, and the badge on its corner. */
const ringWidth = 11;
const framePadding = 8;
export const frameTitle = 34;
const edgeLabelWidth = 80;
export const edgeLabelSize = 14;

type Cell = readonly [column: number, row: number];

/** Columns and rows by rank, for diagrams that nobody has placed: each node behind those that lead to it. */
export function ranks({ nodes, edges, direction }: FlowDiagram): Record<string, Cell> {
  const rank = new Map(nodes.map(({ id }) => [id, 0]));
  // An edge that leads back would push its target for ever: each node moves at most once for each other node.
  for (let round = 0; round < nodes.length; round++) {
    let moved = false;
    for (const { from, to } of edges) {
      const wanted = (rank.get(from) ?? 0) + 1;
      if (from === to || wanted >= nodes.length || (rank.get(to) ?? 0) >= wanted) continue;
      rank.set(to, wanted);
      moved = true;
    }
    if (!moved) break;
  }
  const used = [...new Set(rank.values())].sort((a, b) => a - b);
  const counts = new Map<number, number>();
  return Object.fromEntries(
    nodes.map(({ id }) => {
      const along = used.indexOf(rank.get(id) ?? 0);
      const across = counts.get(along) ?? 0;
      counts.set(along, across + 1);
      return [id, direction === 'right' ? ([along, across] as const) : ([across, along] as const)];
    }),
  );
}

/** Running positions of columns or rows from their sizes and the gaps before them. */
function positions(sizes: readonly number[], gaps: readonly number[], start: number): number[] {
  let at = start;
  return sizes.map((size, i) => {
    if (i > 0) at += gaps[i] ?? 0;
    const here = at;
    at += size;
    return here;
  });
}

/** Places nodes on the bind file's grid, edges at right angles between them, and frames around regions. */
export function flowLayout(diagram: FlowDiagram, bind: Bind, language: string): FlowLayout {
  const nodeWidth = nodeWidths[diagram.direction];
  const cells: Readonly<Record<string, Cell>> = bind.place ?? ranks(diagram);
  const cellOf = (id: string): Cell => cells[id] ?? [0, 0];
  const columns = Math.max(...diagram.nodes.map(({ id }) => cellOf(id)[0])) + 1;
  const rows = Math.max(...diagram.nodes.map(({ id }) => cellOf(id)[1])) + 1;
  const lines = new Map(
    diagram.nodes.map(({ id }) => [id, wrapText(wordsOf(diagram, language, id), nodeWidth - labelPadding - tickWidth)]),
  );
  const heightOf = (id: string) => Math.max(minNodeHeight, (lines.get(id)?.length ?? 1) * lineHeight + 16);
  const edgeLines = (edge: DiagramEdge) => wrapText(wordsOf(diagram, language, edge.id), edgeLabelWidth, edgeLabelSize);

  const framed = diagram.regions.filter((region) => region.framed && region.nodes.length > 0);
  const spans = framed.map(({ id, nodes }) => {
    const at = nodes.map(cellOf);
    const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
    return { id, left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  });
  // Frames that stand side by side begin and end together.
  for (const one of spans) {
    for (const other of spans) {
      if (one === other || one.bottom < other.top || other.bottom < one.top) continue;
      const [top, bottom] = [Math.min(one.top, other.top), Math.max(one.bottom, other.bottom)];
      Object.assign(one, { top, bottom });
      Object.assign(other, { top, bottom });
    }
  }

  const columnGaps = Array.from({ length: columns }, (_, column) => {
    const widths = diagram.edges.flatMap((edge) => {
      const [a, b] = [cellOf(edge.from)[0], cellOf(edge.to)[0]];
      if (Math.max(a, b) !== column || a === b) return [];
      return edgeLines(edge).map((line) => labelWidth(line, edgeLabelSize) + 32 - 2 * framePadding);
    });
    return Math.max(minColumnGap, ...widths) + (framed.length > 0 ? 2 * framePadding : 0);
  });
  const horizontalInFirst = diagram.edges.some(({ from, to }) => cellOf(from)[1] === 0 && cellOf(to)[1] === 0);
  const firstTop = (spans.some(({ top }) => top === 0) ? frameTitle : ringWidth) + (horizontalInFirst ? minRowGap : 0);
  const rowGaps = Array.from({ length: rows }, (_, row) => {
    const begins = spans.some(({ top }) => top === row);
    const ends = spans.some(({ bottom }) => bottom === row - 1);
    return minRowGap + (begins ? frameTitle - 4 : 0) + (ends ? framePadding : 0);
  });
  const rowHeights = Array.from({ length: rows }, (_, row) =>
    Math.max(minNodeHeight, ...diagram.nodes.filter(({ id }) => cellOf(id)[1] === row).map(({ id }) => heightOf(id))),
  );
  const x = positions(
    Array.from({ length: columns }, () => nodeWidth),
    columnGaps,
    framePadding,
  );
  const y = positions(rowHeights, rowGaps, firstTop);

  const nodes = diagram.nodes.map(({ id }): PlacedNode => {
    const [column, row] = cellOf(id);
    const h = heightOf(id);
    const top = (y[row] ?? 0) + ((rowHeights[row] ?? h) - h) / 2;
    return { id, lines: lines.get(id) ?? [], x: x[column] ?? 0, y: top, w: nodeWidth, h };
  });
  const boxes = new Map(nodes.map((node) => [node.id, node]));
  const regions = spans.map(({ id, left, right, top, bottom }): PlacedRegion => {
    const [x0, y0] = [(x[left] ?? 0) - framePadding, (y[top] ?? 0) - frameTitle];
    const endY = (y[bottom] ?? 0) + (rowHeights[bottom] ?? 0) + framePadding + 2;
    return { id, x: x0, y: y0, w: (x[right] ?? 0) + nodeWidth + framePadding - x0, h: endY - y0 };
  });
  const edges = diagram.edges.map((edge): PlacedEdge => {
    const twins = diagram.edges.filter(
      (other) =>
        (other.from === edge.from && other.to === edge.to) || (other.from === edge.to && other.to === edge.from),
    );
    const shift = (twins.indexOf(edge) - (twins.length - 1) / 2) * 16;
    const points = edgePoints(boxes.get(edge.from) as PlacedNode, boxes.get(edge.to) as PlacedNode, nodes, shift);
    const words = edgeLines(edge);
    return { edge, points, label: words.length > 0 ? { lines: words, at: labelAt(points, words) } : undefined };
  });
  const width = (x[columns - 1] ?? 0) + nodeWidth + framePadding;
  const bottom = Math.max(...nodes.map((node) => node.y + node.h + 8), ...regions.map((region) => region.y + region.h));
  return { width, height: bottom + 4, nodes, edges, regions };
}

function edgePoints(from: Box, to: Box, nodes: readonly Box[], shift: number): Point[] {
  const [fromX, fromY] = [from.x + from.w / 2, from.y + from.h / 2];
  const [toX, toY] = [to.x + to.w / 2, to.y + to.h / 2];
  if (from === to) {
    const right = from.x + from.w;
    return [
      [right, fromY - 8],
      [right + 22, fromY - 8],
      [right + 22, fromY + 8],
      [right, fromY + 8],
    ];
  }
  const between = (low: number, high: number, value: number) => value > low && value < high;
  if (Math.abs(fromX - toX) < 1) {
    const down = toY > fromY;
    const start: Point = [fromX + shift, down ? from.y + from.h : from.y];
    const end: Point = [toX + shift, down ? to.y : to.y + to.h];
    const blocked = nodes.some(
      (node) => node.x === from.x && between(Math.min(fromY, toY), Math.max(fromY, toY), node.y + node.h / 2),
    );
    if (!blocked) return [start, end];
    const side = from.x + from.w + 14 + shift;
    return [
      [from.x + from.w, fromY],
      [side, fromY],
      [side, toY],
      [to.x + to.w, toY],
    ];
  }
  const rightwards = toX > fromX;
  const start: Point = [rightwards ? from.x + from.w : from.x, fromY + shift];
  const end: Point = [rightwards ? to.x : to.x + to.w, toY + shift];
  const blocked = nodes.some(
    (node) =>
      Math.abs(node.y + node.h / 2 - fromY) < 1 &&
      between(Math.min(fromX, toX), Math.max(fromX, toX), node.x + node.w / 2),
  );
  if (Math.abs(fromY - toY) < 1 && !blocked) return [start, end];
  if (Math.abs(fromY - toY) < 1) {
    const above = from.y - 16 + shift;
    return [
      [fromX, from.y],
      [fromX, above],
      [toX, above],
      [toX, to.y],
    ];
  }
  const turn = end[0] + (rightwards ? -1 : 1) * (minColumnGap / 2 + framePadding);
  return [start, [turn, start[1]], [turn, end[1]], end];
}

/** On the longest stretch of the way, in its middle; beside it where it goes up or down, so that the way stays free. */
function labelAt(points: readonly Point[], words: readonly string[]): Point {
  let best: Point = points[0] ?? [0, 0];
  let bestLength = -1;
  for (let i = 1; i < points.length; i++) {
    const [[ax, ay], [bx, by]] = [points[i - 1] as Point, points[i] as Point];
    const length = Math.hypot(bx - ax, by - ay);
    if (length <= bestLength) continue;
    bestLength = length;
    const beside = ax === bx ? Math.max(...words.map((line) => labelWidth(line, edgeLabelSize))) / 2 + 15 : 0;
    best = [(ax + bx) / 2 + beside, (ay + by) / 2];
  }
  return best;
}
