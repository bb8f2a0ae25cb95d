/**
 * Models: pkg/controlplane instance (which groups and kinds a server installs).
 * Simplified: a fixed list; one version a kind.
 * Not modelled: aggregated APIs. Custom resources are each cluster's own (apiserver/served-kinds).
 */
import { compareStrings } from '../../../shared/compare';
import { apiVersionOf } from '../meta';
import { configMapKind } from './config-map';
import { deploymentKind } from './deployment';
import { endpointSliceKind } from './endpoint-slice';
import { eventKind } from './event';
import { erased, type KindDefinition } from './kind-definition';
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
export { schemaName, tableName } from './kind-definition';
export { leaseKind } from './lease';
export { nodeKind } from './node';
export { podKind } from './pod';
export { replicaSetKind } from './replica-set';
export { secretKind } from './secret';
export { isUnserved } from './unserved';

const core: readonly KindDefinition[] = [
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

const byResource = new Map<string, KindDefinition>();
const byKind = new Map<string, KindDefinition>();
const all: KindDefinition[] = [];

/** Every stored kind, core group first, then by group and resource: the order of discovery. */
export const kinds: readonly KindDefinition[] = all;

function install(added: readonly KindDefinition[]): void {
  for (const kind of added) {
    const path = `${kind.group}/${kind.version}/${kind.resource}`;
    if (byResource.has(path)) continue;
    all.push(kind);
    byResource.set(path, kind);
    byKind.set(`${apiVersionOf(kind.group, kind.version)} ${kind.kind}`, kind);
  }
  all.sort(
    (a, b) =>
      compareStrings(a.group, b.group) ||
      compareStrings(a.resource, b.resource) ||
      compareStrings(a.version, b.version),
  );
}

install(core);
let complete = false;

/** Adds the kinds that are a part of their own. Adding them again changes nothing. */
export function installFurtherKinds(further: readonly KindDefinition[]): void {
  install(further);
  complete = true;
}

/** Throws unless all kinds are there: without them the same commands would lead to another cluster. */
export function requireAllKinds(): void {
  if (!complete) throw new Error('the further kinds are not installed: import engine/further-kinds first');
}

/** The kind behind a path's group, version and plural resource. */
export function kindOf(group: string, version: string, resource: string): KindDefinition | undefined {
  return byResource.get(`${group}/${version}/${resource}`);
}

/** The kind behind an object's own `apiVersion` and `kind`. */
export function kindByGvk(apiVersion: string, kind: string): KindDefinition | undefined {
  return byKind.get(`${apiVersion} ${kind}`);
}
