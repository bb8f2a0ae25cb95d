// Models: pkg/scheduler/framework/types.go NodeInfo, PodInfo.
// Simplified: no generation: a cycle is one event, so nothing changes beneath it and no copy is taken;
//   a host port that two Pods use is used twice (upstream keeps a set: it is free as soon as one of them is gone).
// Not modelled: declared features of nodes, reference counts of claims.
import { hashText } from '../../../shared/hash';
import { hostPortsOf } from '../../api/host-ports';
import { matchesLabels, type Selector } from '../../api/selectors';
import type { Container, ContainerPort, Node, Pod } from '../../api/types';
import { allocatableOf, type PodRequest, podRequest, Resource } from '../resources';

/** A Pod that has, or is assumed to have, a node, with what is worked out of it once. */
export interface PodInfo {
  /** `namespace/name` */
  readonly key: string;
  readonly pod: Pod;
  readonly request: PodRequest;
  readonly nonZero: PodRequest;
  readonly hostPorts: readonly ContainerPort[];
}

/** Whether each container names a cpu and a memory request, so that no default counts. */
function saysAll({ spec }: Pod): boolean {
  const says = ({ resources }: Container) =>
    resources?.requests?.cpu !== undefined && resources.requests.memory !== undefined;
  return (spec?.containers ?? []).every(says) && (spec?.initContainers ?? []).every(says);
}

export function podInfoOf(key: string, pod: Pod): PodInfo {
  const request = podRequest(pod, { useStatus: true });
  const nonZero = saysAll(pod) ? request : podRequest(pod, { useStatus: true, nonZero: true });
  return { key, pod, request, nonZero, hostPorts: hostPortsOf(pod.spec) };
}

/** Whether the Pod says anything about other Pods that it wants near or far. */
export function podWithAffinity(pod: Pod): boolean {
  const affinity = pod.spec?.affinity;
  return affinity?.podAffinity !== undefined || affinity?.podAntiAffinity !== undefined;
}

export function podWithRequiredAntiAffinity(pod: Pod): boolean {
  return (pod.spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.length ?? 0) > 0;
}

interface Matching {
  readonly namespace: string;
  readonly selector: Selector;
  count: number;
}

/** More kinds of Pods than that are not waiting at one time, as a rule. */
const maxMatching = 16;

function isMatch({ metadata }: Pod, namespace: string, selector: Selector): boolean {
  return metadata.namespace === namespace && !metadata.deletionTimestamp && matchesLabels(selector, metadata.labels);
}

/**
 * One node as the scheduler counts it: what it can allocate, what its Pods ask for, the assumed ones among them. It is
 * derived from rows, and is changed by the cache alone. The order of `pods` and `usedPorts` means nothing.
 */
export class NodeInfo {
  readonly name: string;
  /** Of its name: from it, and a draw for the Pod, ties are broken. */
  readonly nameHash: number;
  /** Absent while Pods name a node that does not exist (or no longer). */
  node: Node | undefined;
  allocatable = new Resource();
  /** What the Pods ask for. */
  readonly requested: Resource;
  /** The same, with a least amount of cpu and memory for each container that names none. */
  readonly nonZeroRequested: Resource;
  readonly usedPorts: ContainerPort[];
  readonly pods: Map<string, PodInfo>;
  readonly podsWithAffinity: Map<string, PodInfo>;
  readonly podsWithRequiredAntiAffinity: Map<string, PodInfo>;
  /** Counts that were asked for, kept up to date: they are asked for again for the next Pod of the same kind. */
  private readonly matching = new Map<string, Matching>();

  constructor(name: string, from?: NodeInfo) {
    this.name = name;
    this.nameHash = from?.nameHash ?? hashText(name);
    this.node = from?.node;
    if (from) this.allocatable = from.allocatable;
    this.requested = from?.requested.copy() ?? new Resource();
    this.nonZeroRequested = from?.nonZeroRequested.copy() ?? new Resource();
    this.usedPorts = from?.usedPorts.slice() ?? [];
    this.pods = new Map(from?.pods);
    this.podsWithAffinity = new Map(from?.podsWithAffinity);
    this.podsWithRequiredAntiAffinity = new Map(from?.podsWithRequiredAntiAffinity);
  }

  setNode(node: Node | undefined): void {
    if (this.node?.status?.allocatable !== node?.status?.allocatable || !this.node || !node)
      this.allocatable = allocatableOf(node);
    this.node = node;
  }

  /** countPodsMatchSelector: Pods of a namespace that a selector picks; those that are being deleted do not count. */
  countMatching(namespace: string, selector: Selector, text: string): number {
    const key = `${namespace}/${text}`;
    let counted = this.matching.get(key);
    if (!counted) {
      if (this.matching.size >= maxMatching) this.matching.clear();
      let count = 0;
      for (const { pod } of this.pods.values()) if (isMatch(pod, namespace, selector)) count++;
      counted = { namespace, selector, count };
      this.matching.set(key, counted);
    }
    return counted.count;
  }

  private recount(pod: Pod, by: 1 | -1): void {
    for (const counted of this.matching.values())
      if (isMatch(pod, counted.namespace, counted.selector)) counted.count += by;
  }

  addPod(info: PodInfo): void {
    this.pods.set(info.key, info);
    if (this.matching.size > 0) this.recount(info.pod, 1);
    if (podWithAffinity(info.pod)) this.podsWithAffinity.set(info.key, info);
    if (podWithRequiredAntiAffinity(info.pod)) this.podsWithRequiredAntiAffinity.set(info.key, info);
    this.requested.addRequest(info.request, 1);
    this.nonZeroRequested.addRequest(info.nonZero, 1);
    for (const port of info.hostPorts) this.usedPorts.push(port);
  }

  removePod(info: PodInfo): void {
    if (!this.pods.delete(info.key)) return;
    if (this.matching.size > 0) this.recount(info.pod, -1);
    this.podsWithAffinity.delete(info.key);
    this.podsWithRequiredAntiAffinity.delete(info.key);
    this.requested.addRequest(info.request, -1);
    this.nonZeroRequested.addRequest(info.nonZero, -1);
    for (const port of info.hostPorts) this.usedPorts.splice(this.usedPorts.indexOf(port), 1);
  }

  removeAllPods(): void {
    for (const info of [...this.pods.values()]) this.removePod(info);
  }

  /** A copy to which Pods can be added to see what would be (Snapshot). */
  copy(): NodeInfo {
    return new NodeInfo(this.name, this);
  }
}
