// Models: pkg/kubelet/kubelet_node_status.go registerWithAPIServer, syncNodeStatus; component-helpers lease controller;
//   pkg/controller/nodeipam; what kubeadm's cluster has become when it is handed over
// Simplified: addresses and podCIDRs follow the order of the config; a node is Ready as soon as it is registered.
// Not modelled: node Events of a first start, changes of capacity.

import { formatMicroTime, formatTime } from '../../shared/time';
import { type KindDefinition, leaseKind } from '../api/kinds';
import type { Lease, Node, NodeCondition, Taint } from '../api/types';
import { failedWith, type Session } from '../client/session';
import { leaseDurationSeconds, leaseNamespace, nodeLease, renewIntervalSeconds } from './node-lease';
import {
  initialNode,
  type NodeFacts,
  type NodeHealth,
  networkNotReady,
  nodeAddress,
  nodeConditions,
  nodeStatus,
  podCIDROf,
} from './node-status';
import { component, nodes, processOf, type Shared } from './shared';
import type { KubeletRow } from './tables';

const leases = leaseKind as unknown as KindDefinition;

/** nodeStatusUpdateFrequency and nodeStatusReportFrequency, microseconds. */
export const statusUpdateMicros = 10_000_000;
export const statusReportMicros = 300_000_000;
const registerRetryMicros = 7_000_000;

/** What is sent how often while nothing changes: renewals of the lease, reports of the status. */
export function heartbeats(
  unchangedMicros: number,
  reportMicros: number = statusReportMicros,
  leaseSeconds: number = leaseDurationSeconds,
): { leaseRenewals: number; statusPatches: number } {
  return {
    leaseRenewals: Math.floor(unchangedMicros / (renewIntervalSeconds(leaseSeconds) * 1e6)),
    statusPatches: Math.floor(unchangedMicros / reportMicros),
  };
}

interface Beat {
  readonly node: string;
  readonly generation: number;
}

export class NodeAgent {
  private readonly shared: Shared;

  constructor(shared: Shared) {
    this.shared = shared;
  }

  private get leaseObjects() {
    return this.shared.kernel.table<Lease>('kubelet-leases', { traced: false });
  }

  private get reports() {
    return this.shared.kernel.table<{ readonly images: number; readonly scheduledAt: number }>('node-reports', {
      traced: false,
    });
  }

  private facts(node: string): NodeFacts {
    const { index, capacity, allocatable } = this.shared.machine(node);
    const images = this.shared.runtime.imagesByNode
      .rows(node)
      .map(({ name, id, sizeBytes }) => ({ name, id, sizeBytes }));
    return { name: node, ip: nodeAddress(index), capacity, allocatable, images };
  }

  private healthOf(row: KubeletRow): NodeHealth {
    const broken = this.shared.runtime.faults.get(row.node)?.networkDown;
    return row.podCIDR === '' || broken ? { networkErrors: [networkNotReady] } : {};
  }

  /** Starts one kubelet: its node is registered, its lease taken, its Pods watched. */
  start(node: string, first: boolean): void {
    const { tables, kernel } = this.shared;
    const before = tables.kubelets.get(node);
    const generation = (before?.generation ?? 0) + 1;
    const { index } = this.shared.machine(node);
    kernel.cause = kernel.emit({
      actor: processOf(node),
      verb: 'cluster.boot',
      subject: `nodes/${node}`,
      level: first ? 'micro' : 'milestone',
      detail: { generation },
    });
    const row: KubeletRow = {
      node,
      index,
      ip: nodeAddress(index),
      state: 'running',
      startedAt: kernel.now,
      uid: before?.uid ?? '',
      podCIDR: before?.podCIDR ?? '',
      generation,
    };
    tables.kubelets.set(node, row);
    this.register(node, generation);
  }

  /** A retry of the registration. */
  registerAgain({ node, generation }: Beat): void {
    const { kernel, tables } = this.shared;
    if (tables.running(node)?.generation !== generation) return;
    kernel.cause = kernel.emit({
      actor: processOf(node),
      verb: 'queue.retry',
      subject: `nodes/${node}`,
      level: 'micro',
    });
    this.register(node, generation);
  }

  private register(node: string, generation: number): void {
    const { tables, kernel } = this.shared;
    const session = this.shared.session(node);
    const object = this.ensureNode(session, node);
    if (!object) {
      kernel.schedule(
        kernel.now + registerRetryMicros,
        component,
        'register',
        { node, generation },
        { background: true },
      );
      return;
    }
    const row = tables.kubelets.get(node) as KubeletRow;
    const podCIDR = object.spec?.podCIDR ?? this.allocate(session, node, row.index);
    const ready: KubeletRow = { ...row, uid: object.metadata.uid ?? '', podCIDR };
    tables.kubelets.set(node, ready);
    this.report(session, ready);
    this.renew(session, node, ready.uid);
    // Machines do not start in the same instant: their first beats are spread over one interval.
    const spread = kernel.rand('kubelet', 'lease', node, generation);
    this.beat(
      'lease',
      node,
      generation,
      Math.ceil(renewIntervalSeconds(leaseDurationSeconds) * 1e6 * (1 - 0.9 * spread)),
    );
    this.beat('node-status', node, generation, statusReportMicros);
    this.shared.context.reflectors.start(processOf(node));
    if (row.index === 0 && generation === 1) this.tellUnusableWorkloads(node, object);
  }

  /** What in the config describes an image and cannot be used is told once, by the first node. */
  private tellUnusableWorkloads(node: string, object: Node): void {
    for (const problem of this.shared.registry.problems) {
      this.shared
        .recorder(node)
        .event(nodes, object, 'Warning', 'InvalidWorkload', `the description of image ${problem}`);
    }
  }

  private beat(type: 'lease' | 'node-status', node: string, generation: number, afterMicros: number): void {
    const { kernel } = this.shared;
    const beat: Beat = { node, generation };
    kernel.schedule(kernel.now + afterMicros, component, type, beat, { background: true });
  }

  private ensureNode(session: Session, node: string): Node | undefined {
    const { config } = this.shared.machine(node);
    const now = formatTime(session.epochMicros);
    const taints = (config.taints ?? []).map(
      (taint): Taint => ({
        key: taint.key,
        effect: taint.effect,
        ...(taint.value === undefined ? {} : { value: taint.value }),
      }),
    );
    const object = initialNode(
      this.facts(node),
      config.labels ?? {},
      taints,
      { networkErrors: [networkNotReady] },
      now,
    );
    const created = session.create<Node>(nodes, object);
    if (created.ok) return created.object;
    if (!failedWith(created, 'AlreadyExists')) return undefined;
    const got = session.get<Node>(nodes, undefined, node);
    return got.ok ? got.object : undefined;
  }

  /** The range allocator of the controller manager gives the node its podCIDR. */
  private allocate(session: Session, node: string, index: number): string {
    const podCIDR = podCIDROf(this.shared.context.config.clusterCIDR, index);
    if (podCIDR === undefined) return '';
    this.asManager(session, node, { spec: { podCIDR, podCIDRs: [podCIDR] } });
    return podCIDR;
  }

  private asManager(session: Session, node: string, patch: unknown): void {
    const manager = this.shared.context.clients.session('kube-controller-manager', 'kube-controller-manager/node');
    manager.at = Math.max(manager.at, session.at);
    manager.patch(nodes, undefined, node, 'application/merge-patch+json', patch);
    session.at = Math.max(session.at, manager.at);
  }

  /** updateNodeStatus: PATCH of what differs, heartbeats included. */
  private report(session: Session, row: KubeletRow): void {
    const got = session.get<Node>(nodes, undefined, row.node);
    if (!got.ok) return;
    const old = got.object.status;
    const status = nodeStatus(this.facts(row.node), this.healthOf(row), old, formatTime(session.epochMicros));
    const conditions = (status.conditions ?? []).map((condition) => trimmed(old?.conditions, condition));
    const images =
      status.images === undefined || status.images.length === (old?.images?.length ?? 0)
        ? {}
        : { images: status.images };
    const body = {
      status: { '$setElementOrder/conditions': conditions.map(({ type }) => ({ type })), conditions, ...images },
    };
    session.patch(nodes, undefined, row.node, 'application/strategic-merge-patch+json', body, 'status');
    this.reports.set(row.node, { images: this.facts(row.node).images.length, scheduledAt: 0 });
  }

  /** The report of every five minutes, or one after a change. */
  statusDue({ node, generation }: Beat): void {
    const { tables, kernel } = this.shared;
    const row = tables.running(node);
    if (!row || row.generation !== generation) return;
    kernel.cause = kernel.emit({
      actor: processOf(node),
      verb: 'kubelet.sync',
      subject: `nodes/${node}`,
      level: 'micro',
      detail: { work: 'node-status' },
    });
    this.report(this.shared.session(node), row);
    this.beat('node-status', node, generation, statusReportMicros);
  }

  /** The API server's Node says something else of this machine than its kubelet does: that it is silent, say. */
  observe(node: string, object: Node): void {
    const row = this.shared.tables.running(node);
    if (!row || row.uid !== object.metadata.uid) return;
    const stored = object.status?.conditions;
    const differs = nodeConditions(this.healthOf(row)).some(
      ({ type, status }) => stored?.find((condition) => condition.type === type)?.status !== status,
    );
    if (differs) this.changed(node, false);
  }

  /** Something that the status tells has changed: it is sent at the next round of ten seconds. */
  changed(node: string, background = true): void {
    const { tables, kernel } = this.shared;
    const row = tables.running(node);
    const report = this.reports.get(node) ?? { images: 0, scheduledAt: 0 };
    if (!row || report.scheduledAt > kernel.now) return;
    const phase = Math.floor(kernel.rand('kubelet', 'node-status', node, 0) * statusUpdateMicros);
    const at = Math.floor((kernel.now - phase) / statusUpdateMicros + 1) * statusUpdateMicros + phase;
    this.reports.set(node, { ...report, scheduledAt: at });
    const beat: Beat = { node, generation: row.generation };
    kernel.schedule(at, component, 'node-changed', beat, { background });
  }

  sendChange({ node, generation }: Beat): void {
    const { tables, kernel } = this.shared;
    const row = tables.running(node);
    if (!row || row.generation !== generation) return;
    kernel.cause = kernel.emit({
      actor: processOf(node),
      verb: 'kubelet.sync',
      subject: `nodes/${node}`,
      level: 'micro',
      detail: { work: 'node-status' },
    });
    this.report(this.shared.session(node), row);
  }

  /** Renews the lease, or makes it. */
  private renew(session: Session, node: string, nodeUID: string): void {
    const renewTime = formatMicroTime(session.epochMicros);
    const last = this.leaseObjects.get(node);
    if (last) {
      const updated = session.update<Lease>(leases, { ...last, spec: { ...last.spec, renewTime } });
      if (updated.ok) {
        this.leaseObjects.set(node, updated.object);
        return;
      }
      if (!failedWith(updated, 'Conflict') && !failedWith(updated, 'NotFound')) return;
    }
    const got = session.get<Lease>(leases, leaseNamespace, node);
    const made = got.ok
      ? session.update<Lease>(leases, { ...got.object, spec: { ...got.object.spec, renewTime } })
      : session.create<Lease>(leases, nodeLease(node, nodeUID, renewTime));
    if (made.ok) this.leaseObjects.set(node, made.object);
  }

  leaseDue({ node, generation }: Beat): void {
    const { tables } = this.shared;
    const row = tables.running(node);
    if (!row || row.generation !== generation) return;
    const session = this.shared.session(node);
    this.renew(session, node, row.uid);
    this.beat('lease', node, generation, renewIntervalSeconds(leaseDurationSeconds) * 1e6);
  }

  /** How many images the node's status tells of. */
  reportedImages(node: string): number {
    return this.reports.get(node)?.images ?? 0;
  }

  /** What a stopped kubelet had in memory of its node is gone. */
  forget(node: string): void {
    this.leaseObjects.delete(node);
    this.reports.delete(node);
  }
}

/** A condition as a patch needs it: what did not change is left out. */
function trimmed(
  old: readonly NodeCondition[] | undefined,
  condition: NodeCondition,
): Partial<NodeCondition> & { type: string } {
  const before = old?.find((candidate) => candidate.type === condition.type);
  if (!before) return condition;
  const changed: Record<string, unknown> = { type: condition.type };
  for (const key of Object.keys(condition) as (keyof NodeCondition)[])
    if (before[key] !== condition[key]) changed[key] = condition[key];
  return changed as Partial<NodeCondition> & { type: string };
}
