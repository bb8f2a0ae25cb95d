import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Scripts below this size are summed up. */
const shownKilobytes = 5;

/** Gzipped sizes of the built scripts, if there is a build. */
export function bundleSizes(folder = 'dist/assets'): string[] {
  if (!existsSync(folder)) return ['sizes: skipped, no build in dist/ (npm run build)'];
  const sizes = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, kilobytes: gzipSync(readFileSync(`${folder}/${name}`), { level: 9 }).length / 1024 }))
    .sort((a, b) => b.kilobytes - a.kilobytes);
  const small = sizes.filter(({ kilobytes }) => kilobytes < shownKilobytes);
  const rest = small.reduce((sum, { kilobytes }) => sum + kilobytes, 0);
  const shown = [
    ...sizes.slice(0, sizes.length - small.length),
    { name: `${small.length} smaller ones`, kilobytes: rest },
  ];
  return shown.map(({ name, kilobytes }) => `${kilobytes.toFixed(1).padStart(8)} KB gzip  ${name}`);
}
