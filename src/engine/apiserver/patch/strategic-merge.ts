/**
 * Models: k8s.io/apimachinery pkg/util/strategicpatch (StrategicMergeMapPatch, mergeMap, mergeSlice and what they call)
 *   with the patch tags of the Go structs.
 * Simplified: returns new values and shares what stays; upstream changes its arguments in place. Keys are handled in the
 *   patch's order where upstream has Go's random one.
 * Not modelled: making patches (CreateTwoWayMergePatch, CreateThreeWayMergePatch).
 */
import { goPrint } from '../../api/go-print';
import type { FieldSchema, StructSchema } from '../../api/schema/schema';
import { Draft } from './draft';
import { type ListMerge, mergeLists, orderLists, sameElementTypes } from './merge-lists';
import {
  DIRECTIVE,
  DROPPED,
  fail,
  isMap,
  type JsonMap,
  mergeValue,
  refuse,
  unknownDirective,
  withoutDirectives,
  withoutNulls,
  wrongArgument,
} from './values';

const RETAIN_KEYS = '$retainKeys';
const DELETE_FROM = '$deleteFromPrimitiveList';
const SET_ORDER = '$setElementOrder';

const badPrimitiveList = 'invalid patch format of primitive list';
const badRetainKeys = 'invalid patch format of retainKeys';
const badElementOrder = 'invalid patch format of setElementOrder list';

/** Applies a strategic merge patch. Throws PatchError, whose status is the server's answer. */
export function strategicMergePatch(original: JsonMap, patch: JsonMap, struct: StructSchema): JsonMap {
  return mergeMaps(original, patch, struct);
}

/** `struct` is undefined inside maps, which have no fields to look up. */
function mergeMaps(original: JsonMap, patch: JsonMap, struct: StructSchema | undefined): JsonMap {
  if (Object.hasOwn(patch, DIRECTIVE)) return replaceOrDelete(patch);
  const draft = new Draft(original);
  const rest = new Draft(patch);
  retainKeys(draft, rest);
  orderElements(draft, rest, struct);
  for (const key of rest.keys()) mergeMember(draft, key, rest.get(key), struct);
  return draft.result;
}

function replaceOrDelete(patch: JsonMap): JsonMap {
  const directive = patch[DIRECTIVE];
  if (directive === 'delete') return {};
  if (directive === 'replace') return Object.fromEntries(Object.entries(patch).filter(([key]) => key !== DIRECTIVE));
  return unknownDirective(directive, patch);
}

/** `$retainKeys` names all keys that stay; whatever else the patch sets must be among them. */
function retainKeys(draft: Draft, rest: Draft): void {
  if (!rest.has(RETAIN_KEYS)) return;
  const names = rest.get(RETAIN_KEYS);
  rest.delete(RETAIN_KEYS);
  if (!Array.isArray(names)) refuse(badRetainKeys);
  const kept = new Set<unknown>(names as unknown[]);
  for (const key of rest.keys()) {
    if (rest.get(key) === null || key.startsWith(DELETE_FROM) || key.startsWith(SET_ORDER)) continue;
    if (!kept.has(key)) refuse(badRetainKeys);
  }
  for (const key of draft.keys()) if (!kept.has(key)) draft.delete(key);
}

/** `$setElementOrder/<list>`: merges that list now and puts it in the order that the patch wants. */
function orderElements(draft: Draft, rest: Draft, struct: StructSchema | undefined): void {
  for (const directive of rest.keys()) {
    if (!directive.startsWith(SET_ORDER)) continue;
    const order = rest.get(directive);
    rest.delete(directive);
    if (!Array.isArray(order)) fail(wrongArgument('[]interface {}', order));
    const key = keyAfter(directive, SET_ORDER, badElementOrder);
    const inDraft = draft.has(key);
    const inPatch = rest.has(key);
    const original = listOf(draft, key);
    const given = listOf(rest, key);
    const list = lookUpList(struct, key);
    checkOrder(given, order, list.mergeKey);
    let merged: readonly unknown[];
    let serverOrder = original;
    if (inDraft && inPatch) {
      const both = list.merges ? mergeLists(original, given, list, false) : { merged: given, serverOrder };
      merged = both.merged;
      serverOrder = both.serverOrder;
    } else if (inDraft) {
      merged = original;
    } else if (inPatch) {
      merged = withoutDirectives(given) as readonly unknown[];
    } else {
      continue;
    }
    sameElementTypes(original, given);
    draft.set(key, orderLists(merged, order, serverOrder, list.mergeKey));
    rest.delete(key);
  }
}

function listOf(from: Draft, key: string): readonly unknown[] {
  const value = from.get(key);
  if (value === undefined) return [];
  return Array.isArray(value) ? value : fail(wrongArgument('[]interface {}', value));
}

/** Everything that the patch sets must be in the wanted order, in the same sequence. */
function checkOrder(given: readonly unknown[], order: readonly unknown[], mergeKey: string): void {
  if (order.length === 0 || given.length === 0) return;
  let kept = given;
  if (mergeKey !== '') {
    for (const item of given) if (!isMap(item)) fail(wrongArgument('map[string]interface {}', item));
    kept = given.filter((item) => (item as JsonMap)[DIRECTIVE] !== 'delete');
  }
  let at = 0;
  let place = 0;
  while (at < kept.length && place < order.length) {
    const item = kept[at];
    if (isMap(item) && Object.hasOwn(item, DIRECTIVE)) {
      at++;
      continue;
    }
    if (mergeValue(item, mergeKey) === mergeValue(order[place], mergeKey)) at++;
    place++;
  }
  if (at < kept.length) {
    fail(`The order in patch list:\n${goPrint(given)}\n doesn't match ${SET_ORDER} list:\n${goPrint(order)}\n`);
  }
}

function keyAfter(directive: string, prefix: string, message: string): string {
  const slash = directive.indexOf('/');
  if (slash < 0 || directive.slice(0, slash) !== prefix) refuse(message);
  return directive.slice(slash + 1);
}

function mergeMember(draft: Draft, name: string, given: unknown, struct: StructSchema | undefined): void {
  const deletes = name.startsWith(DELETE_FROM);
  const key = deletes ? keyAfter(name, DELETE_FROM, badPrimitiveList) : name;
  if (given === null || given === undefined) {
    draft.delete(key);
    return;
  }
  const before = draft.get(key) ?? (struct?.fields.get(key)?.alwaysWritten ? {} : undefined);
  const bothMaps = isMap(before) && isMap(given);
  const bothLists = Array.isArray(before) && Array.isArray(given);
  if (!bothMaps && !bothLists) {
    if (deletes) return;
    const isNewType = before === undefined || typeOf(before) !== typeOf(given);
    const value = withoutDirectives(isNewType ? withoutNulls(given) : given);
    if (value === DROPPED) draft.delete(key);
    else draft.set(key, value);
    return;
  }
  if (bothMaps) {
    const merged = mergeMaps(before, given, lookUpMap(struct, key));
    if (draft.has(key) || Object.keys(merged).length > 0) draft.set(key, merged);
    return;
  }
  const list = lookUpList(struct, key);
  const merges = list.merges || deletes;
  draft.set(key, merges ? mergeLists(before as unknown[], given as unknown[], list, deletes).merged : given);
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

function lookUp(struct: StructSchema | undefined, key: string): FieldSchema {
  if (struct === undefined) {
    return fail('merging an object in json but data type is not struct, instead is: map');
  }
  const field = struct.fields.get(key);
  return field ?? fail(`unable to find api field in struct ${struct.name} for the json field ${JSON.stringify(key)}`);
}

function lookUpMap(struct: StructSchema | undefined, key: string): StructSchema | undefined {
  const { type } = lookUp(struct, key);
  return type.kind === 'struct' ? type.struct : undefined;
}

interface ListSchema extends ListMerge {
  /** False: the patch replaces the list. */
  readonly merges: boolean;
}

function lookUpList(struct: StructSchema | undefined, key: string): ListSchema {
  const { type, mergeKey } = lookUp(struct, key);
  const item = type.kind === 'list' && type.item.kind === 'struct' ? type.item.struct : undefined;
  return {
    merges: mergeKey !== undefined,
    mergeKey: mergeKey === undefined || mergeKey === '=' ? '' : mergeKey,
    mergeItems: (original, patch) => mergeMaps(original, patch, item),
  };
}
