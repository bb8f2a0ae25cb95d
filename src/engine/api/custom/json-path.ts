/**
 * Models: k8s.io/client-go util/jsonpath, as columns and scales of custom kinds use it.
 * Simplified: names, indexes, wildcards and filters by equality.
 * Not modelled: ranges, slices, unions, nested expressions.
 */
import { isMap } from './json-schema';

type Step =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'filter'; readonly path: readonly string[]; readonly value: unknown };

const STEP =
  /\.([\w-]+(?:\\\.[\w-]+)*)|\[['"]([^'"]+)['"]\]|\[(\d+)\]|(\[\*\]|\.\*)|\[\?\(\s*@((?:\.[\w-]+)+)\s*==\s*("[^"]*"|'[^']*'|[\w.-]+)\s*\)\]/y;

function literal(text: string): unknown {
  if (/^["']/.test(text)) return text.slice(1, -1);
  if (text === 'true' || text === 'false') return text === 'true';
  return Number.isNaN(Number(text)) ? text : Number(text);
}

/** The steps of a path such as `.status.conditions[?(@.type=="Ready")].status`; undefined when it cannot be read. */
export function parseJsonPath(text: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const match = STEP.exec(text);
    if (match === null) return undefined;
    const [, member, quoted, index, all, path, value] = match;
    const name = member?.replaceAll('\\.', '.') ?? quoted;
    if (name !== undefined) steps.push({ kind: 'member', name });
    else if (index !== undefined) steps.push({ kind: 'index', index: Number(index) });
    else if (all !== undefined) steps.push({ kind: 'all' });
    else steps.push({ kind: 'filter', path: (path as string).slice(1).split('.'), value: literal(value as string) });
  }
  return steps;
}

function memberOf(value: unknown, name: string): unknown {
  return isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Every value at a path, in order. */
export function valuesAt(value: unknown, steps: readonly Step[]): unknown[] {
  let found: unknown[] = [value];
  for (const step of steps) {
    found = found.flatMap((here) => {
      switch (step.kind) {
        case 'member': {
          const member = memberOf(here, step.name);
          return member === undefined ? [] : [member];
        }
        case 'index':
          return Array.isArray(here) && step.index < here.length ? [here[step.index] as unknown] : [];
        case 'all':
          return Array.isArray(here) ? (here as unknown[]) : isMap(here) ? Object.values(here) : [];
        default:
          return Array.isArray(here)
            ? (here as unknown[]).filter((item) => step.path.reduce(memberOf, item) === step.value)
            : [];
      }
    });
  }
  return found;
}

/** The value with another at a path of names, where a scale is kept. */
export function withValueAt(value: unknown, names: readonly string[], set: unknown): unknown {
  const [name, ...rest] = names;
  if (name === undefined) return set;
  return { ...(isMap(value) ? value : {}), [name]: withValueAt(memberOf(value, name), rest, set) };
}
