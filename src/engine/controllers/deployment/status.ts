// Models: pkg/controller/deployment/sync.go calculateStatus, util DeploymentComplete, DeploymentProgressing,
//   DeploymentTimedOut, progress.go getReplicaFailures
// Simplified: —
// Not modelled: —
import { equalJson } from '../../../shared/json';
import { parseTime } from '../../../shared/time';
import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from '../../api/types';
import {
  deploymentCondition,
  fromReplicaSetCondition,
  hasProgressDeadline,
  newCondition,
  newReplicaSetAvailable,
  timedOut,
  withCondition,
} from './conditions';
import { desiredReplicas, maxUnavailable } from './fenceposts';
import { actualReplicas, availableReplicas, readyReplicas, terminatingReplicas, wantedReplicas } from './replica-sets';

/** Go writes no counter that is 0, except those behind a pointer. */
function counter(name: string, value: number): Readonly<Record<string, number>> {
  return value === 0 ? {} : { [name]: value };
}

function availability(deployment: Deployment, available: number, nowMicros: number): DeploymentCondition {
  return available >= desiredReplicas(deployment) - maxUnavailable(deployment)
    ? newCondition(nowMicros, 'Available', 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.')
    : newCondition(
        nowMicros,
        'Available',
        'False',
        'MinimumReplicasUnavailable',
        'Deployment does not have minimum availability.',
      );
}

/** The status that the ReplicaSets add up to, with the conditions that there were and a new Available. */
export function calculateStatus(
  allSets: readonly ReplicaSet[],
  newSet: ReplicaSet | undefined,
  deployment: Deployment,
  nowMicros: number,
): DeploymentStatus {
  const available = availableReplicas(allSets);
  const { collisionCount, conditions } = deployment.status ?? {};
  const terminating = terminatingReplicas(allSets);
  const status: DeploymentStatus = {
    ...counter('observedGeneration', deployment.metadata.generation ?? 0),
    ...counter('replicas', actualReplicas(allSets)),
    ...counter('updatedReplicas', newSet?.status?.replicas ?? 0),
    ...counter('readyReplicas', readyReplicas(allSets)),
    ...counter('availableReplicas', available),
    ...counter('unavailableReplicas', Math.max(0, wantedReplicas(allSets) - available)),
    ...(terminating === undefined ? {} : { terminatingReplicas: terminating }),
    ...(collisionCount === undefined ? {} : { collisionCount }),
    ...(conditions === undefined ? {} : { conditions }),
  };
  return withCondition(status, availability(deployment, available, nowMicros));
}

/** Whether a status says nothing new. */
export function sameStatus(a: DeploymentStatus | undefined, b: DeploymentStatus): boolean {
  const {
    conditions: conditionsA,
    collisionCount: collisionsA,
    terminatingReplicas: terminatingA,
    ...countersA
  } = a ?? {};
  const { conditions: conditionsB, collisionCount: collisionsB, terminatingReplicas: terminatingB, ...countersB } = b;
  if (collisionsA !== collisionsB || terminatingA !== terminatingB) return false;
  const names = new Set([...Object.keys(countersA), ...Object.keys(countersB)]) as Set<keyof typeof countersB>;
  for (const name of names) if ((countersA[name] ?? 0) !== (countersB[name] ?? 0)) return false;
  return equalJson(conditionsA ?? [], conditionsB ?? []);
}

/** Every Pod is new, none is old, all are available, and the newest spec has been seen. */
export function deploymentComplete(deployment: Deployment, status: DeploymentStatus | undefined): boolean {
  const desired = desiredReplicas(deployment);
  return (
    (status?.updatedReplicas ?? 0) === desired &&
    (status?.replicas ?? 0) === desired &&
    (status?.availableReplicas ?? 0) === desired &&
    (status?.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
  );
}

/** More new Pods, fewer old ones, more ready or more available than before. */
export function deploymentProgressing(before: DeploymentStatus | undefined, after: DeploymentStatus): boolean {
  const oldPods = (status: DeploymentStatus | undefined) => (status?.replicas ?? 0) - (status?.updatedReplicas ?? 0);
  return (
    (after.updatedReplicas ?? 0) > (before?.updatedReplicas ?? 0) ||
    oldPods(after) < oldPods(before) ||
    (after.readyReplicas ?? 0) > (before?.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before?.availableReplicas ?? 0)
  );
}

/** Microseconds until the deadline since the last sign of progress; negative when it has passed. */
export function deadlineInMicros(deployment: Deployment, progressing: DeploymentCondition, nowMicros: number): number {
  const since = parseTime(progressing.lastUpdateTime) ?? 0;
  return since + (deployment.spec?.progressDeadlineSeconds ?? 0) * 1e6 - nowMicros;
}

/** No progress for longer than the deadline. Nothing is undone because of it. */
export function deploymentTimedOut(
  deployment: Deployment,
  status: DeploymentStatus | undefined,
  nowMicros: number,
): boolean {
  if (!hasProgressDeadline(deployment)) return false;
  const condition = deploymentCondition(status, 'Progressing');
  if (!condition || condition.reason === newReplicaSetAvailable) return false;
  if (condition.reason === timedOut) return true;
  return deadlineInMicros(deployment, condition, nowMicros) < 0;
}

/** The failure of the new ReplicaSet, else of the first of all that has one. */
export function replicaFailure(
  allSets: readonly ReplicaSet[],
  newSet: ReplicaSet | undefined,
): DeploymentCondition | undefined {
  for (const set of newSet ? [newSet, ...allSets] : allSets) {
    const condition = set.status?.conditions?.find((candidate) => candidate.type === 'ReplicaFailure');
    if (condition) return fromReplicaSetCondition(condition);
  }
  return undefined;
}
