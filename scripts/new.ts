import { spawnSync } from 'node:child_process';
import { runCommand } from '../src/host/command-line.mjs';
import { templates, writeNew } from './new/write';

await runCommand({
  call: 'npm run new --',
  usage: '<kind> <name>',
  help: `Writes one folder of the known form, with a failing test. The kinds are ${Object.keys(templates).join(', ')}.

Exit code: 0 written, 2 bad input; nothing is written then.`,
  places: [0, Number.POSITIVE_INFINITY],
  main({ places: args }) {
    const { folder, paths, next } = writeNew(process.cwd(), args);
    // Names of different lengths break lines in different places.
    spawnSync('npx', ['biome', 'check', '--write', folder], { stdio: 'ignore' });
    console.log(
      ['Written:', ...paths.map((path) => `  ${path}`), 'Next:', ...next.map((line) => `  - ${line}`)].join('\n'),
    );
    return 0;
  },
});
