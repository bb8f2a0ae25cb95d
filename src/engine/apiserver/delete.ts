// Models: k8s.io/apiserver pkg/endpoints/handlers/delete.go (DeleteResource, DeleteCollection);
//   plugin/pkg/admission/namespace/lifecycle (immortal namespaces)
// Simplified: —
// Not modelled: —
import type { KindDefinition } from '../api/kinds';
import { apiVersionOf, type KubeObject, keyOf } from '../api/meta';
import { newBadRequest, newForbidden, newMethodNotSupported, newNotFound, newSuccess } from '../api/status';
import { type Decision, refuse, type Write } from './decision';
import { type DeleteOptions, decideDeletion } from './deletion';
import type { HandlerContext } from './handler-context';
import type { ApiRequest, RequestInfo } from './http';
import { select } from './read';

function optionsOf(request: ApiRequest): DeleteOptions {
  const body = (request.body ?? {}) as DeleteOptions;
  const query = request.query ?? {};
  return {
    ...body,
    ...(query.gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds: Number(query.gracePeriodSeconds) }),
    ...(query.propagationPolicy === undefined ? {} : { propagationPolicy: query.propagationPolicy as 'Foreground' }),
  };
}

function successOf(kind: KindDefinition, object: KubeObject): unknown {
  const { name, uid } = object.metadata;
  return newSuccess({
    ...(name ? { name } : {}),
    ...(kind.group ? { group: kind.group } : {}),
    kind: kind.resource,
    ...(uid ? { uid } : {}),
  });
}

/** Namespaces without which a cluster cannot be. */
const immortalNamespaces: ReadonlySet<string> = new Set(['default', 'kube-public', 'kube-system']);

export function remove(context: HandlerContext, info: RequestInfo, request: ApiRequest): Decision {
  const { kind } = info;
  if (kind.resource === 'namespaces' && immortalNamespaces.has(info.name)) {
    return refuse(newForbidden(kind, info.name, 'this namespace may not be deleted'));
  }
  const stored = context.storage.get(kind, keyOf(info.namespace, info.name));
  if (!stored) return refuse(newNotFound(kind, info.name));
  const options = optionsOf(request);
  if (options.orphanDependents !== undefined && options.propagationPolicy !== undefined) {
    return refuse(newBadRequest('orphanDependents and deletionPropagation cannot be both set'));
  }
  const deletion = decideDeletion(stored, kind, options, context.nowMicros);
  if (deletion.act === 'refuse') return refuse(deletion.status);
  if (deletion.act === 'keep') {
    const writes: Write[] = deletion.object === stored ? [] : [{ op: 'put', kind, object: deletion.object }];
    return { code: 200, writes, body: (results) => results[0] ?? stored };
  }
  const body = kind.returnsDeletedObject
    ? (results: readonly KubeObject[]) => results[0]
    : () => successOf(kind, stored);
  return { code: 200, writes: [{ op: 'remove', kind, object: stored }], body };
}

export function removeCollection(context: HandlerContext, info: RequestInfo, request: ApiRequest): Decision {
  if (info.kind.content) return refuse(newMethodNotSupported(info.kind, 'delete'));
  const selected = select(context, info, request);
  if ('error' in selected) return refuse(newBadRequest(selected.error));
  const { kind } = info;
  const options = optionsOf(request);
  const writes: Write[] = [];
  for (const object of selected.items) {
    const deletion = decideDeletion(object, kind, options, context.nowMicros);
    if (deletion.act === 'remove') writes.push({ op: 'remove', kind, object });
    if (deletion.act === 'keep' && deletion.object !== object)
      writes.push({ op: 'put', kind, object: deletion.object });
  }
  const metadata = { resourceVersion: String(context.storage.revision) };
  const apiVersion = apiVersionOf(kind.group, kind.version);
  return { code: 200, writes, body: () => ({ kind: kind.listKind, apiVersion, metadata, items: selected.items }) };
}
