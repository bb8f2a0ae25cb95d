// Models: pkg/controller/controller_utils.go ActivePodsWithRanks, pkg/controller/replicaset/replica_set.go getPodsToDelete,
//   getPodsRankedByRelatedPodsOnSameNode; gates PodDeletionCost (beta), LogarithmicScaleDown (stable)
// Simplified: —
// Not modelled: —
import { compareStrings } from '../../../shared/compare';
import { parseTime } from '../../../shared/time';
import type { Pod } from '../../api/types';
import { isPodActive, readyCondition } from '../pod-activity';

/** A Pod with all that its place in the order depends on, read once. */
interface Ranked {
  readonly pod: Pod;
  readonly assigned: boolean;
  readonly phase: number;
  readonly ready: boolean;
  readonly cost: number;
  readonly rank: number;
  readonly readyMicros: number | undefined;
  readonly restarts: number;
  readonly sidecarRestarts: number;
  readonly createdMicros: number | undefined;
}

/** podPhaseToOrdinal */
const phases: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

/** controller.kubernetes.io/pod-deletion-cost: a whole number in 32 bits without a plus sign or leading zeros, else 0. */
export function deletionCost(pod: Pod): number {
  const text = pod.metadata.annotations?.['controller.kubernetes.io/pod-deletion-cost'];
  if (text === undefined || !/^(0|-?[1-9]\d*)$/.test(text)) return 0;
  const cost = Number(text);
  return cost > 2147483647 || cost < -2147483648 ? 0 : cost;
}

/** The most restarts of a container, and of a sidecar. */
function restartsOf(pod: Pod): { restarts: number; sidecarRestarts: number } {
  let restarts = 0;
  let sidecarRestarts = 0;
  for (const status of pod.status?.containerStatuses ?? []) restarts = Math.max(restarts, status.restartCount);
  for (const status of pod.status?.initContainerStatuses ?? []) {
    const container = pod.spec?.initContainers?.find((candidate) => candidate.name === status.name);
    if (container?.restartPolicy === 'Always') sidecarRestarts = Math.max(sidecarRestarts, status.restartCount);
  }
  return { restarts, sidecarRestarts };
}

function ranked(pod: Pod, rank: number): Ranked {
  const condition = readyCondition(pod);
  const ready = condition?.status === 'True';
  return {
    pod,
    assigned: !!pod.spec?.nodeName,
    phase: phases[pod.status?.phase ?? ''] ?? 0,
    ready,
    cost: deletionCost(pod),
    rank,
    readyMicros: ready ? parseTime(condition.lastTransitionTime) : undefined,
    ...restartsOf(pod),
    createdMicros: parseTime(pod.metadata.creationTimestamp),
  };
}

/** Nanoseconds of age in powers of two; -1 for what is not yet. */
function logarithmicAge(sinceMicros: number, nowMicros: number): number {
  const nanoseconds = (nowMicros - sinceMicros) * 1000;
  return nanoseconds > 0 ? Math.floor(Math.log2(nanoseconds)) : -1;
}

/** Later times first, none before any; ages in one power of two are equal, and then the uid decides. */
function compareTimes(a: number | undefined, b: number | undefined, left: Pod, right: Pod, nowMicros: number): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  const byAge = logarithmicAge(a, nowMicros) - logarithmicAge(b, nowMicros);
  return byAge !== 0 ? byAge : compareStrings(left.metadata.uid ?? '', right.metadata.uid ?? '');
}

function compareRanked(a: Ranked, b: Ranked, nowMicros: number): number {
  if (a.assigned !== b.assigned) return a.assigned ? 1 : -1;
  if (a.phase !== b.phase) return a.phase - b.phase;
  if (a.ready !== b.ready) return a.ready ? 1 : -1;
  if (a.cost !== b.cost) return a.cost - b.cost;
  if (a.rank !== b.rank) return b.rank - a.rank;
  if (a.ready) {
    const byReady = compareTimes(a.readyMicros, b.readyMicros, a.pod, b.pod, nowMicros);
    if (byReady !== 0) return byReady;
  }
  if (a.restarts !== b.restarts) return b.restarts - a.restarts;
  if (a.sidecarRestarts !== b.sidecarRestarts) return b.sidecarRestarts - a.sidecarRestarts;
  return compareTimes(a.createdMicros, b.createdMicros, a.pod, b.pod, nowMicros);
}

/** Active Pods on each node, of all ReplicaSets that have the same owner. Pods without a node count under ''. */
export function activePodsByNode(relatedPods: readonly Pod[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const pod of relatedPods) {
    if (!isPodActive(pod)) continue;
    const node = pod.spec?.nodeName ?? '';
    counts.set(node, (counts.get(node) ?? 0) + 1);
  }
  return counts;
}

/** The Pods in the order in which they are given up. `rankOf`: how crowded a Pod's node is. `nowMicros` since 1970. */
export function inDeletionOrder(pods: readonly Pod[], rankOf: (pod: Pod) => number, nowMicros: number): Pod[] {
  return pods
    .map((pod) => ranked(pod, rankOf(pod)))
    .sort((a, b) => compareRanked(a, b, nowMicros))
    .map(({ pod }) => pod);
}

/** Which Pods go when `count` are too many; all of them are not put in order. */
export function podsToDelete(
  pods: readonly Pod[],
  relatedPods: readonly Pod[],
  count: number,
  nowMicros: number,
): readonly Pod[] {
  if (count >= pods.length) return pods;
  const crowd = activePodsByNode(relatedPods);
  return inDeletionOrder(pods, (pod) => crowd.get(pod.spec?.nodeName ?? '') ?? 0, nowMicros).slice(0, count);
}
