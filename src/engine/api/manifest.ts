/**
 * Models: how kubectl reads files: k8s.io/apimachinery pkg/util/yaml (YAMLOrJSONDecoder), sigs.k8s.io/yaml YAMLToJSON with
 *   YAML 1.1 words, k8s.io/cli-runtime pkg/resource (lists become their items).
 * Simplified: libyaml's messages, at the line where our parser stops, which can be one off theirs; a key given twice is an
 *   error, where kubectl lets the last win; the size limit is the API server's for one request.
 * Not modelled: file names, URLs and folders (-f), kustomize.
 */
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from 'yaml';
import { goQuote } from './field-error';
import { byteLength } from './validation/formats';
import { resolvePlain, resolveTagged } from './yaml-scalar';

/** The API server's limit for the body of a request. */
const MAX_MANIFEST_BYTES = 3 * 1024 * 1024;
const MAX_DEPTH = 500;

export interface ManifestPosition {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

export interface ManifestError extends ManifestPosition {
  /** `yaml`: no YAML that kubectl reads. `no-object`: not an object of the API. */
  readonly code: 'yaml' | 'too-large' | 'no-object';
  /** kubectl's words where it has some. */
  readonly message: string;
  /** The parser's own words, which often say more. */
  readonly detail?: string;
}

export interface ManifestDocument {
  /** A JSON value: a map with a kind. Parts that the text repeats by alias are the same object. */
  readonly object: Readonly<Record<string, unknown>>;
  /** Where a path stands in the text, or the nearest part of it that is there. */
  lineOf(path: readonly (string | number)[]): ManifestPosition;
}

export interface Manifests {
  readonly documents: readonly ManifestDocument[];
  /** In the order of the text, at most one for each document; a broken document does not hide the others. */
  readonly errors: readonly ManifestError[];
}

/** Reads a manifest: one or more YAML or JSON documents. Never throws. */
export function parseManifests(text: string): Manifests {
  if (text.length > MAX_MANIFEST_BYTES || byteLength(text) > MAX_MANIFEST_BYTES) {
    const message = `Request entity too large: limit is ${MAX_MANIFEST_BYTES}`;
    return { documents: [], errors: [{ code: 'too-large', message, line: 1, column: 1 }] };
  }
  const lines = new LineCounter();
  let parsed: readonly Document[];
  try {
    const options = { version: '1.1', schema: 'failsafe', uniqueKeys: false, prettyErrors: false } as const;
    const result = parseAllDocuments(text, { ...options, logLevel: 'silent', lineCounter: lines });
    parsed = Array.isArray(result) ? result : [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { documents: [], errors: [{ code: 'yaml', message: yamlError(1, tooDeep), line: 1, column: 1 }] };
  }
  const documents: ManifestDocument[] = [];
  const errors: ManifestError[] = [];
  for (const document of parsed) {
    try {
      documents.push(...readDocument(document, lines));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { line, col } = lines.linePos(error.offset);
      const { code, detail } = error;
      const message = code === 'yaml' ? yamlError(line, error.message) : error.message;
      errors.push({ code, message, line, column: col, ...(detail === undefined ? {} : { detail }) });
    }
  }
  return { documents, errors };
}

const tooDeep = `exceeded max depth of ${MAX_DEPTH}`;

function yamlError(line: number, what: string): string {
  return `error converting YAML to JSON: yaml: line ${line}: ${what}`;
}

/** Ends the reading of one document. */
class Refused extends Error {
  readonly offset: number;
  readonly code: ManifestError['code'];
  readonly detail: string | undefined;

  constructor(offset: number, message: string, code: ManifestError['code'] = 'yaml', detail?: string) {
    super(message);
    this.offset = offset;
    this.code = code;
    this.detail = detail;
  }
}

function readDocument(document: Document, lines: LineCounter): ManifestDocument[] {
  const error = document.errors[0];
  if (error !== undefined)
    throw new Refused(error.pos[0], libyamlWords(error.code, error.message), 'yaml', error.message);
  const root = document.contents as Node | null;
  if (root === null) return [];
  const reading = new Reading();
  const value = reading.value(root, 0);
  if (value === null) return [];
  const at = offsetOf(root);
  if (typeof value !== 'object' || Array.isArray(value)) {
    const what = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
    const message = `json: cannot unmarshal ${what} into Go value of type map[string]interface {}`;
    throw new Refused(at, message, 'no-object');
  }
  const position = (path: readonly (string | number)[]): ManifestPosition => {
    const { line, col } = lines.linePos(reading.offset(root, path));
    return { line, column: col };
  };
  return flatten(value as Readonly<Record<string, unknown>>, [], position, at);
}

type Position = (path: readonly (string | number)[]) => ManifestPosition;

/** A list stands for its items; items of a typed list may leave out their kind. */
function flatten(
  object: Readonly<Record<string, unknown>>,
  base: readonly (string | number)[],
  position: Position,
  at: number,
): ManifestDocument[] {
  const { kind, items } = object;
  if (typeof kind !== 'string' || kind === '') {
    const shown = JSON.stringify(object);
    const body = shown.length > 500 ? `${shown.slice(0, 500)}…` : shown;
    throw new Refused(at, `Object 'Kind' is missing in '${body}'`, 'no-object');
  }
  if (!kind.endsWith('List') || !Array.isArray(items)) {
    return [{ object, lineOf: (path) => position([...base, ...path]) }];
  }
  return items.flatMap((item: unknown, i) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      throw new Refused(at, 'unstructured object has no kind', 'no-object');
    }
    const typed = kind === 'List' ? {} : { apiVersion: object.apiVersion, kind: kind.slice(0, -4) };
    return flatten({ ...typed, ...item }, [...base, 'items', i], position, at);
  });
}

function offsetOf(node: unknown): number {
  return (node as Partial<Node> | null)?.range?.[0] ?? 0;
}

/** One document on its way to a JSON value, as go-yaml would decode it. */
class Reading {
  /** Anchored nodes read so far, in the order of the text; undefined while one is being read. */
  private readonly anchors = new Map<
    string,
    { readonly node: Node; readonly value: unknown; readonly size: number } | undefined
  >();
  /** Nodes read, and of these inside aliases: what an alias stands for counts each time. */
  private decoded = 0;
  private aliased = 0;

  value(node: unknown, depth: number): unknown {
    if (depth > MAX_DEPTH) throw new Refused(offsetOf(node), tooDeep);
    if (node === null || node === undefined) return null;
    if (isAlias(node)) return this.alias(node.source, offsetOf(node));
    const anchor = (node as { anchor?: string }).anchor;
    if (anchor !== undefined) this.anchors.set(anchor, undefined);
    const before = this.decoded;
    this.decoded++;
    const value = isMap(node) ? this.map(node, depth) : isSeq(node) ? this.list(node, depth) : scalarValue(node);
    if (anchor !== undefined) this.anchors.set(anchor, { node: node as Node, value, size: this.decoded - before });
    return value;
  }

  private alias(name: string, offset: number): unknown {
    if (!this.anchors.has(name)) throw new Refused(offset, `unknown anchor '${name}' referenced`);
    const anchor = this.anchors.get(name);
    if (anchor === undefined) throw new Refused(offset, `anchor '${name}' value contains itself`);
    this.decoded += anchor.size;
    this.aliased += anchor.size;
    if (this.aliased > 100 && this.decoded > 1000 && this.aliased / this.decoded > allowedAliasRatio(this.decoded)) {
      throw new Refused(offset, 'document contains excessive aliasing');
    }
    return anchor.value;
  }

  private list(node: { readonly items: readonly unknown[] }, depth: number): unknown[] {
    return node.items.map((item) => this.value(item, depth + 1));
  }

  private map(
    node: { readonly items: readonly { readonly key: unknown; readonly value: unknown }[] },
    depth: number,
  ): Readonly<Record<string, unknown>> {
    const entries = new Map<string, unknown>();
    const merged = new Map<string, unknown>();
    for (const { key, value } of node.items) {
      const offset = offsetOf(key ?? value);
      if (isMergeKey(key)) {
        this.merge(this.value(value, depth + 1), merged, offset);
        continue;
      }
      const name = this.key(key, offset, depth);
      if (entries.has(name)) {
        throw new Refused(offset, `key ${goQuote(name)} already set in map`);
      }
      entries.set(name, this.value(value, depth + 1));
    }
    for (const [name, value] of merged) if (!entries.has(name)) entries.set(name, value);
    // fromEntries makes own properties even of a key called __proto__.
    return Object.fromEntries(entries);
  }

  private merge(value: unknown, into: Map<string, unknown>, offset: number): void {
    const maps = Array.isArray(value) ? value : [value];
    for (const map of maps) {
      if (typeof map !== 'object' || map === null || Array.isArray(map)) {
        throw new Refused(offset, 'map merge requires map or sequence of maps as the value');
      }
      for (const [name, member] of Object.entries(map)) if (!into.has(name)) into.set(name, member);
    }
  }

  private key(node: unknown, offset: number, depth: number): string {
    const value = this.value(node, depth + 1);
    if (value === null) throw new Refused(offset, 'unsupported map key of type: null');
    if (typeof value === 'object') throw new Refused(offset, `invalid map key: ${JSON.stringify(value)}`);
    return String(value);
  }

  /** The offset of the deepest part of a path that the text has. */
  offset(root: unknown, path: readonly (string | number)[]): number {
    let here = this.behindAlias(root);
    let offset = offsetOf(here);
    for (const step of path) {
      if (isSeq(here) && typeof step === 'number') {
        const item: unknown = here.items[step];
        if (item === undefined) return offset;
        offset = offsetOf(item);
        here = this.behindAlias(item);
      } else if (isMap(here)) {
        const pair = here.items.find(({ key }) => isScalar(key) && String(scalarValue(key)) === String(step));
        if (pair === undefined) return offset;
        offset = offsetOf(pair.key);
        here = this.behindAlias(pair.value);
      } else {
        return offset;
      }
    }
    return offset;
  }

  private behindAlias(node: unknown): unknown {
    return isAlias(node) ? this.anchors.get(node.source)?.node : node;
  }
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.source === '<<' && key.type === 'PLAIN' && key.tag === undefined;
}

function scalarValue(node: unknown): unknown {
  if (!isScalar(node)) return null;
  const text = node.source ?? String(node.value ?? '');
  if (node.tag !== undefined && node.tag !== '!' && node.tag !== 'tag:yaml.org,2002:str') {
    const resolved = resolveTagged(node.tag, text);
    if ('error' in resolved) throw new Refused(offsetOf(node), resolved.error);
    return resolved.value;
  }
  if (node.tag !== undefined || (node.type !== 'PLAIN' && node.type !== undefined)) return text;
  const value = resolvePlain(text);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    const name = Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
    throw new Refused(offsetOf(node), `json: unsupported value: ${name}`);
  }
  return value;
}

/** Small documents may be mostly aliases, large ones hardly. */
function allowedAliasRatio(decoded: number): number {
  if (decoded <= 400_000) return 0.99;
  if (decoded >= 4_000_000) return 0.1;
  return 0.99 - 0.89 * ((decoded - 400_000) / 3_600_000);
}

/** What libyaml, and so kubectl, says where our parser has this to say. */
function libyamlWords(code: string, message: string): string {
  switch (code) {
    case 'TAB_AS_INDENT':
    case 'BAD_SCALAR_START':
      return 'found character that cannot start any token';
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'mapping values are not allowed in this context';
    case 'MULTILINE_IMPLICIT_KEY':
      return "could not find expected ':'";
    case 'BAD_DQ_ESCAPE':
      return 'found unknown escape character';
    case 'BAD_DIRECTIVE':
      return 'found unknown directive name';
    case 'TAG_RESOLVE_FAILED':
      return 'did not find expected tag URI';
    default:
  }
  if (message.includes('Flow sequence')) return "did not find expected ',' or ']'";
  if (message.includes('Flow map')) return "did not find expected ',' or '}'";
  if (message.includes('sequence items')) return "did not find expected '-' indicator";
  return message.includes('quote') ? 'found unexpected end of stream' : 'did not find expected key';
}
