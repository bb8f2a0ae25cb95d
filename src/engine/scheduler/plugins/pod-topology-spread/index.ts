// Models: pkg/scheduler/framework/plugins/podtopologyspread/plugin.go PodTopologySpread.
// Simplified: —
// Not modelled: —
import type { Node, Pod } from '../../../api/types';
import { Add, Delete, UpdateNodeLabel, UpdateNodeTaint, UpdatePodLabel } from '../../framework/cluster-event';
import type { PluginDefinition, PreFilterResult } from '../../framework/plugin';
import { skip } from '../../framework/status';
import { defaultsOf, type PodTopologySpreadArgs, validatePodTopologySpreadArgs } from './args';
import { type Action, Belonging, ownConstraints } from './constraint';
import { Spread } from './filtering';
import { afterNodeChange, afterPodChange } from './hints';
import { SpreadScores } from './scoring';

const name = 'PodTopologySpread';
const preScoreKey = `PreScore${name}`;
const skipFilter: PreFilterResult = { status: skip };

/** Keeps Pods spread over the domains of a node label: firmly, or as well as it can be had. */
export const podTopologySpread: PluginDefinition = {
  name,
  validate: (args) => validatePodTopologySpreadArgs((args ?? {}) as PodTopologySpreadArgs),
  build: (args, handle) => {
    const { constraints: defaults, system } = defaultsOf((args ?? {}) as PodTopologySpreadArgs);
    const comparison = handle.gate('TaintTolerationComparisonOperators');
    const belonging = new Belonging(handle);
    const constraintsOf = (pod: Pod, action: Action) =>
      (pod.spec?.topologySpreadConstraints?.length ?? 0) > 0
        ? ownConstraints(pod, action)
        : belonging.defaultConstraints(pod, defaults, action);
    return {
      preFilter: (state, pod, nodes) => {
        const constraints = constraintsOf(pod, 'DoNotSchedule');
        if (constraints.length === 0) return skipFilter;
        state.write(name, Spread.of(pod, constraints, nodes, comparison));
        return undefined;
      },
      addPod: (state, pod, added, { node }) => {
        state.read<Spread>(name)?.update(added.pod, pod, node, 1);
        return undefined;
      },
      removePod: (state, pod, removed, { node }) => {
        state.read<Spread>(name)?.update(removed.pod, pod, node, -1);
        return undefined;
      },
      filter: (state, pod, node) => state.read<Spread>(name)?.filter(pod, node),
      preScore: (state, pod, nodes) => {
        const constraints = constraintsOf(pod, 'ScheduleAnyway');
        if (constraints.length === 0) return skip;
        const needsAllKeys = !system || (pod.spec?.topologySpreadConstraints?.length ?? 0) > 0;
        const scores = new SpreadScores(pod, constraints, nodes, handle.nodeInfos(), needsAllKeys, comparison);
        state.write(preScoreKey, scores);
        return undefined;
      },
      score: (state, _pod, node) => state.read<SpreadScores>(preScoreKey)?.score(node) ?? 0,
      normalizeScore: (state, _pod, scores) => state.read<SpreadScores>(preScoreKey)?.normalize(scores),
      eventsToRegister: () => [
        {
          event: { resource: 'Pod', action: Add | UpdatePodLabel | Delete },
          hint: (pod, before, after) =>
            afterPodChange(
              pod,
              before as Pod | undefined,
              after as Pod | undefined,
              constraintsOf(pod, 'DoNotSchedule'),
            ),
        },
        {
          event: { resource: 'Node', action: Add | Delete | UpdateNodeLabel | UpdateNodeTaint },
          hint: (pod, before, after) =>
            afterNodeChange(
              pod,
              before as Node | undefined,
              after as Node | undefined,
              constraintsOf(pod, 'DoNotSchedule'),
              comparison,
            ),
        },
      ],
    };
  },
};
