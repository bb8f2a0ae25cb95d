import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Node, Pod } from '../api/types';
import { node, pod, Scene } from './testing/scene';
import type { FilterVerdicts, ScoreVerdicts } from './verdicts';

type Spec = NonNullable<Pod['spec']>;
const zone = 'topology.kubernetes.io/zone';
const app = fc.constantFrom('x', 'y');
const topologyKey = fc.constantFrom(zone, 'kubernetes.io/hostname');
const term = fc
  .record({ app, topologyKey })
  .map((one) => ({ labelSelector: { matchLabels: { app: one.app } }, topologyKey: one.topologyKey }));
const weighted = fc.record({ weight: fc.integer({ min: 1, max: 100 }), podAffinityTerm: term });
const rules = fc.record(
  {
    requiredDuringSchedulingIgnoredDuringExecution: fc.array(term, { maxLength: 1 }),
    preferredDuringSchedulingIgnoredDuringExecution: fc.array(weighted, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const spread = fc
  .record({
    app,
    topologyKey,
    maxSkew: fc.integer({ min: 1, max: 2 }),
    whenUnsatisfiable: fc.constantFrom('DoNotSchedule', 'ScheduleAnyway'),
  })
  .map(({ app: picked, ...rest }) => ({ ...rest, labelSelector: { matchLabels: { app: picked } } }));
const somePod = (name: string): fc.Arbitrary<Pod> =>
  fc
    .record({
      app,
      cpu: fc.integer({ min: 1, max: 20 }),
      priority: fc.integer({ min: 0, max: 3 }),
      near: fc.option(rules, { nil: undefined }),
      far: fc.option(rules, { nil: undefined }),
      topologySpreadConstraints: fc.uniqueArray(spread, {
        maxLength: 2,
        selector: (one) => `${one.topologyKey} ${one.whenUnsatisfiable}`,
      }),
    })
    .map(({ app: label, cpu, near, far, ...spec }) => {
      const affinity = { ...(near ? { podAffinity: near } : {}), ...(far ? { podAntiAffinity: far } : {}) };
      const one = pod(name, { cpu: `${cpu}00m` }, { ...spec, affinity } as Partial<Spec>);
      return { ...one, metadata: { ...one.metadata, labels: { app: label } } };
    });
const someNodes: fc.Arbitrary<readonly Node[]> = fc
  .array(fc.constantFrom('a', 'b', ''), { minLength: 1, maxLength: 5 })
  .map((zones) => zones.map((name, i) => node(`n${i}`, { cpu: '3' }, { labels: name === '' ? {} : { [zone]: name } })));
const somePods = (letter: string, min: number) =>
  fc.integer({ min, max: 6 }).chain((n) => fc.tuple(...Array.from({ length: n }, (_, i) => somePod(`${letter}${i}`))));

/** Pods that run from the beginning, one after another on the nodes; then others that have to find a place. */
function run(nodes: readonly Node[], running: readonly Pod[], pods: readonly Pod[], seed: number): Scene {
  const scene = new Scene(nodes, { seed, clientLimits: {} });
  const names = nodes.map(({ metadata }) => metadata.name as string).sort();
  running.forEach((one, i) => {
    scene.create({ ...one, spec: { ...one.spec, nodeName: names[i % names.length] } as Spec });
  });
  return scene
    .wait(1)
    .create(...pods)
    .wait(3);
}

const runs = { numRuns: 30 };

describe('whatever Pods want near and far, and however they are to be spread', () => {
  it('what a node says to a Pod does not depend on the order of the nodes', () => {
    fc.assert(
      fc.property(someNodes, somePods('r', 0), somePod('web'), fc.integer(), (nodes, running, one, seed) => {
        const said = (order: readonly Node[]) => {
          const detail = run(order, running, [one], seed).detail<FilterVerdicts>('sched.filter', 'web');
          return Object.fromEntries(
            detail.nodes.map((name, i) => [name, detail.refusals[detail.verdict[i] as number]]),
          );
        };
        expect(said([...nodes].reverse())).toEqual(said(nodes));
      }),
      runs,
    );
  });

  it('every score is a whole number from 0 to 100', () => {
    fc.assert(
      fc.property(someNodes, somePods('r', 0), somePods('p', 1), fc.integer(), (nodes, running, pods, seed) => {
        for (const { detail } of run(nodes, running, pods, seed).did('sched.score')) {
          for (const { normalized } of (detail as ScoreVerdicts).plugins)
            for (const score of normalized) expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        }
      }),
      runs,
    );
  });

  it('a Pod pushes out only such as matter less, and none that it need not', () => {
    fc.assert(
      fc.property(someNodes, somePods('r', 1), somePods('p', 1), fc.integer(), (nodes, running, pods, seed) => {
        const scene = run(nodes, running, pods, seed);
        const priorityOf = (key: string) => scene.pod(key.slice('default/'.length))?.spec?.priority ?? 0;
        for (const { detail, subject } of scene.did('sched.postFilter')) {
          const { victims = [] } = detail as { victims?: readonly string[] };
          const own = priorityOf(subject.slice('pods/'.length));
          for (const victim of victims) expect(priorityOf(victim)).toBeLessThan(own);
        }
        const evicted = scene.did('sched.preempt').flatMap(({ detail }) => (detail as { victims: string[] }).victims);
        for (const { metadata } of [...running, ...pods]) {
          const isGoing = scene.pod(metadata.name as string)?.metadata.deletionTimestamp !== undefined;
          expect(isGoing).toBe(evicted.includes(`default/${metadata.name}`));
        }
      }),
      runs,
    );
  });
});
