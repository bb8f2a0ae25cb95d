// Models: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go DefaultPreemption;
//   pkg/scheduler/framework/preemption/preemption.go Evaluator.Preempt.
// Simplified: —
// Not modelled: extenders, pod groups (gate WorkloadAwarePreemption, alpha).
import { keyOfObject } from '../../../api/meta';
import type { Pod, PodDisruptionBudget } from '../../../api/types';
import type { NodeInfo } from '../../cache/node-info';
import { Delete } from '../../framework/cluster-event';
import type { CycleState } from '../../framework/cycle-state';
import { fitErrorMessage } from '../../framework/fit-error';
import type { NodeToStatus, Refusal } from '../../framework/node-to-status';
import type { Handle, PluginDefinition, PostFilterResult } from '../../framework/plugin';
import { newStatus, type Status } from '../../framework/status';
import { informerOf } from '../lister';
import { type DefaultPreemptionArgs, defaulted, numCandidates, validateDefaultPreemptionArgs } from './args';
import { type DryRun, dryRun, mayPreempt } from './dry-run';
import { Evictions } from './eviction';
import { pickOneNode } from './importance';

const name = 'DefaultPreemption';
const notHelpful = newStatus('UnschedulableAndUnresolvable', 'Preemption is not helpful for scheduling');
const waiting = newStatus('UnschedulableAndUnresolvable', 'waiting for the preemption for this pod to be finished');

const unschedulable = (message: string) => newStatus('Unschedulable', `preemption: ${message}`);

function isPreempted({ metadata, status }: Pod): boolean {
  if (!metadata.deletionTimestamp) return false;
  const condition = status?.conditions?.find(({ type }) => type === 'DisruptionTarget');
  return condition?.status === 'True' && condition.reason === 'PreemptionByScheduler';
}

/** PodEligibleToPreemptOthers: why the Pod may not push others out, if it may not. */
function ineligible(pod: Pod, nominated: NodeInfo | undefined, status: Status): string | undefined {
  if (pod.spec?.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.';
  if (!nominated || status.code === 'UnschedulableAndUnresolvable') return undefined;
  for (const { pod: victim } of nominated.pods.values()) {
    if (mayPreempt(pod, victim) && isPreempted(victim))
      return 'not eligible due to a terminating pod on the nominated node.';
  }
  return undefined;
}

function noCandidate(numAllNodes: number, { statuses }: DryRun): PostFilterResult {
  const refusals = new Map<Refusal, number>();
  const known = new Map<Status, Refusal>();
  for (const { status } of statuses) {
    const refusal = known.get(status) ?? { plugin: '', status };
    known.set(status, refusal);
    refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
  }
  const message = fitErrorMessage({ numAllNodes, refusals, absent: notHelpful });
  return { status: unschedulable(message), nominatingInfo: { nominatedNodeName: '' } };
}

function detailOf({ candidates, statuses }: DryRun, offset: number): PostFilterResult['detail'] {
  return {
    offset,
    candidates: candidates.map(({ node, victims, pdbViolations }) => ({
      node,
      victims: victims.map(keyOfObject),
      pdbViolations,
    })),
    refused: statuses.map(({ node, status }) => ({ node: node.name, code: status.code, reasons: status.reasons })),
  };
}

function preempt(
  handle: Handle,
  args: Required<DefaultPreemptionArgs>,
  budgets: () => readonly PodDisruptionBudget[],
  evictions: Evictions,
  state: CycleState,
  pod: Pod,
  statuses: NodeToStatus,
): PostFilterResult {
  const nominated = pod.status?.nominatedNodeName ?? '';
  const why = ineligible(pod, handle.nodeInfo(nominated), statuses.get(nominated));
  if (why) return { status: unschedulable(why) };
  const all = handle.nodeInfos();
  const nodes = statuses.nodesWith('Unschedulable', all);
  if (nodes.length === 0) return noCandidate(all.length, { candidates: [], statuses: [] });
  const offset = Math.floor(handle.rand('preemptionOffset', pod.metadata.uid ?? '', nodes.length) * nodes.length);
  const tried = dryRun(handle, state, pod, nodes, budgets(), offset, numCandidates(nodes.length, args));
  const detail = detailOf(tried, offset);
  if (tried.candidates.length === 0) {
    const failed = tried.statuses.find(({ status }) => status.code === 'Error');
    return failed ? { status: failed.status, detail } : { ...noCandidate(all.length, tried), detail };
  }
  const best = pickOneNode(tried.candidates);
  return {
    status: undefined,
    nominatingInfo: { nominatedNodeName: best.node },
    detail: { ...detail, victims: best.victims.map(keyOfObject) },
    begin: () => evictions.start(pod, best),
  };
}

/** When no node can take a Pod, Pods that matter less are evicted from the node where that costs least. */
export const defaultPreemption: PluginDefinition = {
  name,
  validate: (args) => validateDefaultPreemptionArgs(args as DefaultPreemptionArgs | undefined),
  build: (given, handle) => {
    const args = defaulted(given as DefaultPreemptionArgs | undefined);
    const budgets = informerOf<PodDisruptionBudget>(handle, 'policy', 'v1', 'poddisruptionbudgets');
    const evictions = new Evictions(name, handle);
    return {
      preEnqueue: (pod) => (evictions.isRunningFor(pod) ? waiting : undefined),
      postFilter: (state, pod, statuses) =>
        preempt(handle, args, () => budgets.cache.values(), evictions, state, pod, statuses),
      task: (payload) => evictions.run(payload as Parameters<Evictions['run']>[0]),
      // When the Pod is tried again is for the plugins to say that turned it down.
      eventsToRegister: () => [{ event: { resource: 'AssignedPod', action: Delete }, hint: () => 'Skip' }],
    };
  },
};
