/**
 * Models: pkg/apis/core/validation (ValidateLocalNonReservedPath, validateLocalDescendingPath, validatePathNoBacksteps).
 * Simplified: -
 * Not modelled: Windows separators.
 */
import { type FieldError, invalid } from '../field-error';

export function checkNoBacksteps(errors: FieldError[], field: string, path: string): void {
  if (path.includes('..') && path.split('/').includes('..')) errors.push(invalid(field, path, "must not contain '..'"));
}

/** Relative and without `..`. */
export function checkLocalDescendingPath(errors: FieldError[], field: string, path: string): void {
  if (path.startsWith('/')) errors.push(invalid(field, path, 'must be a relative path'));
  checkNoBacksteps(errors, field, path);
}

/** As above; names that begin with two dots belong to the kubelet's atomic writer. */
export function checkLocalNonReservedPath(errors: FieldError[], field: string, path: string): void {
  checkLocalDescendingPath(errors, field, path);
  if (path.startsWith('..') && !path.startsWith('../')) errors.push(invalid(field, path, "must not start with '..'"));
}

export function checkFileMode(errors: FieldError[], field: string, mode: number | undefined): void {
  if (mode !== undefined && mode !== null && (mode > 0o777 || mode < 0)) {
    errors.push(invalid(field, mode, 'must be a number between 0 and 0777 (octal), both inclusive'));
  }
}
