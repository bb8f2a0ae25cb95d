import type { Case, CaseAdapter, Failure } from '../../../host/cases/case-form';
import { compareValues } from '../../../host/cases/compare';
import { compareEvents, comparePaths } from '../../../host/cases/compare-actions';
import { ComponentBench } from '../../../host/cases/component-bench';
import type { KubeObject } from '../../api/meta';
import type { Pod } from '../../api/types';
import { taintEvictionController } from './taint-eviction-controller';

/** What the API server would refuse a write without. */
function completed(given: KubeObject): KubeObject {
  if (given.kind !== 'Pod') return given;
  const pod = given as Pod;
  return { ...pod, spec: { ...pod.spec, containers: [{ name: 'app', image: 'app:1' }] } } as Pod;
}

interface Line {
  readonly verb: string;
  readonly kind: string;
  readonly name: string;
  readonly set?: Readonly<Record<string, unknown>>;
}

/** Longer than any case lets a Pod stay. */
const longestStayMicros = 3_600e6;

/** How long the Pod stays on its tainted node, and what is written then. */
function evict(c: Case): Failure[] {
  const { objects = [], now } = (c.given ?? {}) as { objects?: readonly KubeObject[]; now?: string };
  const bench = new ComponentBench([taintEvictionController], objects.map(completed), now);
  bench.fillCaches();
  const filledAt = bench.kernel.now;
  bench.settle();
  // The cluster rests while a Pod may still stay.
  bench.kernel.runUntil(filledAt + longestStayMicros);
  const deletion = bench.kernel.trace.events.find(
    ({ verb, actor }) => verb === 'api.delete' && actor === taintEvictionController.actor,
  );
  const deletedAfterSeconds = deletion ? Math.round((deletion.at - filledAt) / 1e6) : 'never';
  const { values, writes, events } = c.then as Record<string, unknown>;
  const failures = compareValues({ deletedAfterSeconds }, values);
  const pods = bench.writes().filter(({ kind }) => kind === 'Pod');
  for (const [i, line] of ((writes ?? []) as Line[]).entries()) {
    // A status is written by a patch; the case calls every such write an update.
    const wanted = line.verb === 'updateStatus' ? 'patchStatus' : line.verb;
    const write = pods[i];
    if (write?.verb !== wanted || write.name !== line.name)
      failures.push({ path: `writes[${i}]`, expected: line, actual: write && `${write.verb} ${write.name}` });
    else failures.push(...comparePaths(write.after, line.set ?? {}, [], write.before));
  }
  if (writes !== undefined && pods.length !== (writes as Line[]).length)
    failures.push({ path: 'writes', expected: writes, actual: pods.map(({ verb }) => verb) });
  if (events !== undefined) failures.push(...compareEvents(bench.events, events, false));
  return failures;
}

export const adapters: CaseAdapter[] = [
  {
    area: 'node-lifecycle',
    topic: 'taints-heartbeats-eviction',
    when: 'compute:NoExecute eviction of the pod',
    run: evict,
  },
];
