/**
 * Models: pkg/apis/core/validation (ValidatePersistentVolumeSpec, ValidatePersistentVolumeUpdate,
 *   validateVolumeNodeAffinity, validateCSIPersistentVolumeSource, validateLocalVolumeSource).
 * Simplified: the difference that an update's error shows is laid out in our own way.
 * Not modelled: what is inside the volume sources of clouds and old drivers.
 */
import { type FieldError, forbidden, notSupported, required } from '../field-error';
import type { PersistentVolume, PersistentVolumeSpec } from '../types';
import { differences } from './differences';
import { checkDnsSubdomain, checkImmutable } from './fields';
import { rulesOf } from './names';
import { checkNoBacksteps } from './paths';
import { checkPositiveQuantity } from './quantities';
import { checkNodeSelector } from './scheduling';
import { semanticEqual } from './semantic-equal';
import { checkHostPath, checkNfs } from './volume-sources';

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain'];
const VOLUME_MODES = ['Block', 'Filesystem'];

const SOURCES = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'flocker',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'flexVolume',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'scaleIO',
  'local',
  'storageos',
  'csi',
] as const;

export function checkAccessModes(errors: FieldError[], field: string, modes: readonly string[] | undefined): void {
  let alone = false;
  let shared = false;
  for (const mode of modes ?? []) {
    if (!ACCESS_MODES.includes(mode)) errors.push(notSupported(field, mode, ACCESS_MODES));
    else if (mode === 'ReadWriteOncePod') alone = true;
    else shared = true;
  }
  if (alone && shared) errors.push(forbidden(field, 'may not use ReadWriteOncePod with other access modes'));
}

export function checkVolumeMode(errors: FieldError[], mode: string | undefined): void {
  if (mode != null && !VOLUME_MODES.includes(mode)) errors.push(notSupported('spec.volumeMode', mode, VOLUME_MODES));
}

export const persistentVolumeRules = rulesOf<PersistentVolume>(false, (errors, volume, old) => {
  const spec = volume.spec ?? {};
  checkSpec(errors, spec);
  if (old === undefined) return;
  const before = sourcesOf(old.spec ?? {});
  const after = sourcesOf(spec);
  if (!semanticEqual(after, before)) {
    const what = `spec.persistentvolumesource is immutable after creation\n${differences(before, after)}`;
    errors.push(forbidden('spec.persistentvolumesource', what));
  }
  checkImmutable(errors, 'volumeMode', spec.volumeMode, old.spec?.volumeMode);
  if (old.spec?.nodeAffinity != null) checkImmutable(errors, 'nodeAffinity', spec.nodeAffinity, old.spec.nodeAffinity);
  if (old.spec?.volumeAttributesClassName != null && spec.volumeAttributesClassName == null)
    errors.push(forbidden('spec.volumeAttributesClassName', 'update from non-nil value to nil is forbidden'));
});

function sourcesOf(spec: PersistentVolumeSpec): Record<string, unknown> {
  return Object.fromEntries(SOURCES.filter((name) => spec[name] != null).map((name) => [name, spec[name]]));
}

function checkSpec(errors: FieldError[], spec: PersistentVolumeSpec): void {
  if ((spec.accessModes ?? []).length === 0) errors.push(required('spec.accessModes'));
  checkAccessModes(errors, 'spec.accessModes', spec.accessModes);
  const capacity = spec.capacity ?? {};
  const resources = Object.keys(capacity);
  if (resources.length === 0) errors.push(required('spec.capacity'));
  if (!Object.hasOwn(capacity, 'storage') || resources.length > 1)
    errors.push(notSupported('spec.capacity', spec.capacity ?? null, ['storage']));
  for (const name of resources) checkPositiveQuantity(errors, `spec.capacity[${name}]`, capacity[name] as string);
  const policy = spec.persistentVolumeReclaimPolicy;
  if (policy && !RECLAIM_POLICIES.includes(policy))
    errors.push(notSupported('spec.persistentVolumeReclaimPolicy', policy, RECLAIM_POLICIES));
  if (spec.nodeAffinity != null) {
    const { required: selector } = spec.nodeAffinity;
    if (selector == null) errors.push(required('spec.nodeAffinity.required', 'must specify required node constraints'));
    else checkNodeSelector(errors, 'spec.nodeAffinity.required', selector.nodeSelectorTerms ?? []);
  }
  checkSources(errors, spec);
  if (/^\/+(\.?\/+)*\.?$/.test(spec.hostPath?.path ?? '') && policy === 'Recycle') {
    const message = "may not be 'recycle' for a hostPath mount of '/'";
    errors.push(forbidden('spec.persistentVolumeReclaimPolicy', message));
  }
  if (spec.storageClassName) checkDnsSubdomain(errors, 'spec.storageClassName', spec.storageClassName);
  checkVolumeMode(errors, spec.volumeMode);
  const attributes = spec.volumeAttributesClassName;
  if (attributes == null) return;
  if (attributes === '') errors.push(required('spec.volumeAttributesClassName', 'an empty string is disallowed'));
  else checkDnsSubdomain(errors, 'spec.volumeAttributesClassName', attributes);
  if (spec.csi == null) errors.push(required('spec.csi', 'has to be specified when using volumeAttributesClassName'));
}

function checkSources(errors: FieldError[], spec: PersistentVolumeSpec): void {
  let count = 0;
  for (const name of SOURCES) {
    if (spec[name] == null) continue;
    if (count++ > 0) {
      errors.push(forbidden(`spec.${name}`, 'may not specify more than 1 volume type'));
      continue;
    }
    if (name === 'hostPath' && spec.hostPath) checkHostPath(errors, 'spec.hostPath', spec.hostPath);
    if (name === 'nfs' && spec.nfs) checkNfs(errors, 'spec.nfs', spec.nfs);
    if (name === 'csi' && spec.csi) {
      if (!spec.csi.driver) errors.push(required('spec.csi.driver'));
      else checkDnsSubdomain(errors, 'spec.csi.driver', spec.csi.driver.toLowerCase());
      if (!spec.csi.volumeHandle) errors.push(required('spec.csi.volumeHandle'));
    }
    if (name === 'local' && spec.local) {
      if (!spec.local.path) errors.push(required('spec.local.path'));
      else checkNoBacksteps(errors, 'spec.local.path', spec.local.path);
      if (spec.nodeAffinity?.required == null)
        errors.push(required('spec.nodeAffinity', 'Local volume requires node affinity'));
    }
  }
  if (count === 0) errors.push(required('spec', 'must specify a volume type'));
}
