/**
 * Models: pkg/registry/coordination/lease/strategy.go.
 * Simplified: -
 * Not modelled: -
 */
import type { Lease } from '../types';
import { validateLease, validateLeaseUpdate } from '../validation/lease';
import { defineKind } from './define-kind';

export const leaseKind = defineKind<Lease>({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  resource: 'leases',
  namespaced: true,
  shortNames: [],
  validate: validateLease,
  validateUpdate: validateLeaseUpdate,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
});
