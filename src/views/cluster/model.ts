import type { EndpointSlice, Node, Pod } from '../../engine/index';
import type { Rows } from '../../store/lab-store';
import type { IndexedEvent } from '../../store/trace-index';
import { objectCards } from './cards';
import { cpuMilli } from './cpu';
import type { Box, ClusterModel, Message, NodeBox, PodCell } from './geometry';
import { type Layout, layoutOf } from './layout';
import { messageLabel, touchedId } from './message-label';
import { podState } from './pod-state';
import { isSystem, list } from './rows';

export type { Box, ClusterModel, Message, NodeBox, ObjectCard, PodCell } from './geometry';

/** Widths of the picture's own coordinates: on a desk, and on a phone. */
export const pictureWidths = { wide: 640, narrow: 352 } as const;

interface Input {
  readonly rows: Rows;
  readonly slots: ReadonlyMap<string, number>;
  readonly event: IndexedEvent | undefined;
  readonly width?: number;
}

/** The process's caches are shared by its controllers; the first stands for it. */
const standsFor: Readonly<Record<string, string>> = { 'kube-controller-manager': 'deployment-controller' };

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
    layout.parts.find((part) => part.actor === (standsFor[actor] ?? actor)) ??
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

export function clusterModel({ rows, slots, event, width = pictureWidths.wide }: Input): ClusterModel {
  const pods = list<Pod>(rows, 'api/pods').filter(([key]) => !isSystem(key));
  const nodeRows = list<Node>(rows, 'api/nodes').sort(([a], [b]) => (nodeOrder(a) < nodeOrder(b) ? -1 : 1));
  const layout = layoutOf(nodeRows.length, slots, width);
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
    tiny: layout.tiny,
    parts: layout.parts,
    controlPlane: layout.controlPlane,
    busY: layout.busY,
    waitingRow: layout.waitingRow,
    waitingTiny: layout.waitingTiny,
    nodes,
    waiting,
    cards,
    pods: pods.length,
    message: messageOf(event, layout, nodes),
    actor: event?.actor ?? '',
    target: event?.target ?? '',
    touched: event ? touchedId(event.subject) : '',
  };
}
