import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const here = path.dirname(fileURLToPath(import.meta.url));

/**
 * The module that runs a scene, bundled and minified as the page's Worker is: what a runner of TypeScript adds to each function
 * costs a tenth of the time.
 */
export async function bundledScene(): Promise<typeof import('./scene')> {
  // Beside node_modules' packages, so that Node finds what is not bundled.
  const outDir = mkdtempSync(path.resolve(here, '../../../node_modules/.bench-'));
  try {
    await build({
      configFile: false,
      root: path.resolve(here, '../../..'),
      logLevel: 'error',
      publicDir: false,
      ssr: { noExternal: true },
      build: { ssr: path.join(here, 'scene.ts'), outDir, minify: true, target: 'es2022', emptyOutDir: false },
    });
    return (await import(pathToFileURL(path.join(outDir, 'scene.js')).href)) as typeof import('./scene');
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
