// Models: what the API promises about Pods: bound once, phases and restarts that do not run backwards, addresses of their own.
// Simplified: —
// Not modelled: —
import type { Pod } from '../api/types';
import type { EngineContext } from '../engine-context';
import type { Invariant } from './invariant';

const pods = (table: string) => table === 'api/pods';
const finished = (pod: Pod) => pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';

export const boundOnce: Invariant = {
  name: 'a Pod that has a node keeps it',
  reads: pods,
  check: (_context, _key, before, after) => {
    const was = (before as Pod | undefined)?.spec?.nodeName;
    const is = (after as Pod | undefined)?.spec?.nodeName;
    return !was || !after || was === is ? undefined : `moved from ${was} to ${is}`;
  },
};

export const finishedStays: Invariant = {
  name: 'a Pod that has succeeded or failed stays so',
  reads: pods,
  check: (_context, _key, before, after) => {
    const was = before as Pod | undefined;
    const is = after as Pod | undefined;
    return !was || !is || !finished(was) || was.status?.phase === is.status?.phase
      ? undefined
      : `${was.status?.phase} became ${is.status?.phase}`;
  },
};

export const restartsCount: Invariant = {
  name: 'the restart count of a container never falls',
  reads: pods,
  check: (_context, _key, before, after) => {
    const was = (before as Pod | undefined)?.status?.containerStatuses ?? [];
    for (const status of (after as Pod | undefined)?.status?.containerStatuses ?? []) {
      const earlier = was.find((other) => other.name === status.name)?.restartCount ?? 0;
      if (status.restartCount < earlier) return `${status.name}: ${earlier} became ${status.restartCount}`;
    }
    return undefined;
  },
};

export const readyRuns: Invariant = {
  name: 'a Ready Pod is running, has an address, and all its containers are ready',
  reads: pods,
  check: (_context, _key, before, after) => {
    const pod = after as Pod | undefined;
    if (pod?.status?.conditions?.find((c) => c.type === 'Ready')?.status !== 'True') return undefined;
    if (pod.status.phase !== 'Running') return `Ready, but ${pod.status.phase}`;
    // A kubelet that starts anew beside a dead sandbox has forgotten its address, until its first sync has made another.
    if (!pod.status.podIP && !(before as Pod | undefined)?.status?.podIP) return 'Ready without an address';
    const waiting = pod.status.containerStatuses?.find((status) => !status.ready);
    return waiting ? `Ready, but container ${waiting.name} is not` : undefined;
  },
};

export const addressesDiffer: Invariant = {
  name: 'two Pods that are not finished never have one address',
  reads: pods,
  check: ({ kernel }: EngineContext, key, before, after) => {
    const pod = after as Pod | undefined;
    const address = pod?.status?.podIP;
    if (
      !pod ||
      !address ||
      finished(pod) ||
      pod.spec?.hostNetwork ||
      (before as Pod | undefined)?.status?.podIP === address
    )
      return undefined;
    const table = kernel.table<Pod>('api/pods');
    for (const other of table.keys()) {
      const its = table.get(other) as Pod;
      // A Pod being deleted may have lost its sandbox, and its address, before the API server hears of it.
      if (
        other !== key &&
        its.status?.podIP === address &&
        !finished(its) &&
        !its.spec?.hostNetwork &&
        !its.metadata.deletionTimestamp
      ) {
        return `${address} is ${other}'s too`;
      }
    }
    return undefined;
  },
};
