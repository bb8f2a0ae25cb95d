import { parseArgs } from 'node:util';
import { kubectlProcess } from '../../kubectl';
import { commandsOf, proveSeed, shorten, type Verdict } from './run';

const usage = `npm run sim -- [--seed N] [--seeds COUNT] [--commands K]
Random commands and faults against one cluster, checked after each event, then the faults stop and it must converge.
Exit code: 0 all well, 1 bad arguments, 2 crash, 3 broken invariant, 4 no progress, 5 a revived engine went another way.`;

const exitCodes: Record<Verdict['kind'], number> = { ok: 0, crash: 2, invariant: 3, noProgress: 4, diverged: 5 };

function number(text: string | undefined, name: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) {
    console.error(`--${name} ${text}: not an integer of at least ${least}\n\n${usage}`);
    process.exit(1);
  }
  return value;
}

let options: { seed?: string; seeds?: string; commands?: string };
try {
  options = parseArgs({
    options: { seed: { type: 'string' }, seeds: { type: 'string' }, commands: { type: 'string' } },
  }).values;
} catch (error) {
  console.error(`${(error as Error).message}\n\n${usage}`);
  process.exit(1);
}
const first = number(options.seed ?? '1', 'seed', 0);
const count = number(options.seeds ?? '1', 'seeds', 1);
const commands = number(options.commands ?? '30', 'commands', 1);
const extra = [kubectlProcess];

let passed = 0;
let code = 0;
for (let seed = first; seed < first + count; seed++) {
  const steps = commandsOf(seed, commands);
  const verdict = proveSeed(seed, steps, extra);
  if (verdict.kind === 'ok') {
    passed++;
    if (count === 1)
      console.log(`seed ${seed}: ${verdict.events} events, trace ${verdict.traceHash}, state ${verdict.stateHash}`);
    continue;
  }
  code = Math.max(code, exitCodes[verdict.kind]);
  const shortest = shorten(steps, (fewer) => proveSeed(seed, fewer, extra).kind === verdict.kind);
  const shown = proveSeed(seed, shortest, extra);
  console.log(
    `seed ${seed}: ${verdict.kind}\n${JSON.stringify(shown, null, 2)}\nshortest command list (${shortest.length} of ${steps.length}):`,
  );
  for (const step of shortest) console.log(`  ${JSON.stringify(step)}`);
}
console.log(`${passed} passed, ${count - passed} failed`);
process.exitCode = code;
