import type { Case, CaseAdapter, Failure } from '../../../host/cases/case-form';
import { compareValues } from '../../../host/cases/compare';
import { stepAfterAdd, ttlSecondsOf } from './boundaries';

function annotation(c: Case): Failure[] {
  const { clusterGrowsFrom, nodes } = c.given as { clusterGrowsFrom: number; nodes: number };
  let step = 0;
  for (let count = clusterGrowsFrom + 1; count <= nodes; count++) step = stepAfterAdd(step, count);
  return compareValues({ annotation: String(ttlSecondsOf(step)) }, c.then.values);
}

export const adapters: CaseAdapter[] = [
  { area: 'node-lifecycle', when: 'compute:node.alpha.kubernetes.io/ttl', run: annotation },
];
