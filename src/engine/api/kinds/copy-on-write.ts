/**
 * Models: nothing upstream: Go defaults in place, here objects are immutable.
 * Simplified: -
 * Not modelled: -
 */

/** The list with each item replaced by `change(item)`; the same list when no item changed. */
export function mapList<T>(list: readonly T[] | undefined, change: (item: T) => T): readonly T[] | undefined {
  if (list === undefined || list === null) return list;
  for (let i = 0; i < list.length; i++) {
    const before = list[i] as T;
    const after = change(before);
    if (after === before) continue;
    const copy = list.slice();
    copy[i] = after;
    for (let j = i + 1; j < copy.length; j++) copy[j] = change(copy[j] as T);
    return copy;
  }
  return list;
}

/** The map with each value replaced by `change(value)`; the same map when no value changed. */
export function mapValues(
  map: Readonly<Record<string, string>> | undefined,
  change: (value: string) => string,
): Readonly<Record<string, string>> | undefined {
  if (map === undefined || map === null) return map;
  let differs = false;
  for (const key in map) {
    if (change(map[key] as string) !== map[key]) {
      differs = true;
      break;
    }
  }
  // fromEntries defines each key as an own property, so `__proto__` stays an ordinary key.
  return differs ? Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)])) : map;
}
