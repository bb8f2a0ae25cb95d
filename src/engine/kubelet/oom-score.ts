// Models: pkg/kubelet/qos/policy.go GetContainerOOMScoreAdjust
// Simplified: —
// Not modelled: sidecars that take over the score of the app containers.
import { computeQosClass, type QosClass } from '../api/kinds/qos';
import { parseBytes } from '../api/quantity';
import type { Container, Pod } from '../api/types';

export const kubeletOOMScoreAdj = -999;
/** Fixed for a sandbox's own process by containerd. */
export const pauseOOMScoreAdj = -998;
const guaranteed = -997;
const bestEffort = 1000;

/** Whether a Pod is node critical (types.IsNodeCriticalPod). */
export function isNodeCritical(priorityClassName: string | undefined, priority: number | undefined): boolean {
  return priorityClassName === 'system-node-critical' || (priority ?? 0) >= 2_000_001_000;
}

/** The score of a container from its Pod's class and its own memory request. Bytes. */
export function oomScoreAdj(
  qosClass: QosClass,
  memoryRequestBytes: number,
  memoryCapacityBytes: number,
  nodeCritical: boolean,
): number {
  if (nodeCritical) return guaranteed;
  if (qosClass === 'Guaranteed') return guaranteed;
  if (qosClass === 'BestEffort') return bestEffort;
  const score = 1000 - Math.floor((1000 * memoryRequestBytes) / memoryCapacityBytes);
  if (score < 1000 + guaranteed) return 1000 + guaranteed;
  return score === bestEffort ? bestEffort - 1 : score;
}

export function containerOOMScoreAdj(pod: Pod, container: Container, memoryCapacityBytes: number): number {
  const qosClass = (pod.status?.qosClass as QosClass | undefined) ?? computeQosClass(pod.spec ?? { containers: [] });
  const request = container.resources?.requests?.memory;
  const critical = isNodeCritical(pod.spec?.priorityClassName, pod.spec?.priority);
  return oomScoreAdj(qosClass, request === undefined ? 0 : parseBytes(request), memoryCapacityBytes, critical);
}
