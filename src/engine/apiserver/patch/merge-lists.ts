/**
 * Models: k8s.io/apimachinery pkg/util/strategicpatch mergeSlice, mergeSliceWithSpecialElements, normalizeElementOrder,
 *   mergeSortedSlice, sliceElementType.
 * Simplified: -
 * Not modelled: -
 */
import { goPrint } from '../../api/go-print';
import { newRejectedPatch, PatchError } from './patch-error';
import { fail, goTypeOf, isMap, type JsonMap, mergeValue, noMergeKey, unknownDirective } from './values';

/** How the items of a list are told apart and merged. */
export interface ListMerge {
  /** Empty for lists of primitives. */
  readonly mergeKey: string;
  mergeItems(original: JsonMap, patch: JsonMap): JsonMap;
}

export interface MergedList {
  readonly merged: readonly unknown[];
  /**
   * The server's order as a following `$setElementOrder` sees it: upstream takes items out and appends in place, so
   * that new items stand where deleted ones made room.
   */
  readonly serverOrder: readonly unknown[];
}

/** Merges a patch list into a list by the merge key, or by value for primitives; `deletes`: takes those values out. */
export function mergeLists(
  original: readonly unknown[],
  patch: readonly unknown[],
  list: ListMerge,
  deletes: boolean,
): MergedList {
  if (original.length === 0 && patch.length === 0) return { merged: original, serverOrder: original };
  const { mergeKey } = list;
  if (sameElementTypes(original, patch) !== 'map[string]interface {}') {
    if (deletes) return { merged: original.filter((item) => !patch.includes(item)), serverOrder: original };
    const merged = orderLists([...new Set([...original, ...patch])], patch, original, mergeKey);
    return { merged, serverOrder: original };
  }
  if (mergeKey === '') fail('cannot merge lists without merge key for struct');
  const special = takeDirectives(original as readonly JsonMap[], patch as readonly JsonMap[], mergeKey);
  const merged = [...special.original];
  for (const item of special.patch) {
    const key = mergeValue(item, mergeKey);
    const place = merged.findIndex((candidate) => sameKey(candidate, mergeKey, key));
    if (place < 0) merged.push(item);
    else merged[place] = list.mergeItems(merged[place]!, item);
  }
  const added = special.replaces ? [] : merged.slice(special.original.length);
  return {
    merged: orderLists(merged, special.patch, special.original, mergeKey),
    serverOrder: [...special.kept, ...added.slice(0, original.length - special.kept.length)],
  };
}

function sameKey(item: JsonMap, mergeKey: string, key: unknown): boolean {
  return Object.hasOwn(item, mergeKey) && item[mergeKey] === key;
}

/** Handles items with `$patch`: delete takes the matching ones out, replace makes the rest of the patch the list. */
function takeDirectives(
  original: readonly JsonMap[],
  patch: readonly JsonMap[],
  mergeKey: string,
): {
  readonly original: readonly JsonMap[];
  readonly patch: readonly JsonMap[];
  readonly kept: readonly JsonMap[];
  readonly replaces: boolean;
} {
  let kept = original;
  let replaces = false;
  const plain: JsonMap[] = [];
  for (const item of patch) {
    if (!Object.hasOwn(item, '$patch')) {
      plain.push(item);
      continue;
    }
    switch (item.$patch) {
      case 'delete': {
        if (!Object.hasOwn(item, mergeKey)) noMergeKey(item, mergeKey);
        kept = kept.filter((candidate) => !sameKey(candidate, mergeKey, item[mergeKey]));
        break;
      }
      case 'replace':
        replaces = true;
        break;
      case 'merge':
        fail('merging lists cannot yet be specified in the patch');
        break;
      default:
        unknownDirective(item.$patch, item);
    }
  }
  return replaces ? { original: plain, patch: [], kept, replaces } : { original: kept, patch: plain, kept, replaces };
}

/** All elements must be of one type, whose Go name comes back; lists of lists are refused. */
export function sameElementTypes(...lists: readonly (readonly unknown[])[]): string {
  let type: string | undefined;
  for (const list of lists) {
    for (const item of list) {
      const own = goTypeOf(item);
      if (type === undefined) {
        if (own === '[]interface {}') throw new PatchError(newRejectedPatch());
        type = own;
      } else if (type !== own) fail(`list element types are not identical: ${goPrint(lists)}`);
    }
  }
  return type ?? fail('no elements in any of the given slices');
}

/** Whether a merged list is already what the patch wants, neither more nor less: the usual case. */
function inWantedOrder(merged: readonly unknown[], wanted: readonly unknown[], mergeKey: string): boolean {
  if (merged.length !== wanted.length) return false;
  const seen = new Set<unknown>();
  return merged.every((item, at) => {
    const value = mergeValue(item, mergeKey);
    if (seen.has(value)) return false;
    seen.add(value);
    return value === mergeValue(wanted[at], mergeKey);
  });
}

/**
 * Puts a merged list in order: what the patch names in the patch's order, what only the server has in the server's, and
 * the two interleaved as far as the server's order tells.
 */
export function orderLists(
  merged: readonly unknown[],
  patchOrder: readonly unknown[],
  serverOrder: readonly unknown[],
  mergeKey: string,
): readonly unknown[] {
  if (mergeKey !== '') {
    patchOrder.forEach((item, i) => {
      if (!isMap(item)) fail(`value for key ${i} is not a map`);
    });
    for (const item of [...merged, ...patchOrder, ...serverOrder]) mergeValue(item, mergeKey);
  }
  if (inWantedOrder(merged, patchOrder, mergeKey)) {
    return merged.length === serverOrder.length && merged.every((item, at) => item === serverOrder[at])
      ? serverOrder
      : merged;
  }
  const placeOf = (order: readonly unknown[], item: unknown): number => {
    const value = mergeValue(item, mergeKey);
    return order.findIndex((candidate) => mergeValue(candidate, mergeKey) === value);
  };
  const sorted = (items: readonly unknown[], order: readonly unknown[]): readonly unknown[] => {
    const places = new Map(items.map((item) => [item, placeOf(order, item)]));
    return [...items].sort((a, b) => places.get(a)! - places.get(b)!);
  };
  const right = sorted(
    merged.filter((item) => placeOf(patchOrder, item) >= 0),
    patchOrder,
  );
  const left = sorted(
    merged.filter((item) => placeOf(patchOrder, item) < 0),
    serverOrder,
  );
  const ordered: unknown[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && (j >= right.length || serverHasBefore(left[i], right[j]))) ordered.push(left[i++]);
    else ordered.push(right[j++]);
  }
  return ordered.length === serverOrder.length && ordered.every((item, at) => item === serverOrder[at])
    ? serverOrder
    : ordered;

  function serverHasBefore(a: unknown, b: unknown): boolean {
    const aPlace = placeOf(serverOrder, a);
    const bPlace = placeOf(serverOrder, b);
    return aPlace >= 0 && bPlace >= 0 && aPlace < bPlace;
  }
}
