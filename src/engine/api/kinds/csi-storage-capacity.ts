/**
 * Models: pkg/registry/storage/csistoragecapacity/strategy.go.
 * Simplified: -
 * Not modelled: -
 */
import type { CSIStorageCapacity } from '../types';
import { csiStorageCapacityRules } from '../validation/storage';
import { age, column } from './columns';
import { defineKind } from './define-kind';

export const csiStorageCapacityKind = defineKind<CSIStorageCapacity>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIStorageCapacity',
  resource: 'csistoragecapacities',
  namespaced: true,

  ...csiStorageCapacityRules,
  columns: [
    column('StorageClassName', ({ storageClassName }) => storageClassName ?? ''),
    column('Capacity', ({ capacity }) => capacity ?? '<unset>'),
    age,
  ],
});
