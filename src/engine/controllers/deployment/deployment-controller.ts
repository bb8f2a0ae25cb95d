// Models: pkg/controller/deployment/deployment_controller.go
// Simplified: whether a Recreate Deployment has lost its last Pod is read from the caches, upstream lists its
//   ReplicaSets from the API server for that.
// Not modelled: —

import { equalJson } from '../../../shared/json';
import { type KindDefinition, kindOf } from '../../api/kinds';
import { controllerOf, type KubeObject, keyOf, keyOfObject } from '../../api/meta';
import { isEverything, labelSelectorMatches, selectorFromLabelSelector } from '../../api/selectors';
import type { Deployment, OwnerReference, Pod, ReplicaSet } from '../../api/types';
import type { Controller, ControllerContext, ControllerDefinition, SyncResult } from '../../client/controller';
import type { Informer } from '../../client/informer';
import type { Session } from '../../client/session';
import { GroupIndex } from '../../kernel/group-index';
import type { Table } from '../../kernel/table';
import { claimChildren, orphanGroup, ownerGroup } from '../controller-ref-manager';
import { failureOf, SyncError } from '../status-error';
import { boundsOf, type DeploymentBounds } from './bounds';
import { rolloutRecreate } from './recreate';
import { rollback, rollbackTo } from './rollback';
import { rolloutRolling } from './rolling';
import { deployments, type Rollout, replicaSets } from './rollout';
import { checkPausedConditions, isScalingEvent, syncScaling, syncStatusOnly } from './sync';

const pods = kindOf('', 'v1', 'pods') as KindDefinition;

export class DeploymentController implements Controller {
  private readonly context: ControllerContext;
  readonly deployments: Informer<Deployment>;
  readonly sets: Informer<ReplicaSet>;
  readonly pods: Informer<Pod>;
  private readonly setsByOwner: GroupIndex<ReplicaSet>;
  private readonly podsByOwner: GroupIndex<Pod>;
  /** By key, the bounds that the last sync resolved: state for pictures, the controller never reads it. */
  private readonly bounds: Table<DeploymentBounds>;

  constructor(context: ControllerContext) {
    this.context = context;
    this.deployments = context.informer<Deployment>(deployments);
    this.sets = context.informer<ReplicaSet>(replicaSets);
    this.pods = context.informer<Pod>(pods);
    this.setsByOwner = GroupIndex.on(this.sets.cache, ownerGroup);
    this.podsByOwner = GroupIndex.on(this.pods.cache, ownerGroup);
    this.bounds = context.kernel.table<DeploymentBounds>('deployment-bounds');
  }

  register(): void {
    this.deployments.on({
      add: (deployment) => this.enqueue(deployment),
      update: (_before, deployment) => this.enqueue(deployment),
      delete: (deployment) => this.enqueue(deployment),
    });
    this.sets.on({
      add: (set) => this.addReplicaSet(set),
      update: (before, set) => this.updateReplicaSet(before, set),
      delete: (set) => this.deleteReplicaSet(set),
    });
    this.pods.on({ delete: (pod) => this.deletePod(pod) });
  }

  private enqueue(deployment: KubeObject): void {
    this.context.queue.add(keyOfObject(deployment));
  }

  /** The cached Deployment that a reference means, by name and uid. */
  private resolve(namespace: string | undefined, reference: OwnerReference | undefined): Deployment | undefined {
    if (reference?.kind !== 'Deployment') return undefined;
    const found = this.deployments.get(keyOf(namespace, reference.name));
    return found?.metadata.uid === reference.uid ? found : undefined;
  }

  private enqueueOwner(set: ReplicaSet): void {
    const owner = this.resolve(set.metadata.namespace, controllerOf(set));
    if (owner) this.enqueue(owner);
  }

  private enqueueMatching(set: ReplicaSet): void {
    const { labels, namespace } = set.metadata;
    if (!labels || Object.keys(labels).length === 0) return;
    for (const deployment of this.deployments.inNamespace(namespace ?? '')) {
      const { selector } = deployment.spec ?? {};
      const parsed = selectorFromLabelSelector(selector).selector;
      if (parsed && !isEverything(parsed) && labelSelectorMatches(selector, labels)) this.enqueue(deployment);
    }
  }

  private addReplicaSet(set: ReplicaSet): void {
    if (set.metadata.deletionTimestamp) this.deleteReplicaSet(set);
    else if (controllerOf(set)) this.enqueueOwner(set);
    else this.enqueueMatching(set);
  }

  private updateReplicaSet(before: ReplicaSet, set: ReplicaSet): void {
    if (before.metadata.resourceVersion === set.metadata.resourceVersion) return;
    const owner = controllerOf(set);
    const changed = !equalJson(controllerOf(before), owner);
    if (changed && controllerOf(before)) this.enqueueOwner(before);
    if (owner) this.enqueueOwner(set);
    else if (changed || !equalJson(before.metadata.labels, set.metadata.labels)) this.enqueueMatching(set);
  }

  private deleteReplicaSet(set: ReplicaSet): void {
    this.enqueueOwner(set);
  }

  /** A Recreate Deployment goes on when its last Pod is gone. */
  private deletePod(pod: Pod): void {
    const reference = controllerOf(pod);
    if (reference?.kind !== 'ReplicaSet') return;
    const set = this.sets.get(keyOf(pod.metadata.namespace, reference.name));
    if (!set || set.metadata.uid !== reference.uid) return;
    const deployment = this.resolve(set.metadata.namespace, controllerOf(set));
    if (deployment?.spec?.strategy?.type !== 'Recreate') return;
    const siblings = this.setsByOwner.rows(deployment.metadata.uid ?? '');
    if (siblings.every((sibling) => this.podsByOwner.count(sibling.metadata.uid ?? '') === 0)) this.enqueue(deployment);
  }

  readonly lookUp = (key: string): ReplicaSet | undefined => this.sets.get(key);

  /** One sync's state. `sets`: the ReplicaSets that the Deployment controls. */
  rollout(deployment: Deployment, session: Session, sets: readonly ReplicaSet[]): Rollout {
    const { queue, recorder, kernel } = this.context;
    const key = keyOfObject(deployment);
    return {
      deployment,
      sets,
      session,
      recorder,
      decide: (decision) => {
        const { name, namespace } = deployment.metadata;
        const subject = `deployments/${namespace}/${name}`;
        const event = {
          actor: session.actor,
          verb: 'sync.decide',
          subject,
          level: 'action',
          detail: decision,
        } as const;
        kernel.cause = kernel.emit(event);
      },
      podsOf: (set) => this.podsByOwner.rows(set.metadata.uid ?? ''),
      // A deadline that is waited for is no work: a rollout that is stuck has settled.
      enqueueAfter: (delayMicros) => queue.addAfter(key, session.at - kernel.now + delayMicros, { background: true }),
      enqueueRateLimited: () => queue.addRateLimited(key),
    };
  }

  private claimReplicaSets(deployment: Deployment, session: Session): ReplicaSet[] {
    const { name, namespace, uid } = deployment.metadata;
    const parsed = selectorFromLabelSelector(deployment.spec?.selector);
    if (parsed.error !== undefined) {
      throw new SyncError(`deployment ${namespace}/${name} has invalid label selector: ${parsed.error}`);
    }
    const candidates = [...this.setsByOwner.rows(uid ?? ''), ...this.setsByOwner.rows(orphanGroup(namespace))];
    return claimChildren(
      {
        session,
        controller: deployment,
        controllerKind: deployments,
        childKind: replicaSets,
        selector: parsed.selector,
      },
      candidates,
    );
  }

  sync(key: string, session: Session): SyncResult {
    const deployment = this.deployments.get(key);
    if (deployment) this.bounds.set(key, boundsOf(deployment, this.bounds.get(key)));
    else this.bounds.delete(key);
    return deployment ? failureOf(() => this.syncDeployment(deployment, session)) : undefined;
  }

  private syncDeployment(deployment: Deployment, session: Session): void {
    const { selector, paused, strategy } = deployment.spec ?? {};
    if (selector && equalJson(selector, {})) {
      this.refuseSelectingAll(deployment, session);
      return;
    }
    const rollout = this.rollout(deployment, session, this.claimReplicaSets(deployment, session));
    if (deployment.metadata.deletionTimestamp) {
      syncStatusOnly(rollout, this.lookUp);
      return;
    }
    checkPausedConditions(rollout);
    const wanted = rollbackTo(deployment);
    if (paused) syncScaling(rollout, this.lookUp);
    else if (wanted !== undefined) rollback(rollout, this.lookUp, wanted);
    else if (isScalingEvent(rollout, this.lookUp)) syncScaling(rollout, this.lookUp);
    else if (strategy?.type === 'Recreate') rolloutRecreate(rollout, this.lookUp);
    else if (strategy?.type === 'RollingUpdate') rolloutRolling(rollout, this.lookUp);
    else throw new SyncError(`unexpected deployment strategy type: ${strategy?.type ?? ''}`);
  }

  private refuseSelectingAll(deployment: Deployment, session: Session): void {
    const message = 'This deployment is selecting all pods. A non-empty selector is required.';
    this.context.recorder.event(deployments, deployment, 'Warning', 'SelectingAll', message);
    const generation = deployment.metadata.generation ?? 0;
    if ((deployment.status?.observedGeneration ?? 0) >= generation) return;
    session.updateStatus(deployments, {
      ...deployment,
      status: { ...deployment.status, observedGeneration: generation },
    });
  }
}

export const deploymentController: ControllerDefinition = {
  name: 'deployment',
  workers: 5,
  actor: 'deployment-controller',
  maxRetries: 15,
  build: (context) => new DeploymentController(context),
};
