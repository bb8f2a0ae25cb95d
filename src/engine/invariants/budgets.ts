// Models: what admission and the eviction subresource promise: no quota is exceeded by what is let in, and an eviction uses
//   up a disruption that its budget allowed.
// Simplified: a quota is judged by its own status, which the objects' writes keep.
// Not modelled: —
import { labelSelectorMatches } from '../api/selectors';
import type { Pod, PodDisruptionBudget, ResourceQuota } from '../api/types';
import { maskList, namesBeyond, namesOf } from '../apiserver/quota/resource-list';
import type { Invariant } from './invariant';

const quotaTable = 'api/resourcequotas';
const budgetTable = 'api/poddisruptionbudgets';

export const quotaNotExceeded: Invariant = {
  name: 'nothing is let in beyond a quota',
  reads: (table) => table === quotaTable,
  check: (_context, _key, before, after) => {
    const was = (before as ResourceQuota | undefined)?.status;
    const is = (after as ResourceQuota | undefined)?.status;
    // What was there before a quota was made smaller may stay; only what grows is let in.
    if (!was?.used || !is?.used || !is.hard || was.hard !== is.hard) return undefined;
    const grown = namesBeyond(is.used, was.used);
    const beyond = namesBeyond(maskList(is.used, grown), is.hard);
    return beyond.length === 0 ? undefined : `${beyond.join(', ')} of ${namesOf(is.hard).join(', ')} is exceeded`;
  },
};

const evicted = (pod: Pod | undefined): boolean =>
  pod?.status?.conditions?.some(
    ({ type, reason, status }) =>
      type === 'DisruptionTarget' && reason === 'EvictionByEvictionAPI' && status === 'True',
  ) ?? false;

const isReady = (pod: Pod): boolean =>
  pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;

export const budgetRespected: Invariant = {
  name: 'a ready Pod is evicted only when its budget has written it down',
  reads: (table) => table === 'api/pods',
  check: ({ kernel }, _key, before, after) => {
    const was = before as Pod | undefined;
    const pod = after as Pod | undefined;
    if (!pod?.metadata.deletionTimestamp || !was || was.metadata.deletionTimestamp || !evicted(pod)) return undefined;
    if (was.status?.phase !== 'Running' || !isReady(was)) return undefined;
    const { namespace = '', name = '', labels } = pod.metadata;
    const budgets = kernel.table<PodDisruptionBudget>(budgetTable).valuesWithPrefix(`${namespace}/`);
    const missing = budgets.find(
      ({ spec, status }) => labelSelectorMatches(spec?.selector, labels) && status?.disruptedPods?.[name] === undefined,
    );
    return missing && `${missing.metadata.name} knows nothing of it`;
  },
};
