import { existsSync } from 'node:fs';
import { BadInput, runCommand } from '../src/host/command-line.mjs';
import { measureAll, report } from './budgets/measure';

await runCommand({
  call: 'npm run budgets --',
  usage: '',
  help: `Measures dist/ against the size budgets; run \`npm run build\` before.

Exit code: 0 within all budgets, 1 over one, 2 bad input.`,
  main() {
    if (!existsSync('dist/index.html')) throw new BadInput('no build in dist/: run `npm run build` first');
    const { text, within } = report(measureAll('dist'));
    console.log(text);
    return within ? 0 : 1;
  },
});
