/**
 * Models: pkg/apis/storage/validation (ValidateStorageClass, ValidateStorageClassUpdate, ValidateCSIDriver,
 *   ValidateVolumeAttributesClass, ValidateVolumeAttachment).
 * Simplified: of attachments and CSI objects only the required fields are checked.
 * Not modelled: -
 */
import { type FieldError, forbidden, notSupported, required, tooLong } from '../field-error';
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  StorageClass,
  VolumeAttachment,
  VolumeAttributesClass,
} from '../types';
import { addAll, checkDnsSubdomain, checkImmutable } from './fields';
import { byteLength, isLabelKey } from './formats';
import { rulesOf } from './names';
import { semanticEqual } from './semantic-equal';

const BINDING_MODES = ['Immediate', 'WaitForFirstConsumer'];
const RECLAIM_POLICIES = ['Delete', 'Retain'];
const MAX_PARAMETERS_BYTES = 256 * 1024;

export const storageClassRules = rulesOf<StorageClass>(false, (errors, given, old) => {
  if (old !== undefined) {
    for (const field of ['parameters', 'provisioner', 'reclaimPolicy'] as const)
      if (!semanticEqual(given[field] ?? {}, old[field] ?? {}))
        errors.push(forbidden(field, `updates to ${field} are forbidden.`));
    checkImmutable(errors, 'volumeBindingMode', given.volumeBindingMode, old.volumeBindingMode);
    return;
  }
  if (!given.provisioner) errors.push(required('provisioner'));
  else addAll(errors, 'provisioner', given.provisioner, isLabelKey(given.provisioner.toLowerCase()));
  let bytes = 0;
  for (const [key, value] of Object.entries(given.parameters ?? {})) bytes += byteLength(key) + byteLength(value);
  if (bytes > MAX_PARAMETERS_BYTES) errors.push(tooLong('parameters', MAX_PARAMETERS_BYTES));
  const { reclaimPolicy, volumeBindingMode } = given;
  if (reclaimPolicy && !RECLAIM_POLICIES.includes(reclaimPolicy))
    errors.push(notSupported('reclaimPolicy', reclaimPolicy, RECLAIM_POLICIES));
  if (volumeBindingMode == null) errors.push(required('volumeBindingMode'));
  else if (!BINDING_MODES.includes(volumeBindingMode))
    errors.push(notSupported('volumeBindingMode', volumeBindingMode, BINDING_MODES));
});

function checkDriverName(errors: FieldError[], field: string, name: string | undefined): void {
  if (!name) errors.push(required(field));
  else checkDnsSubdomain(errors, field, name.toLowerCase());
}

export const csiDriverRules = rulesOf<CSIDriver>(false, (errors, driver, old) => {
  if (old !== undefined)
    checkImmutable(errors, 'spec.attachRequired', driver.spec?.attachRequired, old.spec?.attachRequired);
});

export const csiNodeRules = rulesOf<CSINode>(false, (errors, node) => {
  for (const [i, driver] of (node.spec?.drivers ?? []).entries()) {
    checkDriverName(errors, `spec.drivers[${i}].name`, driver.name);
    if (!driver.nodeID) errors.push(required(`spec.drivers[${i}].nodeID`));
  }
});

export const csiStorageCapacityRules = rulesOf<CSIStorageCapacity>(true, (errors, capacity) => {
  if (!capacity.storageClassName) errors.push(required('storageClassName'));
});

export const volumeAttachmentRules = rulesOf<VolumeAttachment>(false, (errors, attachment, old) => {
  const spec = attachment.spec;
  if (old !== undefined) checkImmutable(errors, 'spec', spec, old.spec);
  checkDriverName(errors, 'spec.attacher', spec?.attacher);
  const source = spec?.source;
  if (source?.inlineVolumeSpec == null && source?.persistentVolumeName == null)
    errors.push(required('spec.source', 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'));
  if (!spec?.nodeName) errors.push(required('spec.nodeName'));
});

export const volumeAttributesClassRules = rulesOf<VolumeAttributesClass>(false, (errors, given, old) => {
  checkDriverName(errors, 'driverName', given.driverName);
  if (old === undefined) return;
  checkImmutable(errors, 'driverName', given.driverName, old.driverName);
  if (!semanticEqual(given.parameters ?? {}, old.parameters ?? {}))
    errors.push(forbidden('parameters', 'updates to parameters are forbidden.'));
});
