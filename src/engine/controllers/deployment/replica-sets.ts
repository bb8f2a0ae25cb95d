// Models: pkg/controller/deployment/util/deployment_util.go (FindNewReplicaSet, FindOldReplicaSets, FindActiveOrLatest,
//   Get…CountForReplicaSets), pkg/controller/controller_utils.go (ReplicaSetsByCreationTimestamp, …BySizeOlder,
//   …BySizeNewer, …ByRevision, FilterActiveReplicaSets)
// Simplified: —
// Not modelled: —
import { compareStrings } from '../../../shared/compare';
import type { Deployment, ReplicaSet } from '../../api/types';
import { revisionOf } from './annotations';
import { equalIgnoreHash } from './template-hash';

export function replicasOf(set: ReplicaSet): number {
  return set.spec?.replicas ?? 1;
}

export function isActive(set: ReplicaSet): boolean {
  return replicasOf(set) > 0;
}

/** RFC 3339 in UTC and whole seconds sorts as text. Never created comes first. */
function byCreation(a: ReplicaSet, b: ReplicaSet): number {
  return (
    compareStrings(a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? '') ||
    compareStrings(a.metadata.name ?? '', b.metadata.name ?? '')
  );
}

export function oldestFirst(sets: readonly ReplicaSet[]): ReplicaSet[] {
  return [...sets].sort(byCreation);
}

export function newestFirst(sets: readonly ReplicaSet[]): ReplicaSet[] {
  return [...sets].sort((a, b) => byCreation(b, a));
}

export function largestThenOldest(sets: readonly ReplicaSet[]): ReplicaSet[] {
  return [...sets].sort((a, b) => replicasOf(b) - replicasOf(a) || byCreation(a, b));
}

export function largestThenNewest(sets: readonly ReplicaSet[]): ReplicaSet[] {
  return [...sets].sort((a, b) => replicasOf(b) - replicasOf(a) || byCreation(b, a));
}

/** Lowest revision first; those whose revisions are equal or unreadable, oldest first. */
export function lowestRevisionFirst(sets: readonly ReplicaSet[]): ReplicaSet[] {
  return [...sets].sort((a, b) => {
    const left = revisionOf(a);
    const right = revisionOf(b);
    return left === undefined || right === undefined || left === right ? byCreation(a, b) : left - right;
  });
}

/** The ReplicaSet whose template is the Deployment's; of several the oldest. */
export function findNewReplicaSet(deployment: Deployment, sets: readonly ReplicaSet[]): ReplicaSet | undefined {
  return oldestFirst(sets).find((set) => equalIgnoreHash(set.spec?.template, deployment.spec?.template));
}

/** All but the new one, oldest first. */
export function findOldReplicaSets(deployment: Deployment, sets: readonly ReplicaSet[]): ReplicaSet[] {
  const newest = findNewReplicaSet(deployment, sets);
  return oldestFirst(sets).filter((set) => set !== newest);
}

/** The only one that has Pods; if none has, the new one or else the youngest; nothing if several have. */
export function findActiveOrLatest(
  newSet: ReplicaSet | undefined,
  oldSets: readonly ReplicaSet[],
): ReplicaSet | undefined {
  const all = newSet ? [...oldSets, newSet] : oldSets;
  const active = all.filter(isActive);
  if (active.length > 1) return undefined;
  return active[0] ?? newSet ?? newestFirst(oldSets)[0];
}

function sum(sets: readonly ReplicaSet[], count: (set: ReplicaSet) => number): number {
  let total = 0;
  for (const set of sets) total += count(set);
  return total;
}

/** Pods that the specs ask for. */
export function wantedReplicas(sets: readonly ReplicaSet[]): number {
  return sum(sets, replicasOf);
}

/** Pods that the statuses report. */
export function actualReplicas(sets: readonly ReplicaSet[]): number {
  return sum(sets, (set) => set.status?.replicas ?? 0);
}

export function readyReplicas(sets: readonly ReplicaSet[]): number {
  return sum(sets, (set) => set.status?.readyReplicas ?? 0);
}

export function availableReplicas(sets: readonly ReplicaSet[]): number {
  return sum(sets, (set) => set.status?.availableReplicas ?? 0);
}

/** `undefined` while a ReplicaSet that was observed does not yet say how many of its Pods are going away. */
export function terminatingReplicas(sets: readonly ReplicaSet[]): number | undefined {
  let total = 0;
  for (const { status } of sets) {
    if (status?.terminatingReplicas === undefined) {
      if ((status?.observedGeneration ?? 0) === 0) continue;
      return undefined;
    }
    total += status.terminatingReplicas;
  }
  return total;
}
