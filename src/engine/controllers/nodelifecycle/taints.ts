// Models: pkg/controller/nodelifecycle nodeConditionToTaintKeyStatusMap, doNoScheduleTaintingPass; pkg/util/taints
//   (TaintSetDiff, AddOrUpdateTaint, RemoveTaint); pkg/controller/controller_utils.go AddOrUpdateTaintOnNode,
//   RemoveTaintOffNode, PatchNodeTaints; pkg/controller/util/node SwapNodeControllerTaint
// Simplified: —
// Not modelled: the delays between tries after a conflict, which no other client of this process can cause.
import { formatTime } from '../../../shared/time';
import { type KindDefinition, kindOf } from '../../api/kinds';
import type { Node, Taint } from '../../api/types';
import type { Session } from '../../client/session';

export const nodes = kindOf('', 'v1', 'nodes') as KindDefinition;

const key = (name: string): string => `node.kubernetes.io/${name}`;

export const unreachable: Taint = { key: key('unreachable'), effect: 'NoExecute' };
export const notReady: Taint = { key: key('not-ready'), effect: 'NoExecute' };
const unschedulable = key('unschedulable');

/** Condition and its status → the key of the taint that it means. */
const taintKeys: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Ready: { False: notReady.key, Unknown: unreachable.key },
  MemoryPressure: { True: key('memory-pressure') },
  DiskPressure: { True: key('disk-pressure') },
  NetworkUnavailable: { True: key('network-unavailable') },
  PIDPressure: { True: key('pid-pressure') },
};

const owned: ReadonlySet<string> = new Set([unschedulable, ...Object.values(taintKeys).flatMap(Object.values<string>)]);

const sameTaint = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;

export function hasTaint(node: Node, taint: Taint): boolean {
  const taints = node.spec?.taints;
  if (taints) for (const other of taints) if (sameTaint(other, taint)) return true;
  return false;
}

/** The NoSchedule taints that a node's conditions ask for and does not have, and those that nothing asks for any more. */
export function conditionTaintDiff(node: Node): { readonly add: readonly Taint[]; readonly remove: readonly Taint[] } {
  const wanted: Taint[] = [];
  for (const { type, status } of node.status?.conditions ?? []) {
    const found = Object.hasOwn(taintKeys, type) ? taintKeys[type]?.[status] : undefined;
    if (found) wanted.push({ key: found, effect: 'NoSchedule' });
  }
  if (node.spec?.unschedulable) wanted.push({ key: unschedulable, effect: 'NoSchedule' });
  const has = (node.spec?.taints ?? []).filter(({ key: name, effect }) => effect === 'NoSchedule' && owned.has(name));
  return {
    add: wanted.filter((taint) => !has.some((other) => sameTaint(taint, other))),
    remove: has.filter((taint) => !wanted.some((other) => sameTaint(taint, other))),
  };
}

/** UpdateTaintBackoff.Steps */
const tries = 5;

/** GET, change, PATCH of a node's taints; false when the server did not let it. */
function change(session: Session, name: string, edit: (taints: readonly Taint[]) => readonly Taint[]): boolean {
  for (let n = 0; n < tries; n++) {
    const got = session.get<Node>(nodes, undefined, name);
    if (!got.ok) return false;
    const before = got.object.spec?.taints ?? [];
    const after = edit(before);
    if (after === before) return true;
    const body = {
      metadata: { resourceVersion: got.object.metadata.resourceVersion },
      spec: { taints: after.length > 0 ? after : null },
    };
    const patched = session.patch<Node>(nodes, undefined, name, 'application/strategic-merge-patch+json', body);
    if (patched.ok) return true;
    if (patched.status.reason !== 'Conflict') return false;
  }
  return false;
}

/** Takes taints off a node; asks the server only when the cached node has one of them. */
export function removeTaints(session: Session, node: Node, taints: readonly Taint[]): boolean {
  if (!taints.some((taint) => hasTaint(node, taint))) return true;
  return change(session, node.metadata.name ?? '', (before) => {
    const after = before.filter((other) => !taints.some((taint) => sameTaint(taint, other)));
    return after.length === before.length ? before : after;
  });
}

/** Puts taints on a node, with the time, and takes others off. */
export function swapTaints(session: Session, node: Node, add: readonly Taint[], remove: readonly Taint[]): boolean {
  if (add.length > 0) {
    const stamped = add.map((taint): Taint => ({ ...taint, timeAdded: formatTime(session.epochMicros) }));
    const added = change(session, node.metadata.name ?? '', (before) => {
      const kept = before.filter((other) => !stamped.some((taint) => sameTaint(taint, other)));
      return [...kept, ...stamped];
    });
    if (!added) return false;
  }
  return removeTaints(session, node, remove);
}
