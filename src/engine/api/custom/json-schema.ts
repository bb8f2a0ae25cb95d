/**
 * Models: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/v1 JSONSchemaProps, pkg/apiserver/schema Structural:
 *   what the parts of a custom kind's schema mean.
 * Simplified: the schema as the CustomResourceDefinition has it.
 * Not modelled: -
 */
import type { CustomResourceDefinition } from '../types';

type Spec = NonNullable<CustomResourceDefinition['spec']>;
export type CrdVersion = Spec['versions'][number];
export type JsonSchema = NonNullable<NonNullable<CrdVersion['schema']>['openAPIV3Schema']>;
export type JsonMap = Readonly<Record<string, unknown>>;

export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema of one property; never one that the map inherits. */
export function propertyOf(schema: JsonSchema | undefined, name: string): JsonSchema | undefined {
  const { properties } = schema ?? {};
  return properties && Object.hasOwn(properties, name) ? (properties[name] as JsonSchema) : undefined;
}

/** The schema of a map's values; `true` when any are taken. */
export function valuesOf(schema: JsonSchema | undefined): JsonSchema | boolean | undefined {
  return schema?.additionalProperties as JsonSchema | boolean | undefined;
}

/** The schema of a list's items. */
export function itemsOf(schema: JsonSchema | undefined): JsonSchema | undefined {
  return isMap(schema?.items) ? (schema.items as JsonSchema) : undefined;
}

export const isIntOrString = (schema: JsonSchema): boolean => schema['x-kubernetes-int-or-string'] === true;

/** A JSON value's type, as complaints name it. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
