import type { Failure } from './case-form';

type Step = { readonly key: string } | { readonly index: number } | { readonly where: string; readonly is: string };

/** `a.b[0].c`, `list[key=value].x`, `annotations["x/y"]` → steps. */
function parsePath(text: string): Step[] {
  const steps: Step[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === '.') {
      at++;
    } else if (text[at] === '[') {
      const quoted = /^\["((?:[^"\\]|\\.)*)"\]/.exec(text.slice(at)) ?? /^\['([^']*)'\]/.exec(text.slice(at));
      const plain = /^\[([^\]]*)\]/.exec(text.slice(at));
      const match = quoted ?? plain;
      if (match === null) throw new Error(`path ${text}: unclosed bracket`);
      const inner = match[1]!;
      const equals = inner.indexOf('=');
      if (quoted !== null) steps.push({ key: inner });
      else if (/^-?\d+$/.test(inner)) steps.push({ index: Number(inner) });
      else if (equals > 0) steps.push({ where: inner.slice(0, equals), is: inner.slice(equals + 1) });
      else steps.push({ key: inner });
      at += match[0].length;
    } else {
      const name = /^[^.[]+/.exec(text.slice(at))![0];
      steps.push({ key: name });
      at += name.length;
    }
  }
  return steps;
}

/** What stands at a path; undefined when any part of the way is missing. */
export function readPath(value: unknown, path: string): unknown {
  let here: unknown = value;
  for (const step of parsePath(path)) {
    if (typeof here !== 'object' || here === null) return undefined;
    if ('key' in step) {
      here = Object.hasOwn(here, step.key) ? (here as Record<string, unknown>)[step.key] : undefined;
    } else if (!Array.isArray(here)) {
      return undefined;
    } else if ('index' in step) {
      here = here.at(step.index);
    } else {
      here = here.find((item) => String(readPath(item, step.where)) === step.is);
    }
  }
  return here;
}

export interface CompareOptions {
  /** The object before the action: the meaning of "changed" and "unchanged". */
  readonly before?: unknown;
  /** Lists are compared without their order. */
  readonly unordered?: boolean;
  /** Maps may not have keys beyond the expected ones. Lists never may have more items. */
  readonly exactMaps?: boolean;
}

/**
 * Compares only what `expected` names. The words `unset`, `set`, `changed`, `unchanged` and `<…>` mean absent, present,
 * other than before, as before, and chosen by the server.
 */
export function compareValue(actual: unknown, expected: unknown, path = '', options: CompareOptions = {}): Failure[] {
  const fail: Failure[] = [{ path, expected, actual }];
  const before = (): unknown => (path === '' ? options.before : readPath(options.before, path));
  if (expected === 'unset') return isAbsent(actual) ? [] : fail;
  if (expected === 'set') return isAbsent(actual) ? fail : [];
  if (expected === 'changed') return isAbsent(actual) || same(actual, before()) ? fail : [];
  if (expected === 'unchanged') return same(actual, before()) ? [] : fail;
  if (typeof expected === 'string' && /^<.*>$/.test(expected)) {
    return isAbsent(actual) && actual !== expected ? fail : [];
  }
  if (typeof expected === 'string' && typeof actual === 'string' && /<\w+>/.test(expected)) {
    const [head = '', ...rest] = expected.split(/<\w+>/);
    const tail = rest.at(-1) ?? '';
    const fits = actual.startsWith(head) && actual.endsWith(tail) && actual.length > head.length + tail.length;
    return actual === expected || fits ? [] : fail;
  }
  if (Array.isArray(expected)) return compareLists(actual, expected, path, options);
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return fail;
    const failures: Failure[] = [];
    for (const [name, value] of Object.entries(expected)) {
      // A key may hold quotes itself, so it is no path.
      const here = Object.hasOwn(actual, name) ? (actual as Record<string, unknown>)[name] : undefined;
      failures.push(...compareValue(here, value, `${path}${quotedStep(name)}`.replace(/^\./, ''), options));
    }
    if (options.exactMaps) {
      for (const name of Object.keys(actual)) {
        if (!Object.hasOwn(expected, name)) {
          const extra = (actual as Record<string, unknown>)[name];
          if (!isAbsent(extra)) failures.push({ path: `${path}${quotedStep(name)}`, expected: 'unset', actual: extra });
        }
      }
    }
    return failures;
  }
  if (expected === null) return isAbsent(actual) ? [] : fail;
  return Object.is(actual, expected) ? [] : fail;
}

/** A map of paths to values, as `objects:` and `values:` entries have it; keys in `skip` are the caller's own. */
export function compareNamed(
  actual: unknown,
  expected: Readonly<Record<string, unknown>>,
  options: CompareOptions & { readonly skip?: readonly string[] } = {},
): Failure[] {
  const failures: Failure[] = [];
  for (const [path, value] of Object.entries(expected)) {
    if (options.skip?.includes(path)) continue;
    failures.push(...compareValue(readPath(actual, path), value, path, options));
  }
  return failures;
}

/** Like compareNamed, for a flat record whose keys are names and not paths. */
export function compareValues(actual: Readonly<Record<string, unknown>>, expected: unknown): Failure[] {
  const failures: Failure[] = [];
  for (const [name, value] of Object.entries((expected ?? {}) as Record<string, unknown>)) {
    failures.push(...compareValue(actual[name], value, name));
  }
  return failures;
}

/**
 * An error as `then.error` names it: `message` (or what older releases print: `messageBefore…`), else
 * `messageContains` or `messageStartsWith`; `status`, `reason` and `details` where they are named.
 */
export function compareError(
  actual: { message?: unknown; status?: unknown; code?: unknown; reason?: unknown; details?: unknown } | undefined,
  expected: Readonly<Record<string, unknown>>,
): Failure[] {
  if (actual === undefined) return [{ path: 'error', expected, actual: 'no error' }];
  const failures: Failure[] = [];
  const message = typeof actual.message === 'string' ? actual.message : '';
  const older = Object.keys(expected)
    .filter((key) => key.startsWith('messageBefore'))
    .map((key) => expected[key]);
  if (expected.message !== undefined) {
    if (message !== expected.message && !older.includes(message)) {
      failures.push({ path: 'error.message', expected: expected.message, actual: message });
    }
  }
  if (expected.messageContains !== undefined && !message.includes(String(expected.messageContains))) {
    failures.push({ path: 'error.messageContains', expected: expected.messageContains, actual: message });
  }
  if (expected.messageStartsWith !== undefined && !message.startsWith(String(expected.messageStartsWith))) {
    failures.push({ path: 'error.messageStartsWith', expected: expected.messageStartsWith, actual: message });
  }
  if (expected.status !== undefined) {
    failures.push(...compareValue(actual.code ?? actual.status, expected.status, 'error.status'));
  }
  if (expected.reason !== undefined) failures.push(...compareValue(actual.reason, expected.reason, 'error.reason'));
  if (expected.details !== undefined) failures.push(...compareValue(actual.details, expected.details, 'error.details'));
  return failures;
}

export interface NamedObject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

const OBJECT_KEYS = ['kind', 'name', 'namespace', 'exists', 'note'];

/**
 * `then.objects`: entries name an object and the paths that matter; `exists: false` means it is gone.
 * `before` finds the object as it was ahead of the action.
 */
export function compareObjects(
  expected: unknown,
  find: (object: NamedObject) => unknown,
  before: (object: NamedObject) => unknown = () => undefined,
  options: CompareOptions = {},
): Failure[] {
  const failures: Failure[] = [];
  for (const entry of (expected ?? []) as Record<string, unknown>[]) {
    const named = entry as unknown as NamedObject;
    const place = `${named.kind}/${named.name}`;
    const actual = find(named);
    if (entry.exists === false) {
      if (actual !== undefined) failures.push({ path: place, expected: 'gone', actual });
      continue;
    }
    if (actual === undefined) {
      failures.push({ path: place, expected: 'there', actual: 'gone' });
      continue;
    }
    for (const failure of compareNamed(actual, entry, { ...options, before: before(named), skip: OBJECT_KEYS })) {
      failures.push({ ...failure, path: `${place} ${failure.path}` });
    }
  }
  return failures;
}

function compareLists(actual: unknown, expected: unknown[], path: string, options: CompareOptions): Failure[] {
  if (expected.length === 0 && isAbsent(actual)) return [];
  if (!Array.isArray(actual) || actual.length !== expected.length) return [{ path, expected, actual }];
  if (!options.unordered) {
    return expected.flatMap((item, i) => compareValue(actual[i], item, `${path}[${i}]`, options));
  }
  const rest = [...actual];
  for (const item of expected) {
    const found = rest.findIndex((candidate) => compareValue(candidate, item, path, options).length === 0);
    if (found < 0) return [{ path, expected, actual }];
    rest.splice(found, 1);
  }
  return [];
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function quotedStep(name: string): string {
  return /^[^.[\]"=]+$/.test(name) ? `.${name}` : `["${name}"]`;
}

/** Deep equality of JSON values; the order of keys does not matter. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const aKeys = Object.keys(a);
  const bKeys = Object.keys(b);
  if (aKeys.length !== bKeys.length) return false;
  return aKeys.every(
    (key) => Object.hasOwn(b, key) && same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}
