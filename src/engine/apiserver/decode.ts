// Models: k8s.io/apimachinery pkg/runtime/serializer/json (strict decoding), k8s.io/apiserver fieldValidation
// Simplified: bodies are JSON values.
// Not modelled: conversion between versions.
import type { KindDefinition } from '../api/kinds';
import { apiVersionOf, type KubeObject } from '../api/meta';
import { newBadRequest, type Status } from '../api/status';
import { decodeStrict } from '../api/validate-schema';
import type { ApiRequest } from './http';

export type Decoded =
  | { readonly object: KubeObject; readonly warnings: readonly string[] }
  | { readonly status: Status };

/** Checks a value against its kind's schema as `fieldValidation` asks: Strict refuses, Warn warns, Ignore drops. */
export function decodeObject(kind: KindDefinition, value: unknown, request: ApiRequest): Decoded {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { status: newBadRequest('the request body is not an object') };
  }
  const given = value as { apiVersion?: unknown; kind?: unknown; metadata?: unknown };
  const apiVersion = apiVersionOf(kind.group, kind.version);
  for (const field of ['apiVersion', 'kind'] as const) {
    const text = given[field];
    if (text === undefined || text === null || typeof text === 'string') continue;
    const found = Array.isArray(text) ? 'array' : typeof text === 'boolean' ? 'bool' : typeof text;
    const why = `json: cannot unmarshal ${found} into Go struct field .${field} of type string`;
    return { status: newBadRequest(`couldn't get version/kind; json parse error: ${why}`) };
  }
  if (given.kind && given.kind !== kind.kind) {
    const text = `${String(given.kind)} in version ${JSON.stringify(String(given.apiVersion ?? apiVersion))}`;
    return {
      status: newBadRequest(
        `${text} cannot be handled as a ${kind.kind}: converting (v1.${String(given.kind)}) to (v1.${kind.kind}): unknown conversion`,
      ),
    };
  }
  if (given.apiVersion && given.apiVersion !== apiVersion) {
    return {
      status: newBadRequest(
        `the API version in the data (${String(given.apiVersion)}) does not match the expected API version (${apiVersion})`,
      ),
    };
  }
  if (request.trusted && given.kind && given.apiVersion && given.metadata)
    return { object: kind.setDefaults(given as KubeObject), warnings: [] };
  const named = inOrder(given, apiVersion, kind.kind);
  if (request.trusted) return { object: kind.setDefaults(named), warnings: [] };
  const mode = request.query?.fieldValidation ?? 'Warn';
  const checked = kind.custom ? kind.custom.read({ ...named }) : decodeStrict(kind.kind, named);
  if (checked.fatal !== undefined) {
    const message = `${kind.kind} in version ${JSON.stringify(kind.version)} cannot be handled as a ${kind.kind}: ${checked.fatal}`;
    return { status: newBadRequest(message) };
  }
  if (checked.strict.length > 0 && mode === 'Strict') {
    const texts = checked.strict.join(', ');
    return {
      status: newBadRequest(
        `${kind.kind} in version ${JSON.stringify(kind.version)} cannot be handled as a ${kind.kind}: strict decoding error: ${texts}`,
      ),
    };
  }
  const warnings = mode === 'Warn' ? checked.strict : [];
  return { object: kind.setDefaults(checked.object as KubeObject), warnings };
}

/** The object with the names of its type, and with its members in the order in which Go's encoder writes them. */
function inOrder(
  given: { readonly apiVersion?: unknown; readonly kind?: unknown; readonly metadata?: unknown },
  apiVersion: string,
  kind: string,
): KubeObject {
  const [first, second, third] = Object.keys(given);
  if (first === 'apiVersion' && second === 'kind' && third === 'metadata' && given.metadata) return given as KubeObject;
  const { apiVersion: _apiVersion, kind: _kind, metadata, ...rest } = given;
  return { apiVersion, kind, metadata: metadata ?? {}, ...rest } as KubeObject;
}

export function decodeBody(kind: KindDefinition, request: ApiRequest): Decoded {
  return decodeObject(kind, request.body, request);
}
