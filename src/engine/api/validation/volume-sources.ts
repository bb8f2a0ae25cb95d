/**
 * Models: pkg/apis/core/validation (validateVolumeSource and the validators of single sources).
 * Simplified: a table in upstream's order; a source without a `check` only counts.
 * Not modelled: see volumes.ts.
 */
import { type FieldError, forbidden, invalid, notSupported, required } from '../field-error';
import type {
  ConfigMapVolumeSource,
  CSIVolumeSource,
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  EmptyDirVolumeSource,
  HostPathVolumeSource,
  ImageVolumeSource,
  KeyToPath,
  NFSVolumeSource,
  PersistentVolumeClaimVolumeSource,
  ProjectedVolumeSource,
  SecretVolumeSource,
} from '../types';
import { checkFieldSelector, checkResourceFieldSelector, VOLUME_FIELD_PATHS } from './downward-api';
import { checkFileMode, checkLocalNonReservedPath, checkNoBacksteps } from './paths';
import { isNegativeQuantity } from './quantities';

interface VolumeType {
  /** The member of Volume. */
  readonly name: string;
  /** As "more than 1 volume type" prints it, where upstream spells it differently. */
  readonly printed?: string;
  check?(errors: FieldError[], path: string, source: never): void;
}

const HOST_PATH_TYPES: readonly string[] = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

export const VOLUME_TYPES: readonly VolumeType[] = [
  { name: 'emptyDir', check: checkEmptyDir },
  { name: 'hostPath', check: checkHostPath },
  { name: 'gitRepo' },
  { name: 'gcePersistentDisk' },
  { name: 'awsElasticBlockStore' },
  { name: 'secret', check: checkSecret },
  { name: 'nfs', check: checkNfs },
  { name: 'iscsi' },
  { name: 'glusterfs' },
  { name: 'flocker' },
  { name: 'persistentVolumeClaim', check: checkClaim },
  { name: 'rbd' },
  { name: 'cinder' },
  { name: 'cephfs', printed: 'cephFS' },
  { name: 'quobyte' },
  { name: 'downwardAPI', printed: 'downwarAPI', check: checkDownwardApi },
  { name: 'fc' },
  { name: 'flexVolume' },
  { name: 'configMap', check: checkConfigMap },
  { name: 'azureFile' },
  { name: 'vsphereVolume' },
  { name: 'photonPersistentDisk' },
  { name: 'portworxVolume' },
  { name: 'azureDisk' },
  { name: 'storageos' },
  { name: 'projected', check: checkProjected },
  { name: 'scaleIO' },
  { name: 'csi', check: checkCsi },
  { name: 'ephemeral', check: checkEphemeral },
  { name: 'image', check: checkImage },
];

function checkEmptyDir(errors: FieldError[], path: string, source: EmptyDirVolumeSource): void {
  if (source.sizeLimit != null && isNegativeQuantity(source.sizeLimit)) {
    errors.push(forbidden(`${path}.sizeLimit`, 'SizeLimit field must be a valid resource quantity'));
  }
}

export function checkHostPath(errors: FieldError[], path: string, source: HostPathVolumeSource): void {
  if (!source.path) return void errors.push(required(`${path}.path`));
  checkNoBacksteps(errors, `${path}.path`, source.path);
  if (source.type != null && !HOST_PATH_TYPES.includes(source.type)) {
    errors.push(notSupported(`${path}.type`, source.type, HOST_PATH_TYPES));
  }
}

function checkSecret(errors: FieldError[], path: string, source: SecretVolumeSource): void {
  if (!source.secretName) errors.push(required(`${path}.secretName`));
  checkFileMode(errors, `${path}.defaultMode`, source.defaultMode);
  checkItems(errors, `${path}.items`, source.items);
}

function checkConfigMap(errors: FieldError[], path: string, source: ConfigMapVolumeSource): void {
  if (!source.name) errors.push(required(`${path}.name`));
  checkFileMode(errors, `${path}.defaultMode`, source.defaultMode);
  checkItems(errors, `${path}.items`, source.items);
}

function checkItems(errors: FieldError[], path: string, items: readonly KeyToPath[] | undefined): void {
  if (items == null) return;
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as KeyToPath;
    if (!item.key) errors.push(required(`${path}[${i}].key`));
    if (!item.path) errors.push(required(`${path}[${i}].path`));
    checkLocalNonReservedPath(errors, `${path}[${i}].path`, item.path ?? '');
    checkFileMode(errors, `${path}[${i}].mode`, item.mode);
  }
}

export function checkNfs(errors: FieldError[], path: string, source: NFSVolumeSource): void {
  if (!source.server) errors.push(required(`${path}.server`));
  if (!source.path) errors.push(required(`${path}.path`));
  if (!(source.path ?? '').startsWith('/')) {
    errors.push(invalid(`${path}.path`, source.path ?? '', 'must be an absolute path'));
  }
}

function checkClaim(errors: FieldError[], path: string, source: PersistentVolumeClaimVolumeSource): void {
  if (!source.claimName) errors.push(required(`${path}.claimName`));
}

function checkDownwardApi(errors: FieldError[], path: string, source: DownwardAPIVolumeSource): void {
  checkFileMode(errors, `${path}.defaultMode`, source.defaultMode);
  for (const file of source.items ?? []) checkDownwardFile(errors, path, file);
}

function checkDownwardFile(errors: FieldError[], path: string, file: DownwardAPIVolumeFile): void {
  if (!file.path) errors.push(required(`${path}.path`));
  checkLocalNonReservedPath(errors, `${path}.path`, file.path ?? '');
  if (file.fieldRef != null) {
    checkFieldSelector(errors, `${path}.fieldRef`, file.fieldRef, VOLUME_FIELD_PATHS);
    if (file.resourceFieldRef != null) {
      errors.push(invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'));
    }
  } else if (file.resourceFieldRef != null) {
    checkResourceFieldSelector(errors, `${path}.resourceFieldRef`, file.resourceFieldRef, true);
  } else errors.push(required(path, 'one of fieldRef and resourceFieldRef is required'));
  checkFileMode(errors, `${path}.mode`, file.mode);
}

function checkProjected(errors: FieldError[], path: string, source: ProjectedVolumeSource): void {
  checkFileMode(errors, `${path}.defaultMode`, source.defaultMode);
  const paths = new Set<string>();
  const checkUnique = (file: string | undefined, printed: string): void => {
    if (!file) return;
    if (paths.has(file)) errors.push(invalid(path, printed, 'conflicting duplicate paths'));
    paths.add(file);
  };
  const sources = source.sources ?? [];
  for (let i = 0; i < sources.length; i++) {
    const projection = sources[i];
    if (projection == null) continue;
    const at = `${path}.sources[${i}]`;
    for (const type of ['secret', 'configMap'] as const) {
      const reference = projection[type];
      if (reference == null) continue;
      if (!reference.name) errors.push(required(`${at}.${type}.name`));
      checkItems(errors, `${at}.${type}.items`, reference.items);
      for (const item of reference.items ?? []) checkUnique(item.path, reference.name ?? '');
    }
    for (const file of projection.downwardAPI?.items ?? []) {
      checkDownwardFile(errors, `${at}.downwardAPI`, file);
      checkUnique(file.path, file.path);
    }
    const token = projection.serviceAccountToken;
    if (token != null) {
      const seconds = token.expirationSeconds ?? 0;
      const field = `${at}.serviceAccountToken.expirationSeconds`;
      if (seconds < 600) errors.push(invalid(field, seconds, 'may not specify a duration less than 10 minutes'));
      if (seconds > 2 ** 32)
        errors.push(invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds'));
      if (!token.path) errors.push(required(`${path}.path`));
      else checkLocalNonReservedPath(errors, `${path}.path`, token.path);
    }
    const given = Object.values(projection).filter((value) => value != null).length;
    if (given > 1) errors.push(forbidden(at, 'may not specify more than 1 volume type per source'));
  }
}

function checkCsi(errors: FieldError[], path: string, source: CSIVolumeSource): void {
  if (!source.driver) errors.push(required(`${path}.driver`));
  if (source.nodePublishSecretRef != null && !source.nodePublishSecretRef.name) {
    errors.push(required(`${path}.nodePublishSecretRef.name`));
  }
}

function checkEphemeral(errors: FieldError[], path: string, source: { volumeClaimTemplate?: unknown }): void {
  if (source.volumeClaimTemplate == null) errors.push(required(`${path}.volumeClaimTemplate`));
}

function checkImage(errors: FieldError[], path: string, source: ImageVolumeSource): void {
  if (!source.reference) errors.push(required(`${path}.reference`));
  const policy = source.pullPolicy ?? '';
  if (policy === '') errors.push(required(`${path}.pullPolicy`));
  else if (policy !== 'Always' && policy !== 'IfNotPresent' && policy !== 'Never') {
    errors.push(notSupported(`${path}.pullPolicy`, policy, ['Always', 'IfNotPresent', 'Never']));
  }
}
