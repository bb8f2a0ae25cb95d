/**
 * Models: pkg/apis/core/validation (ValidateVolumes, validateVolumeSource, ValidateVolumeMounts, ValidateVolumeDevices).
 * Simplified: the members of emptyDir, hostPath, secret, configMap, downwardAPI, projected, persistentVolumeClaim, nfs,
 *   csi, image and ephemeral volumes are checked.
 * Not modelled: the members of cloud and vendor volumes (they still count as a volume type), cluster trust bundles and
 *   pod certificates.
 */
import { duplicate, type FieldError, forbidden, invalid, notFound, notSupported, required } from '../field-error';
import type { Container, Volume, VolumeDevice, VolumeMount } from '../types';
import { addAll, checkDnsLabel } from './fields';
import { isDns1123Subdomain } from './formats';
import { checkLocalDescendingPath, checkNoBacksteps } from './paths';
import { VOLUME_TYPES } from './volume-sources';

/** The good volumes by name: what mounts may refer to. */
export type VolumesByName = ReadonlyMap<string, Volume>;

const NO_VOLUMES: VolumesByName = new Map();

/** `podName` is empty inside a template, where the names of generated claims can't be known. */
export function checkVolumes(
  errors: FieldError[],
  field: string,
  volumes: readonly Volume[] | undefined,
  podName: string,
): VolumesByName {
  if (volumes === undefined || volumes === null || volumes.length === 0) return NO_VOLUMES;
  const byName = new Map<string, Volume>();
  const created = new Set<string>();
  if (podName !== '') {
    for (const volume of volumes) if (volume.ephemeral != null) created.add(`${podName}-${volume.name ?? ''}`);
  }
  for (let i = 0; i < volumes.length; i++) {
    const volume = volumes[i] as Volume;
    const path = `${field}[${i}]`;
    const name = volume.name ?? '';
    const before = errors.length;
    checkVolumeSource(errors, path, volume, podName);
    if (name === '') errors.push(required(`${path}.name`));
    else checkDnsLabel(errors, `${path}.name`, name);
    if (byName.has(name)) errors.push(duplicate(`${path}.name`, name));
    if (errors.length === before) byName.set(name, volume);
    const claimName = volume.persistentVolumeClaim?.claimName ?? '';
    if (volume.persistentVolumeClaim != null && created.has(claimName)) {
      errors.push(
        invalid(
          `${path}.persistentVolumeClaim.claimName`,
          claimName,
          'must not reference a PVC that gets created for an ephemeral volume',
        ),
      );
    }
  }
  return byName;
}

function checkVolumeSource(errors: FieldError[], path: string, volume: Volume, podName: string): void {
  const members = volume as unknown as Record<string, unknown>;
  let found = false;
  for (const { name, printed, check } of VOLUME_TYPES) {
    const source = members[name];
    if (source === undefined || source === null) continue;
    if (found) errors.push(forbidden(`${path}.${printed ?? name}`, 'may not specify more than 1 volume type'));
    else check?.(errors, `${path}.${name}`, source as never);
    if (name === 'ephemeral' && !found && podName !== '' && volume.name) {
      const claim = `${podName}-${volume.name}`;
      for (const message of isDns1123Subdomain(claim)) {
        errors.push(invalid(`${path}.name`, volume.name, `PVC name "${claim}": ${message}`));
      }
    }
    found = true;
  }
  if (!found) errors.push(required(path, 'must specify a volume type'));
}

export function checkVolumeMounts(
  errors: FieldError[],
  field: string,
  container: Container,
  volumes: VolumesByName,
): void {
  const mounts = container.volumeMounts ?? [];
  const devices = container.volumeDevices ?? [];
  const paths = new Set<string>();
  for (let i = 0; i < mounts.length; i++) {
    const mount = mounts[i] as VolumeMount;
    const name = mount.name ?? '';
    const mountPath = mount.mountPath ?? '';
    const at = `${field}[${i}]`;
    const volume = volumes.get(name);
    if (name === '') errors.push(required(`${at}.name`));
    if (volume === undefined) errors.push(notFound(`${at}.name`, name));
    if (mountPath === '') errors.push(required(`${at}.mountPath`));
    if (paths.has(mountPath)) errors.push(invalid(`${at}.mountPath`, mountPath, 'must be unique'));
    paths.add(mountPath);
    if (devices.some((device) => device.name === name)) {
      errors.push(invalid(`${at}.name`, name, 'must not already exist in volumeDevices'));
    }
    if (devices.some((device) => device.devicePath === mountPath)) {
      errors.push(invalid(`${at}.mountPath`, mountPath, 'must not already exist as a path in volumeDevices'));
    }
    if (mount.subPath) checkLocalDescendingPath(errors, `${field}.subPath`, mount.subPath);
    if (mount.subPathExpr) {
      if (mount.subPath) {
        const message = 'subPathExpr and subPath are mutually exclusive';
        errors.push(invalid(`${at}.subPathExpr`, mount.subPathExpr, message));
      }
      checkLocalDescendingPath(errors, `${field}.subPathExpr`, mount.subPathExpr);
    }
    if (mount.mountPropagation != null) checkPropagation(errors, field, mount.mountPropagation, container);
    if (mount.recursiveReadOnly != null) checkRecursiveReadOnly(errors, `${field}.recursiveReadOnly`, mount);
  }
}

function checkPropagation(errors: FieldError[], field: string, mode: string, container: Container): void {
  const path = `${field}.mountPropagation`;
  if (mode !== 'Bidirectional' && mode !== 'HostToContainer' && mode !== 'None') {
    errors.push(notSupported(path, mode, ['Bidirectional', 'HostToContainer', 'None']));
  }
  if (mode === 'Bidirectional' && container.securityContext?.privileged !== true) {
    const message = 'Bidirectional mount propagation is available only to privileged containers';
    errors.push(forbidden(path, message));
  }
}

function checkRecursiveReadOnly(errors: FieldError[], path: string, mount: VolumeMount): void {
  switch (mount.recursiveReadOnly) {
    case 'Disabled':
      return;
    case 'Enabled':
    case 'IfPossible':
      if (mount.readOnly !== true) errors.push(forbidden(path, 'may only be specified when readOnly is true'));
      if (mount.mountPropagation != null && mount.mountPropagation !== 'None') {
        errors.push(forbidden(path, 'may only be specified when mountPropagation is None or not specified'));
      }
      return;
    default:
      errors.push(notSupported(path, mount.recursiveReadOnly, ['Disabled', 'Enabled', 'IfPossible']));
  }
}

export function checkVolumeDevices(
  errors: FieldError[],
  field: string,
  container: Container,
  volumes: VolumesByName,
): void {
  const devices = container.volumeDevices ?? [];
  const mounts = container.volumeMounts ?? [];
  const names = new Set<string>();
  const paths = new Set<string>();
  for (let i = 0; i < devices.length; i++) {
    const device = devices[i] as VolumeDevice;
    const name = device.name ?? '';
    const path = device.devicePath ?? '';
    const at = `${field}[${i}]`;
    const volume = volumes.get(name);
    if (name === '') errors.push(required(`${at}.name`));
    if (names.has(name)) errors.push(invalid(`${at}.name`, name, 'must be unique'));
    if (volume === undefined) errors.push(notFound(`${at}.name`, name));
    else if (volume.persistentVolumeClaim == null && volume.ephemeral == null) {
      const message = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
      errors.push(invalid(`${at}.name`, name, message));
    }
    if (path === '') errors.push(required(`${at}.devicePath`));
    if (paths.has(path)) errors.push(invalid(`${at}.devicePath`, path, 'must be unique'));
    const backsteps: FieldError[] = [];
    checkNoBacksteps(backsteps, at, path);
    if (backsteps.length > 0) addAll(errors, `${at}.devicePath`, path, ["can not contain backsteps ('..')"]);
    else paths.add(path);
    if (mounts.some((mount) => mount.name === name)) {
      errors.push(invalid(`${at}.name`, name, 'must not already exist in volumeMounts'));
    }
    if (mounts.some((mount) => mount.mountPath === path)) {
      errors.push(invalid(`${at}.devicePath`, path, 'must not already exist as a path in volumeMounts'));
    }
    if (name !== '') names.add(name);
  }
}
