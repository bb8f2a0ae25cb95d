/**
 * Models: pkg/apis/apps, pkg/registry/apps/replicaset.
 * Simplified: -
 * Not modelled: -
 */
import type { ReplicaSet } from '../types';
import { defineKind } from './define-kind';

export const replicaSetKind = defineKind<ReplicaSet>({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  resource: 'replicasets',
  namespaced: true,
  shortNames: ['rs'],
  subresources: ['status', 'scale'],
  validate: () => [],
  validateUpdate: () => [],
  categories: ['all'],
});
