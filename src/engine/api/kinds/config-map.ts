/**
 * Models: pkg/registry/core/configmap/strategy.go.
 * Simplified: -
 * Not modelled: -
 */
import type { ConfigMap } from '../types';
import { validateConfigMap, validateConfigMapUpdate } from '../validation/config';
import { defineKind } from './define-kind';

export const configMapKind = defineKind<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  namespaced: true,
  shortNames: ['cm'],
  validate: validateConfigMap,
  validateUpdate: validateConfigMapUpdate,
});
