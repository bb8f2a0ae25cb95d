// `npm run new -- controller|plugin|view|lesson|language NAME`: one folder of the known form, with a failing test.
import { spawnSync } from 'node:child_process';
import { Refusal, writeNew } from './new/write';

try {
  const { folder, paths, next } = writeNew(process.cwd(), process.argv.slice(2));
  // Names of different lengths break lines in different places.
  spawnSync('npx', ['biome', 'check', '--write', folder], { stdio: 'ignore' });
  console.log(
    ['Written:', ...paths.map((path) => `  ${path}`), 'Next:', ...next.map((line) => `  - ${line}`)].join('\n'),
  );
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
