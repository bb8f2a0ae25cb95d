import type { Case, CaseAdapter, Failure } from '../../../host/cases/case-form';
import { compareEvents, comparePaths } from '../../../host/cases/compare-actions';
import { ComponentBench } from '../../../host/cases/component-bench';
import { type KubeObject, keyOf } from '../../api/meta';
import { disruptionController } from './disruption-controller';

function reconcile(c: Case): Failure[] {
  const { namespace, name } = c.when.reconcile as { namespace: string; name: string };
  const { objects = [], now } = (c.given ?? {}) as { objects?: readonly KubeObject[]; now?: string };
  const bench = new ComponentBench([disruptionController], objects, now);
  bench.reconcile(keyOf(namespace, name));
  const { events } = c.then;
  const failures = events === undefined ? [] : compareEvents(bench.events, events, false);
  for (const entry of (c.then.objects ?? []) as Record<string, unknown>[]) {
    const named = entry as unknown as { kind: string; name: string };
    failures.push(...comparePaths(bench.find(named), entry, ['kind', 'name', 'namespace'], bench.before(named)));
  }
  return failures;
}

export const adapters: CaseAdapter[] = [{ area: 'disruption', when: 'reconcile', run: reconcile }];
