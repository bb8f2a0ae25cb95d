// Models: pkg/kubelet/pod_workers.go podSyncStatus, UpdatePod, completeSync, completeTerminating, completeTerminated,
//   calculateEffectiveGracePeriod
// Simplified: —
// Not modelled: restart of a Pod with the same UID.
import type { Pod } from '../api/types';
import { isFinal } from './pod-phase';

export type WorkType = 'sync' | 'terminating' | 'terminated';
export type UpdateType = 'create' | 'update' | 'sync' | 'kill';

/** What somebody wants of a Pod's worker. */
export interface PodUpdate {
  readonly type: UpdateType;
  /** Absent when the Pod is known from the runtime only. */
  readonly pod?: Pod;
  readonly evict?: { readonly reason: string; readonly message: string };
  /** An override of the grace, by an eviction. */
  readonly graceOverrideSeconds?: number;
}

/** One Pod's worker. Times are virtual microseconds; absent: not yet. */
export interface PodSyncStatus {
  readonly uid: string;
  readonly node: string;
  /** `namespace/name` */
  readonly key: string;
  /** The newest Pod that an update brought. */
  readonly pod?: Pod;
  readonly syncedAt: number;
  readonly startedAt?: number;
  readonly terminatingAt?: number;
  readonly startedTerminating?: true;
  readonly terminatedAt?: number;
  readonly finished?: true;
  readonly deleted?: true;
  readonly evicted?: true;
  readonly evict?: { readonly reason: string; readonly message: string };
  /** Effective grace; 0 before the Pod terminates. */
  readonly graceSeconds: number;
  /** An update waits to be taken. */
  readonly pending: boolean;
  /** `seq` of the trace event behind the pending update, and of those merged into it. */
  readonly cause: number;
  readonly alsoCauses: readonly number[];
  /** A sync runs. */
  readonly working: boolean;
  /** Number of the sync that runs or ran last. */
  readonly run: number;
  readonly lastSyncAt: number;
  /** It waits for the runtime to be listed anew. */
  readonly waiting: boolean;
  /** When it will be synced again without a reason; 0: not at all. */
  readonly retryAt: number;
  /** Syncs in a row that went wrong. */
  readonly failures: number;
  /** It comes from a file on the node. */
  readonly fromFile?: true;
  /** It was found in the runtime only: no Pod of the API is behind it. */
  readonly runtimeOnly?: true;
}

/** The state of a worker in one word. */
export function stateOf(status: PodSyncStatus): WorkType | 'finished' {
  if (status.finished) return 'finished';
  if (status.terminatedAt !== undefined) return 'terminated';
  return status.terminatingAt !== undefined ? 'terminating' : 'sync';
}

/** The work that a worker's next sync is. */
export function workTypeOf(status: PodSyncStatus): WorkType {
  const state = stateOf(status);
  return state === 'finished' ? 'terminated' : state;
}

export function newSyncStatus(uid: string, node: string, key: string, now: number): PodSyncStatus {
  return {
    uid,
    node,
    key,
    syncedAt: now,
    graceSeconds: 0,
    pending: false,
    cause: 0,
    alsoCauses: [],
    working: false,
    run: 0,
    lastSyncAt: -1,
    waiting: false,
    retryAt: 0,
    failures: 0,
  };
}

/**
 * allowStaticPodStart: a Pod from a file waits while another one from a file with its full name has started and is not
 * yet terminated. `others`: the workers of the node.
 */
export function mayStart(status: PodSyncStatus, others: readonly PodSyncStatus[]): boolean {
  if (!status.fromFile || status.startedAt !== undefined) return true;
  return !others.some(
    (other) =>
      other.uid !== status.uid &&
      other.fromFile &&
      other.key === status.key &&
      other.startedAt !== undefined &&
      other.terminatedAt === undefined,
  );
}

/** calculateEffectiveGracePeriod: it can only shrink, and is never below one second. */
export function effectiveGrace(
  status: PodSyncStatus,
  pod: Pod | undefined,
  overrideSeconds: number | undefined,
): { seconds: number; shortened: boolean } {
  let seconds = status.graceSeconds;
  const shrink = (wanted: number | undefined | null) => {
    if (wanted !== undefined && wanted !== null && (seconds === 0 || wanted < seconds)) seconds = wanted;
  };
  shrink(pod?.metadata.deletionGracePeriodSeconds);
  shrink(overrideSeconds);
  if (seconds === 0) seconds = pod?.spec?.terminationGracePeriodSeconds ?? 0;
  if (seconds < 1) seconds = 1;
  return { seconds, shortened: status.graceSeconds !== 0 && status.graceSeconds !== seconds };
}

/** Takes an update in. `cancel`: the sync that runs is no longer wanted. `ignored`: the worker wants no updates. */
export function updatePod(
  status: PodSyncStatus,
  update: PodUpdate,
  now: number,
): { status: PodSyncStatus; cancel: boolean; ignored: boolean } {
  if (status.finished) return { status, cancel: false, ignored: true };
  const pod = update.pod ?? status.pod;
  let next: PodSyncStatus = pod === undefined || pod === status.pod ? status : { ...status, pod };
  let became = false;
  if (next.terminatingAt === undefined) {
    const deleted = pod?.metadata.deletionTimestamp !== undefined;
    if (deleted || update.pod === undefined || isFinal(pod?.status?.phase) || update.type === 'kill') {
      became = true;
      next = {
        ...next,
        terminatingAt: now,
        ...(deleted || update.pod === undefined ? { deleted: true as const } : {}),
        ...(update.evict ? { evicted: true as const, evict: update.evict } : {}),
      };
    }
  } else if (pod?.metadata.deletionTimestamp !== undefined && !next.deleted) next = { ...next, deleted: true };
  let shortened = false;
  if (next.terminatingAt !== undefined && next.terminatedAt === undefined) {
    const grace = effectiveGrace(next, pod, update.graceOverrideSeconds);
    shortened = grace.shortened;
    if (grace.seconds !== next.graceSeconds) next = { ...next, graceSeconds: grace.seconds };
  }
  return { status: { ...next, pending: true }, cancel: (became || shortened) && next.working, ignored: false };
}

/** completeSync: syncPod found that the Pod has reached a final phase. */
export function completeSync(status: PodSyncStatus, now: number): PodSyncStatus {
  const grace = effectiveGrace(status, status.pod, undefined);
  return {
    ...status,
    terminatingAt: status.terminatingAt ?? now,
    graceSeconds: status.graceSeconds || grace.seconds,
    pending: true,
  };
}

/** completeTerminating: no container runs any more. */
export function completeTerminating(status: PodSyncStatus, now: number): PodSyncStatus {
  return { ...status, terminatedAt: now, pending: true };
}

/** completeTerminated: nothing is left to clean up, and no update will be taken any more. */
export function completeTerminated(status: PodSyncStatus): PodSyncStatus {
  return { ...status, finished: true, pending: false, retryAt: 0 };
}

/** CouldHaveRunningContainers */
export function couldHaveRunningContainers(status: PodSyncStatus | undefined, synced: boolean): boolean {
  return status ? status.terminatedAt === undefined : !synced;
}
