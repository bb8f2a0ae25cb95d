/**
 * Models: pkg/registry strategies: which changes raise metadata.generation, what an update may not touch.
 * Simplified: -
 * Not modelled: -
 */
import { type KubeObject, withMetadata } from '../meta';
import { semanticEqual } from '../validation/semantic-equal';

/** An object with a status. */
export interface WithStatus extends KubeObject {
  readonly spec?: unknown;
  readonly status?: unknown;
}

/** A new object starts at generation 1. */
export function firstGeneration<T extends KubeObject>(object: T): T {
  return withMetadata(object, { generation: 1 });
}

/** The object with another status; the same reference when it has it already. */
export function withStatus<T extends WithStatus>(object: T, status: T['status']): T {
  if (object.status === status) return object;
  if (status !== undefined) return { ...object, status };
  const { status: _, ...rest } = object;
  return rest as T;
}

/** The object with the spec of `old`. */
export function withSpecOf<T extends WithStatus>(object: T, old: T): T {
  return object.spec === old.spec ? object : { ...object, spec: old.spec };
}

/** Raises the generation by one over the old object's when the spec changed in meaning. */
export function bumpOnSpecChange<T extends WithStatus>(object: T, old: T): T {
  return semanticEqual(object.spec, old.spec) ? object : nextGeneration(object, old);
}

export function nextGeneration<T extends KubeObject>(object: T, old: T): T {
  return withMetadata(object, { generation: (old.metadata.generation ?? 0) + 1 });
}
