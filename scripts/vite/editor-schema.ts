import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const moduleId = 'virtual:editor-schema';
const schemaFile = 'src/engine/api/schema/schema.json';
const kindsFile = 'src/engine/api/kinds/index.ts';

/** A JSON Schema of draft 7, as far as it is used here. */
export interface JsonSchema {
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
}

/** The lab's own schema, as `npm run gen:schema` writes it. */
interface Tables {
  readonly kinds: Readonly<Record<string, string>>;
  readonly enums: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What is said of a type and of its fields. */
interface Description {
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
}

const scalars: Readonly<Record<string, JsonSchema>> = {
  s: { type: 'string' },
  b: { type: 'boolean' },
  i: { type: 'integer' },
  l: { type: 'integer' },
  f: { type: 'number' },
  t: { type: 'string', format: 'date-time' },
  m: { type: 'string', format: 'date-time' },
  q: { type: ['string', 'number'] },
  x: { type: ['integer', 'string'] },
  y: { type: 'string' },
  '*': {},
};

function typeOf(notation: string, enums: Tables['enums']): JsonSchema {
  const list = /^\[[^\]]*\](.*)$/.exec(notation);
  if (list) return { type: 'array', items: typeOf(list[1] as string, enums) };
  if (notation.startsWith('{}')) return { type: 'object', additionalProperties: typeOf(notation.slice(2), enums) };
  if (notation.startsWith('s:')) {
    const values = enums[notation.slice(2)];
    return values === undefined ? { type: 'string' } : { type: 'string', enum: values.split('|') };
  }
  return scalars[notation] ?? { $ref: `#/definitions/${notation}` };
}

function structOf(
  fields: Readonly<Record<string, string>>,
  description: Description | undefined,
  enums: Tables['enums'],
): JsonSchema {
  const required = Object.keys(fields).filter((field) => fields[field]?.endsWith('!'));
  const properties = Object.entries(fields).map(([field, notation]) => {
    const text = description?.fields[field];
    const type = typeOf(notation.replace(/^~/, '').replace(/[?!+]$/, ''), enums);
    return [field, text === undefined ? type : { description: text, ...type }];
  });
  return {
    type: 'object',
    ...(description?.text ? { description: description.text } : {}),
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/**
 * The schema of a manifest's document: one of the kinds that the lab serves, told apart by `apiVersion` and `kind`.
 * `served`: these, as `apps/v1/Deployment`.
 */
export function editorSchema(
  { kinds, enums, types }: Tables,
  descriptions: ReadonlyMap<string, Description>,
  served: readonly string[],
): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  for (const [name, fields] of Object.entries(types)) {
    definitions[name] = structOf(fields, descriptions.get(name), enums);
  }
  const oneOf = served.map((gvk) => {
    const name = kinds[gvk];
    const struct = name === undefined ? undefined : definitions[name];
    if (name === undefined || !struct) throw new Error(`the schema has no ${gvk}`);
    const cut = gvk.lastIndexOf('/');
    const { apiVersion, kind, ...rest } = struct.properties ?? {};
    const properties = {
      apiVersion: { ...apiVersion, type: 'string', const: gvk.slice(0, cut) },
      kind: { ...kind, type: 'string', const: gvk.slice(cut + 1) },
      ...rest,
    };
    definitions[name] = { ...struct, properties, required: ['apiVersion', 'kind', ...(struct.required ?? [])] };
    return { $ref: `#/definitions/${name}` };
  });
  return { title: 'Kubernetes API', oneOf, definitions: reachable(definitions, oneOf) };
}

/** The definitions that the kinds lead to. */
function reachable(definitions: Readonly<Record<string, JsonSchema>>, from: readonly JsonSchema[]) {
  const found: Record<string, JsonSchema> = {};
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const name = (schema as JsonSchema).$ref?.slice('#/definitions/'.length);
    if (typeof name === 'string') {
      const definition = definitions[name];
      if (!definition || found[name]) return;
      found[name] = definition;
      visit(definition);
      return;
    }
    Object.values(schema).forEach(visit);
  };
  visit(from);
  return found;
}

/** A doc comment as one text: lines joined, marks of the generator taken away. */
function commentText(lines: string): string {
  return lines
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .replaceAll("\\'", "'")
    .trim();
}

/** What one model's declaration says of the type and of its fields. */
export function readDescription(declaration: string): Description {
  const fields: Record<string, string> = {};
  for (const [, lines = '', field = ''] of declaration.matchAll(
    /^ {4}\/\*\*\n((?: {4}\*[^\n]*\n)+?) {4}\*\/\n {4}'([^']+)'\??:/gm,
  ))
    fields[field] = commentText(lines);
  const text = /^\/\*\*\n((?:\*[^\n]*\n)+?)\*\/\nexport declare class/m.exec(declaration)?.[1] ?? '';
  return { text: commentText(text), fields };
}

/** Descriptions by type, of the official client's models that the kinds lead to. */
function readDescriptions(kinds: readonly { readonly model: string }[], nameOf: (model: string) => string) {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@kubernetes/client-node')), 'gen', 'models');
  const descriptions = new Map<string, Description>();
  const seen = new Set<string>();
  const queue = kinds.map(({ model }) => model);
  for (let model = queue.shift(); model !== undefined; model = queue.shift()) {
    const file = join(folder, `${model}.d.ts`);
    if (seen.has(model) || !existsSync(file)) continue;
    seen.add(model);
    const declaration = readFileSync(file, 'utf8');
    descriptions.set(nameOf(model), readDescription(declaration));
    for (const [, other = ''] of declaration.matchAll(/from '\.\.\/models\/(\w+)\.js'/g)) queue.push(other);
  }
  return descriptions;
}

/** The schema as it is built into the page. */
export async function readEditorSchema(): Promise<JsonSchema> {
  const load = async <T>(file: string) =>
    (await runnerImport<T>(join(process.cwd(), file), { configFile: false, logLevel: 'error' })).module;
  const { shortName } = await load<{ shortName(model: string): string }>('scripts/gen-schema.ts');
  const overlay = await load<{ kinds: readonly { readonly model: string }[] }>('scripts/schema-overlay.ts');
  const { kinds } = await load<{
    kinds: readonly { readonly group: string; readonly version: string; readonly kind: string }[];
  }>(kindsFile);
  const served = kinds.map(({ group, version, kind }) => [group, version, kind].filter(Boolean).join('/'));
  const tables: Tables = JSON.parse(readFileSync(schemaFile, 'utf8'));
  return editorSchema(tables, readDescriptions(overlay.kinds, shortName), served);
}

/** The schema of manifests as a module: what the lab itself reads them by, with the official client's descriptions. */
export function editorSchemaModule(): Plugin {
  return {
    name: 'editor-schema',
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
    async load(id) {
      if (id !== `\0${moduleId}`) return undefined;
      this.addWatchFile(join(process.cwd(), schemaFile));
      const text = JSON.stringify(await readEditorSchema());
      return `export const editorSchema = JSON.parse(${JSON.stringify(text)});`;
    },
  };
}
