import type { Failure } from './case-form';
import { compareNamed, readPath, same } from './compare';

/** A request of the component that was answered well, with the object as it was before and after. */
export interface Write {
  /** `create`, `update`, `updateStatus`, `patch`, `patchStatus`, `delete`, `deletecollection` and other subresources. */
  readonly verb: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly request: unknown;
  readonly before: unknown;
  readonly after: unknown;
}

/** An Event that the component recorded. */
export interface RecordedEvent {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  /** `Secret s` */
  readonly on: string;
}

type Expected = Readonly<Record<string, unknown>>;

/**
 * The part of an object that a case speaks of: a counter of 0 that Go leaves out is 0, and of conditions only those
 * whose types are named.
 */
export function projected(actual: unknown, expected: unknown, name = ''): unknown {
  if (actual === undefined && (expected === 0 || expected === false)) return expected;
  if (Array.isArray(expected)) {
    if (!name.endsWith('conditions') || expected.length === 0 || !Array.isArray(actual)) return actual;
    return expected.map((item) => {
      const type = (item as { type?: unknown }).type;
      return actual.find((condition) => (condition as { type?: unknown }).type === type);
    });
  }
  if (typeof expected !== 'object' || expected === null) return actual;
  if (typeof actual !== 'object' || actual === null) return actual ?? projected({}, expected);
  const part: Record<string, unknown> = { ...actual };
  for (const [key, value] of Object.entries(expected)) part[key] = projected(part[key], value, key);
  return part;
}

/** Like compareNamed, of what a case speaks of. */
export function comparePaths(
  actual: unknown,
  expected: Expected,
  skip: readonly string[] = [],
  before?: unknown,
): Failure[] {
  const failures: Failure[] = [];
  for (const [path, value] of Object.entries(expected)) {
    if (skip.includes(path)) continue;
    const part = projected(readPath(actual, path), value, path);
    const found = compareNamed({ part }, { part: value }, { before: { part: readPath(before, path) } });
    failures.push(...found.map((failure) => ({ ...failure, path: failure.path.replace(/^part/, path) })));
  }
  return failures;
}

/** Lines of an expected list as often as they say (`times`, `count`). */
function expanded(list: unknown): Expected[] {
  return ((list ?? []) as Expected[]).flatMap((entry) => {
    const times = Number(entry.times ?? entry.count ?? 1);
    return Array.from({ length: times }, () => entry);
  });
}

function optionsOf(write: Write): Record<string, unknown> {
  const { propagationPolicy, preconditions } = (write.request ?? {}) as Record<string, unknown>;
  const named = Object.keys((preconditions ?? {}) as object).sort();
  return {
    propagationPolicy,
    preconditions: named.length === 0 ? undefined : [...named].reverse().join(' and '),
  };
}

function mismatches(write: Write, expected: Expected): Failure[] {
  const { verb, kind, name, namespace, set, propagationPolicy, preconditions } = expected;
  const failures: Failure[] = [];
  if (write.verb !== verb) failures.push({ path: 'verb', expected: verb, actual: write.verb });
  if (kind !== undefined && write.kind !== kind) failures.push({ path: 'kind', expected: kind, actual: write.kind });
  if (name !== undefined && write.name !== name) failures.push({ path: 'name', expected: name, actual: write.name });
  if (namespace !== undefined && write.namespace !== namespace) {
    failures.push({ path: 'namespace', expected: namespace, actual: write.namespace });
  }
  if (failures.length > 0) return failures;
  const options = optionsOf(write);
  if (propagationPolicy !== undefined && propagationPolicy !== options.propagationPolicy) {
    failures.push({ path: 'propagationPolicy', expected: propagationPolicy, actual: options.propagationPolicy });
  }
  if (preconditions !== undefined && !samePreconditions(preconditions, options.preconditions)) {
    failures.push({ path: 'preconditions', expected: preconditions, actual: options.preconditions });
  }
  return [...failures, ...comparePaths(write.after, (set ?? {}) as Expected, [], write.before)];
}

function samePreconditions(expected: unknown, actual: unknown): boolean {
  const words = (text: unknown) =>
    String(text ?? '')
      .split(' and ')
      .sort()
      .join(' ');
  return words(expected) === words(actual);
}

function isStatusWrite(write: Write): boolean {
  return write.verb === 'updateStatus' || write.verb === 'patchStatus';
}

/**
 * Whether a write that no line names contradicts the list: a status never does; an update does when it changes what a
 * line for such an object names; anything else does when a line names its verb and kind, or when the list is empty.
 */
function contradicts(write: Write, expected: readonly Expected[]): boolean {
  if (isStatusWrite(write)) return false;
  if (expected.length === 0) return true;
  return expected.some((entry) => {
    if (entry.verb !== write.verb || (entry.kind !== undefined && entry.kind !== write.kind)) return false;
    if (write.verb !== 'update') return true;
    const paths = Object.keys((entry.set ?? {}) as object);
    return paths.some(
      (path) => !same(readPath(write.before, path), readPath(write.after, path)) && path.startsWith('spec'),
    );
  });
}

/** `then.writes`: the lines in order, other writes only where they contradict none. */
export function compareWrites(writes: readonly Write[], expected: unknown, unordered: boolean): Failure[] {
  const lines = expanded(expected);
  const rest = [...writes];
  const failures: Failure[] = [];
  let from = 0;
  for (const [i, line] of lines.entries()) {
    const found = rest.findIndex((write, at) => (unordered || at >= from) && mismatches(write, line).length === 0);
    if (found < 0) {
      const near = rest.find(
        (write) => write.verb === line.verb && (line.kind === undefined || write.kind === line.kind),
      );
      const detail = near ? mismatches(near, line) : [];
      failures.push({ path: `writes[${i}]`, expected: line, actual: near ? detail : rest.map(textOf) });
      continue;
    }
    rest.splice(found, 1);
    from = found;
  }
  for (const write of rest) {
    if (contradicts(write, lines)) failures.push({ path: 'writes', expected: 'no more', actual: textOf(write) });
  }
  return failures;
}

function textOf({ verb, kind, namespace, name }: Write): string {
  return `${verb} ${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}

/** A text in which `<…>` stands for anything. */
export function matchesText(expected: string, actual: string): boolean {
  const literally = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `^${expected
      .split(/<[^>]*>/)
      .map(literally)
      .join('[^]*')}$`,
  ).test(actual);
}

function eventMatches(event: RecordedEvent, expected: Expected): boolean {
  const { type, reason, message, messageContains, on } = expected;
  return (
    (type === undefined || type === event.type) &&
    (reason === undefined || reason === event.reason) &&
    (message === undefined || matchesText(String(message), event.message)) &&
    (messageContains === undefined || event.message.includes(String(messageContains))) &&
    (on === undefined || on === event.on)
  );
}

/** `then.events`: exactly these, in this order. */
export function compareEvents(events: readonly RecordedEvent[], expected: unknown, unordered: boolean): Failure[] {
  const lines = expanded(expected);
  const rest = [...events];
  const fits =
    events.length === lines.length &&
    lines.every((line, i) => {
      const at = unordered ? rest.findIndex((event) => eventMatches(event, line)) : i;
      const event = unordered ? rest[at] : events[i];
      if (unordered && at >= 0) rest.splice(at, 1);
      return event !== undefined && eventMatches(event, line);
    });
  return fits ? [] : [{ path: 'events', expected, actual: events }];
}
