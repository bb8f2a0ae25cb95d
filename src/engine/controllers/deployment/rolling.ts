// Models: pkg/controller/deployment/rolling.go
// Simplified: —
// Not modelled: —
import type { ReplicaSet } from '../../api/types';
import { desiredReplicas, maxSurge, maxUnavailable, newReplicaSetReplicas } from './fenceposts';
import { type LookUp, syncRevision } from './new-replica-set';
import { syncRolloutStatus } from './progress';
import { availableReplicas, isActive, oldestFirst, replicasOf, wantedReplicas } from './replica-sets';
import { ignoringFailure, type Rollout, resizeReplicaSet } from './rollout';
import { deploymentComplete } from './status';
import { cleanupDeployment } from './sync';

/** One step of a rolling update: the new ReplicaSet grows, or else the old ones shrink, or else history is cleaned up. */
export function rolloutRolling(rollout: Rollout, lookUp: LookUp): void {
  const split = syncRevision(rollout, lookUp, true);
  const newSet = split.newSet as ReplicaSet;
  const moved =
    reconcileNewReplicaSet(rollout, split.all, newSet) ||
    reconcileOldReplicaSets(rollout, split.all, split.oldSets.filter(isActive), newSet);
  if (!moved && deploymentComplete(rollout.deployment, rollout.deployment.status))
    cleanupDeployment(rollout, split.oldSets);
  syncRolloutStatus(rollout, split);
}

/** Whether the new ReplicaSet got another size: down to the Deployment's, or up as far as surge allows. */
export function reconcileNewReplicaSet(rollout: Rollout, all: readonly ReplicaSet[], newSet: ReplicaSet): boolean {
  const desired = desiredReplicas(rollout.deployment);
  const replicas = replicasOf(newSet);
  if (replicas === desired) return false;
  const total = wantedReplicas(all);
  const size = replicas > desired ? desired : newReplicaSetReplicas(rollout.deployment, total, replicas);
  const maxTotal = desired + maxSurge(rollout.deployment);
  rollout.decide({ side: 'new', total, maxTotal, replicas, size });
  return resizeReplicaSet(rollout, newSet, size).scaled;
}

/**
 * Whether old Pods were taken away. At most as many as leave the minimum available, new Pods that are not yet
 * available counted as missing; broken ones first, since nobody misses them.
 */
export function reconcileOldReplicaSets(
  rollout: Rollout,
  all: readonly ReplicaSet[],
  oldSets: readonly ReplicaSet[],
  newSet: ReplicaSet,
): boolean {
  if (wantedReplicas(oldSets) === 0) return false;
  const { deployment } = rollout;
  const minAvailable = desiredReplicas(deployment) - maxUnavailable(deployment);
  const newUnavailable = replicasOf(newSet) - (newSet.status?.availableReplicas ?? 0);
  const total = wantedReplicas(all);
  const maxScaledDown = total - minAvailable - newUnavailable;
  rollout.decide({ side: 'old', total, minAvailable, newUnavailable, maxScaledDown });
  if (maxScaledDown <= 0) return false;
  return ignoringFailure(() => {
    const cleaned = cleanupUnhealthyReplicas(rollout, oldSets, maxScaledDown);
    const scaledDown = scaleDownOldReplicaSets(rollout, [...cleaned.oldSets, newSet], cleaned.oldSets);
    return cleaned.count + scaledDown > 0;
  }, false);
}

/** Takes away up to `maxCount` old Pods that are not available, from the oldest ReplicaSet on. */
export function cleanupUnhealthyReplicas(
  rollout: Rollout,
  oldSets: readonly ReplicaSet[],
  maxCount: number,
): { oldSets: readonly ReplicaSet[]; count: number } {
  let count = 0;
  const after = oldestFirst(oldSets).map((set) => {
    const replicas = replicasOf(set);
    const unavailable = replicas - (set.status?.availableReplicas ?? 0);
    if (count >= maxCount || replicas === 0 || unavailable === 0) return set;
    const taken = Math.min(maxCount - count, unavailable);
    const scaled = resizeReplicaSet(rollout, set, replicas - taken);
    count += taken;
    return scaled.set;
  });
  return { oldSets: after, count };
}

/** Takes away as many old Pods as are available above the minimum, from the oldest ReplicaSet on. Returns how many. */
export function scaleDownOldReplicaSets(
  rollout: Rollout,
  all: readonly ReplicaSet[],
  oldSets: readonly ReplicaSet[],
): number {
  const { deployment } = rollout;
  const spare = availableReplicas(all) - (desiredReplicas(deployment) - maxUnavailable(deployment));
  let count = 0;
  for (const set of oldestFirst(oldSets)) {
    if (count >= spare) break;
    const replicas = replicasOf(set);
    if (replicas === 0) continue;
    const taken = Math.min(replicas, spare - count);
    resizeReplicaSet(rollout, set, replicas - taken);
    count += taken;
  }
  return count;
}
