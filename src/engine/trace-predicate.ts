// Models: nothing of Kubernetes; how lessons, diagrams and checks name an event of the trace without its number or its time.
// Simplified: —
// Not modelled: —
import { kinds } from './api/kinds';
import { keyOf } from './api/meta';
import type { Level, Trace, TraceEvent } from './kernel/trace';
import type { Verb } from './verbs';

/** A JSON value to compare with. `null` also stands for "there is none". */
export type PredicateValue =
  | string
  | number
  | boolean
  | null
  | readonly PredicateValue[]
  | { readonly [key: string]: PredicateValue };

/** What an event is about. Each part that is named must be so; a part that is absent may be anything. */
export interface SubjectPredicate {
  /** `ReplicaSet`. Keys of work queues have no kind, so a predicate with one never matches a `queue.add`. */
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** `status`, `binding`; the empty string: the object itself. */
  readonly subresource?: string;
}

/** How a field of a stored object changed. Both absent: it changed in whatever way. */
export interface FieldChange {
  readonly from?: PredicateValue;
  readonly to?: PredicateValue;
}

/**
 * Which events are meant; data only. Every part that is there must hold.
 *
 * A path is `spec.replicas`; a part with dots in it is bracketed, `metadata.annotations[example.com/a]`; an item of a list
 * is named by its place, or by its `name` or `type`: `status.conditions.Available.status`.
 */
export interface TracePredicate {
  readonly verb?: Verb;
  /** Who did it. `kubelet` means each of `kubelet/node-1`, `kubelet/node-2` … too. */
  readonly actor?: string;
  /** To whom; in the same way. */
  readonly target?: string;
  readonly level?: Level;
  readonly subject?: SubjectPredicate;
  /** Fields of the object that the event is about, as the API server stores it, by path. Each must have changed in one write. */
  readonly changed?: { readonly [path: string]: FieldChange };
  /** Fields of the event's message, by path, and what they are. */
  readonly detail?: { readonly [path: string]: PredicateValue };
  /** The event that led to it, one step back: a write that follows from a decision is told from others by that. */
  readonly cause?: TracePredicate;
  /** Which of the events that match, from 1, where somebody looks for one. `matches` does not look at it. */
  readonly nth?: number;
}

/** What of an event a predicate can see. */
export type PredicateEvent = Pick<
  TraceEvent,
  'actor' | 'target' | 'verb' | 'subject' | 'level' | 'detail' | 'changes'
> & { readonly cause?: number };

/** Finds the event that led to one; nothing where it is not recorded. */
export type CauseOf = (event: PredicateEvent) => PredicateEvent | undefined;

/** An event's subject, taken apart. */
export interface SubjectReference {
  /** Absent for the key of a work queue. */
  readonly kind: string | undefined;
  /** Plural name under which the API server stores it. */
  readonly resource: string | undefined;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
}

const kindOfFirst = new Map(
  kinds.flatMap((kind) => [
    [kind.resource, kind],
    [kind.kind, kind],
  ]),
);

/** Reads `replicasets/default/web-1/status`, `Pod/default/web-1-x`, `nodes/node-1`, or a queue's key `default/web`. */
export function subjectReference(event: Pick<TraceEvent, 'verb' | 'subject'>): SubjectReference {
  const parts = event.subject.split('/');
  const isKey = event.verb.startsWith('queue.') || event.verb.startsWith('controller.');
  const kind = isKey ? undefined : kindOfFirst.get(parts[0] ?? '');
  const rest = kind ? parts.slice(1) : parts;
  const namespaced = kind ? kind.namespaced : rest.length > 1;
  const namespace = namespaced ? (rest[0] ?? '') : '';
  const [name = '', subresource = ''] = namespaced ? rest.slice(1) : rest;
  return { kind: kind?.kind, resource: kind?.resource, namespace, name, subresource };
}

/** `a.b[c.d].e` → a, b, c.d, e. */
function partsOfPath(path: string): string[] {
  return [...path.matchAll(/\[([^\]]*)\]|[^.[\]]+/g)].map(([whole, bracketed]) => bracketed ?? whole);
}

/** What stands at a path of a JSON value; `undefined` where nothing does. */
export function valueAt(root: unknown, path: string): unknown {
  return valueAtParts(root, partsOfPath(path));
}

function valueAtParts(root: unknown, parts: readonly string[]): unknown {
  let value = root;
  for (const part of parts) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Array.isArray(value) ? itemOf(value, part) : (value as Record<string, unknown>)[part];
  }
  return value;
}

function itemOf(list: readonly unknown[], part: string): unknown {
  if (/^\d+$/.test(part)) return list[Number(part)];
  return list.find((item) => {
    const named = item as { name?: unknown; type?: unknown } | null | undefined;
    return named?.name === part || named?.type === part;
  });
}

function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === undefined || a === null) return b === undefined || b === null;
  if (typeof a !== 'object' || typeof b !== 'object' || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => equal(item, b[i]));
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => equal(left[name], right[name]));
}

type Test = (event: PredicateEvent) => boolean;

function partyTest(of: (event: PredicateEvent) => string | undefined, wanted: string): Test {
  const prefix = `${wanted}/`;
  return (event) => {
    const party = of(event);
    return party === wanted || (party?.startsWith(prefix) ?? false);
  };
}

function subjectTest(wanted: SubjectPredicate): Test {
  const names = ['kind', 'namespace', 'name', 'subresource'] as const;
  return (event) => {
    const found = subjectReference(event);
    return names.every((name) => wanted[name] === undefined || wanted[name] === found[name]);
  };
}

function changedTest(wanted: Readonly<Record<string, FieldChange>>): Test {
  const fields = Object.entries(wanted).map(([path, change]) => ({ parts: partsOfPath(path), change }));
  return (event) => {
    const { resource, namespace, name } = subjectReference(event);
    const table = `api/${resource}`;
    const key = keyOf(namespace, name);
    return event.changes.some((row) => {
      if (resource === undefined ? !row.table.startsWith('api/') : row.table !== table) return false;
      if (name !== '' && resource !== undefined && row.key !== key) return false;
      return fields.every(({ parts, change }) => {
        const before = valueAtParts(row.before, parts);
        const after = valueAtParts(row.after, parts);
        if (equal(before, after)) return false;
        if (change.from !== undefined && !equal(before, change.from)) return false;
        return change.to === undefined || equal(after, change.to);
      });
    });
  };
}

function detailTest(wanted: Readonly<Record<string, PredicateValue>>): Test {
  const fields = Object.entries(wanted).map(([path, value]) => ({ parts: partsOfPath(path), value }));
  return ({ detail }) => fields.every(({ parts, value }) => equal(valueAtParts(detail, parts), value));
}

/**
 * A predicate made ready to be asked about many events: paths are read once, what is cheap is asked first. Without
 * `causeOf`, a predicate that names a cause never matches.
 */
export function predicateTest(predicate: TracePredicate, causeOf: CauseOf = () => undefined): Test {
  const { verb, actor, target, level, subject, changed, detail, cause } = predicate;
  const tests: Test[] = [];
  if (verb !== undefined) tests.push((event) => event.verb === verb);
  if (level !== undefined) tests.push((event) => event.level === level);
  if (actor !== undefined) tests.push(partyTest((event) => event.actor, actor));
  if (target !== undefined) tests.push(partyTest((event) => event.target, target));
  if (subject !== undefined) tests.push(subjectTest(subject));
  if (detail !== undefined) tests.push(detailTest(detail));
  if (changed !== undefined) tests.push(changedTest(changed));
  if (cause !== undefined) {
    const led = predicateTest(cause, causeOf);
    tests.push((event) => {
      const found = causeOf(event);
      return found !== undefined && led(found);
    });
  }
  return (event) => tests.every((test) => test(event));
}

/** Whether an event is one of those meant. For many events, make the test once with `predicateTest`. */
export function matches(predicate: TracePredicate, event: PredicateEvent, causeOf?: CauseOf): boolean {
  return predicateTest(predicate, causeOf)(event);
}

/** How a trace finds causes. */
export function causesOf(trace: Trace): CauseOf {
  return ({ cause }) => (cause === undefined ? undefined : trace.bySeq(cause));
}

/** Place in a list of the nth event that is meant, from a place on; -1 when there are not so many. */
export function findMatch(
  predicate: TracePredicate,
  events: readonly PredicateEvent[],
  from = 0,
  causeOf?: CauseOf,
): number {
  const test = predicateTest(predicate, causeOf);
  let left = predicate.nth ?? 1;
  for (let i = from; i < events.length; i++) {
    if (test(events[i] as PredicateEvent) && --left === 0) return i;
  }
  return -1;
}
