import type { Status } from '../../api/status';

/** Ends a patch; thrown by the three patchers and turned into an answer by applyPatch. */
export class PatchError extends Error {
  readonly status: Status;

  constructor(status: Status) {
    super(status.message ?? '');
    this.status = status;
  }
}
