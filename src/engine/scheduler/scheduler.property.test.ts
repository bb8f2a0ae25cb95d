import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashText } from '../../shared/hash';
import type { Node, Pod, Taint, Toleration } from '../api/types';
import { Cluster } from '../cluster';
import { rand } from '../kernel/random';
import { revive, serialise } from '../kernel/serialise';
import { SchedulerCache } from './cache/scheduler-cache';
import { selectHost } from './scheduling-algorithm';
import { objectStore } from './testing/object-store';
import { node, pod, Scene, sceneConfig } from './testing/scene';
import type { FilterVerdicts, ScoreVerdicts } from './verdicts';

const effect = fc.constantFrom('NoSchedule', 'NoExecute', 'PreferNoSchedule');
const taint: fc.Arbitrary<Taint> = fc.record({
  key: fc.constantFrom('a', 'b'),
  value: fc.constantFrom('1', '2'),
  effect,
});
const key = fc.constantFrom('a', 'b');
const toleration: fc.Arbitrary<Toleration> = fc.oneof(
  fc.record({ key, operator: fc.constant('Exists'), effect }, { requiredKeys: ['key', 'operator'] }),
  fc.record({ key, value: fc.constantFrom('1', '2'), effect }, { requiredKeys: ['key', 'value'] }),
);
const someNode = (name: string): fc.Arbitrary<Node> =>
  fc
    .record({
      cpu: fc.integer({ min: 1, max: 4 }),
      gpu: fc.integer({ min: 0, max: 1 }),
      taints: fc.uniqueArray(taint, { maxLength: 2, selector: ({ key, effect: e }) => `${key} ${e}` }),
      unschedulable: fc.boolean(),
    })
    .map(({ cpu, gpu, taints, unschedulable }) =>
      node(
        name,
        { cpu: String(cpu), 'example.com/gpu': String(gpu), pods: '4' },
        { spec: { taints, ...(unschedulable ? { unschedulable } : {}) } },
      ),
    );
const somePod = (name: string): fc.Arbitrary<Pod> =>
  fc
    .record({
      cpu: fc.integer({ min: 0, max: 30 }),
      memory: fc.integer({ min: 0, max: 3000 }),
      priority: fc.integer({ min: 0, max: 2 }),
      tolerations: fc.uniqueArray(toleration, { maxLength: 2, selector: (one) => JSON.stringify(one) }),
    })
    .map(({ cpu, memory, priority, tolerations }) =>
      pod(
        name,
        { ...(cpu === 0 ? {} : { cpu: `${cpu}00m` }), ...(memory === 0 ? {} : { memory: `${memory}Mi` }) },
        { priority, tolerations },
      ),
    );
const someNodes = fc
  .integer({ min: 1, max: 6 })
  .chain((n) => fc.tuple(...Array.from({ length: n }, (_, i) => someNode(`n${i}`))));
const somePods = fc
  .integer({ min: 1, max: 12 })
  .chain((n) => fc.tuple(...Array.from({ length: n }, (_, i) => somePod(`p${i}`))));

function run(nodes: readonly Node[], pods: readonly Pod[], seed: number): Scene {
  const scene = new Scene(nodes, { seed, clientLimits: {} }).create(...pods).wait(3);
  for (const { metadata } of pods) expect(scene.pod(metadata.name as string)).toBeDefined();
  return scene;
}

const lastFilter = (scene: Scene, name: string) => scene.did('sched.filter', name).at(-1)?.detail as FilterVerdicts;

const runs = { numRuns: 40 };

describe('whatever the nodes and Pods', () => {
  it('what a node says to a Pod does not depend on the order of the nodes', () => {
    fc.assert(
      fc.property(someNodes, somePod('web'), fc.integer(), (nodes, one, seed) => {
        const said = (order: readonly Node[]) => {
          const {
            nodes: names,
            verdict,
            refusals,
          } = run(order, [one], seed).detail<FilterVerdicts>('sched.filter', 'web');
          return Object.fromEntries(names.map((name, i) => [name, refusals[verdict[i] as number]]));
        };
        expect(said([...nodes].reverse())).toEqual(said(nodes));
      }),
      runs,
    );
  });

  it('every score lies within 0 and 100, and the chosen node has the highest total', () => {
    fc.assert(
      fc.property(someNodes, somePods, fc.integer(), (nodes, pods, seed) => {
        const scene = run(nodes, pods, seed);
        for (const { detail, subject } of scene.did('sched.score')) {
          const { nodes: names, plugins, total } = detail as ScoreVerdicts;
          for (const { normalized } of plugins)
            for (const score of normalized) expect(score >= 0 && score <= 100).toBe(true);
          const chosen = scene.detail<{ node: string }>('sched.assume', subject.slice('pods/default/'.length)).node;
          expect(total[names.indexOf(chosen)]).toBe(Math.max(...total));
        }
      }),
      runs,
    );
  });

  it('a bound Pod passed every filter of its node when it was placed, and nothing is asked of a node that it has not', () => {
    fc.assert(
      fc.property(someNodes, somePods, fc.integer(), (nodes, pods, seed) => {
        const scene = run(nodes, pods, seed);
        for (const { metadata } of pods) {
          const name = metadata.name as string;
          const bound = scene.nodeOf(name);
          if (!bound) continue;
          const { nodes: asked, verdict } = lastFilter(scene, name);
          expect(verdict[asked.indexOf(bound)]).toBe(-1);
        }
        for (const { metadata, status } of nodes) {
          const there = pods.filter((one) => scene.nodeOf(one.metadata.name as string) === metadata.name);
          const milli = there.reduce(
            (sum, one) => sum + Number.parseInt(one.spec?.containers[0]?.resources?.requests?.cpu ?? '0', 10),
            0,
          );
          expect(milli).toBeLessThanOrEqual(1000 * Number(status?.allocatable?.cpu));
          expect(there.length).toBeLessThanOrEqual(Number(status?.allocatable?.pods));
        }
      }),
      runs,
    );
  });

  it('a Pod waits unschedulable only when every node refused it', () => {
    fc.assert(
      fc.property(someNodes, somePods, fc.integer(), (nodes, pods, seed) => {
        const scene = run(nodes, pods, seed);
        for (const { subject } of scene.did('sched.fail')) {
          const { verdict, numAllNodes } = lastFilter(scene, subject.slice('pods/default/'.length));
          expect(verdict).toHaveLength(numAllNodes);
          expect(verdict).not.toContain(-1);
        }
      }),
      runs,
    );
  });

  it('the same seed makes the same choice, in a run of its own and when other Pods came after', () => {
    fc.assert(
      fc.property(someNodes, somePods, fc.integer(), (nodes, pods, seed) => {
        const first = (count: number) => run(nodes, pods.slice(0, count), seed).nodeOf('p0');
        expect(first(1)).toBe(first(1));
        expect(first(pods.length)).toBe(first(1));
      }),
      { numRuns: 15 },
    );
  });
});

/** Everything that is derived from rows, as plain values. */
function derived(kernel: Cluster['kernel']): unknown {
  const cache = new SchedulerCache(
    kernel.table('cache/kube-scheduler/nodes'),
    kernel.table('cache/kube-scheduler/pods'),
    kernel.table('scheduler/assumed'),
    kernel.table('scheduler/node-tree'),
  );
  return picture(cache);
}

function picture(cache: SchedulerCache): unknown {
  return cache.nodeInfos().map(({ name, requested, nonZeroRequested, allocatable, pods }) => ({
    name,
    requested,
    nonZeroRequested,
    allocatable,
    pods: [...pods.keys()].sort(),
  }));
}

describe('what is derived from rows', () => {
  it('is the same as when it is made anew, at any moment', () => {
    fc.assert(
      fc.property(someNodes, somePods, fc.integer({ min: 0, max: 400 }), (nodes, pods, steps) => {
        const scene = new Scene(nodes, { clientLimits: {} });
        const { kernel } = scene;
        const live = new SchedulerCache(
          kernel.table('cache/kube-scheduler/nodes'),
          kernel.table('cache/kube-scheduler/pods'),
          kernel.table('scheduler/assumed'),
          kernel.table('scheduler/node-tree'),
        );
        scene.create(...pods).remove('p0');
        scene.send('DELETE', '/api/v1/nodes/n0');
        for (let i = 0; i < steps; i++) kernel.step();
        expect(picture(live)).toEqual(derived(kernel));
      }),
      runs,
    );
  });

  it('gives the Pods of the queue in the same order after the engine was turned into JSON and back', () => {
    fc.assert(
      fc.property(someNodes, somePods, fc.integer({ min: 0, max: 300 }), (nodes, pods, steps) => {
        const scene = new Scene(nodes, { clientLimits: {} }).create(...pods);
        for (let i = 0; i < steps; i++) scene.kernel.step();
        const revived = new Cluster({ ...sceneConfig, clientLimits: {} }, [objectStore]).restore(
          revive(serialise(scene.kernel.snapshot())),
        );
        scene.wait(3);
        revived.kernel.runUntil(scene.kernel.now);
        const order = (kernel: Cluster['kernel']) =>
          kernel.trace.events.filter(({ verb }) => verb === 'sched.cycle').map(({ subject, at }) => `${at} ${subject}`);
        const after = order(revived.kernel);
        expect(after).toEqual(order(scene.kernel).slice(order(scene.kernel).length - after.length));
        expect(revived.kernel.stateHash()).toBe(scene.kernel.stateHash());
      }),
      runs,
    );
  });
});

describe('the lot among equal nodes', () => {
  it('falls on each of them about as often, and never on another', () => {
    const nodes = Array.from({ length: 5 }, (_, i) => ({ nameHash: hashText(`node-${i}`) }));
    const counts = [0, 0, 0, 0, 0];
    const draws = 8000;
    for (let n = 0; n < draws; n++) {
      const draw = Math.floor(rand(3, 'kube-scheduler', 'selectHost', `uid-${n}`, 1) * 2 ** 53);
      const at = selectHost(nodes, [100, 100, 90, 100, 100], draw);
      counts[at] = (counts[at] ?? 0) + 1;
    }
    expect(counts[2]).toBe(0);
    for (const i of [0, 1, 3, 4]) expect(Math.abs((counts[i] as number) - draws / 4)).toBeLessThan(200);
  });
});
