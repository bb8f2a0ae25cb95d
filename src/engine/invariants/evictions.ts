// Models: what the node lifecycle and taint eviction controllers promise: nobody is moved before its time, and a node's
//   NoExecute taints say what its condition Ready says.
// Simplified: a taint's time is a whole second; so is what these allow.
// Not modelled: —
import { parseTime } from '../../shared/time';
import { isConditionTrue } from '../api/conditions';
import { toleratesTaint } from '../api/taints';
import type { Node, Pod, Taint } from '../api/types';
import type { Invariant } from './invariant';

/** A Pod's node was tainted a while before its taint was seen; another while is what caches are behind. Microseconds. */
const slackMicros = 2_000_000;

const evicted = (pod: Pod | undefined): boolean =>
  pod?.status?.conditions?.some(
    ({ type, reason }) => type === 'DisruptionTarget' && reason === 'DeletionByTaintManager',
  ) ?? false;

/** Since when, microseconds since 1970, a Pod may be taken from its node because of one taint; `undefined`: never. */
function leaveAt(pod: Pod, taint: Taint): number | undefined {
  const since = parseTime(taint.timeAdded) ?? 0;
  const used = pod.spec?.tolerations?.find((toleration) => toleratesTaint(toleration, taint));
  if (!used) return since;
  return used.tolerationSeconds === undefined ? undefined : since + Math.max(0, used.tolerationSeconds) * 1e6;
}

export const evictedInTime: Invariant = {
  name: 'a Pod is not evicted from a tainted node before its toleration has run out',
  reads: (table) => table === 'api/pods',
  check: ({ kernel, api }, _key, before, after) => {
    const pod = after as Pod | undefined;
    if (!pod || !evicted(pod) || evicted(before as Pod | undefined)) return undefined;
    const node = kernel.table<Node>('api/nodes').get(pod.spec?.nodeName ?? '');
    const taints = node?.spec?.taints?.filter(({ effect }) => effect === 'NoExecute') ?? [];
    // A taint that was taken off a moment ago is still in the controller's cache.
    if (taints.length === 0) return undefined;
    const times = taints.map((taint) => leaveAt(pod, taint)).filter((time) => time !== undefined);
    if (times.length === 0) return `evicted from ${pod.spec?.nodeName}, whose taints it tolerates for ever`;
    const earliest = Math.min(...times);
    return api.epochMicros(kernel.now) + slackMicros >= earliest
      ? undefined
      : `evicted ${Math.round((earliest - api.epochMicros(kernel.now)) / 1e6)} s too early`;
  },
};

const keys: readonly string[] = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

export const taintedForCause: Invariant = {
  name: 'a node gets a NoExecute taint for not being there only when it is believed not to be',
  reads: (table) => table === 'api/nodes',
  check: ({ kernel }, key, before, after) => {
    const node = after as Node | undefined;
    const had = (before as Node | undefined)?.spec?.taints ?? [];
    const added = (node?.spec?.taints ?? []).filter(
      (taint) =>
        taint.effect === 'NoExecute' &&
        keys.includes(taint.key) &&
        !had.some((other) => other.key === taint.key && other.effect === taint.effect),
    );
    if (!node || added.length === 0) return undefined;
    const believed = kernel.table<Node>('cache/kube-controller-manager/nodes').get(key);
    const ready = [node, believed].every((object) => isConditionTrue(object?.status?.conditions, 'Ready'));
    return ready ? `${added[0]?.key} on a node that is ready` : undefined;
  },
};
