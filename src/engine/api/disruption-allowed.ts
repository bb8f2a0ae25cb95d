/**
 * Models: k8s.io/component-helpers apps/poddisruptionbudget (UpdateDisruptionAllowedCondition, ConditionsAreUpToDate).
 * Simplified: -
 * Not modelled: -
 */
import { formatTime } from '../../shared/time';
import { findCondition, setCondition } from './conditions';
import type { Condition, PodDisruptionBudget, PodDisruptionBudgetStatus } from './types';

const type = 'DisruptionAllowed';

function reasonOf({ disruptionsAllowed = 0 }: PodDisruptionBudgetStatus): { status: string; reason: string } {
  return disruptionsAllowed > 0
    ? { status: 'True', reason: 'SufficientPods' }
    : { status: 'False', reason: 'InsufficientPods' };
}

/** A budget's status with another condition DisruptionAllowed. `nowMicros`: since 1970. */
export function withDisruptionCondition(
  status: PodDisruptionBudgetStatus,
  condition: { readonly status: string; readonly reason: string; readonly message?: string },
  nowMicros: number,
): PodDisruptionBudgetStatus {
  const full: Condition = {
    type,
    message: '',
    ...condition,
    lastTransitionTime: formatTime(nowMicros),
    ...(status.observedGeneration === undefined ? {} : { observedGeneration: status.observedGeneration }),
  };
  return { ...status, conditions: setCondition(status.conditions, full) };
}

/** The status whose condition says what its own numbers say. */
export function updateDisruptionAllowedCondition(
  status: PodDisruptionBudgetStatus,
  nowMicros: number,
): PodDisruptionBudgetStatus {
  return withDisruptionCondition(status, reasonOf(status), nowMicros);
}

export function conditionsAreUpToDate({ metadata, status = {} }: PodDisruptionBudget): boolean {
  const condition = findCondition(status.conditions, type);
  if (!condition || (status.observedGeneration ?? 0) !== (metadata.generation ?? 0)) return false;
  const wanted = reasonOf(status);
  return condition.status === wanted.status && condition.reason === wanted.reason;
}

/** What an eviction that found no disruption left is told about the budget. */
export function refusalOf({ metadata, status = {} }: PodDisruptionBudget): string {
  const condition = findCondition(status.conditions, type);
  const says = condition?.status === 'False' && condition.message ? condition : undefined;
  const closed = `The disruption budget ${metadata.name} does not allow evicting pods currently`;
  if (says?.reason === 'SyncFailed') return `${closed} because it failed sync: ${says.message}`;
  const { currentHealthy = 0, desiredHealthy = 0 } = status;
  if (currentHealthy <= desiredHealthy)
    return `The disruption budget ${metadata.name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  return says ? `${closed} (${says.reason}): ${says.message}` : closed;
}
