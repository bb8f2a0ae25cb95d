import { readFileSync } from 'node:fs';
import { BadInput, runCommand } from '../src/host/command-line.mjs';
import { checkBoundaries } from './boundaries/check';
import { filesUnder } from './lib/files';

await runCommand({
  call: 'npm run boundaries --',
  usage: '',
  help: `Checks the import rule and the engine's purity over src/ and content/.

Exit code: 0 all well, 1 a fault, 2 bad input.`,
  main() {
    const files = new Map<string, string>();
    for (const path of ['src', 'content'].flatMap((folder) => filesUnder(folder))) {
      files.set(path, /\.tsx?$/.test(path) ? readFileSync(path, 'utf8') : '');
    }
    const sources = [...files.keys()].filter((path) => /\.tsx?$/.test(path)).length;
    if (sources === 0) throw new BadInput('no source file found: run from the repository root');
    const faults = checkBoundaries(files);
    for (const { file, line, message } of faults) console.log(`${file}:${line}  ${message}`);
    console.log(`boundaries: ${sources} files, ${faults.length} faults`);
    return faults.length > 0 ? 1 : 0;
  },
});
