// Models: k8s.io/apimachinery pkg/labels and pkg/fields selectors of a list or watch, compiled for one kind
// Simplified: —
// Not modelled: —
import { matchesFields, parseFieldSelectorFor } from '../api/field-selectors';
import type { KindDefinition } from '../api/kinds';
import type { KubeObject } from '../api/meta';
import { parseSelector } from '../api/selector-parser';
import { matchesLabels } from '../api/selectors';

/** Which objects of a kind a request asks for. */
export interface Selection {
  readonly label: string;
  readonly field: string;
  /** Neither selector is set. */
  readonly everything: boolean;
  matches(object: KubeObject): boolean;
}

/** The value of a selectable field; every kind has its name and namespace. */
function fieldOf(kind: KindDefinition, object: KubeObject, field: string): string {
  if (field === 'metadata.name') return object.metadata.name ?? '';
  if (field === 'metadata.namespace') return object.metadata.namespace ?? '';
  return kind.selectableFields?.[field]?.(object) ?? '';
}

/** Compiles the texts of `labelSelector` and `fieldSelector`. Error: the message of the 400 that they deserve. */
export function selectionOf(
  kind: KindDefinition,
  label: string,
  field: string,
): Selection | { readonly error: string } {
  if (label === '' && field === '') return { label, field, everything: true, matches: () => true };
  const labels = parseSelector(label);
  if (labels.error !== undefined) return { error: labels.error };
  const fields = parseFieldSelectorFor(field, kind.selectableFields && Object.keys(kind.selectableFields));
  if (fields.error !== undefined) return { error: fields.error };
  const { selector } = labels;
  const { terms } = fields;
  return {
    label,
    field,
    everything: false,
    matches: (object) =>
      (label === '' || matchesLabels(selector, object.metadata.labels)) &&
      (field === '' || matchesFields(terms, (name) => fieldOf(kind, object, name))),
  };
}
