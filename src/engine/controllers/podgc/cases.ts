import type { Case, CaseAdapter, Failure } from '../../../host/cases/case-form';
import { comparePaths } from '../../../host/cases/compare-actions';
import { ComponentBench } from '../../../host/cases/component-bench';
import { type KubeObject, withMetadata } from '../../api/meta';
import type { Pod } from '../../api/types';
import { configure } from '../../config';
import { podGCController } from './pod-gc-controller';

interface Line {
  readonly verb: string;
  readonly kind: string;
  readonly name: string;
  readonly gracePeriodSeconds?: number;
  readonly set?: Readonly<Record<string, unknown>>;
}

/** What the API server would refuse a write without; a deletion has its grace. */
function completed(given: KubeObject): KubeObject {
  if (given.kind !== 'Pod') return given;
  const pod = given as Pod;
  const whole = { ...pod, spec: { ...pod.spec, containers: [{ name: 'app', image: 'app:1' }] } } as Pod;
  return whole.metadata.deletionTimestamp ? withMetadata(whole, { deletionGracePeriodSeconds: 30 }) : whole;
}

/** What the collector does in its passes up to a time, seconds. */
function collect(c: Case, seconds: number): Failure[] {
  const { objects = [], terminatedPodThreshold } = (c.given ?? {}) as {
    objects?: readonly KubeObject[];
    terminatedPodThreshold?: number;
  };
  const { controllerManager } = configure();
  const settings = terminatedPodThreshold === undefined ? {} : { terminatedPodGCThreshold: terminatedPodThreshold };
  const bench = new ComponentBench([podGCController], objects.map(completed), undefined, {
    controllerManager: { ...controllerManager, ...settings },
  });
  bench.fillCaches();
  bench.kernel.runUntil(seconds * 1e6);
  const lines = (c.then.writes ?? []) as Line[];
  // What is finished already need not be marked as failed.
  const writes = bench.writes();
  const failures: Failure[] = [];
  for (const [i, line] of lines.entries()) {
    const write = writes[i];
    const grace = (write?.request as { gracePeriodSeconds?: number } | undefined)?.gracePeriodSeconds;
    if (write?.verb !== line.verb || write.kind !== line.kind || write.name !== line.name)
      failures.push({ path: `writes[${i}]`, expected: line, actual: write && `${write.verb} ${write.name}` });
    else if (line.gracePeriodSeconds !== undefined && grace !== line.gracePeriodSeconds)
      failures.push({ path: `writes[${i}].gracePeriodSeconds`, expected: line.gracePeriodSeconds, actual: grace });
    else failures.push(...comparePaths(write.after, line.set ?? {}, [], write.before));
  }
  if (writes.length !== lines.length)
    failures.push({ path: 'writes', expected: lines, actual: writes.map(({ verb, name }) => `${verb} ${name}`) });
  return failures;
}

const area = 'node-lifecycle';
const topic = 'pod-gc-and-ttl';

export const adapters: CaseAdapter[] = [
  { area, topic, when: 'reconcile', run: (c) => collect(c, 21) },
  { area, topic, when: 'advance', run: (c) => collect(c, Number.parseFloat(String(c.when.advance))) },
];
