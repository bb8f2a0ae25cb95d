// Models: k8s.io/kubectl pkg/describe: NodeDescriber, pkg/util/resource PodRequestsAndLimits
// Simplified: —
// Not modelled: pod-level resources, huge pages and extended resources among the allocated ones.

import type { Status } from '../../engine/index';
import {
  addQuantities,
  type KubeObject,
  kindByGvk,
  type Lease,
  mustParseQuantity,
  type Node,
  newQuantity,
  type Pod,
  parseQuantity,
  pathOf,
  quantityMilliValue,
  quantityText,
  quantityValue,
} from '../../engine/index';
import { compareStrings } from '../../shared/compare';
import type { Call } from '../line/command';
import { listObjects } from '../line/resources';
import { longTime, Page, timeSince } from './page';
import { eventsOf } from './workloads';

type Amount = ReturnType<typeof newQuantity>;
type Container = NonNullable<Pod['spec']>['containers'][number];

const none = (): Amount => newQuantity(0, 'DecimalSI');

/** Requests or limits of a Pod: its containers' sum, sidecars with them, or its largest init container. */
function podAmount({ spec }: Pod, of: 'requests' | 'limits', resource: string): Amount {
  const amount = (container: Container): Amount => {
    const text = container.resources?.[of]?.[resource];
    const parsed = text === undefined ? undefined : parseQuantity(String(text)).quantity;
    return parsed ?? none();
  };
  let sum = (spec?.containers ?? []).map(amount).reduce(addQuantities, none());
  let sidecars = none();
  let largest = none();
  for (const container of spec?.initContainers ?? []) {
    let now = amount(container);
    if (container.restartPolicy === 'Always') {
      sum = addQuantities(sum, now);
      sidecars = addQuantities(sidecars, now);
      now = sidecars;
    } else now = addQuantities(now, sidecars);
    if (quantityMilliValue(now) > quantityMilliValue(largest)) largest = now;
  }
  if (quantityMilliValue(largest) > quantityMilliValue(sum)) sum = largest;
  const overhead = spec?.overhead?.[resource];
  return overhead === undefined ? sum : addQuantities(sum, mustParseQuantity(String(overhead)));
}

function roles({ metadata }: Node): string {
  const prefix = 'node-role.kubernetes.io/';
  const names = Object.keys(metadata.labels ?? {}).filter((key) => key.startsWith(prefix));
  return (
    names
      .map((key) => key.slice(prefix.length))
      .sort(compareStrings)
      .join(',') || '<none>'
  );
}

function amounts(page: Page, title: string, list: Readonly<Record<string, string | number>> | undefined): void {
  const names = Object.keys(list ?? {}).sort(compareStrings);
  if (names.length === 0) return;
  page.line(0, `${title}:`);
  for (const name of names) page.line(1, `${name}:\t${list?.[name]}`);
}

function taints(page: Page, { spec }: Node): void {
  const list = [...(spec?.taints ?? [])].sort((a, b) => compareStrings(a.key, b.key));
  if (list.length === 0) page.line(0, 'Taints:\t<none>');
  list.forEach(({ key, value, effect }, i) => {
    page.line(0, `${i === 0 ? 'Taints:' : ''}\t${key}${value ? `=${value}` : ''}:${effect}`);
  });
}

function podTable(page: Page, node: Node, pods: readonly Pod[]): void {
  const allocatable = (resource: string) =>
    mustParseQuantity(String(node.status?.allocatable?.[resource] ?? node.status?.capacity?.[resource] ?? '0'));
  const share = (amount: Amount, resource: string): string => {
    const value = resource === 'cpu' ? quantityMilliValue : quantityValue;
    const whole = value(allocatable(resource));
    return `${quantityText(amount)} (${whole === 0 ? 0 : Math.trunc((value(amount) * 100) / whole)}%)`;
  };
  page.line(0, `Non-terminated Pods:\t(${pods.length} in total)`);
  page.line(1, 'Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge');
  page.line(1, '---------\t----\t\t------------\t----------\t---------------\t-------------\t---');
  for (const pod of pods) {
    const cells = (['cpu', 'memory'] as const).flatMap((resource) => [
      share(podAmount(pod, 'requests', resource), resource),
      share(podAmount(pod, 'limits', resource), resource),
    ]);
    page.line(
      1,
      `${pod.metadata.namespace}\t${pod.metadata.name}\t\t${cells.join('\t')}\t${timeSince(pod.metadata.creationTimestamp, page.nowMicros)}`,
    );
  }
  page.line(0, 'Allocated resources:\n  (Total limits may be over 100 percent, i.e., overcommitted.)');
  page.line(1, 'Resource\tRequests\tLimits');
  page.line(1, '--------\t--------\t------');
  for (const resource of ['cpu', 'memory', 'ephemeral-storage']) {
    const sum = (of: 'requests' | 'limits') =>
      pods.map((pod) => podAmount(pod, of, resource)).reduce(addQuantities, none());
    page.line(1, `${resource}\t${share(sum('requests'), resource)}\t${share(sum('limits'), resource)}`);
  }
}

function leaseLines(page: Page, lease: Lease | Status): void {
  if (!('metadata' in lease) || !('spec' in lease)) {
    page.line(0, `Lease:\tFailed to get lease: ${(lease as Status).message ?? ''}`);
    return;
  }
  const { holderIdentity, acquireTime, renewTime } = lease.spec ?? {};
  page.line(0, 'Lease:');
  page.line(1, `HolderIdentity:\t${holderIdentity ?? '<unset>'}`);
  page.line(1, `AcquireTime:\t${acquireTime ? longTime(acquireTime) : '<unset>'}`);
  page.line(1, `RenewTime:\t${renewTime ? longTime(renewTime) : '<unset>'}`);
}

export function describeNode(call: Call, node: Node): Page {
  const object = node as unknown as KubeObject;
  const name = node.metadata.name ?? '';
  const podKind = kindByGvk('v1', 'Pod');
  const fieldSelector = `spec.nodeName=${name},status.phase!=Succeeded,status.phase!=Failed`;
  const pods = podKind ? (listObjects(call, podKind, '', { fieldSelector, limit: '500' }) as unknown as Pod[]) : [];
  const events = [
    ...eventsOf(call, object, { withKind: true }),
    ...eventsOf(call, object, { withKind: true, uid: name }),
  ];
  const leaseKind = kindByGvk('coordination.k8s.io/v1', 'Lease');
  const lease =
    leaseKind &&
    call.session.request({ method: 'GET', path: pathOf(leaseKind, 'kube-node-lease', name), trusted: false }).body;
  const page = new Page(call.session.epochMicros);
  const { metadata, spec, status } = node;
  page.line(0, `Name:\t${name}`);
  page.line(0, `Roles:\t${roles(node)}`);
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  page.line(0, `CreationTimestamp:\t${longTime(metadata.creationTimestamp)}`);
  taints(page, node);
  page.line(0, `Unschedulable:\t${spec?.unschedulable ?? false}`);
  leaseLines(page, lease as Lease | Status);
  if (status?.conditions?.length) {
    page.line(0, 'Conditions:\n  Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage');
    page.line(1, '----\t------\t-----------------\t------------------\t------\t-------');
    for (const {
      type,
      status: value,
      lastHeartbeatTime,
      lastTransitionTime,
      reason = '',
      message = '',
    } of status.conditions)
      page.line(
        1,
        `${type} \t${value} \t${longTime(lastHeartbeatTime)} \t${longTime(lastTransitionTime)} \t${reason} \t${message}`,
      );
  }
  page.line(0, 'Addresses:');
  for (const { type, address } of status?.addresses ?? []) page.line(1, `${type}:\t${address}`);
  amounts(page, 'Capacity', status?.capacity);
  amounts(page, 'Allocatable', status?.allocatable);
  const system = status?.nodeInfo;
  page.line(0, 'System Info:');
  page.line(1, `Machine ID:\t${system?.machineID ?? ''}`);
  page.line(1, `System UUID:\t${system?.systemUUID ?? ''}`);
  page.line(1, `Boot ID:\t${system?.bootID ?? ''}`);
  page.line(1, `Kernel Version:\t${system?.kernelVersion ?? ''}`);
  page.line(1, `OS Image:\t${system?.osImage ?? ''}`);
  page.line(1, `Operating System:\t${system?.operatingSystem ?? ''}`);
  page.line(1, `Architecture:\t${system?.architecture ?? ''}`);
  page.line(1, `Container Runtime Version:\t${system?.containerRuntimeVersion ?? ''}`);
  page.line(1, `Kubelet Version:\t${system?.kubeletVersion ?? ''}`);
  page.line(1, `Kube-Proxy Version:\t${system?.kubeProxyVersion ?? ''}`);
  if (spec?.podCIDR) page.line(0, `PodCIDR:\t${spec.podCIDR}`);
  if (spec?.podCIDRs?.length) page.line(0, `PodCIDRs:\t${spec.podCIDRs.join(',')}`);
  if (spec?.providerID) page.line(0, `ProviderID:\t${spec.providerID}`);
  podTable(page, node, pods);
  page.events(events);
  return page;
}
