import type { Box, Point } from '../drawing/marks';

export const minColumnGap = 50;
/** Around a frame's nodes. */
export const framePadding = 8;
/** How far the way from a node back to itself reaches out. */
export const loopReach = 22;

/**
 * The way from one node to another, at right angles. `shift`: beside its twin. `bend`: where it turns once, first to the
 * side (`early`) or first up or down (`late`); without it, it turns twice, in the gap between the columns.
 */
export function wayBetween(from: Box, to: Box, nodes: readonly Box[], shift: number, bend?: 'early' | 'late'): Point[] {
  const [fromX, fromY] = [from.x + from.w / 2, from.y + from.h / 2];
  const [toX, toY] = [to.x + to.w / 2, to.y + to.h / 2];
  if (from === to) {
    const right = from.x + from.w;
    return [
      [right, fromY - 8],
      [right + loopReach, fromY - 8],
      [right + loopReach, fromY + 8],
      [right, fromY + 8],
    ];
  }
  const between = (low: number, high: number, value: number) => value > low && value < high;
  if (Math.abs(fromX - toX) < 1) {
    const down = toY > fromY;
    const start: Point = [fromX + shift, down ? from.y + from.h : from.y];
    const end: Point = [toX + shift, down ? to.y : to.y + to.h];
    const blocked = nodes.some(
      (node) =>
        Math.abs(node.x + node.w / 2 - fromX) < 1 &&
        between(Math.min(fromY, toY), Math.max(fromY, toY), node.y + node.h / 2),
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
  const down = toY > fromY;
  if (bend === 'early') return [start, [toX + shift, start[1]], [toX + shift, down ? to.y : to.y + to.h]];
  if (bend === 'late') return [[fromX + shift, down ? from.y + from.h : from.y], [fromX + shift, end[1]], end];
  const turn = end[0] + (rightwards ? -1 : 1) * (minColumnGap / 2 + framePadding);
  return [start, [turn, start[1]], [turn, end[1]], end];
}

/** From a corner to the label below it. */
export const cornerGap = 8;

/**
 * Where a label stands: on the longest stretch of the way, in its middle; beside it where that goes up or down, so that the
 * way stays free. A way that turns once has it beside its upright part, close to the corner: a message waits at the end.
 */
export function labelAt(
  points: readonly Point[],
  { w: width, h: height }: { readonly w: number; readonly h: number },
  left: boolean,
): Point {
  const [first, second, third] = points;
  const last = points[points.length - 1];
  if (first && second && last && points.length === 4 && first[0] === last[0])
    return [second[0] + 15 + width / 2, (first[1] + last[1]) / 2];
  if (first && second && third && points.length === 3) {
    const late = first[0] === second[0];
    const towards = Math.sign(late ? third[0] - first[0] : first[0] - second[0]);
    const away = late ? first : third;
    const down = Math.sign(away[1] - second[1]);
    return [second[0] + towards * (width / 2 + 12), second[1] + down * (cornerGap + height / 2)];
  }
  let best: Point = first ?? [0, 0];
  let bestLength = -1;
  for (let i = 1; i < points.length; i++) {
    const [[ax, ay], [bx, by]] = [points[i - 1] as Point, points[i] as Point];
    const length = Math.hypot(bx - ax, by - ay);
    if (length <= bestLength) continue;
    bestLength = length;
    const beside = ax === bx ? (width / 2 + 15) * (left ? -1 : 1) : 0;
    best = [(ax + bx) / 2 + beside, (ay + by) / 2];
  }
  return best;
}
