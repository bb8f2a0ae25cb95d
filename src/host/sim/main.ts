import '../../engine/further-kinds';
import '../../kubectl/line/index';
import { kubectlProcess } from '../../kubectl';
import { runCommand, wholeNumber } from '../command-line.mjs';
import { commandsOf, proveSeed, shorten, type Verdict } from './run';

// 2 is every command's code for bad input.
const exitCodes: Record<Verdict['kind'], number> = { ok: 0, crash: 1, invariant: 3, noProgress: 4, diverged: 5 };
const extra = [kubectlProcess];

await runCommand({
  call: 'npm run sim --',
  usage: '[--seed N] [--seeds COUNT] [--commands K]',
  help: `Random commands and faults against one cluster, checked after each event; then the faults stop and it must converge. Each seed
runs twice, at once and revived from JSON every 97 events. A failure prints the shortest list of commands that still fails.

  --seed N       the first seed (1)
  --seeds COUNT  how many seeds, one after another (1)
  --commands K   commands and faults a seed (30)

Exit code: 0 all well, 1 crash, 2 bad input, 3 broken invariant, 4 no progress, 5 a revived engine went another way; the highest of them.`,
  values: ['seed', 'seeds', 'commands'],
  main({ values }) {
    const first = wholeNumber(values.seed, { name: '--seed', least: 0, otherwise: 1 });
    const count = wholeNumber(values.seeds, { name: '--seeds', least: 1, otherwise: 1 });
    const commands = wholeNumber(values.commands, { name: '--commands', least: 1, otherwise: 30 });
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
    return code;
  },
});
