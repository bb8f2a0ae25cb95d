// Models: pkg/controller/deployment/util/deployment_util.go (GetReplicaSetProportion, getReplicaSetFraction, IsSaturated),
//   the arithmetic of pkg/controller/deployment/sync.go scale
// Simplified: —
// Not modelled: —
import type { Deployment, ReplicaSet } from '../../api/types';
import { desiredReplicasAnnotation, integerAnnotation, maxReplicasAnnotation } from './annotations';
import { desiredReplicas, maxSurge } from './fenceposts';
import { largestThenNewest, largestThenOldest, replicasOf, wantedReplicas } from './replica-sets';

/** integer.RoundToInt32: halves away from zero. */
function roundHalfAway(value: number): number {
  return value < 0 ? Math.ceil(value - 0.5) : Math.floor(value + 0.5);
}

/** By how much a ReplicaSet grows or shrinks when it keeps its share of the Deployment's largest size. */
function fraction(set: ReplicaSet, deployment: Deployment): number {
  const replicas = replicasOf(set);
  const desired = desiredReplicas(deployment);
  if (desired === 0) return -replicas;
  const maxBefore = integerAnnotation(set, maxReplicasAnnotation) || (deployment.status?.replicas ?? 0);
  if (maxBefore === 0) return 0;
  return roundHalfAway((replicas * (desired + maxSurge(deployment))) / maxBefore) - replicas;
}

function proportion(set: ReplicaSet, deployment: Deployment, toAdd: number, added: number): number {
  if (replicasOf(set) === 0 || toAdd === 0 || toAdd === added) return 0;
  const share = fraction(set, deployment);
  const allowed = toAdd - added;
  return toAdd > 0 ? Math.min(share, allowed) : Math.max(share, allowed);
}

/**
 * New sizes of the ReplicaSets that have Pods, in the order in which they are written, when the Deployment's size
 * changed in the middle of a rollout: each in proportion to its own, the leftover to the first.
 */
export function proportionalSizes(
  deployment: Deployment,
  active: readonly ReplicaSet[],
): { set: ReplicaSet; size: number }[] {
  const desired = desiredReplicas(deployment);
  const allowedSize = desired > 0 ? desired + maxSurge(deployment) : 0;
  const toAdd = allowedSize - wantedReplicas(active);
  const sets = toAdd > 0 ? largestThenNewest(active) : toAdd < 0 ? largestThenOldest(active) : active;
  let added = 0;
  const sizes = sets.map((set) => {
    const share = proportion(set, deployment, toAdd, added);
    added += share;
    return { set, size: replicasOf(set) + share };
  });
  const first = sizes[0];
  if (first && toAdd !== 0) first.size = Math.max(0, first.size + toAdd - added);
  return sizes;
}

/** The new ReplicaSet has the full size, knows it, and all its Pods are available. */
export function isSaturated(deployment: Deployment, set: ReplicaSet | undefined): boolean {
  if (!set) return false;
  const desired = desiredReplicas(deployment);
  return (
    replicasOf(set) === desired &&
    integerAnnotation(set, desiredReplicasAnnotation) === desired &&
    (set.status?.availableReplicas ?? 0) === desired
  );
}
