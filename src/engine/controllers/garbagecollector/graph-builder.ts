// Models: pkg/controller/garbagecollector/graph_builder.go (processGraphChanges, processTransitions,
//   addDependentToOwners, addUnblockedOwnersToDeleteQueue, partitionDependents, getAlternateOwnerIdentity)
// Simplified: a change reaches the graph in the instant in which it reaches the cache; upstream has a queue between.
// Not modelled: —

import { compareStrings } from '../../../shared/compare';
import { equalJson } from '../../../shared/json';
import type { KindDefinition } from '../../api/kinds';
import type { KubeObject } from '../../api/meta';
import type { OwnerReference } from '../../api/types';
import type { EventRecorder } from '../../client/event-recorder';
import type { DependencyGraph, GraphNode } from './graph';
import { type Identity, identityOf, identityOfOwner, identityText, matchesCoordinates, sameIdentity } from './identity';

export const foregroundFinalizer = 'foregroundDeletion';
export const orphanFinalizer = 'orphan';

export function hasFinalizer(object: KubeObject, finalizer: string): boolean {
  return object.metadata.finalizers?.includes(finalizer) ?? false;
}

function isBeingDeleted(object: KubeObject): boolean {
  return object.metadata.deletionTimestamp !== undefined;
}

/** Whether the object begins here to be deleted with a finalizer: it is now, and was not before. */
function deletionStartsWith(before: KubeObject | undefined, object: KubeObject, finalizer: string): boolean {
  if (!isBeingDeleted(object) || !hasFinalizer(object, finalizer)) return false;
  return !before || !isBeingDeleted(before) || !hasFinalizer(before, finalizer);
}

/** Where the graph puts what must be looked at. */
export interface GarbageQueues {
  attemptToDelete(uid: string): void;
  attemptToDeleteRateLimited(uid: string): void;
  attemptToOrphan(uid: string): void;
}

/** Dependents whose references mean exactly this owner, and those whose references mean something else by its uid. */
function partitionDependents(
  dependents: readonly GraphNode[],
  owner: Identity,
): { matching: GraphNode[]; others: GraphNode[] } {
  const matching: GraphNode[] = [];
  const others: GraphNode[] = [];
  for (const dependent of dependents) {
    const elsewhere = owner.namespace !== '' && owner.namespace !== dependent.identity.namespace;
    const references = dependent.owners.filter(({ uid }) => uid === owner.uid);
    if (!elsewhere && references.some((reference) => matchesCoordinates(reference, owner))) matching.push(dependent);
    if (elsewhere || references.some((reference) => !matchesCoordinates(reference, owner))) others.push(dependent);
  }
  return { matching, others };
}

/** Another name by which dependents mean an owner whose first name turned out to be nobody's; the next in order. */
function alternateIdentity(dependents: readonly GraphNode[], verifiedAbsent: Identity): Identity | undefined {
  const clusterScoped = verifiedAbsent.namespace === '';
  const seen = new Map<string, Identity>();
  for (const { identity, owners } of dependents) {
    for (const owner of owners) {
      if (owner.uid !== verifiedAbsent.uid) continue;
      const sameCoordinates = matchesCoordinates(owner, verifiedAbsent);
      if (sameCoordinates && (clusterScoped || identity.namespace === verifiedAbsent.namespace)) continue;
      const candidate = identityOfOwner(owner, identity.namespace);
      seen.set(identityText(candidate), candidate);
    }
  }
  const absent = identityText(verifiedAbsent);
  const names = [...seen.keys()].sort(compareStrings);
  const next = names.find((name) => name > absent) ?? names[0];
  return next === undefined ? undefined : seen.get(next);
}

export class GraphBuilder {
  private readonly graph: DependencyGraph;
  private readonly queues: GarbageQueues;
  private readonly recorder: EventRecorder;
  private readonly kindOfIdentity: (identity: Identity) => KindDefinition | undefined;

  constructor(
    graph: DependencyGraph,
    queues: GarbageQueues,
    recorder: EventRecorder,
    kindOfIdentity: (identity: Identity) => KindDefinition | undefined,
  ) {
    this.graph = graph;
    this.queues = queues;
    this.recorder = recorder;
    this.kindOfIdentity = kindOfIdentity;
  }

  /** An object appeared in a cache or changed there. */
  observe(kind: KindDefinition, before: KubeObject | undefined, object: KubeObject): void {
    const uid = object.metadata.uid ?? '';
    const existing = this.graph.get(uid);
    if (existing) this.update(this.markObserved(existing, identityOf(kind, object)), before, object);
    else this.insert(identityOf(kind, object), before, object);
  }

  private insert(identity: Identity, before: KubeObject | undefined, object: KubeObject): void {
    const beingDeleted = isBeingDeleted(object);
    const owners = object.metadata.ownerReferences ?? [];
    const deletingDependents = beingDeleted && hasFinalizer(object, foregroundFinalizer);
    const node: GraphNode = { identity, owners, deletingDependents, beingDeleted, virtual: false };
    this.graph.put(node);
    this.addDependentToOwners(node, owners);
    this.processTransitions(node, before, object);
  }

  /** A node that was known by name only is now known to be this object. */
  private markObserved(node: GraphNode, identity: Identity): GraphNode {
    if (!node.virtual) return node;
    if (!sameIdentity(node.identity, identity)) {
      for (const dependent of partitionDependents(this.graph.dependents(identity.uid), identity).others) {
        if (identity.namespace !== '' && dependent.identity.namespace !== identity.namespace) {
          this.reportInvalidNamespace(dependent, identity.uid);
        }
        this.queues.attemptToDelete(dependent.identity.uid);
      }
    }
    const observed: GraphNode = { ...node, identity, virtual: false };
    this.graph.put(observed);
    return observed;
  }

  private update(node: GraphNode, before: KubeObject | undefined, object: KubeObject): void {
    let next = node;
    const owners = object.metadata.ownerReferences ?? [];
    if (node.owners !== owners && !equalJson(node.owners, owners)) {
      this.addUnblockedOwners(node.owners, owners);
      next = { ...next, owners };
    }
    if (isBeingDeleted(object) && !next.beingDeleted) next = { ...next, beingDeleted: true };
    if (next !== node) this.graph.put(next);
    if (next.owners !== node.owners) {
      this.addDependentToOwners(
        next,
        owners.filter(({ uid }) => !node.owners.some((old) => old.uid === uid)),
      );
    }
    this.processTransitions(next, before, object);
  }

  /** An owner whose deletion waited for this dependent may not have to any more. */
  private addUnblockedOwners(before: readonly OwnerReference[], after: readonly OwnerReference[]): void {
    for (const old of before) {
      if (old.blockOwnerDeletion !== true) continue;
      const now = after.find(({ uid }) => uid === old.uid);
      if (now?.blockOwnerDeletion !== true && this.graph.get(old.uid)) this.queues.attemptToDelete(old.uid);
    }
  }

  private processTransitions(node: GraphNode, before: KubeObject | undefined, object: KubeObject): void {
    const { uid } = node.identity;
    if (deletionStartsWith(before, object, orphanFinalizer)) {
      this.queues.attemptToOrphan(uid);
      return;
    }
    if (!deletionStartsWith(before, object, foregroundFinalizer)) return;
    if (!node.deletingDependents) this.graph.put({ ...node, deletingDependents: true });
    for (const dependent of this.graph.dependents(uid)) this.queues.attemptToDelete(dependent.identity.uid);
    this.queues.attemptToDelete(uid);
  }

  /** Owners that nobody has seen get a virtual node, and whether they exist is asked; so are references that do not fit. */
  private addDependentToOwners(node: GraphNode, owners: readonly OwnerReference[]): void {
    let doubtful = false;
    for (const owner of owners) {
      const found = this.graph.get(owner.uid);
      if (!found) {
        const identity = identityOfOwner(owner, node.identity.namespace);
        this.graph.put({ identity, owners: [], deletingDependents: false, beingDeleted: false, virtual: true });
        this.queues.attemptToDelete(owner.uid);
      } else if (!doubtful) {
        doubtful = this.isDoubtful(node, owner, found);
      }
    }
    if (doubtful) this.queues.attemptToDelete(node.identity.uid);
  }

  private isDoubtful(node: GraphNode, owner: OwnerReference, found: GraphNode): boolean {
    const { namespace } = found.identity;
    if (namespace !== '' && namespace !== node.identity.namespace) {
      if (!found.virtual) this.reportInvalidNamespace(node, owner.uid);
      return true;
    }
    if (!matchesCoordinates(owner, found.identity)) return true;
    return namespace === '' && namespace !== node.identity.namespace && found.virtual;
  }

  private reportInvalidNamespace(node: GraphNode, ownerUid: string): void {
    const owner = node.owners.find(({ uid }) => uid === ownerUid);
    const kind = this.kindOfIdentity(node.identity);
    if (!owner || !kind) return;
    const { name, uid, namespace } = node.identity;
    const invalid = identityText(identityOfOwner(owner, namespace));
    const message = `ownerRef ${invalid} does not exist in namespace "${namespace}"`;
    const about = { metadata: { name, uid, ...(namespace === '' ? {} : { namespace }) } };
    this.recorder.event(kind, about, 'Warning', 'OwnerRefInvalidNamespace', message);
  }

  /** An object left a cache. */
  observeDeletion(kind: KindDefinition, object: KubeObject): void {
    const node = this.graph.get(object.metadata.uid ?? '');
    if (node) this.removeNode(node, identityOf(kind, object));
  }

  /** The API server said that there is no such object. */
  confirmAbsent(identity: Identity): void {
    const node = this.graph.get(identity.uid);
    if (!node) return;
    const same = sameIdentity(node.identity, identity);
    if (!node.virtual && same) {
      this.removeNode(node, identity);
      return;
    }
    const { matching, others } = partitionDependents(this.graph.dependents(identity.uid), identity);
    if (node.virtual && others.length === 0) {
      this.removeNode(node, identity);
      return;
    }
    if (matching.length > 0) {
      this.graph.addAbsent(identity);
      for (const dependent of matching) this.queues.attemptToDelete(dependent.identity.uid);
    }
    if (!node.virtual || !same) return;
    const other = alternateIdentity(others, identity);
    if (!other) return;
    this.graph.put({ ...node, identity: other });
    this.queues.attemptToDeleteRateLimited(other.uid);
  }

  private removeNode(node: GraphNode, absent: Identity): void {
    const { uid } = node.identity;
    this.graph.remove(uid);
    const dependents = this.graph.dependents(uid);
    if (dependents.length > 0) this.graph.addAbsent(absent);
    for (const dependent of dependents) this.queues.attemptToDelete(dependent.identity.uid);
    for (const owner of node.owners)
      if (this.graph.get(owner.uid)?.deletingDependents) this.queues.attemptToDelete(owner.uid);
  }
}
