/**
 * Generates src/engine/api/types.ts and src/engine/api/schema/schema.json from the models of the official client
 * (@kubernetes/client-node) and the overlay beside this file. `npm run gen:schema` writes both files; a test
 * compares the committed ones with what `generate()` returns.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runCommand } from '../src/host/command-line.mjs';
import {
  additions,
  alwaysWritten,
  enums,
  furtherKinds,
  inlined,
  type KindEntry,
  keepsEmpty,
  kinds,
  mergeKeys,
  namedStrings,
  quantityFields,
  removals,
  renames,
} from './schema-overlay';

interface ModelField {
  readonly baseName: string;
  readonly type: string;
  readonly format: string;
}

interface Generated {
  readonly types: string;
  readonly schema: string;
  /** What only the further kinds need. */
  readonly further: string;
}

const allKinds: readonly KindEntry[] = [...kinds, ...furtherKinds];

const requireFrom = createRequire(import.meta.url);
const modelsDir = path.join(path.dirname(requireFrom.resolve('@kubernetes/client-node')), 'gen', 'models');
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const typesPath = path.join(root, 'src/engine/api/types.ts');
export const schemaPath = path.join(root, 'src/engine/api/schema/schema.json');
export const furtherPath = path.join(root, 'src/engine/api/schema/further.json');

const scalars: Readonly<Record<string, string>> = {
  string: 's',
  number: 'l',
  boolean: 'b',
  Date: 't',
  IntOrString: 'x',
  V1MicroTime: 'm',
  any: '*',
  RuntimeRawExtension: '*',
  object: '*',
};

const formats: Readonly<Record<string, string>> = {
  int32: 'i',
  int64: 'l',
  double: 'f',
  byte: 'y',
  'date-time': 't',
  'date-time-micro': 'm',
  'int-or-string': 'x',
};

/** `V1PodSpec` → `PodSpec`, `CoreV1ResourceClaim` → `ResourceClaim`. */
export function shortName(model: string): string {
  if (Object.hasOwn(renames, model)) return renames[model]!;
  return model.replace(
    /^(Admissionregistration|Apiextensions|Apiregistration|Authentication|Core|Discovery|Events|Flowcontrol|Rbac|Resource|Storage)?V\d+((alpha|beta)\d+)?/,
    '',
  );
}

async function readModel(model: string): Promise<{ fields: readonly ModelField[]; optional: ReadonlySet<string> }> {
  const module = await import(pathToFileURL(path.join(modelsDir, `${model}.js`)).href);
  const declaration = readFileSync(path.join(modelsDir, `${model}.d.ts`), 'utf8');
  const optional = new Set<string>();
  for (const match of declaration.matchAll(/^ {4}'([^']+)'\?:/gm)) optional.add(match[1]!);
  const fields: ModelField[] = module[model].getAttributeTypeMap().map((field: ModelField & { name: string }) => {
    if (optional.has(field.name)) optional.add(field.baseName);
    return { baseName: field.baseName, type: field.type, format: field.format };
  });
  return { fields, optional };
}

/** Models named by a type text, so that the walk can follow them. */
function modelsIn(type: string): string[] {
  const inner = innerType(type);
  return inner in scalars ? [] : [inner];
}

function innerType(type: string): string {
  const list = /^Array<(.*)>$/.exec(type);
  if (list) return innerType(list[1]!);
  const map = /^\{ \[key: string\]: (.*); \}$/.exec(type);
  if (map) return innerType(map[1]!);
  return type;
}

function notationOf(type: string, format: string): string {
  const list = /^Array<(.*)>$/.exec(type);
  if (list) return `[]${notationOf(list[1]!, format)}`;
  const map = /^\{ \[key: string\]: (.*); \}$/.exec(type);
  if (map) return `{}${notationOf(map[1]!, format)}`;
  return formats[format] ?? scalars[type] ?? shortName(type);
}

/** Replaces the innermost part of a notation: `{}s` with `q` → `{}q`. */
function withInner(notation: string, inner: string): string {
  return notation.replace(/[^[\]{}]+$/, inner);
}

type Types = Map<string, Map<string, string>>;

async function collect(): Promise<Types> {
  const types: Types = new Map();
  const modelOf = new Map<string, string>();
  const queue: string[] = allKinds.map((entry) => entry.model);
  for (let model = queue.shift(); model !== undefined; model = queue.shift()) {
    const name = shortName(model);
    const earlier = modelOf.get(name);
    if (earlier === model) continue;
    if (earlier !== undefined) throw new Error(`${model} and ${earlier} would both be called ${name}`);
    modelOf.set(name, model);
    const { fields, optional } = await readModel(model);
    const notations = new Map<string, string>();
    for (const field of fields) {
      notations.set(field.baseName, notationOf(field.type, field.format) + (optional.has(field.baseName) ? '' : '!'));
      queue.push(...modelsIn(field.type));
    }
    types.set(name, notations);
  }
  return types;
}

function applyOverlay(types: Types): void {
  for (const [type, fields] of Object.entries(additions)) {
    const known = types.get(type) ?? new Map<string, string>();
    for (const [field, notation] of Object.entries(fields)) {
      if (known.has(field)) throw new Error(`additions: the models already have ${type}.${field}`);
      known.set(field, notation);
    }
    types.set(type, known);
  }
  const change = (place: string, edit: (notation: string) => string): void => {
    const [type, field] = place.split('.') as [string, string];
    const notation = types.get(type)?.get(field);
    if (notation === undefined) throw new Error(`overlay names ${place}, which the models do not have`);
    const required = notation.endsWith('!') ? '!' : '';
    types.get(type)!.set(field, edit(required ? notation.slice(0, -1) : notation) + required);
  };
  for (const place of removals) {
    const [type, field] = place.split('.') as [string, string];
    if (!types.get(type)?.delete(field)) throw new Error(`removals: the models do not have ${place}`);
  }
  for (const place of quantityFields) change(place, (notation) => withInner(notation, 'q'));
  for (const [name, places] of Object.entries(namedStrings)) {
    for (const place of places) change(place, (notation) => withInner(notation, `s:${name}`));
  }
  for (const [type, fields] of Object.entries(keepsEmpty)) {
    for (const field of fields.split(' ')) change(`${type}.${field}`, (notation) => `${notation}?`);
  }
  for (const [type, fields] of Object.entries(alwaysWritten)) {
    for (const field of fields.split(' ')) change(`${type}.${field}`, (notation) => `${notation}+`);
  }
  for (const [place, key] of Object.entries(mergeKeys)) {
    change(place, (notation) => {
      const retain = key.startsWith('~') ? '~' : '';
      const by = key.slice(retain.length);
      return by === '' ? retain + notation : `${retain}[${by}]${notation.replace(/^\[\]/, '')}`;
    });
  }
  for (const [type, fields] of types) {
    for (const [field, notation] of fields) {
      const inner = innerName(notation);
      if (/^[A-Z]/.test(inner) && !types.has(inner)) throw new Error(`${type}.${field} refers to ${inner}, not there`);
    }
  }
}

const byName = (a: readonly [string, unknown], b: readonly [string, unknown]): number =>
  a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;

const tsScalars: Readonly<Record<string, string>> = {
  s: 'string',
  b: 'boolean',
  i: 'number',
  l: 'number',
  f: 'number',
  t: 'string',
  m: 'string',
  q: 'string',
  x: 'IntOrString',
  y: 'string',
  '*': 'unknown',
};

function tsType(notation: string): string {
  const list = /^~?\[[^\]]*\](.*)$/.exec(notation);
  if (list) return `readonly ${tsType(list[1]!)}[]`.replace(/^readonly (readonly .*)\[\]$/, 'readonly ($1)[]');
  const map = /^~?\{\}(.*)$/.exec(notation);
  if (map) return `Readonly<Record<string, ${tsType(map[1]!)}>>`;
  const plain = notation.replace(/^~/, '');
  if (plain.startsWith('s:')) return 'string';
  return tsScalars[plain] ?? plain;
}

function renderTypes(types: Types): string {
  const stored = new Set(allKinds.filter((entry) => entry.stored).map((entry) => shortName(entry.model)));
  const out: string[] = [
    '// Generated by scripts/gen-schema.ts from the models of @kubernetes/client-node; do not edit.',
    '// Objects are read-only: a change makes a new object that shares what stayed the same.',
    '',
    '/** A whole number, or text such as a percentage or a port name. */',
    'export type IntOrString = number | string;',
    '',
  ];
  for (const [type, fields] of [...types].sort(byName)) {
    out.push(`export interface ${type} {`);
    for (const [field, notation] of [...fields].sort(byName)) {
      const name = /^[A-Za-z_$][\w$]*$/.test(field) ? field : `'${field}'`;
      const required = notation.endsWith('!') || (field === 'metadata' && stored.has(type));
      const text = tsType(notation.replace(/[?!+]$/, ''));
      const typeMeta = stored.has(type) && (field === 'apiVersion' || field === 'kind');
      out.push(`  readonly ${name}${required ? `: ${text}` : `?: ${text}${typeMeta ? '' : ' | undefined'}`};`);
    }
    out.push('}', '');
  }
  out.push('/** The Event of core/v1, under a name that no DOM type has. */', 'export type CoreEvent = Event;', '');
  return out.join('\n');
}

/** The types that some kinds need, those of their fields included. */
function reachable(types: Types, entries: readonly KindEntry[]): Set<string> {
  const found = new Set<string>();
  const queue = entries.map((entry) => shortName(entry.model));
  for (const name of queue) {
    if (found.has(name)) continue;
    found.add(name);
    for (const notation of types.get(name)?.values() ?? []) {
      const inner = innerName(notation);
      if (types.has(inner)) queue.push(inner);
    }
  }
  return found;
}

function innerName(notation: string): string {
  return /[^[\]{}~=!?+]+[?!+]?$/.exec(notation)?.[0]?.replace(/[?!+]$/, '') ?? '';
}

function renderSchema(types: Types, entries: readonly KindEntry[], wanted: (type: string) => boolean): string {
  const kindTypes: Record<string, string> = {};
  for (const entry of entries) kindTypes[`${entry.apiVersion}/${entry.kind}`] = shortName(entry.model);
  const used = new Set<string>();
  const typeTable: Record<string, Record<string, string>> = {};
  for (const [type, fields] of [...types].sort(byName)) {
    if (!wanted(type)) continue;
    typeTable[type] = Object.fromEntries([...fields].sort(byName));
    for (const notation of fields.values()) {
      const name = /s:([^!?]+)/.exec(notation)?.[1];
      if (name !== undefined) used.add(name);
    }
  }
  const enumTable: Record<string, string> = {};
  for (const [name, values] of Object.entries(enums).sort(byName)) {
    if (used.has(name)) enumTable[name] = [...values].sort().join('|');
  }
  const inlinedTable = Object.fromEntries(Object.entries(inlined).filter(([type]) => wanted(type)));
  return `${JSON.stringify({ kinds: kindTypes, enums: enumTable, inlined: inlinedTable, types: typeTable }, null, 2)}\n`;
}

function checkOverlay(types: Types): void {
  const used = new Set<string>();
  for (const fields of types.values())
    for (const notation of fields.values()) used.add(/s:([^!?]+)/.exec(notation)?.[1] ?? '');
  for (const name of Object.keys(enums)) {
    if (!used.has(name)) throw new Error(`enums: no field has the named type ${name}`);
  }
  for (const [type, text] of Object.entries(inlined)) {
    for (const field of text.split(' ').slice(1)) {
      if (!types.get(type)?.has(field.replace('!', ''))) throw new Error(`inlined: no field ${type}.${field}`);
    }
  }
}

/** The generated files as text. Throws when the overlay and the models disagree. */
export async function generate(): Promise<Generated> {
  const types = await collect();
  applyOverlay(types);
  checkOverlay(types);
  const core = reachable(types, kinds);
  return {
    types: renderTypes(types),
    schema: renderSchema(types, kinds, (type) => core.has(type)),
    further: renderSchema(types, furtherKinds, (type) => !core.has(type)),
  };
}

export type { KindEntry };

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runCommand({
    call: 'npm run gen:schema --',
    usage: '',
    help: `Writes the API types and the schema from the official client's models and scripts/schema-overlay.ts.

Exit code: 0 written, 2 bad input.`,
    async main() {
      const generated = await generate();
      writeFileSync(typesPath, generated.types);
      writeFileSync(schemaPath, generated.schema);
      writeFileSync(furtherPath, generated.further);
      for (const file of [typesPath, schemaPath, furtherPath]) console.log(`wrote ${path.relative(root, file)}`);
      return 0;
    },
  });
}
