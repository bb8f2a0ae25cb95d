// Models: pkg/kubelet/pod_workers.go podWorkers: UpdatePod, podWorkerLoop, startPodSync, completeWork.
//   A container in back-off is looked at again when its back-off ends, at most a resync interval later (completeWork with
//   MinBackoffExpiration, kubernetes/kubernetes#133066, since 1.35; before, every 10 s). Since SyncPod writes the status
//   before the runtime says "back-off", CrashLoopBackOff is read only after a second sync in that time: early when a probe
//   or an update syncs the Pod, else once the back-off is longer than the interval, about from the fifth crash. Until then
//   the status keeps the end of the last run: Error, or Completed.
// Simplified: a worker that has nothing to do is no event; the regular resync (every minute or so) of a healthy Pod is left out.
// Not modelled: where Pods from files come from.
import type { Pod } from '../api/types';
import type { Pleg } from './pleg';
import {
  completeSync,
  completeTerminated,
  completeTerminating,
  mayStart,
  newSyncStatus,
  type PodSyncStatus,
  type PodUpdate,
  updatePod,
  workTypeOf,
} from './pod-sync-status';
import { component, type Shared } from './shared';
import type { SyncError, SyncRun } from './sync-runner';

/** backOffPeriod, backOffOnTransientErrorPeriod, resyncInterval; each is lengthened by up to half. Microseconds. */
const backOffMicros = 10_000_000;
const transientMicros = 1_000_000;
const resyncMicros = 60_000_000;
const jitterFactor = 0.5;
/** After so many failures in a row a retry is no longer something that anybody waits for. */
const hopefulFailures = 3;

/** How one sync ended. */
export interface SyncEnd {
  readonly errors: readonly SyncError[];
  /** syncPod found the Pod finished. */
  readonly terminal?: boolean;
  readonly canceled?: boolean;
}

/** Does the work of a worker; tells the end by `PodWorkers.ended`, at once or later. */
export interface PodSyncer {
  sync(status: PodSyncStatus): void;
  /** The sync that runs is no longer wanted. */
  cancel(node: string, uid: string): void;
  /** The worker is finished and nothing refers to the Pod any more. */
  forget(node: string, uid: string): void;
}

/** MinBackoffExpiration: when the first of several back-offs ends. */
export function minBackOff(errors: readonly SyncError[]): number | undefined {
  let earliest: number | undefined;
  for (const { backOffUntil } of errors) {
    if (backOffUntil !== undefined && (earliest === undefined || backOffUntil < earliest)) earliest = backOffUntil;
  }
  return earliest;
}

/** durationBeforeRetry of a volume that cannot be mounted: half a second, doubled to two minutes and two seconds. */
const firstMountMicros = 500_000;
const lastMountMicros = 122_000_000;

/** After which time a failed sync is tried again, before the jitter. `failures`: those in a row before. Microseconds. */
export function retryDelay(errors: readonly SyncError[], now: number, failures: number): number {
  if (errors.some((error) => error.reason === 'FailedMount'))
    return Math.min(lastMountMicros, firstMountMicros * 2 ** failures);
  if (errors.some((error) => error.reason === 'NetworkNotReady')) return transientMicros;
  const until = minBackOff(errors);
  return until === undefined ? backOffMicros : Math.min(resyncMicros, Math.max(0, until - now));
}

export class PodWorkers {
  private readonly shared: Shared;
  private readonly pleg: Pleg;
  private readonly syncer: PodSyncer;

  constructor(shared: Shared, pleg: Pleg, syncer: PodSyncer) {
    this.shared = shared;
    this.pleg = pleg;
    this.syncer = syncer;
  }

  /** UpdatePod. The event that it is part of has been emitted. */
  update(node: string, uid: string, key: string, update: PodUpdate): void {
    const { tables, kernel } = this.shared;
    const before = tables.workers.get(uid) ?? this.fresh(node, uid, key);
    const { status, cancel, ignored } = updatePod(before, update, kernel.now);
    if (ignored) return;
    const causes = before.pending
      ? { cause: before.cause, alsoCauses: this.merged(before, kernel.cause) }
      : { cause: kernel.cause, alsoCauses: [] };
    tables.workers.set(uid, { ...status, ...causes });
    if (cancel) this.syncer.cancel(node, uid);
    this.start(uid);
  }

  private merged(before: PodSyncStatus, cause: number): readonly number[] {
    if (before.cause === cause || before.alsoCauses.includes(cause) || before.alsoCauses.length >= 8)
      return before.alsoCauses;
    return [...before.alsoCauses, cause];
  }

  private fresh(node: string, uid: string, key: string): PodSyncStatus {
    const { tables, kernel } = this.shared;
    // Numbers of syncs of different lives of a kubelet must differ, for replies may outlive it.
    const generation = tables.kubelets.get(node)?.generation ?? 0;
    return { ...newSyncStatus(uid, node, key, kernel.now), run: generation * 1_000_000 };
  }

  /** Registers a Pod that only the runtime knows, so that it is ended. */
  orphan(node: string, uid: string, key: string, pod: Pod): void {
    const { tables, kernel } = this.shared;
    if (tables.workers.has(uid)) return;
    const { status } = updatePod(this.fresh(node, uid, key), { type: 'kill' }, kernel.now);
    tables.workers.set(uid, { ...status, pod, runtimeOnly: true, cause: kernel.cause });
    this.start(uid);
  }

  /** Starts the pending work of a worker, as soon as the cache is newer than its last sync (GetNewerThan). */
  private start(uid: string): void {
    const { tables, kernel } = this.shared;
    const status = tables.workers.get(uid);
    if (!status?.pending || status.working) return;
    if (status.fromFile && !mayStart(status, tables.workersByNode.rows(status.node))) return;
    const tick = this.pleg.lastTick(status.node, kernel.now);
    const born = tables.kubelets.get(status.node)?.startedAt ?? 0;
    if (tick <= status.lastSyncAt || (born > 0 && tick <= born)) {
      if (!status.waiting) tables.workers.set(uid, { ...status, waiting: true });
      this.pleg.ensureTick(status.node);
      return;
    }
    this.run(status);
  }

  private run(status: PodSyncStatus): void {
    const { tables, kernel } = this.shared;
    const { uid } = status;
    const work = workTypeOf(status);
    const next: PodSyncStatus = {
      ...status,
      pending: false,
      waiting: false,
      working: true,
      run: status.run + 1,
      retryAt: 0,
      ...(status.startedAt === undefined ? { startedAt: kernel.now } : {}),
      ...(work === 'terminating' ? { startedTerminating: true as const } : {}),
    };
    tables.workers.set(uid, next);
    const cause = kernel.cause;
    this.syncer.sync(next);
    kernel.cause = cause;
  }

  /** The cache of a node has been renewed: workers that waited for that go on. */
  cacheRenewed(node: string): void {
    const { kernel, tables } = this.shared;
    const cause = kernel.cause;
    for (const uid of [...tables.waitingByNode.keys(node)]) {
      kernel.cause = cause;
      this.start(uid);
    }
  }

  /** A sync has ended: podWorkerLoop's bookkeeping, and what comes next (completeWork). */
  ended(uid: string, end: SyncEnd): void {
    const { tables, kernel } = this.shared;
    const status = tables.workers.get(uid);
    if (!status?.working) return;
    let next: PodSyncStatus = { ...status, working: false, lastSyncAt: kernel.now };
    const failed = end.errors.length > 0;
    if (end.canceled) next = { ...next, pending: true };
    else if (failed) next = this.withRetry(next, end.errors);
    else {
      next = { ...next, failures: 0 };
      const work = workTypeOf(status);
      if (status.startedTerminating && work === 'terminating') next = completeTerminating(next, kernel.now);
      else if (work === 'terminated') next = completeTerminated(next);
      else if (end.terminal) next = completeSync(next, kernel.now);
    }
    if (next.pending && !status.pending) next = { ...next, cause: kernel.cause, alsoCauses: [] };
    tables.workers.set(uid, next);
    if (next.finished) this.finish(next);
    else this.start(uid);
    if (next.fromFile && next.terminatedAt !== undefined) {
      for (const other of tables.workersByNode.rows(next.node))
        if (other.fromFile && other.key === next.key) this.start(other.uid);
    }
  }

  private withRetry(status: PodSyncStatus, errors: readonly SyncError[]): PodSyncStatus {
    const { kernel } = this.shared;
    const mounting = errors.some((error) => error.reason === 'FailedMount');
    const jitter = mounting ? 1 : 1 + jitterFactor * kernel.rand('kubelet', 'retry', status.uid, status.run);
    const retryAt = Math.ceil(kernel.now + retryDelay(errors, kernel.now, status.failures) * jitter);
    const failures = status.failures + 1;
    const background = failures > hopefulFailures || minBackOff(errors) !== undefined;
    kernel.schedule(retryAt, component, 'retry', { uid: status.uid, at: retryAt }, { background });
    return { ...status, retryAt, failures };
  }

  /** The time of a retry has come; whatever synced the Pod meanwhile has taken its place. */
  retry(uid: string, at: number): void {
    const { tables, kernel } = this.shared;
    const status = tables.workers.get(uid);
    if (status?.retryAt !== at || !tables.running(status.node)) return;
    kernel.cause = kernel.emit({
      actor: `kubelet/${status.node}`,
      verb: 'queue.retry',
      subject: `pods/${status.key}`,
      level: 'micro',
      detail: { failures: status.failures },
    });
    this.update(
      status.node,
      uid,
      status.key,
      status.pod === undefined ? { type: 'sync' } : { type: 'sync', pod: status.pod },
    );
  }

  private finish(status: PodSyncStatus): void {
    const { node, uid, key } = status;
    if (status.runtimeOnly || !this.shared.configuredPod(node, key, uid)) this.syncer.forget(node, uid);
  }

  /** Whether a worker has nothing left to do. */
  isFinished(uid: string): boolean {
    return this.shared.tables.workers.get(uid)?.finished === true;
  }
}

/** The runs that a syncer reports as they are told by the runner. */
export function endOf(run: SyncRun): SyncEnd {
  return { errors: run.errors, ...(run.canceled ? { canceled: true } : {}) };
}
