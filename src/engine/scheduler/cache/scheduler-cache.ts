// Models: pkg/scheduler/backend/cache/cache.go cacheImpl, snapshot.go Snapshot.
// Simplified: a scheduling cycle is one event, so the cache itself is the snapshot: nothing can change beneath it.
// Not modelled: pod groups. (Assumed Pods do not expire: they did not by default, and since 1.34 cannot.)
import { keyOfObject } from '../../api/meta';
import type { Node, Pod } from '../../api/types';
import type { DerivedIndex, Table } from '../../kernel/table';
import { NodeInfo, type PodInfo, podInfoOf, podWithAffinity } from './node-info';
import { type NodePlace, NodeTree } from './node-tree';

/** A Pod that the scheduler counts on a node before it has seen it there. */
export interface AssumedPod {
  readonly uid: string;
  readonly node: string;
}

interface Placed {
  readonly info: PodInfo;
  readonly node: string;
}

/** The nodes and what runs on them, derived from the process's caches of nodes and Pods and from the assumed Pods. */
export class SchedulerCache {
  readonly assumed: Table<AssumedPod>;
  readonly tree: NodeTree;
  private readonly pods: Table<Pod>;
  private readonly infos = new Map<string, NodeInfo>();
  private readonly placed = new Map<string, Placed>();
  /** How many placed Pods say something about others: most clusters have none. */
  private podsWithAffinity = 0;
  private list: NodeInfo[] | undefined;
  private names: readonly string[] | undefined;

  constructor(nodes: Table<Node>, pods: Table<Pod>, assumed: Table<AssumedPod>, places: Table<NodePlace>) {
    this.pods = pods;
    this.assumed = assumed;
    nodes.addIndex(this.nodeIndex());
    pods.addIndex(this.podIndex());
    assumed.addIndex(this.assumedIndex());
    this.tree = new NodeTree(places, () => this.orderChanged());
  }

  private orderChanged(): void {
    this.list = undefined;
    this.names = undefined;
  }

  private nodeIndex(): DerivedIndex<Node> {
    return {
      update: (name, before, after) => {
        if (after) this.infoOf(name).setNode(after);
        else this.infos.get(name)?.setNode(undefined);
        if (!after) this.dropEmpty(name);
        if (!before || !after) this.orderChanged();
      },
      clear: () => {
        for (const [name, info] of [...this.infos]) {
          info.setNode(undefined);
          this.dropEmpty(name);
        }
        this.orderChanged();
      },
    };
  }

  private podIndex(): DerivedIndex<Pod> {
    return {
      update: (key, _before, after) => this.settle(key, after, this.assumed.get(key)),
      clear: () => {
        for (const key of [...this.placed.keys()]) this.settle(key, undefined, undefined);
      },
    };
  }

  private assumedIndex(): DerivedIndex<AssumedPod> {
    return {
      update: (key, _before, after) => this.settle(key, this.pods.get(key), after),
      clear: () => {
        for (const key of [...this.placed.keys()]) this.settle(key, this.pods.get(key), undefined);
      },
    };
  }

  private infoOf(name: string): NodeInfo {
    let info = this.infos.get(name);
    if (!info) {
      info = new NodeInfo(name);
      this.infos.set(name, info);
    }
    return info;
  }

  /** A node that is gone stays as long as Pods are counted on it: their removal is seen later. */
  private dropEmpty(name: string): void {
    const info = this.infos.get(name);
    if (info && !info.node && info.pods.size === 0) this.infos.delete(name);
  }

  /** Counts a Pod where it now belongs: on the node that it names, else on the one that it is assumed to have. */
  private settle(key: string, pod: Pod | undefined, assumed: AssumedPod | undefined): void {
    const node = pod && (pod.spec?.nodeName || (assumed?.uid === pod.metadata.uid ? assumed?.node : undefined));
    const before = this.placed.get(key);
    if (before) {
      if (before.info.pod === pod && before.node === node) return;
      this.infos.get(before.node)?.removePod(before.info);
      this.placed.delete(key);
      if (podWithAffinity(before.info.pod)) this.podsWithAffinity--;
      if (before.node !== node) this.dropEmpty(before.node);
    }
    if (!pod || !node) return;
    const info = podInfoOf(key, pod);
    this.placed.set(key, { info, node });
    if (podWithAffinity(pod)) this.podsWithAffinity++;
    this.infoOf(node).addPod(info);
  }

  /** All nodes, in the order in which they are looked at. Valid until the next write. */
  nodeInfos(): readonly NodeInfo[] {
    if (!this.list) {
      this.list = [];
      for (const name of this.tree.list()) {
        const info = this.infos.get(name);
        if (info?.node) this.list.push(info);
      }
    }
    return this.list;
  }

  /** Names of `nodeInfos()`. */
  nodeNames(): readonly string[] {
    this.names ??= this.nodeInfos().map(({ name }) => name);
    return this.names;
  }

  /** HavePodsWithAffinityList: nodes with Pods that say something about other Pods. */
  nodesWithAffinity(): readonly NodeInfo[] {
    return this.podsWithAffinity === 0 ? [] : this.nodeInfos().filter((node) => node.podsWithAffinity.size > 0);
  }

  /** HavePodsWithRequiredAntiAffinityList */
  nodesWithRequiredAntiAffinity(): readonly NodeInfo[] {
    if (this.podsWithAffinity === 0) return [];
    return this.nodeInfos().filter((node) => node.podsWithRequiredAntiAffinity.size > 0);
  }

  /** A node that exists. */
  nodeInfo(name: string): NodeInfo | undefined {
    const info = this.infos.get(name);
    return info?.node ? info : undefined;
  }

  isAssumed(pod: Pod): boolean {
    return this.assumed.get(keyOfObject(pod))?.uid === pod.metadata.uid;
  }

  /** AssumePod: from now on the Pod counts on the node. */
  assume(key: string, pod: Pod, node: string): void {
    this.assumed.set(key, { uid: pod.metadata.uid ?? '', node });
  }

  /** ForgetPod: undoes that. True when the Pod was assumed. */
  forget(key: string, uid: string): boolean {
    if (this.assumed.get(key)?.uid !== uid) return false;
    this.assumed.delete(key);
    return true;
  }
}
