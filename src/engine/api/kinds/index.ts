/**
 * Models: pkg/controlplane instance (which groups and kinds a server installs).
 * Simplified: a fixed list; one version a kind.
 * Not modelled: custom resources and aggregated APIs.
 */
import type { KubeObject } from '../meta';
import { configMapKind } from './config-map';
import { deploymentKind } from './deployment';
import { endpointSliceKind } from './endpoint-slice';
import { eventKind } from './event';
import type { KindDefinition } from './kind-definition';
import { leaseKind } from './lease';
import { namespaceKind } from './namespace';
import { nodeKind } from './node';
import { podKind } from './pod';
import { replicaSetKind } from './replica-set';
import { secretKind } from './secret';
import { serviceKind } from './service';
import { serviceAccountKind } from './service-account';

export { configMapKind } from './config-map';
export { deploymentKind } from './deployment';
export type * from './kind-definition';
export { leaseKind } from './lease';
export { nodeKind } from './node';
export { podKind } from './pod';
export { replicaSetKind } from './replica-set';
export { secretKind } from './secret';

/** A definition whose own object type is forgotten: the REST layer hands each kind only objects of that kind. */
function erased<T extends KubeObject>(kind: KindDefinition<T>): KindDefinition {
  return kind as unknown as KindDefinition;
}

/** Every stored kind, core group first, then by group and resource: the order of discovery. */
export const kinds: readonly KindDefinition[] = [
  erased(configMapKind),
  erased(eventKind),
  erased(namespaceKind),
  erased(nodeKind),
  erased(podKind),
  erased(secretKind),
  erased(serviceAccountKind),
  erased(serviceKind),
  erased(deploymentKind),
  erased(replicaSetKind),
  erased(leaseKind),
  erased(endpointSliceKind),
];

const byResource = new Map(kinds.map((kind) => [`${kind.group}/${kind.version}/${kind.resource}`, kind]));
const byKind = new Map(
  kinds.map((kind) => [`${kind.group === '' ? '' : `${kind.group}/`}${kind.version} ${kind.kind}`, kind]),
);

/** The kind behind a path's group, version and plural resource. */
export function kindOf(group: string, version: string, resource: string): KindDefinition | undefined {
  return byResource.get(`${group}/${version}/${resource}`);
}

/** The kind behind an object's own `apiVersion` and `kind`. */
export function kindByGvk(apiVersion: string, kind: string): KindDefinition | undefined {
  return byKind.get(`${apiVersion} ${kind}`);
}
