// Models: pkg/scheduler/framework/plugins/defaultpreemption filterPodsWithPDBViolation.
// Simplified: —
// Not modelled: —
import { isEverything, matchesLabels, selectorFromLabelSelector } from '../../../api/selectors';
import type { Pod, PodDisruptionBudget } from '../../../api/types';
import type { PodInfo } from '../../cache/node-info';

function covers({ metadata, spec, status }: PodDisruptionBudget, pod: Pod): boolean {
  if (metadata.namespace !== pod.metadata.namespace) return false;
  const { selector } = selectorFromLabelSelector(spec?.selector);
  // An empty selector covers nothing here, unlike in the disruption controller.
  if (!selector || isEverything(selector) || !matchesLabels(selector, pod.metadata.labels)) return false;
  return !Object.hasOwn(status?.disruptedPods ?? {}, pod.metadata.name ?? '');
}

function hasLabels({ metadata }: Pod): boolean {
  for (const _ in metadata.labels) return true;
  return false;
}

/** Those whose eviction some budget would not allow, and the others; each in the order in which they came. */
export function splitByBudget(
  pods: readonly PodInfo[],
  budgets: readonly PodDisruptionBudget[],
): { readonly violating: readonly PodInfo[]; readonly others: readonly PodInfo[] } {
  if (budgets.length === 0) return { violating: [], others: pods };
  const allowed = budgets.map(({ status }) => status?.disruptionsAllowed ?? 0);
  const violating: PodInfo[] = [];
  const others: PodInfo[] = [];
  for (const info of pods) {
    let violated = false;
    if (hasLabels(info.pod)) {
      budgets.forEach((budget, i) => {
        if (!covers(budget, info.pod)) return;
        allowed[i] = (allowed[i] as number) - 1;
        if ((allowed[i] as number) < 0) violated = true;
      });
    }
    (violated ? violating : others).push(info);
  }
  return { violating, others };
}
