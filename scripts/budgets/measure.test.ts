import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closure, measureAll, report } from './measure';

let dist: string;

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'budgets-'));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), text);
  }
}

/** Text that gzip cannot make small. */
function noise(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48271) % 2147483647;
    return String.fromCharCode(97 + (state % 26));
  }).join('');
}

const pages = [
  'src/app/home/Home.tsx',
  'src/app/lesson/LessonPage.tsx',
  'src/stage/DocumentPicture.tsx',
  'src/views/rollout-gauge/View.tsx',
  'content/languages/zh/ui.ts',
  'content/languages/zh/atlas.ts',
  'content/languages/zh/embed.ts',
  'src/app/editor/monaco.ts',
];

const built = (entry: string, lazy: string) => ({
  '.vite/manifest.json': JSON.stringify({
    'index.html': {
      file: 'assets/index-1.js',
      imports: ['_shared.js'],
      dynamicImports: ['lazy.ts'],
      css: ['assets/index.css'],
    },
    'embed.html': { file: 'assets/embed-1.js', imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared-1.js' },
    'lazy.ts': { file: 'assets/lazy-1.js' },
    ...Object.fromEntries(pages.map((page) => [page, { file: 'assets/shared-1.js' }])),
  }),
  'assets/index-1.js': `import './shared-1.js';${entry}`,
  'assets/embed-1.js': `import './shared-1.js';`,
  'embed.js': '(() => {})();',
  'assets/shared-1.js': 'export const shared = 1;',
  'assets/lazy-1.js': lazy,
  'assets/index.css': 'h1{color:red}',
  'assets/engine.worker-1.js': 'import{core}from"./core-1.js";const more=()=>import("./lazy-1.js");',
  'assets/editor.worker-1.js': '',
  'assets/yaml.worker-1.js': '',
  'assets/core-1.js': 'export{core}from"./deep-1.js";',
  'assets/deep-1.js': 'export const core=1;',
});

test('what is loaded lazily does not count for the first load', () => {
  write(built('', `export const text = '${noise(400_000)}';`));
  const measured = measureAll(dist);
  expect(measured.map(({ what, bytes }) => [what, bytes > 0])).toEqual([
    ['first-load JS, gzip', true],
    ['first-load CSS, gzip', true],
    ['map, first visit, gzip', true],
    ['lesson and picture, gzip', true],
    ['engine worker core, gzip', true],
    ['manifest editor, gzip', true],
    ['editor workers, gzip', true],
    ['embed before its stage, gzip', true],
    ['embed loader, gzip', true],
    ['all files', true],
  ]);
  expect(report(measured).within).toBe(true);
  expect(measured.at(-1)?.bytes).toBeGreaterThan(400_000);
});

test('a first load beyond its budget is named and fails', () => {
  write(built(`export const text = '${noise(400_000)}';`, ''));
  const { text, within } = report(measureAll(dist));
  expect(within).toBe(false);
  expect(text).toMatch(/^OVER first-load JS/m);
});

test('the worker counts with all that it imports statically, and without what it loads later', () => {
  write(built('', ''));
  expect(closure(dist, ['assets/engine.worker-1.js'])).toEqual([
    'assets/engine.worker-1.js',
    'assets/core-1.js',
    'assets/deep-1.js',
  ]);
});

test('a build without an engine worker is no pass', () => {
  write(built('', ''));
  rmSync(join(dist, 'assets/engine.worker-1.js'));
  expect(() => measureAll(dist)).toThrow('the build has no assets/engine.worker-*.js');
});
