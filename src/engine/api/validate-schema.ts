/**
 * Models: sigs.k8s.io/json (UnmarshalStrict) as the API server's JSON serializer uses it on typed objects, and
 *   k8s.io/apimachinery pkg/runtime converter.go (FromUnstructured): what they accept, forget and complain of.
 * Simplified: works on a JSON value, so how a number was spelled (`1e2`, `3.0`) is not seen.
 * Not modelled: duplicate fields, which the YAML or JSON parser finds; bytes given as a list of numbers.
 */
import { goQuote } from './field-error';
import { goKind } from './go-print';
import { normaliseTime } from './go-time';
import { parseQuantity, quantityText } from './quantity';
import { type FieldSchema, type StructSchema, structOf, type TypeSchema } from './schema/schema';

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
 * struct of the schema; an unknown one throws. Bad input never throws. `reader`: which of Go's two readers is modelled;
 * a strategic merge patch ends in the converter, everything else in the JSON decoder.
 */
export function decodeStrict(kind: string, value: unknown, reader: 'json' | 'converter' = 'json'): StrictlyDecoded {
  const converter = reader === 'converter';
  const decoding: Decoding = { path: [], problems: undefined, fields: [], struct: '', converter };
  const object = decodeRoot(structOf(kind), value, decoding);
  const problems = decoding.problems;
  if (problems === undefined) return { object, fatal: undefined, strict: NONE, problems: NONE };
  const strict = new Set<string>();
  for (const problem of problems) {
    if (problem.kind === 'unknown' && strict.size < STRICT_LIMIT) strict.add(problem.message);
  }
  // The decoder stops at text that it cannot read, and of wrong types remembers the first; the converter stops at once.
  const wrong = problems.filter((problem) => problem.kind !== 'unknown');
  const fatal = (converter ? undefined : wrong.find((problem) => problem.kind === 'value')) ?? wrong[0];
  const texts = [...strict];
  return { object, fatal: fatal?.message, strict: converter ? texts.sort() : texts, problems };
}

interface Decoding {
  readonly path: (string | number)[];
  problems: FieldProblem[] | undefined;
  /** Names of the struct fields on the way, and the innermost struct: what Go names in its messages. */
  readonly fields: string[];
  struct: string;
  readonly converter: boolean;
}

/** Parts of objects (metadata, spec, status) that were read before without a word: a patch leaves most of them as they are. */
const wellFormed = new WeakMap<object, StructSchema>();

/** Marks a value that is to be left out. */
const ABSENT = Symbol('absent');

function decodeRoot(struct: StructSchema, value: unknown, decoding: Decoding): unknown {
  if (!isObject(value)) {
    wrongType(decoding, value, { kind: 'struct', goType: `v1.${struct.name}`, struct });
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
  const isPart = decoding.path.length === 1;
  if (isPart && wellFormed.get(value) === struct) return value;
  let changed: Record<string, unknown> | undefined;
  let shrunk = false;
  const problemsBefore = decoding.problems?.length ?? 0;
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
      if (isForgotten(field, decoded, decoding)) decoded = ABSENT;
      decoding.path.pop();
      decoding.fields.pop();
      decoding.struct = outer;
    }
    if (decoded === given) continue;
    if (changed === undefined) changed = { ...value };
    if (decoded === ABSENT) {
      delete changed[name];
      shrunk = true;
    } else changed[name] = decoded;
  }
  // An object from which something was deleted stays slow to read for ever; a copy of it is not.
  if (shrunk) changed = { ...changed };
  if (isPart && changed === undefined && (decoding.problems?.length ?? 0) === problemsBefore) {
    wellFormed.set(value, struct);
  }
  return changed ?? value;
}

/**
 * Go's omitempty: zero numbers, false, empty text, lists and maps. Structs that Go always writes are left out when they
 * are empty, except the parts of the object itself (metadata, spec, status), which stay as they were given.
 */
function isForgotten(field: FieldSchema, value: unknown, decoding: Decoding): boolean {
  if (field.keepsEmpty) return false;
  switch (field.type.kind) {
    case 'struct':
      return field.alwaysWritten && decoding.path.length > 1 && value !== ABSENT && isEmptyMap(value);
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
      return value !== ABSENT && isEmptyMap(value);
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
      return isObject(value) ? decodeFields(type.struct, value, decoding) : wrongType(decoding, value, type);
    case 'list':
      return Array.isArray(value) ? decodeList(type.item, value, decoding) : wrongType(decoding, value, type);
    case 'map':
      return isObject(value) ? decodeMap(type.item, value, decoding) : wrongType(decoding, value, type);
    case 'string':
      return typeof value === 'string' ? value : wrongType(decoding, value, type);
    case 'bool':
      return typeof value === 'boolean' ? value : wrongType(decoding, value, type);
    case 'int32':
    case 'int64':
      return decodeInteger(type.kind, value, type, decoding);
    case 'float64':
      return typeof value === 'number' ? value : wrongType(decoding, value, type);
    case 'quantity':
      return decodeQuantity(value, decoding);
    case 'intOrString':
      return typeof value === 'string' ? value : decodeInteger('int32', value, undefined, decoding);
    case 'time':
    case 'microTime':
      return decodeTime(value, type.kind === 'microTime', decoding);
    case 'bytes':
      return decodeBytes(value, type, decoding);
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

/** `type` is undefined inside a type that reads itself (IntOrString), whose errors stop the decoder. */
function decodeInteger(
  kind: 'int32' | 'int64',
  value: unknown,
  type: TypeSchema | undefined,
  decoding: Decoding,
): unknown {
  if (typeof value !== 'number') {
    return type === undefined ? innerTypeError(decoding, jsonKind(value), kind) : wrongType(decoding, value, type);
  }
  if (Number.isInteger(value)) {
    // 2^63 itself does not fit, and no double lies between it and the largest int64.
    const limit = kind === 'int32' ? 2 ** 31 : 2 ** 63;
    if (value >= -limit && value < limit) return value;
    // The converter cuts off the high bits.
    if (decoding.converter && type !== undefined)
      return Number(BigInt.asIntN(kind === 'int32' ? 32 : 64, BigInt(value)));
  }
  if (type === undefined) return innerTypeError(decoding, `number ${value}`, kind);
  if (decoding.converter) return report(decoding, 'type', `cannot convert float64 to ${type.goType}`);
  return typeError(decoding, `number ${value}`, type.goType, 'type');
}

function decodeQuantity(value: unknown, decoding: Decoding): unknown {
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
  const parsed = parseQuantity(text);
  if (parsed.quantity === undefined) {
    return report(decoding, 'value', parsed.error);
  }
  return quantityText(parsed.quantity);
}

function decodeTime(value: unknown, micro: boolean, decoding: Decoding): unknown {
  if (typeof value !== 'string') return innerTypeError(decoding, jsonKind(value), 'string');
  const parsed = normaliseTime(value, micro);
  return parsed.text ?? report(decoding, 'value', parsed.error!);
}

function decodeBytes(value: unknown, type: TypeSchema, decoding: Decoding): unknown {
  if (typeof value !== 'string') return wrongType(decoding, value, type);
  const bad = illegalBase64At(value);
  if (bad === undefined) return value.replace(/[\r\n]/g, '');
  const message = `illegal base64 data at input byte ${bad}`;
  return report(decoding, 'type', decoding.converter ? `error decoding from json: ${message}` : message);
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

function wrongType(decoding: Decoding, value: unknown, type: TypeSchema): symbol {
  if (!decoding.converter) return typeError(decoding, jsonKind(value), type.goType, 'type');
  return report(decoding, 'type', converterMessage(value, type));
}

function converterMessage(value: unknown, type: TypeSchema): string {
  const kind = goKind(value);
  switch (type.kind) {
    case 'struct':
      return `cannot restore struct from: ${kind}`;
    case 'list':
    case 'bytes':
      return `cannot restore slice from ${kind}`;
    case 'map':
      return `cannot restore map from ${kind}`;
    case 'string':
      // Go would take a number for a rune.
      return kind === 'int64' ? `cannot convert int64 to ${type.goType}` : 'unrecognized type: string';
    default:
      return `unrecognized type: ${type.kind}`;
  }
}

/** A wrong type inside a type that reads itself: the decoder adds the place, the converter does not. */
function innerTypeError(decoding: Decoding, what: string, goType: string): symbol {
  if (!decoding.converter) return typeError(decoding, what, goType, 'value');
  return report(decoding, 'value', `json: cannot unmarshal ${what} into Go value of type ${goType}`);
}

function typeError(decoding: Decoding, what: string, goType: string, problem: 'type' | 'value'): symbol {
  const { fields, struct } = decoding;
  const where =
    struct === '' ? `Go value of type ${goType}` : `Go struct field ${struct}.${fields.join('.')} of type ${goType}`;
  return report(decoding, problem, `json: cannot unmarshal ${what} into ${where}`);
}

function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (value === null || typeof value === 'object') return 'object';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function report(decoding: Decoding, kind: FieldProblem['kind'], message: string): symbol {
  decoding.problems ??= [];
  decoding.problems.push({ kind, path: [...decoding.path], message });
  return ABSENT;
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
