// Models: client-go's promise: a cache holds what the server stored, late but never invented.
// Simplified: —
// Not modelled: —
import type { KubeObject } from '../api/meta';
import type { Invariant } from './invariant';

export const beliefIsPastTruth: Invariant = {
  name: 'what a process believes is something that the API server stored, and never newer than what it stores',
  reads: (table) => table.startsWith('cache/'),
  check: ({ kernel, api }, key, _before, after, table) => {
    const believed = (after as KubeObject | undefined)?.metadata;
    if (!believed) return undefined;
    if (Number(believed.resourceVersion) > api.storage.revision)
      return `version ${believed.resourceVersion} does not exist yet`;
    const resource = table.slice(table.lastIndexOf('/') + 1);
    const truth = kernel.table<KubeObject>(`api/${resource}`).get(key)?.metadata;
    if (!truth || truth.uid !== believed.uid) return undefined;
    return Number(believed.resourceVersion) <= Number(truth.resourceVersion)
      ? undefined
      : `believes ${believed.resourceVersion}, stored is ${truth.resourceVersion}`;
  },
};

export const cacheNeverGoesBack: Invariant = {
  name: 'a cached object never goes back to an older version',
  reads: (table) => table.startsWith('cache/'),
  check: (_context, _key, before, after) => {
    const was = (before as KubeObject | undefined)?.metadata;
    const is = (after as KubeObject | undefined)?.metadata;
    if (!was || !is || was.uid !== is.uid) return undefined;
    return Number(is.resourceVersion) >= Number(was.resourceVersion)
      ? undefined
      : `${was.resourceVersion} became ${is.resourceVersion}`;
  },
};
