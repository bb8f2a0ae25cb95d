/**
 * Models: k8s.io/component-helpers/scheduling/corev1 (TolerationsTolerateTaint, FindMatchingUntoleratedTaint),
 *   k8s.io/api/core/v1 Toleration.ToleratesTaint.
 * Simplified: -
 * Not modelled: -
 */
import { parseInt64 } from './selectors';
import type { Taint, Toleration } from './types';

/**
 * Does one toleration cover a taint? No effect covers all effects, no key all keys. `comparison`: the operators Lt and Gt
 * compare whole numbers (gate TaintTolerationComparisonOperators, off by default); without it they cover nothing.
 */
export function toleratesTaint(toleration: Toleration, taint: Taint, comparison = false): boolean {
  if (toleration.effect && toleration.effect !== taint.effect) return false;
  if (toleration.key && toleration.key !== taint.key) return false;
  switch (toleration.operator) {
    case undefined:
    case '':
    case 'Equal':
      return (toleration.value ?? '') === (taint.value ?? '');
    case 'Exists':
      return true;
    case 'Lt':
    case 'Gt': {
      const bound = comparison ? parseInt64(toleration.value ?? '') : undefined;
      const value = comparison ? parseInt64(taint.value ?? '') : undefined;
      if (bound === undefined || value === undefined) return false;
      return toleration.operator === 'Lt' ? value < bound : value > bound;
    }
    default:
      return false;
  }
}

export function tolerationsTolerateTaint(
  tolerations: readonly Toleration[] | undefined,
  taint: Taint,
  comparison = false,
): boolean {
  if (tolerations) for (const toleration of tolerations) if (toleratesTaint(toleration, taint, comparison)) return true;
  return false;
}

/** A taint that keeps Pods away, as against one that only makes a node less liked. */
export function doesNotSchedule(taint: Taint): boolean {
  return taint.effect === 'NoSchedule' || taint.effect === 'NoExecute';
}

/** The first taint that keeps a Pod with these tolerations away. */
export function findUntoleratedTaint(
  taints: readonly Taint[] | undefined,
  tolerations: readonly Toleration[] | undefined,
  comparison = false,
): Taint | undefined {
  if (taints) {
    for (const taint of taints)
      if (doesNotSchedule(taint) && !tolerationsTolerateTaint(tolerations, taint, comparison)) return taint;
  }
  return undefined;
}
