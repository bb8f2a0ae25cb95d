// Models: what the methods of pkg/controller/deployment DeploymentController share during one syncDeployment
// Simplified: —
// Not modelled: —
import { type KindDefinition, kindOf } from '../../api/kinds';
import type { Deployment, DeploymentStatus, Pod, ReplicaSet } from '../../api/types';
import type { EventRecorder } from '../../client/event-recorder';
import type { Session } from '../../client/session';
import { orThrow, SyncError } from '../status-error';
import { withReplicasAnnotations } from './annotations';
import { newCondition, withCondition } from './conditions';
import { replicasOf } from './replica-sets';

export const deployments = kindOf('apps', 'v1', 'deployments') as KindDefinition;
export const replicaSets = kindOf('apps', 'v1', 'replicasets') as KindDefinition;

/** The sums of one step of a sync. `side`: whether the new ReplicaSet is sized, the old ones, or (Recreate) both in turn. */
export type Decision =
  | {
      readonly side: 'new';
      /** Pods that all specs ask for, and how many there may be. */
      readonly total: number;
      readonly maxTotal: number;
      /** Of the new ReplicaSet, now and next. */
      readonly replicas: number;
      readonly size: number;
    }
  | {
      readonly side: 'old';
      readonly total: number;
      readonly minAvailable: number;
      /** New Pods that are not yet available. */
      readonly newUnavailable: number;
      /** total − minAvailable − newUnavailable; zero or less: nothing may go. */
      readonly maxScaledDown: number;
    }
  | { readonly side: 'recreate'; readonly oldReplicas: number; readonly oldPodsRunning: boolean };

/**
 * One sync of one Deployment. `deployment` is the working copy: it holds what this sync has decided so far, but keeps
 * the resourceVersion that the cache had, so that a second write of it in one sync is refused with a conflict and the
 * sync runs again. That is how upstream behaves.
 */
export interface Rollout {
  /** Records what a step came to, with the numbers that it came from; what is written next is caused by it. */
  decide(decision: Decision): void;
  deployment: Deployment;
  /** The ReplicaSets that the Deployment controls, as the cache has them. */
  readonly sets: readonly ReplicaSet[];
  readonly session: Session;
  readonly recorder: EventRecorder;
  /** The cached Pods of a ReplicaSet, whatever their phase. */
  podsOf(set: ReplicaSet): readonly Pod[];
  /** Queues the Deployment again after a time, counted from this point of the session. */
  enqueueAfter(delayMicros: number): void;
  enqueueRateLimited(): void;
}

/** Sets a condition of the working copy as of now. */
export function setCondition(
  rollout: Rollout,
  type: string,
  status: 'True' | 'False' | 'Unknown',
  reason: string,
  message: string,
): void {
  const { deployment, session } = rollout;
  const condition = newCondition(session.epochMicros, type, status, reason, message);
  setStatus(rollout, withCondition(deployment.status ?? {}, condition));
}

export function setStatus(rollout: Rollout, status: DeploymentStatus): void {
  rollout.deployment = { ...rollout.deployment, status };
}

/** Writes the working copy's status; throws when it is refused. */
export function updateStatus({ session, deployment }: Rollout): void {
  orThrow(session.updateStatus(deployments, deployment));
}

/**
 * Gives a ReplicaSet a size and the annotations that say what it is a part of; an Event if the size changed.
 * Returns the ReplicaSet as it is then.
 */
export function scaleReplicaSet(
  rollout: Rollout,
  set: ReplicaSet,
  newScale: number,
): { scaled: boolean; set: ReplicaSet } {
  const { deployment, session, recorder } = rollout;
  const oldScale = replicasOf(set);
  const annotated = withReplicasAnnotations(set, deployment);
  if (oldScale === newScale && annotated === set) return { scaled: false, set };
  const resized: ReplicaSet = { ...annotated, spec: { ...annotated.spec, replicas: newScale } as ReplicaSet['spec'] };
  const updated = orThrow(session.update(replicaSets, resized));
  if (oldScale === newScale) return { scaled: false, set: updated };
  const direction = oldScale < newScale ? 'up' : 'down';
  const message = `Scaled ${direction} replica set ${updated.metadata.name} from ${oldScale} to ${newScale}`;
  recorder.event(deployments, deployment, 'Normal', 'ScalingReplicaSet', message);
  return { scaled: true, set: updated };
}

/** scaleReplicaSetAndRecordEvent: nothing at all when the size is right. */
export function resizeReplicaSet(
  rollout: Rollout,
  set: ReplicaSet,
  newScale: number,
): { scaled: boolean; set: ReplicaSet } {
  return replicasOf(set) === newScale ? { scaled: false, set } : scaleReplicaSet(rollout, set, newScale);
}

/** Runs a step whose failure upstream passes over; the next sync will try again. */
export function ignoringFailure<T>(step: () => T, otherwise: T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof SyncError) return otherwise;
    throw error;
  }
}
