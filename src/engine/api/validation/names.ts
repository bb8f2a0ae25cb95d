/**
 * Models: k8s.io/apimachinery pkg/api/validation/path (IsValidPathSegmentName); pkg/registry strategies that check
 *   nothing but an object's metadata.
 * Simplified: -
 * Not modelled: -
 */
import type { FieldError } from '../field-error';
import type { KubeObject } from '../meta';
import { isDns1123Subdomain, type NameCheck } from './formats';
import { checkObjectMeta, checkObjectMetaUpdate } from './object-meta';

/** What can stand in a path: all but `.`, `..`, and anything with a slash or a percent sign. */
export function isPathSegmentName(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%'].filter((sign) => name.includes(sign)).map((sign) => `may not contain '${sign}'`);
}

interface Rules<T> {
  readonly validate: (object: T) => FieldError[];
  readonly validateUpdate: (object: T, old: T) => FieldError[];
  readonly validateStatusUpdate: (object: T, old: T) => FieldError[];
}

/**
 * Validation of a kind: its metadata and, on create and update alike, what `check` looks at; `old` is set on an update.
 */
export function rulesOf<T extends KubeObject>(
  namespaced: boolean,
  check: (errors: FieldError[], object: T, old: T | undefined) => void = () => {},
  nameCheck: NameCheck = isDns1123Subdomain,
): Rules<T> {
  return {
    validate(object) {
      const errors: FieldError[] = [];
      checkObjectMeta(errors, object, namespaced, nameCheck);
      check(errors, object, undefined);
      return errors;
    },
    validateUpdate(object, old) {
      const errors: FieldError[] = [];
      checkObjectMetaUpdate(errors, object, old);
      check(errors, object, old);
      return errors;
    },
    validateStatusUpdate(object, old) {
      const errors: FieldError[] = [];
      checkObjectMetaUpdate(errors, object, old);
      return errors;
    },
  };
}
