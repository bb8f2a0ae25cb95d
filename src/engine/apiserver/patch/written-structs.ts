import type { StructSchema, TypeSchema } from '../../api/schema/schema';
import { isMap, type JsonMap } from './values';

/**
 * The object as Go encodes it: with `{}` for structs that are always written (`resources`, `strategy`, `status`), which
 * the paths of a JSON patch may name.
 */
export function withWrittenStructs(struct: StructSchema, object: JsonMap): JsonMap {
  const written = new Map(Object.entries(object));
  for (const field of struct.fields.values()) {
    const value = written.get(field.name) ?? (field.alwaysWritten ? {} : undefined);
    if (value !== undefined) written.set(field.name, inside(field.type, value));
  }
  return Object.fromEntries(written);
}

function inside(type: TypeSchema, value: unknown): unknown {
  if (type.kind === 'struct') return isMap(value) ? withWrittenStructs(type.struct, value) : value;
  if (type.kind !== 'list' || type.item.kind !== 'struct' || !Array.isArray(value)) return value;
  const { item } = type;
  return value.map((member) => inside(item, member));
}

/** Takes empty parts of the object (spec, status …) out again that the original did not have. */
export function withoutNewEmptyParts(object: unknown, original: JsonMap): unknown {
  if (!isMap(object)) return object;
  const kept = Object.entries(object).filter(
    ([key, value]) => Object.hasOwn(original, key) || !isMap(value) || Object.keys(value).length > 0,
  );
  return kept.length === Object.keys(object).length ? object : Object.fromEntries(kept);
}
