import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Gzipped sizes of the built scripts, if there is a build. */
export function bundleSizes(folder = 'dist/assets'): string[] {
  if (!existsSync(folder)) return ['no build: run npm run build for gzip sizes'];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .sort()
    .map((name) => {
      const kilobytes = gzipSync(readFileSync(`${folder}/${name}`), { level: 9 }).length / 1024;
      return `${kilobytes.toFixed(1).padStart(8)} KB gzip  ${name}`;
    });
}
