import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../api/types';
import { node, pod, Scene } from '../../testing/scene';
import type { ScoreVerdicts } from '../../verdicts';

const zone = 'topology.kubernetes.io/zone';
const labels = { app: 'web' };
const web = (name: string, spec: Parameters<typeof pod>[2] = {}): Pod => {
  const one = pod(name, { cpu: '100m', memory: '1Gi' }, spec);
  return { ...one, metadata: { ...one.metadata, labels } };
};
const zoned = (name: string, of: string) => node(name, {}, { labels: { [zone]: of } });
const firm = {
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: zone, whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: labels } },
  ],
};

describe('Pods that must be spread over zones', () => {
  it('are shared out evenly, and one waits rather than lean to a side', () => {
    const scene = new Scene([zoned('a1', 'a'), zoned('a2', 'a'), zoned('b', 'b')]);
    for (let i = 0; i < 4; i++) scene.create(web(`web-${i}`, firm)).wait(0.5);
    const zones = [0, 1, 2, 3].map((i) => scene.nodeOf(`web-${i}`)?.[0]).sort();
    expect(zones).toEqual(['a', 'a', 'b', 'b']);
    scene.send('PATCH', '/api/v1/nodes/b', { spec: { unschedulable: true } }, 'application/merge-patch+json');
    scene.wait(0.5).create(web('fits', firm), web('waits', firm)).wait(1);
    expect(scene.nodeOf('fits')?.[0]).toBe('a');
    expect(scene.scheduled('waits')?.message).toBe(
      "0/3 nodes are available: 1 node(s) were unschedulable, 2 node(s) didn't match pod topology spread constraints. " +
        'no new claims to deallocate, preemption: 0/3 nodes are available: 1 Preemption is not helpful for scheduling, ' +
        '2 No preemption victims found for incoming pod.',
    );
  });

  it('are tried again when a Pod that counts has gone', () => {
    const scene = new Scene([zoned('a', 'a'), zoned('b', 'b')]);
    scene.create(web('there', { nodeName: 'a' }), web('more', { nodeName: 'a' })).wait(0.5);
    scene.send('PATCH', '/api/v1/nodes/b', { spec: { unschedulable: true } }, 'application/merge-patch+json');
    scene.wait(0.5).create(web('waits', firm)).wait(2);
    expect(scene.nodeOf('waits')).toBeUndefined();
    scene.remove('there').remove('more').wait(12);
    expect(scene.nodeOf('waits')).toBe('a');
  });
});

describe('Pods of a Service', () => {
  it('are spread over the nodes without being told to', () => {
    const scene = new Scene([node('a'), node('b')]);
    const body = { metadata: { name: 'web' }, spec: { selector: labels, ports: [{ port: 80 }] } };
    scene.send('POST', '/api/v1/namespaces/default/services', body);
    scene
      .create(web('there', { nodeName: 'a' }))
      .wait(0.5)
      .create(web('next'))
      .wait(1);
    const { plugins } = scene.detail<ScoreVerdicts>('sched.score', 'next');
    expect(plugins.find(({ name }) => name === 'PodTopologySpread')).toMatchObject({
      weight: 2,
      normalized: [66, 100],
    });
    expect(scene.nodeOf('next')).toBe('b');
  });
});
