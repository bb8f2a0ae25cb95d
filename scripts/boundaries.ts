// Checks the import rule and the engine's purity over src/ and content/. `npm run boundaries`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBoundaries } from './boundaries/check';

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(path) : [path];
    });
}

const files = new Map<string, string>();
for (const path of ['src', 'content'].flatMap(filesUnder)) {
  files.set(path, /\.tsx?$/.test(path) ? readFileSync(path, 'utf8') : '');
}
const sources = [...files.keys()].filter((path) => /\.tsx?$/.test(path)).length;
if (sources === 0) throw new Error('no source file found: run from the repository root');

const faults = checkBoundaries(files);
for (const { file, line, message } of faults) console.log(`${file}:${line}  ${message}`);
console.log(`boundaries: ${sources} files, ${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);
