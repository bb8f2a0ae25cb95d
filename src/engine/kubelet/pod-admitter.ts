// Models: pkg/kubelet/kubelet.go canAdmitPod, rejectPod; the sums that a scheduler's NodeInfo keeps of a node's Pods
// Simplified: the node object is asked for only when the Pod cares for its labels.
// Not modelled: —
import { hostPortsOf } from '../api/host-ports';
import { type KindDefinition, nodeKind } from '../api/kinds';
import { parseBytes, parseCpuMilli } from '../api/quantity';
import type { ContainerPort, Node, Pod } from '../api/types';
import { admit, type NodeState, rejectedMessage } from './admission';
import { operatingSystem } from './node-status';
import { nameOf, namespaceOf } from './pod-names';
import { requestsOf } from './pod-requests';
import { processOf, type Shared } from './shared';
import type { StatusManager } from './status-manager';

const nodes = nodeKind as unknown as KindDefinition;

export class PodAdmitter {
  private readonly shared: Shared;
  private readonly statuses: StatusManager;

  constructor(shared: Shared, statuses: StatusManager) {
    this.shared = shared;
    this.statuses = statuses;
  }

  /** Whether a Pod may run here; one that may not is marked as failed. */
  admits(node: string, pod: Pod): boolean {
    const refusal = admit(pod, this.nodeState(node, pod));
    if (!refusal) return true;
    const { kernel } = this.shared;
    kernel.cause = kernel.emit({
      actor: processOf(node),
      verb: 'kubelet.admit',
      subject: `pods/${namespaceOf(pod)}/${nameOf(pod)}`,
      level: 'action',
      detail: refusal,
    });
    this.shared.record(node, pod, { type: 'Warning', ...refusal });
    const generation = pod.metadata.generation;
    this.statuses.set(node, pod, {
      phase: 'Failed',
      reason: refusal.reason,
      message: rejectedMessage(refusal),
      ...(pod.status?.qosClass ? { qosClass: pod.status.qosClass } : {}),
      ...(generation ? { observedGeneration: generation } : {}),
    });
    return false;
  }

  /** What admission looks at. The node object is asked for only when the Pod cares for labels. */
  private nodeState(node: string, pod: Pod): NodeState {
    const { tables } = this.shared;
    const machine = this.shared.machine(node);
    let cpuMilli = 0;
    let memoryBytes = 0;
    let storageBytes = 0;
    let count = 0;
    const hostPorts: ContainerPort[] = [];
    for (const worker of tables.workersByNode.rows(node)) {
      if (worker.terminatedAt !== undefined || worker.uid === pod.metadata.uid || !worker.pod?.spec) continue;
      const wants = requestsOf(worker.pod.spec);
      cpuMilli += wants.cpuMilli;
      memoryBytes += wants.memoryBytes;
      storageBytes += wants.storageBytes;
      count++;
      hostPorts.push(...hostPortsOf(worker.pod.spec));
    }
    const { allocatable } = machine;
    const caresForLabels = pod.spec?.nodeSelector !== undefined || pod.spec?.affinity?.nodeAffinity !== undefined;
    const got = caresForLabels ? this.shared.session(node).get<Node>(nodes, undefined, node) : undefined;
    return {
      name: node,
      labels: got?.ok ? (got.object.metadata.labels ?? {}) : {},
      taints: [],
      os: operatingSystem,
      allocatable: {
        cpuMilli: parseCpuMilli(allocatable.cpu ?? '0'),
        memoryBytes: parseBytes(allocatable.memory ?? '0'),
        storageBytes: parseBytes(allocatable['ephemeral-storage'] ?? '0'),
        pods: Number(allocatable.pods ?? '110'),
      },
      used: { cpuMilli, memoryBytes, storageBytes, pods: count },
      hostPorts,
      pressures: [],
      shuttingDown: false,
    };
  }
}
