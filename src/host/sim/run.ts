import { Cluster, type ProcessFactory, revive, serialise } from '../../engine';
import { type Violation, watchInvariants } from '../../engine/invariants';
import { rand } from '../../engine/kernel/random';
import { recovery, resolve, type SimCommand, simConfig, simKinds, unfinished } from './scene';

export type Verdict =
  | { readonly kind: 'ok'; readonly events: number; readonly traceHash: number; readonly stateHash: number }
  | { readonly kind: 'crash'; readonly error: string }
  | { readonly kind: 'invariant'; readonly violation: Violation }
  | { readonly kind: 'noProgress'; readonly problems: readonly string[] }
  | { readonly kind: 'diverged'; readonly error: string };

/** Virtual time that a cluster gets to converge once the faults have stopped. */
const convergeMicros = 3_600e6;
const maxWaitMicros = 20e6;
/** Long enough for a lost node's Pods to be moved. */
const maxSleepMicros = 900e6;

/** The random steps of a seed: the same seed and count give the same list. */
export function commandsOf(seed: number, count: number): SimCommand[] {
  const draw = (purpose: string, n: number) => rand(seed, 'sim', purpose, '', n);
  return Array.from({ length: count }, (_, n) => {
    // A cluster without a Deployment has little to do.
    const kind = n === 0 ? 'create' : (simKinds[Math.floor(draw('kind', n) * simKinds.length)] ?? 'create');
    const longest = kind === 'sleep' ? maxSleepMicros : maxWaitMicros;
    return {
      kind,
      waitMicros: Math.floor(draw('wait', n) ** 3 * longest),
      pick: draw('pick', n),
      value: draw('value', n),
    };
  });
}

/** Runs a list of steps. `reviveEvery`: events after which the engine is turned into JSON and back; 0 for never. */
export function simulate(
  seed: number,
  steps: readonly SimCommand[],
  extra: readonly ProcessFactory[],
  reviveEvery = 0,
): Verdict {
  try {
    let cluster = new Cluster({ ...simConfig, seed }, extra).boot();
    let check = watchInvariants(cluster.context);
    let events = 0;
    const advance = (until: number): Violation | undefined => {
      for (;;) {
        const next = cluster.kernel.nextAt();
        if (next === undefined || next > until || !cluster.kernel.step()) break;
        const [violation] = check();
        if (violation) return violation;
        if (reviveEvery > 0 && ++events % reviveEvery === 0) {
          const text = serialise(cluster.kernel.snapshot());
          cluster = new Cluster({ ...simConfig, seed }, extra).restore(revive(text));
          check = watchInvariants(cluster.context);
        }
      }
      if (!cluster.kernel.stop) cluster.kernel.runUntil(until);
      return undefined;
    };
    for (const step of steps) {
      const violation = advance(cluster.kernel.now + step.waitMicros);
      if (violation) return { kind: 'invariant', violation };
      const command = resolve(step, cluster.context);
      if (command) cluster.kernel.command(command);
    }
    let violation = advance(cluster.kernel.now + 1e6);
    if (violation) return { kind: 'invariant', violation };
    for (const command of recovery(cluster.context)) cluster.kernel.command(command);
    const limit = cluster.kernel.now + convergeMicros;
    while (cluster.kernel.now < limit) {
      violation = advance(cluster.kernel.now + 60e6);
      if (violation) return { kind: 'invariant', violation };
      if (cluster.kernel.stop || unfinished(cluster.context).length === 0) break;
    }
    if (cluster.kernel.stop)
      return { kind: 'noProgress', problems: [`stopped: ${JSON.stringify(cluster.kernel.stop)}`] };
    const problems = unfinished(cluster.context);
    if (problems.length > 0) return { kind: 'noProgress', problems };
    const { kernel } = cluster;
    return { kind: 'ok', events: kernel.seq, traceHash: kernel.trace.currentHash(), stateHash: kernel.stateHash() };
  } catch (error) {
    return { kind: 'crash', error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Runs a seed at once and revived every 97 events; both must end alike. */
export function proveSeed(seed: number, steps: readonly SimCommand[], extra: readonly ProcessFactory[]): Verdict {
  const atOnce = simulate(seed, steps, extra);
  if (atOnce.kind !== 'ok') return atOnce;
  const revived = simulate(seed, steps, extra, 97);
  if (revived.kind !== 'ok') return revived;
  if (atOnce.traceHash === revived.traceHash && atOnce.stateHash === revived.stateHash) return atOnce;
  return {
    kind: 'diverged',
    error: `hashes ${atOnce.traceHash}/${atOnce.stateHash} became ${revived.traceHash}/${revived.stateHash}`,
  };
}

/** The shortest list found that still fails in the same way: chunks, then single steps, are left out while it does. */
export function shorten(
  steps: readonly SimCommand[],
  fails: (steps: readonly SimCommand[]) => boolean,
): readonly SimCommand[] {
  let best = steps;
  for (let size = Math.max(1, best.length >> 1); size >= 1; size = size >> 1) {
    for (let from = 0; from < best.length; ) {
      const fewer = [...best.slice(0, from), ...best.slice(from + size)];
      if (fewer.length > 0 && fails(fewer)) best = fewer;
      else from += size;
    }
  }
  return best;
}
