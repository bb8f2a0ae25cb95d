// Models: pkg/scheduler/schedule_one.go schedulePod, findNodesThatFitPod, findNodesThatPassFilters, numFeasibleNodesToFind,
//   prioritizeNodes.
// Simplified: nodes are asked one after another, and the search stops at the last node that is needed.
// Not modelled: extenders, opportunistic batching.
import { mixHash } from '../../shared/hash';
import type { Pod } from '../api/types';
import type { NodeInfo } from './cache/node-info';
import type { CycleState } from './framework/cycle-state';
import { type Diagnosis, fitErrorMessage } from './framework/fit-error';
import type { Framework, PreFilterOutcome, Scores } from './framework/framework';
import type { Refusal } from './framework/node-to-status';
import { messageOf, newStatus, type Status } from './framework/status';

/** minFeasibleNodesToFind, minFeasibleNodesPercentageToFind */
const minNodesToFind = 100;
const minPercentage = 5;

/** How many feasible nodes are enough: all of fewer than 100, else a share, never fewer than 100. `percentage` 0: adaptive. */
export function numFeasibleNodesToFind(percentage: number, numAllNodes: number): number {
  if (numAllNodes < minNodesToFind) return numAllNodes;
  const share = percentage === 0 ? Math.max(minPercentage, 50 - Math.floor(numAllNodes / 125)) : percentage;
  return Math.max(minNodesToFind, Math.floor((numAllNodes * share) / 100));
}

/** What the Filter plugins said of the nodes that were asked: `asked` of `nodes`, from `startIndex` on and round the end. */
export interface Filtered {
  readonly nodes: readonly NodeInfo[];
  readonly startIndex: number;
  readonly asked: number;
  /** By the order of asking; absent while every node could take the Pod. */
  readonly refusals: readonly (Refusal | undefined)[] | undefined;
  readonly feasible: readonly NodeInfo[];
  readonly numNodesToFind: number;
  readonly error: Status | undefined;
}

/** `count` nodes from `start` on, round the end. The list itself when that is all of it, in its order. */
export function nodesFrom(nodes: readonly NodeInfo[], start: number, count: number): readonly NodeInfo[] {
  if (start === 0 && count === nodes.length) return nodes;
  const end = start + count;
  return end <= nodes.length ? nodes.slice(start, end) : nodes.slice(start).concat(nodes.slice(0, end - nodes.length));
}

/** Why no node was found; `error`: something went wrong, it says nothing about the nodes. */
export type Failure =
  | { readonly kind: 'noNodes' }
  | { readonly kind: 'error'; readonly status: Status }
  | {
      readonly kind: 'unfit';
      readonly diagnosis: Diagnosis;
      readonly plugins: readonly string[];
      readonly pending: readonly string[];
    };

/** findNodesThatPassFilters: asks nodes from `startIndex` on, round the end, until there are enough. */
export function findNodesThatPassFilters(
  framework: Framework,
  state: CycleState,
  pod: Pod,
  nodes: readonly NodeInfo[],
  startIndex: number,
): Filtered {
  const numNodesToFind = framework.hasScore
    ? numFeasibleNodesToFind(framework.percentageOfNodesToScore, nodes.length)
    : 1;
  const filters = framework.filtersOf(state);
  const start = nodes.length === 0 ? 0 : startIndex % nodes.length;
  let refusals: (Refusal | undefined)[] | undefined;
  let feasible: NodeInfo[] | undefined;
  let error: Status | undefined;
  let found = 0;
  let asked = 0;
  while (asked < nodes.length && found < numNodesToFind && !error) {
    const at = start + asked;
    const node = nodes[at < nodes.length ? at : at - nodes.length] as NodeInfo;
    const refusal = framework.runFiltersWithNominatedPods(filters, state, pod, node);
    if (refusal && !refusals) {
      refusals = new Array<Refusal | undefined>(asked).fill(undefined);
      feasible = [...nodesFrom(nodes, start, asked)];
    }
    refusals?.push(refusal);
    if (!refusal) {
      feasible?.push(node);
      found++;
    } else if (refusal.status.code === 'Error') error = refusal.status;
    asked++;
  }
  const passed = feasible ?? nodesFrom(nodes, start, asked);
  return { nodes, startIndex: start, asked, refusals, feasible: passed, numNodesToFind, error };
}

/** The nodes that PreFilter plugins left, and what is said of the others. */
export function nodesToAsk(
  nodes: readonly NodeInfo[],
  { nodeNames, naming }: PreFilterOutcome,
  nodeInfo: (name: string) => NodeInfo | undefined,
): { nodes: readonly NodeInfo[]; absent: Status | undefined } {
  if (!nodeNames) return { nodes, absent: undefined };
  const named: NodeInfo[] = [];
  for (const name of [...nodeNames].sort()) {
    const node = nodeInfo(name);
    if (node) named.push(node);
  }
  const absent = newStatus(
    'UnschedulableAndUnresolvable',
    `node(s) didn't satisfy plugin(s) [${[...naming].sort().join(' ')}]`,
  );
  return { nodes: named, absent };
}

/** Why no node passed the filters. */
export function unfit(numAllNodes: number, { refusals }: Filtered, absent: Status | undefined): Failure {
  const counts = new Map<Refusal, number>();
  for (const refusal of refusals ?? []) if (refusal) counts.set(refusal, (counts.get(refusal) ?? 0) + 1);
  const plugins = new Set<string>();
  const pending = new Set<string>();
  for (const { plugin, status } of counts.keys()) {
    plugins.add(plugin);
    if (status.code === 'Pending') pending.add(plugin);
  }
  const diagnosis = { numAllNodes, refusals: counts, absent };
  return { kind: 'unfit', diagnosis, plugins: [...plugins].sort(), pending: [...pending].sort() };
}

/** The Pod was turned down before any node was asked. */
export function preFilterRejected(numAllNodes: number, { status, plugin, naming }: PreFilterOutcome): Failure {
  const plugins = new Set(naming);
  if (plugin !== '') plugins.add(plugin);
  const diagnosis = { numAllNodes, refusals: new Map(), preFilterMessage: messageOf(status) };
  const pending = status?.code === 'Pending' ? [plugin] : [];
  return { kind: 'unfit', diagnosis, plugins: [...plugins].sort(), pending };
}

/** A plugin took back, at Reserve or Permit, the one node that was chosen. */
export function refusedAfterwards(refusal: Refusal): Failure {
  const { plugin, status } = refusal;
  const diagnosis = { numAllNodes: 1, refusals: new Map([[refusal, 1]]) };
  return { kind: 'unfit', diagnosis, plugins: [plugin], pending: status.code === 'Pending' ? [plugin] : [] };
}

export function failureMessage(failure: Failure): string {
  if (failure.kind === 'noNodes') return 'no nodes available to schedule pods';
  return failure.kind === 'error' ? messageOf(failure.status) : fitErrorMessage(failure.diagnosis);
}

/** prioritizeNodes: PreScore, Score, NormalizeScore, weights. */
export function prioritizeNodes(
  framework: Framework,
  state: CycleState,
  pod: Pod,
  nodes: readonly NodeInfo[],
  keepRaw: boolean,
): Scores | Status {
  if (!framework.hasScore) return { plugins: [], totals: nodes.map(() => 1), skipped: [] };
  return framework.runPreScore(state, pod, nodes) ?? framework.runScore(state, pod, nodes, keepRaw);
}

/** Index of the node with the highest total; of several, any, by lot: each node has its own number, drawn from `draw`. */
export function selectHost(
  nodes: readonly { readonly nameHash: number }[],
  totals: readonly number[],
  draw: number,
): number {
  let best = -1;
  let bestTotal = Number.NEGATIVE_INFINITY;
  let bestNumber = -1;
  for (let i = 0; i < totals.length; i++) {
    const total = totals[i] as number;
    if (total < bestTotal) continue;
    const number = mixHash(draw, nodes[i]?.nameHash ?? 0);
    if (total === bestTotal && number <= bestNumber) continue;
    best = i;
    bestTotal = total;
    bestNumber = number;
  }
  return best;
}
