// Models: pkg/kubelet/status/status_manager.go SetPodStatus, SetContainerReadiness, SetContainerStartup, syncBatch, syncPod
// Simplified: a status is sent when it has changed; the pass over all statuses every 10 s comes only after a failure, and
//   when somebody else has written over a status (needsReconcile).
// Not modelled: mirror Pods.

import { equalJson } from '../../shared/json';
import { formatTime } from '../../shared/time';
import type { Pod, PodStatus } from '../api/types';
import { failedWith } from '../client/session';
import { containersReady, kubeletConditions, podReady } from './pod-conditions';
import { nameOf, namespaceOf, uidOf } from './pod-names';
import {
  canBeDeleted,
  illegalTransition,
  mergePodStatus,
  stampStatus,
  statusPatch,
  terminatePod,
} from './pod-status-writes';
import { couldHaveRunningContainers } from './pod-sync-status';
import { component, pods, processOf, type Shared } from './shared';
import type { StatusQueue, StatusRow } from './tables';

/** syncPeriod: how soon a status that could not be sent is tried again. */
const retryMicros = 10_000_000;
const emptyQueue: StatusQueue = { busyUntil: 0, uids: [], scheduled: false };

export class StatusManager {
  private readonly shared: Shared;

  constructor(shared: Shared) {
    this.shared = shared;
  }

  /** GetPodStatus */
  get(uid: string): PodStatus | undefined {
    return this.shared.tables.statuses.get(uid)?.status;
  }

  /** SetPodStatus: caches a status, and sends it if it is news. The caller has emitted its event. */
  set(node: string, pod: Pod, status: PodStatus): void {
    this.update(node, pod, status, pod.metadata.deletionTimestamp !== undefined, false);
  }

  /** TerminatePod: the last status of a Pod whose containers are gone and cleaned up. */
  terminate(node: string, pod: Pod): void {
    this.update(node, pod, terminatePod(pod, this.get(uidOf(pod)) ?? pod.status ?? {}), true, true);
  }

  private update(node: string, pod: Pod, status: PodStatus, force: boolean, finished: boolean): void {
    const { tables, kernel } = this.shared;
    const uid = uidOf(pod);
    const cached = tables.statuses.get(uid);
    const old = cached?.status ?? pod.status;
    if (illegalTransition(old, status, pod) !== undefined) return;
    const stamped = stampStatus(status, old, formatTime(this.shared.epochMicros(kernel.now)));
    if (cached && !force && cached.finished === finished && equalJson(cached.status, stamped)) return;
    const row: StatusRow = {
      node,
      key: `${namespaceOf(pod)}/${nameOf(pod)}`,
      status: stamped,
      version: (cached?.version ?? 0) + 1,
      sentVersion: cached?.sentVersion ?? 0,
      finished: finished || cached?.finished === true,
    };
    tables.statuses.set(uid, row);
    this.enqueue(node, uid);
  }

  /** SetContainerReadiness: changes `ready` of one container at once, without a sync of the Pod. */
  setReadiness(node: string, pod: Pod, id: string, ready: boolean): void {
    this.change(node, pod, id, (status) => (status.ready === ready ? status : { ...status, ready }));
  }

  /** SetContainerStartup */
  setStarted(node: string, pod: Pod, id: string, started: boolean): void {
    this.change(node, pod, id, (status) => (status.started === started ? status : { ...status, started }));
  }

  private change(node: string, pod: Pod, id: string, edit: (status: ContainerStatusOf) => ContainerStatusOf): void {
    const old = this.get(uidOf(pod));
    if (!old) return;
    const replace = (list: readonly ContainerStatusOf[] | undefined) => {
      const at = list?.findIndex((status) => status.containerID === id) ?? -1;
      if (!list || at < 0) return list;
      const edited = edit(list[at] as ContainerStatusOf);
      return edited === list[at] ? list : list.map((status, i) => (i === at ? edited : status));
    };
    const apps = replace(old.containerStatuses);
    const init = replace(old.initContainerStatuses);
    if (apps === old.containerStatuses && init === old.initContainerStatuses) return;
    const spec = pod.spec ?? { containers: [] };
    const all = [...(init ?? []), ...(apps ?? [])];
    const conditions = (old.conditions ?? []).map((condition) => {
      const renewed =
        condition.type === 'Ready'
          ? podReady(spec, old.conditions ?? [], all, old.phase)
          : condition.type === 'ContainersReady'
            ? containersReady(spec, all, old.phase)
            : undefined;
      if (!renewed) return condition;
      return {
        ...renewed,
        ...(condition.observedGeneration ? { observedGeneration: condition.observedGeneration } : {}),
      };
    });
    const next: PodStatus = {
      ...old,
      conditions,
      ...(apps ? { containerStatuses: apps } : {}),
      ...(init ? { initContainerStatuses: init } : {}),
    };
    this.update(node, pod, next, false, false);
  }

  private enqueue(node: string, uid: string): void {
    const { tables, kernel } = this.shared;
    const queue = tables.statusQueues.get(node) ?? emptyQueue;
    const uids = queue.uids.includes(uid) ? queue.uids : [...queue.uids, uid];
    tables.statusQueues.set(node, { ...queue, uids, scheduled: true });
    if (!queue.scheduled) kernel.schedule(Math.max(kernel.now, queue.busyUntil), component, 'status', { node });
  }

  /** The goroutine of a node sends the next status. */
  handleNext(node: string): void {
    const { tables, kernel } = this.shared;
    const queue = tables.statusQueues.get(node);
    const uid = queue?.uids[0];
    if (!tables.running(node) || uid === undefined) return;
    const busyUntil = this.send(node, uid);
    const uids = (tables.statusQueues.get(node) ?? emptyQueue).uids.slice(1);
    tables.statusQueues.set(node, { busyUntil, uids, scheduled: uids.length > 0 });
    if (uids.length > 0) kernel.schedule(busyUntil, component, 'status', { node });
  }

  /** syncPod of the status manager: GET, PATCH if something differs, DELETE if that was the last. */
  private send(node: string, uid: string): number {
    const { tables, kernel } = this.shared;
    const row = tables.statuses.get(uid);
    const session = this.shared.session(node);
    if (!row) {
      kernel.emit({
        actor: `kubelet/${node}`,
        verb: 'kubelet.sync',
        subject: uid,
        level: 'micro',
        detail: { status: 'gone' },
      });
      return session.at;
    }
    const [namespace = '', name = ''] = row.key.split('/');
    const got = session.get<Pod>(pods, namespace, name);
    kernel.cause = session.seq;
    if (!got.ok) {
      if (!failedWith(got, 'NotFound')) this.retry(node, uid);
      return session.at;
    }
    let pod = got.object;
    if (pod.metadata.uid !== uid) {
      tables.statuses.delete(uid);
      return session.at;
    }
    const worker = tables.workers.get(uid);
    const couldRun = couldHaveRunningContainers(worker, true);
    const now = formatTime(session.epochMicros);
    const merged = mergePodStatus(pod.status ?? {}, row.status, couldRun, now);
    const patch = statusPatch(uid, pod.status ?? {}, merged);
    if (patch !== undefined) {
      const patched = session.patch<Pod>(
        pods,
        namespace,
        name,
        'application/strategic-merge-patch+json',
        patch,
        'status',
      );
      kernel.cause = session.seq;
      if (!patched.ok) {
        this.retry(node, uid);
        return session.at;
      }
      pod = patched.object;
    }
    const sentRevision = Number(pod.metadata.resourceVersion);
    tables.statuses.set(uid, { ...row, sentVersion: row.version, sentRevision });
    if (canBeDeleted(pod, row.finished)) {
      const options = { gracePeriodSeconds: 0, preconditions: { uid } };
      const deleted = session.delete(pods, namespace, name, options);
      kernel.cause = session.seq;
      if (deleted.ok || failedWith(deleted, 'NotFound')) tables.statuses.delete(uid);
      else this.retry(node, uid);
    }
    return session.at;
  }

  private retry(node: string, uid: string): void {
    const { kernel } = this.shared;
    const background = this.shared.context.api.isCut(processOf(node));
    kernel.schedule(kernel.now + retryMicros, component, 'status-retry', { node, uid }, { background });
  }

  /** A status that could not be sent is due again. */
  handleRetry(node: string, uid: string): void {
    const { tables, kernel } = this.shared;
    const row = tables.statuses.get(uid);
    if (!tables.running(node) || !row) return;
    kernel.emit({
      actor: `kubelet/${node}`,
      verb: 'queue.retry',
      subject: `pods/${row.key}`,
      level: 'micro',
      detail: { status: row.version },
    });
    this.enqueue(node, uid);
  }

  /** needsReconcile: what the API server has by another's hand differs from what this kubelet knows; it says so again. */
  observe(node: string, pod: Pod): void {
    const uid = uidOf(pod);
    const row = this.shared.tables.statuses.get(uid);
    if (!row || row.sentVersion !== row.version || row.sentRevision === undefined) return;
    if (Number(pod.metadata.resourceVersion) <= row.sentRevision) return;
    if (differsFrom(row.status, pod.status ?? {})) this.retry(node, uid);
  }

  /** The Pod is finished and its object is being deleted: the last request may still have to be sent. */
  recheck(node: string, pod: Pod): void {
    const row = this.shared.tables.statuses.get(uidOf(pod));
    if (row && canBeDeleted(pod, row.finished)) this.enqueue(node, uidOf(pod));
  }

  /** RemoveOrphanedStatuses, of one Pod. */
  forget(uid: string): void {
    this.shared.tables.statuses.delete(uid);
  }
}

/** Whether the phase, or a condition that the kubelet answers for, is another. */
function differsFrom(own: PodStatus, stored: PodStatus): boolean {
  if (own.phase !== stored.phase) return true;
  for (const { type, status } of own.conditions ?? []) {
    const other = stored.conditions?.find((condition) => condition.type === type);
    if (kubeletConditions.includes(type) && other?.status !== status) return true;
  }
  return false;
}

type ContainerStatusOf = NonNullable<PodStatus['containerStatuses']>[number];
