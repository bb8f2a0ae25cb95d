import type { Status } from '../../api/status';

/** 422 of a patch that does not apply; the reason stays in the server (NewGenericServerResponse). */
export function newRejectedPatch(): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'the server rejected our request due to an error in our request',
    reason: 'Invalid',
    details: {},
    code: 422,
  };
}
