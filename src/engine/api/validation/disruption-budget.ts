/**
 * Models: pkg/apis/policy/validation (ValidatePodDisruptionBudgetSpec, ValidatePodDisruptionBudgetStatusUpdate).
 * Simplified: -
 * Not modelled: -
 */
import { type FieldError, invalid, notSupported } from '../field-error';
import type { IntOrString, PodDisruptionBudget } from '../types';
import { isPercent } from './formats';
import { checkLabelSelector } from './labels';
import { isPathSegmentName, rulesOf } from './names';
import { printableSelector } from './printable';
import { checkCountOrPercent, checkCounts, countOrPercent } from './workloads';

const POLICIES = ['AlwaysAllow', 'IfHealthyBudget'];

const rules = rulesOf<PodDisruptionBudget>(
  true,
  (errors, budget) => {
    const spec = budget.spec ?? {};
    const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy: policy } = spec;
    if (minAvailable != null && maxUnavailable != null) {
      const printed = {
        MinAvailable: minAvailable,
        Selector: selector == null ? null : printableSelector(selector),
        MaxUnavailable: maxUnavailable,
        UnhealthyPodEvictionPolicy: policy ?? null,
      };
      errors.push(invalid('spec', printed, 'minAvailable and maxUnavailable cannot be both set'));
    }
    checkBound(errors, 'spec.minAvailable', minAvailable);
    checkBound(errors, 'spec.maxUnavailable', maxUnavailable);
    checkLabelSelector(errors, 'spec.selector', selector);
    if (policy != null && !POLICIES.includes(policy))
      errors.push(notSupported('spec.unhealthyPodEvictionPolicy', policy, POLICIES));
  },
  isPathSegmentName,
);

function checkBound(errors: FieldError[], field: string, bound: IntOrString | undefined): void {
  if (bound == null) return;
  checkCountOrPercent(errors, field, bound);
  if (typeof bound === 'string' && isPercent(bound).length === 0 && countOrPercent(bound) > 100)
    errors.push(invalid(field, bound, 'must not be greater than 100%'));
}

export const podDisruptionBudgetRules = {
  ...rules,
  validateStatusUpdate(budget: PodDisruptionBudget, old: PodDisruptionBudget): FieldError[] {
    const errors = rules.validateStatusUpdate(budget, old);
    checkCounts(errors, budget.status ?? {}, [
      'disruptionsAllowed',
      'currentHealthy',
      'desiredHealthy',
      'expectedPods',
    ]);
    return errors;
  },
};
