// Models: pkg/kubelet/status/status_manager.go updateStatusInternal, TerminatePod, mergePodStatus, canBeDeleted;
//   pkg/util/pod PatchPodStatus
// Simplified: —
// Not modelled: mirror Pods.

import { equalJson } from '../../shared/json';
import type { Container, ContainerState, ContainerStatus, Pod, PodCondition, PodStatus } from '../api/types';
import { kubeletConditions } from './pod-conditions';
import { isFinal } from './pod-phase';
import { containerRestarts, isRestartableInit } from './restart-policy';

function conditionOf(status: PodStatus | undefined, type: string): PodCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}

/** updateLastTransitionTime for each condition, and a start time that never changes. `now`: RFC 3339. */
export function stampStatus(status: PodStatus, old: PodStatus | undefined, now: string): PodStatus {
  const conditions = (status.conditions ?? []).map((condition): PodCondition => {
    if (!kubeletConditions.includes(condition.type)) return condition;
    const before = conditionOf(old, condition.type);
    const time = before?.status === condition.status ? (before.lastTransitionTime ?? now) : now;
    return { ...condition, lastTransitionTime: time };
  });
  return { ...status, conditions, startTime: old?.startTime ?? status.startTime ?? now };
}

/** checkContainerStateTransition: what a finished container that may not restart tries to become, if anything. */
export function illegalTransition(old: PodStatus | undefined, next: PodStatus, pod: Pod): string | undefined {
  const spec = pod.spec ?? { containers: [] };
  if (!old || spec.restartPolicy === 'Always') return undefined;
  type Statuses = readonly ContainerStatus[] | undefined;
  const check = (before: Statuses, after: Statuses, containers: readonly Container[], text: string) => {
    for (const status of before ?? []) {
      const terminated = status.state?.terminated;
      const container = containers.find((candidate) => candidate.name === status.name);
      if (!terminated || !container || isRestartableInit(container)) continue;
      if (containerRestarts(container, spec, terminated.exitCode)) continue;
      const now = after?.find((candidate) => candidate.name === status.name);
      if (now && !now.state?.terminated)
        return `terminated ${text} ${status.name} attempted illegal transition to non-terminated state`;
    }
    return undefined;
  };
  return (
    check(old.containerStatuses, next.containerStatuses, spec.containers, 'container') ??
    check(old.initContainerStatuses, next.initContainerStatuses, spec.initContainers ?? [], 'init container')
  );
}

const unknownEnd: ContainerState = {
  terminated: {
    exitCode: 137,
    reason: 'ContainerStatusUnknown',
    message: 'The container could not be located when the pod was terminated',
  },
};

function hasInitialized(pod: Pod, status: PodStatus): boolean {
  const init = pod.spec?.initContainers ?? [];
  if (init.length === 0) return true;
  if (status.containerStatuses?.some((s) => s.lastState?.terminated || !s.state?.waiting)) return true;
  const last = status.initContainerStatuses?.[init.length - 1];
  const container = init[init.length - 1];
  if (!last || !container) return false;
  if (isRestartableInit(container)) return last.state?.running !== undefined && last.started === true;
  return last.lastState?.terminated?.exitCode === 0 || last.state?.terminated?.exitCode === 0;
}

/** Init containers that were tried at least once; always the first. */
function triedInit(statuses: readonly ContainerStatus[]): number {
  for (let i = statuses.length - 1; i >= 0; i--) {
    const status = statuses[i] as ContainerStatus;
    if (!status.state?.waiting || status.lastState?.terminated) return i + 1;
  }
  return Math.min(1, statuses.length);
}

/** TerminatePod: the last word of the kubelet about a Pod: all containers ended, the phase final. */
export function terminatePod(pod: Pod, status: PodStatus): PodStatus {
  const end = (s: ContainerStatus): ContainerStatus => (s.state?.terminated ? s : { ...s, state: unknownEnd });
  const tried = triedInit(status.initContainerStatuses ?? []);
  const phase = isFinal(status.phase) ? status.phase : 'Failed';
  return {
    ...status,
    phase,
    ...(status.containerStatuses && hasInitialized(pod, status)
      ? { containerStatuses: status.containerStatuses.map(end) }
      : {}),
    ...(status.initContainerStatuses
      ? { initContainerStatuses: status.initContainerStatuses.map((s, i) => (i < tried ? end(s) : s)) }
      : {}),
  };
}

function notReady(phase: string): { reason: string } {
  return {
    reason: phase === 'Failed' ? 'PodFailed' : phase === 'Succeeded' ? 'PodCompleted' : 'UnknownContainerStatuses',
  };
}

/**
 * mergePodStatus: what others wrote stays, what is the kubelet's is replaced, and a final phase waits while
 * containers may still run.
 */
export function mergePodStatus(old: PodStatus, next: PodStatus, couldBeRunning: boolean, now: string): PodStatus {
  const others = (old.conditions ?? []).filter((condition) => !kubeletConditions.includes(condition.type));
  const own = (next.conditions ?? []).filter((condition) => kubeletConditions.includes(condition.type));
  let merged: PodStatus = {
    ...next,
    conditions: [...others, ...own],
    ...(old.resourceClaimStatuses ? { resourceClaimStatuses: old.resourceClaimStatuses } : {}),
    ...(old.nominatedNodeName ? { nominatedNodeName: old.nominatedNodeName } : {}),
  };
  if (!isFinal(old.phase) && isFinal(next.phase) && couldBeRunning) {
    const { phase: _phase, reason: _reason, message: _message, ...rest } = merged;
    merged = {
      ...rest,
      phase: old.phase,
      ...(old.reason ? { reason: old.reason } : {}),
      ...(old.message ? { message: old.message } : {}),
    };
  }
  if (!isFinal(merged.phase)) return merged;
  const ready =
    conditionOf(merged, 'Ready')?.status === 'True' || conditionOf(merged, 'ContainersReady')?.status === 'True';
  if (!ready) return merged;
  const conditions = (merged.conditions ?? []).map((condition) =>
    condition.type === 'Ready' || condition.type === 'ContainersReady'
      ? { type: condition.type, status: 'False', ...notReady(merged.phase ?? ''), lastTransitionTime: now }
      : condition,
  );
  return { ...merged, conditions };
}

/** canBeDeleted: `pod` as the API server has it. */
export function canBeDeleted(pod: Pod, finished: boolean): boolean {
  return pod.metadata.deletionTimestamp !== undefined && isFinal(pod.status?.phase) && finished;
}

const atomic = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'];
const scalars = [
  'observedGeneration',
  'phase',
  'message',
  'reason',
  'hostIP',
  'podIP',
  'startTime',
  'qosClass',
  'resize',
];

/**
 * The strategic merge patch from one status to another, as CreateTwoWayMergePatch makes it; `undefined` when they are
 * equal.
 */
export function statusPatch(uid: string, before: PodStatus, after: PodStatus): unknown {
  const patch: Record<string, unknown> = {};
  const was = before as Record<string, unknown>;
  const is = after as Record<string, unknown>;
  for (const name of [...scalars, ...atomic]) {
    if (is[name] === undefined) {
      if (was[name] !== undefined) patch[name] = null;
    } else if (!equalJson(was[name], is[name])) patch[name] = is[name];
  }
  mergeList(patch, 'conditions', 'type', before.conditions, after.conditions);
  mergeList(patch, 'hostIPs', 'ip', before.hostIPs, after.hostIPs);
  mergeList(patch, 'podIPs', 'ip', before.podIPs, after.podIPs);
  return Object.keys(patch).length === 0 ? undefined : { metadata: { uid }, status: patch };
}

type Item = Readonly<Record<string, unknown>>;

/** What changed of a list that merges by a key: changed members of items, removed items, and the order. */
function mergeList(
  patch: Record<string, unknown>,
  name: string,
  key: string,
  before: readonly object[] | undefined,
  after: readonly object[] | undefined,
): void {
  const was = (before ?? []) as readonly Item[];
  const is = (after ?? []) as readonly Item[];
  if (equalJson(was, is)) return;
  const items: Item[] = [];
  for (const item of is) {
    const old = was.find((candidate) => candidate[key] === item[key]);
    if (!old) items.push(item);
    else if (!equalJson(old, item)) items.push(difference(old, item, key));
  }
  for (const old of was)
    if (!is.some((item) => item[key] === old[key])) items.push({ $patch: 'delete', [key]: old[key] });
  patch[`$setElementOrder/${name}`] = is.map((item) => ({ [key]: item[key] }));
  if (items.length > 0) patch[name] = items;
}

function difference(old: Item, item: Item, key: string): Item {
  const changed: Record<string, unknown> = {};
  for (const member of Object.keys(item)) if (!equalJson(old[member], item[member])) changed[member] = item[member];
  for (const member of Object.keys(old))
    if (old[member] !== undefined && item[member] === undefined) changed[member] = null;
  changed[key] = item[key];
  return changed;
}
