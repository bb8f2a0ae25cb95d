/**
 * Models: pkg/apis/core, pkg/registry/core/service.
 * Simplified: -
 * Not modelled: -
 */
import type { Service } from '../types';
import { defineKind } from './define-kind';

export const serviceKind = defineKind<Service>({
  group: '',
  version: 'v1',
  kind: 'Service',
  resource: 'services',
  namespaced: true,
  shortNames: ['svc'],
  subresources: ['status'],
  validate: () => [],
  validateUpdate: () => [],
  categories: ['all'],
});
