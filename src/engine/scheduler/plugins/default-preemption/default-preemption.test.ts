import { describe, expect, it } from 'vitest';
import { revive, serialise } from '../../../kernel/serialise';
import { node, pod, Scene } from '../../testing/scene';

const full = { cpu: '4' };

/** A Pod that matters more than most. */
const vip = (name: string, priority = 1_000) => pod(name, full, { priority });

/** One node each with a Pod of no priority on it, which asks for all of its cpu. */
function crowded(...names: readonly string[]): Scene {
  const scene = new Scene(names.map((name) => node(name)));
  for (const name of names) scene.create(pod(`low-${name}`, full, { nodeName: name })).wait(0.1);
  return scene;
}

describe('a Pod for which there is no room', () => {
  it('gets the room of one that matters less, which is told why it must go', () => {
    const scene = crowded('a');
    scene.create(vip('vip')).wait(0.5);
    expect(scene.pod('vip')?.status?.nominatedNodeName).toBe('a');
    const victim = scene.pod('low-a');
    expect(victim?.metadata.deletionTimestamp).toBeDefined();
    expect(victim?.status?.conditions?.find(({ type }) => type === 'DisruptionTarget')).toMatchObject({
      status: 'True',
      reason: 'PreemptionByScheduler',
      message: 'default-scheduler: preempting to accommodate a higher priority pod',
    });
    expect(scene.messages('low-a')).toEqual([
      `Preempted: Preempted by pod ${scene.pod('vip')?.metadata.uid} on node a`,
    ]);
    expect(scene.messages('vip')).toEqual(['FailedScheduling: 0/1 nodes are available: 1 Insufficient cpu.']);
    scene.remove('low-a').wait(20);
    expect(scene.nodeOf('vip')).toBe('a');
  });

  it('waits for its victims without looking for more, however often it is tried', () => {
    const scene = crowded('a', 'b');
    scene.create(vip('vip')).wait(1);
    const nominated = scene.pod('vip')?.status?.nominatedNodeName as string;
    scene.create(pod('other', {}, { nodeName: nominated === 'a' ? 'b' : 'a' })).wait(0.1);
    scene.remove('other').wait(15);
    expect(scene.scheduled('vip')?.message).toBe(
      '0/2 nodes are available: 2 Insufficient cpu. no new claims to deallocate, ' +
        'preemption: not eligible due to a terminating pod on the nominated node.',
    );
    expect(scene.pod('vip')?.status?.nominatedNodeName).toBe(nominated);
    const left = ['low-a', 'low-b'].filter((name) => !scene.pod(name)?.metadata.deletionTimestamp);
    expect(left).toEqual([nominated === 'a' ? 'low-b' : 'low-a']);
  });

  it('does not push out one that matters as much, nor any when it must not', () => {
    const scene = crowded('a');
    scene.create(pod('equal', full), pod('meek', full, { priority: 1_000, preemptionPolicy: 'Never' })).wait(1);
    expect(scene.pod('low-a')?.metadata.deletionTimestamp).toBeUndefined();
    expect(scene.scheduled('meek')?.message).toMatch(/preemption: not eligible due to preemptionPolicy=Never\.$/);
  });

  it('takes the node where the budgets allow it', () => {
    const scene = new Scene([node('a'), node('b')]);
    const labels = { app: 'db' };
    scene.send('POST', '/apis/policy/v1/namespaces/default/poddisruptionbudgets', {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'db', namespace: 'default' },
      spec: { minAvailable: 1, selector: { matchLabels: labels } },
    });
    const guarded = pod('guarded', full, { nodeName: 'a' });
    scene.create({ ...guarded, metadata: { ...guarded.metadata, labels } });
    // It matters more than the guarded one, yet no budget is broken for it.
    scene.create(pod('free', full, { nodeName: 'b', priority: 10 })).wait(0.5);
    scene.create(vip('vip')).wait(0.5);
    expect(scene.pod('vip')?.status?.nominatedNodeName).toBe('b');
    expect(scene.detail('sched.postFilter', 'vip')).toMatchObject({
      nominatedNodeName: 'b',
      victims: ['default/free'],
      candidates: [
        { node: 'b', victims: ['default/free'], pdbViolations: 0 },
        { node: 'a', victims: ['default/guarded'], pdbViolations: 1 },
      ],
    });
  });

  it('takes the nomination of one that matters less away, which looks for another node', () => {
    const scene = new Scene([node('a')]);
    const half = { cpu: '2' };
    scene.create(pod('one', half, { nodeName: 'a' }), pod('two', half, { nodeName: 'a' })).wait(0.5);
    scene.create(pod('vip', half, { priority: 100 })).wait(1);
    expect(scene.pod('vip')?.status?.nominatedNodeName).toBe('a');
    scene.create(vip('king', 2_000)).wait(1);
    expect(scene.pod('king')?.status?.nominatedNodeName).toBe('a');
    expect(scene.pod('vip')?.status?.nominatedNodeName).toBeUndefined();
  });

  it('waits until the last of several victims is on its way, also when the cluster is revived meanwhile', () => {
    const run = (revived: boolean) => {
      const scene = new Scene([node('a')]);
      for (const name of ['one', 'two', 'three']) scene.create(pod(name, { cpu: '1' }, { nodeName: 'a' }));
      scene.wait(0.5).create(vip('vip'));
      const { kernel } = scene;
      while (!kernel.trace.events.some(({ verb }) => verb === 'sched.preempt')) kernel.step();
      if (revived) kernel.restore(revive(serialise(kernel.snapshot())));
      scene.wait(1);
      const steps = scene
        .did('sched.preempt', 'vip')
        .map(({ detail }) => detail as { step: string; victims: string[] });
      return { steps, gone: ['one', 'two', 'three'].map((name) => scene.pod(name)?.metadata.deletionTimestamp) };
    };
    const { steps, gone } = run(false);
    expect(steps.map(({ step, victims }) => [step, victims.length])).toEqual([
      ['others', 2],
      ['last', 1],
      ['done', 0],
    ]);
    expect(gone.every(Boolean)).toBe(true);
    expect(run(true).gone).toEqual(gone);
  });
});
