/**
 * Models: k8s.io/apiextensions-apiserver pkg/apiserver/schema/pruning (PruneWithOptions), schema/defaulting (Default,
 *   PruneNonNullableNullsWithoutDefaults), schema/listtype (ValidateListSetsAndMaps).
 * Simplified: -
 * Not modelled: the metadata of embedded resources, which is kept as given.
 */
import { equalJson } from '../../../shared/json';
import { duplicate, type FieldError } from '../field-error';
import { pathText } from '../validate-schema';
import { isMap, itemsOf, type JsonMap, type JsonSchema, propertyOf, valuesOf } from './json-schema';

type Path = readonly (string | number)[];

const ALWAYS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** The map with other members; the same reference when none is another. An absent member is left out. */
function mapMembers(map: JsonMap, change: (name: string, value: unknown) => unknown): JsonMap {
  let changed = false;
  const entries: [string, unknown][] = [];
  for (const name of Object.keys(map)) {
    const value = change(name, map[name]);
    if (value !== map[name]) changed = true;
    if (value !== undefined) entries.push([name, value]);
  }
  return changed ? Object.fromEntries(entries) : map;
}

function mapItems(list: readonly unknown[], change: (value: unknown, i: number) => unknown): readonly unknown[] {
  const items = list.map(change);
  return items.some((item, i) => item !== list[i]) ? items : list;
}

/** Drops what the schema does not name, and notes it. `root`: the object itself, or an embedded one. */
export function prune(
  value: unknown,
  schema: JsonSchema | undefined,
  path: Path,
  unknownFields: string[],
  root: boolean,
): unknown {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return mapItems(value, (item, i) =>
      prune(item, items, [...path, i], unknownFields, items?.['x-kubernetes-embedded-resource'] === true),
    );
  }
  if (!isMap(value)) return value;
  const keep = schema?.['x-kubernetes-preserve-unknown-fields'] === true;
  const values = valuesOf(schema);
  return mapMembers(value, (name, member) => {
    if (root && ALWAYS.has(name)) return member;
    const property = propertyOf(schema, name) ?? (isMap(values) ? (values as JsonSchema) : undefined);
    const here = [...path, name];
    if (property !== undefined) {
      return prune(member, property, here, unknownFields, property['x-kubernetes-embedded-resource'] === true);
    }
    if (keep || values === true) return member;
    unknownFields.push(`unknown field ${JSON.stringify(pathText(here))}`);
    return undefined;
  });
}

/** Sets what is absent to the schema's defaults, and takes a null for absent where null is none of the values. */
export function setSchemaDefaults(value: unknown, schema: JsonSchema | undefined): unknown {
  if (schema === undefined) return value;
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return items === undefined ? value : mapItems(value, (item) => setSchemaDefaults(item, items));
  }
  if (!isMap(value)) return value;
  const values = valuesOf(schema);
  const given = mapMembers(value, (name, member) => {
    const property = propertyOf(schema, name);
    if (member === null && property !== undefined && !property.nullable) {
      return property.default === undefined ? undefined : property.default;
    }
    return setSchemaDefaults(member, property ?? (isMap(values) ? (values as JsonSchema) : undefined));
  });
  const missing = Object.entries(schema.properties ?? {}).filter(
    ([name, property]) => property.default !== undefined && !Object.hasOwn(given, name),
  );
  if (missing.length === 0) return given;
  const set = missing.map(([name, property]) => [name, setSchemaDefaults(property.default, property as JsonSchema)]);
  return { ...given, ...Object.fromEntries(set) };
}

/** Complaints about lists that are sets or maps and hold something twice. */
export function checkListTypes(value: unknown, schema: JsonSchema | undefined, path: Path, errors: FieldError[]): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    const type = schema['x-kubernetes-list-type'];
    const keys = schema['x-kubernetes-list-map-keys'] ?? [];
    const identity = (item: unknown): unknown => {
      if (type !== 'map' || !isMap(item)) return item;
      return Object.fromEntries(keys.filter((key) => Object.hasOwn(item, key)).map((key) => [key, item[key]]));
    };
    if (type === 'set' || type === 'map') {
      const seen: unknown[] = [];
      for (const [i, item] of value.entries()) {
        const id = identity(item);
        if (seen.some((other) => equalJson(other, id))) errors.push(duplicate(pathText([...path, i]), id));
        else seen.push(id);
      }
    }
    for (const [i, item] of value.entries()) checkListTypes(item, itemsOf(schema), [...path, i], errors);
    return;
  }
  if (!isMap(value)) return;
  const values = valuesOf(schema);
  for (const [name, member] of Object.entries(value)) {
    const property = propertyOf(schema, name) ?? (isMap(values) ? (values as JsonSchema) : undefined);
    checkListTypes(member, property, [...path, name], errors);
  }
}
