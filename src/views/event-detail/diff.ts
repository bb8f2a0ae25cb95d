import { equalJson } from '../../shared/json';
import { type Line, yamlLines } from './yaml-lines';

/** `same` lines are the names on the way to a change; what did not change is counted, not shown. */
export interface DiffLine extends Line {
  readonly kind: 'same' | 'added' | 'removed';
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields by which items of a list are told apart. */
const itemKeys = ['name', 'type', 'uid', 'key', 'ip', 'containerPort', 'port'] as const;

function itemKey(items: readonly unknown[]): string | undefined {
  return itemKeys.find((key) => {
    const values = items.map((item) => (isMap(item) ? item[key] : undefined));
    return values.every((value) => value !== undefined) && new Set(values).size === values.length;
  });
}

function marked(kind: 'added' | 'removed', lines: readonly Line[]): DiffLine[] {
  return lines.map((line) => ({ ...line, kind }));
}

/** A member as it stands in its map, in lines. */
function member(key: string, value: unknown, indent: number): Line[] {
  return yamlLines({ [key]: value }, indent);
}

function diffMembers(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  indent: number,
): DiffLine[] {
  const lines: DiffLine[] = [];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  for (const key of keys) {
    const was = before[key];
    const is = after[key];
    if (equalJson(was, is)) continue;
    if (isMap(was) && isMap(is)) {
      lines.push({ indent, text: `${key}:`, kind: 'same' }, ...diffMembers(was, is, indent + 1));
    } else if (Array.isArray(was) && Array.isArray(is) && itemKey(was) !== undefined && itemKey(was) === itemKey(is)) {
      lines.push({ indent, text: `${key}:`, kind: 'same' }, ...diffItems(was, is, itemKey(was) as string, indent));
    } else {
      if (was !== undefined) lines.push(...marked('removed', member(key, was, indent)));
      if (is !== undefined) lines.push(...marked('added', member(key, is, indent)));
    }
  }
  return lines;
}

function diffItems(before: readonly unknown[], after: readonly unknown[], key: string, indent: number): DiffLine[] {
  const lines: DiffLine[] = [];
  const find = (items: readonly unknown[], id: unknown) => items.find((item) => isMap(item) && item[key] === id);
  const ids = [...new Set([...before, ...after].map((item) => (item as Record<string, unknown>)[key]))];
  for (const id of ids) {
    const was = find(before, id);
    const is = find(after, id);
    if (equalJson(was, is)) continue;
    if (isMap(was) && isMap(is)) {
      lines.push({ indent, text: `- ${key}: ${String(id)}`, kind: 'same' }, ...diffMembers(was, is, indent + 1));
    } else {
      if (was !== undefined) lines.push(...marked('removed', yamlLines([was], indent)));
      if (is !== undefined) lines.push(...marked('added', yamlLines([is], indent)));
    }
  }
  return lines;
}

/** What a row was and is, in the lines that differ. A new or removed row is shown whole. */
export function diffLines(before: unknown, after: unknown): DiffLine[] {
  if (isMap(before) && isMap(after)) return diffMembers(before, after, 0);
  const lines: DiffLine[] = [];
  if (before !== undefined && before !== null) lines.push(...marked('removed', yamlLines(before)));
  if (after !== undefined && after !== null) lines.push(...marked('added', yamlLines(after)));
  return lines;
}
