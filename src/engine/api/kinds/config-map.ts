/**
 * Models: pkg/apis/core, pkg/registry/core/configmap.
 * Simplified: -
 * Not modelled: -
 */
import type { ConfigMap } from '../types';
import { defineKind } from './define-kind';

export const configMapKind = defineKind<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  namespaced: true,
  shortNames: ['cm'],
  subresources: [],
  validate: () => [],
  validateUpdate: () => [],
});
