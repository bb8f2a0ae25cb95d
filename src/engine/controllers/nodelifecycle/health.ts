// Models: pkg/controller/nodelifecycle tryUpdateNodeHealth
// Simplified: a heartbeat counts from the first pass after it reached the cache, as upstream's does, but is noted when it
//   arrives; so a pass with nothing to tell costs nothing.
// Not modelled: --node-startup-grace-period's difference between a node of a cloud and another.
import { formatTime } from '../../../shared/time';
import type { Node, NodeCondition } from '../../api/types';

/** --node-monitor-period, --node-startup-grace-period, microseconds. */
export const monitorPeriodMicros = 5_000_000;
const startupGraceMicros = 60_000_000;

/** What the controller knows of one node (nodeHealthData), and that it knows it (knownNodeSet). */
export interface HealthRow {
  readonly uid: string;
  /** Pass that saw the last sign of life, virtual time. */
  readonly probeAt: number;
  /** `seq` of what brought that sign. */
  readonly heard: number;
  /** Status of the condition Ready at the last pass; empty before. */
  readonly ready: string;
  /** The Pods could not all be told. */
  readonly retry: boolean;
  readonly known: boolean;
}

/** The pass that sees what is in the cache at a virtual time. */
export function passSeeing(at: number): number {
  return Math.ceil(at / monitorPeriodMicros) * monitorPeriodMicros;
}

/** The first pass after a virtual time. */
export function passAfter(at: number): number {
  return passSeeing(at + 1);
}

export function readyOf(node: Node): NodeCondition | undefined {
  return node.status?.conditions?.find(({ type }) => type === 'Ready');
}

/** How long a node may be silent: longer while it has never said whether it is ready. */
export function graceMicros(node: Node, monitorGrace: number): number {
  return readyOf(node) ? monitorGrace : startupGraceMicros;
}

/** What the control plane cannot know of a silent node; NetworkUnavailable is not the kubelet's to tell. */
const kubeletsOwn = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

/** The node with every condition that its kubelet answers for Unknown; the same node when they are. `now`: RFC 3339. */
export function withUnknownConditions(node: Node, nowMicros: number): Node {
  const now = formatTime(nowMicros);
  const before = node.status?.conditions ?? [];
  let differs = false;
  const conditions = before.map((condition): NodeCondition => {
    if (!kubeletsOwn.includes(condition.type) || condition.status === 'Unknown') return condition;
    differs = true;
    return {
      ...condition,
      status: 'Unknown',
      reason: 'NodeStatusUnknown',
      message: 'Kubelet stopped posting node status.',
      lastTransitionTime: now,
    };
  });
  for (const type of kubeletsOwn) {
    if (before.some((condition) => condition.type === type)) continue;
    differs = true;
    conditions.push({
      type,
      status: 'Unknown',
      reason: 'NodeStatusNeverUpdated',
      message: 'Kubelet never posted node status.',
      ...(node.metadata.creationTimestamp ? { lastHeartbeatTime: node.metadata.creationTimestamp } : {}),
      lastTransitionTime: now,
    });
  }
  return differs ? { ...node, status: { ...node.status, conditions } } : node;
}
