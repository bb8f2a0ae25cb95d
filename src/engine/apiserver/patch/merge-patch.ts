/**
 * Models: gopkg.in/evanphx/json-patch.v4 MergePatch (RFC 7396), as k8s.io/apiserver handlers/patch.go uses it.
 * Simplified: values are shared with the original wherever the patch says nothing.
 * Not modelled: -
 */
import { Draft } from './draft';
import { isMap, type JsonMap, withoutNulls } from './values';

/** Merges `patch` into `original`: null removes, maps merge, anything else replaces. Nulls in new values vanish. */
export function mergePatch(original: JsonMap, patch: JsonMap): JsonMap {
  const draft = new Draft(original);
  for (const key of Object.keys(patch)) {
    const given = patch[key];
    if (given === null) draft.delete(key);
    else draft.set(key, mergeValue(draft.get(key), given));
  }
  return draft.result;
}

function mergeValue(before: unknown, given: unknown): unknown {
  if (isMap(before)) return isMap(given) ? mergePatch(before, given) : given;
  return withoutNulls(given);
}
