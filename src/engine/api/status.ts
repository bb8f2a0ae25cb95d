/**
 * Models: k8s.io/apimachinery pkg/api/errors/errors.go (NewNotFound … NewGenericServerResponse), metav1.Status.
 * Simplified: constructors return the Status object itself; there is no error class around it.
 * Not modelled: `details.uid` on errors.
 */
import { aggregateText, errorBody, type FieldError, goQuote } from './field-error';

export type StatusReason =
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Gone'
  | 'Expired'
  | 'Invalid'
  | 'ServerTimeout'
  | 'Timeout'
  | 'TooManyRequests'
  | 'BadRequest'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'RequestEntityTooLarge'
  | 'UnsupportedMediaType'
  | 'InternalError'
  | 'ServiceUnavailable'
  | '';

export interface StatusCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}

export interface Status {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: { readonly resourceVersion?: string };
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: StatusReason;
  readonly details?: StatusDetails;
  readonly code?: number;
}

/** A group and a plural resource: what most errors name. Any KindDefinition is one. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

export function isFailure(value: unknown): value is Status {
  const object = value as { kind?: unknown; status?: unknown } | null | undefined;
  return typeof object === 'object' && object !== null && object.kind === 'Status' && object.status === 'Failure';
}

/** `deployments.apps`, or `pods` in the core group. */
export function groupResourceText(resource: GroupResource): string {
  return resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
}

function failure(code: number, reason: StatusReason, message: string, details?: StatusDetails): Status {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason } as const;
  return details === undefined ? { ...status, code } : { ...status, details, code };
}

function detailsOf(group: string, kind: string, name: string): StatusDetails {
  return { ...(name === '' ? {} : { name }), ...(group === '' ? {} : { group }), ...(kind === '' ? {} : { kind }) };
}

export function newNotFound(resource: GroupResource, name: string): Status {
  const message = `${groupResourceText(resource)} ${goQuote(name)} not found`;
  return failure(404, 'NotFound', message, detailsOf(resource.group, resource.resource, name));
}

export function newAlreadyExists(resource: GroupResource, name: string): Status {
  const message = `${groupResourceText(resource)} ${goQuote(name)} already exists`;
  return failure(409, 'AlreadyExists', message, detailsOf(resource.group, resource.resource, name));
}

export function newGenerateNameConflict(resource: GroupResource, name: string, retryAfterSeconds: number): Status {
  const message = `${groupResourceText(resource)} ${goQuote(name)} already exists, the server was not able to generate a unique name for the object`;
  const details = { ...detailsOf(resource.group, resource.resource, name), retryAfterSeconds };
  return failure(409, 'AlreadyExists', message, details);
}

export function newConflict(resource: GroupResource, name: string, why: string): Status {
  const message = `Operation cannot be fulfilled on ${groupResourceText(resource)} ${goQuote(name)}: ${why}`;
  return failure(409, 'Conflict', message, detailsOf(resource.group, resource.resource, name));
}

/** The reason given when the resourceVersion of a write is not the stored one (registry.OptimisticLockErrorMsg). */
export const OPTIMISTIC_LOCK_MESSAGE =
  'the object has been modified; please apply your changes to the latest version and try again';

/** `resource` may be empty (`{ group: '', resource: '' }`): the message then names no object. */
export function newForbidden(resource: GroupResource, name: string, why: string): Status {
  const text = groupResourceText(resource);
  const subject =
    text === '' ? 'forbidden' : name === '' ? `${text} is forbidden` : `${text} ${goQuote(name)} is forbidden`;
  return failure(403, 'Forbidden', `${subject}: ${why}`, detailsOf(resource.group, resource.resource, name));
}

/** 410 with reason Expired: a resourceVersion that the server no longer has. */
export function newResourceExpired(message: string): Status {
  return failure(410, 'Expired', message);
}

/** 422. One error prints plain, several as `[a, b]`; each is a cause in `details`. */
export function newInvalid(group: string, kind: string, name: string, errors: readonly FieldError[]): Status {
  const causes = errors.map((error) => ({ reason: error.type, message: errorBody(error), field: error.field }));
  const subject = `${group === '' ? kind : `${kind}.${group}`} ${goQuote(name)} is invalid`;
  const message = errors.length === 0 ? subject : `${subject}: ${aggregateText(errors)}`;
  const details = detailsOf(group, kind, name);
  return failure(422, 'Invalid', message, causes.length === 0 ? details : { ...details, causes });
}

export function newBadRequest(message: string): Status {
  return failure(400, 'BadRequest', message);
}

export function newTooManyRequests(message: string, retryAfterSeconds: number): Status {
  return failure(429, 'TooManyRequests', message, retryAfterSeconds === 0 ? {} : { retryAfterSeconds });
}

export function newServiceUnavailable(message: string): Status {
  return failure(503, 'ServiceUnavailable', message);
}

export function newMethodNotSupported(resource: GroupResource, action: string): Status {
  const message = `${action} is not supported on resources of kind ${goQuote(groupResourceText(resource))}`;
  return failure(405, 'MethodNotAllowed', message, detailsOf(resource.group, resource.resource, ''));
}

export function newInternalError(message: string): Status {
  return failure(500, 'InternalError', `Internal error occurred: ${message}`, { causes: [{ message }] });
}

/** A plain Go error that reaches the response writer: 500 without a reason (responsewriters.ErrorToAPIStatus). */
export function newUnknownError(message: string): Status {
  return failure(500, '', message);
}

export function newRequestEntityTooLarge(message: string): Status {
  return failure(413, 'RequestEntityTooLarge', `Request entity too large: ${message}`);
}

/** 415: the body's media type (negotiation.NewUnsupportedMediaTypeError). */
export function newUnsupportedMediaType(accepted: readonly string[]): Status {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return failure(415, 'UnsupportedMediaType', message);
}

/** What a delete without finalizers or grace answers for most kinds: `status: Success` with the object's details. */
export function newSuccess(details?: StatusDetails): Status {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' } as const;
  return details === undefined ? status : { ...status, details };
}

/** The body of a 404 for a path that no route serves is text, not a Status. */
export const PAGE_NOT_FOUND = '404 page not found\n';
