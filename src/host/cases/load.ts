import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { CaseFile } from './case-form';

export interface Disputed {
  /** `area/topic/name` */
  case: string;
  reason: string;
  source: string;
}

/** The YAML files under the given files and folders, sorted, each once; the list of disputed cases is not one. */
export function findCaseFiles(places: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (place: string, named: boolean): void => {
    if (statSync(place).isDirectory()) {
      for (const entry of readdirSync(place).sort()) visit(path.join(place, entry), false);
    } else if (/\.ya?ml$/.test(place) && path.basename(place) !== 'disputed.yaml') {
      found.add(path.normalize(place));
    } else if (named) {
      throw new Error(`${place} is not a YAML file of cases`);
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
  const read: unknown = parse(text, { maxAliasCount: -1 });
  if (typeof read !== 'object' || read === null) throw new Error(`${file}: not a file of cases`);
  const { area, topic, cases } = read as Partial<CaseFile>;
  if (typeof area !== 'string' || typeof topic !== 'string' || !Array.isArray(cases)) {
    throw new Error(`${file}: a file of cases has area, topic and cases`);
  }
  const names = new Set<string>();
  for (const c of cases) {
    if (typeof c.name !== 'string' || !isMapping(c.when) || !isMapping(c.then)) {
      throw new Error(`${file}: a case has name, when and then (${String(c.name)})`);
    }
    if (names.has(c.name)) throw new Error(`${file}: two cases are called ${c.name}`);
    names.add(c.name);
  }
  return read as CaseFile;
}

export function readDisputed(text: string): Disputed[] {
  const read: unknown = parse(text) ?? [];
  if (!Array.isArray(read)) throw new Error('disputed.yaml: a list of case, reason and source');
  for (const entry of read as Partial<Disputed>[]) {
    if (!entry.case || !entry.reason || !entry.source) {
      throw new Error('disputed.yaml: each entry has case, reason and source');
    }
  }
  return read as Disputed[];
}

function isMapping(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
