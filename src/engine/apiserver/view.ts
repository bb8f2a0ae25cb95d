// Models: k8s.io/apiserver pkg/endpoints/handlers (RequestScope.Kind, HubGroupVersion): a version that is served and not stored.
// Simplified: one conversion to the stored version and back; tables are those of the stored version.
// Not modelled: server-side apply to such a version.
import { schemaName } from '../api/kinds';
import { type KubeObject, keyOf } from '../api/meta';
import { newUnsupportedMediaType } from '../api/status';
import { type Decision, refuse } from './decision';
import { decodeObject } from './decode';
import type { HandlerContext } from './handler-context';
import type { ApiRequest, RequestInfo } from './http';
import { APPLY_PATCH, applyPatch, type FieldValidation, JSON_PATCH, MERGE_PATCH } from './patch';
import { asksForTable } from './read';

type Decide = (info: RequestInfo, request: ApiRequest, context: HandlerContext) => Decision;

/** Decides a request for a version that is another's in its own words: its body is converted, and the answer back. */
export function throughView(info: RequestInfo, request: ApiRequest, context: HandlerContext, decide: Decide): Decision {
  const kind = info.view;
  const view = kind?.view;
  if (!kind || !view) return decide(info, request, context);
  let inner = request;
  let warnings: readonly string[] = [];
  const isWhole = info.subresource === '' || info.subresource === 'status';
  const stored = context.storage.get(info.kind, keyOf(info.namespace, info.name));
  if (isWhole && request.method === 'PATCH' && stored) {
    const type = request.contentType ?? '';
    if (type.startsWith(APPLY_PATCH)) return refuse(newUnsupportedMediaType([JSON_PATCH, MERGE_PATCH]));
    const validation = (request.query?.fieldValidation ?? 'Warn') as FieldValidation;
    const patched = applyPatch(schemaName(kind), type, view.fromStored(stored), request.body, validation);
    if (patched.status) return refuse(patched.status);
    warnings = patched.warnings;
    inner = { ...request, method: 'PUT', body: patched.object };
  }
  if (isWhole && (inner.method === 'PUT' || inner.method === 'POST')) {
    const decoded = decodeObject(kind, inner.body, { ...inner, trusted: inner !== request && !kind.custom });
    if ('status' in decoded) return refuse(decoded.status);
    warnings = [...warnings, ...decoded.warnings, ...(kind.warnings?.(decoded.object, undefined) ?? [])];
    inner = { ...inner, body: view.toStored(decoded.object), trusted: true };
  }
  const decision = decide(info, inner, context);
  const all = { ...decision, warnings: [...warnings, ...(decision.warnings ?? [])] };
  if (!isWhole || asksForTable(request.accept)) return all;
  return { ...all, body: (results) => convertAnswer(decision.body(results), info, view.fromStored) };
}

function convertAnswer(
  answer: unknown,
  { kind, view }: RequestInfo,
  from: (object: KubeObject) => KubeObject,
): unknown {
  const given = answer as { kind?: string; apiVersion?: string; items?: readonly KubeObject[] } | undefined;
  if (given?.kind === kind.kind) return from(given as unknown as KubeObject);
  if (given?.kind !== kind.listKind || !given.items || !view) return answer;
  const apiVersion = view.group === '' ? view.version : `${view.group}/${view.version}`;
  const items = given.items.map((item) => {
    const { kind: _kind, apiVersion: _apiVersion, ...rest } = from({ ...item, kind: kind.kind } as KubeObject);
    return rest;
  });
  return { ...given, kind: view.listKind, apiVersion, items };
}
