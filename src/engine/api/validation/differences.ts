/**
 * Models: what google/go-cmp Diff is used for in messages: to show what a refused update would change.
 * Simplified: a line for each changed field, `-` before and `+` after, instead of Go syntax.
 * Not modelled: -
 */
import { goJson } from '../field-error';
import { sortedKeys } from './printable';

/** Lines such as `- containers[0].name: "a"` and `+ containers[0].name: "b"`. */
export function differences(before: unknown, after: unknown): string {
  const lines: string[] = [];
  collect(lines, '', before, after);
  return lines.join('\n');
}

function collect(lines: string[], path: string, before: unknown, after: unknown): void {
  if (before === after || isNothing(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    for (let i = 0; i < length; i++) collect(lines, `${path}[${i}]`, before[i], after[i]);
    return;
  }
  if (isObject(before) && isObject(after)) {
    for (const key of sortedKeys({ ...before, ...after })) {
      collect(lines, path === '' ? key : `${path}.${key}`, own(before, key), own(after, key));
    }
    return;
  }
  if (before !== undefined) lines.push(`- ${path}: ${goJson(before)}`);
  if (after !== undefined) lines.push(`+ ${path}: ${goJson(after)}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Absent and an empty list say the same. */
function isNothing(before: unknown, after: unknown): boolean {
  const empty = (value: unknown) =>
    value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  return empty(before) && empty(after);
}
