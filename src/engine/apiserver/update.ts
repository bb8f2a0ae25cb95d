// Models: k8s.io/apiserver pkg/registry/generic/registry/store.go Update, pkg/registry/rest/update.go BeforeUpdate,
//   pkg/endpoints/handlers/{update,patch}.go
// Simplified: a patch is applied once, to the newest object; it cannot lose a race with itself.
// Not modelled: -

import { equalJson } from '../../shared/json';
import { type KindDefinition, schemaName, tableName } from '../api/kinds';
import { type KubeObject, keyOf, withMetadata } from '../api/meta';
import {
  newBadRequest,
  newConflict,
  newInvalid,
  newNotFound,
  OPTIMISTIC_LOCK_MESSAGE,
  type Status,
} from '../api/status';
import type { ManagedFieldsEntry } from '../api/types';
import { type AdmissionRecord, mutate, validate } from './admission/chain';
import { createObject, warningsOf } from './create';
import { answer, type Decision, putAndAnswer, refuse, type Write } from './decision';
import { decodeObject } from './decode';
import { deletesDuringUpdate } from './deletion';
import { extensions } from './extensions';
import type { HandlerContext } from './handler-context';
import type { ApiRequest, RequestInfo } from './http';
import { APPLY_PATCH, applyPatch, type FieldValidation } from './patch';

/** Keeps the fields that no client may change. */
function keepSystemFields(object: KubeObject, stored: KubeObject): KubeObject {
  const meta = stored.metadata;
  return withMetadata(object, {
    uid: meta.uid,
    creationTimestamp: meta.creationTimestamp,
    deletionTimestamp: meta.deletionTimestamp,
    deletionGracePeriodSeconds: meta.deletionGracePeriodSeconds,
    generation: meta.generation,
    resourceVersion: meta.resourceVersion,
    namespace: meta.namespace,
    managedFields: meta.managedFields,
  } as Partial<KubeObject['metadata']>);
}

function checkMetadata(
  kind: KindDefinition,
  info: RequestInfo,
  object: KubeObject,
  stored: KubeObject,
): Status | undefined {
  const { uid, resourceVersion } = object.metadata;
  if (uid && uid !== stored.metadata.uid) {
    const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${stored.metadata.uid}`;
    return newConflict(kind, info.name, why);
  }
  if (resourceVersion && resourceVersion !== stored.metadata.resourceVersion) {
    return newConflict(kind, info.name, OPTIMISTIC_LOCK_MESSAGE);
  }
  if (!resourceVersion && !kind.allowUnconditionalUpdate) {
    const error = {
      type: 'FieldValueInvalid',
      field: 'metadata.resourceVersion',
      value: 0,
      detail: 'must be specified for an update',
    } as const;
    return newInvalid(kind.group, kind.kind, info.name, [error]);
  }
  return undefined;
}

/** The object with its owners, which only an object that was applied by the server has. */
function ownersAfter(
  context: HandlerContext,
  info: RequestInfo,
  request: ApiRequest,
  object: KubeObject,
  stored: KubeObject,
): KubeObject {
  if ((stored.metadata.managedFields ?? []).length === 0) return object;
  return extensions().withOwners(info, request, object, stored, context.nowMicros);
}

/** BeforeUpdate and the write itself, for an object, its status or its content's finalizers. */
function store(
  context: HandlerContext,
  info: RequestInfo,
  request: ApiRequest,
  given: KubeObject,
  stored: KubeObject,
  warnings: readonly string[],
  /** Set by server-side apply, which has worked them out. */
  owners?: ManagedFieldsEntry[],
): Decision {
  const { kind } = info;
  const wrong = checkMetadata(kind, info, given, stored);
  if (wrong) return refuse(wrong);
  let object = keepSystemFields(given, stored);
  let admission: readonly AdmissionRecord[] | undefined;
  let before: readonly Write[] = [];
  if (info.subresource === 'status') {
    object = kind.prepareForStatusUpdate(object, stored);
    const errors = kind.validateStatusUpdate(object, stored);
    if (errors.length > 0) return refuse(newInvalid(kind.group, kind.kind, info.name, errors));
  } else if (info.subresource === 'finalize' && kind.content) {
    object = kind.content.prepareForFinalize(object, stored);
    const errors = kind.content.validateFinalize(object, stored);
    if (errors.length > 0) return refuse(newInvalid(kind.group, kind.kind, info.name, errors));
  } else {
    const attributes = { operation: 'UPDATE', kind, namespace: info.namespace, object, old: stored } as const;
    const admitted = mutate(attributes, context);
    if ('status' in admitted) return refuse(admitted.status);
    object = admitted.object;
    admission = admitted.records;
    if (kind.beginUpdate) {
      const begun = kind.beginUpdate(object, stored, {
        stored: () => context.storage.table(tableName(kind)).values(),
        random: (purpose) =>
          context.kernel.rand('kube-apiserver', purpose, `${kind.resource}/${info.name}`, context.nowMicros),
      });
      if (begun.errors) return refuse(newInvalid(kind.group, kind.kind, info.name, begun.errors));
      if (begun.failure) return refuse(begun.failure);
      object = begun.object;
    }
    object = kind.prepareForUpdate(object, stored);
    const errors = kind.validateUpdate(object, stored);
    if (errors.length > 0) return refuse(newInvalid(kind.group, kind.kind, info.name, errors));
    if (kind.canonicalize) object = kind.canonicalize(object);
    const validated = validate({ ...attributes, object }, context);
    if ('status' in validated) return refuse(validated.status);
    before = validated.writes;
  }
  object = owners
    ? withMetadata(object, { managedFields: owners })
    : ownersAfter(context, info, request, object, stored);
  const all = info.subresource ? warnings : [...warnings, ...warningsOf(kind, object, stored)];
  if (deletesDuringUpdate(kind, object, stored)) {
    return { code: 200, writes: [{ op: 'remove', kind, object }], body: () => object, warnings: all };
  }
  if (equalJson(object, stored)) return { ...answer(200, stored), warnings: all };
  return { ...putAndAnswer(kind, object, 200, all, before), ...(admission ? { admission } : {}) };
}

/** PUT of an object, of its status or of its content's finalizers. */
export function update(context: HandlerContext, info: RequestInfo, request: ApiRequest): Decision {
  const { kind } = info;
  const decoded = decodeObject(kind, request.body, request);
  if ('status' in decoded) return refuse(decoded.status);
  const { object } = decoded;
  const { name, namespace } = object.metadata;
  if ((name ?? '') !== info.name) {
    return refuse(
      newBadRequest(
        name
          ? `the name of the object (${name}) does not match the name on the URL (${info.name})`
          : 'name must be provided',
      ),
    );
  }
  if (kind.namespaced && namespace && namespace !== info.namespace) {
    return refuse(
      newBadRequest(
        `the namespace of the object (${namespace}) does not match the namespace on the URL (${info.namespace})`,
      ),
    );
  }
  const stored = context.storage.get(kind, keyOf(info.namespace, info.name));
  if (!stored) {
    if (!kind.allowCreateOnUpdate || info.subresource) return refuse(newNotFound(kind, info.name));
    return createObject(context, kind, object, info.namespace, decoded.warnings);
  }
  return store(context, info, request, object, stored, decoded.warnings);
}

/** Server-side apply: creates what is not there. */
function apply(
  context: HandlerContext,
  info: RequestInfo,
  request: ApiRequest,
  stored: KubeObject | undefined,
): Decision {
  const { kind } = info;
  if (!stored && info.subresource) return refuse(newNotFound(kind, info.name));
  const applied = extensions().applyConfig(info, request, stored, context.nowMicros);
  if (applied.status) return refuse(applied.status);
  const { managedFields } = applied.object.metadata;
  const object = kind.setDefaults(applied.object);
  if (stored)
    return store(context, info, request, object, stored, applied.warnings, managedFields as ManagedFieldsEntry[]);
  return createObject(context, kind, object, info.namespace, applied.warnings, managedFields);
}

/** PATCH of an object or of its status, by the content type's rules. */
export function patch(context: HandlerContext, info: RequestInfo, request: ApiRequest): Decision {
  const { kind } = info;
  const stored = context.storage.get(kind, keyOf(info.namespace, info.name));
  if ((request.contentType ?? '').startsWith(APPLY_PATCH)) return apply(context, info, request, stored);
  if (!stored) return refuse(newNotFound(kind, info.name));
  const validation = (request.query?.fieldValidation ?? 'Warn') as FieldValidation;
  const patched = applyPatch(schemaName(kind), request.contentType ?? '', stored, request.body, validation);
  if (patched.status) return refuse(patched.status);
  // The patch has read the object by the API's schema, where that has it; kind, version and defaults are left.
  const decoded = decodeObject(kind, patched.object, { ...request, trusted: kind.custom === undefined });
  if ('status' in decoded) return refuse(decoded.status);
  if (decoded.object.metadata.name !== info.name) {
    const text = `the name of the object (${decoded.object.metadata.name}) does not match the name on the URL (${info.name})`;
    return refuse(newBadRequest(text));
  }
  return store(context, info, request, decoded.object, stored, [...patched.warnings, ...decoded.warnings]);
}
