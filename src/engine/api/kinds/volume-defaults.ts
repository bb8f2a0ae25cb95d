/**
 * Models: pkg/apis/core/v1/defaults.go (SetDefaults_Volume, SetDefaults_SecretVolumeSource …).
 * Simplified: -
 * Not modelled: iscsi, rbd, azureDisk and scaleIO.
 */
import type { DownwardAPIVolumeFile, Volume, VolumeProjection } from '../types';
import { mapList } from './copy-on-write';
import { imageTag } from './image-name';

/** Mode of files in secret, configMap, downwardAPI and projected volumes: 0644. */
const FILE_MODE = 0o644;
const TOKEN_SECONDS = 3600;

export function defaultVolume(volume: Volume): Volume {
  const { secret, configMap, downwardAPI, projected, hostPath, image, ephemeral } = volume;
  if (!hasSource(volume)) return { ...volume, emptyDir: {} };
  if (secret != null && secret.defaultMode == null) {
    return { ...volume, secret: { ...secret, defaultMode: FILE_MODE } };
  }
  if (configMap != null && configMap.defaultMode == null) {
    return { ...volume, configMap: { ...configMap, defaultMode: FILE_MODE } };
  }
  if (hostPath != null && hostPath.type == null) return { ...volume, hostPath: { ...hostPath, type: '' } };
  if (image != null && !image.pullPolicy) {
    const pullPolicy = imageTag(image.reference ?? '') === 'latest' ? 'Always' : 'IfNotPresent';
    return { ...volume, image: { ...image, pullPolicy } };
  }
  if (downwardAPI != null) {
    const items = mapList<DownwardAPIVolumeFile>(downwardAPI.items, defaultFile);
    if (items === downwardAPI.items && downwardAPI.defaultMode != null) return volume;
    const defaultMode = downwardAPI.defaultMode ?? FILE_MODE;
    return { ...volume, downwardAPI: { ...downwardAPI, ...(items === undefined ? {} : { items }), defaultMode } };
  }
  if (projected != null) {
    const sources = mapList<VolumeProjection>(projected.sources, defaultProjection);
    if (sources === projected.sources && projected.defaultMode != null) return volume;
    const defaultMode = projected.defaultMode ?? FILE_MODE;
    return { ...volume, projected: { ...projected, ...(sources === undefined ? {} : { sources }), defaultMode } };
  }
  const claim = ephemeral?.volumeClaimTemplate;
  if (claim?.spec != null && claim.spec.volumeMode == null) {
    const volumeClaimTemplate = { ...claim, spec: { ...claim.spec, volumeMode: 'Filesystem' } };
    return { ...volume, ephemeral: { ...ephemeral, volumeClaimTemplate } };
  }
  return volume;
}

/** Every member of a Volume but its name is a source. */
function hasSource(volume: Volume): boolean {
  const members = volume as unknown as Record<string, unknown>;
  for (const member in members) if (member !== 'name' && members[member] != null) return true;
  return false;
}

function defaultFile(file: DownwardAPIVolumeFile): DownwardAPIVolumeFile {
  const fieldRef = file.fieldRef;
  if (fieldRef == null || fieldRef.apiVersion) return file;
  return { ...file, fieldRef: { ...fieldRef, apiVersion: 'v1' } };
}

function defaultProjection(projection: VolumeProjection): VolumeProjection {
  const token = projection.serviceAccountToken;
  if (token != null && token.expirationSeconds == null) {
    return { ...projection, serviceAccountToken: { ...token, expirationSeconds: TOKEN_SECONDS } };
  }
  const downwardAPI = projection.downwardAPI;
  if (downwardAPI == null) return projection;
  const items = mapList<DownwardAPIVolumeFile>(downwardAPI.items, defaultFile);
  return items === downwardAPI.items ? projection : { ...projection, downwardAPI: { ...downwardAPI, items } };
}
