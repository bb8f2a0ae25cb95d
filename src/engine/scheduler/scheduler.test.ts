import { describe, expect, it } from 'vitest';
import { node, pod, Scene } from './testing/scene';
import type { FilterVerdicts, ScoreVerdicts } from './verdicts';

const three = () => [node('a'), node('b'), node('c')];
const filterOf = (scene: Scene, name: string) => scene.did('sched.filter', name).at(-1)?.detail as FilterVerdicts;
const scoreOf = (scene: Scene, name: string) => scene.did('sched.score', name).at(-1)?.detail as ScoreVerdicts;
const fault = (user: string, method: string, code: number, remaining = 1) => ({
  to: 'faults',
  type: 'apiFault',
  payload: { user, method, resource: 'pods', code, remaining },
});

describe('a Pod without a node', () => {
  it('gets one, is told so, and the scheduler asks nothing of the API server to decide (claims 1, 2, 28)', () => {
    const scene = new Scene(three()).create(pod('web', { cpu: '1' })).wait(1);
    expect(['a', 'b', 'c']).toContain(scene.nodeOf('web'));
    expect(scene.scheduled('web')?.status).toBe('True');
    expect(scene.messages('web')).toEqual([`Scheduled: Successfully assigned default/web to ${scene.nodeOf('web')}`]);
    const reads = scene.kernel.trace.events.filter(
      ({ actor, verb }) => actor === 'kube-scheduler' && verb === 'api.get',
    );
    expect(reads).toEqual([]);
  });

  it('goes through the extension points in their order, each caused by the one before (claims 8, 9)', () => {
    const scene = new Scene(three()).create(pod('web', { cpu: '1' })).wait(1);
    const verbs = [
      'sched.queue',
      'sched.cycle',
      'sched.preFilter',
      'sched.filter',
      'sched.score',
      'sched.assume',
      'sched.bind',
      'api.create',
    ];
    const bound = scene.kernel.trace.events.find(({ subject }) => subject === 'pods/default/web/binding');
    const chain = scene.kernel.trace.why(bound?.seq ?? 0).map(({ verb }) => verb);
    expect(chain).toEqual([
      'sched.bind',
      'sched.assume',
      'sched.score',
      'sched.filter',
      'sched.preFilter',
      'sched.cycle',
      'sched.queue',
      'watch.deliver',
      'api.create',
    ]);
    expect(verbs.slice(0, -1).every((verb) => scene.did(verb, 'web').length === 1)).toBe(true);
  });

  it('that names another scheduler is left alone (claim 27)', () => {
    const scene = new Scene(three()).create(pod('web', {}, { schedulerName: 'other' })).wait(1);
    expect(scene.nodeOf('web')).toBeUndefined();
    expect(scene.queued('web')).toBeUndefined();
    expect(scene.messages('web')).toEqual([]);
  });

  it('waits behind its gates, and is scheduled when the last is taken away', () => {
    const scene = new Scene(three())
      .create(pod('web', {}, { schedulingGates: [{ name: 'x' }, { name: 'y' }] }))
      .wait(1);
    expect(scene.queued('web')).toMatchObject({
      queue: 'unschedulablePods',
      gatingPlugin: 'SchedulingGates',
      attempts: 0,
    });
    expect(scene.messages('web')).toEqual([]);
    const ungate = (gates: unknown[]) =>
      scene.send(
        'PATCH',
        '/api/v1/namespaces/default/pods/web',
        { spec: { schedulingGates: gates } },
        'application/merge-patch+json',
      );
    ungate([{ name: 'y' }]);
    expect(scene.wait(1).nodeOf('web')).toBeUndefined();
    ungate([]);
    expect(scene.wait(1).nodeOf('web')).toBeDefined();
  });

  it('that is deleted while it waits is not scheduled (claim 5)', () => {
    const scene = new Scene(three(), { clientLimits: {} });
    scene.create(pod('first'), pod('second')).remove('second').wait(1);
    expect(scene.did('sched.cycle', 'second').length + scene.did('sched.assume', 'second').length).toBe(0);
    const slow = new Scene(three());
    slow
      .create(pod('web', {}, { schedulingGates: [{ name: 'x' }] }))
      .wait(1)
      .remove('web')
      .wait(1);
    expect(slow.queued('web')).toBeUndefined();
  });

  it('that is being deleted is skipped, and says so', () => {
    const scene = new Scene(three());
    const doomed = { ...pod('web'), metadata: { name: 'web', namespace: 'default', finalizers: ['example.com/hold'] } };
    scene.create(pod('one'), pod('two'), doomed);
    scene.send('DELETE', '/api/v1/namespaces/default/pods/web');
    scene.wait(1);
    expect(scene.nodeOf('web')).toBeUndefined();
    expect(scene.messages('web')).toContain('FailedScheduling: skip schedule deleting pod: default/web');
  });
});

describe('a node', () => {
  it('reports the first plugin that refuses it, and none is asked after that (claims 6, 12, 13)', () => {
    const cordoned = node(
      'a',
      { cpu: '1' },
      { spec: { unschedulable: true, taints: [{ key: 'x', effect: 'NoSchedule' }] } },
    );
    const tainted = node('b', { cpu: '1' }, { spec: { taints: [{ key: 'x', effect: 'NoExecute' }] } });
    const scene = new Scene([cordoned, tainted, node('c', { cpu: '1' })]).create(pod('web', { cpu: '2' })).wait(1);
    const { nodes, verdict, refusals } = filterOf(scene, 'web');
    expect(nodes.map((name, i) => [name, refusals[verdict[i] as number]?.plugin])).toEqual([
      ['a', 'NodeUnschedulable'],
      ['b', 'TaintToleration'],
      ['c', 'NodeResourcesFit'],
    ]);
    expect(refusals[verdict[2] as number]).toEqual({
      plugin: 'NodeResourcesFit',
      code: 'UnschedulableAndUnresolvable',
      reasons: ['Insufficient cpu'],
    });
  });

  it('is scored only when it can take the Pod; each plugin gives 0 to 100, times its weight (claims 7, 11)', () => {
    const taints = [{ key: 'x', effect: 'PreferNoSchedule' }];
    const scene = new Scene([node('a'), node('b', {}, { spec: { taints } }), node('c', { cpu: '1' })]);
    scene.create(pod('web', { cpu: '2', memory: '4Gi' })).wait(1);
    expect(scoreOf(scene, 'web')).toEqual({
      nodes: ['a', 'b'],
      plugins: [
        { name: 'TaintToleration', weight: 3, raw: [0, 1], normalized: [100, 0], weighted: [300, 0] },
        { name: 'NodeResourcesFit', weight: 1, raw: [50, 50], normalized: [50, 50], weighted: [50, 50] },
        {
          name: 'NodeResourcesBalancedAllocation',
          weight: 1,
          raw: [100, 100],
          normalized: [100, 100],
          weighted: [100, 100],
        },
        { name: 'ImageLocality', weight: 1, raw: [0, 0], normalized: [0, 0], weighted: [0, 0] },
      ],
      total: [450, 150],
      skipped: ['NodeAffinity', 'VolumeBinding', 'PodTopologySpread', 'InterPodAffinity'],
    });
    expect(scene.nodeOf('web')).toBe('a');
  });

  it('that is the only one that can take the Pod gets it unscored', () => {
    const scene = new Scene([node('a', { cpu: '1' }), node('b')]).create(pod('web', { cpu: '2' })).wait(1);
    expect(scene.nodeOf('web')).toBe('b');
    expect(scene.did('sched.score', 'web')).toEqual([]);
  });

  it('is preferred the emptier it is by default, the fuller it is with MostAllocated (claim 17)', () => {
    const load = pod('load', { cpu: '2', memory: '4Gi' }, { nodeName: 'a' });
    const web = pod('web', { cpu: '1', memory: '2Gi' });
    const spread = new Scene([node('a'), node('b')]).create(load).wait(1).create(web).wait(1);
    expect(spread.nodeOf('web')).toBe('b');
    const args = {
      scoringStrategy: {
        type: 'MostAllocated',
        resources: [
          { name: 'cpu', weight: 1 },
          { name: 'memory', weight: 1 },
        ],
      },
    };
    const { scheduler } = spread.cluster.config;
    const profiles = [{ schedulerName: 'default-scheduler', pluginConfig: [{ name: 'NodeResourcesFit', args }] }];
    const pack = new Scene([node('a'), node('b')], { scheduler: { ...scheduler, profiles } })
      .create(load)
      .wait(1)
      .create(web)
      .wait(1);
    expect(pack.nodeOf('web')).toBe('a');
  });

  it('needs the device that a Pod asks for; a label alone is not enough (claim 32)', () => {
    const scene = new Scene([
      node('a', {}, { labels: { 'nvidia.com/gpu': '1' } }),
      node('b', { 'nvidia.com/gpu': '1' }),
    ]);
    const containers = [{ name: 'app', image: 'cuda', resources: { limits: { 'nvidia.com/gpu': '1' } } }];
    scene.create(pod('one', {}, { containers }), pod('two', {}, { containers })).wait(1);
    expect(scene.nodeOf('one')).toBe('b');
    expect(scene.scheduled('two')?.message).toBe(
      '0/2 nodes are available: 2 Insufficient nvidia.com/gpu. no new claims to deallocate, preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.',
    );
  });

  it('of equals is drawn by lot: another seed, another node; the same seed, the same (claim 10)', () => {
    const choice = (seed: number) => new Scene(three(), { seed }).create(pod('web')).wait(1).nodeOf('web');
    const choices = Array.from({ length: 24 }, (_, seed) => choice(seed));
    expect(new Set(choices)).toEqual(new Set(['a', 'b', 'c']));
    expect(choice(7)).toBe(choices[7]);
  });
});

describe('a Pod that no node can take', () => {
  it('says why, counted over the nodes, in an Event and in its condition, and waits (claim 31)', () => {
    const taints = [{ key: 'x', effect: 'NoSchedule' }];
    const scene = new Scene([...three(), node('d', {}, { spec: { taints } })])
      .create(pod('web', { cpu: '5', memory: '9Gi' }))
      .wait(1);
    const message =
      '0/4 nodes are available: 1 node(s) had untolerated taint(s), 3 Insufficient cpu, 3 Insufficient memory. no new claims to deallocate, preemption: 0/4 nodes are available: 4 Preemption is not helpful for scheduling.';
    expect(scene.scheduled('web')).toMatchObject({
      status: 'False',
      reason: 'Unschedulable',
      message,
      observedGeneration: 1,
    });
    expect(scene.messages('web')).toEqual([`FailedScheduling: ${message}`]);
    expect(scene.queued('web')).toMatchObject({
      queue: 'unschedulablePods',
      attempts: 1,
      unschedulablePlugins: ['NodeResourcesFit', 'TaintToleration'],
    });
  });

  it('is tried again when something happens that may help, and not when it cannot (claim 24)', () => {
    const scene = new Scene([node('a', { cpu: '1' })]).create(pod('big', { cpu: '2' })).wait(20);
    scene.put(node('small', { cpu: '1' }));
    expect(scene.wait(1).queued('big')?.attempts).toBe(1);
    scene.put(node('large', { cpu: '2' }));
    expect(scene.wait(1).nodeOf('big')).toBe('large');
    const [, moved] = scene.did('sched.queue', 'big').slice(-2);
    expect(moved?.detail).toMatchObject({
      from: 'unschedulablePods',
      to: 'activeQ',
      event: 'NodeAdd',
      plugin: 'NodeResourcesFit',
    });
  });

  it('is tried again after five minutes at the latest, at the next half minute (claim 24)', () => {
    const scene = new Scene([node('a', { cpu: '1' })]).create(pod('big', { cpu: '2' })).wait(299);
    expect(scene.queued('big')?.attempts).toBe(1);
    expect(scene.wait(31).queued('big')?.attempts).toBe(2);
    expect(scene.kernel.settled).toBe(true);
  });

  it('while there are no nodes at all is tried again after 1, 2, 4, 8 and then every 10 seconds (claim 23)', () => {
    const scene = new Scene().create(pod('web')).wait(60);
    expect(scene.scheduled('web')?.message).toBe('no nodes available to schedule pods');
    const starts = scene.did('sched.cycle', 'web').map(({ at }) => Math.floor(at / 1e6));
    expect(starts.slice(1).map((at, i) => at - (starts[i] as number))).toEqual([2, 3, 5, 9, 11, 11, 11]);
    expect(scene.kernel.settled).toBe(true);
  });
});

describe('the active queue', () => {
  it('gives the highest priority first, and of equals the one that has waited longest (claims 4, 25)', () => {
    const scene = new Scene(three(), { clientLimits: {} });
    const low = (name: string) => pod(name, {}, { priority: 0 });
    scene.create(low('first'), low('second'), low('third'), pod('vip', {}, { priority: 1000 })).wait(1);
    const order = scene.did('sched.cycle').map(({ subject }) => subject.split('/').at(-1));
    expect(order).toEqual(['first', 'vip', 'second', 'third']);
  });

  it('is served one Pod at a time, while earlier Pods are still being bound (claim 9)', () => {
    const scene = new Scene(three()).create(pod('one'), pod('two'), pod('three')).wait(1);
    const [, second, third] = scene.did('sched.cycle').map(({ at }) => at);
    const [bound] = scene.did('sched.bound', 'one').map(({ at }) => at);
    expect((third as number) - (second as number)).toBe(1_000);
    expect(third as number).toBeLessThan(bound as number);
  });

  it('counts a Pod on its node from the moment that it is assumed there', () => {
    const scene = new Scene([node('a', { cpu: '1' }), node('b', { cpu: '1' })]);
    scene.create(pod('one', { cpu: '1' }), pod('two', { cpu: '1' }), pod('three', { cpu: '1' })).wait(1);
    expect(new Set([scene.nodeOf('one'), scene.nodeOf('two')])).toEqual(new Set(['a', 'b']));
    expect(scene.scheduled('three')?.message).toBe(
      '0/2 nodes are available: 2 Insufficient cpu. no new claims to deallocate, preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.',
    );
    expect(scene.assumed).toEqual([]);
  });
});

describe('a binding that fails', () => {
  it('is undone: the Pod gives up its place, waits a second, and is scheduled anew (claim 29)', () => {
    const scene = new Scene(three());
    scene.kernel.command(fault('kube-scheduler', 'POST', 409));
    scene.create(pod('web', { cpu: '1' })).wait(0.5);
    expect(scene.nodeOf('web')).toBeUndefined();
    expect(scene.assumed).toEqual([]);
    expect(scene.did('sched.forget', 'web')).toHaveLength(1);
    expect(scene.queued('web')).toMatchObject({ queue: 'errorBackoffQ', consecutiveErrorsCount: 1 });
    expect(scene.scheduled('web')).toMatchObject({ status: 'False', reason: 'SchedulerError' });
    expect(scene.scheduled('web')?.message).toMatch(
      /^running Bind plugin "DefaultBinder": Operation cannot be fulfilled/,
    );
    scene.wait(3);
    expect(scene.nodeOf('web')).toBeDefined();
    expect(scene.did('sched.cycle', 'web').map(({ detail }) => (detail as { attempt: number }).attempt)).toEqual([
      1, 2,
    ]);
  });

  it('because the Pod was deleted meanwhile leaves nothing behind', () => {
    const scene = new Scene([node('a', { cpu: '1' })]);
    scene.create(pod('web', { cpu: '1' }));
    while (scene.assumed.length === 0) scene.kernel.step();
    scene
      .remove('web')
      .create(pod('next', { cpu: '1' }))
      .wait(5);
    expect(scene.assumed).toEqual([]);
    expect(scene.queued('web')).toBeUndefined();
    expect(scene.nodeOf('next')).toBe('a');
  });

  it('lets another Pod have the room at once', () => {
    const scene = new Scene([node('a', { cpu: '1' })]);
    scene.kernel.command(fault('kube-scheduler', 'POST', 503));
    scene.create(pod('one', { cpu: '1' }), pod('two', { cpu: '1' })).wait(1);
    expect(scene.nodeOf('two')).toBe('a');
    expect(scene.nodeOf('one')).toBeUndefined();
  });
});

describe('a large cluster', () => {
  it('is searched only as far as needed, from where the last search ended', () => {
    const nodes = Array.from({ length: 300 }, (_, i) => node(`n${String(i).padStart(3, '0')}`));
    const scene = new Scene(nodes, { clientLimits: {} }).create(pod('one'), pod('two'), pod('three')).wait(1);
    const seen = ['one', 'two', 'three'].map((name) => filterOf(scene, name));
    expect(seen.map(({ nodes: asked }) => asked.length)).toEqual([144, 144, 144]);
    expect(seen.map(({ startIndex, numNodesToFind }) => [startIndex, numNodesToFind])).toEqual([
      [0, 144],
      [144, 144],
      [288, 144],
    ]);
    expect(seen[2]?.nodes.slice(10, 14)).toEqual(['n298', 'n299', 'n000', 'n001']);
  });

  it('is looked at zone by zone in turn', () => {
    const zoned = (name: string, zone: string) => node(name, {}, { labels: { 'topology.kubernetes.io/zone': zone } });
    const scene = new Scene([zoned('a1', 'a'), zoned('a2', 'a'), zoned('b1', 'b'), zoned('a3', 'a'), zoned('b2', 'b')]);
    scene.create(pod('web')).wait(1);
    expect(filterOf(scene, 'web').nodes).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });
});
