// Models: pkg/printers/internalversion/printers.go: the columns of the kinds without which no Pod runs
// Simplified: —
// Not modelled: —
import { podColumns } from '../../shared/print-pod';
import {
  age,
  column,
  containerColumns,
  count,
  mapCell,
  orNone,
  type PrintColumn,
  selectorCell,
  since,
  wide,
} from '../api/kinds/columns';
import type {
  ConfigMap,
  CoreEvent,
  Deployment,
  EndpointSlice,
  Lease,
  Namespace,
  Node,
  Pod,
  ReplicaSet,
  Secret,
  Service,
  ServiceAccount,
} from '../api/types';

const size = (map: object | undefined): number => Object.keys(map ?? {}).length;

const configMap: readonly PrintColumn<ConfigMap>[] = [
  count('Data', ({ data, binaryData }) => size(data) + size(binaryData)),
  age,
];

const secret: readonly PrintColumn<Secret>[] = [
  column('Type', ({ type }) => type ?? ''),
  count('Data', ({ data }) => size(data)),
  age,
];

const namespace: readonly PrintColumn<Namespace>[] = [column('Status', ({ status }) => status?.phase ?? ''), age];

const lastSeen = (event: CoreEvent): string | undefined =>
  event.series?.lastObservedTime ?? event.lastTimestamp ?? event.eventTime ?? event.firstTimestamp;

/** The name of an event comes last, and only with `-o wide`. */
const event: readonly PrintColumn<CoreEvent>[] = [
  column('Last Seen', (object, now) => since(lastSeen(object), now)),
  column('Type', ({ type }) => type ?? ''),
  column('Reason', ({ reason }) => reason ?? ''),
  column('Object', ({ involvedObject }) => `${(involvedObject.kind ?? '').toLowerCase()}/${involvedObject.name ?? ''}`),
  wide('Subobject', ({ involvedObject }) => involvedObject.fieldPath ?? ''),
  wide('Source', ({ source, reportingComponent, reportingInstance }) => {
    const component = source?.component || reportingComponent || '';
    const host = source?.host || reportingInstance || '';
    return host ? `${component}, ${host}` : component;
  }),
  column('Message', ({ message }) => (message ?? '').trim()),
  wide('First Seen', ({ firstTimestamp, eventTime }, now) => since(firstTimestamp ?? eventTime, now)),
  wide('Count', ({ count: times, series }) => series?.count ?? (times || 1)),
  wide('Name', ({ metadata }) => metadata.name ?? ''),
];

function nodeStatus({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const text = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec?.unschedulable ? `${text},SchedulingDisabled` : text;
}

const ROLE = 'node-role.kubernetes.io/';

function nodeRoles({ metadata }: Node): string {
  const labels = metadata.labels ?? {};
  const roles = Object.keys(labels).flatMap((key) => {
    if (key.startsWith(ROLE)) return [key.slice(ROLE.length)];
    return key === 'kubernetes.io/role' && labels[key] ? [labels[key]] : [];
  });
  return orNone(
    [...new Set(roles)]
      .filter((role) => role !== '')
      .sort()
      .join(','),
  );
}

const nodeAddress = (type: string) => (node: Node) =>
  orNone(node.status?.addresses?.find((address) => address.type === type)?.address);

const node: readonly PrintColumn<Node>[] = [
  column('Status', nodeStatus),
  column('Roles', nodeRoles),
  age,
  column('Version', ({ status }) => status?.nodeInfo?.kubeletVersion ?? ''),
  wide('Internal-IP', nodeAddress('InternalIP')),
  wide('External-IP', nodeAddress('ExternalIP')),
  wide('OS-Image', ({ status }) => status?.nodeInfo?.osImage || '<unknown>'),
  wide('Kernel-Version', ({ status }) => status?.nodeInfo?.kernelVersion || '<unknown>'),
  wide('Container-Runtime', ({ status }) => status?.nodeInfo?.containerRuntimeVersion || '<unknown>'),
];

function restartsText(pod: Pod, now: number): string {
  const { restarts } = podColumns(pod);
  if (restarts === 0) return '0';
  const ends = [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])]
    .map(({ lastState }) => lastState?.terminated?.finishedAt)
    .filter((time): time is string => time != null)
    .sort();
  const last = ends[ends.length - 1];
  return last === undefined ? String(restarts) : `${restarts} (${since(last, now)} ago)`;
}

function gatesText({ spec, status }: Pod): string {
  const gates = spec?.readinessGates ?? [];
  if (gates.length === 0) return '<none>';
  const isTrue = (type: string) => status?.conditions?.some((c) => c.type === type && c.status === 'True');
  return `${gates.filter(({ conditionType }) => isTrue(conditionType)).length}/${gates.length}`;
}

const pod: readonly PrintColumn<Pod>[] = [
  column('Ready', (object) => podColumns(object).ready),
  column('Status', (object) => podColumns(object).status),
  column('Restarts', restartsText),
  age,
  wide('IP', ({ status }) => orNone(status?.podIPs?.[0]?.ip ?? status?.podIP)),
  wide('Node', ({ spec }) => orNone(spec?.nodeName)),
  wide('Nominated Node', ({ status }) => orNone(status?.nominatedNodeName)),
  wide('Readiness Gates', gatesText),
];

const serviceAccount: readonly PrintColumn<ServiceAccount>[] = [
  count('Secrets', ({ secrets }) => (secrets ?? []).length),
  age,
];

function externalAddress({ spec, status }: Service): string {
  const listed = (spec?.externalIPs ?? []).join(',');
  if (spec?.type === 'ExternalName') return spec.externalName ?? '';
  if (spec?.type !== 'LoadBalancer') return orNone(listed);
  const balanced = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '').join(',');
  return [balanced, listed].filter((text) => text !== '').join(',') || '<pending>';
}

const service: readonly PrintColumn<Service>[] = [
  column('Type', ({ spec }) => spec?.type ?? ''),
  column('Cluster-IP', ({ spec }) => orNone(spec?.clusterIPs?.[0] ?? spec?.clusterIP)),
  column('External-IP', externalAddress),
  column('Port(s)', ({ spec }) =>
    orNone(
      (spec?.ports ?? [])
        .map(({ port, nodePort, protocol }) => `${nodePort ? `${port}:${nodePort}` : port}/${protocol ?? 'TCP'}`)
        .join(','),
    ),
  ),
  age,
  wide('Selector', ({ spec }) => mapCell(spec?.selector)),
];

const deployment: readonly PrintColumn<Deployment>[] = [
  column('Ready', ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`),
  count('Up-to-date', ({ status }) => status?.updatedReplicas ?? 0),
  count('Available', ({ status }) => status?.availableReplicas ?? 0),
  age,
  ...containerColumns<Deployment>(({ spec }) => spec?.template),
  wide('Selector', ({ spec }) => selectorCell(spec?.selector)),
];

const replicaSet: readonly PrintColumn<ReplicaSet>[] = [
  count('Desired', ({ spec }) => spec?.replicas ?? 0),
  count('Current', ({ status }) => status?.replicas ?? 0),
  count('Ready', ({ status }) => status?.readyReplicas ?? 0),
  age,
  ...containerColumns<ReplicaSet>(({ spec }) => spec?.template),
  wide('Selector', ({ spec }) => selectorCell(spec?.selector)),
];

const lease: readonly PrintColumn<Lease>[] = [column('Holder', ({ spec }) => spec?.holderIdentity ?? ''), age];

/** At most three, and how many more there are. */
function firstThree(texts: readonly string[], empty: string): string {
  if (texts.length === 0) return empty;
  return texts.length > 3 ? `${texts.slice(0, 3).join(',')} + ${texts.length - 3} more...` : texts.join(',');
}

const endpointSlice: readonly PrintColumn<EndpointSlice>[] = [
  column('AddressType', ({ addressType }) => addressType ?? ''),
  column('Ports', ({ ports }) =>
    firstThree(
      (ports ?? []).map(({ port }) => (port == null ? '*' : String(port))),
      '<unset>',
    ),
  ),
  column('Endpoints', ({ endpoints }) =>
    firstThree(
      (endpoints ?? []).flatMap(({ addresses }) => addresses ?? []),
      '<unset>',
    ),
  ),
  age,
];

/** By resource. A part of its own with the further kinds: only those who print need it. */
export const coreColumns: Readonly<Record<string, readonly PrintColumn<never>[]>> = {
  configmaps: configMap,
  secrets: secret,
  namespaces: namespace,
  events: event,
  nodes: node,
  pods: pod,
  serviceaccounts: serviceAccount,
  services: service,
  deployments: deployment,
  replicasets: replicaSet,
  leases: lease,
  endpointslices: endpointSlice,
};
