// Models: sigs.k8s.io/structured-merge-diff typed (Merge, RemoveItems)
// Simplified: -
// Not modelled: -
import { type FieldSet, isMap, itemElement, partsOf, valueElement } from './field-set';
import { memberShape, type Shape } from './shapes';

/** The live value with what a configuration says: its members and items win, the others stay. */
export function mergeValues(shape: Shape, live: unknown, config: unknown): unknown {
  if (live === undefined || live === null) return config;
  if ((shape.kind === 'struct' || shape.kind === 'map') && isMap(live) && isMap(config)) {
    const merged = new Map(Object.entries(live));
    for (const name of Object.keys(config)) {
      const inner = memberShape(shape, name) ?? { kind: 'whole' };
      merged.set(name, mergeValues(inner, Object.hasOwn(live, name) ? live[name] : undefined, config[name]));
    }
    return Object.fromEntries(merged);
  }
  if (!Array.isArray(live) || !Array.isArray(config)) return config;
  if (shape.kind === 'set') {
    const known = new Set(live.map(valueElement));
    return [...live, ...config.filter((item) => !known.has(valueElement(item)))];
  }
  if (shape.kind !== 'keyed') return config;
  const items = new Map(live.map((item) => [itemElement(shape.keys, item), item as unknown]));
  for (const item of config) {
    const element = itemElement(shape.keys, item);
    items.set(element, mergeValues(shape.item, items.get(element), item));
  }
  return [...items.values()];
}

/** The value without some fields and what is below them, unless it is in `keep`; what becomes empty by that goes too. */
export function removeFields(shape: Shape, value: unknown, gone: FieldSet, keep: FieldSet, path = ''): unknown {
  const parts = partsOf(shape, value);
  if (parts === undefined) return value;
  const at = (element: string) => (path === '' ? element : `${path}\n${element}`);
  const prefix = (element: string) => `${at(element)}\n`;
  const kept: [string, unknown][] = [];
  let changed = false;
  for (const [element, part, inner] of parts) {
    const here = at(element);
    if (gone.has(here) && !isKept(here, keep)) {
      changed = true;
      continue;
    }
    const below = [...gone].some((other) => other.startsWith(prefix(element)));
    const after = below ? removeFields(inner, part, gone, keep, here) : part;
    if (below && isEmpty(after) && !isEmpty(part)) {
      changed = true;
      continue;
    }
    changed ||= after !== part;
    kept.push([element, after]);
  }
  if (!changed) return value;
  if (Array.isArray(value)) return kept.map(([, part]) => part);
  return Object.fromEntries(kept.map(([element, part]) => [element.slice(2), part]));
}

/** Whether somebody owns a field or something below it. */
function isKept(path: string, keep: FieldSet): boolean {
  if (keep.has(path)) return true;
  for (const other of keep) if (other.startsWith(`${path}\n`)) return true;
  return false;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
