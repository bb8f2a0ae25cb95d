// Models: sigs.k8s.io/structured-merge-diff schema, as x-kubernetes-list-type, -list-map-keys and -map-type of the API's
//   OpenAPI document describe it
// Simplified: a list that strategic merge joins by a key is joined by that key; the exceptions are named below.
// Not modelled: -
import { isMap, itemsOf, type JsonSchema, propertyOf, valuesOf } from '../../api/custom/json-schema';
import type { KindDefinition } from '../../api/kinds/kind-definition';
import { type FieldSchema, findStruct, type StructSchema, type TypeSchema } from '../../api/schema/schema';

/** How a value is owned: as a whole, member by member, or item by item. */
export type Shape =
  | { readonly kind: 'whole' }
  | { readonly kind: 'struct'; readonly struct: StructSchema }
  /** `member`: the shapes of its members where they differ. */
  | { readonly kind: 'map'; readonly item: Shape; readonly member?: (name: string) => Shape }
  | { readonly kind: 'set' }
  | { readonly kind: 'keyed'; readonly keys: readonly string[]; readonly item: Shape };

const WHOLE: Shape = { kind: 'whole' };

/** Structs that belong to one owner. */
const ATOMIC: ReadonlySet<string> = new Set([
  'ConfigMapKeySelector',
  'FileKeySelector',
  'LabelSelector',
  'LocalObjectReference',
  'NodeSelector',
  'NodeSelectorTerm',
  'ObjectFieldSelector',
  'ObjectReference',
  'ResourceFieldSelector',
  'RoleRef',
  'ScopeSelector',
  'SecretKeySelector',
  'SecretReference',
  'Subject',
  'TypedLocalObjectReference',
]);

/** Maps that belong to one owner. */
const ATOMIC_MAPS: ReadonlySet<string> = new Set(['PodSpec.nodeSelector', 'ServiceSpec.selector']);

/** Lists whose items need more than the one key of strategic merge. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  'Container.ports': ['containerPort', 'protocol'],
  'EphemeralContainer.ports': ['containerPort', 'protocol'],
  'PodSpec.topologySpreadConstraints': ['topologyKey', 'whenUnsatisfiable'],
  'ServiceSpec.ports': ['port', 'protocol'],
};

/** What a key is when an item does not name it. */
export const KEY_DEFAULTS: Readonly<Record<string, unknown>> = { protocol: 'TCP' };

const custom = new WeakMap<object, Shape>();

/** As the schema of a custom kind has it: lists belong to one owner unless it says more. */
function ofSchema(schema: JsonSchema | undefined): Shape {
  if (schema === undefined) return DEEP;
  const known = custom.get(schema);
  if (known !== undefined) return known;
  let shape: Shape = WHOLE;
  const list = schema['x-kubernetes-list-type'];
  if (schema.type === 'array' && list === 'set') shape = { kind: 'set' };
  else if (schema.type === 'array' && list === 'map') {
    shape = { kind: 'keyed', keys: schema['x-kubernetes-list-map-keys'] ?? [], item: ofSchema(itemsOf(schema)) };
  } else if (schema.type === 'object' && schema['x-kubernetes-map-type'] !== 'atomic') {
    const values = valuesOf(schema);
    const item = isMap(values) ? ofSchema(values as JsonSchema) : DEEP;
    shape = {
      kind: 'map',
      item,
      member: (name) => {
        const property = propertyOf(schema, name);
        return property === undefined ? item : ofSchema(property);
      },
    };
  }
  custom.set(schema, shape);
  return shape;
}

/** Maps are owned member by member all the way down. */
const DEEP: Shape = { kind: 'map', item: WHOLE, member: () => DEEP };

export function rootShape(kind: Pick<KindDefinition, 'kind' | 'custom'>): Shape {
  if (kind.custom) {
    const root = ofSchema(kind.custom.schema as JsonSchema);
    const metadata = findStruct('ObjectMeta');
    if (root.kind !== 'map' || metadata === undefined) return root;
    return {
      ...root,
      member: (name) =>
        name === 'metadata' ? { kind: 'struct', struct: metadata } : (memberShape(root, name) ?? WHOLE),
    };
  }
  const struct = findStruct(kind.kind);
  return struct === undefined ? { kind: 'map', item: WHOLE } : { kind: 'struct', struct };
}

function ofType(type: TypeSchema): Shape {
  if (type.kind === 'struct') {
    return ATOMIC.has(type.goType.slice('v1.'.length)) ? WHOLE : { kind: 'struct', struct: type.struct };
  }
  return type.kind === 'map' ? { kind: 'map', item: ofType(type.item) } : WHOLE;
}

export function fieldShape(struct: StructSchema, field: FieldSchema): Shape {
  const place = `${struct.name}.${field.name}`;
  const { type, mergeKey } = field;
  if (type.kind === 'map') return ATOMIC_MAPS.has(place) ? WHOLE : ofType(type);
  if (type.kind !== 'list') return ofType(type);
  if (mergeKey === undefined) return WHOLE;
  if (mergeKey === '=') return { kind: 'set' };
  return { kind: 'keyed', keys: KEYS[place] ?? [mergeKey], item: ofType(type.item) };
}

export function memberShape(shape: Shape, name: string): Shape | undefined {
  if (shape.kind === 'map') return shape.member?.(name) ?? shape.item;
  if (shape.kind !== 'struct') return undefined;
  const field = shape.struct.fields.get(name);
  return field === undefined ? undefined : fieldShape(shape.struct, field);
}

/** Whether a member that appears is itself a field: Go's plain structs are always there. */
export function isAlwaysThere(shape: Shape, name: string): boolean {
  if (shape.kind !== 'struct') return false;
  const field = shape.struct.fields.get(name);
  return field?.type.kind === 'struct' && (field.alwaysWritten || field.required);
}
