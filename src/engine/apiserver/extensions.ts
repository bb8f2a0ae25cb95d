// Models: nothing of Kubernetes; the answers of the API server that only clients outside the cluster ask for.
// Simplified: —
// Not modelled: —
import type { KindDefinition } from '../api/kinds/kind-definition';
import type { podWarnings } from '../api/validation/pod-warnings';
import type { ClusterConfig } from '../config';
import type { Kernel } from '../kernel/kernel';
import type { ApiServer } from './api-server';
import type { applyConfig, withOwners } from './apply/server-side-apply';
import type { connect } from './connect';
import type { evict } from './eviction';
import type { jsonPatch } from './patch/json-patch';
import type { review } from './reviews';
import type { scale } from './scale';
import type { Storage } from './storage';
import type { tableOf } from './table';
import type { throughView } from './view';

/** What a part of the API server is built from. */
export interface ServerParts {
  readonly kernel: Kernel;
  readonly config: ClusterConfig;
  readonly api: ApiServer;
}

/** Kinds that one cluster has and another has not. */
export interface CustomKinds {
  /** All that are served, sorted. The same list until there is another kind. */
  all(): readonly KindDefinition[];
  /** Calls `listener` with each kind that is served, when it begins to be and when a state with it is taken over. */
  onServed(listener: (kind: KindDefinition) => void): void;
}

/** A part of its own, fetched beside the engine's core with the further kinds. */
export interface Extensions {
  readonly applyConfig: typeof applyConfig;
  readonly withOwners: typeof withOwners;
  readonly tableOf: typeof tableOf;
  readonly connect: typeof connect;
  readonly review: typeof review;
  readonly scale: typeof scale;
  readonly throughView: typeof throughView;
  readonly jsonPatch: typeof jsonPatch;
  /** Texts for the `Warning` header about what a Pod or a template of Pods says. */
  readonly podWarnings: typeof podWarnings;
  readonly evict: typeof evict;
  /** The document at a path that names no kind; `undefined` when there is none. `kinds`: all that are served. */
  document(path: string, accept: string | undefined, kinds: readonly KindDefinition[]): unknown;
  /** The kinds of a cluster's CustomResourceDefinitions. */
  customKindsOf(storage: Storage): CustomKinds;
  /** Parts of the API server that act by themselves. */
  readonly processes: readonly ((server: ServerParts) => { boot(): void })[];
}

let installed: Extensions | undefined;

export function installExtensions(extensions: Extensions): void {
  installed = extensions;
}

/** Throws before they are installed, which no cluster is built without. */
export function extensions(): Extensions {
  if (installed === undefined) throw new Error('the extensions are not installed: import engine/further-kinds first');
  return installed;
}
