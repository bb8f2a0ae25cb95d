import type { EndpointSlice, Node, Pod } from '../../engine/index';
import type { Rows } from '../../store/lab-store';
import type { IndexedEvent } from '../../store/trace-index';
import { laneOf } from '../timeline/model';
import { objectCards } from './cards';
import { cpuMilli } from './cpu';
import type { Box, ClusterModel, Message, NodeBox, PodCell, Room } from './geometry';
import { type Layout, layoutOf, managerName } from './layout';
import { messageLabel, touchedId } from './message-label';
import { podState } from './pod-state';
import { isSystem, remembered, tableOf } from './rows';

export type { Box, ClusterModel, Density, Message, NodeBox, ObjectCard, PodCell, Room } from './geometry';

/** Room for a picture of which nobody has said how large it may be. */
export const anyRoom: Room = { width: 640, height: 0 };

interface Input {
  readonly rows: Rows;
  readonly slots: ReadonlyMap<string, number>;
  readonly event: IndexedEvent | undefined;
  readonly room?: Room;
  /** Places for which there is room too: those of a picture beside this one. */
  readonly alsoSlots?: ReadonlyMap<string, number> | undefined;
}

/** The process that a part of the trace belongs to: a controller is one of many in its manager. */
export function processOf(actor: string): string {
  return laneOf(actor, '') === 'controllers' ? managerName : actor;
}

const listedPods = remembered((slices: ReadonlyMap<string, EndpointSlice>): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const slice of slices.values()) {
    for (const endpoint of slice.endpoints ?? []) if (endpoint.targetRef?.name) names.add(endpoint.targetRef.name);
  }
  return names;
});

/** Sorts `node-2` before `node-10`. */
function nodeOrder(name: string): string {
  return name.replace(/\d+/g, (digits) => digits.padStart(6, '0'));
}

const nodesInOrder = remembered((nodes: ReadonlyMap<string, Node>): readonly (readonly [string, Node])[] =>
  [...nodes].sort(([a], [b]) => (nodeOrder(a) < nodeOrder(b) ? -1 : 1)),
);

type PodRow = readonly [key: string, pod: Pod];

const podsByNode = remembered((pods: ReadonlyMap<string, Pod>): ReadonlyMap<string, readonly PodRow[]> => {
  const byNode = new Map<string, PodRow[]>();
  for (const row of [...pods].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (isSystem(row[0])) continue;
    const node = row[1].spec?.nodeName ?? '';
    const group = byNode.get(node);
    if (group) group.push(row);
    else byNode.set(node, [row]);
  }
  return byNode;
});

const stateOf = remembered(podState);

const requestedCpuOf = remembered((pod: Pod): number =>
  pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed'
    ? 0
    : (pod.spec?.containers ?? []).reduce(
        (sum, { resources }) => sum + cpuMilli(resources?.requests?.cpu ?? resources?.limits?.cpu),
        0,
      ),
);

interface CellInput {
  readonly row: PodRow;
  readonly box: Box;
  readonly listed: boolean;
}

/** What a picture was made of before: what is as it was keeps its identity, so that it need not be drawn again. */
export class ClusterParts {
  private cells = new Map<string, { readonly pod: Pod; readonly cell: PodCell }>();
  private nodes = new Map<string, NodeBox>();
  private layout: { readonly nodes: number; readonly slots: readonly unknown[]; readonly of: Layout } | undefined;

  layoutFor(nodes: number, slots: Parameters<typeof layoutOf>[1], room: Room): Layout {
    const known = this.layout;
    const parts = [...slots, room];
    if (known?.nodes === nodes && known.slots.every((part, i) => part === parts[i])) return known.of;
    const of = layoutOf(nodes, slots, room);
    this.layout = { nodes, slots: parts, of };
    return of;
  }

  cell({ row: [key, pod], box, listed }: CellInput): PodCell {
    const known = this.cells.get(key);
    if (known?.pod === pod && known.cell.listed === listed && sameBox(known.cell, box)) return known.cell;
    const cell = {
      ...box,
      id: `pods/${key}`,
      key,
      name: pod.metadata.name ?? key,
      node: pod.spec?.nodeName ?? '',
      state: stateOf(pod),
      listed,
    };
    this.cells.set(key, { pod, cell });
    return cell;
  }

  node(box: NodeBox): NodeBox {
    const known = this.nodes.get(box.id);
    if (known && sameNode(known, box)) return known;
    this.nodes.set(box.id, box);
    return box;
  }

  /** Forgets the cells of Pods that are gone. */
  keep(pods: ReadonlyMap<string, unknown>): void {
    if (this.cells.size <= pods.size + 200) return;
    for (const key of this.cells.keys()) if (!pods.has(key)) this.cells.delete(key);
  }
}

function sameBox(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
}

function sameNode(a: NodeBox, b: NodeBox): boolean {
  return (
    sameBox(a, b) &&
    a.address === b.address &&
    a.ready === b.ready &&
    a.cut === b.cut &&
    a.unschedulable === b.unschedulable &&
    a.cpuRequestedMilli === b.cpuRequestedMilli &&
    a.cpuAllocatableMilli === b.cpuAllocatableMilli &&
    a.places === b.places &&
    a.pods.length === b.pods.length &&
    a.pods.every((pod, i) => pod === b.pods[i])
  );
}

function nodeBox(
  name: string,
  node: Node,
  box: Box,
  places: readonly Box[],
  pods: readonly PodCell[],
  more: Pick<NodeBox, 'cut' | 'cpuRequestedMilli'>,
): NodeBox {
  return {
    ...box,
    ...more,
    id: `nodes/${name}`,
    name,
    address: node.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '',
    ready: node.status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True',
    unschedulable: node.spec?.unschedulable ?? false,
    cpuAllocatableMilli: cpuMilli(node.status?.allocatable?.cpu),
    pods,
    places,
  };
}

function messageOf(event: IndexedEvent | undefined, layout: Layout, nodes: readonly NodeBox[]): Message | undefined {
  if (!event?.target) return undefined;
  const boxOf = (actor: string): Box | undefined =>
    layout.parts.find((part) => part.actor === actor) ??
    layout.parts.find((part) => part.actor === processOf(actor)) ??
    nodes.find(({ name }) => actor.endsWith(`/${name}`));
  const from = boxOf(event.actor);
  const to = boxOf(event.target);
  if (!from || !to || (from === to && !nodes.some((node) => node === from))) return undefined;
  return {
    from,
    to,
    actor: event.actor,
    target: event.target,
    label: messageLabel(event),
    watch: event.verb === 'watch.deliver' || event.verb === 'api.watch',
    call: event.verb.startsWith('cri.') || event.verb.startsWith('cni.'),
    failed: event.failed,
  };
}

/** `parts`: what the picture was made of before. */
export function clusterModel(
  { rows, slots, event, room = anyRoom, alsoSlots }: Input,
  parts = new ClusterParts(),
): ClusterModel {
  const pods = tableOf<Pod>(rows, 'api/pods');
  const nodeRows = nodesInOrder(tableOf<Node>(rows, 'api/nodes'));
  const { width } = room;
  const layout = parts.layoutFor(nodeRows.length, [slots, alsoSlots], room);
  const listed = listedPods(tableOf<EndpointSlice>(rows, 'api/endpointslices'));
  const cuts = tableOf(rows, 'cuts');
  const byNode = podsByNode(pods);
  parts.keep(pods);
  const cell = (row: PodRow, box: Box): PodCell =>
    parts.cell({ row, box, listed: listed.has(row[1].metadata.name ?? '') });
  const nodes = nodeRows.map(([name, node], order) => {
    const box = layout.node(order);
    const own = byNode.get(name) ?? [];
    const cells = own.map((row, i) => cell(row, layout.place(box, slots.get(row[1].metadata.uid ?? '') ?? i)));
    const cpuRequestedMilli = own.reduce((sum, [, pod]) => sum + requestedCpuOf(pod), 0);
    const cut = cuts.has(`kubelet/${name}`);
    return parts.node(nodeBox(name, node, box, layout.placesOf(order), cells, { cut, cpuRequestedMilli }));
  });
  const waiting = (byNode.get('') ?? []).map((row, i) =>
    cell(row, layout.waiting(slots.get(`${row[1].metadata.uid}/waiting`) ?? i)),
  );
  const { cards, height } = objectCards(rows, layout.bottom, width);
  return {
    width,
    height,
    density: layout.density,
    lowHeads: layout.lowHeads,
    tight: layout.tight,
    parts: layout.parts,
    controlPlane: layout.controlPlane,
    busY: layout.busY,
    waitingRow: layout.waitingRow,
    waitingTiny: layout.waitingTiny,
    nodes,
    waiting,
    verdict: { text: waiting.find(({ state }) => state.message)?.state.message ?? '', x: layout.waitingEnd + 8 },
    cards,
    pods: [...byNode.values()].reduce((sum, { length }) => sum + length, 0),
    message: messageOf(event, layout, nodes),
    actor: event?.actor ?? '',
    target: event?.target ?? '',
    touched: event ? touchedId(event.subject) : '',
  };
}
