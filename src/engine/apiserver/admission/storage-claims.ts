// Models: plugin/pkg/admission/storage/storageobjectinuseprotection, plugin/pkg/admission/storage/persistentvolume/resize
// Simplified: —
// Not modelled: —
import type { KindDefinition } from '../../api/kinds';
import { withMetadata } from '../../api/meta';
import { compareQuantities, mustParseQuantity } from '../../api/quantity';
import type { PersistentVolumeClaim, StorageClass } from '../../api/types';
import { storageClassOf } from '../quota/evaluators';
import { type AdmissionPlugin, forbidden } from './admission-plugin';

const finalizers: Readonly<Record<string, string>> = {
  persistentvolumes: 'kubernetes.io/pv-protection',
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
  volumeattributesclasses: 'kubernetes.io/vac-protection',
};

const finalizerOf = ({ resource }: KindDefinition): string => finalizers[resource] as string;

/** What is in use does not go away: a finalizer waits until it is not. */
export const storageObjectInUseProtection: AdmissionPlugin = {
  name: 'StorageObjectInUseProtection',
  operations: ['CREATE'],
  resources: ['persistentvolumes', 'persistentvolumeclaims', 'volumeattributesclasses.storage.k8s.io'],
  mutate({ kind, object }) {
    const finalizer = finalizerOf(kind);
    const own = object.metadata.finalizers ?? [];
    if (own.includes(finalizer)) return undefined;
    return {
      object: withMetadata(object, { finalizers: [...own, finalizer] }),
      changes: [{ field: `metadata.finalizers[${own.length}]`, value: finalizer }],
    };
  },
};

const sizeOf = ({ spec }: PersistentVolumeClaim) => mustParseQuantity(spec?.resources?.requests?.storage ?? '0');

/** Only a bound claim of a class that allows it grows. */
export const persistentVolumeClaimResize: AdmissionPlugin = {
  name: 'PersistentVolumeClaimResize',
  operations: ['UPDATE'],
  resources: ['persistentvolumeclaims'],
  validate(attributes, { storage }) {
    const claim = attributes.object as PersistentVolumeClaim;
    const old = attributes.old as PersistentVolumeClaim;
    if (compareQuantities(sizeOf(claim), sizeOf(old)) <= 0) return undefined;
    if (old.status?.phase !== 'Bound')
      return forbidden(attributes, 'Only bound persistent volume claims can be expanded');
    const name = storageClassOf(claim);
    const found = name === storageClassOf(old) ? storage.table('storageclasses').get(name) : undefined;
    if ((found as StorageClass | undefined)?.allowVolumeExpansion === true) return undefined;
    const why =
      'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
    return forbidden(attributes, why);
  },
};
