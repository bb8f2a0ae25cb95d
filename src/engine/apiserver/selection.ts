// Models: k8s.io/apimachinery pkg/labels and pkg/fields selectors of a list or watch, compiled for one kind
// Simplified: —
// Not modelled: —
import { matchesFieldSelector, matchesSelector, parseFieldSelector, parseSelector } from '../api/selectors';
import type { KindDefinition } from '../api/kinds';
import type { KubeObject } from '../api/meta';

/** Which objects of a kind a request asks for. */
export interface Selection {
  readonly label: string;
  readonly field: string;
  /** Neither selector is set. */
  readonly everything: boolean;
  matches(object: KubeObject): boolean;
}

/** Compiles the texts of `labelSelector` and `fieldSelector`. Error: the message of the 400 that they deserve. */
export function selectionOf(kind: KindDefinition, label: string, field: string): Selection | { readonly error: string } {
  if (label === '' && field === '') return { label, field, everything: true, matches: () => true };
  const labels = parseSelector(label);
  if ('error' in labels) return { error: labels.error };
  const fields = parseFieldSelector(field, kind);
  if ('error' in fields) return { error: fields.error };
  return {
    label,
    field,
    everything: false,
    matches: (object) =>
      (label === '' || matchesSelector(labels.selector, object.metadata.labels)) &&
      (field === '' || matchesFieldSelector(fields.selector, object, kind)),
  };
}
