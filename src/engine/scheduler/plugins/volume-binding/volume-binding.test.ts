import { describe, expect, it } from 'vitest';
import { node, pod, Scene } from '../../testing/scene';

describe('a Pod whose claim does not exist', () => {
  it('stays Pending, and its condition names the claim', () => {
    const scene = new Scene([node('a'), node('b'), node('c')]);
    const volumes = [
      { name: 'cache', emptyDir: {} },
      { name: 'data', persistentVolumeClaim: { claimName: 'data' } },
    ];
    scene.create(pod('db', {}, { volumes })).wait(30);
    expect(scene.nodeOf('db')).toBeUndefined();
    expect(scene.scheduled('db')).toMatchObject({
      status: 'False',
      reason: 'Unschedulable',
      message:
        '0/3 nodes are available: persistentvolumeclaim "data" not found. no new claims to deallocate, preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
    });
    expect(scene.did('sched.filter', 'db')).toEqual([]);
  });

  it('waits for the claim of a volume of its own likewise', () => {
    const scene = new Scene([node('a')]);
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    const volumes = [{ name: 'scratch', ephemeral: { volumeClaimTemplate: { spec: claim } } }];
    scene.create(pod('db', {}, { volumes })).wait(30);
    expect(scene.scheduled('db')?.message).toBe(
      '0/1 nodes are available: waiting for ephemeral volume controller to create the persistentvolumeclaim "db-scratch". no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.',
    );
  });

  it('is no matter for Pods without claims', () => {
    const scene = new Scene([node('a')]);
    scene.create(pod('web', {}, { volumes: [{ name: 'cache', emptyDir: {} }] })).wait(1);
    expect(scene.nodeOf('web')).toBe('a');
  });
});
