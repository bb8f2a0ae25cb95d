// Models: client-go util/workqueue's promise: one key is never processed twice at a time.
// Simplified: —
// Not modelled: —
import type { QueueItem } from '../client/work-queue';
import type { Invariant } from './invariant';

export const oneWorkerAKey: Invariant = {
  name: 'a key that a worker is busy with is being processed, by that worker alone',
  reads: (table) => table.startsWith('workers/'),
  check: ({ kernel }, worker, _before, after, table) => {
    const row = after as { key: string } | undefined;
    if (!row) return undefined;
    const item = kernel.table<QueueItem>(`queue/${table.slice('workers/'.length)}`).get(row.key);
    if (!item || item.state === 'queued')
      return `worker ${worker} has ${row.key}, which is ${item?.state ?? 'not in the queue'}`;
    const workers = kernel.table<{ key: string }>(table);
    const twice = workers.keys().find((other) => other !== worker && workers.get(other)?.key === row.key);
    return twice === undefined ? undefined : `workers ${worker} and ${twice} both have ${row.key}`;
  },
};
