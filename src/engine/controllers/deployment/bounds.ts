// Models: pkg/controller/deployment/util/deployment_util.go MaxSurge, MaxUnavailable, as one sync has resolved them
// Simplified: —
// Not modelled: —
import type { Deployment } from '../../api/types';
import { desiredReplicas, maxSurge, maxUnavailable } from './fenceposts';

/** How many Pods a Deployment may have and must have, in whole Pods. */
export interface DeploymentBounds {
  readonly desired: number;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
  /** Floor: so many Pods must stay available. */
  readonly minAvailable: number;
  /** Ceiling: so many Pods may be asked for at once. */
  readonly maxTotal: number;
}

/** The bounds that a sync works with; `before` itself if they are the same. */
export function boundsOf(deployment: Deployment, before: DeploymentBounds | undefined): DeploymentBounds {
  const desired = desiredReplicas(deployment);
  const surge = maxSurge(deployment);
  const unavailable = maxUnavailable(deployment);
  if (before?.desired === desired && before.maxSurge === surge && before.maxUnavailable === unavailable) return before;
  const [minAvailable, maxTotal] = [desired - unavailable, desired + surge];
  return { desired, maxSurge: surge, maxUnavailable: unavailable, minAvailable, maxTotal };
}
