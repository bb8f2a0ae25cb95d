/**
 * Models: what the patchers share: k8s.io/apimachinery pkg/util/mergepatch errors.go, strategicpatch removeDirectives and
 *   discardNullValuesFromPatch.
 * Simplified: -
 * Not modelled: -
 */
import { goPrint } from '../../api/go-print';
import { newBadRequest, newUnknownError } from '../../api/status';
import { PatchError } from './patch-error';

export type JsonMap = Readonly<Record<string, unknown>>;

/** The key that turns a map of a patch into an order: delete, replace. */
export const DIRECTIVE = '$patch';

export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A patch of the wrong form: 400. */
export function refuse(message: string): never {
  throw new PatchError(newBadRequest(message));
}

/** An error for which upstream has no code: it leaves the server as a 500. */
export function fail(message: string): never {
  throw new PatchError(newUnknownError(message));
}

export function unknownDirective(directive: unknown, patch: JsonMap): never {
  return fail(`unknown patch type: ${goPrint(directive)} in map: ${goPrint(patch)}`);
}

/** What tells list items apart: the merge key's value, or a primitive itself when the key is empty. */
export function mergeValue(item: unknown, mergeKey: string): unknown {
  if (mergeKey === '') return item;
  if (!isMap(item)) return fail(wrongArgument('map[string]interface {}', item));
  return Object.hasOwn(item, mergeKey) ? item[mergeKey] : noMergeKey(item, mergeKey);
}

export function noMergeKey(item: JsonMap, mergeKey: string): never {
  return fail(`map: ${goPrint(item)} does not contain declared merge key: ${mergeKey}`);
}

/** The Go type of a JSON value, as errors print it. */
export function goTypeOf(value: unknown): string {
  if (value === null || value === undefined) return '%!s(<nil>)';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return 'string';
}

export function wrongArgument(expected: string, value: unknown): string {
  return `expected a ${expected}, but received a ${goTypeOf(value)}`;
}

/** Stands for a value that is to be left out. */
export const DROPPED = Symbol('dropped');

/** A value without maps that carry `$patch`; DROPPED when it is one itself. */
export function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutDirectives).filter((item) => item !== DROPPED);
    return items.length === value.length && items.every((item, i) => item === value[i]) ? value : items;
  }
  if (!isMap(value)) return value;
  return Object.hasOwn(value, DIRECTIVE) ? DROPPED : mapMembers(value, withoutDirectives);
}

/** Drops null members of maps, at any depth; nulls in lists stay. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutNulls);
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  return isMap(value) ? mapMembers(value, (member) => (member === null ? DROPPED : withoutNulls(member))) : value;
}

function mapMembers(map: JsonMap, change: (member: unknown) => unknown): JsonMap {
  const entries: [string, unknown][] = [];
  let same = true;
  for (const key of Object.keys(map)) {
    const after = change(map[key]);
    if (after !== map[key]) same = false;
    if (after !== DROPPED) entries.push([key, after]);
  }
  return same ? map : Object.fromEntries(entries);
}
