/**
 * Models: k8s.io/apimachinery pkg/apis/meta/v1 (ObjectMeta, OwnerReference, GetControllerOf, NewControllerRef),
 *   client-go tools/cache MetaNamespaceKeyFunc.
 * Simplified: one shape for every stored kind; group and version are read from `apiVersion`.
 * Not modelled: -
 */
import type { ObjectMeta, OwnerReference } from './types';

/** What every stored object has. `apiVersion` and `kind` may be absent on items of a list. */
export interface KubeObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMeta;
}

/** A table key: `namespace/name`, or `name` alone for cluster-scoped kinds (MetaNamespaceKeyFunc). */
export function keyOf(namespace: string | undefined, name: string): string {
  return namespace ? `${namespace}/${name}` : name;
}

export function keyOfObject(object: KubeObject): string {
  return keyOf(object.metadata.namespace, object.metadata.name ?? '');
}

/** The inverse of keyOf (SplitMetaNamespaceKey). */
export function splitKey(key: string): { namespace: string; name: string } {
  const slash = key.indexOf('/');
  return slash < 0 ? { namespace: '', name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** `apps/v1` → group `apps`, version `v1`; `v1` → the core group, which is the empty string. */
export function splitApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf('/');
  return slash < 0
    ? { group: '', version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

export function apiVersionOf(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The owner reference with `controller: true`, if any (metav1.GetControllerOf). */
export function controllerOf(object: KubeObject): OwnerReference | undefined {
  const references = object.metadata.ownerReferences;
  if (references === undefined) return undefined;
  for (const reference of references) if (reference.controller === true) return reference;
  return undefined;
}

/** Does `owner` (by uid) control `object`? (metav1.IsControlledBy) */
export function isControlledBy(object: KubeObject, owner: KubeObject): boolean {
  const reference = controllerOf(object);
  return reference !== undefined && reference.uid === owner.metadata.uid;
}

/** The reference by which a controller marks what it creates (metav1.NewControllerRef). */
export function newControllerRef(owner: KubeObject, apiVersion: string, kind: string): OwnerReference {
  return {
    apiVersion,
    kind,
    name: owner.metadata.name ?? '',
    uid: owner.metadata.uid ?? '',
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** The same object with some metadata fields replaced; the same reference when nothing differs. */
export function withMetadata<T extends KubeObject>(object: T, change: Partial<ObjectMeta>): T {
  const before = object.metadata as unknown as Record<string, unknown>;
  const after = change as unknown as Record<string, unknown>;
  let differs = false;
  for (const name of Object.keys(after)) if (before[name] !== after[name]) differs = true;
  if (!differs) return object;
  const metadata: Record<string, unknown> = { ...before };
  let shrunk = false;
  for (const name of Object.keys(after)) {
    if (after[name] !== undefined) metadata[name] = after[name];
    else if (name in metadata) {
      delete metadata[name];
      shrunk = true;
    }
  }
  // An object from which something was deleted stays slow to read for ever; a copy of it is not.
  return { ...object, metadata: (shrunk ? { ...metadata } : metadata) as unknown as ObjectMeta };
}
