/**
 * Models: how kubectl reads files: k8s.io/apimachinery pkg/util/yaml (YAMLOrJSONDecoder), sigs.k8s.io/yaml YAMLToJSON with
 *   YAML 1.1 words, k8s.io/cli-runtime pkg/resource (lists become their items).
 * Simplified: libyaml's messages, at the line where our parser stops, which can be one off theirs; texts that are too long
 *   or nested too deeply are refused by this reader, which is less patient than kubectl.
 * Not modelled: file names, URLs and folders (-f), kustomize.
 */
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from 'yaml';
import { goSyntax } from './go-print';
import { byteLength } from './validation/formats';
import { resolvePlain, resolveTagged } from './yaml-scalar';

/** The API server's limit for the body of one request; this reader's for a whole text. */
const MAX_MANIFEST_BYTES = 3 * 1024 * 1024;
const MAX_DEPTH = 500;

export interface ManifestPosition {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

export interface ManifestError extends ManifestPosition {
  /** `yaml`: no YAML that kubectl reads. `no-object`: not an object of the API. The others are limits of this reader. */
  readonly code: 'yaml' | 'no-object' | 'too-large' | 'too-deep';
  /** What kubectl says, after the name of the file; a limit in bytes or levels when it is this reader's. */
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

/** A key that a mapping has twice: kubectl takes the last one and does not say so. */
export interface RepeatedKey extends ManifestPosition {
  readonly key: string;
}

export interface Manifests {
  readonly documents: readonly ManifestDocument[];
  /** In the order of the text, at most one for each document; a broken document does not hide the others. */
  readonly errors: readonly ManifestError[];
  /** How many of the documents stand before the first error, where kubectl stops to read. */
  readonly beforeError: number;
  readonly repeatedKeys: readonly RepeatedKey[];
}

/** Reads a manifest: one or more YAML or JSON documents. Never throws. */
export function parseManifests(text: string): Manifests {
  if (text.length > MAX_MANIFEST_BYTES || byteLength(text) > MAX_MANIFEST_BYTES) {
    return refused({ code: 'too-large', message: String(MAX_MANIFEST_BYTES), line: 1, column: 1 });
  }
  let lines = new LineCounter();
  let parsed: readonly Document[];
  try {
    parsed = parseText(text, lines);
    const escapes = quoteEscapes(text, parsed);
    if (escapes.length > 0) {
      lines = new LineCounter();
      parsed = parseText(withoutOffsets(text, escapes), lines);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refused({ code: 'too-deep', message: String(MAX_DEPTH), line: 1, column: 1 });
  }
  const documents: ManifestDocument[] = [];
  const errors: ManifestError[] = [];
  const repeatedKeys: RepeatedKey[] = [];
  let beforeError: number | undefined;
  const place = (offset: number): ManifestPosition => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  for (const document of parsed) {
    try {
      const read = readDocument(document, place);
      documents.push(...read.documents);
      repeatedKeys.push(...read.repeated.map(({ key, offset }) => ({ key, ...place(offset) })));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      beforeError ??= documents.length;
      const at = place(error.offset);
      const { code, detail } = error;
      const message = error.hasLine
        ? `${conversion}yaml: line ${at.line - firstLine(text, at.line) + 1}: ${error.message}`
        : error.message;
      errors.push({ code, message, ...at, ...(detail === undefined ? {} : { detail }) });
    }
  }
  return { documents, errors, beforeError: beforeError ?? documents.length, repeatedKeys };
}

function parseText(text: string, lineCounter: LineCounter): readonly Document[] {
  const options = { version: '1.1', schema: 'failsafe', uniqueKeys: false, prettyErrors: false } as const;
  const result = parseAllDocuments(text, { ...options, logLevel: 'silent', lineCounter });
  return Array.isArray(result) ? result : [];
}

/** Offsets of each `\'`, which go-yaml takes in double quotes for `'` and our parser for a fault. */
function quoteEscapes(text: string, documents: readonly Document[]): number[] {
  return documents.flatMap(({ errors }) =>
    errors.flatMap(({ code, pos }) => (code === 'BAD_DQ_ESCAPE' && text.startsWith("\\'", pos[0]) ? [pos[0]] : [])),
  );
}

/** The text without the characters at these offsets; what follows on their lines moves to the left. */
function withoutOffsets(text: string, offsets: readonly number[]): string {
  const left = new Set(offsets);
  return [...text.split('')].filter((_, at) => !left.has(at)).join('');
}

function refused(error: ManifestError): Manifests {
  return { documents: [], errors: [error], beforeError: 0, repeatedKeys: [] };
}

const conversion = 'error converting YAML to JSON: ';

/**
 * The line, counted from 1, that is the first one of the document around a line: kubectl cuts a text at the lines that
 * begin with `---` before it parses, and counts lines in each piece.
 */
function firstLine(text: string, line: number): number {
  const before = text.split('\n', line);
  for (let at = before.length - 1; at > 0; at--) {
    if (before[at]?.startsWith('---') && before.slice(0, at).some((other) => other.trim() !== '')) return at + 2;
  }
  return 1;
}

/** Ends the reading of one document. */
class Refused extends Error {
  readonly offset: number;
  readonly code: ManifestError['code'];
  readonly detail: string | undefined;
  /** The words follow `yaml: line N: `. */
  readonly hasLine: boolean;

  constructor(offset: number, message: string, code: ManifestError['code'] = 'yaml', detail?: string, hasLine = false) {
    super(message);
    this.offset = offset;
    this.code = code;
    this.detail = detail;
    this.hasLine = hasLine;
  }
}

/** A complaint of go-yaml's decoder, which names no line. */
function undecodable(offset: number, what: string): Refused {
  return new Refused(offset, `${conversion}yaml: ${what}`);
}

/** A complaint of the conversion to JSON. */
function unconvertible(offset: number, what: string): Refused {
  return new Refused(offset, conversion + what);
}

interface ReadDocument {
  readonly documents: readonly ManifestDocument[];
  readonly repeated: readonly { readonly key: string; readonly offset: number }[];
}

function readDocument(document: Document, place: (offset: number) => ManifestPosition): ReadDocument {
  const error = document.errors[0];
  if (error !== undefined)
    throw new Refused(error.pos[0], libyamlWords(error.code, error.message), 'yaml', error.message, true);
  const root = document.contents as Node | null;
  if (root === null) return { documents: [], repeated: [] };
  const reading = new Reading();
  const value = reading.value(root, 0);
  if (value === null) return { documents: [], repeated: [] };
  const at = offsetOf(root);
  if (typeof value !== 'object' || Array.isArray(value)) throw new Refused(at, notAnObject, 'no-object');
  const position = (path: readonly (string | number)[]) => place(reading.offset(root, path));
  const documents = flatten(value as Readonly<Record<string, unknown>>, [], position, at);
  return { documents, repeated: reading.repeated };
}

const notAnObject = 'invalid object to validate';

type Position = (path: readonly (string | number)[]) => ManifestPosition;

/** A list stands for its items; items of a typed list may leave out their kind. */
function flatten(
  object: Readonly<Record<string, unknown>>,
  base: readonly (string | number)[],
  position: Position,
  at: number,
): ManifestDocument[] {
  const { kind, items } = object;
  // A document without a kind is for kubectl to complain of.
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items)) {
    return [{ object, lineOf: (path) => position([...base, ...path]) }];
  }
  return items.flatMap((item: unknown, i) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      throw new Refused(at, notAnObject, 'no-object');
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
  readonly repeated: { readonly key: string; readonly offset: number }[] = [];

  value(node: unknown, depth: number): unknown {
    if (depth > MAX_DEPTH) throw new Refused(offsetOf(node), String(MAX_DEPTH), 'too-deep');
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
    if (!this.anchors.has(name)) throw undecodable(offset, `unknown anchor '${name}' referenced`);
    const anchor = this.anchors.get(name);
    if (anchor === undefined) throw undecodable(offset, `anchor '${name}' value contains itself`);
    this.decoded += anchor.size;
    this.aliased += anchor.size;
    if (this.aliased > 100 && this.decoded > 1000 && this.aliased / this.decoded > allowedAliasRatio(this.decoded)) {
      throw undecodable(offset, 'document contains excessive aliasing');
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
      if (entries.has(name)) this.repeated.push({ key: name, offset });
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
        throw undecodable(offset, 'map merge requires map or sequence of maps as the value');
      }
      for (const [name, member] of Object.entries(map)) if (!into.has(name)) into.set(name, member);
    }
  }

  private key(node: unknown, offset: number, depth: number): string {
    const value = this.value(node, depth + 1);
    if (value === null) throw unconvertible(offset, 'unsupported map key of type: null');
    if (typeof value === 'object') throw undecodable(offset, `invalid map key: ${goSyntax(value)}`);
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
    if ('error' in resolved) throw undecodable(offsetOf(node), resolved.error);
    return resolved.value;
  }
  if (node.tag !== undefined || (node.type !== 'PLAIN' && node.type !== undefined)) return text;
  const value = resolvePlain(text);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    const name = Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
    throw unconvertible(offsetOf(node), `json: unsupported value: ${name}`);
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
