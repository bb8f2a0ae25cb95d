// Models: pkg/controller/replicaset/replica_set.go slowStartBatch, BurstReplicas; controller.SlowStartInitialBatchSize
// Simplified: —
// Not modelled: —

/** Pods that are created or deleted in one sync at most. */
export const burstReplicas = 500;

const firstBatchSize = 1;

/**
 * Calls in batches of 1, 2, 4, 8 …, so that what fails for one reason fails a few times only: a batch with a failure is
 * the last. `runBatch` makes that many calls at one time and returns how many succeeded.
 */
export function slowStartBatch(count: number, runBatch: (size: number) => number): number {
  let remaining = count;
  let successes = 0;
  for (let size = Math.min(remaining, firstBatchSize); size > 0; size = Math.min(2 * size, remaining)) {
    const succeeded = runBatch(size);
    successes += succeeded;
    if (succeeded < size) break;
    remaining -= size;
  }
  return successes;
}
