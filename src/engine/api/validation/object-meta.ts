/**
 * Models: k8s.io/apimachinery pkg/api/validation/objectmeta.go (ValidateObjectMeta, ValidateObjectMetaUpdate),
 *   pkg/apis/core/validation (validateKubeFinalizerName).
 * Simplified: maps are walked in key order.
 * Not modelled: managedFields (they are the server's own here).
 */

import { compareStrings } from '../../../shared/compare';
import { type FieldError, forbidden, goQuote, invalid, required, tooLong } from '../field-error';
import { type KubeObject, splitApiVersion } from '../meta';
import type { ObjectMeta, OwnerReference } from '../types';
import { addAll, checkImmutable, checkNonNegative } from './fields';
import { byteLength, isDns1123Label, isLabelKey, maskTrailingDash, type NameCheck } from './formats';
import { checkLabels } from './labels';
import { sortedKeys } from './printable';

/** 256 KiB for all annotations of an object together. */
const ANNOTATIONS_LIMIT_BYTES = 262144;

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';
const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(['kubernetes', ORPHAN, FOREGROUND]);

/** Checks on creation; names must already be generated. */
export function checkObjectMeta(
  errors: FieldError[],
  object: KubeObject,
  namespaced: boolean,
  nameCheck: NameCheck,
): void {
  const meta = object.metadata;
  const generateName = meta.generateName ?? '';
  if (generateName !== '') {
    addAll(errors, 'metadata.generateName', generateName, nameCheck(maskTrailingDash(generateName)));
  }
  const name = meta.name ?? '';
  if (name === '') errors.push(required('metadata.name', 'name or generateName is required'));
  else addAll(errors, 'metadata.name', name, nameCheck(name));

  const namespace = meta.namespace ?? '';
  if (!namespaced) {
    if (namespace !== '') errors.push(forbidden('metadata.namespace', 'not allowed on this type'));
  } else if (namespace === '') errors.push(required('metadata.namespace'));
  else addAll(errors, 'metadata.namespace', namespace, isDns1123Label(namespace));

  checkNonNegative(errors, 'metadata.generation', meta.generation);
  checkLabels(errors, 'metadata.labels', meta.labels);
  checkAnnotations(errors, 'metadata.annotations', meta.annotations);
  checkOwnerReferences(errors, meta.ownerReferences);
  checkFinalizers(errors, meta.finalizers);
  checkFinalizerNames(errors, meta.finalizers);
}

export function checkObjectMetaUpdate(errors: FieldError[], object: KubeObject, oldObject: KubeObject): void {
  const meta = object.metadata;
  const old = oldObject.metadata;
  if (old.deletionTimestamp != null) checkNoNewFinalizers(errors, meta.finalizers ?? [], old.finalizers ?? []);
  const version = meta.resourceVersion ?? '';
  if (version === '') {
    errors.push(invalid('metadata.resourceVersion', version, 'must be specified for an update'));
  }
  const generation = meta.generation ?? 0;
  if (generation < (old.generation ?? 0)) {
    errors.push(invalid('metadata.generation', generation, 'must not be decremented'));
  }
  checkImmutable(errors, 'metadata.name', meta.name ?? '', old.name ?? '');
  checkImmutable(errors, 'metadata.namespace', meta.namespace ?? '', old.namespace ?? '');
  checkImmutable(errors, 'metadata.uid', meta.uid ?? '', old.uid ?? '');
  checkImmutable(errors, 'metadata.creationTimestamp', meta.creationTimestamp, old.creationTimestamp);
  checkImmutable(errors, 'metadata.deletionTimestamp', meta.deletionTimestamp, old.deletionTimestamp);
  checkImmutable(
    errors,
    'metadata.deletionGracePeriodSeconds',
    meta.deletionGracePeriodSeconds,
    old.deletionGracePeriodSeconds,
  );
  checkUnlessSame(meta, old, 'labels', () => checkLabels(errors, 'metadata.labels', meta.labels));
  checkUnlessSame(meta, old, 'annotations', () => checkAnnotations(errors, 'metadata.annotations', meta.annotations));
  checkOwnerReferences(errors, meta.ownerReferences);
  checkFinalizerNames(errors, meta.finalizers);
}

/** What is the very stored value was checked when it was stored. */
function checkUnlessSame(meta: ObjectMeta, old: ObjectMeta, field: keyof ObjectMeta, check: () => void): void {
  if (meta[field] !== old[field]) check();
}

export function checkAnnotations(
  errors: FieldError[],
  field: string,
  annotations: Readonly<Record<string, string>> | undefined,
): void {
  if (annotations === undefined || annotations === null) return;
  let totalBytes = 0;
  let wrong = false;
  for (const key in annotations) {
    if (isLabelKey(key.toLowerCase()).length !== 0) wrong = true;
    totalBytes += byteLength(key) + byteLength(annotations[key] as string);
  }
  if (wrong) {
    for (const key of sortedKeys(annotations)) addAll(errors, field, key, isLabelKey(key.toLowerCase()));
  }
  if (totalBytes > ANNOTATIONS_LIMIT_BYTES) errors.push(tooLong(field, ANNOTATIONS_LIMIT_BYTES));
}

function checkOwnerReferences(errors: FieldError[], references: readonly OwnerReference[] | undefined): void {
  if (references === undefined || references === null) return;
  const field = 'metadata.ownerReferences';
  let controller = '';
  for (const reference of references) {
    const apiVersion = reference.apiVersion ?? '';
    const kind = reference.kind ?? '';
    if (splitApiVersion(apiVersion).version === '') {
      errors.push(invalid(`${field}.apiVersion`, apiVersion, 'version must not be empty'));
    }
    if (kind === '') errors.push(invalid(`${field}.kind`, kind, 'must not be empty'));
    if (!reference.name) errors.push(invalid(`${field}.name`, '', 'must not be empty'));
    if (!reference.uid) errors.push(invalid(`${field}.uid`, '', 'must not be empty'));
    if (apiVersion === 'v1' && kind === 'Event') {
      const printed = printableReference(reference);
      errors.push(invalid(field, printed, '/v1, Kind=Event is disallowed from being an owner'));
    }
    if (reference.controller !== true) continue;
    const current = `${kind}/${reference.name ?? ''}`;
    if (controller === '') controller = current;
    else {
      errors.push(
        invalid(
          field,
          references.map(printableReference),
          `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${current}`,
        ),
      );
    }
  }
}

function printableReference(reference: OwnerReference): unknown {
  const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = reference;
  return {
    apiVersion: apiVersion ?? '',
    kind: kind ?? '',
    name: name ?? '',
    uid: uid ?? '',
    ...(controller === undefined ? {} : { controller }),
    ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
  };
}

function checkFinalizers(errors: FieldError[], finalizers: readonly string[] | undefined): void {
  if (finalizers === undefined || finalizers === null) return;
  const field = 'metadata.finalizers';
  for (const finalizer of finalizers) addAll(errors, field, finalizer, isLabelKey(finalizer));
  if (finalizers.includes(ORPHAN) && finalizers.includes(FOREGROUND)) {
    errors.push(invalid(field, finalizers, `finalizer ${ORPHAN} and ${FOREGROUND} cannot be both set`));
  }
}

/** A name without a domain must be one of the three that Kubernetes itself uses. */
export function checkFinalizerName(errors: FieldError[], field: string, finalizer: string): void {
  if (!finalizer.includes('/') && !STANDARD_FINALIZERS.has(finalizer)) {
    errors.push(invalid(field, finalizer, 'name is neither a standard finalizer name nor is it fully qualified'));
  }
}

function checkFinalizerNames(errors: FieldError[], finalizers: readonly string[] | undefined): void {
  if (finalizers === undefined || finalizers === null) return;
  for (let i = 0; i < finalizers.length; i++) {
    checkFinalizerName(errors, `metadata.finalizers[${i}]`, finalizers[i] as string);
  }
}

function checkNoNewFinalizers(errors: FieldError[], finalizers: readonly string[], old: readonly string[]): void {
  const extra = [...new Set(finalizers)].filter((finalizer) => !old.includes(finalizer)).sort(compareStrings);
  if (extra.length === 0) return;
  const list = `[]string{${extra.map(goQuote).join(', ')}}`;
  errors.push(
    forbidden(
      'metadata.finalizers',
      `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`,
    ),
  );
}
