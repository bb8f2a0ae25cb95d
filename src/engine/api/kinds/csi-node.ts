/**
 * Models: pkg/registry/storage/csinode/strategy.go.
 * Simplified: -
 * Not modelled: -
 */
import type { CSINode } from '../types';
import { csiNodeRules } from '../validation/storage';
import { age, count } from './columns';
import { defineKind } from './define-kind';

export const csiNodeKind = defineKind<CSINode>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSINode',
  resource: 'csinodes',
  namespaced: false,

  ...csiNodeRules,
  columns: [count('Drivers', ({ spec }) => (spec?.drivers ?? []).length), age],
});
