// Models: pkg/scheduler/backend/queue/nominator.go.
// Simplified: —
// Not modelled: —
import { keyOfObject } from '../api/meta';
import type { Pod } from '../api/types';
import type { Informer } from '../client/informer';
import { GroupIndex } from '../kernel/group-index';
import type { Kernel } from '../kernel/kernel';
import type { Table } from '../kernel/table';
import type { NominatingInfo } from './framework/plugin';

interface Nominated {
  readonly uid: string;
  readonly node: string;
}

/** Pods for which room is being made on a node: they count there as if they ran. */
export class Nominator {
  private readonly rows: Table<Nominated>;
  private readonly byNode: GroupIndex<Nominated>;
  private readonly pods: Informer<Pod>;

  constructor(kernel: Kernel, pods: Informer<Pod>) {
    this.pods = pods;
    this.rows = kernel.table<Nominated>('scheduler/nominated');
    this.byNode = GroupIndex.on(this.rows, ({ node }) => node);
  }

  get size(): number {
    return this.rows.size;
  }

  /** addNominatedPod. `info`: what this attempt decided; without it, what the Pod's status says. */
  add(pod: Pod, info?: NominatingInfo): void {
    const node = info ? info.nominatedNodeName : (pod.status?.nominatedNodeName ?? '');
    const key = keyOfObject(pod);
    const before = this.rows.get(key);
    if (node === '') this.rows.delete(key);
    else if (before?.node !== node || before.uid !== pod.metadata.uid)
      this.rows.set(key, { uid: pod.metadata.uid ?? '', node });
  }

  /** UpdateNominatedPod: a Pod that says nothing itself keeps what an attempt decided. */
  update(before: Pod, after: Pod): void {
    const kept = !before.status?.nominatedNodeName && !after.status?.nominatedNodeName;
    if (!kept) this.add(after);
  }

  delete(key: string): void {
    this.rows.delete(key);
  }

  /** nominatedPodsForNode, in the order of their keys. */
  podsFor(node: string): Pod[] {
    const pods: Pod[] = [];
    for (const key of this.byNode.keys(node)) {
      const pod = this.pods.get(key);
      if (pod) pods.push(pod);
    }
    return pods;
  }
}
