import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../api/types';
import { type ClusterConfig, defaultConfig } from '../../../config';
import { node, pod, Scene } from '../../testing/scene';
import type { ScoreVerdicts } from '../../verdicts';

const merge = 'application/merge-patch+json';
const label = (scene: Scene, name: string, labels: Record<string, string>) =>
  scene.send('PATCH', `/api/v1/nodes/${name}`, { metadata: { labels } }, merge);
const disk = (value: string) => ({ matchExpressions: [{ key: 'disk', operator: 'In', values: [value] }] });
const named = (...values: string[]) => ({ matchFields: [{ key: 'metadata.name', operator: 'In', values }] });
const requiring = (...nodeSelectorTerms: ReturnType<typeof disk | typeof named>[]) => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
});

function withArgs(args: unknown): Partial<ClusterConfig> {
  const pluginConfig = [{ name: 'NodeAffinity', args }];
  return {
    scheduler: { ...defaultConfig.scheduler, profiles: [{ schedulerName: 'default-scheduler', pluginConfig }] },
  };
}

describe('a Pod that selects nodes', () => {
  it('goes to a node with the labels', () => {
    const scene = new Scene([node('a'), node('b', {}, { labels: { disk: 'ssd' } }), node('c')]);
    scene.create(pod('web', {}, { nodeSelector: { disk: 'ssd' } })).wait(1);
    expect(scene.nodeOf('web')).toBe('b');
  });

  it('waits while no node has them, and is tried again only when a change makes one match', () => {
    const scene = new Scene([node('a'), node('b')]);
    scene.create(pod('web', {}, { nodeSelector: { disk: 'ssd' } })).wait(30);
    expect(scene.scheduled('web')).toMatchObject({
      reason: 'Unschedulable',
      message:
        "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector. no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.",
    });
    label(scene, 'a', { disk: 'hdd' });
    scene.send('POST', '/api/v1/nodes', node('c'));
    expect(scene.wait(1).queued('web')).toMatchObject({ queue: 'unschedulablePods', attempts: 1 });
    label(scene, 'b', { disk: 'ssd' });
    expect(scene.wait(1).nodeOf('web')).toBe('b');
  });

  it('is tried again when a node comes that matches', () => {
    const scene = new Scene([node('a')]).create(pod('web', {}, requiring(disk('ssd')))).wait(30);
    scene.send('POST', '/api/v1/nodes', node('b', {}, { labels: { disk: 'ssd' } }));
    expect(scene.wait(1).nodeOf('web')).toBe('b');
  });

  it('by name has only the named nodes asked', () => {
    const scene = new Scene([node('a'), node('b'), node('c')]);
    scene.create(pod('web', {}, requiring(named('b')))).wait(1);
    expect(scene.nodeOf('web')).toBe('b');
    expect(scene.detail('sched.preFilter', 'web')).toMatchObject({ nodeNames: ['b'] });
    expect(scene.detail('sched.assume', 'web')).toMatchObject({ asked: 1 });
  });

  it('by two names at once can have none', () => {
    const both = { matchFields: [...named('a').matchFields, ...named('b').matchFields] };
    const scene = new Scene([node('a'), node('b')]).create(pod('web', {}, requiring(both))).wait(1);
    expect(scene.scheduled('web')?.message).toBe(
      '0/2 nodes are available: pod affinity terms conflict. no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.',
    );
  });

  it('never floods the cluster with failed Pods when it is one of a Deployment', () => {
    const scene = new Scene([], { nodes: defaultConfig.nodes });
    const labels = { app: 'web' };
    const spec = { ...pod('web').spec, nodeSelector: { disk: 'ssd' } };
    scene.send('POST', '/apis/apps/v1/namespaces/default/deployments', {
      metadata: { name: 'web' },
      spec: { replicas: 4, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    });
    const phases = () =>
      scene.kernel
        .table<Pod>('api/pods')
        .values()
        .map(({ spec: { nodeName } = { containers: [] }, status }) => `${status?.phase} ${nodeName}`);
    scene.wait(60);
    expect(phases()).toEqual(Array(4).fill('Pending undefined'));
    label(scene, 'node-2', { disk: 'ssd' });
    scene.wait(60);
    expect(phases()).toEqual(Array(4).fill('Running node-2'));
  });
});

describe('a Pod that prefers nodes', () => {
  const preferring = {
    affinity: {
      nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: disk('ssd') }] },
    },
  };

  it('goes there even when they are fuller, and elsewhere when they are full', () => {
    const scene = new Scene([node('a', { cpu: '4' }, { labels: { disk: 'ssd' } }), node('b', { cpu: '4' })]);
    scene.create(pod('load', { cpu: '2' }, { nodeSelector: { disk: 'ssd' } })).wait(1);
    scene.create(pod('web', { cpu: '1' }, preferring)).wait(1);
    expect(scene.nodeOf('web')).toBe('a');
    const { plugins } = scene.detail<ScoreVerdicts>('sched.score', 'web');
    expect(plugins.find(({ name }) => name === 'NodeAffinity')).toEqual({
      name: 'NodeAffinity',
      weight: 2,
      raw: [1, 0],
      normalized: [100, 0],
      weighted: [200, 0],
    });
    scene.create(pod('more', { cpu: '2' }, preferring)).wait(1);
    expect(scene.nodeOf('more')).toBe('b');
  });
});

describe('a Pod that says nothing of nodes', () => {
  it('has NodeAffinity and NodePorts skipped, and VolumeBinding without claims, in Filter and in Score', () => {
    const scene = new Scene([node('a'), node('b')]).create(pod('web')).wait(1);
    expect(scene.detail('sched.preFilter', 'web')).toMatchObject({
      skipped: expect.arrayContaining(['NodeAffinity', 'NodePorts', 'VolumeBinding']),
    });
    expect(scene.detail('sched.score', 'web')).toMatchObject({ skipped: expect.arrayContaining(['NodeAffinity']) });
  });
});

describe('an affinity that the scheduler adds', () => {
  const { affinity } = requiring(disk('ssd'));

  it('keeps every Pod to its nodes, and says that it is the scheduler that insists', () => {
    const config = withArgs({ addedAffinity: affinity.nodeAffinity });
    const scene = new Scene([node('a'), node('b', {}, { labels: { disk: 'hdd' } })], config)
      .create(pod('web'))
      .wait(30);
    expect(scene.scheduled('web')?.message).toBe(
      "0/2 nodes are available: 2 node(s) didn't match scheduler-enforced node affinity. no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.",
    );
    scene.send('POST', '/api/v1/nodes', node('c'));
    expect(scene.wait(1).queued('web')?.attempts).toBe(1);
    scene.send('POST', '/api/v1/nodes', node('d', {}, { labels: { disk: 'ssd' } }));
    expect(scene.wait(1).nodeOf('web')).toBe('d');
  });

  it('that cannot be read keeps the scheduler from starting', () => {
    const term = { matchExpressions: [{ key: 'disk', operator: 'Near' }] };
    const addedAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } };
    expect(() => new Scene([], withArgs({ addedAffinity }))).toThrow(
      'initializing plugin "NodeAffinity": addedAffinity.requiredDuringSchedulingIgnoredDuringExecution.' +
        'nodeSelectorTerms[0].matchExpressions[0].operator: Unsupported value: "Near"',
    );
  });
});
