/**
 * Models: pkg/apis/core/validation (ValidatePersistentVolumeClaimSpec, ValidatePersistentVolumeClaimUpdate,
 *   ValidatePersistentVolumeClaimStatusUpdate).
 * Simplified: the difference that an update's error shows is laid out in our own way.
 * Not modelled: the beta annotation of storage classes.
 */
import { type FieldError, forbidden, invalid, required } from '../field-error';
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '../types';
import { differences } from './differences';
import { checkDnsLabel, checkDnsSubdomain, checkImmutable } from './fields';
import { checkLabelSelector } from './labels';
import { rulesOf } from './names';
import { checkAccessModes, checkVolumeMode } from './persistent-volume';
import { checkPositiveQuantity, compareQuantityTexts } from './quantities';
import { semanticEqual } from './semantic-equal';

const rules = rulesOf<PersistentVolumeClaim>(true, (errors, claim, old) => {
  checkSpec(errors, claim.spec ?? {});
  if (old !== undefined) checkChanges(errors, claim, old);
});

export const persistentVolumeClaimRules = {
  ...rules,
  validateStatusUpdate(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): FieldError[] {
    const errors = rules.validateStatusUpdate(claim, old);
    if ((claim.spec?.accessModes ?? []).length === 0) errors.push(required('Spec.accessModes'));
    return errors;
  },
};

function checkSpec(errors: FieldError[], spec: PersistentVolumeClaimSpec): void {
  if ((spec.accessModes ?? []).length === 0)
    errors.push(required('spec.accessModes', 'at least 1 access mode is required'));
  checkLabelSelector(errors, 'spec.selector', spec.selector);
  checkAccessModes(errors, 'spec.accessModes', spec.accessModes);
  const storage = spec.resources?.requests?.storage;
  if (storage === undefined) errors.push(required('spec.resources[storage]'));
  else checkPositiveQuantity(errors, 'spec.resources[storage]', storage);
  if (spec.storageClassName) checkDnsSubdomain(errors, 'spec.storageClassName', spec.storageClassName);
  checkVolumeMode(errors, spec.volumeMode);
  const { dataSource: source, dataSourceRef: reference } = spec;
  if (source != null) checkSource(errors, 'spec.dataSource', source);
  if (reference != null) {
    checkSource(errors, 'spec.dataSourceRef', reference);
    if (reference.namespace) checkDnsLabel(errors, 'spec.dataSourceRef.namespace', reference.namespace);
  }
  if (source != null && reference != null) {
    const same =
      source.apiGroup === reference.apiGroup && source.kind === reference.kind && source.name === reference.name;
    if (reference.namespace)
      errors.push(invalid('spec', 'spec.dataSource', 'may not be specified when dataSourceRef.namespace is specified'));
    else if (!same) errors.push(invalid('spec', 'spec.dataSource', 'must match dataSourceRef'));
  }
  if (spec.volumeAttributesClassName)
    checkDnsSubdomain(errors, 'spec.volumeAttributesClassName', spec.volumeAttributesClassName);
}

function checkSource(
  errors: FieldError[],
  field: string,
  source: { readonly apiGroup?: string | undefined; readonly kind: string; readonly name: string },
): void {
  if (!source.name) errors.push(required(`${field}.name`));
  if (!source.kind) errors.push(required(`${field}.kind`));
  if (!source.apiGroup) {
    if (source.kind !== 'PersistentVolumeClaim') {
      const message = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
      errors.push(invalid(field, source.kind ?? '', message));
    }
  } else checkDnsSubdomain(errors, `${field}.apiGroup`, source.apiGroup);
}

function checkChanges(errors: FieldError[], claim: PersistentVolumeClaim, old: PersistentVolumeClaim): void {
  const before: PersistentVolumeClaimSpec = old.spec ?? {};
  let after: PersistentVolumeClaimSpec = claim.spec ?? {};
  const spec = after;
  // The binding controller names the volume, once; a class may be given where there was none.
  const compared = before.volumeName ? before : { ...before, volumeName: after.volumeName };
  if (after.storageClassName != null && before.storageClassName == null)
    after = { ...after, storageClassName: undefined };
  if (claim.status?.phase === 'Bound' && after.resources?.requests !== undefined) {
    const storage = before.resources?.requests?.storage ?? '0';
    after = { ...after, resources: { ...after.resources, requests: { ...after.resources.requests, storage } } };
  }
  after = { ...after, volumeAttributesClassName: before.volumeAttributesClassName };
  if (!semanticEqual(after, compared)) {
    const what =
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
    errors.push(forbidden('spec', `${what}\n${differences(compared, after)}`));
  }
  const newSize = spec.resources?.requests?.storage ?? '0';
  const shrinks = compareQuantityTexts(newSize, before.resources?.requests?.storage ?? '0') < 0;
  if (shrinks && compareQuantityTexts(newSize, old.status?.capacity?.storage ?? '0') <= 0)
    errors.push(forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity'));
  checkImmutable(errors, 'volumeMode', spec.volumeMode, before.volumeMode);
  if (before.volumeAttributesClassName == null) return;
  const field = 'spec.volumeAttributesClassName';
  if (spec.volumeAttributesClassName == null)
    errors.push(forbidden(field, 'update from non-nil value to nil is forbidden'));
  else if (spec.volumeAttributesClassName === '')
    errors.push(forbidden(field, 'update from non-nil value to an empty string is forbidden'));
}
