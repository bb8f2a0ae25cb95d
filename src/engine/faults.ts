// Models: what goes wrong between a process and the API server: lost connections, refused writes.
// Simplified: a cut is total and symmetric.
// Not modelled: loss of single packets.
import type { ApiFault } from './apiserver/api-server';
import type { EngineContext, EngineProcess } from './engine-context';

/** Commands `cut` and `heal` { user }, and `apiFault` (an ApiFault): the faults that meet the API itself. */
export function apiFaults({ kernel, reflectors }: EngineContext): EngineProcess {
  const faults = kernel.table<ApiFault>('api-faults');
  const cuts = kernel.table<{ since: number; seq: number }>('cuts');
  kernel.on('faults', ({ type, payload }) => {
    const { user } = payload as { user: string };
    kernel.cause = kernel.emit({
      actor: 'fault',
      verb: 'fault',
      subject: user,
      level: 'milestone',
      detail: { type, ...(payload as object) },
    });
    if (type === 'cut') cuts.set(user, { since: kernel.now, seq: kernel.cause });
    else if (type === 'heal') {
      cuts.delete(user);
      reflectors.reconnect(user);
    } else if (type === 'apiFault') faults.set(String(kernel.cause), payload as ApiFault);
  });
  return { boot: () => {} };
}
