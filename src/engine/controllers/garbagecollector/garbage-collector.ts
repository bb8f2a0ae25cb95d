// Models: pkg/controller/garbagecollector/garbagecollector.go (attemptToDeleteItem, attemptToOrphanWorker, isDangling,
//   classifyReferences, processDeletingDependentsItem), operations.go, patch.go
// Simplified: the two queues name objects by uid; deleting and orphaning workers have a client limit each, of twice
//   kube-api-qps, upstream's share one.
// Not modelled: monitors of kinds that are no longer served, which stay; discovery failures.

import { equalJson } from '../../../shared/json';
import { isEstablished } from '../../api/custom/definition-conditions';
import { type KindDefinition, kindOf, kinds, tableName } from '../../api/kinds';
import type { KubeObject } from '../../api/meta';
import type { CustomResourceDefinition, OwnerReference } from '../../api/types';
import type { Controller, ControllerContext, ControllerDefinition, SyncResult } from '../../client/controller';
import type { Session } from '../../client/session';
import type { WorkQueue } from '../../client/work-queue';
import { deleteOwnerRefPatch } from '../controller-ref-manager';
import { failureOf, orThrow, StatusError, SyncError } from '../status-error';
import { DependencyGraph, type GraphNode } from './graph';
import { foregroundFinalizer, GraphBuilder, hasFinalizer, orphanFinalizer } from './graph-builder';
import { type Identity, identityOfOwner, identityText } from './identity';

/** Events are not collected: nothing depends on them, and there are many. */
const ignoredResources: ReadonlySet<string> = new Set(['events']);

const monitoredKinds = (): readonly KindDefinition[] => kinds.filter(({ resource }) => !ignoredResources.has(resource));

/** How often the kinds that are watched are compared with discovery, microseconds. */
const resyncMicros = 30_000_000;

/** retry.DefaultBackoff has four steps. */
const conflictRetries = 4;

interface ClassifiedReferences {
  readonly solid: readonly OwnerReference[];
  readonly dangling: readonly OwnerReference[];
  readonly waiting: readonly OwnerReference[];
}

/** What both kinds of workers do to objects; the graph says which. */
class GarbageCollection {
  readonly graph: DependencyGraph;
  readonly builder: GraphBuilder;
  private readonly context: ControllerContext;
  private readonly queues: GarbageQueueNames;

  constructor(context: ControllerContext, queues: GarbageQueueNames) {
    this.context = context;
    this.queues = queues;
    this.graph = new DependencyGraph(context.kernel);
    this.builder = new GraphBuilder(
      this.graph,
      {
        attemptToDelete: (uid) => queues.attemptToDelete?.add(uid),
        attemptToDeleteRateLimited: (uid) => queues.attemptToDelete?.addRateLimited(uid),
        attemptToOrphan: (uid) => queues.attemptToOrphan?.add(uid),
      },
      context.recorder,
      ({ apiVersion, kind }) => context.kindByGvk(apiVersion, kind),
    );
  }

  register(): void {
    for (const kind of monitoredKinds()) this.monitor(kind);
    const known = new Set<string>();
    this.context.onCustomKind((kind) => {
      if (kind.view || known.has(tableName(kind))) return;
      known.add(tableName(kind));
      this.monitor(kind);
    });
    const definitions = kindOf('apiextensions.k8s.io', 'v1', 'customresourcedefinitions') as KindDefinition;
    this.context.informer(definitions).on({
      add: (object) => this.resync(undefined, object as CustomResourceDefinition),
      update: (before, object) => this.resync(before as CustomResourceDefinition, object as CustomResourceDefinition),
    });
  }

  private monitor(kind: KindDefinition): void {
    this.context.informer(kind).on({
      add: (object) => this.builder.observe(kind, undefined, object),
      update: (before, object) => this.update(kind, before, object),
      delete: (object) => this.builder.observeDeletion(kind, object),
    });
  }

  /** Discovery is asked twice a minute; what it has learned by then is watched from then on. */
  private resync(before: CustomResourceDefinition | undefined, definition: CustomResourceDefinition): void {
    if (!isEstablished(definition) || (before && isEstablished(before))) return;
    const { kernel } = this.context;
    const at = (Math.floor(kernel.now / resyncMicros) + 1) * resyncMicros;
    const { group, names, versions } = definition.spec;
    const stored = versions.find(({ storage }) => storage)?.name ?? '';
    const kind = this.context.kindByGvk(`${group}/${stored}`, names.kind);
    if (kind) this.context.startInformer(kind, at);
  }

  private kindOrThrow(apiVersion: string, kind: string): KindDefinition {
    const found = this.context.kindByGvk(apiVersion, kind);
    if (!found) throw new SyncError(`unable to get REST mapping for ${apiVersion}/${kind}.`);
    return found;
  }

  /** An object that was deleted and made again while nobody watched comes as one update. */
  private update(kind: KindDefinition, before: KubeObject, object: KubeObject): void {
    const again = before.metadata.uid !== object.metadata.uid;
    if (again) this.builder.observeDeletion(kind, before);
    this.builder.observe(kind, again ? undefined : before, object);
  }

  /** One look at an object that may be garbage. */
  attemptToDelete(uid: string, session: Session): void {
    const node = this.graph.get(uid);
    if (!node) return;
    if (node.beingDeleted && !node.deletingDependents) return;
    const { identity } = node;
    const kind = this.kindOrThrow(identity.apiVersion, identity.kind);
    const latest = session.get(kind, identity.namespace, identity.name);
    if (!latest.ok && latest.status.reason !== 'NotFound') throw new StatusError(latest.status);
    if (!latest.ok || latest.object.metadata.uid !== uid) {
      this.builder.confirmAbsent(identity);
      return;
    }
    if (node.deletingDependents) this.processDeletingDependents(node, session);
    else this.deleteUnlessOwned(node, kind, latest.object, session);
    const now = this.graph.get(uid);
    if (now?.virtual) throw new SyncError(`item ${identityText(identity)} hasn't been observed via informer yet`);
  }

  private deleteUnlessOwned(node: GraphNode, kind: KindDefinition, latest: KubeObject, session: Session): void {
    const references = latest.metadata.ownerReferences ?? [];
    if (references.length === 0) return;
    const classified = this.classify(node.identity, references, session);
    if (!classified) return;
    const { solid, dangling, waiting } = classified;
    const { uid } = node.identity;
    if (solid.length > 0) {
      const gone = [...dangling, ...waiting].map((reference) => reference.uid);
      if (gone.length > 0) this.removeOwners(node.identity, gone, session);
      return;
    }
    if (waiting.length > 0 && this.graph.hasDependents(uid)) {
      if (this.graph.dependents(uid).some(({ deletingDependents }) => deletingDependents))
        this.unblockOwners(node, session);
      this.deleteObject(node.identity, kind, latest, 'Foreground', session);
      return;
    }
    const policy = hasFinalizer(latest, orphanFinalizer)
      ? 'Orphan'
      : hasFinalizer(latest, foregroundFinalizer)
        ? 'Foreground'
        : 'Background';
    this.deleteObject(node.identity, kind, latest, policy, session);
  }

  /** Owners that exist, owners that do not, and owners that wait for this object to go. `undefined`: cannot be said, ever. */
  private classify(
    item: Identity,
    references: readonly OwnerReference[],
    session: Session,
  ): ClassifiedReferences | undefined {
    const solid: OwnerReference[] = [];
    const dangling: OwnerReference[] = [];
    const waiting: OwnerReference[] = [];
    for (const reference of references) {
      if (
        this.graph.isAbsent(identityOfOwner(reference, '')) ||
        this.graph.isAbsent(identityOfOwner(reference, item.namespace))
      ) {
        dangling.push(reference);
        continue;
      }
      const kind = this.kindOrThrow(reference.apiVersion, reference.kind);
      if (kind.namespaced && item.namespace === '') return undefined;
      const namespace = kind.namespaced ? item.namespace : '';
      const owner = session.get(kind, namespace, reference.name);
      if (!owner.ok && owner.status.reason !== 'NotFound') throw new StatusError(owner.status);
      if (!owner.ok || owner.object.metadata.uid !== reference.uid) {
        this.graph.addAbsent(identityOfOwner(reference, namespace));
        dangling.push(reference);
      } else if (owner.object.metadata.deletionTimestamp && hasFinalizer(owner.object, foregroundFinalizer)) {
        waiting.push(reference);
      } else solid.push(reference);
    }
    return { solid, dangling, waiting };
  }

  /** An object that waits for its dependents goes when none of those that block it is left. */
  private processDeletingDependents(node: GraphNode, session: Session): void {
    const blocking = this.graph.blockingDependents(node.identity.uid);
    if (blocking.length === 0) {
      this.removeFinalizer(node.identity, foregroundFinalizer, session);
      return;
    }
    for (const dependent of blocking) {
      if (!dependent.deletingDependents) this.queues.attemptToDelete?.add(dependent.identity.uid);
    }
  }

  /** Frees the dependents of an owner and lets it go. */
  attemptToOrphan(uid: string, session: Session): void {
    const owner = this.graph.get(uid);
    if (!owner) return;
    const dependents = this.graph.dependents(uid);
    const errors: string[] = [];
    session.together(dependents.length, (index) => {
      const { identity } = dependents[index] as GraphNode;
      const failed = failureOf(() => this.removeOwners(identity, [uid], session, true));
      if (failed) errors.push(`orphaning ${identityText(identity)} failed, ${failed.error}`);
    });
    if (errors.length > 0) {
      const text = errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`;
      throw new SyncError(`failed to orphan dependents of owner ${identityText(owner.identity)}, got errors: ${text}`);
    }
    this.removeFinalizer(owner.identity, orphanFinalizer, session);
  }

  /** Custom kinds take no strategic merge patch: theirs says which owners stay. */
  private removeOwners(identity: Identity, gone: readonly string[], session: Session, missingIsFine = false): void {
    const kind = this.kindOrThrow(identity.apiVersion, identity.kind);
    if (!kind.custom) {
      this.patch(identity, deleteOwnerRefPatch(identity.uid, gone), session, missingIsFine);
      return;
    }
    const latest = session.get(kind, identity.namespace, identity.name);
    if (!latest.ok && missingIsFine && latest.status.reason === 'NotFound') return;
    const { ownerReferences = [], resourceVersion } = orThrow(latest).metadata;
    const stay = ownerReferences.filter(({ uid }) => !gone.includes(uid));
    this.patch(identity, { metadata: { resourceVersion, ownerReferences: stay } }, session, missingIsFine);
  }

  private patch(identity: Identity, patch: unknown, session: Session, missingIsFine = false): void {
    const kind = this.kindOrThrow(identity.apiVersion, identity.kind);
    const { namespace, name } = identity;
    const type = kind.custom ? 'application/merge-patch+json' : 'application/strategic-merge-patch+json';
    const patched = session.patch(kind, namespace, name, type, patch);
    if (!patched.ok && !(missingIsFine && patched.status.reason === 'NotFound')) throw new StatusError(patched.status);
  }

  /** Breaks what looks like a circle: the object's owners no longer have to wait for it. */
  private unblockOwners({ identity, owners }: GraphNode, session: Session): void {
    // A merge patch names all of them, a strategic one those that it changes.
    const { custom } = this.kindOrThrow(identity.apiVersion, identity.kind);
    const ownerReferences = owners
      .filter(({ blockOwnerDeletion }) => custom || blockOwnerDeletion === true)
      .map((owner) => (owner.blockOwnerDeletion === true ? { ...owner, blockOwnerDeletion: false } : owner));
    this.patch(identity, { metadata: { uid: identity.uid, ownerReferences } }, session);
  }

  /** Deletes exactly the object that was looked at, unless meanwhile somebody else became its owner. */
  private deleteObject(
    identity: Identity,
    kind: KindDefinition,
    latest: KubeObject,
    policy: string,
    session: Session,
  ): void {
    const { uid, namespace, name } = identity;
    const { resourceVersion, ownerReferences } = latest.metadata;
    const remove = (preconditions: unknown) =>
      session.delete(kind, namespace, name, { preconditions, propagationPolicy: policy });
    let deleted = remove({ uid, resourceVersion });
    if (!deleted.ok && deleted.status.reason === 'Conflict') {
      const live = session.get(kind, namespace, name);
      if (!live.ok && live.status.reason !== 'NotFound') throw new StatusError(live.status);
      if (!live.ok || live.object.metadata.uid !== uid) return;
      const unchanged = equalJson(live.object.metadata.ownerReferences, ownerReferences);
      if (live.object.metadata.resourceVersion === resourceVersion || !unchanged) throw new StatusError(deleted.status);
      deleted = remove({ uid });
    }
    if (deleted.ok) return;
    if (deleted.status.reason !== 'NotFound') throw new StatusError(deleted.status);
    this.builder.confirmAbsent(identity);
  }

  private removeFinalizer(identity: Identity, finalizer: string, session: Session): void {
    const kind = this.kindOrThrow(identity.apiVersion, identity.kind);
    const { namespace, name } = identity;
    for (let attempt = 1; ; attempt++) {
      const owner = session.get(kind, namespace, name);
      if (!owner.ok && owner.status.reason === 'NotFound') return;
      const { finalizers, resourceVersion } = orThrow(owner).metadata;
      if (!finalizers?.includes(finalizer)) return;
      const left = finalizers.filter((other) => other !== finalizer);
      const patch = { metadata: { resourceVersion, finalizers: left.length === 0 ? null : left } };
      const patched = session.patch(kind, namespace, name, 'application/merge-patch+json', patch);
      if (patched.ok) return;
      if (patched.status.reason !== 'Conflict' || attempt >= conflictRetries) throw new StatusError(patched.status);
    }
  }
}

interface GarbageQueueNames {
  attemptToDelete?: WorkQueue;
  attemptToOrphan?: WorkQueue;
}

/** The garbage collector's two kinds of workers, over one graph. Called once for each manager. */
export function garbageCollector(): readonly ControllerDefinition[] {
  const queues: GarbageQueueNames = {};
  let collection: GarbageCollection | undefined;
  const deleting: ControllerDefinition = {
    name: 'garbage_collector_attempt_to_delete',
    workers: 20,
    actor: 'garbage-collector-controller',
    build: (context) => {
      queues.attemptToDelete = context.queue;
      const mine = new GarbageCollection(context, queues);
      collection = mine;
      const controller: Controller = {
        register: () => mine.register(),
        sync: (uid, session): SyncResult => failureOf(() => mine.attemptToDelete(uid, session)),
      };
      return controller;
    },
  };
  const orphaning: ControllerDefinition = {
    name: 'garbage_collector_attempt_to_orphan',
    workers: 20,
    actor: 'garbage-collector-controller',
    build: (context) => {
      queues.attemptToOrphan = context.queue;
      return {
        register: () => {},
        sync: (uid, session): SyncResult => failureOf(() => collection?.attemptToOrphan(uid, session)),
      };
    },
  };
  return [deleting, orphaning];
}
