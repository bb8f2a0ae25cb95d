/**
 * Models: pkg/apis/core, pkg/registry/core/namespace.
 * Simplified: -
 * Not modelled: -
 */
import type { Namespace } from '../types';
import { defineKind } from './define-kind';

export const namespaceKind = defineKind<Namespace>({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  namespaced: false,
  shortNames: ['ns'],
  subresources: ['status', 'finalize'],
  validate: () => [],
  validateUpdate: () => [],
});
