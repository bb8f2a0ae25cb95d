/**
 * Models: how Go's encoder writes API objects: structs that are no pointers (`resources`, `strategy`, `status`) appear as
 *   `{}` even when nothing was set.
 * Simplified: the store holds objects without them; they come in when an object leaves for a client that shows it.
 * Not modelled: other values that Go writes although they are empty (`creationTimestamp: null` before 1.35).
 */
import { findStruct, type StructSchema, type TypeSchema } from './schema';

type JsonMap = Readonly<Record<string, unknown>>;

/** The object as Go encodes it, as `kubectl get -o yaml` shows it and the paths of a JSON patch may name it. */
export function asWritten(kind: string, object: JsonMap): JsonMap {
  const struct = findStruct(kind);
  return struct === undefined ? object : withWrittenStructs(struct, object);
}

function withWrittenStructs(struct: StructSchema, object: JsonMap): JsonMap {
  let written: Map<string, unknown> | undefined;
  for (const field of struct.fields.values()) {
    const given = Object.hasOwn(object, field.name) ? object[field.name] : undefined;
    const value = given ?? (field.alwaysWritten ? {} : undefined);
    if (value === undefined) continue;
    const after = inside(field.type, value);
    if (after === given) continue;
    written ??= new Map(Object.entries(object));
    written.set(field.name, after);
  }
  return written === undefined ? object : Object.fromEntries(written);
}

function inside(type: TypeSchema, value: unknown): unknown {
  if (type.kind === 'struct') return isMap(value) ? withWrittenStructs(type.struct, value) : value;
  if (type.kind !== 'list' || type.item.kind !== 'struct' || !Array.isArray(value)) return value;
  const { item } = type;
  const items = value.map((member) => inside(item, member));
  return items.every((member, i) => member === value[i]) ? value : items;
}

function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
