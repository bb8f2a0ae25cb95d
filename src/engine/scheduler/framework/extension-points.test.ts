import { describe, expect, it } from 'vitest';
import { Cluster } from '../../cluster';
import { defaultConfig, type SchedulerProfile } from '../../config';
import { revive, serialise } from '../../kernel/serialise';
import { plugins } from '../plugins';
import { node, pod, Scene } from '../testing/scene';
import type { Handle, Plugin, PluginDefinition } from './plugin';
import { newStatus } from './status';

/** Without the plugins that have something to say when no node was found. */
const registry = plugins.filter(
  ({ definition }) => !['DynamicResources', 'DefaultPreemption'].includes(definition.name),
);

/** A cluster whose scheduler has one more plugin, which no event moves unless it says so. */
function sceneWith(
  build: (handle: Handle) => Plugin,
  profile: Partial<SchedulerProfile> = {},
): { scene: Scene; handle: Handle } {
  let handle: Handle | undefined;
  const definition: PluginDefinition = {
    name: 'Test',
    build: (_args, given) => {
      handle = given;
      return { eventsToRegister: () => [], ...build(given) };
    },
  };
  const scheduler = { ...defaultConfig.scheduler, profiles: [{ schedulerName: 'default-scheduler', ...profile }] };
  const nodes = [node('a'), node('b'), node('c')];
  const scene = new Scene(nodes, { clientLimits: {}, scheduler }, [...registry, { definition, weight: 1 }]);
  return { scene, handle: handle as Handle };
}

const test = (name: string, spec: Parameters<typeof pod>[2] = {}) => pod(name, { cpu: '1' }, spec);

describe('Reserve', () => {
  it('that is refused takes the Pod back from its node, and Unreserve is told', () => {
    const told: string[] = [];
    const { scene } = sceneWith(() => ({
      reserve: () => newStatus('Unschedulable', 'no volume'),
      unreserve: (_state, one, nodeName) => told.push(`${one.metadata.name} ${nodeName}`),
    }));
    scene.create(test('web')).wait(0.5);
    expect(told).toEqual([`web ${scene.detail<{ node: string }>('sched.assume', 'web').node}`]);
    expect(scene.scheduled('web')).toMatchObject({
      reason: 'Unschedulable',
      message: '0/1 nodes are available: 1 no volume.',
    });
    expect(scene.kernel.table('scheduler/assumed').size).toBe(0);
    expect(scene.kernel.table('scheduler/queue').get('default/web')).toMatchObject({
      unschedulablePlugins: ['Test'],
    });
  });
});

describe('Permit', () => {
  const holding = (): Plugin => ({ permit: () => ({ status: newStatus('Wait'), timeoutMicros: 5e6 }) });

  it('holds a Pod back on its node until it is allowed', () => {
    const { scene, handle } = sceneWith(holding);
    scene.create(test('web')).wait(1);
    expect(scene.nodeOf('web')).toBeUndefined();
    expect(scene.kernel.table('scheduler/assumed').size).toBe(1);
    const uid = scene.pod('web')?.metadata.uid ?? '';
    scene.kernel.perform(() => handle.allow(uid, 'Test'));
    expect(scene.wait(1).nodeOf('web')).toBeDefined();
  });

  it('that is not given in time turns the Pod down', () => {
    const { scene } = sceneWith(holding);
    scene.create(test('web')).wait(5.5);
    expect(scene.nodeOf('web')).toBeUndefined();
    expect(scene.scheduled('web')?.message).toMatch(/^0\/1 nodes are available: 1 rejected due to timeout/);
    expect(scene.kernel.table('scheduler/assumed').size).toBe(0);
    expect(scene.kernel.table('scheduler/in-flight').size).toBe(0);
  });

  it('lets what happens meanwhile count: a Pod that it turned down then is tried again', () => {
    const { scene, handle } = sceneWith(() => ({
      permit: () => ({ status: newStatus('Wait'), timeoutMicros: 60e6 }),
      eventsToRegister: () => [{ event: { resource: 'Node', action: 1 } }],
    }));
    scene.create(test('web')).wait(1);
    scene.send('POST', '/api/v1/nodes', node('d'));
    scene.wait(1);
    const uid = scene.pod('web')?.metadata.uid ?? '';
    scene.kernel.perform(() => handle.reject(uid, 'Test', 'not yet'));
    scene.wait(0.1);
    const moves = scene.did('sched.queue', 'web').map(({ detail }) => (detail as { to: string }).to);
    expect(moves).toEqual(['activeQ', 'backoffQ']);
    expect(scene.did('sched.cycle', 'web')).toHaveLength(2);
    expect(scene.kernel.table('scheduler/in-flight-events').size).toBe(0);
  });
});

describe('PreBind', () => {
  it('may take its time; the Pod is bound when it is done, also by an engine that was turned into JSON and back', () => {
    const asked: number[] = [];
    const { scene } = sceneWith(() => ({
      reserve: (state) => {
        state.keep('until', 3);
        return undefined;
      },
      preBind: (state) => {
        const left = state.kept.until as number;
        asked.push(left);
        state.keep('until', left - 1);
        return left > 1 ? { status: newStatus('Wait'), afterMicros: 1e6 } : { status: undefined };
      },
    }));
    scene.create(test('web')).wait(1.5);
    const rows = scene.kernel.table<{ kept: { until: number } }>('scheduler/bindings');
    expect(rows.values().map(({ kept }) => kept.until)).toEqual([1]);
    expect(scene.wait(3).nodeOf('web')).toBeDefined();
    expect(asked).toEqual([3, 2, 1]);
  });
});

describe('a profile', () => {
  it('turns plugins off, and gives others another weight', () => {
    const { scene } = sceneWith(() => ({ score: (_state, _pod, { name }) => (name === 'b' ? 100 : 0) }), {
      plugins: {
        multiPoint: {
          disabled: [{ name: 'NodeResourcesBalancedAllocation' }],
          enabled: [
            { name: 'Test', weight: 5 },
            { name: 'TaintToleration', weight: 1 },
          ],
        },
      },
    });
    scene.create(test('web')).wait(1);
    expect(scene.nodeOf('web')).toBe('b');
    const { plugins: scored } = scene.detail<{
      plugins: { name: string; weight: number }[];
    }>('sched.score', 'web');
    expect(scored.map(({ name, weight }) => [name, weight])).toEqual([
      ['TaintToleration', 1],
      ['NodeResourcesFit', 1],
      ['ImageLocality', 1],
      ['Test', 5],
    ]);
  });

  it('with wrong arguments, unknown plugins or nobody to bind is refused when the scheduler starts', () => {
    const start = (profile: Partial<SchedulerProfile>) => () =>
      new Cluster({
        scheduler: { ...defaultConfig.scheduler, profiles: [{ schedulerName: 'x', ...profile }] },
      });
    const args = { scoringStrategy: { type: 'LeastAllocated', resources: [{ name: 'cpu', weight: 0 }] } };
    expect(start({ pluginConfig: [{ name: 'NodeResourcesFit', args }] })).toThrow(
      'initializing plugin "NodeResourcesFit": scoringStrategy.resources[0].weight: Invalid value: 0: resource weight of cpu not in valid range (0, 100]',
    );
    expect(start({ plugins: { multiPoint: { enabled: [{ name: 'NodeMagic' }] } } })).toThrow(
      'no plugin is named NodeMagic',
    );
    expect(start({ plugins: { multiPoint: { disabled: [{ name: 'DefaultBinder' }] } } })).toThrow('no plugin binds');
  });

  it('whose Score leaves 0 to 100 fails the attempt with an error, not the Pod', () => {
    const { scene } = sceneWith(() => ({ score: () => 101 }));
    scene.create(test('web')).wait(0.5);
    expect(scene.scheduled('web')).toMatchObject({ reason: 'SchedulerError' });
    expect(scene.scheduled('web')?.message).toContain('plugin "Test" returns an invalid score 101');
    expect(scene.kernel.table('scheduler/queue').get('default/web')).toMatchObject({ queue: 'errorBackoffQ' });
  });

  it('whose PreFilter names nodes asks those alone, and says so of the others', () => {
    const { scene } = sceneWith(() => ({ preFilter: () => ({ nodeNames: new Set(['c', 'gone']) }) }));
    scene
      .create(
        test('web'),
        test('big', { containers: [{ name: 'app', image: 'x', resources: { requests: { cpu: '9' } } }] }),
      )
      .wait(1);
    expect(scene.nodeOf('web')).toBe('c');
    expect(scene.scheduled('big')?.message).toBe(
      "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't satisfy plugin(s) [Test].",
    );
  });

  it('whose PreFilter turns the Pod down asks no node', () => {
    const { scene } = sceneWith(() => ({
      preFilter: () => ({ status: newStatus('UnschedulableAndUnresolvable', 'not on Mondays') }),
    }));
    scene.create(test('web')).wait(1);
    expect(scene.scheduled('web')?.message).toBe('0/3 nodes are available: not on Mondays.');
    expect(scene.did('sched.filter', 'web')).toEqual([]);
  });
});

describe('PostFilter', () => {
  it('has the last word in the message, and the node that it nominates is kept for the Pod', () => {
    const { scene } = sceneWith(() => ({
      postFilter: () => ({
        status: newStatus('Unschedulable', 'preemption: later'),
        nominatingInfo: { nominatedNodeName: 'a' },
      }),
    }));
    const big = { containers: [{ name: 'app', image: 'x', resources: { requests: { cpu: '5' } } }], priority: 10 };
    scene.create(test('vip', big)).wait(1);
    expect(scene.scheduled('vip')?.message).toBe('0/3 nodes are available: 3 Insufficient cpu. preemption: later');
    expect(scene.pod('vip')?.status?.nominatedNodeName).toBe('a');
    scene.create(test('low', { priority: 0 })).wait(1);
    const { refusals, verdict, nodes } = scene.detail<{
      refusals: object[];
      verdict: number[];
      nodes: string[];
    }>('sched.filter', 'low');
    expect(nodes.filter((_, i) => verdict[i] !== -1)).toEqual(['a']);
    expect(refusals).toHaveLength(1);
    scene.create(test('equal', { priority: 11 })).wait(1);
    expect(scene.detail<{ refusals: object[] }>('sched.filter', 'equal').refusals).toEqual([]);
  });
});

describe('a revived scheduler', () => {
  it('goes on as the one that was turned into JSON would have', () => {
    const run = (reviveEvery: number): unknown => {
      let cluster = new Cluster({ nodes: [], seed: 5 }).boot();
      const at = (time: number, method: string, path: string, body: unknown) =>
        cluster.kernel.commandAt(time, {
          to: 'http',
          type: 'request',
          payload: { method, path, body, user: 'kubectl' },
        });
      for (let i = 0; i < 6; i++) at(100_001 + i, 'POST', '/api/v1/nodes', node(`n${i}`, { cpu: '2' }));
      for (let i = 0; i < 20; i++)
        at(200_001 + i, 'POST', '/api/v1/namespaces/default/pods', pod(`p${i}`, { cpu: '700m' }, { priority: i % 3 }));
      for (let i = 0; i < 4; i++)
        at(3_000_001 + i, 'DELETE', `/api/v1/namespaces/default/pods/p${i}`, { gracePeriodSeconds: 0 });
      at(4_000_001, 'POST', '/api/v1/nodes', node('late', { cpu: '2' }));
      for (let n = 1; (cluster.kernel.nextAt() ?? Number.POSITIVE_INFINITY) <= 400e6; n++) {
        cluster.kernel.step();
        if (n % reviveEvery === 0)
          cluster = new Cluster({ nodes: [], seed: 5 }).restore(revive(serialise(cluster.kernel.snapshot())));
      }
      return [cluster.kernel.stateHash(), cluster.kernel.trace.currentHash()];
    };
    const straight = run(Number.POSITIVE_INFINITY);
    expect(run(97)).toEqual(straight);
    expect(run(7)).toEqual(straight);
  });
});
