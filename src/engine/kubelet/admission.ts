// Models: pkg/kubelet/lifecycle/predicate.go (predicateAdmitHandler, generalFilter), handlers.go;
//   pkg/kubelet/eviction/eviction_manager.go Admit; pkg/kubelet/nodeshutdown Admit
// Simplified: preemption of others by a critical Pod does not happen; it is then refused like any other.
// Not modelled: sysctls, topology and device managers, extended resources.
import { computeQosClass } from '../api/kinds/qos';
import type { NodeSelectorRequirement, NodeSelectorTerm, Pod, PodSpec, Taint, Toleration } from '../api/types';
import { requestsOf } from './pod-requests';

/** What the kubelet knows of its node when a Pod arrives. */
export interface NodeState {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly os: string;
  readonly allocatable: {
    readonly cpuMilli: number;
    readonly memoryBytes: number;
    readonly storageBytes: number;
    readonly pods: number;
  };
  /** Sums over the Pods that are admitted and not finished. */
  readonly used: {
    readonly cpuMilli: number;
    readonly memoryBytes: number;
    readonly storageBytes: number;
    readonly pods: number;
  };
  /** `protocol/hostIP/port` of each. */
  readonly hostPorts: readonly string[];
  /** MemoryPressure, DiskPressure, PIDPressure that are true. */
  readonly pressures: readonly string[];
  readonly shuttingDown: boolean;
}

/** Why a Pod is refused: reason of its status, and the message of the Event. */
export interface Refusal {
  readonly reason: string;
  readonly message: string;
}

const insufficient = (resource: string, requested: number, used: number, capacity: number): Refusal => ({
  reason: `OutOf${resource}`,
  message: `Node didn't have enough resource: ${resource}, requested: ${requested}, used: ${used}, capacity: ${capacity}`,
});
const predicate = (name: string): Refusal => ({ reason: name, message: `Predicate ${name} failed` });

/** noderesources.Fits: the first thing of which there is not enough. */
function fits(spec: PodSpec, node: NodeState): Refusal | undefined {
  const { used, allocatable } = node;
  if (used.pods + 1 > allocatable.pods) return insufficient('pods', 1, used.pods, allocatable.pods);
  const wants = requestsOf(spec);
  if (wants.cpuMilli > 0 && wants.cpuMilli > allocatable.cpuMilli - used.cpuMilli) {
    return insufficient('cpu', wants.cpuMilli, used.cpuMilli, allocatable.cpuMilli);
  }
  if (wants.memoryBytes > 0 && wants.memoryBytes > allocatable.memoryBytes - used.memoryBytes) {
    return insufficient('memory', wants.memoryBytes, used.memoryBytes, allocatable.memoryBytes);
  }
  if (wants.storageBytes > 0 && wants.storageBytes > allocatable.storageBytes - used.storageBytes) {
    return insufficient('ephemeral-storage', wants.storageBytes, used.storageBytes, allocatable.storageBytes);
  }
  return undefined;
}

function requirementMatches(requirement: NodeSelectorRequirement, value: string | undefined): boolean {
  const values = requirement.values ?? [];
  switch (requirement.operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return value !== undefined && Number.parseInt(value, 10) > Number(values[0]);
    case 'Lt':
      return value !== undefined && Number.parseInt(value, 10) < Number(values[0]);
    default:
      return false;
  }
}

function termMatches(term: NodeSelectorTerm, node: NodeState): boolean {
  const expressions = term.matchExpressions ?? [];
  const fields = term.matchFields ?? [];
  if (expressions.length === 0 && fields.length === 0) return false;
  const label = (key: string) => (Object.hasOwn(node.labels, key) ? node.labels[key] : undefined);
  return (
    expressions.every((requirement) => requirementMatches(requirement, label(requirement.key))) &&
    fields.every((requirement) =>
      requirementMatches(requirement, requirement.key === 'metadata.name' ? node.name : undefined),
    )
  );
}

/** nodeaffinity.GetRequiredNodeAffinity().Match */
export function matchesNode(spec: PodSpec, node: NodeState): boolean {
  for (const key of Object.keys(spec.nodeSelector ?? {}))
    if (node.labels[key] !== spec.nodeSelector?.[key]) return false;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return !required || required.nodeSelectorTerms.some((term) => termMatches(term, node));
}

export function tolerates(tolerations: readonly Toleration[] | undefined, taint: Taint): boolean {
  return (tolerations ?? []).some((toleration) => {
    if (toleration.effect && toleration.effect !== taint.effect) return false;
    if (toleration.key && toleration.key !== taint.key) return false;
    if (toleration.operator === 'Exists') return true;
    return toleration.key !== undefined && toleration.key !== '' && (toleration.value ?? '') === (taint.value ?? '');
  });
}

/** `protocol/hostIP/port` of each port that a Pod takes of its node. */
export function hostPortsOf(spec: PodSpec): string[] {
  return spec.containers.flatMap((container) =>
    (container.ports ?? [])
      .filter((port) => port.hostPort)
      .map((port) => `${port.protocol ?? 'TCP'}/${port.hostIP || '0.0.0.0'}/${port.hostPort}`),
  );
}

function portsClash(wanted: string, taken: string): boolean {
  const [protocol, ip, port] = wanted.split('/');
  const [otherProtocol, otherIP, otherPort] = taken.split('/');
  return (
    protocol === otherProtocol && port === otherPort && (ip === otherIP || ip === '0.0.0.0' || otherIP === '0.0.0.0')
  );
}

/** IsCriticalPod: static Pods aside, a priority of system-cluster-critical and above. */
export function isCritical(spec: PodSpec): boolean {
  return (
    (spec.priority ?? 0) >= 2_000_000_000 ||
    spec.priorityClassName === 'system-node-critical' ||
    spec.priorityClassName === 'system-cluster-critical'
  );
}

/** The eviction manager's Admit. */
function pressured(pod: Pod, spec: PodSpec, node: NodeState): Refusal | undefined {
  if (node.pressures.length === 0 || isCritical(spec)) return undefined;
  if (node.pressures.length === 1 && node.pressures[0] === 'MemoryPressure') {
    const qosClass = pod.status?.qosClass ?? computeQosClass(spec);
    if (qosClass !== 'BestEffort') return undefined;
    const taint: Taint = { key: 'node.kubernetes.io/memory-pressure', effect: 'NoSchedule' };
    if (tolerates(spec.tolerations, taint)) return undefined;
  }
  return { reason: 'Evicted', message: `The node had condition: [${node.pressures.join(' ')}]. ` };
}

/** canAdmitPod: the first handler that refuses decides. */
export function admit(pod: Pod, node: NodeState): Refusal | undefined {
  const spec = pod.spec ?? { containers: [] };
  const pressure = pressured(pod, spec, node);
  if (pressure) return pressure;
  if (spec.os?.name && spec.os.name !== node.os) {
    return { reason: 'PodOSNotSupported', message: "Failed to admit pod as the OS field doesn't match node OS" };
  }
  const shortage = fits(spec, node);
  if (shortage) return shortage;
  if (!matchesNode(spec, node)) return predicate('NodeAffinity');
  if (hostPortsOf(spec).some((wanted) => node.hostPorts.some((taken) => portsClash(wanted, taken))))
    return predicate('NodePorts');
  const untolerated = node.taints.find((taint) => taint.effect === 'NoExecute' && !tolerates(spec.tolerations, taint));
  if (untolerated) return predicate('TaintToleration');
  if (node.shuttingDown) return { reason: 'NodeShutdown', message: 'Pod was rejected as the node is shutting down.' };
  return undefined;
}

/** The message of the status of a refused Pod. */
export function rejectedMessage(refusal: Refusal): string {
  return `Pod was rejected: ${refusal.message}`;
}
