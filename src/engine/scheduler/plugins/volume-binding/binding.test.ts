import { describe, expect, it } from 'vitest';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/types';
import { revive, serialise } from '../../../kernel/serialise';
import { node, pod, Scene } from '../../testing/scene';

const storageClass = (name: string, provisioner: string) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name },
  provisioner,
  volumeBindingMode: 'WaitForFirstConsumer',
});

const claim = (name: string, storageClassName: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'default' },
  spec: { storageClassName, accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
});

const localVolume = (name: string, on: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    storageClassName: 'local',
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '2Gi' },
    local: { path: '/mnt/disk' },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [on] }] }],
      },
    },
  },
});

const user = (name: string, claimName: string) =>
  pod(name, {}, { volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }] });

class StorageScene extends Scene {
  post(...objects: readonly object[]): this {
    for (const object of objects) {
      const { kind } = object as { kind: string };
      const path = {
        StorageClass: '/apis/storage.k8s.io/v1/storageclasses',
        PersistentVolume: '/api/v1/persistentvolumes',
        PersistentVolumeClaim: '/api/v1/namespaces/default/persistentvolumeclaims',
      }[kind] as string;
      this.send('POST', path, object);
    }
    this.wait(0.2);
    return this;
  }

  volume(name: string) {
    return this.kernel.table<PersistentVolume>('api/persistentvolumes').get(name);
  }

  claim(name: string) {
    return this.kernel.table<PersistentVolumeClaim>('api/persistentvolumeclaims').get(`default/${name}`);
  }

  /** A volume becomes available, as the volume controller says. */
  available(name: string): this {
    const status = { status: { phase: 'Available' } };
    this.send('PATCH', `/api/v1/persistentvolumes/${name}/status`, status, 'application/merge-patch+json');
    return this.wait(0.2);
  }

  /** What the volume controller does when it sees a volume that is meant for a claim. */
  bind(name: string, volumeName: string): this {
    const path = `/api/v1/namespaces/default/persistentvolumeclaims/${name}`;
    const annotations = { 'pv.kubernetes.io/bind-completed': 'yes' };
    this.send('PATCH', path, { metadata: { annotations }, spec: { volumeName } }, 'application/merge-patch+json');
    return this.wait(2);
  }
}

describe('a Pod whose claim waits for its first consumer', () => {
  it('goes where a volume is, which is bound before the Pod', () => {
    const scene = new StorageScene([node('a'), node('b')]);
    scene.post(storageClass('local', 'kubernetes.io/no-provisioner'), localVolume('disk', 'b'), claim('data', 'local'));
    scene.available('disk').create(user('db', 'data')).wait(1);
    expect(scene.volume('disk')?.spec?.claimRef).toMatchObject({
      name: 'data',
      uid: scene.claim('data')?.metadata.uid,
    });
    expect(scene.volume('disk')?.metadata.annotations).toEqual({ 'pv.kubernetes.io/bound-by-controller': 'yes' });
    expect(scene.nodeOf('db')).toBeUndefined();
    const { kernel } = scene;
    kernel.restore(revive(serialise(kernel.snapshot())));
    scene.bind('data', 'disk');
    expect(scene.nodeOf('db')).toBe('b');
  });

  it('takes the volume from the next one that wants it from the moment its node is chosen', () => {
    const scene = new StorageScene([node('a')]);
    scene.post(storageClass('local', 'kubernetes.io/no-provisioner'), localVolume('disk', 'a'));
    scene.post(claim('one', 'local'), claim('two', 'local')).available('disk');
    scene.create(user('first', 'one'), user('second', 'two')).wait(0.5);
    expect(scene.volume('disk')?.spec?.claimRef?.name).toBe('one');
    expect(scene.scheduled('second')?.message).toMatch(
      /^0\/1 nodes are available: 1 node\(s\) didn't find available persistent volumes to bind\. /,
    );
  });

  it('has its node told to who makes volumes, and starts over when that fails', () => {
    const scene = new StorageScene([node('a')]);
    scene.post(storageClass('fast', 'disk.example.com'), claim('data', 'fast')).create(user('db', 'data')).wait(1);
    const annotation = 'volume.kubernetes.io/selected-node';
    expect(scene.claim('data')?.metadata.annotations?.[annotation]).toBe('a');
    const taken = { metadata: { annotations: { [annotation]: null } } };
    const path = '/api/v1/namespaces/default/persistentvolumeclaims/data';
    scene.send('PATCH', path, taken, 'application/merge-patch+json');
    scene.wait(1.5);
    expect(scene.messages('db')).toEqual([
      'FailedScheduling: running PreBind plugin "VolumeBinding": binding volumes: provisioning failed for PVC "data"',
    ]);
    scene.wait(10);
    expect(scene.claim('data')?.metadata.annotations?.[annotation]).toBe('a');
  });
});
