import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Window } from 'happy-dom';
import { parse } from 'yaml';
import type { Diagram } from '../../src/views/document/diagram';
import { fromMermaid, type ParsedMermaid, withWords } from '../../src/views/document/from-mermaid';
import { filesUnder } from '../lib/files';

/** What Mermaid's parsers look for in a browser, even where nothing is drawn. */
const browserNames = [
  'document',
  'Element',
  'HTMLElement',
  'Node',
  'DocumentFragment',
  'NodeFilter',
  'DOMParser',
] as const;

type Parse = (text: string) => Promise<ParsedMermaid>;

/** Languages beside English that every diagram has words in. */
const languages = ['zh'] as const;

/** Loads Mermaid with what it needs of a browser, and gives its parser. */
export async function mermaidParser(): Promise<Parse> {
  const window = new Window();
  const globals = globalThis as unknown as Record<string, unknown>;
  globals.window = window;
  for (const name of browserNames) globals[name] ??= window[name];
  const { default: mermaid } = await import('mermaid');
  mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' });
  return (text) => mermaid.mermaidAPI.getDiagramFromText(text) as unknown as Promise<ParsedMermaid>;
}

/** Compiles one `.mmd` file and its words. Throws where a word is missing or names nothing. */
export async function compile(path: string, parseMermaid: Parse): Promise<Diagram> {
  const id = basename(path, '.mmd');
  let diagram = fromMermaid(id, await parseMermaid(readFileSync(path, 'utf8')));
  for (const language of languages) {
    const words = parse(readFileSync(join(dirname(path), `${id}.${language}.yaml`), 'utf8')) as Record<string, string>;
    diagram = withWords(diagram, language, words);
  }
  return diagram;
}

/** Every diagram's Mermaid text, in order. */
export function diagramPaths(): string[] {
  return filesUnder('content/documents').filter((path) => path.endsWith('.mmd'));
}

/** Where what is compiled from a Mermaid text is kept. */
export function compiledPath(path: string): string {
  return path.replace(/\.mmd$/, '.generated.json');
}

/** The text of the compiled file. */
export function compiledText(diagram: Diagram): string {
  return `${JSON.stringify(diagram, null, 1)}\n`;
}
