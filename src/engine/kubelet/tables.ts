// Models: what a kubelet keeps in memory: podSyncStatuses, the PLEG's cache, the status manager's cache, results of probes
// Simplified: rows of all nodes share one table each; a stopped kubelet's rows are removed.
// Not modelled: checkpoints on disk.
import type { PodStatus } from '../api/types';
import { GroupIndex } from '../kernel/group-index';
import type { Kernel } from '../kernel/kernel';
import type { Table } from '../kernel/table';
import type { BackOffEntry } from './back-off';
import type { KillReason } from './compute-pod-actions';
import type { PodSyncStatus } from './pod-sync-status';
import type { ProbeWorkerRow } from './probe-worker';
import type { PodRuntimeStatus } from './runtime-status';

/** One node's kubelet. */
export interface KubeletRow {
  readonly node: string;
  /** Position among the nodes of the config: address and podCIDR follow from it. */
  readonly index: number;
  readonly ip: string;
  readonly state: 'running' | 'stopped';
  /** `seq` of what stopped it. */
  readonly stoppedBy?: number;
  readonly startedAt: number;
  /** Of the node object; empty while it is not registered. */
  readonly uid: string;
  readonly podCIDR: string;
  /** Changes with each start, so that what an earlier process had scheduled is nothing. */
  readonly generation: number;
}

/** What the kubelet believes of a Pod's containers: the runtime as it was at the last relist. */
export interface CachedStatus {
  readonly node: string;
  readonly at: number;
  readonly status: PodRuntimeStatus;
}

/** A Pod whose containers have changed since the last relist. */
export interface ChangedPod {
  readonly node: string;
  /** `seq` of the first change. */
  readonly cause: number;
}

export interface StatusRow {
  readonly node: string;
  /** `namespace/name` */
  readonly key: string;
  readonly status: PodStatus;
  readonly version: number;
  /** Last version that the API server has. */
  readonly sentVersion: number;
  /** resourceVersion of the Pod with it. */
  readonly sentRevision?: number;
  readonly finished: boolean;
}

/** The status manager's one goroutine of a node. */
export interface StatusQueue {
  readonly busyUntil: number;
  readonly uids: readonly string[];
  readonly scheduled: boolean;
}

export interface KillRow {
  readonly node: string;
  readonly uid: string;
  readonly run: number;
  readonly name: string;
  readonly container: string;
  readonly reason: KillReason;
  readonly graceSeconds: number;
  readonly phase: 'preStop' | 'turn' | 'stopping';
  readonly since: number;
  readonly after: readonly string[];
}

export interface PullRow {
  readonly node: string;
  readonly uid: string;
  readonly run: number;
  readonly image: string;
  readonly askedAt: number;
  /** When its turn came; absent while it waits for others. */
  readonly startedAt?: number;
  readonly endsAt?: number;
  readonly error?: string;
  readonly ordinal: number;
}

/** What a Pod has on its node beside its containers. */
export interface PodResources {
  readonly node: string;
  readonly cgroup: string;
  readonly volumes: readonly string[];
}

export interface StartFailure {
  readonly uid: string;
  readonly reason: string;
  readonly message: string;
}

export interface OwnedBackOff extends BackOffEntry {
  readonly uid: string;
}

/** All tables of all kubelets, and the indexes over them. */
export class KubeletTables {
  readonly kubelets: Table<KubeletRow>;
  readonly workers: Table<PodSyncStatus>;
  readonly workersByNode: GroupIndex<PodSyncStatus>;
  readonly waitingByNode: GroupIndex<PodSyncStatus>;
  readonly cache: Table<CachedStatus>;
  readonly cacheByNode: GroupIndex<CachedStatus>;
  readonly resources: Table<PodResources>;
  readonly resourcesByNode: GroupIndex<PodResources>;
  readonly changed: Table<ChangedPod>;
  readonly changedByNode: GroupIndex<ChangedPod>;
  /** By node: the tick for which a relist is scheduled. */
  readonly relists: Table<number>;
  readonly statuses: Table<StatusRow>;
  readonly statusQueues: Table<StatusQueue>;
  readonly failures: Table<StartFailure>;
  readonly failuresByPod: GroupIndex<StartFailure>;
  readonly restartBackOffs: Table<OwnedBackOff>;
  readonly restartBackOffsByPod: GroupIndex<OwnedBackOff>;
  readonly pullBackOffs: Table<OwnedBackOff & { readonly error: string }>;
  readonly pullBackOffsByPod: GroupIndex<OwnedBackOff & { readonly error: string }>;
  readonly probes: Table<ProbeWorkerRow>;
  readonly probesByPod: GroupIndex<ProbeWorkerRow>;
  readonly kills: Table<KillRow>;
  readonly killsByPod: GroupIndex<KillRow>;
  readonly pulls: Table<PullRow>;
  readonly pullsByNode: GroupIndex<PullRow>;
  /** Held programs that were let go, by `uid/container`. */
  readonly released: Table<{ readonly at: number }>;

  constructor(kernel: Kernel) {
    this.kubelets = kernel.table('kubelets');
    this.workers = kernel.table('pod-workers');
    this.workersByNode = GroupIndex.on(this.workers, (row) => row.node);
    this.waitingByNode = GroupIndex.on(this.workers, (row) => (row.waiting ? row.node : undefined));
    this.cache = kernel.table('pod-cache');
    this.cacheByNode = GroupIndex.on(this.cache, (row) => row.node);
    this.resources = kernel.table('pod-resources');
    this.resourcesByNode = GroupIndex.on(this.resources, (row) => row.node);
    this.changed = kernel.table('pleg-changed', { traced: false });
    this.changedByNode = GroupIndex.on(this.changed, (row) => row.node);
    this.relists = kernel.table('pleg-relists', { traced: false });
    this.statuses = kernel.table('pod-statuses');
    this.statusQueues = kernel.table('status-queues', { traced: false });
    this.failures = kernel.table('start-failures');
    this.failuresByPod = GroupIndex.on(this.failures, (row) => row.uid);
    this.restartBackOffs = kernel.table('restart-back-offs');
    this.restartBackOffsByPod = GroupIndex.on(this.restartBackOffs, (row) => row.uid);
    this.pullBackOffs = kernel.table('pull-back-offs');
    this.pullBackOffsByPod = GroupIndex.on(this.pullBackOffs, (row) => row.uid);
    this.probes = kernel.table('probe-workers');
    this.probesByPod = GroupIndex.on(this.probes, (row) => row.podUID);
    this.kills = kernel.table('container-kills');
    this.killsByPod = GroupIndex.on(this.kills, (row) => row.uid);
    this.pulls = kernel.table('image-pulls');
    this.pullsByNode = GroupIndex.on(this.pulls, (row) => row.node);
    this.released = kernel.table('released-programs');
  }

  running(node: string): KubeletRow | undefined {
    const row = this.kubelets.get(node);
    return row?.state === 'running' ? row : undefined;
  }
}
