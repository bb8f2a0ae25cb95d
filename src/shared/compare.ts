/** Total order of strings by UTF-16 code unit: the same on every machine, unlike a locale's. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Index of the first element of a sorted array that is not below `key`. */
export function lowerBound(sorted: readonly string[], key: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Adds `key` to a sorted array without duplicates. */
export function insertSorted(sorted: string[], key: string): void {
  const at = lowerBound(sorted, key);
  if (sorted[at] === key) return;
  if (at === sorted.length) sorted.push(key);
  else sorted.splice(at, 0, key);
}

/** Removes `key` from a sorted array, if it is there. */
export function removeSorted(sorted: string[], key: string): void {
  const at = lowerBound(sorted, key);
  if (sorted[at] === key) sorted.splice(at, 1);
}
