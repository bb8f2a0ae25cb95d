// Models: pkg/controller/deployment/progress.go (syncRolloutStatus, requeueStuckDeployment)
// Simplified: —
// Not modelled: —
import type { DeploymentStatus } from '../../api/types';
import {
  deploymentCondition,
  hasProgressDeadline,
  newCondition,
  newReplicaSetAvailable,
  replicaSetUpdated,
  timedOut,
  withCondition,
  withoutCondition,
} from './conditions';
import type { SplitReplicaSets } from './new-replica-set';
import { type Rollout, setStatus, updateStatus } from './rollout';
import {
  calculateStatus,
  deadlineInMicros,
  deploymentComplete,
  deploymentProgressing,
  deploymentTimedOut,
  replicaFailure,
  sameStatus,
} from './status';

/** The status with a Progressing condition that says where the rollout is. */
function withProgress(rollout: Rollout, name: string, status: DeploymentStatus): DeploymentStatus {
  const { deployment, session } = rollout;
  const progressing = (state: 'True' | 'False', reason: string, message: string) =>
    newCondition(session.epochMicros, 'Progressing', state, reason, `${name} ${message}`);
  if (deploymentComplete(deployment, status)) {
    return withCondition(status, progressing('True', newReplicaSetAvailable, 'has successfully progressed.'));
  }
  if (deploymentProgressing(deployment.status, status)) {
    const current = deploymentCondition(deployment.status, 'Progressing');
    const fresh = progressing('True', replicaSetUpdated, 'is progressing.');
    // Each sign of progress moves lastUpdateTime, from which the deadline counts, even if the reason stays.
    const next = current?.status === 'True' ? { ...fresh, lastTransitionTime: current.lastTransitionTime } : fresh;
    return withCondition(withoutCondition(status, 'Progressing'), next);
  }
  if (deploymentTimedOut(deployment, status, session.epochMicros)) {
    return withCondition(status, progressing('False', timedOut, 'has timed out progressing.'));
  }
  return status;
}

/** Writes the status during a rollout; if there is nothing new to say, comes back when the deadline is over. */
export function syncRolloutStatus(rollout: Rollout, { all, newSet }: SplitReplicaSets): void {
  const { deployment, session } = rollout;
  const withDeadline = hasProgressDeadline(deployment);
  let status = calculateStatus(all, newSet, deployment, session.epochMicros);
  if (!withDeadline) status = withoutCondition(status, 'Progressing');
  const current = deploymentCondition(deployment.status, 'Progressing');
  const wasComplete =
    (status.replicas ?? 0) === (status.updatedReplicas ?? 0) && current?.reason === newReplicaSetAvailable;
  if (withDeadline && !wasComplete) {
    const name = newSet ? `ReplicaSet "${newSet.metadata.name}"` : `Deployment "${deployment.metadata.name}"`;
    status = withProgress(rollout, name, status);
  }
  const failure = replicaFailure(all, newSet);
  status = failure ? withCondition(status, failure) : withoutCondition(status, 'ReplicaFailure');
  if (sameStatus(deployment.status, status)) {
    requeueStuckDeployment(rollout, status);
    return;
  }
  setStatus(rollout, status);
  updateStatus(rollout);
}

/**
 * Microseconds after which the Deployment must be looked at again because its deadline will be over; 0 for at once,
 * `undefined` for never. The timer itself is set a second later.
 */
export function nextProgressCheck(
  deployment: Rollout['deployment'],
  newStatus: DeploymentStatus,
  nowMicros: number,
): number | undefined {
  const current = deploymentCondition(deployment.status, 'Progressing');
  if (!hasProgressDeadline(deployment) || !current) return undefined;
  if (deploymentComplete(deployment, newStatus) || current.reason === timedOut) return undefined;
  const after = deadlineInMicros(deployment, current, nowMicros);
  return after < 1e6 ? 0 : after;
}

function requeueStuckDeployment(rollout: Rollout, status: DeploymentStatus): void {
  const after = nextProgressCheck(rollout.deployment, status, rollout.session.epochMicros);
  if (after === undefined) return;
  if (after === 0) rollout.enqueueRateLimited();
  else rollout.enqueueAfter(after + 1e6);
}
