// Models: nothing of Kubernetes; the answers of the API server that only clients outside the cluster ask for.
// Simplified: —
// Not modelled: —
import type { podWarnings } from '../api/validation/pod-warnings';
import type { applyConfig, withOwners } from './apply/server-side-apply';
import type { connect } from './connect';
import type { evict } from './eviction';
import type { review } from './reviews';
import type { tableOf } from './table';

/** A part of its own, fetched beside the engine's core with the further kinds. */
export interface Extensions {
  readonly applyConfig: typeof applyConfig;
  readonly withOwners: typeof withOwners;
  readonly tableOf: typeof tableOf;
  readonly connect: typeof connect;
  readonly review: typeof review;
  /** Texts for the `Warning` header about what a Pod or a template of Pods says. */
  readonly podWarnings: typeof podWarnings;
  readonly evict: typeof evict;
  /** The document at a path that names no kind; `undefined` when there is none. */
  document(path: string, accept: string | undefined): unknown;
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
