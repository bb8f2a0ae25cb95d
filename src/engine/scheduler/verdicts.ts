// Models: nothing of Kubernetes; what the plugins said, as columns: one row a node, recorded once for all plugins.
// Simplified: —
// Not modelled: —
import type { NodeInfo } from './cache/node-info';
import type { PluginScores, Scores } from './framework/framework';
import type { Refusal } from './framework/node-to-status';
import type { Code } from './framework/status';
import { type Filtered, nodesFrom } from './scheduling-algorithm';

/** Detail of `sched.filter`. Columns have one entry for each node that was asked, in the order of asking. */
export interface FilterVerdicts {
  readonly nodes: readonly string[];
  /** Index into `refusals`; -1: the node can take the Pod. */
  readonly verdict: readonly number[];
  readonly refusals: readonly { readonly plugin: string; readonly code: Code; readonly reasons: readonly string[] }[];
  /** Nodes there are; those that were not asked were not needed, or were ruled out before. */
  readonly numAllNodes: number;
  /** Feasible nodes at which the search stops. */
  readonly numNodesToFind: number;
  /** Place of the first node in the order of all nodes. */
  readonly startIndex: number;
}

/** Detail of `sched.score`. Columns have one entry for each feasible node. */
export interface ScoreVerdicts {
  readonly nodes: readonly string[];
  readonly plugins: readonly (PluginScores & { readonly weighted: readonly number[] })[];
  readonly total: readonly number[];
  /** Plugins that had nothing to say about this Pod. */
  readonly skipped: readonly string[];
}

function namesOf(nodes: readonly NodeInfo[]): string[] {
  const names = new Array<string>(nodes.length);
  for (let i = 0; i < nodes.length; i++) names[i] = (nodes[i] as NodeInfo).name;
  return names;
}

/** Numbers the distinct refusals in the order in which they first occur. */
function refusalColumn(asked: number, refusals: readonly (Refusal | undefined)[] | undefined) {
  const verdict = new Array<number>(asked).fill(-1);
  const numbers = new Map<Refusal, number>();
  for (let i = 0; refusals && i < asked; i++) {
    const refusal = refusals[i];
    if (!refusal) continue;
    const number = numbers.get(refusal) ?? numbers.size;
    numbers.set(refusal, number);
    verdict[i] = number;
  }
  const distinct = [...numbers.keys()].map(({ plugin, status }) => ({
    plugin,
    code: status.code,
    reasons: status.reasons,
  }));
  return { verdict, refusals: distinct };
}

export function filterVerdicts(filtered: Filtered, numAllNodes: number): FilterVerdicts {
  const { nodes, startIndex, asked, refusals, numNodesToFind } = filtered;
  const names = namesOf(nodesFrom(nodes, startIndex, asked));
  return { nodes: names, ...refusalColumn(asked, refusals), numAllNodes, numNodesToFind, startIndex };
}

export function scoreVerdicts(nodes: readonly NodeInfo[], { plugins, totals, skipped }: Scores): ScoreVerdicts {
  return {
    nodes: namesOf(nodes),
    plugins: plugins.map((scores) => ({
      ...scores,
      weighted: scores.weight === 1 ? scores.normalized : scores.normalized.map((score) => score * scores.weight),
    })),
    total: totals,
    skipped,
  };
}
