// Models: k8s.io/apiserver pkg/endpoints/handlers/patch.go (applyPatcher), k8s.io/apimachinery pkg/util/managedfields
//   (StructuredMergeManager.Apply, conflict.go), sigs.k8s.io/structured-merge-diff merge/update.go (Apply, prune)
// Simplified: owners are kept from an object's first server-side apply on.
// Not modelled: fields of other versions of a kind.
import { equalJson } from '../../../shared/json';
import { required } from '../../api/field-error';
import type { KindDefinition } from '../../api/kinds/kind-definition';
import { apiVersionOf, type KubeObject, withMetadata } from '../../api/meta';
import { newBadRequest, newInvalid, type Status } from '../../api/status';
import { decodeStrict } from '../../api/validate-schema';
import type { ApiRequest, RequestInfo } from '../http';
import { compareFields, fieldsOf, isMap, owned, pathText, union, without } from './field-set';
import { mergeValues, removeFields } from './merge';
import {
  afterWrite,
  type Conflict,
  conflictsOf,
  entriesOf,
  isSame,
  type Owner,
  ownersOf,
  ownerText,
  timeOf,
  updaterAfter,
} from './owners';
import { rootShape } from './shapes';

export type Applied =
  | { readonly object: KubeObject; readonly warnings: readonly string[]; readonly status?: undefined }
  | { readonly status: Status; readonly object?: undefined };

function optionErrors(request: ApiRequest): Status | undefined {
  if (request.query?.fieldManager) return undefined;
  const error = required('fieldManager', 'is required for apply patch');
  return newInvalid('meta.k8s.io', 'PatchOptions', '', [error]);
}

function conflictStatus(conflicts: readonly Conflict[]): Status {
  const causes = conflicts.map(({ owner, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${ownerText(owner)}`,
    field: pathText(path),
  }));
  const only = conflicts[0];
  let message = `Apply failed with 1 conflict: conflict with ${only ? `${ownerText(only.owner)}: ${pathText(only.path)}` : ''}`;
  if (conflicts.length > 1) {
    const names = [...new Set(conflicts.map(({ owner }) => ownerText(owner)))].sort();
    const lines = names.flatMap((name) => [
      `conflicts with ${name}:`,
      ...conflicts.filter(({ owner }) => ownerText(owner) === name).map(({ path }) => `- ${pathText(path)}`),
    ]);
    message = `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
  }
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason: 'Conflict',
    details: { causes },
    code: 409,
  };
}

/** The body as a configuration of the kind, without defaults. */
function readConfig(kind: KindDefinition, info: RequestInfo, request: ApiRequest): Applied {
  const { body } = request;
  if (!isMap(body)) return { status: newBadRequest('error decoding YAML: the body is no mapping') };
  const apiVersion = apiVersionOf(kind.group, kind.version);
  if (body.apiVersion !== apiVersion || body.kind !== kind.kind) {
    const given = `${String(body.apiVersion ?? '')}, Kind=${String(body.kind ?? '')}`;
    return { status: newBadRequest(`invalid object type: ${given}`) };
  }
  const decoded = kind.custom ? kind.custom.read(body) : decodeStrict(kind.kind, body);
  const subject = `${kind.kind} in version ${JSON.stringify(kind.version)} cannot be handled as a ${kind.kind}`;
  if (decoded.fatal !== undefined) return { status: newBadRequest(`${subject}: ${decoded.fatal}`) };
  const mode = request.query?.fieldValidation ?? 'Warn';
  if (decoded.strict.length > 0 && mode === 'Strict') {
    return { status: newBadRequest(`${subject}: strict decoding error: ${decoded.strict.join(', ')}`) };
  }
  const object = decoded.object as KubeObject;
  const metadata = object.metadata ?? {};
  if ((metadata.managedFields ?? []).length > 0) return { status: newBadRequest('metadata.managedFields must be nil') };
  if ((metadata.name ?? info.name) !== info.name) {
    const text = `the name of the object (${metadata.name}) does not match the name on the URL (${info.name})`;
    return { status: newBadRequest(text) };
  }
  return {
    object: { ...object, metadata: { ...metadata, name: info.name } },
    warnings: mode === 'Warn' ? decoded.strict : [],
  };
}

/** The object that an apply leads to, with its owners; conflicts are a refusal unless the request forces them. */
export function applyConfig(
  info: RequestInfo,
  request: ApiRequest,
  stored: KubeObject | undefined,
  nowMicros: number,
): Applied {
  const { kind } = info;
  const wrong = optionErrors(request);
  if (wrong) return { status: wrong };
  const read = readConfig(kind, info, request);
  if (read.status) return read;
  const config = read.object;
  const shape = rootShape(kind);
  const applier: Owner = {
    manager: request.query?.fieldManager ?? '',
    operation: 'Apply',
    apiVersion: apiVersionOf(kind.group, kind.version),
    subresource: info.subresource,
    time: timeOf(nowMicros),
    fields: owned(fieldsOf(shape, config), info.subresource),
  };
  if (stored === undefined) {
    return { object: withMetadata(config, { managedFields: entriesOf([applier]) }), warnings: read.warnings };
  }
  const owners = ownersOrFirst(shape, stored, applier);
  const before = owners.find((owner) => isSame(owner, applier));
  const others = owners.filter((owner) => !isSame(owner, applier));
  let merged = mergeValues(shape, stored, config);
  const kept = union(applier.fields, ...others.map(({ fields }) => fields));
  const given = without(before?.fields ?? new Set(), kept);
  if (given.size > 0) merged = removeFields(shape, merged, given, kept);
  const change = compareFields(shape, stored, merged);
  const conflicts = conflictsOf(owners, applier, change);
  if (conflicts.length > 0 && request.query?.force !== 'true') return { status: conflictStatus(conflicts) };
  // Who applies the same again is not written down anew.
  const unchanged = equalJson(stored, merged) && before !== undefined && equalSets(before, applier);
  const managedFields = unchanged ? stored.metadata.managedFields : entriesOf(afterWrite(owners, applier, change));
  return { object: withMetadata(merged as KubeObject, { managedFields }), warnings: read.warnings };
}

const equalSets = (a: Owner, b: Owner): boolean =>
  a.fields.size === b.fields.size && [...a.fields].every((path) => b.fields.has(path));

function ownersOrFirst(shape: ReturnType<typeof rootShape>, stored: KubeObject, applier: Owner): Owner[] {
  const owners = ownersOf(stored.metadata.managedFields);
  if (owners.length > 0) return owners;
  const { creationTimestamp } = stored.metadata;
  const fields = owned(fieldsOf(shape, stored), '');
  return [
    {
      ...applier,
      manager: 'before-first-apply',
      operation: 'Update',
      subresource: '',
      time: creationTimestamp,
      fields,
    },
  ];
}

/** The owners after an ordinary write of an object that has some. */
export function withOwners(
  info: RequestInfo,
  request: ApiRequest,
  object: KubeObject,
  stored: KubeObject,
  nowMicros: number,
): KubeObject {
  const { kind, subresource } = info;
  const shape = rootShape(kind);
  const compared = compareFields(shape, stored, object);
  const change = {
    changed: owned(compared.changed, subresource),
    removed: owned(compared.removed, subresource),
  };
  if (change.changed.size === 0 && change.removed.size === 0) return object;
  const owners = ownersOf(stored.metadata.managedFields);
  const updater = {
    manager: request.query?.fieldManager || request.actor || request.user,
    operation: 'Update',
    apiVersion: apiVersionOf(kind.group, kind.version),
    subresource,
    time: timeOf(nowMicros),
  } as const;
  const managedFields = entriesOf(afterWrite(owners, updaterAfter(owners, updater, change), change));
  return withMetadata(object, { managedFields });
}
