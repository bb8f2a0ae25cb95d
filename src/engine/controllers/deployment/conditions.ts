// Models: pkg/controller/deployment/util/deployment_util.go (reasons, NewDeploymentCondition, SetDeploymentCondition,
//   RemoveDeploymentCondition, ReplicaSetToDeploymentCondition, HasProgressDeadline)
// Simplified: —
// Not modelled: —
import { formatTime } from '../../../shared/time';
import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSetCondition } from '../../api/types';

export const replicaSetUpdated = 'ReplicaSetUpdated';
export const failedReplicaSetCreate = 'ReplicaSetCreateError';
export const newReplicaSetCreated = 'NewReplicaSetCreated';
export const foundNewReplicaSet = 'FoundNewReplicaSet';
export const newReplicaSetAvailable = 'NewReplicaSetAvailable';
export const timedOut = 'ProgressDeadlineExceeded';
export const pausedDeployment = 'DeploymentPaused';
export const resumedDeployment = 'DeploymentResumed';

/** progressDeadlineSeconds that means "none". */
const noDeadline = 2147483647;

export function hasProgressDeadline(deployment: Deployment): boolean {
  const deadline = deployment.spec?.progressDeadlineSeconds;
  return deadline !== undefined && deadline !== noDeadline;
}

export function deploymentCondition(
  status: DeploymentStatus | undefined,
  type: string,
): DeploymentCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}

/** A condition as of now, in microseconds since 1970. */
export function newCondition(
  nowMicros: number,
  type: string,
  status: 'True' | 'False' | 'Unknown',
  reason: string,
  message: string,
): DeploymentCondition {
  const now = formatTime(nowMicros);
  return { type, status, lastUpdateTime: now, lastTransitionTime: now, reason, message };
}

export function withoutCondition(status: DeploymentStatus, type: string): DeploymentStatus {
  if (!deploymentCondition(status, type)) return status;
  return { ...status, conditions: status.conditions?.filter((condition) => condition.type !== type) };
}

/** Status and reason as before: nothing changes. Status as before: the time of transition stays. */
export function withCondition(status: DeploymentStatus, condition: DeploymentCondition): DeploymentStatus {
  const current = deploymentCondition(status, condition.type);
  if (current && current.status === condition.status && current.reason === condition.reason) return status;
  const next =
    current?.status === condition.status ? { ...condition, lastTransitionTime: current.lastTransitionTime } : condition;
  const others = status.conditions?.filter((other) => other.type !== condition.type) ?? [];
  return { ...status, conditions: [...others, next] };
}

export function fromReplicaSetCondition(condition: ReplicaSetCondition): DeploymentCondition {
  const { type, status, lastTransitionTime, reason, message } = condition;
  return { type, status, lastTransitionTime, lastUpdateTime: lastTransitionTime, reason, message };
}
