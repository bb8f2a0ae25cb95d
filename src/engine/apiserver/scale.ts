// Models: pkg/registry/apps/{deployment,replicaset}/storage ScaleREST, k8s.io/apiextensions-apiserver pkg/registry/customresource ScaleREST
// Simplified: —
// Not modelled: —
import type { KindDefinition, ScaleFields } from '../api/kinds';
import { type KubeObject, keyOf } from '../api/meta';
import { newBadRequest, newConflict, newInvalid, newNotFound, OPTIMISTIC_LOCK_MESSAGE } from '../api/status';
import { answer, type Decision, refuse } from './decision';
import type { HandlerContext } from './handler-context';
import type { ApiRequest, RequestInfo } from './http';
import { applyPatch } from './patch';

interface ScaleObject extends KubeObject {
  readonly spec: { readonly replicas?: number };
}

function scaleObject(object: KubeObject, fields: ScaleFields): unknown {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: fields.specReplicas },
    status: { replicas: fields.statusReplicas, selector: fields.selector },
  };
}

/** GET, PUT and PATCH of `/scale`. */
export function scale(context: HandlerContext, info: RequestInfo, request: ApiRequest): Decision {
  const { kind } = info;
  const rules = kind.scale as NonNullable<KindDefinition['scale']>;
  const stored = context.storage.get(kind, keyOf(info.namespace, info.name));
  if (!stored) return refuse(newNotFound(kind, info.name));
  const current = scaleObject(stored, rules.get(stored)) as ScaleObject;
  if (request.method === 'GET') return answer(200, current);
  let wanted = request.body as ScaleObject;
  if (request.method === 'PATCH') {
    const patched = applyPatch('Scale', request.contentType ?? '', current, request.body);
    if (patched.status) return refuse(patched.status);
    wanted = patched.object as ScaleObject;
  }
  const replicas = wanted?.spec?.replicas ?? 0;
  if (typeof replicas !== 'number') return refuse(newBadRequest('spec.replicas must be a number'));
  if (replicas < 0) {
    const detail = 'must be greater than or equal to 0';
    const error = { type: 'FieldValueInvalid', field: 'spec.replicas', value: replicas, detail } as const;
    return refuse(newInvalid('autoscaling', 'Scale', info.name, [error]));
  }
  const version = wanted.metadata?.resourceVersion;
  if (version && version !== stored.metadata.resourceVersion) {
    return refuse(newConflict(kind, info.name, OPTIMISTIC_LOCK_MESSAGE));
  }
  const scaled = kind.prepareForUpdate(rules.set(stored, replicas), stored);
  if (scaled === stored || rules.get(stored).specReplicas === replicas) return answer(200, current);
  const errors = kind.validateUpdate(scaled, stored);
  if (errors.length > 0) return refuse(newInvalid(kind.group, kind.kind, info.name, errors));
  return {
    code: 200,
    writes: [{ op: 'put', kind, object: scaled }],
    body: (results) => scaleObject(results[0] as KubeObject, rules.get(results[0] as KubeObject)),
  };
}
