/**
 * Models: pkg/registry/policy/poddisruptionbudget/strategy.go.
 * Simplified: -
 * Not modelled: -
 */
import type { PodDisruptionBudget } from '../types';
import { podDisruptionBudgetRules } from '../validation/disruption-budget';
import { age, column, count } from './columns';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration, withSpecOf, withStatus } from './generation';

const NO_STATUS = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };

export const podDisruptionBudgetKind = defineKind<PodDisruptionBudget>({
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  resource: 'poddisruptionbudgets',
  namespaced: true,
  shortNames: ['pdb'],
  subresources: ['status'],
  prepareForCreate: (budget) => firstGeneration(withStatus(budget, NO_STATUS)),
  prepareForUpdate: (budget, old) => bumpOnSpecChange(withStatus(budget, old.status), old),
  prepareForStatusUpdate: withSpecOf,
  ...podDisruptionBudgetRules,
  columns: [
    column('Min Available', ({ spec }) => String(spec?.minAvailable ?? 'N/A')),
    column('Max Unavailable', ({ spec }) => String(spec?.maxUnavailable ?? 'N/A')),
    count('Allowed Disruptions', ({ status }) => status?.disruptionsAllowed ?? 0),
    age,
  ],
});
