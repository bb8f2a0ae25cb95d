import { describe, expect, it } from 'vitest';
import { controllerOf, isControlledBy, keyOf, newControllerRef, splitApiVersion, splitKey, withMetadata } from './meta';

describe('object metadata', () => {
  it('keys namespaced objects by namespace and name, others by name', () => {
    expect(keyOf('default', 'web')).toBe('default/web');
    expect(keyOf(undefined, 'n1')).toBe('n1');
    expect(splitKey('default/web')).toEqual({ namespace: 'default', name: 'web' });
    expect(splitKey('n1')).toEqual({ namespace: '', name: 'n1' });
    expect(splitApiVersion('v1')).toEqual({ group: '', version: 'v1' });
  });

  it('finds the one owner that controls an object', () => {
    const owner = { metadata: { name: 'rs', uid: 'u-1' } };
    const reference = newControllerRef(owner, 'apps/v1', 'ReplicaSet');
    const pod = { metadata: { ownerReferences: [{ ...reference, controller: false, uid: 'u-0' }, reference] } };
    expect(controllerOf(pod)).toBe(reference);
    expect(isControlledBy(pod, owner)).toBe(true);
    expect(isControlledBy({ metadata: {} }, owner)).toBe(false);
  });

  it('changes metadata in a copy, and only when something differs', () => {
    const object = { metadata: { name: 'a', generation: 1 } };
    expect(withMetadata(object, { generation: 1 })).toBe(object);
    expect(withMetadata(object, { generation: 2 })).toEqual({ metadata: { name: 'a', generation: 2 } });
    expect(withMetadata(object, { generation: undefined })).toEqual({ metadata: { name: 'a' } });
    expect(object.metadata.generation).toBe(1);
  });
});
