// Models: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go TaintToleration.
// Simplified: —
// Not modelled: —
import { findUntoleratedTaint, tolerationsTolerateTaint } from '../../../api/taints';
import type { Node, Pod, Toleration } from '../../../api/types';
import { Add, UpdateNodeTaint, UpdatePodToleration } from '../../framework/cluster-event';
import type { CycleState, StateData } from '../../framework/cycle-state';
import type { PluginDefinition } from '../../framework/plugin';
import { newStatus } from '../../framework/status';
import { defaultNormalizeScore } from '../../normalize-score';

const name = 'TaintToleration';
const untolerated = newStatus('UnschedulableAndUnresolvable', 'node(s) had untolerated taint(s)');

interface PreScoreState extends StateData {
  /** Tolerations that can cover a PreferNoSchedule taint. */
  readonly tolerations: readonly Toleration[];
}

const noTolerations: PreScoreState = { tolerations: [] };

function preScoreState(pod: Pod): PreScoreState {
  const tolerations = pod.spec?.tolerations;
  if (!tolerations) return noTolerations;
  return { tolerations: tolerations.filter(({ effect }) => !effect || effect === 'PreferNoSchedule') };
}

/** NoSchedule and NoExecute taints keep a Pod away that does not tolerate them; PreferNoSchedule taints cost score. */
export const taintToleration: PluginDefinition = {
  name,
  build: (_args, handle) => {
    const comparison = handle.gate('TaintTolerationComparisonOperators');
    return {
      filter: (_state, pod, { node }) => {
        const taints = node?.spec?.taints;
        if (!taints || !findUntoleratedTaint(taints, pod.spec?.tolerations, comparison)) return undefined;
        return untolerated;
      },
      preScore: (state: CycleState, pod) => {
        state.write(name, preScoreState(pod));
        return undefined;
      },
      score: (state, pod, { node }) => {
        const taints = node?.spec?.taints;
        if (!taints) return 0;
        const { tolerations } = state.read<PreScoreState>(name) ?? preScoreState(pod);
        let count = 0;
        for (const taint of taints) {
          if (taint.effect === 'PreferNoSchedule' && !tolerationsTolerateTaint(tolerations, taint, comparison)) count++;
        }
        return count;
      },
      normalizeScore: (_state, _pod, scores) => defaultNormalizeScore(scores, true),
      eventsToRegister: () => [
        {
          event: { resource: 'Node', action: Add | UpdateNodeTaint },
          hint: (pod, before, after) => {
            const tolerations = pod.spec?.tolerations;
            const was = before && !findUntoleratedTaint((before as Node).spec?.taints, tolerations, comparison);
            const is = !findUntoleratedTaint((after as Node | undefined)?.spec?.taints, tolerations, comparison);
            return !was && is ? 'Queue' : 'Skip';
          },
        },
        {
          event: { resource: 'Pod', action: UpdatePodToleration },
          hint: (pod, _before, after) => (after?.metadata.uid === pod.metadata.uid ? 'Queue' : 'Skip'),
        },
      ],
    };
  },
};
