// Models: what the workload controllers promise: counts that add up, and no more Pods than were asked for.
// Simplified: —
// Not modelled: —
import { controllerOf } from '../api/meta';
import type { Deployment, Pod, ReplicaSet } from '../api/types';
import type { Invariant } from './invariant';

export const countsAddUp: Invariant = {
  name: 'available replicas are ready, ready replicas exist',
  reads: (table) => table === 'api/replicasets' || table === 'api/deployments',
  check: (_context, _key, _before, after) => {
    const status = (after as ReplicaSet | Deployment | undefined)?.status;
    if (!status) return undefined;
    const { replicas = 0, readyReplicas = 0, availableReplicas = 0 } = status;
    return availableReplicas <= readyReplicas && readyReplicas <= replicas
      ? undefined
      : `${replicas}/${readyReplicas}/${availableReplicas}`;
  },
};

/** Expectations keep a stale cache from creating twice: the count is of what is stored, not of what is cached. */
export const noPodTooMany: Invariant = {
  name: 'a ReplicaSet never creates a Pod beyond what it believes is wanted',
  reads: (table) => table === 'api/pods',
  check: ({ kernel }, _key, before, after) => {
    const pod = after as Pod | undefined;
    const owner = pod && !before ? controllerOf(pod) : undefined;
    if (owner?.kind !== 'ReplicaSet') return undefined;
    const key = `${pod?.metadata.namespace}/${owner.name}`;
    const believed = kernel.table<ReplicaSet>('cache/kube-controller-manager/replicasets').get(key);
    if (!believed || believed.metadata.uid !== owner.uid) return undefined;
    const wanted = believed.spec?.replicas ?? 1;
    const active = kernel
      .table<Pod>('api/pods')
      .valuesWithPrefix(`${pod?.metadata.namespace}/`)
      .filter((other) => controllerOf(other)?.uid === owner.uid && !other.metadata.deletionTimestamp)
      .filter((other) => other.status?.phase !== 'Failed' && other.status?.phase !== 'Succeeded').length;
    return active <= wanted ? undefined : `${active} Pods of ${wanted}`;
  },
};
