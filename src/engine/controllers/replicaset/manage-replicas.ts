// Models: pkg/controller/replicaset/replica_set.go manageReplicas
// Simplified: —
// Not modelled: —

import { keyOfObject } from '../../api/meta';
import type { Pod, ReplicaSet } from '../../api/types';
import type { Expectations } from '../../client/expectations';
import { hasStatusCause, namespaceTerminating } from '../status-error';
import { podsToDelete } from './deletion-ranking';
import { createPod, deletePod, type PodControl, podFromTemplate } from './pod-control';
import type { Replica } from './replica';
import { burstReplicas, slowStartBatch } from './slow-start';
import { replicaSets, replicasOf } from './status';

export interface ReplicaCount {
  readonly control: PodControl;
  readonly set: ReplicaSet;
  readonly expectations: Expectations;
  /** The Pods of all ReplicaSets with the same owner. */
  relatedPods(): readonly Pod[];
  /** Told of the newest Pod that was written. */
  wrotePod(pod: Pod): void;
}

/** Creates or deletes Pods until there are as many as wanted, 500 at most. Returns the text of the error, if any. */
export function manageReplicas(count: ReplicaCount, activePods: readonly Replica[]): string | undefined {
  const difference = activePods.length - replicasOf(count.set);
  if (difference < 0) return createPods(count, Math.min(-difference, burstReplicas));
  if (difference > 0) return deletePods(count, activePods, Math.min(difference, burstReplicas));
  return undefined;
}

function createPods({ control, set, expectations, wrotePod }: ReplicaCount, wanted: number): string | undefined {
  const key = keyOfObject(set);
  expectations.expectCreations(key, wanted);
  const pod = podFromTemplate(set.spec?.template ?? {}, set, replicaSets);
  let failure: string | undefined;
  let newest: Pod | undefined;
  const successes = slowStartBatch(wanted, (size) => {
    let succeeded = 0;
    control.session.together(size, () => {
      const created = createPod(control, pod);
      if (created.ok) newest = created.object;
      // In a namespace that is going away every creation fails: nothing to do and nothing to say.
      if (created.ok || hasStatusCause(created.status, namespaceTerminating)) succeeded++;
      else failure ??= created.status.message ?? '';
    });
    return succeeded;
  });
  if (newest) wrotePod(newest);
  expectations.lowerCreations(key, wanted - successes);
  return failure;
}

function deletePods(count: ReplicaCount, activePods: readonly Replica[], surplus: number): string | undefined {
  const { control, set, expectations } = count;
  const key = keyOfObject(set);
  const pods = activePods.map(({ pod }) => pod);
  const chosen = podsToDelete(pods, count.relatedPods(), surplus, control.session.epochMicros);
  expectations.expectDeletions(key, chosen.map(keyOfObject));
  let failure: string | undefined;
  control.session.together(chosen.length, (index) => {
    const pod = chosen[index] as Pod;
    const failed = deletePod(control, pod);
    if (!failed) return;
    expectations.deletionObserved(key, keyOfObject(pod));
    if (failed.status.reason !== 'NotFound') failure ??= failed.message;
  });
  return failure;
}
