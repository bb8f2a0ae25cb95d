/**
 * What the generated schema cannot learn from the official client's models: which kinds the project knows, which
 * strings are quantities or named string types, enums, the strategic-merge tags of the Go structs, and what
 * Kubernetes 1.37 added to the 1.36 models. `gen-schema.ts` applies this and fails on a name that does not exist.
 */

export interface KindEntry {
  readonly apiVersion: string;
  readonly kind: string;
  /** Model of the client package, found in dist/gen/models. */
  readonly model: string;
  /** Stored kinds always carry metadata, so their TypeScript type requires it. */
  readonly stored: boolean;
}

const stored = (apiVersion: string, kind: string, model: string): KindEntry => ({
  apiVersion,
  kind,
  model,
  stored: true,
});
const passing = (apiVersion: string, kind: string, model: string): KindEntry => ({
  apiVersion,
  kind,
  model,
  stored: false,
});

/** The one list of kinds: a new kind starts with one line here, then `npm run gen:schema`. */
export const kinds: readonly KindEntry[] = [
  stored('v1', 'Namespace', 'V1Namespace'),
  stored('v1', 'Node', 'V1Node'),
  stored('v1', 'Pod', 'V1Pod'),
  stored('v1', 'Service', 'V1Service'),
  stored('v1', 'ConfigMap', 'V1ConfigMap'),
  stored('v1', 'Secret', 'V1Secret'),
  stored('v1', 'ServiceAccount', 'V1ServiceAccount'),
  stored('v1', 'Event', 'CoreV1Event'),
  stored('v1', 'PersistentVolumeClaim', 'V1PersistentVolumeClaim'),
  stored('apps/v1', 'ReplicaSet', 'V1ReplicaSet'),
  stored('apps/v1', 'Deployment', 'V1Deployment'),
  stored('coordination.k8s.io/v1', 'Lease', 'V1Lease'),
  stored('discovery.k8s.io/v1', 'EndpointSlice', 'V1EndpointSlice'),
  stored('scheduling.k8s.io/v1', 'PriorityClass', 'V1PriorityClass'),
  stored('v1', 'Binding', 'V1Binding'),
  stored('autoscaling/v1', 'Scale', 'V1Scale'),
  stored('policy/v1', 'Eviction', 'V1Eviction'),
  passing('v1', 'Status', 'V1Status'),
  passing('v1', 'DeleteOptions', 'V1DeleteOptions'),
];

/**
 * Notation of one field, as in schema.json:
 * `s` string, `s:Name` named string type, `b` bool, `i` int32, `l` int64, `f` float64, `t` time, `m` micro time,
 * `q` quantity, `x` int-or-string, `y` bytes (base64), `*` any JSON value, `Name` another type;
 * `[]T` list, `{}T` map by string; `[key]T` list that strategic merge joins by that key, `[=]T` joined by value;
 * leading `~` retainKeys; trailing `!` required.
 */
export type Notation = string;

/** Fields, and whole types, that Kubernetes 1.37 has and the 1.36 models lack. */
export const additions: Readonly<Record<string, Readonly<Record<string, Notation>>>> = {};

/** Quantities: plain strings in the models. `Type.field`; the notation keeps its map or list form. */
export const quantityFields: readonly string[] = [];

/** Named string types of the Go structs: decides the wording of decoding errors and finds the enum. */
export const namedStrings: Readonly<Record<string, string>> = {};

/** patchStrategy and patchMergeKey tags of the Go structs: a merge key, `=` for primitives, `~` for retainKeys. */
export const mergeKeys: Readonly<Record<string, string>> = {};

/** Values that validation accepts, sorted as upstream's messages print them, by the named string type. */
export const enums: Readonly<Record<string, readonly string[]>> = {};
