/**
 * Models: pkg/apis/coordination/validation (ValidateLease, ValidateLeaseUpdate).
 * Simplified: -
 * Not modelled: the names of strategies of coordinated leader election.
 */
import { type FieldError, forbidden, invalid } from '../field-error';
import type { Lease } from '../types';
import { isDns1123Subdomain } from './formats';
import { checkObjectMeta, checkObjectMetaUpdate } from './object-meta';

export function validateLease(lease: Lease): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMeta(errors, lease, true, isDns1123Subdomain);
  checkSpec(errors, lease);
  return errors;
}

export function validateLeaseUpdate(lease: Lease, old: Lease): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, lease, old);
  checkSpec(errors, lease);
  return errors;
}

function checkSpec(errors: FieldError[], lease: Lease): void {
  const { leaseDurationSeconds, leaseTransitions, preferredHolder, strategy } = lease.spec ?? {};
  if (leaseDurationSeconds != null && leaseDurationSeconds <= 0) {
    errors.push(invalid('spec.leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0'));
  }
  if (leaseTransitions != null && leaseTransitions < 0) {
    errors.push(invalid('spec.leaseTransitions', leaseTransitions, 'must be greater than or equal to 0'));
  }
  if (preferredHolder && !strategy) {
    errors.push(forbidden('spec.preferredHolder', 'may only be specified if `strategy` is defined'));
  }
}
