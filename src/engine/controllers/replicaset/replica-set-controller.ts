// Models: pkg/controller/replicaset/replica_set.go
// Simplified: the Pods next to which a Pod counts as doubled on its node are those that the ReplicaSets of the same
//   owner control; upstream asks the ReplicaSets' selectors.
// Not modelled: ReplicationControllers, which the same code serves upstream.

import { equalJson } from '../../../shared/json';
import { controllerOf, keyOf, keyOfObject } from '../../api/meta';
import { isEverything, labelSelectorMatches, matchesLabels, selectorFromLabelSelector } from '../../api/selectors';
import type { OwnerReference, Pod, ReplicaSet } from '../../api/types';
import type { Controller, ControllerContext, ControllerDefinition, SyncResult } from '../../client/controller';
import { Expectations } from '../../client/expectations';
import type { Informer } from '../../client/informer';
import type { Session } from '../../client/session';
import { GroupIndex } from '../../kernel/group-index';
import { ConsistencyStore } from '../consistency-store';
import { claimChildren, orphanGroup, ownerGroup } from '../controller-ref-manager';
import { isPodReady, nextAvailabilityMicros } from '../pod-activity';
import { failureOf, SyncError } from '../status-error';
import { manageReplicas } from './manage-replicas';
import { pods } from './pod-control';
import { type Replica, remembering, replicaMaker } from './replica';
import { calculateStatus, replicaSets, replicasOf, updateReplicaSetStatus } from './status';

const name = 'replicaset';

export class ReplicaSetController implements Controller {
  private readonly context: ControllerContext;
  readonly sets: Informer<ReplicaSet>;
  readonly pods: Informer<Pod>;
  readonly expectations: Expectations;
  private readonly consistency: ConsistencyStore;
  private readonly replicaOf = replicaMaker();
  private readonly podsByOwner: GroupIndex<Pod, Replica>;
  private readonly setsByOwner: GroupIndex<ReplicaSet>;

  constructor(context: ControllerContext) {
    this.context = context;
    this.sets = context.informer<ReplicaSet>(replicaSets);
    this.pods = context.informer<Pod>(pods);
    this.expectations = new Expectations(context.kernel, name);
    this.consistency = new ConsistencyStore(context.kernel, name, [this.pods as never, this.sets as never]);
    this.podsByOwner = GroupIndex.deriving(this.pods.cache, ownerGroup, this.replicaOf);
    this.setsByOwner = GroupIndex.on(this.sets.cache, (set) => controllerOf(set)?.uid);
  }

  register(): void {
    this.sets.on({
      add: (set) => this.enqueue(set),
      update: (before, set) => this.updateReplicaSet(before, set),
      delete: (set) => this.deleteReplicaSet(set),
    });
    this.pods.on({
      add: (pod) => this.addPod(pod),
      update: (before, pod) => this.updatePod(before, pod),
      delete: (pod) => this.deletePod(pod),
    });
  }

  private enqueue(set: ReplicaSet): void {
    this.context.queue.add(keyOfObject(set));
  }

  private resolve(namespace: string | undefined, reference: OwnerReference): ReplicaSet | undefined {
    if (reference.kind !== 'ReplicaSet') return undefined;
    const found = this.sets.get(keyOf(namespace, reference.name));
    return found?.metadata.uid === reference.uid ? found : undefined;
  }

  private enqueueMatching(pod: Pod): void {
    const { labels, namespace } = pod.metadata;
    if (!labels || Object.keys(labels).length === 0) return;
    for (const set of this.sets.inNamespace(namespace ?? '')) {
      const { selector } = set.spec ?? {};
      const parsed = selectorFromLabelSelector(selector).selector;
      if (parsed && !isEverything(parsed) && labelSelectorMatches(selector, labels)) this.enqueue(set);
    }
  }

  private updateReplicaSet(before: ReplicaSet, set: ReplicaSet): void {
    if (before.metadata.uid !== set.metadata.uid) this.deleteReplicaSet(before);
    this.enqueue(set);
  }

  private deleteReplicaSet(set: ReplicaSet): void {
    const key = keyOfObject(set);
    this.consistency.clear(key, set.metadata.uid);
    this.expectations.deleteExpectations(key);
    this.context.queue.add(key);
  }

  private addPod(pod: Pod): void {
    if (pod.metadata.deletionTimestamp) {
      this.deletePod(pod);
      return;
    }
    const reference = controllerOf(pod);
    if (!reference) {
      this.enqueueMatching(pod);
      return;
    }
    const set = this.resolve(pod.metadata.namespace, reference);
    if (!set) return;
    this.expectations.creationObserved(keyOfObject(set));
    this.enqueue(set);
  }

  private updatePod(before: Pod, pod: Pod): void {
    if (before.metadata.resourceVersion === pod.metadata.resourceVersion) return;
    const labelsChanged = !equalJson(before.metadata.labels, pod.metadata.labels);
    if (pod.metadata.deletionTimestamp) {
      this.deletePod(pod);
      if (labelsChanged) this.deletePod(before);
      return;
    }
    const owner = controllerOf(pod);
    const ownerBefore = controllerOf(before);
    const ownerChanged = !equalJson(ownerBefore, owner);
    if (ownerChanged && ownerBefore) {
      const set = this.resolve(before.metadata.namespace, ownerBefore);
      if (set) this.enqueue(set);
    }
    if (!owner) {
      if (labelsChanged || ownerChanged) this.enqueueMatching(pod);
      return;
    }
    const set = this.resolve(pod.metadata.namespace, owner);
    if (!set) return;
    this.enqueue(set);
    const minReadySeconds = set.spec?.minReadySeconds ?? 0;
    if (minReadySeconds > 0 && !isPodReady(before) && isPodReady(pod)) {
      this.context.queue.addAfter(keyOfObject(set), minReadySeconds * 1e6);
    }
  }

  /** A Pod that is being deleted counts as gone: its place can be taken at once. */
  private deletePod(pod: Pod): void {
    const reference = controllerOf(pod);
    const set = reference && this.resolve(pod.metadata.namespace, reference);
    if (!set) return;
    this.expectations.deletionObserved(keyOfObject(set), keyOfObject(pod));
    this.enqueue(set);
  }

  sync(key: string, session: Session): SyncResult {
    const stale = this.consistency.ensureReady(key);
    if (stale !== undefined) return { error: stale };
    const set = this.sets.get(key);
    if (!set) {
      this.consistency.clear(key);
      this.expectations.deleteExpectations(key);
      return undefined;
    }
    return failureOf(() => this.syncReplicaSet(key, set, session));
  }

  private syncReplicaSet(key: string, set: ReplicaSet, session: Session): void {
    const { queue, recorder, kernel } = this.context;
    const needsSync = this.expectations.satisfied(key);
    const { selector } = selectorFromLabelSelector(set.spec?.selector);
    if (!selector) return;
    const { uid = '', namespace, deletionTimestamp } = set.metadata;
    const selects = remembering((labels) => matchesLabels(selector, labels));
    const activePods: Replica[] = [];
    const unclear: Pod[] = [];
    let terminating = 0;
    for (const replica of this.podsByOwner.values(uid)) {
      const selected = selects(replica.labels);
      if (replica.active) {
        if (selected) activePods.push(replica);
        else unclear.push(replica.pod);
      } else if (replica.terminating && selected) terminating++;
    }
    for (const orphan of this.podsByOwner.values(orphanGroup(namespace))) {
      if (orphan.active && selects(orphan.labels)) unclear.push(orphan.pod);
    }
    const claim = { session, controller: set, controllerKind: replicaSets, childKind: pods, selector };
    for (const pod of claimChildren(claim, unclear)) activePods.push(this.replicaOf(pod));
    let failure: string | undefined;
    if (needsSync && !deletionTimestamp) {
      const synced = kernel.cause;
      this.decide(set, activePods.length, session);
      failure = manageReplicas(
        {
          control: { session, recorder, controller: set, kind: replicaSets },
          set,
          expectations: this.expectations,
          relatedPods: () => this.relatedPods(set),
          wrotePod: (pod) => this.consistency.wroteAt(key, uid, pods.resource, pod),
        },
        activePods,
      );
      kernel.cause = synced;
    }
    const status = calculateStatus(set, activePods, terminating, failure, session.epochMicros);
    const evaluatedMicros = session.epochMicros;
    const updated = updateReplicaSetStatus(session, set, status);
    if (updated !== set) this.consistency.wroteAt(key, uid, replicaSets.resource, updated);
    const minReadySeconds = updated.spec?.minReadySeconds ?? 0;
    if (minReadySeconds > 0 && (updated.status?.readyReplicas ?? 0) !== (updated.status?.availableReplicas ?? 0)) {
      const active = activePods.map(({ pod }) => pod);
      const wait = nextAvailabilityMicros(active, minReadySeconds, evaluatedMicros) ?? minReadySeconds * 1e6;
      const elapsed = session.epochMicros - evaluatedMicros;
      queue.addAfter(key, session.at - kernel.now + Math.max(0, wait - elapsed));
    }
    if (failure !== undefined) throw new SyncError(failure);
  }

  /** Records what the count came to, if Pods must come or go; what is written then is caused by it. */
  private decide(set: ReplicaSet, active: number, session: Session): void {
    const { kernel } = this.context;
    const wanted = replicasOf(set);
    if (active === wanted) return;
    const { namespace, name: setName } = set.metadata;
    kernel.cause = kernel.emit({
      actor: session.actor,
      verb: 'sync.decide',
      subject: `replicasets/${namespace}/${setName}`,
      level: 'action',
      detail: { side: active < wanted ? 'create' : 'delete', pods: active, wanted },
    });
  }

  /** The Pods of all ReplicaSets that the owner of this one has, whatever their phase. */
  private relatedPods(set: ReplicaSet): Pod[] {
    const owner = controllerOf(set);
    if (!owner) return [];
    const siblings = this.setsByOwner.values(owner.uid);
    return siblings.flatMap(({ metadata }) => this.podsByOwner.values(metadata.uid ?? '').map(({ pod }) => pod));
  }
}

export const replicaSetController: ControllerDefinition = {
  name,
  workers: 5,
  actor: 'replicaset-controller',
  build: (context) => new ReplicaSetController(context),
};
