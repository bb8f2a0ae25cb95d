import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseSync } from 'vite';
import { filesUnder } from '../lib/files';

export interface Budget {
  readonly what: string;
  readonly limitBytes: number;
  /** Size in bytes; throws if what is to be measured is not there. */
  readonly measure: (dist: string) => number;
}

export interface Measured {
  readonly what: string;
  readonly bytes: number;
  readonly limitBytes: number;
}

const kilobyte = 1024;

/** What a page loads beside the shell before it is whole. */
const dictionaries = ['content/languages/zh/ui.ts', 'content/languages/zh/atlas.ts'];
const lessonPage = [
  'src/app/lesson/LessonPage.tsx',
  'src/stage/DocumentPicture.tsx',
  'src/views/rollout-gauge/View.tsx',
];
const embedDictionaries = ['content/languages/zh/ui.ts', 'content/languages/zh/embed.ts'];

export const budgets: readonly Budget[] = [
  {
    what: 'first-load JS, gzip',
    limitBytes: 150 * kilobyte,
    measure: (dist) => gzipSize(dist, pageScripts(dist, 'index.html')),
  },
  {
    what: 'first-load CSS, gzip',
    limitBytes: 20 * kilobyte,
    measure: (dist) => gzipSize(dist, pageStyles(dist, 'index.html')),
  },
  {
    what: 'map, first visit, gzip',
    limitBytes: 130 * kilobyte,
    measure: (dist) => gzipSize(dist, pageScripts(dist, 'index.html', 'src/app/home/Home.tsx', ...dictionaries)),
  },
  {
    what: 'lesson and picture, gzip',
    limitBytes: 200 * kilobyte,
    measure: (dist) => gzipSize(dist, pageScripts(dist, 'index.html', ...lessonPage, ...dictionaries)),
  },
  {
    what: 'engine worker core, gzip',
    limitBytes: 180 * kilobyte,
    measure: (dist) => gzipSize(dist, closure(dist, [worker(dist, 'engine')])),
  },
  {
    what: 'manifest editor, gzip',
    limitBytes: 1000 * kilobyte,
    measure: (dist) => gzipSize(dist, pageScripts(dist, 'src/app/editor/monaco.ts')),
  },
  {
    what: 'editor workers, gzip',
    limitBytes: 420 * kilobyte,
    measure: (dist) => gzipSize(dist, closure(dist, [worker(dist, 'editor'), worker(dist, 'yaml')])),
  },
  {
    what: 'embed before its stage, gzip',
    limitBytes: 120 * kilobyte,
    measure: (dist) => gzipSize(dist, pageScripts(dist, 'embed.html', ...embedDictionaries)),
  },
  {
    what: 'embed loader, gzip',
    limitBytes: 4 * kilobyte,
    measure: (dist) => gzipSize(dist, ['embed.js']),
  },
  {
    what: 'all files',
    limitBytes: 16 * kilobyte * kilobyte,
    measure: (dist) => filesUnder(dist).reduce((sum, file) => sum + statSync(file).size, 0),
  },
];

export const measureAll = (dist: string): Measured[] =>
  budgets.map(({ what, limitBytes, measure }) => ({ what, limitBytes, bytes: measure(dist) }));

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

function manifestClosure(dist: string, pages: readonly string[]): ManifestEntry[] {
  const manifest: Record<string, ManifestEntry> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const missing = pages.find((page) => !manifest[page]);
  if (missing !== undefined) throw new Error(`the build has no ${missing}`);
  const seen = new Map<string, ManifestEntry>();
  const visit = (name: string) => {
    const entry = manifest[name];
    if (!entry || seen.has(name)) return;
    seen.set(name, entry);
    entry.imports?.forEach(visit);
  };
  pages.forEach(visit);
  return [...seen.values()];
}

const pageScripts = (dist: string, ...pages: string[]) => manifestClosure(dist, pages).map(({ file }) => file);
const pageStyles = (dist: string, page: string) => [
  ...new Set(manifestClosure(dist, [page]).flatMap(({ css }) => css ?? [])),
];

/** Workers are not in Vite's manifest; they are named after the file that each begins with. */
function worker(dist: string, which: string): string {
  const name = readdirSync(join(dist, 'assets')).find((file) => file.startsWith(`${which}.worker-`));
  if (!name) throw new Error(`the build has no assets/${which}.worker-*.js`);
  return `assets/${name}`;
}

/** The files and all that they import statically: what is loaded before the first of them runs. */
export function closure(dist: string, files: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const { module } = parseSync(file, readFileSync(join(dist, file), 'utf8'));
    const requests = [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ];
    for (const request of requests) visit(posix.join(posix.dirname(file), request));
  };
  files.forEach(visit);
  return [...seen];
}

const gzipSize = (dist: string, files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);

/** A table with a line for each budget, and whether all of them hold. */
export function report(measured: readonly Measured[]): { text: string; within: boolean } {
  const size = (bytes: number) => `${(bytes / kilobyte).toFixed(1)} KB`.padStart(12);
  const lines = measured.map(
    ({ what, bytes, limitBytes }) =>
      `${bytes > limitBytes ? 'OVER' : 'ok  '} ${what.padEnd(26)}${size(bytes)} of${size(limitBytes)}`,
  );
  return { text: lines.join('\n'), within: measured.every(({ bytes, limitBytes }) => bytes <= limitBytes) };
}
