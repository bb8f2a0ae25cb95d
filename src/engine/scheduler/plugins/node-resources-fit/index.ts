// Models: pkg/scheduler/framework/plugins/noderesources/fit.go Fit.
// Simplified: —
// Not modelled: resources that are left to DynamicResources.
import type { Node, Pod } from '../../../api/types';
import type { NodeInfo } from '../../cache/node-info';
import { Add, Delete, UpdateNodeAllocatable, UpdatePodScaleDown } from '../../framework/cluster-event';
import type { CycleState, StateData } from '../../framework/cycle-state';
import type { PluginDefinition, QueueingHint } from '../../framework/plugin';
import { defaultResources, podAmounts, type ResourceSpec } from '../../resource-allocation';
import { allocatableOf, type PodRequest, podRequest, Resource } from '../../resources';
import { type FitArgs, validateFitArgs } from './args';
import { fitsRequest, type Ignored, lessOfWhatIsAsked, moreOfWhatIsAsked, nothingIgnored } from './fits';
import {
  brokenLine,
  leastRequested,
  mostRequested,
  requestedToCapacityRatio,
  type ScoringStrategy,
  weightedMean,
} from './strategies';

const name = 'NodeResourcesFit';
const preScoreKey = `PreScore${name}`;

interface PreFilterState extends StateData {
  readonly request: PodRequest;
}

interface PreScoreState extends StateData {
  readonly amounts: readonly number[];
}

interface Scorer {
  readonly resources: readonly ResourceSpec[];
  score(node: NodeInfo, amounts: readonly number[]): number;
}

function scorerOf({
  type = 'LeastAllocated',
  resources = defaultResources,
  requestedToCapacityRatio: ratio,
}: ScoringStrategy): Scorer {
  if (type === 'LeastAllocated' || type === 'MostAllocated') {
    const how = type === 'LeastAllocated' ? leastRequested : mostRequested;
    return { resources, score: (node, amounts) => weightedMean(node, resources, amounts, how) };
  }
  const line = brokenLine(ratio?.shape ?? []);
  return { resources, score: (node, amounts) => requestedToCapacityRatio(node, resources, amounts, line) };
}

const empty = new Resource();

/** isSchedulableAfterNodeChange */
function afterNodeChange(pod: Pod, before: Node | undefined, after: Node | undefined): QueueingHint {
  const request = podRequest(pod);
  const allocatable = allocatableOf(after);
  if (!after || fitsRequest(request, 0, empty, allocatable, nothingIgnored)) return 'Skip';
  return !before || moreOfWhatIsAsked(request, allocatableOf(before), allocatable) ? 'Queue' : 'Skip';
}

/** isSchedulableAfterPodEvent: another Pod has gone or asks for less, or this one does. */
function afterPodEvent(pod: Pod, before: Pod | undefined, after: Pod | undefined): QueueingHint {
  if (!after) return before?.spec?.nodeName || before?.status?.nominatedNodeName ? 'Queue' : 'Skip';
  if (after.metadata.uid === pod.metadata.uid) return 'Queue';
  if (!after.spec?.nodeName || !before) return 'Skip';
  const options = { useStatus: true };
  const gave = lessOfWhatIsAsked(podRequest(pod, options), podRequest(before, options), podRequest(after, options));
  return gave ? 'Queue' : 'Skip';
}

/** What a Pod asks for must fit beside what is requested on the node; by how much is left, nodes are compared. */
export const nodeResourcesFit: PluginDefinition = {
  name,
  validate: (args) => validateFitArgs((args ?? {}) as FitArgs),
  build: (given) => {
    const args = (given ?? {}) as FitArgs;
    const ignored: Ignored = { resources: new Set(args.ignoredResources), groups: new Set(args.ignoredResourceGroups) };
    const scorer = scorerOf(args.scoringStrategy ?? {});
    return {
      preFilter: (state: CycleState, pod) => {
        const data: PreFilterState = { request: podRequest(pod) };
        state.write(name, data);
        return undefined;
      },
      filter: (state, pod, node) => {
        const request = state.read<PreFilterState>(name)?.request ?? podRequest(pod);
        return fitsRequest(request, node.pods.size, node.requested, node.allocatable, ignored);
      },
      preScore: (state, pod) => {
        const data: PreScoreState = { amounts: podAmounts(pod, scorer.resources, false) };
        state.write(preScoreKey, data);
        return undefined;
      },
      score: (state, pod, node) => {
        const amounts = state.read<PreScoreState>(preScoreKey)?.amounts ?? podAmounts(pod, scorer.resources, false);
        return scorer.score(node, amounts);
      },
      eventsToRegister: () => [
        {
          event: { resource: 'Pod', action: Delete | UpdatePodScaleDown },
          hint: (pod, before, after) => afterPodEvent(pod, before as Pod | undefined, after as Pod | undefined),
        },
        {
          event: { resource: 'Node', action: Add | UpdateNodeAllocatable },
          hint: (pod, before, after) => afterNodeChange(pod, before as Node | undefined, after as Node | undefined),
        },
      ],
    };
  },
};
