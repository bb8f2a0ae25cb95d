/**
 * Models: pkg/apis/core, pkg/registry/core/secret.
 * Simplified: -
 * Not modelled: -
 */
import type { Secret } from '../types';
import { defineKind } from './define-kind';

export const secretKind = defineKind<Secret>({
  group: '',
  version: 'v1',
  kind: 'Secret',
  resource: 'secrets',
  namespaced: true,
  shortNames: [],
  subresources: [],
  validate: () => [],
  validateUpdate: () => [],
});
