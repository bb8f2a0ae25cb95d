// Models: pkg/controller/podgc isPodTerminated, gcTerminated, gcTerminating, gcUnscheduledTerminating,
//   byEvictionAndCreationTimestamp
// Simplified: —
// Not modelled: —
import { isConditionTrue } from '../../api/conditions';
import type { Node, Pod } from '../../api/types';

/** Finished, by any phase that is not one of a living Pod. */
export function isTerminated(pod: Pod): boolean {
  const phase = pod.status?.phase;
  return phase !== undefined && phase !== 'Pending' && phase !== 'Running' && phase !== 'Unknown';
}

function before(a: Pod, b: Pod): number {
  const evicted = (pod: Pod) => pod.status?.phase === 'Failed' && pod.status.reason === 'Evicted';
  if (evicted(a) !== evicted(b)) return evicted(a) ? -1 : 1;
  const [left, right] = [a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? ''];
  if (left !== right) return left < right ? -1 : 1;
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
}

/** Finished Pods beyond the threshold: evicted ones first, then the oldest. A threshold of 0 or less keeps all. */
export function beyondThreshold(finished: readonly Pod[], threshold: number): readonly Pod[] {
  if (threshold <= 0 || finished.length <= threshold) return [];
  return [...finished].sort(before).slice(0, finished.length - threshold);
}

/** Whether an administrator has said that a node that is not ready is out of service: nothing runs on it any more. */
export function isOutOfService(node: Node | undefined): boolean {
  if (!node || isConditionTrue(node.status?.conditions, 'Ready')) return false;
  return node.spec?.taints?.some(({ key }) => key === 'node.kubernetes.io/out-of-service') ?? false;
}
