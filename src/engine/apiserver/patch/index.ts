/**
 * Models: k8s.io/apiserver pkg/endpoints/handlers/patch.go (jsonPatcher, smpPatcher, applyPatchToObject).
 * Simplified: pure; name, namespace and uid are checked by the caller, as are defaults.
 * Not modelled: server-side apply, which is not a patch of the stored object but a merge of owners.
 */
import { invalid } from '../../api/field-error';
import { goPrint } from '../../api/go-print';
import { findStruct } from '../../api/schema/schema';
import { asWritten } from '../../api/schema/written-structs';
import { newBadRequest, newInvalid, newUnsupportedMediaType, type Status } from '../../api/status';
import { decodeStrict } from '../../api/validate-schema';
import { extensions } from '../extensions';
import { mergePatch } from './merge-patch';
import { PatchError } from './patch-error';
import { strategicMergePatch } from './strategic-merge';
import { isMap, type JsonMap } from './values';

export const JSON_PATCH = 'application/json-patch+json';
export const MERGE_PATCH = 'application/merge-patch+json';
export const STRATEGIC_MERGE_PATCH = 'application/strategic-merge-patch+json';
export const APPLY_PATCH = 'application/apply-patch+yaml';

const MAX_DEPTH = 1000;

export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

export type Patched =
  | {
      /** Decoded by the kind's schema, without defaults. Shares with the original what the patch left alone. */
      readonly object: unknown;
      /** Texts for the Warning header: unknown fields under `Warn`. */
      readonly warnings: readonly string[];
      readonly status?: undefined;
    }
  | { readonly status: Status; readonly object?: undefined };

/**
 * Applies the body of a PATCH to the stored object. Errors as the API server answers them: 415 for a content type that
 * it does not take, 400 for a patch of the wrong form, 422 for one that does not apply or does not fit the kind.
 */
export function applyPatch(
  kind: string,
  contentType: string,
  original: object,
  patch: unknown,
  fieldValidation: FieldValidation = 'Warn',
): Patched {
  try {
    return apply(kind, (contentType.split(';')[0] ?? '').trim(), original as JsonMap, patch, fieldValidation);
  } catch (error) {
    if (error instanceof PatchError) return { status: error.status };
    throw error;
  }
}

function apply(kind: string, type: string, original: JsonMap, patch: unknown, validation: FieldValidation): Patched {
  const struct = findStruct(kind);
  const accepted =
    struct === undefined
      ? [JSON_PATCH, MERGE_PATCH, APPLY_PATCH]
      : [JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH, APPLY_PATCH];
  if (!accepted.includes(type)) return { status: newUnsupportedMediaType(accepted) };
  if (type === APPLY_PATCH) return { status: newUnsupportedMediaType(accepted.slice(0, -1)) };
  if (isDeeperThan(patch, MAX_DEPTH)) return { status: newBadRequest('json: exceeded max depth') };

  if (type === JSON_PATCH) {
    const { document, strict } = extensions().jsonPatch(asWritten(kind, original), patch);
    const patched = decodePatched(kind, document, goJsonText, strict, validation, 'json');
    return patched.status ? patched : { ...patched, object: withoutNewEmptyParts(patched.object, original) };
  }
  if (patch !== null && !isMap(patch)) {
    const text = `json: cannot unmarshal ${jsonKind(patch)} into Go value of type map[string]interface {}`;
    return { status: newBadRequest(type === MERGE_PATCH ? `error decoding patch: ${text}` : text) };
  }
  if (type === MERGE_PATCH) {
    if (patch === null) return { status: newBadRequest('Invalid JSON Patch') };
    return decodePatched(kind, mergePatch(original, patch), goJsonText, [], validation, 'json');
  }
  const merged = strategicMergePatch(original, patch ?? {}, struct!);
  return decodePatched(kind, merged, () => goPrint(patch ?? {}), [], validation, 'converter');
}

function decodePatched(
  kind: string,
  document: unknown,
  shown: (document: unknown) => string,
  strictSoFar: readonly string[],
  validation: FieldValidation,
  reader: 'json' | 'converter',
): Patched {
  const refused = (why: string): Patched => ({
    status: newInvalid('', '', '', [invalid('patch', shown(document), why)]),
  });
  if (findStruct(kind) === undefined) return { object: document, warnings: strictSoFar };
  let decoded = decodeStrict(kind, document, reader);
  // Between patch and decoder stands Go's encoder, which sorts: the order in which complaints come.
  if (decoded.problems.length > 0 && reader === 'json') decoded = decodeStrict(kind, sortKeys(document), reader);
  if (decoded.fatal !== undefined) return refused(decoded.fatal);
  const strict = validation === 'Ignore' ? [] : [...strictSoFar, ...decoded.strict];
  if (validation === 'Strict' && strict.length > 0) return refused(`strict decoding error: ${strict.join(', ')}`);
  return { object: decoded.object, warnings: strict };
}

/** Takes empty parts of the object (spec, status …) out again that the original did not have. */
function withoutNewEmptyParts(object: unknown, original: JsonMap): unknown {
  if (!isMap(object)) return object;
  const kept = Object.entries(object).filter(
    ([key, value]) => Object.hasOwn(original, key) || !isMap(value) || Object.keys(value).length > 0,
  );
  return kept.length === Object.keys(object).length ? object : Object.fromEntries(kept);
}

/** The document as Go's encoder writes it: keys in order. */
function goJsonText(document: unknown): string {
  return JSON.stringify(sortKeys(document));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortKeys(value[key])]),
  );
}

function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** Go's decoder refuses to go deeper than it can; so does this. `limit`: of levels below the value, small enough to recurse. */
function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return limit < 0;
  if (limit < 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, limit - 1));
  for (const key in value) if (isDeeperThan((value as JsonMap)[key], limit - 1)) return true;
  return false;
}
