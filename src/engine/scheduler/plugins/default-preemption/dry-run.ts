// Models: pkg/scheduler/framework/preemption DryRunPreemption; plugins/defaultpreemption SelectVictimsOnNode.
// Simplified: nodes are tried one after another.
// Not modelled: pod groups as victims.
import type { Pod, PodDisruptionBudget } from '../../../api/types';
import type { NodeInfo, PodInfo } from '../../cache/node-info';
import type { CycleState } from '../../framework/cycle-state';
import type { Handle } from '../../framework/plugin';
import { newStatus, type Status } from '../../framework/status';
import { splitByBudget } from './budgets';
import { byImportance, type Candidate } from './importance';

const noVictims = newStatus('UnschedulableAndUnresolvable', 'No preemption victims found for incoming pod');

/** What came of trying the nodes. */
export interface DryRun {
  /** Those that cost no budget more than it allows, then the others. */
  readonly candidates: readonly Candidate[];
  /** Of the nodes that are none. */
  readonly statuses: readonly { readonly node: NodeInfo; readonly status: Status }[];
}

type Victims = { readonly victims: readonly Pod[]; readonly pdbViolations: number } | { readonly status: Status };

/** May the one push out the other? */
export function mayPreempt(preemptor: Pod, victim: Pod): boolean {
  return (victim.spec?.priority ?? 0) < (preemptor.spec?.priority ?? 0);
}

/**
 * The fewest Pods that have to leave a node: all that matter less are taken away, then one after another is let back, the
 * most important first, as long as the Pod still fits. `node` and `state` are copies and are changed.
 */
function selectVictims(
  handle: Handle,
  state: CycleState,
  pod: Pod,
  node: NodeInfo,
  budgets: readonly PodDisruptionBudget[],
): Victims {
  const potential = [...node.pods.values()]
    .filter((info) => mayPreempt(pod, info.pod))
    .sort((a, b) => byImportance(a.pod, b.pod));
  const remove = (info: PodInfo) => {
    node.removePod(info);
    return handle.runRemovePod(state, pod, info, node);
  };
  for (const info of potential) {
    const status = remove(info);
    if (status) return { status };
  }
  if (potential.length === 0) return { status: noVictims };
  const refused = handle.runFilters(state, pod, node);
  if (refused) return { status: refused };
  const victims: Pod[] = [];
  let error: Status | undefined;
  /** True when the Pod still fits beside it. */
  const reprieve = (info: PodInfo): boolean => {
    node.addPod(info);
    error ??= handle.runAddPod(state, pod, info, node);
    if (!handle.runFilters(state, pod, node)) return true;
    error ??= remove(info);
    victims.push(info.pod);
    return false;
  };
  const { violating, others } = splitByBudget(potential, budgets);
  let pdbViolations = 0;
  for (const info of violating) if (!reprieve(info)) pdbViolations++;
  for (const info of others) reprieve(info);
  if (error) return { status: error };
  return { victims: victims.sort(byImportance), pdbViolations };
}

/** Tries nodes from `offset` on, round the end, until there are enough to choose from. */
export function dryRun(
  handle: Handle,
  state: CycleState,
  pod: Pod,
  nodes: readonly NodeInfo[],
  budgets: readonly PodDisruptionBudget[],
  offset: number,
  enough: number,
): DryRun {
  const kept: Candidate[] = [];
  const violating: Candidate[] = [];
  const statuses: { node: NodeInfo; status: Status }[] = [];
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[(offset + i) % nodes.length] as NodeInfo;
    const found = selectVictims(handle, state.clone(), pod, node.copy(), budgets);
    if ('status' in found) statuses.push({ node, status: found.status });
    else if (found.victims.length === 0) {
      const status = newStatus('Error', `expected at least one victim pod on node ${JSON.stringify(node.name)}`);
      statuses.push({ node, status });
    } else {
      (found.pdbViolations === 0 ? kept : violating).push({ node: node.name, ...found });
      if (kept.length > 0 && kept.length + violating.length >= enough) break;
    }
  }
  return { candidates: [...kept, ...violating], statuses };
}
