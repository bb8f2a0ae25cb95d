// Models: k8s.io/apiserver pkg/admission (Attributes, MutationInterface, ValidationInterface, NewForbidden)
// Simplified: a plugin reads the store itself, where upstream's reads the API server's own informers.
// Not modelled: CONNECT, and DELETE, whose one rule stands with the deletion.
import type { KindDefinition } from '../../api/kinds';
import type { KubeObject } from '../../api/meta';
import { newForbidden, type Status } from '../../api/status';
import type { Write } from '../decision';
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

/** What a plugin makes of a whole object that is about to be stored; `undefined`: it has nothing against it. */
export type Verdict =
  | undefined
  | Status
  /** It may be stored, and this is stored before it. */
  | { readonly writes: readonly Write[] };

/** One plugin of the chain: pure functions of the object and of what is stored. */
export interface AdmissionPlugin {
  /** As `--enable-admission-plugins` names it. */
  readonly name: string;
  readonly operations: readonly Operation[];
  /** The resources that it looks at, as `pods` or `ingresses.networking.k8s.io`; absent: all. */
  readonly resources?: readonly string[];
  /** Changes or refuses; runs before the object is checked by its kind's rules. */
  mutate?(attributes: AdmissionAttributes, context: HandlerContext): Mutation;
  /** Changes nothing of the object; runs when it is as it will be stored. */
  validate?(attributes: AdmissionAttributes, context: HandlerContext): Verdict;
}

/** admission.NewForbidden: a name that is still to be generated is told by its beginning. */
export function forbidden({ kind, object }: AdmissionAttributes, why: string): Status {
  return newForbidden(kind, object.metadata.name || object.metadata.generateName || 'Unknown', why);
}
