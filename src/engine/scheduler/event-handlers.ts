// Models: pkg/scheduler/eventhandlers.go addAllEventHandlers.
// Simplified: —
// Not modelled: —

import type { KindDefinition } from '../api/kinds';
import { kinds } from '../api/kinds';
import { type KubeObject, keyOfObject } from '../api/meta';
import type { Node, Pod } from '../api/types';
import type { Informer } from '../client/informer';
import type { BindingCycles } from './binding-cycle';
import {
  Add,
  assignedPodAdd,
  assignedPodDelete,
  Delete,
  nodeAdd,
  nodeDelete,
  nodeSchedulingPropertiesChange,
  podSchedulingPropertiesChange,
  Update,
} from './framework/cluster-event';
import type { SchedulerParts } from './parts';

/** What the scheduler does when its caches change. The nodes and what runs on them follow the caches by themselves. */
export class EventHandlers {
  private readonly parts: SchedulerParts;
  private readonly bindings: BindingCycles;

  constructor(parts: SchedulerParts, bindings: BindingCycles) {
    this.parts = parts;
    this.bindings = bindings;
  }

  register(nodes: Informer<Node>, informer: (kind: KindDefinition) => Informer): void {
    this.parts.pods.on({
      add: (pod) => this.addPod(pod),
      update: (before, after) => this.updatePod(before, after),
      delete: (pod) => this.deletePod(pod),
    });
    nodes.on({
      add: (node) => {
        this.parts.cache.tree.place(node, this.parts.kernel.seq);
        this.parts.queue.moveAll(nodeAdd, undefined, node);
      },
      update: (before, after) => {
        this.parts.cache.tree.place(after, this.parts.kernel.seq);
        for (const event of nodeSchedulingPropertiesChange(before, after))
          this.parts.queue.moveAll(event, before, after);
      },
      delete: (node) => {
        this.parts.queue.moveAll(nodeDelete, node, undefined);
        this.parts.cache.tree.remove(node.metadata.name ?? '');
      },
    });
    for (const kind of this.otherKinds()) this.registerOther(kind, informer(kind));
  }

  /** Kinds besides Pods and Nodes of which some plugin wants to hear. */
  private otherKinds(): KindDefinition[] {
    const resources = new Set(this.parts.queue.hints.events.map(({ resource }) => resource));
    return kinds.filter((kind) => {
      if (kind.kind === 'Pod' || kind.kind === 'Node') return false;
      return resources.has(kind.group === '' ? kind.kind : `${kind.group}/${kind.kind}`);
    });
  }

  private registerOther(kind: KindDefinition, informer: Informer): void {
    const resource = kind.group === '' ? kind.kind : `${kind.group}/${kind.kind}`;
    const moveAll = (action: number, before: KubeObject | undefined, after: KubeObject | undefined) =>
      this.parts.queue.moveAll({ resource, action }, before, after);
    informer.on({
      add: (object) => moveAll(Add, undefined, object),
      update: (before, after) => moveAll(Update, before, after),
      delete: (object) => moveAll(Delete, object, undefined),
    });
  }

  private isResponsibleFor(pod: Pod): boolean {
    return this.parts.frameworks.has(pod.spec?.schedulerName ?? '');
  }

  private addPod(pod: Pod): void {
    if (pod.spec?.nodeName) this.addAssigned(pod);
    else if (this.isResponsibleFor(pod)) {
      this.parts.queue.add(pod);
      this.parts.nominator.add(pod);
    }
  }

  /** addAssignedPodToCache: the Pod counts where it is, no longer where it was assumed to be. */
  private addAssigned(pod: Pod): void {
    this.parts.cache.assumed.delete(keyOfObject(pod));
    this.parts.queue.moveAll(assignedPodAdd, undefined, pod);
  }

  private updatePod(before: Pod, after: Pod): void {
    if (before.metadata.uid !== after.metadata.uid) {
      this.deletePod(before);
      this.addPod(after);
    } else if (before.spec?.nodeName) this.updateAssigned(before, after);
    else if (after.spec?.nodeName) {
      this.addAssigned(after);
      if (this.isResponsibleFor(before)) this.dequeue(keyOfObject(before));
    } else if (this.isResponsibleFor(before)) this.updateWaiting(before, after);
  }

  private updateAssigned(before: Pod, after: Pod): void {
    const { queue } = this.parts;
    // With nobody waiting, nobody need know what changed.
    if (queue.count('unschedulablePods') === 0 && queue.inFlight.size === 0) return;
    for (const event of podSchedulingPropertiesChange('AssignedPod', before, after))
      queue.moveAll(event, before, after);
  }

  private updateWaiting(before: Pod, after: Pod): void {
    const { cache, queue, nominator } = this.parts;
    if (cache.isAssumed(after)) {
      if (after.metadata.deletionTimestamp && !before.metadata.deletionTimestamp) this.forgetAssumed(after);
      return;
    }
    nominator.update(before, after);
    queue.update(before, after);
    const nominated = before.status?.nominatedNodeName;
    if (nominated && nominated !== after.status?.nominatedNodeName) this.freeNomination(before);
  }

  private deletePod(pod: Pod): void {
    if (pod.spec?.nodeName) {
      this.parts.queue.moveAll(assignedPodDelete, pod, undefined);
    } else if (this.isResponsibleFor(pod)) {
      this.dequeue(keyOfObject(pod));
      if (this.parts.cache.assumed.get(keyOfObject(pod))?.uid === pod.metadata.uid) this.forgetAssumed(pod);
      else if (pod.status?.nominatedNodeName) this.freeNomination(pod);
    }
  }

  private dequeue(key: string): void {
    this.parts.nominator.delete(key);
    this.parts.queue.delete(key);
  }

  /** handleAssumedPodDeletion: it must not keep its place while the call that binds it fails. */
  private forgetAssumed(pod: Pod): void {
    const { cache, queue } = this.parts;
    const key = keyOfObject(pod);
    const uid = pod.metadata.uid ?? '';
    const node = cache.assumed.get(key)?.node ?? '';
    const gone = { ...pod, spec: { ...pod.spec, nodeName: node } as Pod['spec'] };
    if (this.bindings.reject(uid, '', 'removed')) return;
    if (this.bindings.forget(key, uid, node)) queue.moveAll(assignedPodDelete, gone, undefined);
  }

  /** The room that was kept for a nominated Pod is there for those that matter no more than it did. */
  private freeNomination(pod: Pod): void {
    const priority = pod.spec?.priority ?? 0;
    this.parts.queue.moveAll(assignedPodDelete, pod, undefined, (other) => (other.spec?.priority ?? 0) <= priority);
  }
}
