/**
 * Models: pkg/registry/core/namespace (strategy.go, storage/storage.go), pkg/apis/core/v1/defaults.go (SetDefaults_Namespace).
 * Simplified: -
 * Not modelled: -
 */
import { type KubeObject, withMetadata } from '../meta';
import type { Namespace } from '../types';
import {
  validateNamespace,
  validateNamespaceFinalizeUpdate,
  validateNamespaceStatusUpdate,
  validateNamespaceUpdate,
} from '../validation/namespace';
import { defineKind } from './define-kind';
import { withSpecOf, withStatus } from './generation';

const NAME_LABEL = 'kubernetes.io/metadata.name';
const FINALIZER = 'kubernetes';
const ACTIVE = { phase: 'Active' };

/** Every namespace carries its name as a label, so that selectors can pick it. */
function labelWithName<T extends KubeObject>(namespace: T): T {
  const { name, labels } = namespace.metadata;
  if (!name || labels?.[NAME_LABEL] === name) return namespace;
  return withMetadata(namespace, { labels: { ...labels, [NAME_LABEL]: name } });
}

export const namespaceKind = defineKind<Namespace>({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  namespaced: false,
  shortNames: ['ns'],
  subresources: ['status', 'finalize'],
  setDefaults(namespace) {
    const labelled = labelWithName(namespace);
    if (labelled.status?.phase) return labelled;
    return { ...labelled, status: { ...labelled.status, phase: 'Active' } };
  },
  prepareForCreate(namespace) {
    const finalizers = namespace.spec?.finalizers ?? [];
    const spec = finalizers.includes(FINALIZER) ? namespace.spec : { finalizers: [...finalizers, FINALIZER] };
    return { ...namespace, spec, status: ACTIVE };
  },
  prepareForUpdate: (namespace, old) => withStatus(withSpecOf(namespace, old), old.status),
  prepareForStatusUpdate: withSpecOf,
  canonicalize: labelWithName,
  validate: validateNamespace,
  validateUpdate: validateNamespaceUpdate,
  validateStatusUpdate: validateNamespaceStatusUpdate,
  content: {
    finalizers: (namespace) => namespace.spec?.finalizers ?? [],
    markTerminating: (namespace) => ({ ...namespace, status: { ...namespace.status, phase: 'Terminating' } }),
    prepareForFinalize: (namespace, old) => withStatus(namespace, old.status),
    validateFinalize: validateNamespaceFinalizeUpdate,
  },
  returnsDeletedObject: true,
  selectableFields: { 'status.phase': (namespace) => namespace.status?.phase ?? '' },
});
