// Models: k8s.io/apiserver pkg/endpoints/handlers/create.go, pkg/registry/rest/create.go BeforeCreate,
//   pkg/registry/generic/registry/store.go Create
// Simplified: —
// Not modelled: —

import { formatTime } from '../../shared/time';
import { type KindDefinition, tableName } from '../api/kinds';
import { type KubeObject, keyOf, withMetadata } from '../api/meta';
import {
  newAlreadyExists,
  newBadRequest,
  newGenerateNameConflict,
  newInvalid,
  newUnknownError,
  type Status,
} from '../api/status';
import { mutate, validate } from './admission/chain';
import { type Decision, putAndAnswer, refuse } from './decision';
import { decodeBody } from './decode';
import { extensions } from './extensions';
import type { HandlerContext } from './handler-context';
import type { ApiRequest, RequestInfo } from './http';
import { generateName, generateUID } from './names';

/** MaxNameGenerationCreateAttempts (gate RetryGenerateName, on since 1.31). */
const nameAttempts = 8;

/** Sets what the server decides and checks the object (BeforeCreate). */
function beforeCreate(
  context: HandlerContext,
  kind: KindDefinition,
  object: KubeObject,
  namespace: string,
): { object: KubeObject } | { status: Status } {
  let name = object.metadata.name ?? '';
  if (object.metadata.resourceVersion) {
    return { status: newUnknownError('resourceVersion should not be set on objects to be created') };
  }
  const base = object.metadata.generateName;
  const generated = !name && !!base;
  if (generated) {
    for (let attempt = 0; attempt < nameAttempts; attempt++) {
      name = generateName(context.kernel, kind.resource, base, context.nextDraw(kind.resource, `${namespace}/${base}`));
      if (!context.storage.get(kind, keyOf(namespace, name))) break;
    }
  }
  const key = keyOf(kind.namespaced ? namespace : '', name);
  let next = withMetadata(object, {
    ...(name ? { name } : {}),
    namespace: kind.namespaced ? namespace : undefined,
    uid: generateUID(context.kernel, `${kind.resource}/${key}`, context.nowMicros),
    creationTimestamp: formatTime(context.nowMicros),
    deletionTimestamp: undefined,
    deletionGracePeriodSeconds: undefined,
    generation: undefined,
    managedFields: undefined,
  } as Partial<KubeObject['metadata']>);
  if (kind.beginCreate) {
    const begun = kind.beginCreate(next, {
      stored: () => context.storage.table(tableName(kind)).values(),
      random: (purpose) => context.kernel.rand('kube-apiserver', purpose, `${kind.resource}/${key}`, context.nowMicros),
    });
    if (begun.errors) return { status: newInvalid(kind.group, kind.kind, name || (base ?? ''), begun.errors) };
    if (begun.failure) return { status: begun.failure };
    next = begun.object;
  }
  next = kind.prepareForCreate(next);
  const errors = kind.validate(next);
  if (errors.length > 0) return { status: newInvalid(kind.group, kind.kind, name, errors) };
  if (kind.canonicalize) next = kind.canonicalize(next);
  if (name && context.storage.get(kind, key)) {
    return { status: generated ? newGenerateNameConflict(kind, name, 1) : newAlreadyExists(kind, name) };
  }
  return { object: next };
}

/** Texts for the `Warning` header of a create or update. */
export function warningsOf(kind: KindDefinition, object: KubeObject, old: KubeObject | undefined): readonly string[] {
  return [...extensions().podWarnings(kind.kind, object, old), ...(kind.warnings?.(object, old) ?? [])];
}

/** Admission, the object's own rules, and the write of a new object. `managedFields`: owners, of an object that is applied. */
export function createObject(
  context: HandlerContext,
  kind: KindDefinition,
  given: KubeObject,
  namespace: string,
  warnings: readonly string[],
  managedFields?: KubeObject['metadata']['managedFields'],
): Decision {
  const attributes = { operation: 'CREATE', kind, namespace, object: given, old: undefined } as const;
  const admitted = mutate(attributes, context);
  if ('status' in admitted) return refuse(admitted.status);
  const begun = beforeCreate(context, kind, admitted.object, namespace);
  if ('status' in begun) return refuse(begun.status);
  const object = managedFields ? withMetadata(begun.object, { managedFields }) : begun.object;
  const validated = validate({ ...attributes, object }, context);
  if ('status' in validated) return refuse(validated.status);
  const all = [...warnings, ...warningsOf(kind, object, undefined)];
  const { records, waitMicros } = admitted;
  return { ...putAndAnswer(kind, object, 201, all, validated.writes), admission: records, waitMicros };
}

export function create(context: HandlerContext, info: RequestInfo, request: ApiRequest): Decision {
  const { kind } = info;
  const decoded = decodeBody(kind, request);
  if ('status' in decoded) return refuse(decoded.status);
  const { object, warnings } = decoded;
  const own = object.metadata.namespace;
  if (kind.namespaced && own && own !== info.namespace) {
    return refuse(
      newBadRequest('the namespace of the provided object does not match the namespace sent on the request'),
    );
  }
  if (info.name && object.metadata.name && info.name !== object.metadata.name) {
    return refuse(
      newBadRequest(
        `the name of the object (${object.metadata.name}) does not match the name on the URL (${info.name})`,
      ),
    );
  }
  return createObject(context, kind, object, info.namespace, warnings);
}
