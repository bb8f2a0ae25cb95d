/**
 * Models: gopkg.in/evanphx/json-patch.v4 MergePatch (RFC 7396), as k8s.io/apiserver handlers/patch.go uses it.
 * Simplified: values are shared with the original wherever the patch says nothing.
 * Not modelled: -
 */

import { isMap, type JsonMap, withoutNulls } from './values';

/** Merges `patch` into `original`: null removes, maps merge, anything else replaces. Nulls in new values vanish. */
export function mergePatch(original: JsonMap, patch: JsonMap): JsonMap {
  let merged: Map<string, unknown> | undefined;
  for (const key of Object.keys(patch)) {
    const given = patch[key];
    const present = Object.hasOwn(original, key);
    const before = present ? original[key] : undefined;
    if (given === null) {
      if (!present) continue;
      merged ??= new Map(Object.entries(original));
      merged.delete(key);
      continue;
    }
    const after = mergeValue(before, given);
    if (present && after === before) continue;
    merged ??= new Map(Object.entries(original));
    merged.set(key, after);
  }
  // fromEntries makes own properties even of a key called __proto__.
  return merged === undefined ? original : Object.fromEntries(merged);
}

function mergeValue(before: unknown, given: unknown): unknown {
  if (isMap(before)) return isMap(given) ? mergePatch(before, given) : given;
  return withoutNulls(given);
}
