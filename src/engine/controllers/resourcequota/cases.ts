import type { Case, CaseAdapter, Failure } from '../../../host/cases/case-form';
import { comparePaths } from '../../../host/cases/compare-actions';
import { ComponentBench } from '../../../host/cases/component-bench';
import { type KubeObject, keyOf, withMetadata } from '../../api/meta';
import { resourceQuotaController } from './resource-quota-controller';

/** An object of a case that names no namespace is in the quota's. */
const placed = (object: KubeObject): KubeObject =>
  object.metadata.namespace ? object : withMetadata(object, { namespace: 'default' });

function reconcile(c: Case): Failure[] {
  const { namespace, name } = c.when.reconcile as { namespace: string; name: string };
  const { objects = [] } = (c.given ?? {}) as { objects?: readonly KubeObject[] };
  const bench = new ComponentBench([resourceQuotaController], objects.map(placed));
  bench.reconcile(keyOf(namespace, name));
  return (c.then.objects as Record<string, unknown>[]).flatMap((entry) => {
    const named = entry as unknown as { kind: string; name: string };
    return comparePaths(bench.find(named), entry, ['kind', 'name', 'namespace'], bench.before(named));
  });
}

export const adapters: CaseAdapter[] = [
  {
    area: 'apiserver',
    when: 'reconcile',
    takes: (c) => (c.when.reconcile as { kind?: string }).kind === 'ResourceQuota',
    run: reconcile,
  },
];
