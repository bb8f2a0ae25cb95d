// Models: k8s.io/apiserver pkg/admission/plugin/resourcequota (CheckRequest), without configured limited resources
// Simplified: requests are judged one by one against what is stored; upstream gathers those of a namespace, and writes
//   the quota before the object as here.
// Not modelled: an object that is refused after its quota was charged, for which upstream charges until the next sync.

import { type KindDefinition, kindOf } from '../../api/kinds';
import type { KubeObject } from '../../api/meta';
import type { Status } from '../../api/status';
import type { ResourceQuota } from '../../api/types';
import type { Write } from '../decision';
import { evaluatorOf, type QuotaEvaluator, scopesOf } from '../quota/evaluators';
import {
  addLists,
  equalLists,
  listText,
  maskList,
  namesBeyond,
  namesOf,
  negativeNames,
  type ResourceList,
  subtractLists,
  withoutZeros,
} from '../quota/resource-list';
import { type AdmissionAttributes, type AdmissionPlugin, forbidden, type Verdict } from './admission-plugin';

/** generic.Matches: a quota that counts something of this kind, all of whose scopes the object is in. */
function matches(evaluator: QuotaEvaluator, quota: ResourceQuota, object: KubeObject): boolean {
  return (
    namesOf(quota.status?.hard).some((name) => evaluator.counts(name)) &&
    scopesOf(quota).every((scope) => evaluator.matchesScope(scope, object))
  );
}

/** The quota with what it would have used; the same one when nothing changes. */
function charged(
  attributes: AdmissionAttributes,
  quota: ResourceQuota,
  delta: ResourceList,
): { readonly quota: ResourceQuota } | { readonly refusal: Status } {
  const { hard = {}, used = {} } = quota.status ?? {};
  const requested = maskList(delta, namesOf(hard));
  const sum = addLists(used, requested);
  const exceeded = namesBeyond(maskList(sum, namesOf(requested)), hard);
  if (exceeded.length > 0) {
    const part = (list: ResourceList) => listText(maskList(list, exceeded));
    const why = `exceeded quota: ${quota.metadata.name}, requested: ${part(requested)}, used: ${part(used)}, limited: ${part(hard)}`;
    return { refusal: forbidden(attributes, why) };
  }
  if (equalLists(sum, used)) return { quota };
  return { quota: { ...quota, status: { ...quota.status, used: sum } } };
}

/** Quotas that count the object; or why it cannot be counted. */
function interesting(
  attributes: AdmissionAttributes,
  evaluator: QuotaEvaluator,
  quotas: readonly ResourceQuota[],
): readonly ResourceQuota[] | Status {
  const found: ResourceQuota[] = [];
  for (const quota of quotas) {
    if (!matches(evaluator, quota, attributes.object)) continue;
    const { name } = quota.metadata;
    const restricted = namesOf(quota.status?.hard).filter((resource) => evaluator.counts(resource));
    const problem = evaluator.constraint(restricted, attributes.object);
    if (problem !== '') return forbidden(attributes, `failed quota: ${name}: ${problem}`);
    if (restricted.some((resource) => quota.status?.used?.[resource] === undefined))
      return forbidden(attributes, `status unknown for quota: ${name}, resources: ${restricted.join(',')}`);
    found.push(quota);
  }
  return found;
}

/** No namespace uses more of anything than its ResourceQuotas allow. */
export const resourceQuota: AdmissionPlugin = {
  name: 'ResourceQuota',
  operations: ['CREATE', 'UPDATE'],
  validate(attributes, context): Verdict {
    const { kind, namespace, object, old, operation } = attributes;
    const stored = context.storage.table('resourcequotas');
    if (stored.size === 0 || !kind.namespaced) return undefined;
    const evaluator = evaluatorOf(kind);
    if (!evaluator || (operation === 'UPDATE' && !evaluator.measuresUpdates)) return undefined;
    const quotas = stored.valuesWithPrefix(`${namespace}/`) as readonly ResourceQuota[];
    const found = interesting(attributes, evaluator, quotas);
    if (!Array.isArray(found)) return found as Status;
    if (found.length === 0) return undefined;
    const usage = evaluator.usage(object, context.nowMicros);
    const negative = negativeNames(usage);
    if (negative.length > 0)
      return forbidden(attributes, `quota usage is negative for resource(s): ${negative.join(',')}`);
    const writes: Write[] = [];
    for (const quota of found as readonly ResourceQuota[]) {
      const before = old && matches(evaluator, quota, old) ? evaluator.usage(old, context.nowMicros) : undefined;
      const delta = withoutZeros(before ? subtractLists(usage, before) : usage);
      const result = charged(attributes, quota, delta);
      if ('refusal' in result) return result.refusal;
      if (result.quota !== quota)
        writes.push({ op: 'put', kind: kindOf('', 'v1', 'resourcequotas') as KindDefinition, object: result.quota });
    }
    return writes.length === 0 ? undefined : { writes };
  },
};
