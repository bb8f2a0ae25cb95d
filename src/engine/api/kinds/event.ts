/**
 * Models: pkg/apis/core, pkg/registry/core/event.
 * Simplified: -
 * Not modelled: -
 */
import type { CoreEvent } from '../types';
import { defineKind } from './define-kind';

export const eventKind = defineKind<CoreEvent>({
  group: '',
  version: 'v1',
  kind: 'Event',
  resource: 'events',
  namespaced: true,
  shortNames: ['ev'],
  subresources: [],
  validate: () => [],
  validateUpdate: () => [],
});
