/**
 * Models: pkg/registry/core/node/strategy.go, pkg/apis/core/v1/defaults.go (SetDefaults_NodeStatus), the conversion of
 *   podCIDR and podCIDRs.
 * Simplified: -
 * Not modelled: configSource.
 */
import type { Node } from '../types';
import { validateNode, validateNodeStatusUpdate, validateNodeUpdate } from '../validation/node';
import { storedQuantity } from '../validation/quantities';
import { mapValues } from './copy-on-write';
import { defineKind } from './define-kind';
import { withSpecOf, withStatus } from './generation';

/** What is not said to be allocatable is all of the capacity. */
function defaultStatus(status: Node['status']): Node['status'] {
  if (status == null) return status;
  const capacity = mapValues(status.capacity, storedQuantity);
  const allocatable = mapValues(status.allocatable ?? capacity, storedQuantity);
  if (capacity === status.capacity && allocatable === status.allocatable) return status;
  return { ...status, ...(capacity == null ? {} : { capacity }), ...(allocatable == null ? {} : { allocatable }) };
}

/** The first of podCIDRs is podCIDR; an old client sets only the one. */
function defaultSpec(spec: Node['spec']): Node['spec'] {
  if (spec == null) return spec;
  const first = spec.podCIDRs?.[0];
  if (first === undefined) return spec.podCIDR ? { ...spec, podCIDRs: [spec.podCIDR] } : spec;
  return spec.podCIDR === first ? spec : { ...spec, podCIDR: first };
}

export const nodeKind = defineKind<Node>({
  group: '',
  version: 'v1',
  kind: 'Node',
  resource: 'nodes',
  namespaced: false,
  shortNames: ['no'],
  subresources: ['status'],
  setDefaults(node) {
    const spec = defaultSpec(node.spec);
    const status = defaultStatus(node.status);
    return spec === node.spec && status === node.status ? node : { ...node, spec, status };
  },
  // A kubelet registers its node with a status, so creating one keeps it.
  prepareForUpdate: (node, old) => withStatus(node, old.status),
  prepareForStatusUpdate: withSpecOf,
  validate: validateNode,
  validateUpdate: validateNodeUpdate,
  validateStatusUpdate: validateNodeStatusUpdate,
  selectableFields: { 'spec.unschedulable': (node) => String(node.spec?.unschedulable ?? false) },
});
