/**
 * Models: pkg/registry/core/persistentvolume/strategy.go, pkg/apis/core/v1/defaults.go (SetDefaults_PersistentVolume).
 * Simplified: -
 * Not modelled: -
 */
import type { PersistentVolume } from '../types';
import { persistentVolumeRules } from '../validation/persistent-volume';
import { storedQuantity } from '../validation/quantities';
import { age, column, wide } from './columns';
import { mapValues } from './copy-on-write';
import { defineKind } from './define-kind';
import { withSpecOf, withStatus } from './generation';

const SHORT_MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

/** `RWO,RWX`, each once. */
export function accessModesCell(modes: readonly string[] | undefined): string {
  const given = new Set(modes ?? []);
  return Object.keys(SHORT_MODES)
    .filter((mode) => given.has(mode))
    .map((mode) => SHORT_MODES[mode])
    .join(',');
}

function setDefaults(volume: PersistentVolume): PersistentVolume {
  const spec = volume.spec ?? {};
  const capacity = mapValues(spec.capacity, storedQuantity);
  const hostPath = spec.hostPath != null && spec.hostPath.type == null ? { ...spec.hostPath, type: '' } : spec.hostPath;
  if (
    spec.persistentVolumeReclaimPolicy &&
    spec.volumeMode != null &&
    capacity === spec.capacity &&
    hostPath === spec.hostPath
  )
    return volume;
  return {
    ...volume,
    spec: {
      ...spec,
      ...(capacity == null ? {} : { capacity }),
      ...(hostPath == null ? {} : { hostPath }),
      persistentVolumeReclaimPolicy: spec.persistentVolumeReclaimPolicy || 'Retain',
      volumeMode: spec.volumeMode ?? 'Filesystem',
    },
  };
}

export const persistentVolumeKind = defineKind<PersistentVolume>({
  group: '',
  version: 'v1',
  kind: 'PersistentVolume',
  resource: 'persistentvolumes',
  namespaced: false,
  shortNames: ['pv'],
  subresources: ['status'],
  unattended: true,
  setDefaults,
  prepareForCreate(volume) {
    const lastPhaseTransitionTime = volume.metadata.creationTimestamp;
    return withStatus(volume, { phase: 'Pending', lastPhaseTransitionTime });
  },
  prepareForUpdate: (volume, old) => withStatus(volume, old.status),
  prepareForStatusUpdate: withSpecOf,
  ...persistentVolumeRules,
  returnsDeletedObject: true,
  columns: [
    column('Capacity', ({ spec }) => spec?.capacity?.storage ?? ''),
    column('Access Modes', ({ spec }) => accessModesCell(spec?.accessModes)),
    column('Reclaim Policy', ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? ''),
    column('Status', ({ metadata, status }) => (metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? ''))),
    column('Claim', ({ spec }) => {
      const claim = spec?.claimRef;
      return claim == null ? '' : `${claim.namespace ?? ''}/${claim.name ?? ''}`;
    }),
    column('StorageClass', ({ spec }) => spec?.storageClassName ?? ''),
    column('VolumeAttributesClass', ({ spec }) => spec?.volumeAttributesClassName ?? '<unset>'),
    column('Reason', ({ status }) => status?.reason ?? ''),
    age,
    wide('VolumeMode', ({ spec }) => spec?.volumeMode ?? '<unset>'),
  ],
});
