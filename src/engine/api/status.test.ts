import { describe, expect, it } from 'vitest';
import { invalid, required } from './field-error';
import {
  newAlreadyExists,
  newConflict,
  newForbidden,
  newInvalid,
  newMethodNotSupported,
  newNotFound,
  newTooManyRequests,
  OPTIMISTIC_LOCK_MESSAGE,
} from './status';

const deployments = { group: 'apps', resource: 'deployments' };
const pods = { group: '', resource: 'pods' };

describe('Status objects of the API server', () => {
  it('says which resource of which group was not found', () => {
    expect(newNotFound(deployments, 'w')).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'deployments.apps "w" not found',
      reason: 'NotFound',
      details: { name: 'w', group: 'apps', kind: 'deployments' },
      code: 404,
    });
    expect(newNotFound(pods, 'nope').details).toEqual({ name: 'nope', kind: 'pods' });
  });

  it('tells a name that is taken from a version that is old, both as 409', () => {
    expect(newAlreadyExists(pods, 'p')).toMatchObject({ code: 409, reason: 'AlreadyExists' });
    const conflict = newConflict(deployments, 'w', OPTIMISTIC_LOCK_MESSAGE);
    expect(conflict).toMatchObject({ code: 409, reason: 'Conflict' });
    expect(conflict.message).toBe(
      'Operation cannot be fulfilled on deployments.apps "w": the object has been modified; please apply your changes to the latest version and try again',
    );
  });

  it('lists each bad field of an invalid object as a cause', () => {
    const status = newInvalid('apps', 'Deployment', 'w', [
      required('spec.selector'),
      invalid('spec.replicas', -1, 'x'),
    ]);
    expect(status.code).toBe(422);
    expect(status.message).toBe(
      'Deployment.apps "w" is invalid: [spec.selector: Required value, spec.replicas: Invalid value: -1: x]',
    );
    expect(status.details?.causes).toEqual([
      { reason: 'FieldValueRequired', message: 'Required value', field: 'spec.selector' },
      { reason: 'FieldValueInvalid', message: 'Invalid value: -1: x', field: 'spec.replicas' },
    ]);
  });

  it('says what is forbidden, unsupported, and when to try again', () => {
    expect(newForbidden(pods, 'p', 'quota').message).toBe('pods "p" is forbidden: quota');
    expect(newForbidden({ group: '', resource: '' }, '', 'x').message).toBe('forbidden: x');
    expect(newMethodNotSupported(pods, 'list').message).toBe('list is not supported on resources of kind "pods"');
    expect(newTooManyRequests('wait', 10).details).toEqual({ retryAfterSeconds: 10 });
  });
});
