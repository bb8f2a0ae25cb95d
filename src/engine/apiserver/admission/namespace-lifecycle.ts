// Models: k8s.io/apiserver pkg/admission/plugin/namespace/lifecycle
// Simplified: the namespace is read from the store: there is no cache that could be behind.
// Not modelled: —
import { type KindDefinition, kindOf } from '../../api/kinds';
import { newForbidden, newNotFound } from '../../api/status';
import type { AdmissionPlugin } from './admission-plugin';

const namespaces = kindOf('', 'v1', 'namespaces') as KindDefinition;

/** The namespace must be there and not going away. */
export const namespaceLifecycle: AdmissionPlugin = {
  name: 'NamespaceLifecycle',
  operations: ['CREATE'],
  mutate({ kind, namespace, object }, context) {
    if (!kind.namespaced) return undefined;
    const found = context.storage.get(namespaces, namespace);
    if (!found) return { refusal: newNotFound(namespaces, namespace) };
    if (!found.metadata.deletionTimestamp) return undefined;
    const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
    const status = newForbidden(kind, object.metadata.name ?? '', why);
    const cause = {
      reason: 'NamespaceTerminating',
      message: `namespace ${namespace} is being terminated`,
      field: 'metadata.namespace',
    };
    return { refusal: { ...status, details: { ...status.details, causes: [cause] } } };
  },
};
