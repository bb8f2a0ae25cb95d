/**
 * Models: pkg/registry/core/persistentvolumeclaim/strategy.go, pkg/apis/core/v1/defaults.go
 *   (SetDefaults_PersistentVolumeClaim).
 * Simplified: -
 * Not modelled: data sources of other namespaces (gate CrossNamespaceVolumeDataSource, off).
 */
import type { PersistentVolumeClaim } from '../types';
import { persistentVolumeClaimRules } from '../validation/persistent-volume-claim';
import { storedQuantity } from '../validation/quantities';
import { age, column, wide } from './columns';
import { mapValues } from './copy-on-write';
import { defineKind } from './define-kind';
import { withSpecOf, withStatus } from './generation';
import { accessModesCell } from './persistent-volume';

/** Defaults of a claim, also of those inside other objects. */
export function defaultClaim(claim: PersistentVolumeClaim): PersistentVolumeClaim {
  const spec = claim.spec ?? {};
  const requests = mapValues(spec.resources?.requests, storedQuantity);
  if (spec.volumeMode != null && requests === spec.resources?.requests) return claim;
  const resources = requests == null ? spec.resources : { ...spec.resources, requests };
  const filled = { ...spec, ...(resources == null ? {} : { resources }), volumeMode: spec.volumeMode ?? 'Filesystem' };
  return { ...claim, spec: filled };
}

/** The older field and the newer one say the same (NormalizeDataSources). */
function withBothSources(claim: PersistentVolumeClaim): PersistentVolumeClaim {
  const { dataSource: source, dataSourceRef: reference } = claim.spec ?? {};
  if (source != null && reference == null) return { ...claim, spec: { ...claim.spec, dataSourceRef: source } };
  if (source == null && reference != null && !reference.namespace) {
    const { namespace: _, ...rest } = reference;
    return { ...claim, spec: { ...claim.spec, dataSource: rest } };
  }
  return claim;
}

const ofBound = (claim: PersistentVolumeClaim, text: string | undefined): string =>
  claim.spec?.volumeName ? (text ?? '') : '';

export const persistentVolumeClaimKind = defineKind<PersistentVolumeClaim>({
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  resource: 'persistentvolumeclaims',
  namespaced: true,
  shortNames: ['pvc'],
  subresources: ['status'],
  unattended: true,
  setDefaults: defaultClaim,
  prepareForCreate: (claim) => withBothSources(withStatus(claim, { phase: 'Pending' })),
  prepareForUpdate: (claim, old) => withBothSources(withStatus(claim, old.status)),
  prepareForStatusUpdate: withSpecOf,
  ...persistentVolumeClaimRules,
  returnsDeletedObject: true,
  columns: [
    column('Status', ({ metadata, status }) => (metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? ''))),
    column('Volume', ({ spec }) => spec?.volumeName ?? ''),
    column('Capacity', (claim) => ofBound(claim, claim.status?.capacity?.storage)),
    column('Access Modes', (claim) => ofBound(claim, accessModesCell(claim.status?.accessModes))),
    column('StorageClass', ({ spec }) => spec?.storageClassName ?? ''),
    column('VolumeAttributesClass', ({ spec }) => spec?.volumeAttributesClassName ?? '<unset>'),
    age,
    wide('VolumeMode', ({ spec }) => spec?.volumeMode ?? '<unset>'),
  ],
});
