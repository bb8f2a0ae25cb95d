// Models: apimachinery's promises about stored objects: versions grow, identity stays, deletion is never taken back.
// Simplified: —
// Not modelled: —
import type { KubeObject } from '../api/meta';
import type { Invariant } from './invariant';

const stored = (table: string) => table.startsWith('api/');

export const versionsGrow: Invariant = {
  name: 'the resourceVersion of an object grows with each write',
  reads: stored,
  check: (_context, _key, before, after) => {
    const was = Number((before as KubeObject | undefined)?.metadata.resourceVersion ?? 0);
    const is = (after as KubeObject | undefined)?.metadata.resourceVersion;
    return is === undefined || Number(is) > was ? undefined : `${is} after ${was}`;
  },
};

export const identityStays: Invariant = {
  name: 'an object keeps its uid and its creation time until it is removed',
  reads: stored,
  check: (_context, _key, before, after) => {
    if (!before || !after) return undefined;
    const was = (before as KubeObject).metadata;
    const is = (after as KubeObject).metadata;
    return was.uid === is.uid && was.creationTimestamp === is.creationTimestamp
      ? undefined
      : `${was.uid} became ${is.uid}`;
  },
};

export const deletionStays: Invariant = {
  name: 'a deletion is never taken back, and its grace period never grows',
  reads: stored,
  check: (_context, _key, before, after) => {
    if (!before || !after) return undefined;
    const was = (before as KubeObject).metadata;
    const is = (after as KubeObject).metadata;
    if (was.deletionTimestamp && !is.deletionTimestamp) return 'deletionTimestamp is gone';
    const grew = (is.deletionGracePeriodSeconds ?? 0) > (was.deletionGracePeriodSeconds ?? Number.POSITIVE_INFINITY);
    return was.deletionTimestamp && grew
      ? `${was.deletionGracePeriodSeconds} became ${is.deletionGracePeriodSeconds}`
      : undefined;
  },
};

interface Observing {
  readonly metadata: { readonly generation?: number };
  readonly status?: { readonly observedGeneration?: number };
}

export const observedIsPast: Invariant = {
  name: 'status.observedGeneration is never ahead of metadata.generation, and never goes back',
  reads: (table) => table === 'api/deployments' || table === 'api/replicasets',
  check: (_context, _key, before, after) => {
    const is = after as Observing | undefined;
    const observed = is?.status?.observedGeneration ?? 0;
    if (observed > (is?.metadata.generation ?? 0)) return `observed ${observed} of ${is?.metadata.generation}`;
    const was = (before as Observing | undefined)?.status?.observedGeneration ?? 0;
    return is && observed < was ? `${was} became ${observed}` : undefined;
  },
};
