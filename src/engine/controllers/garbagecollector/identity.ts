// Models: pkg/controller/garbagecollector/graph.go (objectReference, ownerReferenceCoordinates), operations.go
// Simplified: —
// Not modelled: —

import type { KindDefinition } from '../../api/kinds';
import type { KubeObject } from '../../api/meta';
import { apiVersionOf } from '../../api/meta';
import type { OwnerReference } from '../../api/types';

/** What an object is called and which one of that name it is. Cluster-scoped objects have no namespace. */
export interface Identity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly namespace: string;
}

export function identityOf(kind: KindDefinition, object: KubeObject): Identity {
  const { name = '', uid = '', namespace = '' } = object.metadata;
  return { apiVersion: apiVersionOf(kind.group, kind.version), kind: kind.kind, name, uid, namespace };
}

/** What a reference says about an owner, if that is in a namespace. */
export function identityOfOwner({ apiVersion, kind, name, uid }: OwnerReference, namespace: string): Identity {
  return { apiVersion, kind, name, uid, namespace };
}

/** As in the words of an Event; also a table key. */
export function identityText({ apiVersion, kind, namespace, name, uid }: Identity): string {
  return `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
}

export function sameIdentity(a: Identity, b: Identity): boolean {
  return a.namespace === b.namespace && matchesCoordinates(a, b);
}

/** Whether a reference and an object agree in all but the namespace, which a reference does not say. */
export function matchesCoordinates(a: Omit<Identity, 'namespace'>, b: Omit<Identity, 'namespace'>): boolean {
  return a.uid === b.uid && a.name === b.name && a.kind === b.kind && a.apiVersion === b.apiVersion;
}
