// Models: pkg/controller/disruption (countHealthyPods, buildDisruptedPodMap, updatePdbStatus,
//   nonTerminatingPodHasStaleDisruptionCondition), on plain values
// Simplified: —
// Not modelled: —
import { parseTime } from '../../../shared/time';
import { findCondition } from '../../api/conditions';
import type { Pod, PodDisruptionBudgetStatus } from '../../api/types';
import { isPodReady } from '../pod-activity';

type DisruptedPods = Readonly<Record<string, string>>;

/** DeletionTimeout, stalePodDisruptionTimeout: how long an eviction may take to become a deletion, microseconds. */
const deletionTimeoutMicros = 120_000_000;

export interface Disrupted {
  /** Pods whose evictions are still awaited, and since when. */
  readonly pods: DisruptedPods;
  /** Pods that should have gone and did not. */
  readonly overdue: readonly Pod[];
  /** When the next of them is overdue, microseconds since 1970. */
  readonly recheckMicros: number | undefined;
}

/** Which evictions of a budget are still under way. `nowMicros`: since 1970. */
export function disruptedPodsOf(pods: readonly Pod[], before: DisruptedPods | undefined, nowMicros: number): Disrupted {
  const still: Record<string, string> = {};
  const overdue: Pod[] = [];
  let recheckMicros: number | undefined;
  for (const pod of pods) {
    const name = pod.metadata.name ?? '';
    const since = before?.[name];
    if (pod.metadata.deletionTimestamp || since === undefined) continue;
    const until = (parseTime(since) ?? 0) + deletionTimeoutMicros;
    if (until < nowMicros) overdue.push(pod);
    else {
      if (recheckMicros === undefined || until < recheckMicros) recheckMicros = until;
      still[name] = since;
    }
  }
  return { pods: still, overdue, recheckMicros };
}

/** Pods that are ready and about to stay. */
export function countHealthyPods(pods: readonly Pod[], disrupted: DisruptedPods, nowMicros: number): number {
  let healthy = 0;
  for (const pod of pods) {
    if (pod.metadata.deletionTimestamp) continue;
    const since = disrupted[pod.metadata.name ?? ''];
    if (since !== undefined && (parseTime(since) ?? 0) + deletionTimeoutMicros > nowMicros) continue;
    if (isPodReady(pod)) healthy++;
  }
  return healthy;
}

/** The numbers of a budget's status. Of Pods of which none is expected none may go. */
export function numbersOf(
  currentHealthy: number,
  desiredHealthy: number,
  expectedPods: number,
): PodDisruptionBudgetStatus & { readonly disruptionsAllowed: number } {
  const spare = currentHealthy - desiredHealthy;
  const disruptionsAllowed = expectedPods <= 0 || spare <= 0 ? 0 : spare;
  return { currentHealthy, desiredHealthy, expectedPods, disruptionsAllowed };
}

/** How long until a Pod that was to go counts as one that stays, microseconds; `undefined` for Pods of which nothing says so. */
export function staleAfterMicros(pod: Pod, nowMicros: number): number | undefined {
  if (pod.metadata.deletionTimestamp) return undefined;
  const condition = findCondition(pod.status?.conditions, 'DisruptionTarget');
  const { phase } = pod.status ?? {};
  if (condition?.status !== 'True' || condition.reason === 'TerminationByKubelet') return undefined;
  if (phase === 'Succeeded' || phase === 'Failed') return undefined;
  return Math.max(0, (parseTime(condition.lastTransitionTime) ?? 0) + deletionTimeoutMicros - nowMicros);
}
