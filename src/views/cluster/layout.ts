import type { Box, Density, PartBox, Room } from './geometry';
import { remembered } from './rows';

const gap = 12;
const tinySize = 24;
const waitingLabel = 130;
/** Beyond so many places or nodes, cells are signs. */
const tinyFromPlaces = 60;
const tinyFromNodes = 9;
/** Waiting Pods that have room for their names. */
const namedWaiting = 2;

/** How the nodes may be drawn, from roomy to small. The first that fits the room is taken, else the last. */
const densities = [
  { density: 'two', head: 50, cell: 42, gap: 6 },
  { density: 'one', head: 50, cell: 24, gap: 5 },
  { density: 'one', head: 28, cell: 20, gap: 3 },
  { density: 'half', head: 30, cell: 22, gap: 3 },
  { density: 'sign', head: 30, cell: tinySize, gap: 6 },
] as const satisfies readonly { density: Density; head: number; cell: number; gap: number }[];

export const cardHeight = 36;
export const cardGap = 10;
/** Rows of cards that the nodes leave room for. */
const cardRows = 2;

/** Where everything stands. A function of the room, the nodes, and the places ever taken, never of the cursor. */
export interface Layout {
  readonly width: number;
  readonly density: Density;
  readonly lowHeads: boolean;
  readonly tight: boolean;
  readonly controlPlane: Box;
  readonly parts: readonly PartBox[];
  readonly busY: number;
  readonly waitingRow: Box;
  /** Waiting Pods are signs without names. */
  readonly waitingTiny: boolean;
  /** Right of all places that waiting Pods ever took. */
  readonly waitingEnd: number;
  /** Places that each node has. */
  readonly places: number;
  /** Where what comes below the nodes begins. */
  readonly bottom: number;
  node(order: number): Box;
  place(node: Box, slot: number): Box;
  /** All places of a node, the same list each time. */
  placesOf(order: number): readonly Box[];
  waiting(slot: number): Box;
}

export const managerName = 'kube-controller-manager';
const controllers = ['deployment-controller', 'replicaset-controller'] as const;

/** Below these widths names are short, and then the process of the controllers stands in a row of its own. */
const tightBelow = 600;
const narrowBelow = 512;

const partWidths = {
  wide: { kubectl: 68, api: 96, scheduler: 86, controller: 158 },
  tight: { kubectl: 66, api: 92, scheduler: 80, controller: 116 },
} as const;

interface Parts {
  readonly parts: PartBox[];
  readonly busY: number;
  /** Lower edge of the control plane. */
  readonly bottom: number;
}

/** One process around its controllers, at a place; the name above or below them. */
function manager(x: number, y: number, controller: number, below: boolean): PartBox[] {
  const top = below ? y + 6 : y + 19;
  const inner = controllers.map((actor, i) => ({
    actor,
    x: x + 6 + i * (controller + 6),
    y: top,
    w: controller,
    h: 28,
  }));
  const frame = { actor: managerName, x, y, w: 2 * controller + 18, h: 53, nameY: below ? y + 47 : y + 14 };
  return [frame, ...inner];
}

/** The API server near the middle, since everything meets there. */
function partsFor(width: number, tight: boolean, narrow: boolean): Parts {
  const sizes = tight ? partWidths.tight : partWidths.wide;
  if (narrow) {
    const row = [
      ['kubectl', 84],
      ['kube-apiserver', 110],
      ['kube-scheduler', 96],
    ] as const;
    const space = (width - 16 - 290) / 2;
    let x = 8;
    const parts: PartBox[] = row.map(([actor, w]) => {
      const part = { actor, x, y: 10, w, h: 32 };
      x += w + space;
      return part;
    });
    const controller = Math.min(158, (width - 16 - 18) / 2);
    parts.push(...manager((width - 2 * controller - 18) / 2, 74, controller, true));
    return { parts, busY: 58, bottom: 132 };
  }
  const framed = 2 * sizes.controller + 18;
  const space = (width - 16 - sizes.kubectl - sizes.api - sizes.scheduler - framed) / 3;
  const apiX = 8 + sizes.kubectl + space;
  const frameX = apiX + sizes.api + space;
  const parts: PartBox[] = [
    { actor: 'kubectl', x: 8, y: 14, w: sizes.kubectl, h: 34 },
    { actor: 'kube-apiserver', x: apiX, y: 14, w: sizes.api, h: 34 },
    ...manager(frameX, 5, sizes.controller, false),
    { actor: 'kube-scheduler', x: frameX + framed + space, y: 14, w: sizes.scheduler, h: 34 },
  ];
  return { parts, busY: 76, bottom: 62 };
}

type Slots = ReadonlyMap<string, number> | undefined;

const highestOf = remembered((slots: ReadonlyMap<string, number>) => {
  let node = 1;
  let waiting = -1;
  for (const [id, slot] of slots) {
    if (id.endsWith('/waiting')) waiting = Math.max(waiting, slot);
    else node = Math.max(node, slot);
  }
  return { node, waiting };
});

/** The highest places ever taken, not the highest at the cursor: a step back must not move anything. */
function highestPlaces(taken: readonly Slots[]): { readonly node: number; readonly waiting: number } {
  const all = taken.flatMap((slots) => (slots ? [highestOf(slots)] : []));
  return {
    node: Math.max(1, ...all.map(({ node }) => node)),
    waiting: Math.max(-1, ...all.map(({ waiting }) => waiting)),
  };
}

/** `slots`: places of the Pods of this picture, and of one beside it. */
export function layoutOf(nodes: number, slots: readonly Slots[], { width, height }: Room): Layout {
  const narrow = width < narrowBelow;
  const tight = width < tightBelow && !narrow;
  const highest = highestPlaces(slots);
  const { parts, busY, bottom: planeBottom } = partsFor(width, tight, narrow);
  const waitingRow = { x: 0, y: Math.max(planeBottom, busY) + 16, w: width, h: 22 };
  const top = waitingRow.y + waitingRow.h + 10;

  const places = highest.node + 1;
  const perRow = narrow ? 1 : nodes > 6 ? 4 : Math.min(3, Math.max(nodes, 1));
  const rows = Math.max(1, Math.ceil(nodes / perRow));
  const nodeWidth = (width - gap * (perRow - 1)) / perRow;
  const inner = nodeWidth - 20;
  const many = nodes > tinyFromNodes || places * Math.max(1, nodes) > tinyFromPlaces;
  const measured = densities.map((form) => {
    const perLine =
      form.density === 'sign'
        ? Math.max(1, Math.floor((inner + form.gap) / (tinySize + form.gap)))
        : narrow || form.density === 'half'
          ? 2
          : 1;
    const cellWidth = form.density === 'sign' ? tinySize : (inner - form.gap * (perLine - 1)) / perLine;
    const nodeHeight = form.head + Math.ceil(places / perLine) * (form.cell + form.gap) + 3;
    return { ...form, perLine, cellWidth, nodeHeight };
  });
  const room = height - top - cardRows * (cardHeight + cardGap);
  const fits = ({ nodeHeight }: { nodeHeight: number }) => height === 0 || rows * (nodeHeight + gap) <= room + 4;
  const sign = measured[measured.length - 1] as (typeof measured)[number];
  // Signs only where there are many: a name is worth a scroll.
  const smallest = measured[measured.length - 2] as (typeof measured)[number];
  const form = many ? sign : (measured.slice(0, -1).find(fits) ?? smallest);

  const waitingTiny = narrow || highest.waiting >= namedWaiting;
  const waitingWidth = waitingTiny ? tinySize : Math.min(176, (width - waitingLabel - 200) / namedWaiting);
  const waitingStep = waitingWidth + (waitingTiny ? 4 : 8);
  const waitingRoom = Math.max(1, Math.floor((width - waitingLabel) / waitingStep));
  const node = (order: number): Box => ({
    x: (order % perRow) * (nodeWidth + gap),
    y: top + Math.floor(order / perRow) * (form.nodeHeight + gap),
    w: nodeWidth,
    h: form.nodeHeight,
  });
  const place = ({ x, y }: Box, slot: number): Box => ({
    x: x + 10 + (slot % form.perLine) * (form.cellWidth + form.gap),
    y: y + form.head + Math.floor(slot / form.perLine) * (form.cell + form.gap),
    w: form.cellWidth,
    h: form.cell,
  });
  const placeLists: (readonly Box[] | undefined)[] = [];
  return {
    width,
    density: form.density,
    lowHeads: form.head < 40,
    tight: tight || narrow,
    controlPlane: { x: 0, y: 0, w: width, h: planeBottom },
    parts,
    busY,
    waitingRow,
    waitingTiny,
    waitingEnd: waitingLabel + Math.min(highest.waiting + 1, waitingRoom) * waitingStep,
    places,
    bottom: top + rows * (form.nodeHeight + gap),
    node,
    place,
    placesOf: (order) => {
      placeLists[order] ??= Array.from({ length: places }, (_, slot) => place(node(order), slot));
      return placeLists[order] as readonly Box[];
    },
    // Those beyond the room share the last place: the outline names them all.
    waiting: (slot) => ({
      x: waitingLabel + Math.min(slot, waitingRoom - 1) * waitingStep,
      y: waitingRow.y,
      w: waitingWidth,
      h: waitingRow.h,
    }),
  };
}
