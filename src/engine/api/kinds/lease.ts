/**
 * Models: pkg/apis/coordination, pkg/registry/coordination/lease.
 * Simplified: -
 * Not modelled: -
 */
import type { Lease } from '../types';
import { defineKind } from './define-kind';

export const leaseKind = defineKind<Lease>({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  resource: 'leases',
  namespaced: true,
  shortNames: [],
  subresources: [],
  validate: () => [],
  validateUpdate: () => [],
});
