/**
 * Models: pkg/registry/storage/storageclass/strategy.go, pkg/apis/storage/v1/defaults.go.
 * Simplified: -
 * Not modelled: -
 */
import type { StorageClass } from '../types';
import { storageClassRules } from '../validation/storage';
import { age, column } from './columns';
import { defineKind } from './define-kind';

const IS_DEFAULT = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'];

/** Whether claims without a class get this one. */
export function isDefaultStorageClass({ metadata }: StorageClass): boolean {
  return IS_DEFAULT.some((annotation) => metadata.annotations?.[annotation] === 'true');
}

export const storageClassKind = defineKind<StorageClass>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'StorageClass',
  resource: 'storageclasses',
  namespaced: false,
  shortNames: ['sc'],
  unattended: true,
  setDefaults(given) {
    if (given.reclaimPolicy != null && given.volumeBindingMode != null) return given;
    return {
      ...given,
      reclaimPolicy: given.reclaimPolicy ?? 'Delete',
      volumeBindingMode: given.volumeBindingMode ?? 'Immediate',
    };
  },
  ...storageClassRules,
  returnsDeletedObject: true,
  nameCell: (given) =>
    isDefaultStorageClass(given) ? `${given.metadata.name} (default)` : (given.metadata.name ?? ''),
  columns: [
    column('Provisioner', ({ provisioner }) => provisioner ?? ''),
    column('ReclaimPolicy', ({ reclaimPolicy }) => reclaimPolicy ?? 'Delete'),
    column('VolumeBindingMode', ({ volumeBindingMode }) => volumeBindingMode ?? 'Immediate'),
    column('AllowVolumeExpansion', ({ allowVolumeExpansion }) => String(allowVolumeExpansion ?? false)),
    age,
  ],
});
