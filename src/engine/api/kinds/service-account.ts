/**
 * Models: pkg/apis/core, pkg/registry/core/serviceaccount.
 * Simplified: -
 * Not modelled: -
 */
import type { ServiceAccount } from '../types';
import { defineKind } from './define-kind';

export const serviceAccountKind = defineKind<ServiceAccount>({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  resource: 'serviceaccounts',
  namespaced: true,
  shortNames: ['sa'],
  subresources: [],
  validate: () => [],
  validateUpdate: () => [],
});
