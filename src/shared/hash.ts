import { canonicalJson } from './json';

/** 53-bit hash of a text (cyrb53 construction: two multiplicative lanes, then an avalanche). Not for secrets. */
export function hashText(text: string, seed = 0): number {
  let h1 = 0xdeadbeef ^ seed;
  let h2 = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    h1 = Math.imul(h1 ^ unit, 2654435761);
    h2 = Math.imul(h2 ^ unit, 1597334677);
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909);
  return 4294967296 * (2097151 & h2) + (h1 >>> 0);
}

/** Folds `next` into a running 53-bit hash; the order of folding matters. */
export function mixHash(running: number, next: number): number {
  let low = Math.imul((running | 0) ^ (next | 0), 2654435761);
  let high = Math.imul((running / 4294967296) ^ (next / 4294967296), 1597334677) ^ low;
  low ^= low >>> 15;
  high = Math.imul(high ^ (high >>> 13), 3266489909) ^ (low << 7);
  return 4294967296 * (2097151 & high) + (low >>> 0);
}

const hashOfObject = new WeakMap<object, number>();

/** Hash of a JSON value, remembered for each immutable object. Equal values have equal hashes. */
export function hashJson(value: unknown): number {
  if (typeof value !== 'object' || value === null) return hashText(canonicalJson(value));
  let hash = hashOfObject.get(value);
  if (hash === undefined) {
    hash = hashText(canonicalJson(value));
    hashOfObject.set(value, hash);
  }
  return hash;
}
