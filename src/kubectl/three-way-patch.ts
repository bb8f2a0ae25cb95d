// Models: k8s.io/apimachinery pkg/util/strategicpatch CreateThreeWayMergePatch, as `kubectl apply` calls it.
// Simplified: works on JSON values and the engine's schema; a wrong type in a list is replaced whole instead of an error.
// Not modelled: preconditions and the refusal to overwrite (`--overwrite=false`).
import { findStruct, type StructSchema, type TypeSchema } from '../engine/index';
import { compareStrings } from '../shared/compare';
import { equalJson } from '../shared/json';

type JsonMap = Readonly<Record<string, unknown>>;
type Patch = Record<string, unknown>;

const setElementOrder = '$setElementOrder/';
const deleteFromPrimitiveList = '$deleteFromPrimitiveList/';

/** Which half of the patch is made: what the file took away since it was last applied, or what it says now. */
type Half = 'deletions' | 'delta';

function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of a JSON value; never one that the value inherits. */
function own(map: JsonMap, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function put(patch: Patch, key: string, value: unknown): void {
  Object.defineProperty(patch, key, { value, enumerable: true, writable: true, configurable: true });
}

/** A struct, a map by string (its values' type), or nothing known. */
type Scope = { readonly struct: StructSchema } | { readonly values: TypeSchema } | undefined;

function scopeOf(type: TypeSchema | undefined): Scope {
  if (type?.kind === 'struct') return { struct: type.struct };
  if (type?.kind === 'map') return { values: type.item };
  return undefined;
}

interface Member {
  readonly type: TypeSchema | undefined;
  readonly mergeKey: string | undefined;
  readonly retainKeys: boolean;
}

function memberOf(scope: Scope, key: string): Member {
  if (scope && 'struct' in scope) {
    const field = scope.struct.fields.get(key);
    return { type: field?.type, mergeKey: field?.mergeKey, retainKeys: field?.retainKeys ?? false };
  }
  return { type: scope?.values, mergeKey: undefined, retainKeys: false };
}

function diffMaps(from: JsonMap, to: JsonMap, scope: Scope, half: Half, retainKeys: boolean): Patch {
  const patch: Patch = {};
  for (const key of Object.keys(to)) {
    const after = to[key];
    if (!Object.hasOwn(from, key)) {
      if (half === 'delta') put(patch, key, after);
      continue;
    }
    const before = from[key];
    const member = memberOf(scope, key);
    if (isMap(before) && isMap(after)) {
      const inner = diffMaps(before, after, scopeOf(member.type), half, member.retainKeys);
      if (Object.keys(inner).length > 0) put(patch, key, inner);
    } else if (Array.isArray(before) && Array.isArray(after) && member.mergeKey !== undefined) {
      diffLists(key, before, after, member, half, patch);
    } else if (half === 'delta' && !equalJson(before, after)) put(patch, key, after);
  }
  if (half === 'deletions') {
    for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) put(patch, key, null);
  }
  if (retainKeys) {
    const kept = Object.keys(to).filter((key) => to[key] !== null && to[key] !== undefined);
    const clears = Object.keys(from).some((key) => !Object.hasOwn(to, key));
    if (kept.length > 0 && (Object.keys(patch).length > 0 || clears))
      put(patch, '$retainKeys', kept.sort(compareStrings));
  }
  return patch;
}

function diffLists(
  key: string,
  from: readonly unknown[],
  to: readonly unknown[],
  member: Member,
  half: Half,
  patch: Patch,
): void {
  if (from.length === 0) {
    if (to.length > 0 && half === 'delta') put(patch, key, to);
    return;
  }
  if (member.mergeKey === '=' || !from.every(isMap) || !to.every(isMap)) {
    diffScalars(key, from, to, half, patch);
    return;
  }
  const mergeKey = member.mergeKey as string;
  const scope = scopeOf(member.type?.kind === 'list' ? member.type.item : undefined);
  const keyOf = (item: unknown) => String(own(item as JsonMap, mergeKey));
  const earlier = new Map(from.map((item) => [keyOf(item), item as JsonMap]));
  const items: unknown[] = [];
  for (const item of to as readonly JsonMap[]) {
    const before = earlier.get(keyOf(item));
    if (!before) {
      if (half === 'delta') items.push(item);
      continue;
    }
    const inner = diffMaps(before, item, scope, half, false);
    if (Object.keys(inner).length > 0) items.push({ ...inner, [mergeKey]: item[mergeKey] });
  }
  if (half === 'deletions') {
    const kept = new Set(to.map(keyOf));
    for (const item of from as readonly JsonMap[]) {
      if (!kept.has(keyOf(item))) items.push({ $patch: 'delete', [mergeKey]: item[mergeKey] });
    }
  }
  const sameOrder = from.length === to.length && to.every((item, i) => keyOf(item) === keyOf(from[i]));
  if (items.length > 0) put(patch, key, items);
  if (items.length > 0 || (half === 'delta' && !sameOrder)) {
    put(
      patch,
      setElementOrder + key,
      (to as readonly JsonMap[]).map((item) => ({ [mergeKey]: item[mergeKey] })),
    );
  }
}

function diffScalars(key: string, from: readonly unknown[], to: readonly unknown[], half: Half, patch: Patch): void {
  const before = new Set(from.map(String));
  const after = new Set(to.map(String));
  if (half === 'delta') {
    const added = to.filter((item) => !before.has(String(item)));
    if (added.length > 0) put(patch, key, added);
    if (!equalJson(from, to)) put(patch, setElementOrder + key, to);
    return;
  }
  const removed = [...new Set(from)].filter((item) => !after.has(String(item)));
  if (removed.length === 0) return;
  put(patch, deleteFromPrimitiveList + key, removed);
  put(patch, setElementOrder + key, to);
}

/** Adds the second half of a patch to the first. Both are patches, so directives are carried along, not obeyed. */
function joinPatches(deletions: Patch, delta: Patch, scope: Scope): Patch {
  const joined: Patch = { ...deletions };
  for (const key of Object.keys(delta)) {
    const left = own(joined, key);
    const right = delta[key];
    const member = memberOf(scope, key);
    if (isMap(left) && isMap(right)) put(joined, key, joinPatches(left as Patch, right as Patch, scopeOf(member.type)));
    else if (Array.isArray(left) && Array.isArray(right) && member.mergeKey !== undefined) {
      put(
        joined,
        key,
        joinLists(left, right, member, own(delta, setElementOrder + key) ?? own(deletions, setElementOrder + key)),
      );
    } else put(joined, key, right);
  }
  return joined;
}

function joinLists(left: readonly unknown[], right: readonly unknown[], member: Member, order: unknown): unknown[] {
  const mergeKey = member.mergeKey as string;
  if (mergeKey === '=') return [...new Set([...left, ...right])];
  const scope = scopeOf(member.type?.kind === 'list' ? member.type.item : undefined);
  const keyOf = (item: unknown) => String(own(item as JsonMap, mergeKey));
  const isDelete = (item: unknown) => own(item as JsonMap, '$patch') === 'delete';
  const byKey = new Map<string, unknown>();
  for (const item of left) if (!isDelete(item)) byKey.set(keyOf(item), item);
  for (const item of right) {
    const known = byKey.get(keyOf(item));
    byKey.set(keyOf(item), known ? joinPatches(known as Patch, item as Patch, scope) : item);
  }
  const places = new Map((Array.isArray(order) ? order : []).map((item, i) => [keyOf(item), i]));
  const kept = [...byKey.values()].sort((a, b) => (places.get(keyOf(a)) ?? -1) - (places.get(keyOf(b)) ?? -1));
  return [...kept, ...left.filter(isDelete)];
}

/**
 * The strategic merge patch that takes `current` (the server's) to what the file says (`modified`), and takes away
 * what the file had when it was last applied (`original`) and has no longer. Empty when there is nothing to do.
 */
export function threeWayPatch(
  kind: string,
  original: JsonMap,
  modified: JsonMap,
  current: JsonMap,
): Readonly<Record<string, unknown>> {
  const struct = findStruct(kind);
  const scope: Scope = struct ? { struct } : undefined;
  const delta = diffMaps(current, modified, scope, 'delta', false);
  const deletions = diffMaps(original, modified, scope, 'deletions', false);
  return joinPatches(deletions, delta, scope);
}
