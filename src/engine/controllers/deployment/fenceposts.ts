// Models: pkg/controller/deployment/util/deployment_util.go (ResolveFenceposts, MaxSurge, MaxUnavailable, MinAvailable,
//   NewRSNewReplicas)
// Simplified: —
// Not modelled: —
import { scaledIntOrPercent } from '../../api/int-or-string';
import type { Deployment, IntOrString } from '../../api/types';
import { SyncError } from '../status-error';

/** How far a rolling update may go above and below the wanted number of Pods. */
export interface Fenceposts {
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

function scaled(value: IntOrString | undefined, desired: number, roundUp: boolean): number {
  const result = scaledIntOrPercent(value ?? 0, desired, roundUp);
  if (result.error !== undefined) throw new SyncError(result.error);
  return result.value;
}

/** Surge rounds up, unavailable rounds down; if nothing at all could move, one Pod may be unavailable. */
export function resolveFenceposts(
  maxSurge: IntOrString | undefined,
  maxUnavailable: IntOrString | undefined,
  desired: number,
): Fenceposts {
  const surge = scaled(maxSurge, desired, true);
  const unavailable = scaled(maxUnavailable, desired, false);
  return { maxSurge: surge, maxUnavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

export function desiredReplicas(deployment: Deployment): number {
  return deployment.spec?.replicas ?? 1;
}

export function isRollingUpdate(deployment: Deployment): boolean {
  return deployment.spec?.strategy?.type === 'RollingUpdate';
}

/** Validation refuses what cannot be resolved; a stored object that has it anyway allows nothing. */
function fencepostsOf(deployment: Deployment): Fenceposts {
  const { maxSurge, maxUnavailable } = deployment.spec?.strategy?.rollingUpdate ?? {};
  try {
    return resolveFenceposts(maxSurge, maxUnavailable, desiredReplicas(deployment));
  } catch (error) {
    if (error instanceof SyncError) return { maxSurge: 0, maxUnavailable: 0 };
    throw error;
  }
}

export function maxSurge(deployment: Deployment): number {
  return isRollingUpdate(deployment) ? fencepostsOf(deployment).maxSurge : 0;
}

/** Never more than there are replicas. */
export function maxUnavailable(deployment: Deployment): number {
  const desired = desiredReplicas(deployment);
  if (!isRollingUpdate(deployment) || desired === 0) return 0;
  return Math.min(fencepostsOf(deployment).maxUnavailable, desired);
}

/**
 * Size that the new ReplicaSet should have: as large as surge allows beside all Pods that are wanted now
 * (`allReplicas`, the new ReplicaSet's own included), at most the Deployment's size.
 */
export function newReplicaSetReplicas(deployment: Deployment, allReplicas: number, newReplicas: number): number {
  const desired = desiredReplicas(deployment);
  const type = deployment.spec?.strategy?.type;
  if (type === 'Recreate') return desired;
  if (type !== 'RollingUpdate') throw new SyncError(`deployment type ${type ?? ''} isn't supported`);
  const surge = scaled(deployment.spec?.strategy?.rollingUpdate?.maxSurge, desired, true);
  const maxTotal = desired + surge;
  if (allReplicas >= maxTotal) return newReplicas;
  return newReplicas + Math.min(maxTotal - allReplicas, desired - newReplicas);
}
