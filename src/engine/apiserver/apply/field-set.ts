// Models: sigs.k8s.io/structured-merge-diff fieldpath (Set, PathElement, serialize.go), typed (ToFieldSet, Compare)
// Simplified: a set is the texts of its paths.
// Not modelled: lists of lists.
import { equalJson } from '../../../shared/json';
import { isAlwaysThere, KEY_DEFAULTS, memberShape, type Shape } from './shapes';

type JsonMap = Readonly<Record<string, unknown>>;

/** Paths, each the elements of FieldsV1 (`f:spec`, `k:{"name":"c"}`, `v:"x"`) with line ends between them. */
export type FieldSet = ReadonlySet<string>;

const BETWEEN = '\n';

export const isMap = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An item's place in a keyed list: `k:{"name":"c"}`, with the keys in order. */
export function itemElement(keys: readonly string[], item: unknown): string {
  const map = isMap(item) ? item : {};
  const named = keys.map((key) => [key, map[key] ?? KEY_DEFAULTS[key] ?? null] as const);
  return `k:${JSON.stringify(Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))))}`;
}

export const valueElement = (value: unknown): string => `v:${JSON.stringify(value)}`;

/** Members or items of a value with their path elements and shapes; undefined for what is owned as a whole. */
export function partsOf(shape: Shape, value: unknown): [string, unknown, Shape, boolean][] | undefined {
  if (shape.kind === 'struct' || shape.kind === 'map') {
    if (!isMap(value)) return undefined;
    return Object.keys(value).map((name) => [
      `f:${name}`,
      value[name],
      memberShape(shape, name) ?? { kind: 'whole' },
      !isAlwaysThere(shape, name),
    ]);
  }
  if (!Array.isArray(value)) return undefined;
  if (shape.kind === 'set') return value.map((item) => [valueElement(item), item, { kind: 'whole' }, true]);
  if (shape.kind !== 'keyed') return undefined;
  return value.map((item) => [itemElement(shape.keys, item), item, shape.item, true]);
}

const below = (path: string, element: string): string => (path === '' ? element : path + BETWEEN + element);

/** The fields that a configuration sets (ToFieldSet). */
export function fieldsOf(shape: Shape, value: unknown): FieldSet {
  const found = new Set<string>();
  collect(shape, value, '', found, false);
  return found;
}

/** `appeared`: the value is new in an object, so that maps and optional structs are fields of their own too. */
function collect(shape: Shape, value: unknown, path: string, found: Set<string>, appeared: boolean): void {
  const parts = partsOf(shape, value);
  if (parts === undefined || parts.length === 0) {
    if (path !== '') found.add(path);
    return;
  }
  for (const [element, part, partShape, isField] of parts) {
    const here = below(path, element);
    const inner = partsOf(partShape, part);
    const isItem = !element.startsWith('f:');
    if (isItem || (appeared && isField && inner !== undefined && partShape.kind !== 'keyed')) found.add(here);
    collect(partShape, part, here, found, appeared);
  }
}

export interface Comparison {
  /** New or with another value. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

/** What differs between two objects (Compare). */
export function compareFields(shape: Shape, before: unknown, after: unknown): Comparison {
  const changed = new Set<string>();
  const removed = new Set<string>();
  walk(shape, before, after, '', changed, removed);
  return { changed, removed };
}

function walk(
  shape: Shape,
  before: unknown,
  after: unknown,
  path: string,
  changed: Set<string>,
  removed: Set<string>,
): void {
  if (before === after) return;
  const old = partsOf(shape, before);
  const now = partsOf(shape, after);
  if (old === undefined || now === undefined) {
    if (!equalJson(before, after) && path !== '') changed.add(path);
    return;
  }
  const earlier = new Map(old.map(([element, part]) => [element, part]));
  for (const [element, part, partShape, isField] of now) {
    const here = below(path, element);
    if (earlier.has(element)) walk(partShape, earlier.get(element), part, here, changed, removed);
    else {
      const inner = partsOf(partShape, part);
      if (!element.startsWith('f:') || (isField && inner !== undefined && partShape.kind !== 'keyed'))
        changed.add(here);
      collect(partShape, part, here, changed, true);
    }
    earlier.delete(element);
  }
  for (const [element, part, partShape] of old) {
    if (!earlier.has(element)) continue;
    const here = below(path, element);
    removed.add(here);
    collect(partShape, part, here, removed, true);
  }
}

export const union = (...sets: readonly FieldSet[]): FieldSet => new Set(sets.flatMap((set) => [...set]));
export const without = (set: FieldSet, other: FieldSet): FieldSet =>
  new Set([...set].filter((path) => !other.has(path)));
export const both = (set: FieldSet, other: FieldSet): FieldSet => new Set([...set].filter((path) => other.has(path)));

/** Fields that no manager owns: what the server itself decides, and the status beside a main resource. */
export function owned(set: FieldSet, subresource: string): FieldSet {
  return new Set([...set].filter((path) => !isServersOwn(path, subresource)));
}

const SERVERS =
  /^f:metadata(\n(f:(name|namespace|uid|creationTimestamp|selfLink|generation|managedFields|resourceVersion)\b.*)?)?$/s;

function isServersOwn(path: string, subresource: string): boolean {
  if (path === 'f:apiVersion' || path === 'f:kind' || SERVERS.test(path)) return true;
  const isStatus = path === 'f:status' || path.startsWith('f:status\n');
  return subresource === 'status' ? !isStatus : isStatus;
}

/** The JSON form of a set: a field with fields below it is marked by a dot. */
export function toFieldsV1(set: FieldSet): JsonMap {
  const root = new Map<string, unknown>();
  for (const path of [...set].sort()) {
    let here = root;
    for (const element of path.split(BETWEEN)) {
      const next = (here.get(element) as Map<string, unknown> | undefined) ?? new Map<string, unknown>();
      here.set(element, next);
      here = next;
    }
    here.set('.', new Map());
  }
  const json = (node: Map<string, unknown>): JsonMap => {
    if (node.size === 1 && node.has('.')) return {};
    return Object.fromEntries([...node].map(([element, child]) => [element, json(child as Map<string, unknown>)]));
  };
  return json(root);
}

export function fromFieldsV1(fields: unknown): FieldSet {
  const found = new Set<string>();
  const read = (node: unknown, path: string): void => {
    if (!isMap(node)) return;
    const elements = Object.keys(node);
    if (elements.length === 0 && path !== '') found.add(path);
    for (const element of elements) {
      if (element === '.') found.add(path);
      else read(node[element], below(path, element));
    }
  };
  read(fields, '');
  return found;
}

/** `.spec.containers[name="c"].image` */
export function pathText(path: string): string {
  return path
    .split(BETWEEN)
    .map((element) => {
      const rest = element.slice(2);
      if (element.startsWith('f:')) return `.${rest}`;
      if (element.startsWith('v:')) return `[=${rest}]`;
      const keys = Object.entries(JSON.parse(rest) as JsonMap);
      return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`;
    })
    .join('');
}
