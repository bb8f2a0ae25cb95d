import type { Box, Point } from '../drawing/marks';
import { type Bind, type DiagramEdge, type DiagramNode, type GraphDiagram, regionsOf, wordsOf } from './diagram';
import type { PlacedNote } from './sequence-layout';
import { cornerGap, framePadding, labelAt, loopReach, minColumnGap, wayBetween } from './ways';
import { labelWidth, wrapText } from './wrap';

export interface PlacedNode extends Box {
  readonly id: string;
  readonly lines: readonly string[];
}

export interface PlacedEdge {
  readonly edge: DiagramEdge;
  /** Right-angled; from the sender's outline to the receiver's. */
  readonly points: readonly Point[];
  readonly label: EdgeLabel | undefined;
}

interface EdgeLabel {
  readonly lines: readonly string[];
  /** What the cluster does instead of what the document says, below it. */
  readonly correction: readonly string[];
  /** Its middle. */
  readonly at: Point;
}

/** A note and the node that it is about. */
interface PlacedRemark extends PlacedNote {
  readonly tether: readonly [Point, Point];
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
  readonly notes: readonly PlacedRemark[];
}

const nodeWidths = { down: 160, right: 142 } as const;
const stateWidth = 136;
const dotSize = 22;
const noteWidth = 176;
const noteLine = 16;
export const lineHeight = 17;
const minNodeHeight = 42;
/** Left of a label, and right of it for the tick. */
const labelPadding = 12;
const tickWidth = 26;
/** A message's capsule fits between two rows. */
const minRowGap = 32;
/** For the capsule of a message that waits at the end of a way that turns, below the label there. */
const capsuleRoom = 16;
/** What stands around the node that acts: its ring, and the badge on its corner. */
const ringWidth = 11;
export const frameTitle = 34;
const edgeLabelWidths = { flow: 80, state: 138 } as const;
export const edgeLine = 16;
/** Left of a correction, where its sign stands. */
export const correctionIndent = 20;
export const edgeLabelSize = 14;

type Cell = readonly [column: number, row: number];

/** Columns and rows by rank, for diagrams that nobody has placed: each node behind those that lead to it. */
export function ranks({ nodes, edges, direction, ...rest }: GraphDiagram): Record<string, Cell> {
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
  const place = (id: string, beside: string) => {
    const along = used.indexOf(rank.get(beside) ?? 0);
    const across = counts.get(along) ?? 0;
    counts.set(along, across + 1);
    return [id, direction === 'right' ? ([along, across] as const) : ([across, along] as const)] as const;
  };
  const notes = rest.kind === 'state' ? rest.notes : [];
  return Object.fromEntries([...nodes.map(({ id }) => place(id, id)), ...notes.map(({ id, of }) => place(id, of))]);
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

interface Sized {
  readonly lines: readonly string[];
  readonly w: number;
  readonly h: number;
}

function nodeSize(diagram: GraphDiagram, { id, kind }: DiagramNode, language: string): Sized {
  if (kind === 'start' || kind === 'end') return { lines: [], w: dotSize, h: dotSize };
  const words = wordsOf(diagram, language, id);
  // A choice between states has no words.
  if (!words) return { lines: [], w: 2 * dotSize, h: 30 };
  const w = diagram.kind === 'state' ? stateWidth : nodeWidths[diagram.direction];
  const lines = wrapText(words, w - labelPadding - tickWidth);
  return { lines, w, h: Math.max(minNodeHeight, lines.length * lineHeight + 16) };
}

function noteSize(diagram: GraphDiagram, id: string, language: string): Sized {
  const lines = wrapText(wordsOf(diagram, language, id), noteWidth - 20, 13.5);
  return { lines, w: noteWidth, h: lines.length * noteLine + 10 };
}

/** Places nodes on the bind file's grid, edges at right angles between them, and frames around regions. */
export function flowLayout(diagram: GraphDiagram, bind: Bind, language: string): FlowLayout {
  const remarks = diagram.kind === 'state' ? diagram.notes : [];
  const cells: Readonly<Record<string, Cell>> = bind.place ?? ranks(diagram);
  const cellOf = (id: string): Cell => cells[id] ?? [0, 0];
  const sizes = new Map<string, Sized>([
    ...diagram.nodes.map((node) => [node.id, nodeSize(diagram, node, language)] as const),
    ...remarks.map(({ id }) => [id, noteSize(diagram, id, language)] as const),
  ]);
  const sized = [...sizes].map(([id, size]) => ({ id, cell: cellOf(id), ...size }));
  const columns = Math.max(...sized.map(({ cell }) => cell[0])) + 1;
  const rows = Math.max(...sized.map(({ cell }) => cell[1])) + 1;
  const labelRoom = edgeLabelWidths[diagram.kind];
  const labels = new Map(
    diagram.edges.map((edge) => {
      const words = (id: string, width: number) => wrapText(wordsOf(diagram, language, id), width, edgeLabelSize);
      const correction = words(`${edge.id}!`, labelRoom - correctionIndent);
      return [edge, { lines: words(edge.id, labelRoom), correction }] as const;
    }),
  );
  const labelSize = (edge: DiagramEdge): { readonly w: number; readonly h: number } => {
    const { lines = [], correction = [] } = labels.get(edge) ?? {};
    const indent = correction.length > 0 ? correctionIndent : 0;
    const widths = [...lines, ...correction].map((line) => labelWidth(line, edgeLabelSize) + indent);
    return { w: Math.max(0, ...widths), h: (lines.length + correction.length) * edgeLine };
  };

  const framed = regionsOf(diagram).filter((region) => region.framed && region.nodes.length > 0);
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

  const columnGaps = Array.from({ length: columns + 1 }, (_, column) => {
    const widths = diagram.edges.flatMap((edge) => {
      const { w } = labelSize(edge);
      const [a, b] = [cellOf(edge.from)[0], cellOf(edge.to)[0]];
      // Between the last column and the right margin there are only loops.
      if (edge.from === edge.to) return a === column - 1 ? [loopReach + w + 22] : [];
      if (Math.max(a, b) !== column || a === b || w === 0) return [];
      return [w + 32 - 2 * framePadding];
    });
    const least = column < columns ? minColumnGap : 0;
    return Math.max(least, ...widths) + (framed.length > 0 ? 2 * framePadding : 0);
  });
  const horizontalInFirst = diagram.edges.some(
    ({ from, to }) => from !== to && cellOf(from)[1] === 0 && cellOf(to)[1] === 0,
  );
  const firstTop = (spans.some(({ top }) => top === 0) ? frameTitle : ringWidth) + (horizontalInFirst ? minRowGap : 0);
  const rowGaps = Array.from({ length: rows }, (_, row) => {
    const begins = spans.some(({ top }) => top === row);
    const ends = spans.some(({ bottom }) => bottom === row - 1);
    const heights = diagram.edges.flatMap((edge) => {
      const [a, b] = [cellOf(edge.from)[1], cellOf(edge.to)[1]];
      if (Math.max(a, b) !== row || Math.abs(a - b) !== 1) return [];
      const turns = diagram.kind === 'state' && cellOf(edge.from)[0] !== cellOf(edge.to)[0];
      return [labelSize(edge).h + (turns ? cornerGap + capsuleRoom : 14)];
    });
    return Math.max(minRowGap, ...heights) + (begins ? frameTitle - 4 : 0) + (ends ? framePadding : 0);
  });
  const rowHeights = Array.from({ length: rows }, (_, row) =>
    Math.max(
      diagram.kind === 'state' ? dotSize : minNodeHeight,
      ...sized.filter(({ cell }) => cell[1] === row).map(({ h }) => h),
    ),
  );
  const columnWidths = Array.from({ length: columns }, (_, column) =>
    Math.max(dotSize, ...sized.filter(({ cell }) => cell[0] === column).map(({ w }) => w)),
  );
  const x = positions(columnWidths, columnGaps, framePadding);
  const y = positions(rowHeights, rowGaps, firstTop);

  const boxOf = ({ id, lines, w, h, cell: [column, row] }: (typeof sized)[number]): PlacedNode => {
    const left = (x[column] ?? 0) + ((columnWidths[column] ?? w) - w) / 2;
    return { id, lines, x: left, y: (y[row] ?? 0) + ((rowHeights[row] ?? h) - h) / 2, w, h };
  };
  const boxes = new Map(sized.map((one) => [one.id, boxOf(one)]));
  const nodes = diagram.nodes.map(({ id }) => boxes.get(id) as PlacedNode);
  const notes = remarks.map(({ id, of }): PlacedRemark => {
    const [note, node] = [boxes.get(id) as PlacedNode, boxes.get(of) as PlacedNode];
    return { ...note, tether: tetherOf(note, node) };
  });
  const regions = spans.map(({ id, left, right, top, bottom }): PlacedRegion => {
    const [x0, y0] = [(x[left] ?? 0) - framePadding, (y[top] ?? 0) - frameTitle];
    const endY = (y[bottom] ?? 0) + (rowHeights[bottom] ?? 0) + framePadding + 2;
    const endX = (x[right] ?? 0) + (columnWidths[right] ?? 0) + framePadding;
    return { id, x: x0, y: y0, w: endX - x0, h: endY - y0 };
  });
  const edges = diagram.edges.map((edge): PlacedEdge => {
    const twins = diagram.edges.filter(
      (other) =>
        (other.from === edge.from && other.to === edge.to) || (other.from === edge.to && other.to === edge.from),
    );
    const shift = (twins.indexOf(edge) - (twins.length - 1) / 2) * 16;
    const [from, to] = [boxes.get(edge.from) as PlacedNode, boxes.get(edge.to) as PlacedNode];
    const bend = diagram.kind === 'state' ? bendOf(diagram, edge) : undefined;
    const points = wayBetween(from, to, nodes, shift, bend);
    const { lines = [], correction = [] } = labels.get(edge) ?? {};
    const size = labelSize(edge);
    const label = size.w > 0 ? { lines, correction, at: labelAt(points, size, shift < 0) } : undefined;
    return { edge, points, label };
  });
  const right = (x[columns - 1] ?? 0) + (columnWidths[columns - 1] ?? 0) + (columnGaps[columns] ?? 0);
  const width = right + framePadding - (framed.length > 0 ? 2 * framePadding : 0);
  const bottoms = [...boxes.values()].map((node) => node.y + node.h + 8);
  const bottom = Math.max(...bottoms, ...regions.map((region) => region.y + region.h));
  return { width, height: bottom + 4, nodes, edges, regions, notes };
}

/** Ways that part at a state leave it sideways; ways that meet at one come into it sideways. */
function bendOf({ edges }: GraphDiagram, { from, to }: DiagramEdge): 'late' | 'early' {
  const leaving = edges.filter((edge) => edge.from === from).length;
  const arriving = edges.filter((edge) => edge.to === to).length;
  return arriving > leaving ? 'late' : 'early';
}

/** From a note to the nearer side of its node. */
function tetherOf(note: Box, node: Box): readonly [Point, Point] {
  const [noteY, nodeY] = [note.y + note.h / 2, node.y + node.h / 2];
  return note.x > node.x
    ? [
        [note.x, noteY],
        [node.x + node.w, nodeY],
      ]
    : [
        [note.x + note.w, noteY],
        [node.x, nodeY],
      ];
}
