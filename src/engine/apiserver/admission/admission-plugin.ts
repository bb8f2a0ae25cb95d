// Models: k8s.io/apiserver pkg/admission (Attributes, MutationInterface, ValidationInterface, NewForbidden)
// Simplified: a plugin reads the store itself, where upstream's reads the API server's own informers.
// Not modelled: CONNECT, and DELETE, whose one rule stands with the deletion.
import type { KindDefinition } from '../../api/kinds';
import type { KubeObject } from '../../api/meta';
import { newForbidden, type Status } from '../../api/status';
import type { HandlerContext } from '../handler-context';

export type Operation = 'CREATE' | 'UPDATE';

/** What a plugin is asked about: a write of a whole object; writes of subresources are not asked about. */
export interface AdmissionAttributes {
  readonly operation: Operation;
  readonly kind: KindDefinition;
  readonly namespace: string;
  readonly object: KubeObject;
  /** The stored object, of an update. */
  readonly old: KubeObject | undefined;
}

/** One field that a plugin set, and what to. */
export interface FieldChange {
  /** `spec.tolerations[0]` */
  readonly field: string;
  readonly value: unknown;
}

/** What a plugin makes of an object; `undefined`: nothing. */
export type Mutation =
  | undefined
  | {
      readonly object: KubeObject;
      readonly changes: readonly FieldChange[];
      /** How much longer the request takes because of it, microseconds. */
      readonly waitMicros?: number;
    }
  | { readonly refusal: Status };

/** One plugin of the chain: pure functions of the object and of what is stored. */
export interface AdmissionPlugin {
  /** As `--enable-admission-plugins` names it. */
  readonly name: string;
  readonly operations: readonly Operation[];
  /** Plural names of the resources that it looks at; absent: all. */
  readonly resources?: readonly string[];
  /** Changes or refuses; runs before the object is checked by its kind's rules. */
  mutate?(attributes: AdmissionAttributes, context: HandlerContext): Mutation;
  /** Only refuses; runs when the object is as it will be stored. */
  validate?(attributes: AdmissionAttributes, context: HandlerContext): Status | undefined;
}

/** admission.NewForbidden: a name that is still to be generated is told by its beginning. */
export function forbidden({ kind, object }: AdmissionAttributes, why: string): Status {
  return newForbidden(kind, object.metadata.name || object.metadata.generateName || 'Unknown', why);
}
