import type { ConfigMap, Deployment, EndpointSlice, Node, Pod, ReplicaSet, Service } from '../../engine/index';
import type { Rows } from '../../store/lab-store';
import type { IndexedEvent } from '../../store/trace-index';
import { cpuMilli } from './cpu';
import { type PodState, podState } from './pod-state';

/** Width of the picture's own coordinates. Heights follow from what is in it. */
export const pictureWidth = 640;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface PodCell extends Box {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly node: string;
  readonly state: PodState;
  /** Its address is in a slice. */
  readonly listed: boolean;
}

export interface NodeBox extends Box {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly ready: boolean;
  readonly cut: boolean;
  readonly unschedulable: boolean;
  readonly cpuRequestedMilli: number;
  readonly cpuAllocatableMilli: number;
  readonly pods: readonly PodCell[];
  /** Places that are drawn, taken or not. */
  readonly places: readonly Box[];
}

export interface PartBox extends Box {
  /** Name of the process or controller in the trace. */
  readonly actor: string;
}

export interface ObjectCard extends Box {
  readonly id: string;
  readonly resource: string;
  readonly key: string;
  readonly name: string;
  readonly want: number;
  readonly have: number;
  readonly revision: string;
  /** Id of the card that owns this one, drawn as a dotted line. */
  readonly owner: string | undefined;
  /** Ready and all endpoints of a Service; -1 without a slice. */
  readonly endpointsReady: number;
  readonly endpoints: number;
  readonly address: string;
}

/** The message at the cursor: from where to where. */
export interface Message {
  readonly from: Box;
  readonly to: Box;
  readonly actor: string;
  readonly target: string;
  readonly label: string;
  readonly watch: boolean;
  readonly failed: boolean;
}

export interface ClusterModel {
  readonly width: number;
  readonly height: number;
  /** Cells are small signs without names. */
  readonly tiny: boolean;
  readonly parts: readonly PartBox[];
  readonly controlPlane: Box;
  readonly busY: number;
  readonly waitingRow: Box;
  readonly nodes: readonly NodeBox[];
  readonly waiting: readonly PodCell[];
  readonly cards: readonly ObjectCard[];
  readonly pods: number;
  readonly message: Message | undefined;
  /** Actor at the cursor. */
  readonly actor: string;
  readonly target: string;
  /** Ids of what the event at the cursor is about. */
  readonly touched: string;
}

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
const hiddenNamespaces = new Set(['kube-system', 'kube-public', 'kube-node-lease']);


/** Names under which parts record Events. */
const recorders: Readonly<Record<string, string>> = {
  'deployment-controller': 'deployment',
  'replicaset-controller': 'replicaset',
  'default-scheduler': 'kube-scheduler',
};

function list<T>(rows: Rows, table: string): (readonly [string, T])[] {
  return [...((rows[table] ?? new Map()) as ReadonlyMap<string, T>)].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Oldest first, so that what is new comes last and moves nothing. */
function byAge<T extends { readonly metadata: { readonly creationTimestamp?: string | undefined; readonly name?: string | undefined } }>(
  objects: readonly (readonly [string, T])[],
): (readonly [string, T])[] {
  return objects
    .filter(([key]) => !hiddenNamespaces.has(key.split('/')[0] as string))
    .sort(([ka, a], [kb, b]) => {
      const left = `${a.metadata.creationTimestamp ?? ''} ${ka}`;
      const right = `${b.metadata.creationTimestamp ?? ''} ${kb}`;
      return left < right ? -1 : 1;
    });
}

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
  const pods = list<Pod>(rows, 'api/pods').filter(([key]) => !hiddenNamespaces.has(key.split('/')[0] as string));
  const nodeRows = list<Node>(rows, 'api/nodes').sort(([a], [b]) => (nodeNumber(a) < nodeNumber(b) ? -1 : 1));
  const tiny = pods.length > tinyFromPods || nodeRows.length > tinyFromNodes;
  const listed = listedAddresses(rows);
  const cuts = rows.cuts ?? new Map();

  const controlPlane: Box = { x: 0, y: 0, w: pictureWidth, h: 66 };
  const parts = partBoxes(26);
  const busY = controlPlane.h + 14;
  const waitingRow: Box = { x: 0, y: busY + 14, w: pictureWidth, h: 28 };
  const top = waitingRow.y + waitingRow.h + 10;

  const perRow = nodeRows.length > 6 ? 4 : Math.min(3, Math.max(nodeRows.length, 1));
  const nodeWidth = (pictureWidth - gap * (perRow - 1)) / perRow;
  const inner = nodeWidth - 20;
  const tinyPerLine = Math.max(1, Math.floor((inner + cellGap) / (tinySize + cellGap)));
  // The highest place ever taken, not the highest at the cursor: a step back must not move anything.
  let highest = 2;
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
      return cell(pod, { x: 130 + (slot % 3) * (waitingWidth + 8), y: waitingRow.y + Math.floor(slot / 3) * 0, w: waitingWidth, h: waitingRow.h });
    });

  const bottom = top + Math.max(1, Math.ceil(nodeRows.length / perRow)) * (nodeHeight + gap);
  const { cards, height } = objectCards(rows, bottom);

  const boxOf = (actor: string): Box | undefined => {
    const part = parts.find((candidate) => candidate.actor === actor);
    if (part) return part;
    const node = nodes.find(({ name }) => actor === `kubelet/${name}` || actor.endsWith(`/${name}`));
    if (node) return { ...node, h: 4 };
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
      event && from && to && from !== to
        ? {
            from,
            to,
            actor: event.part,
            target: event.target,
            label: messageLabel(event),
            watch: event.verb === 'watch.deliver' || event.verb === 'api.watch',
            failed: event.failed,
          }
        : undefined,
    actor: event?.part ?? '',
    target: event?.target ?? '',
    touched: event ? touchedId(event.subject) : '',
  };
}

const methods: Readonly<Record<string, string>> = {
  'api.create': 'POST',
  'api.get': 'GET',
  'api.list': 'LIST',
  'api.watch': 'WATCH',
  'api.update': 'PUT',
  'api.patch': 'PATCH',
  'api.delete': 'DELETE',
};

/** What the capsule says: the method, or the watch event's type, and the object's name. */
function messageLabel(event: IndexedEvent): string {
  const name = event.subject.split('/').slice(1).filter((part) => part !== 'default' && !hiddenNamespaces.has(part)).join('/');
  const resource = event.subject.split('/')[0] ?? '';
  const short = `${resource.replace(/s$/, '')}${name ? `/${name}` : ''}`;
  const text = event.verb === 'watch.deliver' ? `${event.note} ${short}` : `${methods[event.verb] ?? event.verb} ${short}`;
  return text.length > 44 ? `${text.slice(0, 43)}…` : text;
}

/** `pods/default/web-1` of a subject, without its subresource. */
function touchedId(subject: string): string {
  const parts = subject.split('/');
  return (parts[0] === 'nodes' ? parts.slice(0, 2) : parts.slice(0, 3)).join('/');
}

/** Deployments with their ReplicaSets, then Services, then ConfigMaps, in rows from left to right. */
function objectCards(rows: Rows, top: number): { cards: ObjectCard[]; height: number } {
  const cards: ObjectCard[] = [];
  let x = 0;
  let y = top;
  const height = 44;
  const put = (w: number, wrap: boolean): Box => {
    if (x > 0 && (wrap || x + w > pictureWidth)) {
      x = 0;
      y += height + gap;
    }
    const box = { x, y, w, h: height };
    x += w + 18;
    return box;
  };
  const card = (resource: string, key: string, box: Box, more: Partial<ObjectCard>): ObjectCard => ({
    ...box,
    id: `${resource}/${key}`,
    resource,
    key,
    name: key.startsWith('default/') ? key.slice('default/'.length) : key,
    want: 0,
    have: 0,
    revision: '',
    owner: undefined,
    endpointsReady: -1,
    endpoints: -1,
    address: '',
    ...more,
  });
  const revision = (object: { metadata: { annotations?: Readonly<Record<string, string>> | undefined } }) =>
    object.metadata.annotations?.['deployment.kubernetes.io/revision'] ?? '';

  const replicaSets = byAge(list<ReplicaSet>(rows, 'api/replicasets'));
  const replicaSetCard = (key: string, set: ReplicaSet, box: Box, owner: string | undefined) =>
    card('replicasets', key, box, {
      want: set.spec?.replicas ?? 1,
      have: set.status?.readyReplicas ?? 0,
      revision: revision(set),
      owner,
    });
  const owned = new Set<string>();
  for (const [key, deployment] of byAge(list<Deployment>(rows, 'api/deployments'))) {
    const own = replicaSets.filter(([, set]) => set.metadata.ownerReferences?.some(({ uid }) => uid === deployment.metadata.uid));
    cards.push(
      card('deployments', key, put(164, true), {
        want: deployment.spec?.replicas ?? 1,
        have: deployment.status?.readyReplicas ?? 0,
        revision: revision(deployment),
      }),
    );
    for (const [setKey, set] of own) {
      owned.add(setKey);
      cards.push(replicaSetCard(setKey, set, put(200, false), `deployments/${key}`));
    }
  }
  let first = true;
  for (const [key, set] of replicaSets) {
    if (owned.has(key)) continue;
    cards.push(replicaSetCard(key, set, put(200, first), undefined));
    first = false;
  }
  const slices = list<EndpointSlice>(rows, 'api/endpointslices');
  first = true;
  for (const [key, service] of byAge(list<Service>(rows, 'api/services'))) {
    const own = slices.filter(([, slice]) => slice.metadata.labels?.['kubernetes.io/service-name'] === service.metadata.name);
    const endpoints = own.flatMap(([, slice]) => slice.endpoints ?? []);
    cards.push(
      card('services', key, put(200, first), {
        address: service.spec?.clusterIP ?? '',
        endpoints: own.length === 0 ? -1 : endpoints.length,
        endpointsReady: endpoints.filter(({ conditions }) => conditions?.ready !== false).length,
      }),
    );
    first = false;
  }
  for (const [key, configMap] of byAge(list<ConfigMap>(rows, 'api/configmaps'))) {
    if (configMap.metadata.name === 'kube-root-ca.crt') continue;
    cards.push(card('configmaps', key, put(164, first), { want: Object.keys(configMap.data ?? {}).length }));
    first = false;
  }
  return { cards, height: cards.length === 0 ? top : y + height + 6 };
}

