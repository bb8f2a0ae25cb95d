/**
 * Models: pkg/apis/core, pkg/registry/core/node.
 * Simplified: -
 * Not modelled: -
 */
import type { Node } from '../types';
import { defineKind } from './define-kind';

export const nodeKind = defineKind<Node>({
  group: '',
  version: 'v1',
  kind: 'Node',
  resource: 'nodes',
  namespaced: false,
  shortNames: ['no'],
  subresources: ['status'],
  validate: () => [],
  validateUpdate: () => [],
});
