import type { Box, PartBox } from './geometry';

const gap = 12;
const cellHeight = 42;
const cellGap = 6;
const tinySize = 24;
const headHeight = 50;
const waitingLabel = 130;
/** Beyond so many places or nodes, cells are signs. */
const tinyFromPlaces = 36;
const tinyFromNodes = 9;
/** Waiting Pods that have room for their names. */
const namedWaiting = 3;

/** Where everything stands. A function of the width, the nodes, and the places ever taken, never of the cursor. */
export interface Layout {
  readonly width: number;
  readonly tiny: boolean;
  readonly controlPlane: Box;
  readonly parts: readonly PartBox[];
  readonly busY: number;
  readonly waitingRow: Box;
  /** Waiting Pods are signs without names. */
  readonly waitingTiny: boolean;
  /** Places that each node has. */
  readonly places: number;
  /** Where what comes below the nodes begins. */
  readonly bottom: number;
  node(order: number): Box;
  place(node: Box, slot: number): Box;
  waiting(slot: number): Box;
}

/** Parts of the control plane by row: the API server in the middle, since everything meets there. */
const partRows = {
  wide: [
    [
      ['kubectl', 74],
      ['deployment-controller', 158],
      ['kube-apiserver', 98],
      ['replicaset-controller', 158],
      ['kube-scheduler', 84],
    ],
  ],
  narrow: [
    [
      ['deployment-controller', 162],
      ['replicaset-controller', 162],
    ],
    [
      ['kubectl', 84],
      ['kube-apiserver', 110],
      ['kube-scheduler', 96],
    ],
  ],
} as const satisfies Record<string, readonly (readonly (readonly [string, number])[])[]>;

function partBoxes(width: number, narrow: boolean): { parts: PartBox[]; height: number } {
  const parts: PartBox[] = [];
  let y = 10;
  for (const row of narrow ? partRows.narrow : partRows.wide) {
    const taken = row.reduce((sum, [, w]) => sum + w, 0);
    const space = (width - 2 * 8 - taken) / (row.length - 1);
    let x = 8;
    for (const [actor, w] of row) {
      parts.push({ actor, x, y, w, h: 32 });
      x += w + space;
    }
    y += 40;
  }
  return { parts, height: y };
}

export function layoutOf(nodes: number, slots: ReadonlyMap<string, number>, width: number): Layout {
  const narrow = width < 500;
  // The highest places ever taken, not the highest at the cursor: a step back must not move anything.
  let highest = 1;
  let highestWaiting = 0;
  for (const [id, slot] of slots) {
    if (id.endsWith('/waiting')) highestWaiting = Math.max(highestWaiting, slot);
    else highest = Math.max(highest, slot);
  }
  const { parts, height } = partBoxes(width, narrow);
  const controlPlane = { x: 0, y: 0, w: width, h: height };
  const busY = height + 14;
  const waitingRow = { x: 0, y: busY + 18, w: width, h: 24 };
  const top = waitingRow.y + waitingRow.h + 18;

  const places = highest + 1;
  const tiny = nodes > tinyFromNodes || places * Math.max(1, nodes) > tinyFromPlaces;
  const perRow = narrow ? 1 : nodes > 6 ? 4 : Math.min(3, Math.max(nodes, 1));
  const nodeWidth = (width - gap * (perRow - 1)) / perRow;
  const inner = nodeWidth - 20;
  const cellsPerLine = tiny ? Math.max(1, Math.floor((inner + cellGap) / (tinySize + cellGap))) : narrow ? 2 : 1;
  const cell = tiny
    ? { w: tinySize, h: tinySize }
    : { w: (inner - cellGap * (cellsPerLine - 1)) / cellsPerLine, h: cellHeight };
  const lines = Math.ceil(places / cellsPerLine);
  const nodeHeight = headHeight + lines * (cell.h + cellGap) + 4;

  const waitingTiny = narrow || highestWaiting >= namedWaiting;
  const waitingWidth = waitingTiny ? tinySize : (width - waitingLabel - namedWaiting * 8) / namedWaiting;
  const waitingStep = waitingWidth + (waitingTiny ? 4 : 8);
  const waitingRoom = Math.max(1, Math.floor((width - waitingLabel) / waitingStep));
  return {
    width,
    tiny,
    controlPlane,
    parts,
    busY,
    waitingRow,
    waitingTiny,
    places,
    bottom: top + Math.max(1, Math.ceil(nodes / perRow)) * (nodeHeight + gap),
    node: (order) => ({
      x: (order % perRow) * (nodeWidth + gap),
      y: top + Math.floor(order / perRow) * (nodeHeight + gap),
      w: nodeWidth,
      h: nodeHeight,
    }),
    place: ({ x, y }, slot) => ({
      ...cell,
      x: x + 10 + (slot % cellsPerLine) * (cell.w + cellGap),
      y: y + headHeight + Math.floor(slot / cellsPerLine) * (cell.h + cellGap),
    }),
    // Those beyond the room share the last place: the outline names them all.
    waiting: (slot) => ({
      x: waitingLabel + Math.min(slot, waitingRoom - 1) * waitingStep,
      y: waitingRow.y,
      w: waitingWidth,
      h: waitingRow.h,
    }),
  };
}
