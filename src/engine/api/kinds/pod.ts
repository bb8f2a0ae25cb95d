/**
 * Models: pkg/apis/core, pkg/registry/core/pod.
 * Simplified: -
 * Not modelled: -
 */
import type { Pod } from '../types';
import { defineKind } from './define-kind';

export const podKind = defineKind<Pod>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  resource: 'pods',
  namespaced: true,
  shortNames: ['po'],
  subresources: ['status', 'binding', 'eviction', 'log', 'ephemeralcontainers', 'resize'],
  validate: () => [],
  validateUpdate: () => [],
  categories: ['all'],
});
