/**
 * Models: gopkg.in/evanphx/json-patch.v4 Patch.Apply (RFC 6902 with its habits: replace of a missing map key adds it,
 *   negative list places count from the end, test of a missing key against null passes).
 * Simplified: the library's error texts never leave the server, so there is one failure.
 * Not modelled: test by the spelling of numbers and strings; here by value.
 */
import { equalJson } from '../../../shared/json';
import { newBadRequest, newRequestEntityTooLarge } from '../../api/status';
import { newRejectedPatch, PatchError } from './patch-error';

const MAX_OPERATIONS = 10000;
const OPERATION_FIELDS = ['op', 'path', 'from', 'value'];

type Operation = Readonly<Record<string, unknown>>;

/** The patched document and `json patch unknown field "[0].x"` for fields that operations do not have. */
export function jsonPatch(
  original: unknown,
  patch: unknown,
): { readonly document: unknown; readonly strict: string[] } {
  const operations = readOperations(patch);
  if (operations.length > MAX_OPERATIONS) {
    const text = `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${operations.length}`;
    throw new PatchError(newRequestEntityTooLarge(text));
  }
  const strict = new Set<string>();
  let document = original;
  operations.forEach((operation, i) => {
    for (const field of Object.keys(operation)) {
      if (!OPERATION_FIELDS.includes(field)) strict.add(`json patch unknown field "[${i}].${field}"`);
    }
    document = applyOperation(document, operation);
  });
  return { document, strict: [...strict] };
}

function readOperations(patch: unknown): readonly Operation[] {
  const refuse = (what: string, where: string): never => {
    throw new PatchError(newBadRequest(`error decoding patch: json: cannot unmarshal ${what} into Go ${where}`));
  };
  if (patch === null) return [];
  if (!Array.isArray(patch)) return refuse(jsonKind(patch), 'value of type []handlers.jsonPatchOp');
  for (const operation of patch) {
    if (typeof operation !== 'object' || operation === null || Array.isArray(operation)) {
      refuse(operation === null ? 'null' : jsonKind(operation), 'value of type handlers.jsonPatchOp');
    }
    for (const field of ['op', 'path', 'from']) {
      const value = Object.hasOwn(operation, field) ? operation[field] : undefined;
      if (value !== undefined && value !== null && typeof value !== 'string') {
        refuse(jsonKind(value), `struct field jsonPatchOp.${field} of type string`);
      }
    }
  }
  return patch;
}

function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function failed(): never {
  throw new PatchError(newRejectedPatch());
}

function textOf(operation: Operation, field: string): string {
  const value = Object.hasOwn(operation, field) ? operation[field] : undefined;
  return typeof value === 'string' ? value : failed();
}

/** A missing value is null, as the library's nil node is. */
function operandOf(operation: Operation): unknown {
  return Object.hasOwn(operation, 'value') ? operation.value : null;
}

function applyOperation(document: unknown, operation: Operation): unknown {
  switch (Object.hasOwn(operation, 'op') ? operation.op : undefined) {
    case 'add':
      return change(document, textOf(operation, 'path'), (holder, key) => add(holder, key, operandOf(operation)));
    case 'remove':
      return change(document, textOf(operation, 'path'), remove);
    case 'replace':
      return replace(document, textOf(operation, 'path'), operandOf(operation));
    case 'test':
      return test(document, textOf(operation, 'path'), operandOf(operation));
    case 'move': {
      const from = textOf(operation, 'from');
      const moved = read(document, from);
      return change(change(document, from, remove), textOf(operation, 'path'), (holder, key) =>
        add(holder, key, moved),
      );
    }
    case 'copy': {
      const copied = read(document, textOf(operation, 'from'));
      return change(document, textOf(operation, 'path'), (holder, key) => add(holder, key, copied));
    }
    default:
      return failed();
  }
}

function replace(document: unknown, path: string, value: unknown): unknown {
  if (path === '') return typeof value === 'object' && value !== null ? value : failed();
  return change(document, path, (holder, key) => {
    if (isList(holder)) return withItem(holder, key, value);
    return { ...holder, [key]: value };
  });
}

function test(document: unknown, path: string, value: unknown): unknown {
  const actual = path === '' ? document : read(document, path);
  return equalJson(actual ?? null, value) ? document : failed();
}

type Holder = readonly unknown[] | Readonly<Record<string, unknown>>;

function isList(holder: Holder): holder is readonly unknown[] {
  return Array.isArray(holder);
}

function withItem(list: readonly unknown[], key: string, value: unknown): readonly unknown[] {
  const place = placeIn(list, key);
  return list.map((item, i) => (i === place ? value : item));
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}

/** `~1` is a slash, `~0` a tilde. */
function keysOf(path: string): string[] {
  const parts = path.split('/');
  if (parts.length < 2) failed();
  return parts.slice(1).map((part) => part.replace(/~[01]/g, (code) => (code === '~1' ? '/' : '~')));
}

/** The value at a path; undefined for a missing map key; fails when the way there is missing. */
function read(document: unknown, path: string): unknown {
  let here = document;
  for (const key of keysOf(path)) here = isHolder(here) ? member(here, key) : failed();
  return here;
}

function member(holder: Holder, key: string): unknown {
  if (isList(holder)) return holder[placeIn(holder, key)];
  return Object.hasOwn(holder, key) ? (holder as Readonly<Record<string, unknown>>)[key] : undefined;
}

/** A document in which the holder of the last key is exchanged; everything beside the path is shared. */
function change(document: unknown, path: string, edit: (holder: Holder, key: string) => Holder): unknown {
  const keys = keysOf(path);
  const last = keys.pop()!;
  const holders: Holder[] = [];
  let here: unknown = document;
  for (const key of keys) {
    if (!isHolder(here)) return failed();
    holders.push(here);
    here = member(here, key);
  }
  if (!isHolder(here)) return failed();
  let changed: Holder = edit(here, last);
  for (let i = keys.length - 1; i >= 0; i--) {
    const holder = holders[i]!;
    const key = keys[i]!;
    changed = isList(holder) ? withItem(holder, key, changed) : { ...holder, [key]: changed };
  }
  return changed;
}

function add(holder: Holder, key: string, value: unknown): Holder {
  if (!isList(holder)) return { ...holder, [key]: value ?? null };
  if (key === '-') return [...holder, value ?? null];
  const place = numberOf(key);
  const length = holder.length + 1;
  if (place >= length || place < -length) failed();
  const at = place < 0 ? place + length : place;
  return [...holder.slice(0, at), value ?? null, ...holder.slice(at)];
}

function remove(holder: Holder, key: string): Holder {
  if (isList(holder)) {
    const place = placeIn(holder, key);
    return holder.filter((_, i) => i !== place);
  }
  if (!Object.hasOwn(holder, key)) failed();
  const rest: Record<string, unknown> = { ...(holder as Readonly<Record<string, unknown>>) };
  delete rest[key];
  return rest;
}

/** An existing place; negative ones count from the end. */
function placeIn(list: readonly unknown[], key: string): number {
  const place = numberOf(key);
  if (place >= list.length || place < -list.length) failed();
  return place < 0 ? place + list.length : place;
}

function numberOf(key: string): number {
  return /^[+-]?[0-9]{1,15}$/.test(key) ? Number(key) : failed();
}
