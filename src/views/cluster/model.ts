import type { EndpointSlice, Node, Pod } from '../../engine/index';
import type { Rows } from '../../store/lab-store';
import type { IndexedEvent } from '../../store/trace-index';
import { objectCards } from './cards';
import { cpuMilli } from './cpu';
import { type Box, type ClusterModel, type NodeBox, type PartBox, type PodCell, pictureWidth } from './geometry';
import { messageLabel, touchedId } from './message-label';
import { podState } from './pod-state';
import { isSystem, list } from './rows';

export type { Box, ClusterModel, Message, NodeBox, ObjectCard, PodCell } from './geometry';
export { pictureWidth } from './geometry';

interface Input {
  readonly rows: Rows;
  readonly slots: ReadonlyMap<string, number>;
  readonly event: IndexedEvent | undefined;
}

const gap = 12;
const cellHeight = 42;
const cellGap = 6;
const tinySize = 24;
const headHeight = 50;
/** Beyond so many Pods or nodes, cells are signs. */
const tinyFromPods = 60;
const tinyFromNodes = 9;

/** Names under which parts record Events. */
const recorders: Readonly<Record<string, string>> = {
  'deployment-controller': 'deployment',
  'replicaset-controller': 'replicaset',
  'default-scheduler': 'kube-scheduler',
};

function listedAddresses(rows: Rows): Set<string> {
  const names = new Set<string>();
  for (const [, slice] of list<EndpointSlice>(rows, 'api/endpointslices')) {
    for (const endpoint of slice.endpoints ?? []) if (endpoint.targetRef?.name) names.add(endpoint.targetRef.name);
  }
  return names;
}

function nodeNumber(name: string): string {
  return name.replace(/\d+/g, (digits) => digits.padStart(6, '0'));
}

/** Positions of the parts of the control plane: the API server in the middle, since everything meets there. */
function partBoxes(y: number): PartBox[] {
  const widths: readonly (readonly [string, number])[] = [
    ['kubectl', 84],
    ['deployment', 164],
    ['kube-apiserver', 110],
    ['replicaset', 164],
    ['kube-scheduler', 84],
  ];
  const space = (pictureWidth - 2 * 8 - widths.reduce((sum, [, w]) => sum + w, 0)) / (widths.length - 1);
  let x = 8;
  return widths.map(([actor, w]) => {
    const box = { actor, x, y, w, h: 32 };
    x += w + space;
    return box;
  });
}

export function clusterModel({ rows, slots, event }: Input): ClusterModel {
  const pods = list<Pod>(rows, 'api/pods').filter(([key]) => !isSystem(key));
  const nodeRows = list<Node>(rows, 'api/nodes').sort(([a], [b]) => (nodeNumber(a) < nodeNumber(b) ? -1 : 1));
  const tiny = pods.length > tinyFromPods || nodeRows.length > tinyFromNodes;
  const listed = listedAddresses(rows);
  const cuts = rows.cuts ?? new Map();

  const controlPlane: Box = { x: 0, y: 0, w: pictureWidth, h: 50 };
  const parts = partBoxes(10);
  const busY = controlPlane.h + 14;
  const waitingRow: Box = { x: 0, y: busY + 18, w: pictureWidth, h: 24 };
  const top = waitingRow.y + waitingRow.h + 18;

  const perRow = nodeRows.length > 6 ? 4 : Math.min(3, Math.max(nodeRows.length, 1));
  const nodeWidth = (pictureWidth - gap * (perRow - 1)) / perRow;
  const inner = nodeWidth - 20;
  const tinyPerLine = Math.max(1, Math.floor((inner + cellGap) / (tinySize + cellGap)));
  // The highest place ever taken, not the highest at the cursor: a step back must not move anything.
  let highest = 1;
  for (const [id, slot] of slots) if (!id.endsWith('/waiting') && slot > highest) highest = slot;
  const lines = tiny ? Math.ceil((highest + 1) / tinyPerLine) : highest + 1;
  const lineHeight = (tiny ? tinySize : cellHeight) + cellGap;
  const nodeHeight = headHeight + lines * lineHeight + 4;

  const place = (x: number, y: number, slot: number): Box =>
    tiny
      ? {
          x: x + 10 + (slot % tinyPerLine) * (tinySize + cellGap),
          y: y + headHeight + Math.floor(slot / tinyPerLine) * lineHeight,
          w: tinySize,
          h: tinySize,
        }
      : { x: x + 10, y: y + headHeight + slot * lineHeight, w: inner, h: cellHeight };

  const cell = ([key, pod]: readonly [string, Pod], box: Box): PodCell => ({
    ...box,
    id: `pods/${key}`,
    key,
    name: pod.metadata.name ?? key,
    node: pod.spec?.nodeName ?? '',
    state: podState(pod),
    listed: listed.has(pod.metadata.name ?? ''),
  });

  const nodes = nodeRows.map(([name, node], i): NodeBox => {
    const x = (i % perRow) * (nodeWidth + gap);
    const y = top + Math.floor(i / perRow) * (nodeHeight + gap);
    const own = pods.filter(([, pod]) => pod.spec?.nodeName === name);
    const cells = own.map((pod, order) => cell(pod, place(x, y, slots.get(pod[1].metadata.uid ?? '') ?? order)));
    const requested = own
      .filter(([, pod]) => pod.status?.phase !== 'Succeeded' && pod.status?.phase !== 'Failed')
      .flatMap(([, pod]) => pod.spec?.containers ?? [])
      .reduce((sum, { resources }) => sum + cpuMilli(resources?.requests?.cpu ?? resources?.limits?.cpu), 0);
    const count = tiny ? Math.min(highest + 1, 200) : highest + 1;
    return {
      id: `nodes/${name}`,
      x,
      y,
      w: nodeWidth,
      h: nodeHeight,
      name,
      address: node.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '',
      ready: node.status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True',
      cut: cuts.has(`kubelet/${name}`),
      unschedulable: node.spec?.unschedulable ?? false,
      cpuRequestedMilli: requested,
      cpuAllocatableMilli: cpuMilli(node.status?.allocatable?.cpu),
      pods: cells,
      places: Array.from({ length: count }, (_, slot) => place(x, y, slot)),
    };
  });

  const waitingWidth = (pictureWidth - 130 - 3 * 8) / 3;
  const waiting = pods
    .filter(([, pod]) => !pod.spec?.nodeName)
    .map((pod, order) => {
      const slot = slots.get(`${pod[1].metadata.uid}/waiting`) ?? order;
      return cell(pod, {
        x: 130 + (slot % 3) * (waitingWidth + 8),
        y: waitingRow.y + Math.floor(slot / 3) * 0,
        w: waitingWidth,
        h: waitingRow.h,
      });
    });

  const bottom = top + Math.max(1, Math.ceil(nodeRows.length / perRow)) * (nodeHeight + gap);
  const { cards, height } = objectCards(rows, bottom);

  const boxOf = (actor: string): Box | undefined => {
    const part = parts.find((candidate) => candidate.actor === actor);
    if (part) return part;
    const node = nodes.find(({ name }) => actor === `kubelet/${name}` || actor.endsWith(`/${name}`));
    if (node) return node;
    const recorder = recorders[actor];
    if (recorder) return parts.find((candidate) => candidate.actor === recorder);
    if (actor === 'kube-controller-manager') return parts.find((candidate) => candidate.actor === 'deployment');
    return undefined;
  };
  const from = event && (boxOf(event.part) ?? boxOf(event.actor));
  const to = event?.target ? boxOf(event.target) : undefined;
  return {
    width: pictureWidth,
    height,
    tiny,
    parts,
    controlPlane,
    busY,
    waitingRow,
    nodes,
    waiting,
    cards,
    pods: pods.length,
    message:
      event && from && to && (from !== to || nodes.some((node) => node === from))
        ? {
            from,
            to,
            actor: event.part,
            target: event.target,
            label: messageLabel(event),
            watch: event.verb === 'watch.deliver' || event.verb === 'api.watch',
            call: event.verb.startsWith('cri.') || event.verb.startsWith('cni.'),
            failed: event.failed,
          }
        : undefined,
    actor: event?.part ?? '',
    target: event?.target ?? '',
    touched: event ? touchedId(event.subject) : '',
  };
}
