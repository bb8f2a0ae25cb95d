// Models: what the node lifecycle and taint eviction controllers promise: nobody is moved before its time, and a node's
//   NoExecute taints say what its condition Ready says.
// Simplified: —
// Not modelled: —
import { isConditionTrue } from '../api/conditions';
import { toleratesTaint } from '../api/taints';
import type { Node, Pod, Taint } from '../api/types';
import type { EngineContext } from '../engine-context';
import type { Invariant } from './invariant';

const evicted = (pod: Pod | undefined): boolean =>
  pod?.status?.conditions?.some(
    ({ type, reason }) => type === 'DisruptionTarget' && reason === 'DeletionByTaintManager',
  ) ?? false;

const noExecute = (node: Node | undefined): readonly Taint[] =>
  node?.spec?.taints?.filter(({ effect }) => effect === 'NoExecute') ?? [];

/**
 * Since when, virtual microseconds, a node has had NoExecute taints without a break: one that replaces another does not give
 * a Pod its time anew. `undefined`: from before what the trace holds.
 */
function taintedSince({ kernel: { trace } }: EngineContext, name: string): number | undefined {
  for (let position = trace.length - 1; position >= trace.dropped; position--) {
    const event = trace.at(position);
    const change = event?.changes.find(({ table, key }) => table === 'api/nodes' && key === name);
    if (change && noExecute(change.before as Node | undefined).length === 0) return event?.at;
  }
  return undefined;
}

/** Seconds that a Pod may stay on a node with these taints; infinity: for ever. */
function stays(pod: Pod, taints: readonly Taint[]): number {
  const each = taints.map((taint) => {
    const used = pod.spec?.tolerations?.find((toleration) => toleratesTaint(toleration, taint));
    return used ? (used.tolerationSeconds ?? Number.POSITIVE_INFINITY) : 0;
  });
  return Math.min(...each);
}

export const evictedInTime: Invariant = {
  name: 'a Pod is not evicted from a tainted node before its toleration has run out',
  reads: (table) => table === 'api/pods',
  check: (context, _key, before, after) => {
    const { kernel } = context;
    const pod = after as Pod | undefined;
    if (!pod || !evicted(pod) || evicted(before as Pod | undefined)) return undefined;
    const name = pod.spec?.nodeName ?? '';
    const taints = noExecute(kernel.table<Node>('api/nodes').get(name));
    // A taint that was taken off a moment ago is still in the controller's cache.
    if (taints.length === 0) return undefined;
    const seconds = stays(pod, taints);
    if (seconds === Number.POSITIVE_INFINITY) return `evicted from ${name}, whose taints it tolerates for ever`;
    const since = taintedSince(context, name);
    if (since === undefined) return undefined;
    const early = since + seconds * 1e6 - kernel.now;
    return early <= 0 ? undefined : `evicted ${Math.ceil(early / 1e6)} s too early`;
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
