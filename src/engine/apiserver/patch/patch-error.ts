/**
 * Models: the errors of k8s.io/apiserver pkg/endpoints/handlers/patch.go, k8s.io/apimachinery pkg/api/errors
 *   NewGenericServerResponse.
 * Simplified: an exception inside the patchers, which applyPatch turns into the answer.
 * Not modelled: -
 */
import type { Status } from '../../api/status';

/** Ends a patch; thrown by the three patchers and turned into an answer by applyPatch. */
export class PatchError extends Error {
  readonly status: Status;

  constructor(status: Status) {
    super(status.message ?? '');
    this.status = status;
  }
}

/** 422 of a patch that does not apply; the reason stays in the server (NewGenericServerResponse). */
export function newRejectedPatch(): Status {
  const message = 'the server rejected our request due to an error in our request';
  const head = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' } as const;
  return { ...head, message, reason: 'Invalid', details: {}, code: 422 };
}
