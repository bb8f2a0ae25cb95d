// Models: k8s.io/apiserver pkg/endpoints/handlers: the result of one request before it is written.
// Simplified: —
// Not modelled: —
import type { KindDefinition } from '../api/kinds';
import { type KubeObject, keyOfObject } from '../api/meta';
import type { Status } from '../api/status';
import type { AdmissionRecord } from './admission/chain';

export type Write =
  | { readonly op: 'put'; readonly kind: KindDefinition; readonly object: KubeObject }
  | { readonly op: 'remove'; readonly kind: KindDefinition; readonly object: KubeObject };

/** What a request leads to: what is written, and what is answered. */
export interface Decision {
  readonly code: number;
  readonly writes: readonly Write[];
  /** Makes the answer from the objects as stored, one for each write. */
  readonly body: (stored: readonly KubeObject[]) => unknown;
  readonly warnings?: readonly string[];
  /** What admission plugins changed, in the order in which they ran. */
  readonly admission?: readonly AdmissionRecord[];
  /** How much longer than others the request takes, microseconds. */
  readonly waitMicros?: number;
  /** Opens the stream that follows the answer; `undefined` when nothing follows. */
  readonly open?: (sink: string, cause: number) => string | undefined;
}

export function refuse(status: Status): Decision {
  return { code: status.code ?? 500, writes: [], body: () => status };
}

export function answer(code: number, body: unknown): Decision {
  return { code, writes: [], body: () => body };
}

/** Writes one object, and others before it, and answers with it as stored. */
export function putAndAnswer(
  kind: KindDefinition,
  object: KubeObject,
  code: number,
  warnings: readonly string[] = [],
  before: readonly Write[] = [],
): Decision {
  return { code, writes: [...before, { op: 'put', kind, object }], body: (stored) => stored[before.length], warnings };
}

export function writeKey(write: Write): string {
  return keyOfObject(write.object);
}
