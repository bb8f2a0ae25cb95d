// Models: nothing of Kubernetes; every invariant, and a watch over all of them.
// Simplified: —
// Not modelled: —
import type { EngineContext } from '../engine-context';
import { budgetRespected, quotaNotExceeded } from './budgets';
import { beliefIsPastTruth, cacheNeverGoesBack } from './caches';
import { evictedInTime, taintedForCause } from './evictions';
import type { Invariant, Violation } from './invariant';
import { nothingOvercommitted } from './nodes';
import { deletionStays, identityStays, observedIsPast, versionsGrow } from './objects';
import { addressesDiffer, boundOnce, finishedStays, readyRuns, restartsCount } from './pods';
import { oneWorkerAKey } from './queues';
import { countsAddUp, noPodTooMany } from './workloads';

export type { Invariant, Violation } from './invariant';

export const invariants: readonly Invariant[] = [
  versionsGrow,
  identityStays,
  deletionStays,
  observedIsPast,
  beliefIsPastTruth,
  cacheNeverGoesBack,
  boundOnce,
  finishedStays,
  restartsCount,
  readyRuns,
  addressesDiffer,
  countsAddUp,
  noPodTooMany,
  oneWorkerAKey,
  nothingOvercommitted,
  evictedInTime,
  taintedForCause,
  quotaNotExceeded,
  budgetRespected,
];

/**
 * Checks every invariant at the end of each event that wrote a row which it reads. Call the returned function after
 * each kernel step; it gives what was found broken, and forgets it.
 */
export function watchInvariants(context: EngineContext): () => Violation[] {
  const readers = new Map<string, Invariant[]>();
  let writes: { invariant: Invariant; table: string; key: string; before: unknown; after: unknown }[] = [];
  context.kernel.onWrite((table, key, before, after) => {
    let reading = readers.get(table);
    if (!reading) {
      reading = invariants.filter((invariant) => invariant.reads(table));
      readers.set(table, reading);
    }
    for (const invariant of reading) writes.push({ invariant, table, key, before, after });
  });
  return () => {
    const found: Violation[] = [];
    for (const { invariant, table, key, before, after } of writes) {
      // A row that was written again in the same event is judged by its last state.
      if (context.kernel.table(table).get(key) !== after) continue;
      const problem = invariant.check(context, key, before, after, table);
      if (problem)
        found.push({ invariant: invariant.name, table, key, problem, at: context.kernel.now, seq: context.kernel.seq });
    }
    writes = [];
    return found;
  };
}
