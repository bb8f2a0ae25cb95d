import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { filesUnder } from '../lib/files.ts';

const moduleId = 'virtual:fidelity';
const folder = 'src/engine';

/** What the header of an engine file says. */
export interface ModelledFile {
  readonly path: string;
  readonly models: string;
  readonly simplified: string;
  readonly notModelled: string;
}

const labels = { 'Models:': 'models', 'Simplified:': 'simplified', 'Not modelled:': 'notModelled' } as const;

/** The comment at a file's beginning, without its marks. */
function headerOf(source: string): string {
  const comment = /^\s*(?:\/\*[\s\S]*?\*\/|(?:\/\/[^\n]*\n)+)/.exec(source)?.[0] ?? '';
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\*+|\*+\/?|\/\/)\s?/, '').replace(/\*\/\s*$/, ''))
    .join('\n');
}

/** Reads the three parts of a header; `undefined` when it has none. */
export function readHeader(source: string): Omit<ModelledFile, 'path'> | undefined {
  const parts: Record<string, string> = {};
  let current: string | undefined;
  for (const line of headerOf(source).split('\n')) {
    const label = (Object.keys(labels) as (keyof typeof labels)[]).find((one) => line.trimStart().startsWith(one));
    if (label) current = labels[label];
    if (current === undefined) continue;
    const text = label ? line.trimStart().slice(label.length) : line;
    parts[current] = `${parts[current] ?? ''} ${text.trim()}`.trim();
  }
  const { models, simplified = '—', notModelled = '—' } = parts;
  return models === undefined ? undefined : { models, simplified, notModelled };
}

/** Whether a file is part of the engine itself: no test, no case adapter, nothing generated. */
const isEngine = (path: string): boolean =>
  path.endsWith('.ts') && !/(\.(test|cases|generated)\.ts$)|(^|\/)cases\.ts$|\/testing\//.test(path);

/** What each engine file models, simplifies and leaves out, in the order of their paths. */
export function readFidelity(): ModelledFile[] {
  return filesUnder(folder)
    .filter(isEngine)
    .sort()
    .flatMap((path) => {
      const header = readHeader(readFileSync(path, 'utf8'));
      return header ? [{ path: path.slice(folder.length + 1), ...header }] : [];
    });
}

/** The headers of all engine files as a module, read when the page is built: they cannot go stale. */
export function fidelity(): Plugin {
  return {
    name: 'fidelity',
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
    load(id) {
      if (id !== `\0${moduleId}`) return undefined;
      return `export const modelledFiles = ${JSON.stringify(readFidelity())};`;
    },
  };
}
