/**
 * Models: k8s.io/apiserver pkg/registry/rest (RESTCreateStrategy, RESTUpdateStrategy, RESTDeleteStrategy,
 *   RESTGracefulDeleteStrategy) and pkg/registry/generic/registry Store (BeginCreate, BeginUpdate).
 * Simplified: one plain object a kind; strategies are pure functions that return the new object instead of changing it.
 * Not modelled: -
 */
import type { FieldError } from '../field-error';
import type { KubeObject } from '../meta';
import type { Status } from '../status';
import type { PrintColumn } from './columns';

export type Subresource =
  | 'status'
  | 'scale'
  | 'binding'
  | 'eviction'
  | 'log'
  | 'exec'
  | 'finalize'
  | 'ephemeralcontainers'
  | 'resize';

/** autoscaling/v1 Scale, without metadata: what `/scale` reads and writes. */
export interface ScaleFields {
  /** spec.replicas */
  readonly specReplicas: number;
  /** status.replicas */
  readonly statusReplicas: number;
  /** status.selector: the selector in its text form. */
  readonly selector: string;
}

export interface GracefulDelete {
  /** True: the object stays, terminating, until its owner (the kubelet) deletes it with grace 0. */
  readonly graceful: boolean;
  readonly graceSeconds: number;
}

/** What BeginCreate and BeginUpdate may look at: the stored objects of the same kind, and chance. */
export interface BeginContext<T> {
  /** All stored objects of this kind; called only when an allocation is needed. Order must not matter. */
  stored(): Iterable<T>;
  /** A number in [0, 1), the same for the same purpose and call. */
  random(purpose: string): number;
}

/** The object with what was allocated, or complaints about its fields (422), or another failure (500: a range is full). */
export type BeginResult<T> =
  | { readonly object: T; readonly errors?: undefined; readonly failure?: undefined }
  | { readonly errors: readonly FieldError[]; readonly object?: undefined; readonly failure?: undefined }
  | { readonly failure: Status; readonly object?: undefined; readonly errors?: undefined };

/** What a kind whose objects hold others (Namespace) does when it goes: its content goes first. */
export interface ContentRules<T> {
  /** Who has yet to say that the content is gone (spec.finalizers). */
  finalizers(object: T): readonly string[];
  /** The object when its deletion begins. */
  markTerminating(object: T): T;
  /** For PUT of `/finalize`: keeps everything but the finalizers. */
  prepareForFinalize(object: T, old: T): T;
  validateFinalize(object: T, old: T): FieldError[];
}

/** How a value becomes an object of a kind that a CustomResourceDefinition defines. */
export interface CustomRules {
  /** openAPIV3Schema of the version. */
  readonly schema: object;
  /** Drops unknown fields; what they are is in `strict`, and why the value is no object at all in `fatal`. */
  read(value: Readonly<Record<string, unknown>>): {
    readonly object: unknown;
    readonly fatal: string | undefined;
    readonly strict: readonly string[];
  };
}

/** A further served version of a kind: the same stored objects in another form. */
export interface View {
  /** The kind in the version that is stored. */
  readonly of: KindDefinition;
  fromStored(object: KubeObject): KubeObject;
  toStored(object: KubeObject): KubeObject;
}

/** One kind that the API server stores. A new kind is one file that exports one of these, and a line in index.ts. */
export interface KindDefinition<T extends KubeObject = KubeObject> {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  /** Plural, as in paths. */
  readonly resource: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly Subresource[];

  /** Copy-on-write; returns the same reference when nothing is missing. Idempotent. */
  setDefaults(object: T): T;

  /** Allocation before PrepareForCreate and validation (Service addresses and ports). */
  beginCreate?(object: T, context: BeginContext<T>): BeginResult<T>;
  beginUpdate?(object: T, old: T, context: BeginContext<T>): BeginResult<T>;

  /** Drops what clients may not set (status), sets what the server decides (generation, phase, qosClass). */
  prepareForCreate(object: T): T;
  /** Keeps the old status, raises `metadata.generation` by the kind's rule. */
  prepareForUpdate(object: T, old: T): T;
  /** For PUT/PATCH of `/status`: keeps everything but status (and what upstream lets through). */
  prepareForStatusUpdate(object: T, old: T): T;

  /** Rewrites what is stored after validation (Canonicalize). */
  canonicalize?(object: T): T;

  /** All complaints in upstream's order; empty when valid. Never throws on a value of the schema's shape. */
  validate(object: T): FieldError[];
  validateUpdate(object: T, old: T): FieldError[];
  validateStatusUpdate(object: T, old: T): FieldError[];

  /** PUT creates a missing object (Node, Service no; Event, Lease, EndpointSlice … as upstream). */
  readonly allowCreateOnUpdate: boolean;
  /** A PUT without resourceVersion overwrites; else 422 `metadata.resourceVersion: must be specified for an update`. */
  readonly allowUnconditionalUpdate: boolean;

  readonly scale?: {
    get(object: T): ScaleFields;
    set(object: T, replicas: number): T;
  };
  /** Field selectors beside `metadata.name` and `metadata.namespace`, which every kind has. */
  readonly selectableFields?: Readonly<Record<string, (object: T) => string>>;
  /** CheckGracefulDelete; kinds without it are deleted at once. */
  gracefulDelete?(object: T, requestedSeconds: number | undefined): GracefulDelete;
  /** What a delete without propagationPolicy does to dependents; 'Background' when absent. */
  readonly defaultGarbageCollectionPolicy?: 'Background' | 'Orphan';
  /** What the first delete does to the object, which then waits for its finalizers. */
  beginDeletion?(object: T, nowMicros: number): T;
  /** The name of the table of its objects, where it is not the resource's. */
  readonly storedAs?: string;
  /** Set for the kinds of CustomResourceDefinitions, which the schema of the API does not know. */
  readonly custom?: CustomRules;
  readonly view?: View;
  /** Set: a delete only marks the object until its content is gone; its collection cannot be deleted. */
  readonly content?: ContentRules<T>;
  /** A delete answers with the object instead of a Status (pods, services, serviceaccounts…: ReturnDeletedObject). */
  readonly returnsDeletedObject?: boolean;
  /** What a Table of these objects shows after their names; the age alone when absent. */
  readonly columns?: readonly PrintColumn<T>[];
  /** What the column of names shows; the name when absent. */
  nameCell?(object: T): string;
  /** Nothing in this cluster acts on these objects yet: they are stored, and that is all. */
  readonly unattended?: true;
  /** Warnings for the `Warning` header of a create or update. */
  warnings?(object: T, old: T | undefined): string[];
}

/** The name of the table that holds a kind's objects. */
export function tableName({ storedAs, resource }: Pick<KindDefinition, 'storedAs' | 'resource'>): string {
  return storedAs ?? resource;
}

/** The name by which the schema of the API knows a kind; none when it does not. */
export function schemaName({ custom, kind }: Pick<KindDefinition, 'custom' | 'kind'>): string {
  return custom ? '' : kind;
}

/** A definition whose own object type is forgotten: the REST layer hands each kind only objects of that kind. */
export function erased<T extends KubeObject>(kind: KindDefinition<T>): KindDefinition {
  return kind as unknown as KindDefinition;
}
