// Models: k8s.io/kube-openapi pkg/handler3 (OpenAPI v3 served a group version at a time), k8s.io/apiserver
//   pkg/endpoints/installer.go (operations)
// Simplified: schemas have the fields and types of the generated tables, without descriptions; of the paths only what
//   clients look at: which operations a kind has and that they take `fieldValidation`.
// Not modelled: v2, protobuf, entity tags.
import { type KindDefinition, schemaName } from '../api/kinds/kind-definition';
import { apiVersionOf } from '../api/meta';
import { type FieldSchema, findStruct, type StructSchema, type TypeSchema } from '../api/schema/schema';
import { pathOf } from './request-info';

type JsonMap = Readonly<Record<string, unknown>>;

const nameOf = (struct: StructSchema): string => `io.k8s.api.${struct.name}`;

function schemaOfType(type: TypeSchema, used: Map<string, StructSchema>): JsonMap {
  switch (type.kind) {
    case 'struct':
      used.set(nameOf(type.struct), type.struct);
      return { allOf: [{ $ref: `#/components/schemas/${nameOf(type.struct)}` }] };
    case 'list':
      return { type: 'array', items: schemaOfType(type.item, used) };
    case 'map':
      return { type: 'object', additionalProperties: schemaOfType(type.item, used) };
    case 'string':
      return { type: 'string', ...(type.enum === undefined ? {} : { enum: type.enum }) };
    case 'bool':
      return { type: 'boolean' };
    case 'int32':
    case 'int64':
      return { type: 'integer', format: type.kind };
    case 'float64':
      return { type: 'number', format: 'double' };
    case 'time':
    case 'microTime':
      return { type: 'string', format: 'date-time' };
    case 'bytes':
      return { type: 'string', format: 'byte' };
    case 'quantity':
      return { oneOf: [{ type: 'string' }, { type: 'number' }] };
    case 'intOrString':
      return { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] };
    case 'any':
      return {};
  }
}

function mergeTags({ mergeKey, retainKeys }: FieldSchema): JsonMap {
  const strategies = [...(retainKeys ? ['retainKeys'] : []), ...(mergeKey === undefined ? [] : ['merge'])];
  return {
    ...(strategies.length === 0 ? {} : { 'x-kubernetes-patch-strategy': strategies.join(',') }),
    ...(mergeKey === undefined || mergeKey === '=' ? {} : { 'x-kubernetes-patch-merge-key': mergeKey }),
  };
}

function schemaOf(struct: StructSchema, used: Map<string, StructSchema>): JsonMap {
  const fields = [...struct.fields.values()];
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const properties = fields.map((field) => [field.name, { ...schemaOfType(field.type, used), ...mergeTags(field) }]);
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(properties),
  };
}

const parameter = (name: string): JsonMap => ({
  name,
  in: 'query',
  schema: { type: 'string', uniqueItems: true },
});

function operationsOf(kind: KindDefinition): [string, JsonMap][] {
  const { group, version } = kind;
  const gvk = { group, version, kind: kind.kind };
  const operation = (action: string, ...query: readonly string[]): JsonMap => ({
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': gvk,
    ...(query.length === 0 ? {} : { parameters: query.map(parameter) }),
    responses: {},
  });
  const write = ['dryRun', 'fieldManager', 'fieldValidation'];
  const namespace = kind.namespaced ? '{namespace}' : undefined;
  return [
    [
      pathOf(kind, namespace),
      { get: operation('list', 'labelSelector', 'fieldSelector', 'watch'), post: operation('post', ...write) },
    ],
    [
      pathOf(kind, namespace, '{name}'),
      {
        get: operation('get'),
        put: operation('put', ...write),
        patch: operation('patch', ...write, 'force'),
        delete: operation('delete', 'dryRun', 'gracePeriodSeconds', 'propagationPolicy'),
      },
    ],
  ];
}

/** `com.example.stable.v1.CronTab` */
function customName({ group, version, kind }: KindDefinition): string {
  return [...group.split('.').reverse(), version, kind].join('.');
}

function customSchema({ custom, group, version, kind }: KindDefinition): JsonMap {
  const schema = custom?.schema as { readonly properties?: JsonMap };
  const properties = {
    ...schema.properties,
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
  };
  return { ...schema, properties, 'x-kubernetes-group-version-kind': [{ group, version, kind }] };
}

function documentOf(served: readonly KindDefinition[]): JsonMap {
  const used = new Map<string, StructSchema>();
  const roots = new Map<string, KindDefinition>();
  const custom: Record<string, JsonMap> = {};
  for (const kind of served) {
    const struct = findStruct(schemaName(kind));
    if (struct === undefined) {
      if (kind.custom) custom[customName(kind)] = customSchema(kind);
      continue;
    }
    used.set(nameOf(struct), struct);
    roots.set(nameOf(struct), kind);
  }
  const schemas: Record<string, JsonMap> = {};
  // A schema's fields add the structs that they name, which the same walk reaches then.
  for (const [name, struct] of used) {
    const kind = roots.get(name);
    const gvk = kind && { group: kind.group, version: kind.version, kind: kind.kind };
    const schema = schemaOf(struct, used);
    schemas[name] = gvk === undefined ? schema : { ...schema, 'x-kubernetes-group-version-kind': [gvk] };
  }
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'v1.37.0' },
    paths: Object.fromEntries(served.flatMap(operationsOf)),
    components: { schemas: { ...schemas, ...custom } },
  };
}

const prefixOf = ({ group, version }: KindDefinition): string =>
  group === '' ? `api/${version}` : `apis/${apiVersionOf(group, version)}`;

/** The answer to `/openapi/v3` and the paths below it; `undefined` for every other path. */
export function openApi(path: string, kinds: readonly KindDefinition[]): unknown {
  const root = '/openapi/v3';
  if (path === root) {
    const prefixes = [...new Set(kinds.map(prefixOf))];
    const paths = prefixes.map((prefix) => [prefix, { serverRelativeURL: `${root}/${prefix}` }]);
    return { paths: Object.fromEntries(paths) };
  }
  if (!path.startsWith(`${root}/`)) return undefined;
  const served = kinds.filter((kind) => prefixOf(kind) === path.slice(root.length + 1));
  return served.length === 0 ? undefined : documentOf(served);
}
