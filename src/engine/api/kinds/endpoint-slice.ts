/**
 * Models: pkg/apis/discovery, pkg/registry/discovery/endpointslice.
 * Simplified: -
 * Not modelled: -
 */
import type { EndpointSlice } from '../types';
import { defineKind } from './define-kind';

export const endpointSliceKind = defineKind<EndpointSlice>({
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  resource: 'endpointslices',
  namespaced: true,
  shortNames: [],
  subresources: [],
  validate: () => [],
  validateUpdate: () => [],
});
