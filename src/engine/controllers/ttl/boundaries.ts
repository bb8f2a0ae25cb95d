// Models: pkg/controller/ttl ttlBoundaries, addNode, deleteNode
// Simplified: —
// Not modelled: —

/** Sizes of a cluster, and for how long a kubelet may believe what it has read, seconds. They overlap: nothing flaps. */
const boundaries: readonly { readonly sizeMin: number; readonly sizeMax: number; readonly ttlSeconds: number }[] = [
  { sizeMin: 0, sizeMax: 100, ttlSeconds: 0 },
  { sizeMin: 90, sizeMax: 500, ttlSeconds: 15 },
  { sizeMin: 450, sizeMax: 1_000, ttlSeconds: 30 },
  { sizeMin: 900, sizeMax: 2_000, ttlSeconds: 60 },
  { sizeMin: 1_800, sizeMax: Number.MAX_SAFE_INTEGER, ttlSeconds: 300 },
];

/** The step after a node was added, of a cluster that now has `nodes`: one further at most. */
export function stepAfterAdd(step: number, nodes: number): number {
  return nodes > (boundaries[step]?.sizeMax ?? Number.MAX_SAFE_INTEGER) ? step + 1 : step;
}

/** The step after a node was removed. */
export function stepAfterRemove(step: number, nodes: number): number {
  return nodes < (boundaries[step]?.sizeMin ?? 0) ? step - 1 : step;
}

export function ttlSecondsOf(step: number): number {
  return boundaries[step]?.ttlSeconds ?? 0;
}
