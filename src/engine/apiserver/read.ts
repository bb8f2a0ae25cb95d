// Models: k8s.io/apiserver pkg/endpoints/handlers/get.go (GetResource, ListResource, watch), pkg/registry/generic/registry Store
// Simplified: reads are always of the newest revision, also the later pages of a list.
// Not modelled: resourceVersionMatch.

import { formatTime } from '../../shared/time';
import { tableName } from '../api/kinds';
import { apiVersionOf, type KubeObject, keyOf, keyOfObject } from '../api/meta';
import { newBadRequest, newNotFound, newResourceExpired } from '../api/status';
import { base64Text, toBase64 } from '../api/validation/base64';
import { answer, type Decision, refuse } from './decision';
import { extensions } from './extensions';
import type { HandlerContext } from './handler-context';
import type { ApiRequest, RequestInfo } from './http';
import { selectionOf } from './selection';

export function get(context: HandlerContext, info: RequestInfo, request: ApiRequest): Decision {
  const object = context.storage.get(info.kind, keyOf(info.namespace, info.name));
  if (object === undefined) return refuse(newNotFound(info.kind, info.name));
  if (!asksForTable(request.accept)) return answer(200, object);
  const { resourceVersion } = object.metadata;
  return answer(200, tableFor(context, info, request, [object], { resourceVersion }));
}

/** Whether a client would take a table (`Accept: application/json;as=Table;v=v1;g=meta.k8s.io`). */
export function asksForTable(accept: string | undefined): boolean {
  return (accept ?? '').split(',').some((part) => /;\s*as=Table/.test(part) && /;\s*v=v1(;|$)/.test(part));
}

function tableFor(
  context: HandlerContext,
  info: RequestInfo,
  request: ApiRequest,
  objects: readonly KubeObject[],
  metadata: unknown,
): unknown {
  return extensions().tableOf(
    info.kind,
    objects,
    metadata,
    request.query?.includeObject ?? 'Metadata',
    context.nowMicros,
  );
}

/** The objects of a collection that the request's selectors choose. */
export function select(
  context: HandlerContext,
  info: RequestInfo,
  request: ApiRequest,
): { items: KubeObject[] } | { error: string } {
  const selection = selectionOf(info.kind, request.query?.labelSelector ?? '', request.query?.fieldSelector ?? '');
  if ('error' in selection) return selection;
  const table = context.storage.table(tableName(info.kind));
  const all = info.namespace ? table.valuesWithPrefix(`${info.namespace}/`) : table.values();
  return { items: selection.everything ? all : all.filter((object) => selection.matches(object)) };
}

/** Items of a list say their kind once, in the list. Clients inside the engine share the stored rows instead. */
function withoutKind(object: KubeObject): unknown {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = object;
  return rest;
}

interface Page {
  readonly items: readonly KubeObject[];
  /** Where the next page begins, and how many objects are behind it; absent on the last page. */
  readonly more?: { readonly continue: string; readonly remainingItemCount?: number };
}

const tokenVersion = 'meta.k8s.io/v1';

/** The key after which a page begins; undefined when the token is none of ours. */
function startOf(token: string): string | undefined {
  try {
    const { v, start } = JSON.parse(base64Text(token)) as { v?: unknown; start?: unknown };
    return v === tokenVersion && typeof start === 'string' ? start : undefined;
  } catch {
    return undefined;
  }
}

/** One page of a list (`limit`, `continue`). The counts of what remains are left out under a selector, as upstream. */
function pageOf(context: HandlerContext, request: ApiRequest, items: readonly KubeObject[]): Page | { error: string } {
  const { limit: text = '', continue: token = '', labelSelector, fieldSelector } = request.query ?? {};
  const limit = Number(text);
  let rest = items;
  if (token !== '') {
    const start = startOf(token);
    if (start === undefined) return { error: 'continue key is not valid: incorrect encoding' };
    rest = items.filter((object) => keyOfObject(object) > start);
  }
  if (!(limit > 0) || rest.length <= limit) return { items: rest };
  const page = rest.slice(0, limit);
  const start = keyOfObject(page[page.length - 1] as KubeObject);
  const next = toBase64(JSON.stringify({ v: tokenVersion, rv: context.storage.revision, start }));
  const counts = labelSelector || fieldSelector ? {} : { remainingItemCount: rest.length - limit };
  return { items: page, more: { continue: next, ...counts } };
}

export function list(context: HandlerContext, info: RequestInfo, request: ApiRequest): Decision {
  const selected = select(context, info, request);
  if ('error' in selected) return refuse(newBadRequest(selected.error));
  const { kind } = info;
  const page = pageOf(context, request, selected.items);
  if ('error' in page) return refuse(newBadRequest(page.error));
  const metadata = { resourceVersion: String(context.storage.revision), ...page.more };
  if (asksForTable(request.accept)) return answer(200, tableFor(context, info, request, page.items, metadata));
  return answer(200, {
    kind: kind.listKind,
    apiVersion: apiVersionOf(kind.group, kind.version),
    metadata,
    items: request.trusted ? page.items : page.items.map(withoutKind),
  });
}

/**
 * Checks a watch request. The answer's revision is the one from which events follow; a stream is opened by the caller.
 * Errors: 400 for a bad selector or version, 410 when the version is older than what the server remembers.
 */
export function checkWatch(context: HandlerContext, info: RequestInfo, request: ApiRequest): Decision {
  const selection = selectionOf(info.kind, request.query?.labelSelector ?? '', request.query?.fieldSelector ?? '');
  if ('error' in selection) return refuse(newBadRequest(selection.error));
  const text = request.query?.resourceVersion ?? '';
  if (!/^\d*$/.test(text)) {
    return refuse(
      newBadRequest(
        `Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
      ),
    );
  }
  const revision = Number(text);
  if (revision > 0 && revision < context.storage.oldestRevision) {
    return refuse(newResourceExpired(`too old resource version: ${revision} (${context.storage.oldestRevision})`));
  }
  return answer(200, { openedAt: formatTime(context.nowMicros), resourceVersion: text });
}
