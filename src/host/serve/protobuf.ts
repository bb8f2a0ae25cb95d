import protobuf from 'protobufjs/minimal.js';
import generated from './protobuf-fields.generated.json' with { type: 'json' };

/** k8s.io/apimachinery pkg/runtime/serializer/protobuf: what every body begins with; a runtime.Unknown follows. */
const magic = Buffer.from('k8s\0', 'latin1');
/** Deeper than any kind's own schema. */
const maxDepth = 64;

type Reader = protobuf.Reader;
type Json = Record<string, unknown>;
/** JSON name, what the value is, and marks: see scripts/gen-protobuf.ts. */
type Field = readonly [name: string, type: string, marks: string];

const messages = generated as unknown as Readonly<Record<string, Readonly<Record<string, Field>>>>;

/** Reads the fields of one message; `take` reads a value or says no, and it is passed over. */
function eachField(reader: Reader, end: number, take: (number: number) => boolean): void {
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (!take(tag >>> 3)) reader.skipType(tag & 7);
  }
  if (reader.pos !== end) throw new Error('a message is longer than its place');
}

function endOf(reader: Reader): number {
  const length = reader.uint32();
  if (reader.pos + length > reader.len) throw new Error('a message is longer than the body');
  return reader.pos + length;
}

/** Signed 64-bit numbers; those of Kubernetes fit a JavaScript number. */
const int = (reader: Reader): number => Number(reader.int64());

function twoInts(reader: Reader): readonly [number, number] {
  let first = 0;
  let second = 0;
  eachField(reader, endOf(reader), (number) => {
    if (number === 1) first = int(reader);
    else if (number === 2) second = int(reader);
    else return false;
    return true;
  });
  return [first, second];
}

/** metav1.Time and MicroTime: RFC 3339; the zero of Go, which JSON writes as null, is no value. */
function time(reader: Reader): string | undefined {
  const start = reader.pos;
  const [seconds, nanos] = twoInts(reader);
  if (reader.pos - start === 1) return undefined;
  const text = new Date(seconds * 1e3).toISOString();
  return nanos === 0
    ? text.replace('.000Z', 'Z')
    : text.replace(/\d{3}Z$/, `${String(Math.floor(nanos / 1e3)).padStart(6, '0')}Z`);
}

function onlyText(reader: Reader): string {
  let text = '';
  eachField(reader, endOf(reader), (number) => {
    if (number !== 1) return false;
    text = reader.string();
    return true;
  });
  return text;
}

function intOrString(reader: Reader): unknown {
  let isText = false;
  let number = 0;
  let text = '';
  eachField(reader, endOf(reader), (field) => {
    if (field === 1) isText = int(reader) === 1;
    else if (field === 2) number = int(reader);
    else if (field === 3) text = reader.string();
    else return false;
    return true;
  });
  return isText ? text : number;
}

function readValue(reader: Reader, type: string, depth: number): unknown {
  switch (type) {
    case 'string':
      return reader.string();
    case 'bool':
      return reader.bool();
    case 'int':
      return int(reader);
    case 'double':
      return reader.double();
    case 'bytes':
      return Buffer.from(reader.bytes()).toString('base64');
    case 'time':
      return time(reader);
    case 'quantity':
      return onlyText(reader);
    case 'duration':
      return `${twoInts(reader)[0] / 1e9}s`;
    case 'intOrString':
      return intOrString(reader);
    case 'raw': {
      const text = onlyText(reader);
      return text === '' ? undefined : JSON.parse(text);
    }
    default:
      return message(reader, endOf(reader), type, depth + 1);
  }
}

/** What JSON leaves out of a field that is no pointer: Go's zero values but for structs. */
const isZero = (value: unknown): boolean => value === '' || value === 0 || value === false;

function put(object: Json, key: string, value: unknown): void {
  // `__proto__` is a label like any other.
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

function mapEntry(reader: Reader, type: string, into: Json, depth: number): void {
  let key = '';
  let value: unknown = type === 'string' || type === 'bytes' ? '' : undefined;
  eachField(reader, endOf(reader), (number) => {
    if (number === 1) key = reader.string();
    else if (number === 2) value = readValue(reader, type, depth);
    else return false;
    return true;
  });
  put(into, key, value);
}

function message(reader: Reader, end: number, name: string, depth = 0): unknown {
  const fields = messages[name];
  if (fields === undefined) throw new Error(`no kind ${name} is known`);
  if (depth > maxDepth) throw new Error('the body is nested too deeply');
  const object: Json = {};
  let list: unknown[] | undefined;
  eachField(reader, end, (number) => {
    const [key, type, marks] = fields[number] ?? [];
    if (key === undefined || type === undefined || marks === undefined) return false;
    if (marks.includes('m')) {
      if (object[key] === undefined) put(object, key, {});
      mapEntry(reader, type, object[key] as Json, depth);
      return true;
    }
    const value = readValue(reader, type, depth);
    if (marks.includes('r')) {
      // A named list is a message of one nameless field.
      if (key === '') {
        list ??= [];
        list.push(value);
      } else if (Array.isArray(object[key])) (object[key] as unknown[]).push(value);
      else put(object, key, [value]);
    } else if (marks.includes('i')) Object.assign(object, value);
    else if (value !== undefined && (!isZero(value) || marks.includes('p') || marks.includes('z')))
      put(object, key, value);
    return true;
  });
  return list ?? object;
}

/** `rbac.authorization.k8s.io/v1` and a kind → the name of its message. */
function messageName(apiVersion: string, kind: string): string {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  const own = `${group?.split('.')[0]}/${version}.${kind}`;
  const shared = `meta/v1.${kind}`;
  return Object.hasOwn(messages, own) || !Object.hasOwn(messages, shared) ? own : shared;
}

/** The object in a protobuf body, as its JSON would say it. Throws when it is none, or of a kind that is not known. */
export function protobufBody(bytes: Buffer): unknown {
  if (!bytes.subarray(0, magic.length).equals(magic))
    throw new Error('provided data does not appear to be a protobuf message');
  const reader = protobuf.Reader.create(bytes.subarray(magic.length));
  let apiVersion = '';
  let kind = '';
  let raw: Uint8Array = new Uint8Array();
  let contentType = '';
  eachField(reader, reader.len, (number) => {
    if (number === 1) {
      eachField(reader, endOf(reader), (field) => {
        if (field === 1) apiVersion = reader.string();
        else if (field === 2) kind = reader.string();
        else return false;
        return true;
      });
    } else if (number === 2) raw = reader.bytes();
    else if (number === 4) contentType = reader.string();
    else return false;
    return true;
  });
  if (contentType === 'application/json') return JSON.parse(Buffer.from(raw).toString('utf8'));
  const inner = protobuf.Reader.create(raw);
  return { apiVersion, kind, ...(message(inner, inner.len, messageName(apiVersion, kind)) as Json) };
}
