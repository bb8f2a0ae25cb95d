// Models: k8s.io/apimachinery pkg/api/errors StatusError; errors that a sync gives up with.
// Simplified: —
// Not modelled: wrapped errors.
import type { Status } from '../api/status';
import type { Result } from '../client/session';

/** Why a sync was given up; its text is what upstream's error would print. */
export class SyncError extends Error {}

/** A request that the API server refused. */
export class StatusError extends SyncError {
  readonly status: Status;

  constructor(status: Status) {
    super(status.message ?? '');
    this.status = status;
  }
}

/** The object that came back; throws a StatusError when the request was refused. */
export function orThrow<T>(result: Result<T>): T {
  if (!result.ok) throw new StatusError(result.status);
  return result.object;
}

/** errors.HasStatusCause */
export function hasStatusCause(status: Status, reason: string): boolean {
  return status.details?.causes?.some((cause) => cause.reason === reason) ?? false;
}

/** v1.NamespaceTerminatingCause */
export const namespaceTerminating = 'NamespaceTerminating';

/** Runs a sync; what it throws as a SyncError is its failure, anything else is a fault of the engine. */
export function failureOf(sync: () => void): { readonly error: string } | undefined {
  try {
    sync();
    return undefined;
  } catch (error) {
    if (error instanceof SyncError) return { error: error.message };
    throw error;
  }
}
