import type { Case, CaseAdapter, Failure } from '../../host/cases/case-form';
import { compareValues } from '../../host/cases/compare';
import type { Pod } from '../api/types';
import {
  completeTerminated,
  completeTerminating,
  mayStart,
  newSyncStatus,
  type PodSyncStatus,
  type PodUpdate,
  stateOf,
  updatePod,
  workTypeOf,
} from './pod-sync-status';

const configOf = (c: Case): Record<string, unknown> => (c.given?.config as Record<string, unknown> | undefined) ?? {};
const pod: Pod = { metadata: { name: 'p', namespace: 'default', uid: 'u' }, spec: { containers: [{ name: 'web' }] } };
const deleted = (seconds?: number): Pod => ({
  ...pod,
  metadata: {
    ...pod.metadata,
    deletionTimestamp: '2026-01-01T00:00:00Z',
    ...(seconds === undefined ? {} : { deletionGracePeriodSeconds: seconds }),
  },
});
const fresh = (): PodSyncStatus => newSyncStatus('u', 'node1', 'default/p', 0);
const calls = { sync: 'SyncPod', terminating: 'SyncTerminatingPod', terminated: 'SyncTerminatedPod' } as const;

/** A worker in a state of its life, got there as a worker gets there. */
function worker(state: unknown): PodSyncStatus {
  if (state === 'none') return fresh();
  const synced = { ...updatePod(fresh(), { type: 'create', pod }, 1).status, pending: false, startedAt: 1 };
  if (state === 'sync') return synced;
  const terminating = { ...updatePod(synced, { type: 'update', pod: deleted() }, 2).status, pending: false };
  return state === 'terminated' ? { ...completeTerminating(terminating, 3), pending: false } : terminating;
}

/** The state after an update, and the method that its sync calls. */
function outcome(status: PodSyncStatus): Record<string, unknown> {
  return {
    state: stateOf(status),
    calls: status.pending ? [status.runtimeOnly ? 'SyncTerminatingRuntimePod' : calls[workTypeOf(status)]] : [],
  };
}

const updates: Readonly<Record<string, PodUpdate>> = {
  create: { type: 'create', pod },
  'spec change': { type: 'update', pod: { ...pod, metadata: { ...pod.metadata, labels: { changed: 'yes' } } } },
  remove: { type: 'kill', pod },
  delete: { type: 'update', pod: deleted() },
  evict: { type: 'kill', pod, evict: { reason: 'Evicted', message: '' } },
  'phase Succeeded': { type: 'update', pod: { ...pod, status: { phase: 'Succeeded' } } },
  'phase Failed': { type: 'update', pod: { ...pod, status: { phase: 'Failed' } } },
};

function update(c: Case): Failure[] {
  const asked = updates[String(c.when.update)];
  if (!asked) throw new Error(`no update is called ${String(c.when.update)}`);
  return compareValues(outcome(updatePod(worker(configOf(c).state), asked, 5).status), c.then);
}

function containersGone(c: Case): Failure[] {
  return compareValues(outcome(completeTerminating(worker(configOf(c).state), 5)), c.then);
}

function cleanedUp(c: Case): Failure[] {
  return compareValues(outcome(completeTerminated(worker(configOf(c).state))), c.then);
}

function sameName(c: Case): Failure[] {
  const old: PodSyncStatus = { ...worker(configOf(c).state), fromFile: true };
  const young: PodSyncStatus = { ...fresh(), uid: 'v', fromFile: true };
  const now = mayStart(young, [old]);
  const later = mayStart(young, [completeTerminating(old, 5)]);
  return compareValues(
    { newPodState: now ? 'started' : 'waiting', startsAfter: !now && later ? 'old one is terminated' : 'unknown' },
    c.then,
  );
}

function onlyInRuntime(c: Case): Failure[] {
  const { status } = updatePod(fresh(), { type: 'kill' }, 5);
  return compareValues(outcome({ ...status, runtimeOnly: true }), c.then);
}

function manyUpdates(c: Case): Failure[] {
  let status: PodSyncStatus = { ...worker(configOf(c).state), working: true };
  let newest: Pod = pod;
  for (let i = 0; i < Number(c.when.updates); i++) {
    newest = { ...pod, metadata: { ...pod.metadata, labels: { n: String(i) } } };
    status = updatePod(status, { type: 'update', pod: newest }, 5 + i).status;
  }
  return compareValues({ syncsAfter: status.pending ? 1 : 0, usesNewest: status.pod === newest }, c.then);
}

function graces(c: Case): Failure[] {
  let status = worker('sync');
  const effective = (c.when.gracePeriodSeconds as number[]).map((seconds) => {
    status = updatePod(status, { type: 'update', pod: deleted(seconds) }, 5).status;
    return status.graceSeconds;
  });
  return compareValues({ effectiveSeconds: effective }, c.then);
}

const topic = 'pod-workers';
export const adapters: CaseAdapter[] = [
  { area: 'kubelet', topic, when: 'update', run: update },
  { area: 'kubelet', topic, when: 'containersRunning', run: containersGone },
  { area: 'kubelet', topic, when: 'volumesUnmounted', run: cleanedUp },
  { area: 'kubelet', topic, when: 'newStaticPodWithSameName', run: sameName },
  { area: 'kubelet', topic, when: 'foundOnlyInRuntime', run: onlyInRuntime },
  { area: 'kubelet', topic, when: 'updates', run: manyUpdates },
  { area: 'kubelet', topic, when: 'gracePeriodSeconds', run: graces },
];
