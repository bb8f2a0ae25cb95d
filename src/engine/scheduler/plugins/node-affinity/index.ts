// Models: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go NodeAffinity.
// Simplified: —
// Not modelled: the gate InPlacePodVerticalScalingSchedulerPreemption (alpha).
import { aggregateText } from '../../../api/field-error';
import {
  nodeSelectorMatches,
  preferenceScore,
  preferredTermErrors,
  requiredNodeAffinityMatches,
} from '../../../api/node-selector';
import type { Node, NodeSelectorTerm, Pod, PreferredSchedulingTerm } from '../../../api/types';
import { Add, UpdateNodeLabel } from '../../framework/cluster-event';
import type { PluginDefinition, PreFilterResult } from '../../framework/plugin';
import { newStatus } from '../../framework/status';
import { defaultNormalizeScore } from '../../normalize-score';
import { type NodeAffinityArgs, validateNodeAffinityArgs } from './args';

const noMatch = newStatus('UnschedulableAndUnresolvable', "node(s) didn't match Pod's node affinity/selector");
const notEnforced = newStatus('UnschedulableAndUnresolvable', "node(s) didn't match scheduler-enforced node affinity");
const conflict: PreFilterResult = { status: newStatus('UnschedulableAndUnresolvable', 'pod affinity terms conflict') };
const skip = newStatus('Skip');
const skipFilter: PreFilterResult = { status: skip };
const noTerms: readonly PreferredSchedulingTerm[] = [];

function selectsNodes({ spec }: Pod): boolean {
  for (const _ in spec?.nodeSelector) return true;
  return false;
}

/** The nodes that a term names; `undefined`: it names none, so that any may match. */
function namesIn({ matchFields = [] }: NodeSelectorTerm): readonly string[] | undefined {
  let names: readonly string[] | undefined;
  for (const { key, operator, values = [] } of matchFields) {
    if (key !== 'metadata.name' || operator !== 'In') continue;
    names = names ? names.filter((name) => values.includes(name)) : values;
  }
  return names;
}

/** Only nodes that some term names can match, when each term names nodes. */
function namedNodes(terms: readonly NodeSelectorTerm[]): PreFilterResult | undefined {
  if (terms.length === 0) return undefined;
  const nodeNames = new Set<string>();
  for (const term of terms) {
    const names = namesIn(term);
    if (!names) return undefined;
    for (const name of names) nodeNames.add(name);
  }
  return nodeNames.size === 0 ? conflict : { nodeNames };
}

const preferredBy = ({ spec }: Pod) =>
  spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? noTerms;

/** A Pod fits the nodes that its nodeSelector and required affinity match; those that more of its preferences match suit better. */
export const nodeAffinity: PluginDefinition = {
  name: 'NodeAffinity',
  validate: (args) => validateNodeAffinityArgs((args ?? {}) as NodeAffinityArgs),
  build: (args) => {
    const { addedAffinity } = (args ?? {}) as NodeAffinityArgs;
    const enforced = addedAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    const addedTerms = addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? noTerms;
    return {
      preFilter: (_state, pod) => {
        const required = pod.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
        if (required) return namedNodes(required.nodeSelectorTerms);
        return enforced || selectsNodes(pod) ? undefined : skipFilter;
      },
      filter: (_state, pod, { node }) => {
        if (!node) return noMatch;
        if (enforced && !nodeSelectorMatches(enforced, node.metadata)) return notEnforced;
        return requiredNodeAffinityMatches(pod.spec, node.metadata) ? undefined : noMatch;
      },
      preScore: (_state, pod) => {
        const terms = preferredBy(pod);
        if (terms.length === 0 && addedTerms.length === 0) return skip;
        const errors = preferredTermErrors(terms, '');
        return errors.length > 0 ? newStatus('Error', aggregateText(errors)) : undefined;
      },
      score: (_state, pod, { node }) =>
        node ? preferenceScore(addedTerms, node.metadata) + preferenceScore(preferredBy(pod), node.metadata) : 0,
      normalizeScore: (_state, _pod, scores) => defaultNormalizeScore(scores, false),
      eventsToRegister: () => [
        {
          event: { resource: 'Node', action: Add | UpdateNodeLabel },
          hint: (pod, before, after) => {
            const is = (after as Node).metadata;
            if (enforced && !nodeSelectorMatches(enforced, is)) return 'Skip';
            if (!requiredNodeAffinityMatches(pod.spec, is)) return 'Skip';
            return before && requiredNodeAffinityMatches(pod.spec, before.metadata) ? 'Skip' : 'Queue';
          },
        },
      ],
    };
  },
};
