import { describe, expect, it } from 'vitest';
import type { Node } from '../../api/types';
import { node, pod, Scene } from '../testing/scene';

const merge = 'application/merge-patch+json';
const patchNode = (scene: Scene, patch: unknown) => scene.send('PATCH', '/api/v1/nodes/a', patch, merge);
const lastMove = (scene: Scene) =>
  scene
    .did('sched.queue', 'web')
    .filter(({ detail }) => (detail as { from: string }).from === 'unschedulablePods')
    .at(-1)?.detail;

/** A Pod that node a has refused, half a minute ago. */
function refused(a: Node, web = pod('web', { cpu: '1' })): Scene {
  const scene = new Scene([a]).create(web).wait(30);
  expect(scene.queued('web')).toMatchObject({ queue: 'unschedulablePods', attempts: 1 });
  return scene;
}

describe('a Pod that waits', () => {
  it('because a node was cordoned is tried again when it no longer is', () => {
    const scene = refused(node('a', {}, { spec: { unschedulable: true } }));
    patchNode(scene, { metadata: { labels: { x: 'y' } } });
    expect(scene.wait(1).queued('web')?.attempts).toBe(1);
    patchNode(scene, { spec: { unschedulable: false } });
    expect(scene.wait(1).nodeOf('web')).toBe('a');
    // The taint of a cordoned node goes a moment after the field, by the node lifecycle controller's hand.
    expect(lastMove(scene)).toMatchObject({ event: 'NodeUpdateNodeTaint', plugin: 'TaintToleration' });
  });

  it('because of a taint is tried again when that is gone, or when it comes to tolerate it', () => {
    const tainted = node('a', {}, { spec: { taints: [{ key: 'x', effect: 'NoSchedule' }] } });
    const untainted = refused(tainted);
    patchNode(untainted, { spec: { taints: [{ key: 'y', effect: 'NoSchedule' }] } });
    expect(untainted.wait(1).queued('web')?.attempts).toBe(1);
    patchNode(untainted, { spec: { taints: [] } });
    expect(untainted.wait(1).nodeOf('web')).toBe('a');

    const tolerating = refused(tainted);
    const tolerations = [...(tolerating.pod('web')?.spec?.tolerations ?? []), { key: 'x', operator: 'Exists' }];
    tolerating.send('PATCH', '/api/v1/namespaces/default/pods/web', { spec: { tolerations } }, merge);
    expect(tolerating.wait(1).nodeOf('web')).toBe('a');
    expect(lastMove(tolerating)).toMatchObject({ event: 'TargetPodUpdatePodToleration', plugin: 'TaintToleration' });
  });

  it('because a node is full is tried again when a Pod leaves it, not when one that has no node is deleted', () => {
    const scene = new Scene([node('a', { cpu: '1' })]).create(pod('load', { cpu: '1' })).wait(1);
    scene.create(pod('web', { cpu: '1' }), pod('other', { cpu: '2' })).wait(30);
    scene.remove('other');
    expect(scene.wait(1).queued('web')?.attempts).toBe(1);
    scene.remove('load');
    expect(scene.wait(1).nodeOf('web')).toBe('a');
    expect(lastMove(scene)).toMatchObject({ event: 'AssignedPodDelete', plugin: 'NodeResourcesFit' });
  });

  it('is tried again in the order in which it gave up, when several are helped at once', () => {
    const scene = new Scene([node('a', { cpu: '1' })]).create(pod('z', { cpu: '2' })).wait(5);
    scene
      .create(pod('y', { cpu: '2' }))
      .wait(5)
      .create(pod('x', { cpu: '2' }))
      .wait(30);
    scene.put(node('b', { cpu: '8' }));
    scene.wait(1);
    const order = scene
      .did('sched.cycle')
      .slice(3)
      .map(({ subject }) => subject.split('/').at(-1));
    expect(order).toEqual(['z', 'y', 'x']);
  });

  it('within its back-off is tried at once when nobody else waits, and stays behind those who do', () => {
    const scene = new Scene([node('a', { cpu: '1' })], { clientLimits: {} }).create(pod('web', { cpu: '2' })).wait(0.5);
    scene.put(node('b', { cpu: '2' }));
    scene.create(pod('one'), pod('two')).wait(0.4);
    expect(lastMove(scene)).toMatchObject({ to: 'backoffQ', event: 'NodeAdd' });
    const order = scene.did('sched.cycle').map(({ subject }) => subject.split('/').at(-1));
    expect(order).toEqual(['web', 'web', 'one', 'two']);
  });
});
