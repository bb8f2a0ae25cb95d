/**
 * Models: the Go structs of k8s.io/api and k8s.io/apimachinery: fields, JSON names, types, patch tags.
 * Simplified: generated (`npm run gen:schema`) in a short notation, which is read here, a struct when it is first used.
 * Not modelled: -
 */
import generated from './schema.json';

type ScalarKind =
  | 'string'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'float64'
  | 'time'
  | 'microTime'
  | 'quantity'
  | 'intOrString'
  | 'bytes'
  | 'any';

export type TypeSchema =
  | { readonly kind: ScalarKind; readonly goType: string; readonly enum?: readonly string[] }
  | { readonly kind: 'struct'; readonly goType: string; readonly struct: StructSchema }
  | { readonly kind: 'list'; readonly goType: string; readonly item: TypeSchema }
  | { readonly kind: 'map'; readonly goType: string; readonly item: TypeSchema };

export interface FieldSchema {
  readonly name: string;
  readonly type: TypeSchema;
  readonly required: boolean;
  /** An empty value is stored, not forgotten. */
  readonly keepsEmpty: boolean;
  /** A struct for which absent and `{}` are the same: Go always writes it. */
  readonly alwaysWritten: boolean;
  /** Strategic merge: the key that joins list items, `=` for lists of primitives; undefined for atomic lists. */
  readonly mergeKey: string | undefined;
  /** Strategic merge: fields that the patch does not name are dropped when it says `$retainKeys`. */
  readonly retainKeys: boolean;
  /** As Go's decoding errors name it: with the struct that Go inlines, `VolumeSource.hostPath`. */
  readonly goName: string;
}

export interface StructSchema {
  /** The Go struct's name without its package: `DeploymentSpec`. */
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldSchema>;
}

interface Tables {
  readonly kinds: Readonly<Record<string, string>>;
  readonly enums: Readonly<Record<string, string>>;
  readonly inlined: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

let tables: Tables = generated;

/** Adds the types of the kinds that are a part of their own. Adding them again changes nothing. */
export function installTypes(further: Tables): void {
  tables = {
    kinds: { ...tables.kinds, ...further.kinds },
    enums: { ...tables.enums, ...further.enums },
    inlined: { ...tables.inlined, ...further.inlined },
    types: { ...tables.types, ...further.types },
  };
  kindStructs = new Set(Object.values(tables.kinds));
}

const SCALARS: Readonly<Record<string, readonly [ScalarKind, string]>> = {
  s: ['string', 'string'],
  b: ['bool', 'bool'],
  i: ['int32', 'int32'],
  l: ['int64', 'int64'],
  f: ['float64', 'float64'],
  t: ['time', 'v1.Time'],
  m: ['microTime', 'v1.MicroTime'],
  q: ['quantity', 'resource.Quantity'],
  x: ['intOrString', 'intstr.IntOrString'],
  y: ['bytes', '[]uint8'],
  '*': ['any', 'interface {}'],
};

const structs = new Map<string, StructSchema>();

/** The struct of a name; undefined when the schema does not have it. */
export function findStruct(name: string): StructSchema | undefined {
  const known = structs.get(name);
  if (known !== undefined) return known;
  if (!Object.hasOwn(tables.types, name)) return undefined;
  const fields = new Map<string, FieldSchema>();
  const struct = { name, fields };
  // Entered before its fields are read: structs may hold themselves (JSONSchemaProps does upstream).
  structs.set(name, struct);
  for (const [field, notation] of Object.entries(tables.types[name]!)) {
    fields.set(field, readField(field, notation, goNameOf(name, field)));
  }
  return struct;
}

let kindStructs: ReadonlySet<string> = new Set(Object.values(tables.kinds));

function goNameOf(struct: string, field: string): string {
  if (kindStructs.has(struct) && (field === 'apiVersion' || field === 'kind')) return `TypeMeta.${field}`;
  const [inner, ...fields] = (tables.inlined[struct] ?? '').split(' ');
  if (fields.length === 0) return field;
  const comesFromThere = fields[0]!.startsWith('!') ? `!${field}` !== fields[0] : fields.includes(field);
  return comesFromThere ? `${inner}.${field}` : field;
}

/** The struct of a kind. Throws for a kind that `npm run gen:schema` has not been told of. */
export function structOf(kind: string): StructSchema {
  const struct = findStruct(kind);
  if (struct === undefined) throw new Error(`no schema for kind ${kind}: add it to scripts/schema-overlay.ts`);
  return struct;
}

/** The name of the struct of `apps/v1` `Deployment`; undefined for kinds the schema does not have. */
export function structNameOf(apiVersion: string, kind: string): string | undefined {
  const key = `${apiVersion}/${kind}`;
  return Object.hasOwn(tables.kinds, key) ? tables.kinds[key] : undefined;
}

function readField(name: string, notation: string, goName: string): FieldSchema {
  const required = notation.endsWith('!');
  const keepsEmpty = required || notation.endsWith('?');
  const retainKeys = notation.startsWith('~');
  const alwaysWritten = notation.endsWith('+');
  const type = notation.slice(retainKeys ? 1 : 0, keepsEmpty || alwaysWritten ? -1 : undefined);
  const merge = /^\[([^\]]+)\]/.exec(type);
  return {
    name,
    type: readType(merge === null ? type : `[]${type.slice(merge[0].length)}`),
    required,
    keepsEmpty,
    alwaysWritten,
    mergeKey: merge?.[1],
    retainKeys,
    goName,
  };
}

function readType(notation: string): TypeSchema {
  if (notation.startsWith('[]')) {
    const item = readType(notation.slice(2));
    return { kind: 'list', goType: `[]${item.goType}`, item };
  }
  if (notation.startsWith('{}')) {
    const item = readType(notation.slice(2));
    return { kind: 'map', goType: notation === '{}q' ? 'v1.ResourceList' : `map[string]${item.goType}`, item };
  }
  if (notation.startsWith('s:')) {
    const name = notation.slice(2);
    const values = tables.enums[name]?.split('|');
    const goType = name.includes('.') ? name : `v1.${name}`;
    return values === undefined ? { kind: 'string', goType } : { kind: 'string', goType, enum: values };
  }
  const scalar = SCALARS[notation];
  if (scalar !== undefined) return { kind: scalar[0], goType: scalar[1] };
  return {
    kind: 'struct',
    goType: `v1.${notation}`,
    get struct() {
      return structOf(notation);
    },
  };
}
