// Models: pkg/controller/replicaset/replica_set_utils.go (calculateStatus, updateReplicaSetStatus, conditions); gate
//   DeploymentReplicaSetTerminatingReplicas (beta, on since 1.35)
// Simplified: —
// Not modelled: —
import { equalJson } from '../../../shared/json';
import { formatTime } from '../../../shared/time';
import { type KindDefinition, kindOf } from '../../api/kinds';
import type { ReplicaSet, ReplicaSetCondition, ReplicaSetStatus } from '../../api/types';
import type { Session } from '../../client/session';
import { isPodAvailable } from '../pod-activity';
import { StatusError } from '../status-error';
import { type Replica, remembering } from './replica';

export const replicaSets = kindOf('apps', 'v1', 'replicasets') as KindDefinition;

export function replicasOf(set: ReplicaSet): number {
  return set.spec?.replicas ?? 1;
}

function conditionsOf(set: ReplicaSet, activeCount: number, failure: string | undefined, nowMicros: number) {
  const conditions = set.status?.conditions;
  const failed = conditions?.some((condition) => condition.type === 'ReplicaFailure') ?? false;
  if (failure === undefined)
    return failed ? conditions?.filter((condition) => condition.type !== 'ReplicaFailure') : conditions;
  if (failed) return conditions;
  const reason = activeCount < replicasOf(set) ? 'FailedCreate' : 'FailedDelete';
  const lastTransitionTime = formatTime(nowMicros);
  const condition: ReplicaSetCondition = {
    type: 'ReplicaFailure',
    status: 'True',
    lastTransitionTime,
    reason,
    message: failure,
  };
  return [...(conditions ?? []), condition];
}

/** What the Pods add up to. `failure`: the text of the error that creating or deleting them ended with. */
export function calculateStatus(
  set: ReplicaSet,
  activePods: readonly Replica[],
  terminatingCount: number,
  failure: string | undefined,
  nowMicros: number,
): ReplicaSetStatus {
  const templateLabels = Object.entries(set.spec?.template?.metadata?.labels ?? {});
  const minReadySeconds = set.spec?.minReadySeconds ?? 0;
  let fullyLabeled = 0;
  let ready = 0;
  let available = 0;
  const hasLabels = remembering((labels) => templateLabels.every(([label, value]) => labels?.[label] === value));
  for (const replica of activePods) {
    if (hasLabels(replica.labels)) fullyLabeled++;
    if (!replica.ready) continue;
    ready++;
    if (minReadySeconds === 0 || isPodAvailable(replica.pod, minReadySeconds, nowMicros)) available++;
  }
  const conditions = conditionsOf(set, activePods.length, failure, nowMicros);
  const observedGeneration = set.status?.observedGeneration ?? 0;
  return {
    replicas: activePods.length,
    ...(fullyLabeled === 0 ? {} : { fullyLabeledReplicas: fullyLabeled }),
    ...(ready === 0 ? {} : { readyReplicas: ready }),
    ...(available === 0 ? {} : { availableReplicas: available }),
    terminatingReplicas: terminatingCount,
    ...(observedGeneration === 0 ? {} : { observedGeneration }),
    ...(conditions === undefined || conditions.length === 0 ? {} : { conditions }),
  };
}

function saysNothingNew(set: ReplicaSet, status: ReplicaSetStatus): boolean {
  const before = set.status;
  return (
    (before?.replicas ?? 0) === status.replicas &&
    (before?.fullyLabeledReplicas ?? 0) === (status.fullyLabeledReplicas ?? 0) &&
    (before?.readyReplicas ?? 0) === (status.readyReplicas ?? 0) &&
    (before?.availableReplicas ?? 0) === (status.availableReplicas ?? 0) &&
    before?.terminatingReplicas === status.terminatingReplicas &&
    (set.metadata.generation ?? 0) === (before?.observedGeneration ?? 0) &&
    equalJson(before?.conditions ?? [], status.conditions ?? [])
  );
}

/**
 * Writes the status if it says something new; after a failure reads the ReplicaSet and tries once more. Returns the
 * ReplicaSet as it is then. Throws when the second write, or the read, was refused.
 */
export function updateReplicaSetStatus(session: Session, set: ReplicaSet, status: ReplicaSetStatus): ReplicaSet {
  if (saysNothingNew(set, status)) return set;
  const generation = set.metadata.generation ?? 0;
  const next = generation === 0 ? status : { ...status, observedGeneration: generation };
  const first = session.updateStatus<ReplicaSet>(replicaSets, { ...set, status: next });
  if (first.ok) return first.object;
  const fresh = session.get<ReplicaSet>(replicaSets, set.metadata.namespace, set.metadata.name ?? '');
  if (!fresh.ok) throw new StatusError(fresh.status);
  const second = session.updateStatus<ReplicaSet>(replicaSets, { ...fresh.object, status: next });
  if (!second.ok) throw new StatusError(second.status);
  return second.object;
}
