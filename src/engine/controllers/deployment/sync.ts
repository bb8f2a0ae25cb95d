// Models: pkg/controller/deployment/sync.go (sync, syncStatusOnly, scale, cleanupDeployment, syncDeploymentStatus,
//   isScalingEvent, checkPausedConditions)
// Simplified: —
// Not modelled: —
import type { ReplicaSet } from '../../api/types';
import { failedWith } from '../../client/session';
import { StatusError } from '../status-error';
import { desiredReplicasAnnotation, integerAnnotation, rollbackToAnnotation } from './annotations';
import { deploymentCondition, hasProgressDeadline, pausedDeployment, resumedDeployment, timedOut } from './conditions';
import { desiredReplicas, isRollingUpdate } from './fenceposts';
import { type LookUp, type SplitReplicaSets, syncRevision } from './new-replica-set';
import { isSaturated, proportionalSizes } from './proportions';
import { findActiveOrLatest, isActive, lowestRevisionFirst, newestFirst, replicasOf } from './replica-sets';
import {
  type Rollout,
  replicaSets,
  resizeReplicaSet,
  scaleReplicaSet,
  setCondition,
  setStatus,
  updateStatus,
} from './rollout';
import { calculateStatus, sameStatus } from './status';

/** Whether the Deployment's size differs from the one that its ReplicaSets were made for. */
export function isScalingEvent(rollout: Rollout, lookUp: LookUp): boolean {
  const { all } = syncRevision(rollout, lookUp, false);
  const desired = desiredReplicas(rollout.deployment);
  return all.filter(isActive).some((set) => {
    const annotated = integerAnnotation(set, desiredReplicasAnnotation);
    return annotated !== undefined && annotated !== desired;
  });
}

/**
 * Gives the ReplicaSets the Deployment's new size: all of it to the only one, or else to each its share, so that a
 * change of size neither hastens nor slows the rollout.
 */
export function scale(rollout: Rollout, newSet: ReplicaSet | undefined, oldSets: readonly ReplicaSet[]): void {
  const { deployment } = rollout;
  const only = findActiveOrLatest(newSet, oldSets);
  if (only) {
    resizeReplicaSet(rollout, only, desiredReplicas(deployment));
    return;
  }
  const byAge = newestFirst(oldSets);
  if (isSaturated(deployment, newSet)) {
    for (const old of byAge.filter(isActive)) resizeReplicaSet(rollout, old, 0);
    return;
  }
  if (!isRollingUpdate(deployment)) return;
  const active = (newSet ? [...byAge, newSet] : byAge).filter(isActive);
  for (const { set, size } of proportionalSizes(deployment, active)) scaleReplicaSet(rollout, set, size);
}

/** Deletes old ReplicaSets without Pods beyond the history limit, lowest revision first. */
export function cleanupDeployment(rollout: Rollout, oldSets: readonly ReplicaSet[]): void {
  const limit = rollout.deployment.spec?.revisionHistoryLimit;
  if (limit === undefined || limit === 2147483647) return;
  const alive = oldSets.filter((set) => !set.metadata.deletionTimestamp);
  const surplus = alive.length - limit;
  if (surplus <= 0) return;
  for (const set of lowestRevisionFirst(alive).slice(0, surplus)) {
    const seen = (set.metadata.generation ?? 0) <= (set.status?.observedGeneration ?? 0);
    if ((set.status?.replicas ?? 0) !== 0 || replicasOf(set) !== 0 || !seen) continue;
    const { namespace, name } = set.metadata;
    const deleted = rollout.session.delete(replicaSets, namespace, name ?? '');
    if (!deleted.ok && !failedWith(deleted, 'NotFound')) throw new StatusError(deleted.status);
  }
}

/** Writes the status if it says something new. */
export function syncDeploymentStatus(rollout: Rollout, { all, newSet }: SplitReplicaSets): void {
  const { deployment, session } = rollout;
  const status = calculateStatus(all, newSet, deployment, session.epochMicros);
  if (sameStatus(deployment.status, status)) return;
  setStatus(rollout, status);
  updateStatus(rollout);
}

/** The sync of a Deployment that is paused or changed its size: sizes and status, no rollout. */
export function syncScaling(rollout: Rollout, lookUp: LookUp): void {
  const split = syncRevision(rollout, lookUp, false);
  scale(rollout, split.newSet, split.oldSets);
  const { spec, metadata } = rollout.deployment;
  if (spec?.paused && !metadata.annotations?.[rollbackToAnnotation]) cleanupDeployment(rollout, split.oldSets);
  syncDeploymentStatus(rollout, split);
}

/** The sync of a Deployment that is being deleted: status only. */
export function syncStatusOnly(rollout: Rollout, lookUp: LookUp): void {
  syncDeploymentStatus(rollout, syncRevision(rollout, lookUp, false));
}

/** Says in the conditions that the Deployment was paused or resumed, so that the pause counts for no deadline. */
export function checkPausedConditions(rollout: Rollout): void {
  const { deployment } = rollout;
  if (!hasProgressDeadline(deployment)) return;
  const condition = deploymentCondition(deployment.status, 'Progressing');
  if (condition?.reason === timedOut) return;
  const paused = deployment.spec?.paused ?? false;
  if (paused === (condition?.reason === pausedDeployment)) return;
  if (paused) setCondition(rollout, 'Progressing', 'Unknown', pausedDeployment, 'Deployment is paused');
  else setCondition(rollout, 'Progressing', 'Unknown', resumedDeployment, 'Deployment is resumed');
  updateStatus(rollout);
}
