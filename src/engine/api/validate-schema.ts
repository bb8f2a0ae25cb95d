/**
 * Models: sigs.k8s.io/json (UnmarshalStrict) as the API server's JSON serializer uses it on typed objects: what Go's
 *   decoder accepts, forgets and complains of, in its words.
 * Simplified: works on a JSON value, so how a number was spelled (`1e2`, `3.0`) is not seen.
 * Not modelled: duplicate fields, which the YAML or JSON parser finds; bytes given as a list of numbers.
 */
import { goQuote } from './field-error';
import { normaliseTime } from './go-time';
import { parseQuantity, quantityText } from './quantity';
import { type StructSchema, structOf, type TypeSchema } from './schema/schema';

/** `unknown`: no such field. `type`: a value of the wrong JSON type. `value`: text that cannot be read. */
export interface FieldProblem {
  readonly kind: 'unknown' | 'type' | 'value';
  /** Field names, map keys and list places from the root. */
  readonly path: readonly (string | number)[];
  /** The API server's words for this problem alone. */
  readonly message: string;
}

export interface StrictlyDecoded {
  /** The value without unknown fields, nulls and forgotten empty values; the same reference if nothing changed. */
  readonly object: unknown;
  /** Why the value cannot be read at all: the one error that the API server would report. */
  readonly fatal: string | undefined;
  /** `unknown field "spec.portz"` …, at most 100, each once. */
  readonly strict: readonly string[];
  readonly problems: readonly FieldProblem[];
}

const STRICT_LIMIT = 100;
const NONE: readonly never[] = [];

/**
 * Reads a value as an object of a kind, as the API server reads a request body. `kind` is the name of a kind or of any
 * struct of the schema; an unknown one throws. Bad input never throws.
 */
export function decodeStrict(kind: string, value: unknown): StrictlyDecoded {
  const decoding: Decoding = { path: [], problems: undefined, fields: [], struct: '' };
  const object = decodeRoot(structOf(kind), value, decoding);
  const problems = decoding.problems;
  if (problems === undefined) return { object, fatal: undefined, strict: NONE, problems: NONE };
  const strict = new Set<string>();
  for (const problem of problems) {
    if (problem.kind === 'unknown' && strict.size < STRICT_LIMIT) strict.add(problem.message);
  }
  // Go stops at text that it cannot read, and remembers only the first wrong type.
  const fatal = problems.find((p) => p.kind === 'value') ?? problems.find((p) => p.kind === 'type');
  return { object, fatal: fatal?.message, strict: [...strict], problems };
}

interface Decoding {
  readonly path: (string | number)[];
  problems: FieldProblem[] | undefined;
  /** Names of the struct fields on the way, and the innermost struct: what Go names in its messages. */
  readonly fields: string[];
  struct: string;
}

/** Marks a value that is to be left out. */
const ABSENT = Symbol('absent');

function decodeRoot(struct: StructSchema, value: unknown, decoding: Decoding): unknown {
  if (!isObject(value)) {
    wrongType(decoding, value, `v1.${struct.name}`);
    return {};
  }
  return decodeFields(struct, value, decoding);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function decodeFields(
  struct: StructSchema,
  value: Readonly<Record<string, unknown>>,
  decoding: Decoding,
): Readonly<Record<string, unknown>> {
  let changed: Record<string, unknown> | undefined;
  const outer = decoding.struct;
  for (const name of Object.keys(value)) {
    const field = struct.fields.get(name);
    const given = value[name];
    let decoded: unknown = ABSENT;
    if (field === undefined) {
      if (given === undefined) continue;
      decoding.path.push(name);
      report(decoding, 'unknown', `unknown field ${goQuote(pathText(decoding.path))}`);
      decoding.path.pop();
    } else if (given !== null && given !== undefined) {
      decoding.path.push(name);
      decoding.fields.push(field.goName);
      decoding.struct = struct.name;
      decoded = decodeType(field.type, given, decoding);
      if (!field.keepsEmpty && isForgotten(field.type, decoded)) decoded = ABSENT;
      decoding.path.pop();
      decoding.fields.pop();
      decoding.struct = outer;
    }
    if (decoded === given) continue;
    if (changed === undefined) changed = { ...value };
    if (decoded === ABSENT) delete changed[name];
    else changed[name] = decoded;
  }
  return changed ?? value;
}

/** Go's omitempty: zero numbers, false, empty text, lists and maps; never structs. */
function isForgotten(type: TypeSchema, value: unknown): boolean {
  switch (type.kind) {
    case 'string':
    case 'bytes':
      return value === '';
    case 'bool':
      return value === false;
    case 'int32':
    case 'int64':
    case 'float64':
      return value === 0;
    case 'list':
      return Array.isArray(value) && value.length === 0;
    case 'map':
      return isEmptyMap(value);
    default:
      return false;
  }
}

function isEmptyMap(value: unknown): boolean {
  for (const _ in value as object) return false;
  return true;
}

function decodeType(type: TypeSchema, value: unknown, decoding: Decoding): unknown {
  switch (type.kind) {
    case 'struct':
      return isObject(value) ? decodeFields(type.struct, value, decoding) : wrongType(decoding, value, type.goType);
    case 'list':
      return Array.isArray(value) ? decodeList(type.item, value, decoding) : wrongType(decoding, value, type.goType);
    case 'map':
      return isObject(value) ? decodeMap(type.item, value, decoding) : wrongType(decoding, value, type.goType);
    case 'string':
      return typeof value === 'string' ? value : wrongType(decoding, value, type.goType);
    case 'bool':
      return typeof value === 'boolean' ? value : wrongType(decoding, value, type.goType);
    case 'int32':
    case 'int64':
      return decodeInteger(type.kind, type.goType, value, decoding);
    case 'float64':
      return typeof value === 'number' ? value : wrongType(decoding, value, type.goType);
    case 'quantity':
      return decodeQuantity(value, decoding);
    case 'intOrString':
      return typeof value === 'string' ? value : decodeInteger('int32', 'int32', value, decoding, 'value');
    case 'time':
    case 'microTime':
      return decodeTime(value, type.kind === 'microTime', decoding);
    case 'bytes':
      return decodeBytes(value, decoding);
    case 'any':
      return value;
  }
}

function decodeList(item: TypeSchema, list: readonly unknown[], decoding: Decoding): readonly unknown[] {
  let changed: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const given = list[i];
    decoding.path.push(i);
    const decoded = given === null || given === undefined ? zeroOf(item) : decodeType(item, given, decoding);
    decoding.path.pop();
    if (decoded === given) continue;
    if (changed === undefined) changed = [...list];
    changed[i] = decoded === ABSENT ? zeroOf(item) : decoded;
  }
  return changed ?? list;
}

function decodeMap(
  item: TypeSchema,
  map: Readonly<Record<string, unknown>>,
  decoding: Decoding,
): Readonly<Record<string, unknown>> {
  let changed: Map<string, unknown> | undefined;
  for (const key of Object.keys(map)) {
    const given = map[key];
    decoding.path.push(key);
    const decoded = given === null || given === undefined ? zeroOf(item) : decodeType(item, given, decoding);
    decoding.path.pop();
    if (decoded === given) continue;
    if (changed === undefined) changed = new Map(Object.entries(map));
    changed.set(key, decoded === ABSENT ? zeroOf(item) : decoded);
  }
  // fromEntries defines own properties, so that a label called __proto__ stays a label.
  return changed === undefined ? map : Object.fromEntries(changed);
}

/** What Go makes of a null inside a list or map. */
function zeroOf(type: TypeSchema): unknown {
  switch (type.kind) {
    case 'string':
    case 'bytes':
      return '';
    case 'bool':
      return false;
    case 'quantity':
      return '0';
    case 'list':
      return [];
    case 'struct':
    case 'map':
      return {};
    case 'time':
    case 'microTime':
    case 'any':
      return null;
    default:
      return 0;
  }
}

function decodeInteger(
  kind: 'int32' | 'int64',
  goType: string,
  value: unknown,
  decoding: Decoding,
  problem: 'type' | 'value' = 'type',
): unknown {
  if (typeof value !== 'number') return wrongType(decoding, value, goType, problem);
  // 2^63 itself does not fit, and no double lies between it and the largest int64.
  const fits = kind === 'int32' ? value >= -2147483648 && value <= 2147483647 : value >= -(2 ** 63) && value < 2 ** 63;
  if (Number.isInteger(value) && fits) return value;
  return typeError(decoding, `number ${value}`, goType, problem);
}

function decodeQuantity(value: unknown, decoding: Decoding): unknown {
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
  const parsed = parseQuantity(text);
  if (parsed.quantity === undefined) {
    report(decoding, 'value', parsed.error);
    return ABSENT;
  }
  return quantityText(parsed.quantity);
}

function decodeTime(value: unknown, micro: boolean, decoding: Decoding): unknown {
  if (typeof value !== 'string') return wrongType(decoding, value, 'string', 'value');
  const parsed = normaliseTime(value, micro);
  if (parsed.text !== undefined) return parsed.text;
  report(decoding, 'value', parsed.error);
  return ABSENT;
}

function decodeBytes(value: unknown, decoding: Decoding): unknown {
  if (typeof value !== 'string') return wrongType(decoding, value, '[]uint8');
  const text = value.replace(/[\r\n]/g, '');
  const bad = illegalBase64At(value);
  if (bad === undefined) return text;
  report(decoding, 'type', `illegal base64 data at input byte ${bad}`);
  return ABSENT;
}

/** Where Go's base64.StdEncoding stops; undefined for good text. */
function illegalBase64At(text: string): number | undefined {
  let count = 0;
  let at = 0;
  for (; at < text.length; at++) {
    const c = text[at]!;
    if (c === '\r' || c === '\n') continue;
    if (/[A-Za-z0-9+/]/.test(c)) {
      count++;
      continue;
    }
    if (c !== '=' || count % 4 < 2) return at;
    return illegalPaddingAt(text, at, count % 4);
  }
  return count % 4 === 0 ? undefined : Math.max(0, at - (count % 4));
}

function illegalPaddingAt(text: string, first: number, digits: number): number | undefined {
  let at = first + 1;
  const skipLineEnds = (): void => {
    while (text[at] === '\r' || text[at] === '\n') at++;
  };
  if (digits === 2) {
    skipLineEnds();
    if (at === text.length) return text.length;
    if (text[at] !== '=') return at;
    at++;
  }
  skipLineEnds();
  return at < text.length ? at : undefined;
}

function wrongType(decoding: Decoding, value: unknown, goType: string, problem: 'type' | 'value' = 'type'): symbol {
  return typeError(decoding, jsonKind(value), goType, problem);
}

function typeError(decoding: Decoding, what: string, goType: string, problem: 'type' | 'value'): symbol {
  const { fields, struct } = decoding;
  const where =
    struct === '' ? `Go value of type ${goType}` : `Go struct field ${struct}.${fields.join('.')} of type ${goType}`;
  report(decoding, problem, `json: cannot unmarshal ${what} into ${where}`);
  return ABSENT;
}

function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (value === null || typeof value === 'object') return 'object';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function report(decoding: Decoding, kind: FieldProblem['kind'], message: string): void {
  decoding.problems ??= [];
  decoding.problems.push({ kind, path: [...decoding.path], message });
}

/** `spec.containers[0].image`, as strict decoding errors name a path. */
export function pathText(path: readonly (string | number)[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}
