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
import { isSystem, list } from './rows';

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

function listedPods(rows: Rows): Set<string> {
  const names = new Set<string>();
  for (const [, slice] of list<EndpointSlice>(rows, 'api/endpointslices')) {
    for (const endpoint of slice.endpoints ?? []) if (endpoint.targetRef?.name) names.add(endpoint.targetRef.name);
  }
  return names;
}

/** Sorts `node-2` before `node-10`. */
function nodeOrder(name: string): string {
  return name.replace(/\d+/g, (digits) => digits.padStart(6, '0'));
}

type PodRow = readonly [key: string, pod: Pod];

function requestedCpu(pods: readonly PodRow[]): number {
  return pods
    .filter(([, pod]) => pod.status?.phase !== 'Succeeded' && pod.status?.phase !== 'Failed')
    .flatMap(([, pod]) => pod.spec?.containers ?? [])
    .reduce((sum, { resources }) => sum + cpuMilli(resources?.requests?.cpu ?? resources?.limits?.cpu), 0);
}

function nodeBox(
  name: string,
  node: Node,
  box: Box,
  layout: Layout,
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
    places: Array.from({ length: layout.places }, (_, slot) => layout.place(box, slot)),
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

export function clusterModel({ rows, slots, event, room = anyRoom, alsoSlots }: Input): ClusterModel {
  const pods = list<Pod>(rows, 'api/pods').filter(([key]) => !isSystem(key));
  const nodeRows = list<Node>(rows, 'api/nodes').sort(([a], [b]) => (nodeOrder(a) < nodeOrder(b) ? -1 : 1));
  const { width } = room;
  const layout = layoutOf(nodeRows.length, [slots, alsoSlots], room);
  const listed = listedPods(rows);
  const cuts = rows.cuts ?? new Map();
  const byNode = new Map<string, PodRow[]>();
  for (const row of pods) {
    const node = row[1].spec?.nodeName ?? '';
    const group = byNode.get(node);
    if (group) group.push(row);
    else byNode.set(node, [row]);
  }
  const cell = ([key, pod]: PodRow, box: Box): PodCell => ({
    ...box,
    id: `pods/${key}`,
    key,
    name: pod.metadata.name ?? key,
    node: pod.spec?.nodeName ?? '',
    state: podState(pod),
    listed: listed.has(pod.metadata.name ?? ''),
  });
  const nodes = nodeRows.map(([name, node], order) => {
    const box = layout.node(order);
    const own = byNode.get(name) ?? [];
    const cells = own.map((row, i) => cell(row, layout.place(box, slots.get(row[1].metadata.uid ?? '') ?? i)));
    return nodeBox(name, node, box, layout, cells, {
      cut: cuts.has(`kubelet/${name}`),
      cpuRequestedMilli: requestedCpu(own),
    });
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
    pods: pods.length,
    message: messageOf(event, layout, nodes),
    actor: event?.actor ?? '',
    target: event?.target ?? '',
    touched: event ? touchedId(event.subject) : '',
  };
}
