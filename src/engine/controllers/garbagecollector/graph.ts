// Models: pkg/controller/garbagecollector/graph.go (node, concurrentUIDToNode), uid_cache.go ReferenceCache
// Simplified: nodes are immutable rows by uid, dependents are derived from the owners that rows name.
// Not modelled: —

import { insertSorted, removeSorted } from '../../../shared/compare';
import type { OwnerReference } from '../../api/types';
import type { Kernel } from '../../kernel/kernel';
import type { DerivedIndex, Table } from '../../kernel/table';
import { type Identity, identityText } from './identity';

/** What the garbage collector believes about one object. */
export interface GraphNode {
  readonly identity: Identity;
  readonly owners: readonly OwnerReference[];
  /** Its deletion waits until its dependents are deleted. */
  readonly deletingDependents: boolean;
  readonly beingDeleted: boolean;
  /** Known only because a dependent names it. */
  readonly virtual: boolean;
}

const none: readonly string[] = [];

/** Uids of the objects that name an owner, sorted, by the owner's uid. */
class DependentsIndex implements DerivedIndex<GraphNode> {
  private readonly byOwner = new Map<string, string[]>();

  update(key: string, before: GraphNode | undefined, after: GraphNode | undefined): void {
    if (before?.owners === after?.owners) return;
    for (const { uid } of before?.owners ?? []) {
      const dependents = this.byOwner.get(uid);
      if (!dependents) continue;
      removeSorted(dependents, key);
      if (dependents.length === 0) this.byOwner.delete(uid);
    }
    for (const { uid } of after?.owners ?? []) {
      const dependents = this.byOwner.get(uid);
      if (dependents) insertSorted(dependents, key);
      else this.byOwner.set(uid, [key]);
    }
  }

  clear(): void {
    this.byOwner.clear();
  }

  of(uid: string): readonly string[] {
    return this.byOwner.get(uid) ?? none;
  }
}

/** Owners that the API server said do not exist are remembered, this many. */
const absentOwners = 500;

/** Who owns whom, as the caches of the process say, and which owners are known to be gone. */
export class DependencyGraph {
  readonly nodes: Table<GraphNode>;
  private readonly dependentsIndex: DependentsIndex;
  private readonly absent: Table<number>;
  private readonly counters: Table<number>;

  constructor(kernel: Kernel) {
    this.nodes = kernel.table<GraphNode>('garbage-collector/nodes');
    this.absent = kernel.table<number>('garbage-collector/absent-owners', { traced: false });
    this.counters = kernel.table<number>('garbage-collector/counters', { traced: false });
    this.dependentsIndex = this.nodes.addIndex(new DependentsIndex());
  }

  get(uid: string): GraphNode | undefined {
    return this.nodes.get(uid);
  }

  /** Writes a node if it is not what is there. */
  put(node: GraphNode): void {
    this.nodes.set(node.identity.uid, node);
  }

  remove(uid: string): void {
    this.nodes.delete(uid);
  }

  hasDependents(uid: string): boolean {
    return this.dependentsIndex.of(uid).length > 0;
  }

  /** The nodes that name an owner, by uid. */
  dependents(uid: string): GraphNode[] {
    return this.dependentsIndex.of(uid).map((dependent) => this.nodes.get(dependent) as GraphNode);
  }

  /** The dependents that hold the owner back when its deletion waits for them. */
  blockingDependents(uid: string): GraphNode[] {
    return this.dependents(uid).filter(({ owners }) =>
      owners.some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true),
    );
  }

  isAbsent(identity: Identity): boolean {
    return this.absent.has(identityText(identity));
  }

  addAbsent(identity: Identity): void {
    const key = identityText(identity);
    if (this.absent.has(key)) return;
    const ordinal = (this.counters.get('absent') ?? 0) + 1;
    this.counters.set('absent', ordinal);
    this.absent.set(key, ordinal);
    if (this.absent.size > absentOwners) this.forgetOldest();
  }

  private forgetOldest(): void {
    let oldest: string | undefined;
    for (const key of this.absent.keys()) {
      if (oldest === undefined || (this.absent.get(key) as number) < (this.absent.get(oldest) as number)) oldest = key;
    }
    if (oldest !== undefined) this.absent.delete(oldest);
  }
}
