import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { BadInput } from '../command-line.mjs';
import type { CaseFile } from './case-form';

export interface Disputed {
  /** `area/topic/name` */
  case: string;
  reason: string;
  source: string;
}

/**
 * The YAML files under the given files and folders, sorted, each once; the list of disputed cases is not one.
 * Throws BadInput for a file that is named and is no YAML.
 */
export function findCaseFiles(places: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (place: string, named: boolean): void => {
    if (statSync(place).isDirectory()) {
      for (const entry of readdirSync(place).sort()) visit(path.join(place, entry), false);
    } else if (/\.ya?ml$/.test(place) && path.basename(place) !== 'disputed.yaml') {
      found.add(path.normalize(place));
    } else if (named) {
      throw new BadInput(`${place} is not a YAML file of cases`);
    }
  };
  for (const place of places) visit(place, true);
  return [...found].sort();
}

export function loadCaseFile(file: string): CaseFile {
  return readCaseFile(readFileSync(file, 'utf8'), file);
}

/** `file` is only named in errors. */
export function readCaseFile(text: string, file: string): CaseFile {
  const read = parsed(text, file);
  if (typeof read !== 'object' || read === null) throw new BadInput(`${file}: not a file of cases`);
  const { area, topic, cases } = read as Partial<CaseFile>;
  if (typeof area !== 'string' || typeof topic !== 'string' || !Array.isArray(cases)) {
    throw new BadInput(`${file}: a file of cases has area, topic and cases`);
  }
  const names = new Set<string>();
  for (const c of cases) {
    if (typeof c.name !== 'string' || !isMapping(c.when) || !isMapping(c.then)) {
      throw new BadInput(`${file}: a case has name, when and then (${String(c.name)})`);
    }
    if (names.has(c.name)) throw new BadInput(`${file}: two cases are called ${c.name}`);
    names.add(c.name);
  }
  return read as CaseFile;
}

export function readDisputed(text: string): Disputed[] {
  const read = parsed(text, 'disputed.yaml') ?? [];
  if (!Array.isArray(read)) throw new BadInput('disputed.yaml: a list of case, reason and source');
  for (const entry of read as Partial<Disputed>[]) {
    if (!entry.case || !entry.reason || !entry.source) {
      throw new BadInput('disputed.yaml: each entry has case, reason and source');
    }
  }
  return read as Disputed[];
}

function parsed(text: string, file: string): unknown {
  try {
    return parse(text, { maxAliasCount: -1 });
  } catch (error) {
    const [said = ''] = (error as Error).message.split('\n');
    throw new BadInput(`${file}: ${said.replace(/:$/, '')}`);
  }
}

function isMapping(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
