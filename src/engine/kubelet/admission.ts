// Models: pkg/kubelet/lifecycle/predicate.go (predicateAdmitHandler, generalFilter), handlers.go;
//   pkg/kubelet/eviction/eviction_manager.go Admit; pkg/kubelet/nodeshutdown Admit
// Simplified: preemption of others by a critical Pod does not happen; it is then refused like any other.
// Not modelled: sysctls, topology and device managers, extended resources.
import { hostPortsClash, hostPortsOf } from '../api/host-ports';
import { computeQosClass } from '../api/kinds/qos';
import { requiredNodeAffinityMatches } from '../api/node-selector';
import type { ContainerPort, Pod, PodSpec, Taint, Toleration } from '../api/types';
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
  readonly hostPorts: readonly ContainerPort[];
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

export function tolerates(tolerations: readonly Toleration[] | undefined, taint: Taint): boolean {
  return (tolerations ?? []).some((toleration) => {
    if (toleration.effect && toleration.effect !== taint.effect) return false;
    if (toleration.key && toleration.key !== taint.key) return false;
    if (toleration.operator === 'Exists') return true;
    return toleration.key !== undefined && toleration.key !== '' && (toleration.value ?? '') === (taint.value ?? '');
  });
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
  if (!requiredNodeAffinityMatches(spec, node)) return predicate('NodeAffinity');
  if (hostPortsClash(hostPortsOf(spec), node.hostPorts)) return predicate('NodePorts');
  const untolerated = node.taints.find((taint) => taint.effect === 'NoExecute' && !tolerates(spec.tolerations, taint));
  if (untolerated) return predicate('TaintToleration');
  if (node.shuttingDown) return { reason: 'NodeShutdown', message: 'Pod was rejected as the node is shutting down.' };
  return undefined;
}

/** The message of the status of a refused Pod. */
export function rejectedMessage(refusal: Refusal): string {
  return `Pod was rejected: ${refusal.message}`;
}
