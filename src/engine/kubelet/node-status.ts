// Models: pkg/kubelet/nodestatus/setters.go; pkg/kubelet/kubelet_node_status.go initialNode, nodeStatusHasChanged;
//   pkg/controller/nodeipam (range allocator)
// Simplified: machines are alike and healthy unless something is said to be wrong.
// Not modelled: volumes in use, devices, runtime handlers, images beyond fifty.
import type { Node, NodeCondition, NodeStatus } from '../api/types';
import { hex64 } from '../workloads/image-reference';
import { addressText, parseCIDR } from './cni/host-local';
import { kubeletVersion } from './event-texts';

export const operatingSystem = 'linux';
export const architecture = 'amd64';

/** 10.2.0.2 for the first node, as 10.2.0.1 is the network's gateway. */
export function nodeAddress(index: number): string {
  return addressText(10 * 2 ** 24 + 2 * 2 ** 16 + index + 2);
}

/** The /24 of a node by its order; `undefined` when the cluster's range is used up (CIDRNotAvailable). */
export function podCIDROf(clusterCIDR: string, index: number): string | undefined {
  const range = parseCIDR(clusterCIDR);
  if (!range || range.size < (index + 1) * 256) return undefined;
  return `${addressText(range.first + index * 256)}/24`;
}

/** What is wrong with a node, as its kubelet sees it. */
export interface NodeHealth {
  readonly memoryPressure?: boolean;
  readonly diskPressure?: boolean;
  readonly pidPressure?: boolean;
  /** Complaints of the runtime; empty: Ready. */
  readonly runtimeErrors?: readonly string[];
  readonly networkErrors?: readonly string[];
  readonly shutdown?: string;
}

export const networkNotReady =
  'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized';
export const runtimeDown = 'container runtime is down';
export const plegNotHealthy = (message: string): string => `PLEG is not healthy: ${message}`;

type Verdict = Pick<NodeCondition, 'status' | 'reason' | 'message'>;

const verdict = (bad: boolean, good: readonly [string, string], ill: readonly [string, string]): Verdict =>
  bad ? { status: 'True', reason: ill[0], message: ill[1] } : { status: 'False', reason: good[0], message: good[1] };

/** MemoryPressureCondition, DiskPressureCondition, PIDPressureCondition, ReadyCondition: what each says. */
export function nodeConditions(health: NodeHealth): readonly (Verdict & { readonly type: string })[] {
  const complaints = [
    ...(health.runtimeErrors ?? []),
    ...(health.networkErrors ?? []),
    ...(health.shutdown ? [health.shutdown] : []),
  ];
  return [
    {
      type: 'MemoryPressure',
      ...verdict(
        health.memoryPressure === true,
        ['KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
        ['KubeletHasInsufficientMemory', 'kubelet has insufficient memory available'],
      ),
    },
    {
      type: 'DiskPressure',
      ...verdict(
        health.diskPressure === true,
        ['KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
        ['KubeletHasDiskPressure', 'kubelet has disk pressure'],
      ),
    },
    {
      type: 'PIDPressure',
      ...verdict(
        health.pidPressure === true,
        ['KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
        ['KubeletHasInsufficientPID', 'kubelet has insufficient PID available'],
      ),
    },
    complaints.length > 0
      ? { type: 'Ready', status: 'False', reason: 'KubeletNotReady', message: complaints.join(', ') }
      : { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' },
  ];
}

/** Conditions with their times: a transition only where the status differs. */
export function stampConditions(
  health: NodeHealth,
  old: readonly NodeCondition[] | undefined,
  now: string,
): NodeCondition[] {
  return nodeConditions(health).map((condition) => {
    const before = old?.find((candidate) => candidate.type === condition.type);
    const same = before?.status === condition.status;
    return {
      ...condition,
      lastHeartbeatTime: now,
      lastTransitionTime: same ? (before?.lastTransitionTime ?? now) : now,
    };
  });
}

export interface NodeFacts {
  readonly name: string;
  readonly ip: string;
  readonly capacity: Readonly<Record<string, string>>;
  readonly allocatable: Readonly<Record<string, string>>;
  readonly images: readonly { readonly name: string; readonly id: string; readonly sizeBytes: number }[];
}

/** A node's whole status. `now`: RFC 3339. */
export function nodeStatus(facts: NodeFacts, health: NodeHealth, old: NodeStatus | undefined, now: string): NodeStatus {
  const id = hex64(`machine ${facts.name}`);
  const uuid = `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20, 32)}`;
  const images = [...facts.images].sort((a, b) => b.sizeBytes - a.sizeBytes || (a.name < b.name ? -1 : 1)).slice(0, 50);
  return {
    capacity: facts.capacity,
    allocatable: facts.allocatable,
    conditions: stampConditions(health, old?.conditions, now),
    addresses: [
      { type: 'InternalIP', address: facts.ip },
      { type: 'Hostname', address: facts.name },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    nodeInfo: {
      machineID: id.slice(0, 32),
      systemUUID: uuid,
      bootID: `${id.slice(32, 40)}-${id.slice(40, 44)}-4${id.slice(45, 48)}-8${id.slice(49, 52)}-${id.slice(52, 64)}`,
      kernelVersion: '6.12.38',
      osImage: 'Debian GNU/Linux 13 (trixie)',
      containerRuntimeVersion: 'containerd://2.2.0',
      kubeletVersion,
      kubeProxyVersion: '',
      operatingSystem,
      architecture,
    },
    ...(images.length > 0
      ? { images: images.map(({ name, id: digest, sizeBytes }) => ({ names: [digest, name], sizeBytes })) }
      : {}),
  };
}

/** initialNode: the object that a kubelet registers. */
export function initialNode(
  facts: NodeFacts,
  labels: Readonly<Record<string, string>>,
  taints: NonNullable<Node['spec']>['taints'],
  health: NodeHealth,
  now: string,
): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: facts.name,
      labels: {
        'beta.kubernetes.io/arch': architecture,
        'beta.kubernetes.io/os': operatingSystem,
        'kubernetes.io/arch': architecture,
        'kubernetes.io/hostname': facts.name,
        'kubernetes.io/os': operatingSystem,
        ...labels,
      },
      annotations: { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' },
    },
    spec: taints && taints.length > 0 ? { taints } : {},
    status: nodeStatus(facts, health, undefined, now),
  };
}
