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
  if (!hasSource(volume)) return { ...volume, emptyDir: {} };
  let changed = volume;
  for (const member in DEFAULTERS) {
    const name = member as keyof typeof DEFAULTERS;
    const source = volume[name];
    if (source === undefined || source === null) continue;
    const after = DEFAULTERS[name](source as never);
    if (after !== source) changed = { ...changed, [name]: after };
  }
  return changed;
}

type Source<K extends keyof Volume> = NonNullable<Volume[K]>;

/** The sources that have defaults; a volume that names several is refused later, but defaulted all the same. */
const DEFAULTERS = {
  secret: defaultMode<Source<'secret'>>,
  configMap: defaultMode<Source<'configMap'>>,
  hostPath: (source: Source<'hostPath'>) => (source.type == null ? { ...source, type: '' } : source),
  image(source: Source<'image'>): Source<'image'> {
    if (source.pullPolicy) return source;
    return { ...source, pullPolicy: imageTag(source.reference ?? '') === 'latest' ? 'Always' : 'IfNotPresent' };
  },
  downwardAPI(source: Source<'downwardAPI'>): Source<'downwardAPI'> {
    const items = mapList<DownwardAPIVolumeFile>(source.items, defaultFile);
    return defaultMode(items === source.items ? source : { ...source, items });
  },
  projected(source: Source<'projected'>): Source<'projected'> {
    const sources = mapList<VolumeProjection>(source.sources, defaultProjection);
    return defaultMode(sources === source.sources ? source : { ...source, sources });
  },
  ephemeral(source: Source<'ephemeral'>): Source<'ephemeral'> {
    const claim = source.volumeClaimTemplate;
    if (claim?.spec == null || claim.spec.volumeMode != null) return source;
    return { ...source, volumeClaimTemplate: { ...claim, spec: { ...claim.spec, volumeMode: 'Filesystem' } } };
  },
};

function defaultMode<T extends { readonly defaultMode?: number | undefined }>(source: T): T {
  return source.defaultMode == null ? { ...source, defaultMode: FILE_MODE } : source;
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
  let changed = projection;
  const token = projection.serviceAccountToken;
  if (token != null && token.expirationSeconds == null) {
    changed = { ...changed, serviceAccountToken: { ...token, expirationSeconds: TOKEN_SECONDS } };
  }
  const downwardAPI = projection.downwardAPI;
  if (downwardAPI == null) return changed;
  const items = mapList<DownwardAPIVolumeFile>(downwardAPI.items, defaultFile);
  return items === downwardAPI.items ? changed : { ...changed, downwardAPI: { ...downwardAPI, items } };
}
