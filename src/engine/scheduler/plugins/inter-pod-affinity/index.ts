// Models: pkg/scheduler/framework/plugins/interpodaffinity/plugin.go InterPodAffinity.
// Simplified: —
// Not modelled: —
import type { Namespace, Node, Pod } from '../../../api/types';
import { Add, Delete, UpdateNodeLabel, UpdatePodLabel } from '../../framework/cluster-event';
import type { PluginDefinition, PreFilterResult } from '../../framework/plugin';
import { skip } from '../../framework/status';
import { informerOf } from '../lister';
import { type InterPodAffinityArgs, validateInterPodAffinityArgs } from './args';
import { Neighbours } from './filtering';
import { afterNodeChange, afterPodChange } from './hints';
import { Attraction, normalizeAttraction } from './scoring';
import { Namespaces } from './terms';

const name = 'InterPodAffinity';
const preScoreKey = `PreScore${name}`;
const skipFilter: PreFilterResult = { status: skip };

/** Keeps Pods near or far from others: firmly, or as well as it can be had. */
export const interPodAffinity: PluginDefinition = {
  name,
  validate: (args) => validateInterPodAffinityArgs((args ?? {}) as InterPodAffinityArgs),
  build: (args, handle) => {
    const { hardPodAffinityWeight = 1, ignorePreferredTermsOfExistingPods = false } = (args ??
      {}) as InterPodAffinityArgs;
    const namespaces = new Namespaces(informerOf<Namespace>(handle, '', 'v1', 'namespaces'));
    return {
      preFilter: (state, pod, nodes) => {
        const neighbours = new Neighbours(pod, namespaces).countAll(nodes, handle.nodesWithRequiredAntiAffinity());
        if (neighbours.isEmpty) return skipFilter;
        state.write(name, neighbours);
        return undefined;
      },
      addPod: (state, _pod, added, { node }) => {
        state.read<Neighbours>(name)?.update(added.pod, node, 1);
        return undefined;
      },
      removePod: (state, _pod, removed, { node }) => {
        state.read<Neighbours>(name)?.update(removed.pod, node, -1);
        return undefined;
      },
      filter: (state, _pod, node) => state.read<Neighbours>(name)?.filter(node),
      preScore: (state, pod) => {
        const attraction = new Attraction(pod, namespaces, hardPodAffinityWeight);
        if (ignorePreferredTermsOfExistingPods && !attraction.hasPreferences) return skip;
        attraction.weighAll(attraction.hasPreferences ? handle.nodeInfos() : handle.nodesWithAffinity());
        if (attraction.isEmpty) return skip;
        state.write(preScoreKey, attraction);
        return undefined;
      },
      score: (state, _pod, node) => state.read<Attraction>(preScoreKey)?.score(node) ?? 0,
      normalizeScore: (_state, _pod, scores) => normalizeAttraction(scores),
      eventsToRegister: () => [
        {
          event: { resource: 'Pod', action: Add | UpdatePodLabel | Delete },
          hint: (pod, before, after) =>
            afterPodChange(pod, before as Pod | undefined, after as Pod | undefined, namespaces),
        },
        {
          event: { resource: 'Node', action: Add | UpdateNodeLabel },
          hint: (pod, before, after) => afterNodeChange(pod, before as Node | undefined, after as Node | undefined),
        },
      ],
    };
  },
};
