/**
 * Models: k8s.io/apimachinery pkg/api/validation (ValidateNonnegativeField, ValidateImmutableField),
 *   pkg/apis/core/validation (ValidatePortNumOrName, ValidateDNS1123Label …).
 * Simplified: checks add to a list instead of returning one.
 * Not modelled: -
 */
import { type FieldError, invalid } from '../field-error';
import type { IntOrString } from '../types';
import { isDns1123Label, isDns1123Subdomain, isLabelKey, isPortName, isPortNumber } from './formats';
import { semanticEqual } from './semantic-equal';

const FIELD_IMMUTABLE = 'field is immutable';
export const NOT_NEGATIVE = 'must be greater than or equal to 0';

export function addAll(errors: FieldError[], field: string, value: unknown, messages: readonly string[]): void {
  for (const message of messages) errors.push(invalid(field, value, message));
}

export function checkNonNegative(errors: FieldError[], field: string, value: number | undefined): void {
  if (value !== undefined && value < 0) errors.push(invalid(field, value, NOT_NEGATIVE));
}

/** `printable` is what the message shows when it is not the new value itself. */
export function checkImmutable(
  errors: FieldError[],
  field: string,
  value: unknown,
  old: unknown,
  printable: unknown = value,
): void {
  if (!semanticEqual(value, old)) errors.push(invalid(field, printable, FIELD_IMMUTABLE));
}

export function checkDnsLabel(errors: FieldError[], field: string, value: string): void {
  addAll(errors, field, value, isDns1123Label(value));
}

export function checkDnsSubdomain(errors: FieldError[], field: string, value: string): void {
  addAll(errors, field, value, isDns1123Subdomain(value));
}

export function checkLabelKey(errors: FieldError[], field: string, value: string): void {
  addAll(errors, field, value, isLabelKey(value));
}

/** A port by number or by name; an absent one is the number 0, as in Go. */
export function checkPortNumberOrName(errors: FieldError[], field: string, port: IntOrString | undefined): void {
  if (typeof port === 'string') addAll(errors, field, port, isPortName(port));
  else addAll(errors, field, port ?? 0, isPortNumber(port ?? 0));
}
