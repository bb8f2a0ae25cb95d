// Models: pkg/controller/deployment/recreate.go
// Simplified: —
// Not modelled: —
import type { Pod, ReplicaSet } from '../../api/types';
import { desiredReplicas } from './fenceposts';
import { type LookUp, syncRevision } from './new-replica-set';
import { syncRolloutStatus } from './progress';
import { actualReplicas, isActive, wantedReplicas } from './replica-sets';
import { type Rollout, resizeReplicaSet } from './rollout';
import { deploymentComplete } from './status';
import { cleanupDeployment } from './sync';

/** Old Pods first all go; only when the last one has stopped is the new ReplicaSet made. */
export function rolloutRecreate(rollout: Rollout, lookUp: LookUp): void {
  let split = syncRevision(rollout, lookUp, false);
  const running = oldPodsRunning(split.newSet, split.oldSets, rollout.sets, rollout.podsOf);
  rollout.decide({ side: 'recreate', oldReplicas: wantedReplicas(split.oldSets), oldPodsRunning: running });
  let scaledDown = false;
  for (const old of split.oldSets.filter(isActive)) if (resizeReplicaSet(rollout, old, 0).scaled) scaledDown = true;
  if (scaledDown || running) {
    syncRolloutStatus(rollout, split);
    return;
  }
  if (!split.newSet) split = syncRevision(rollout, lookUp, true);
  resizeReplicaSet(rollout, split.newSet as ReplicaSet, desiredReplicas(rollout.deployment));
  if (deploymentComplete(rollout.deployment, rollout.deployment.status)) cleanupDeployment(rollout, split.oldSets);
  syncRolloutStatus(rollout, split);
}

/** Whether an old ReplicaSet reports Pods, or has one that is not in its last phase, even if it is being deleted. */
export function oldPodsRunning(
  newSet: ReplicaSet | undefined,
  oldSets: readonly ReplicaSet[],
  sets: readonly ReplicaSet[],
  podsOf: (set: ReplicaSet) => readonly Pod[],
): boolean {
  if (actualReplicas(oldSets) > 0) return true;
  return sets
    .filter((set) => set.metadata.uid !== newSet?.metadata.uid)
    .some((set) => podsOf(set).some(({ status }) => status?.phase !== 'Failed' && status?.phase !== 'Succeeded'));
}
