// Models: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go.
// Simplified: —
// Not modelled: —
import type { Pod } from '../../../api/types';
import type { NodeInfo } from '../../cache/node-info';
import type { StateData } from '../../framework/cycle-state';
import { type Constraint, hasAllKeys, hostnameKey, inclusion } from './constraint';

/** What PreScore works out. Domains of the hostname are the nodes themselves: they are counted one by one. */
export class SpreadScores implements StateData {
  private readonly constraints: readonly Constraint[];
  private readonly namespace: string;
  /** Feasible nodes that lack a key. */
  private readonly ignored: ReadonlySet<NodeInfo>;
  /** By constraint: Pods by domain, domains of feasible nodes alone. */
  private readonly counts: readonly Map<string, number>[];
  private readonly weights: readonly number[];
  /** Feasible nodes in the order in which they are scored. */
  private readonly nodes: readonly NodeInfo[];

  /** `feasible`: the nodes to score. `all`: Pods of every node count. `needsAllKeys`: a node without one scores nothing. */
  constructor(
    pod: Pod,
    constraints: readonly Constraint[],
    feasible: readonly NodeInfo[],
    all: readonly NodeInfo[],
    needsAllKeys: boolean,
    comparison: boolean,
  ) {
    this.constraints = constraints;
    this.nodes = feasible;
    this.namespace = pod.metadata.namespace ?? '';
    const counts = constraints.map(() => new Map<string, number>());
    const ignored = new Set<NodeInfo>();
    for (const info of feasible) {
      if (needsAllKeys && info.node && !hasAllKeys(info.node, constraints)) {
        ignored.add(info);
        continue;
      }
      constraints.forEach(({ topologyKey }, i) => {
        if (topologyKey !== hostnameKey) counts[i]?.set(info.node?.metadata.labels?.[topologyKey] ?? '', 0);
      });
    }
    // Domains of many values would outweigh those of few: the weight evens that out.
    this.weights = constraints.map(({ topologyKey }, i) =>
      Math.log((topologyKey === hostnameKey ? feasible.length - ignored.size : (counts[i]?.size ?? 0)) + 2),
    );
    this.ignored = ignored;
    this.counts = counts;
    if (constraints.some(({ topologyKey }) => topologyKey !== hostnameKey))
      this.countAll(pod, all, needsAllKeys, comparison);
  }

  /** Nothing of it changes. */
  clone(): SpreadScores {
    return this;
  }

  private countAll(pod: Pod, all: readonly NodeInfo[], needsAllKeys: boolean, comparison: boolean): void {
    const includes = inclusion(pod, comparison);
    for (const info of all) {
      const { node } = info;
      if (!node || (needsAllKeys && !hasAllKeys(node, this.constraints))) continue;
      for (let i = 0; i < this.constraints.length; i++) {
        const constraint = this.constraints[i] as Constraint;
        const counts = this.counts[i] as Map<string, number>;
        // What is counted under no value at all is never asked for.
        const value = node.metadata.labels?.[constraint.topologyKey];
        const before = value === undefined ? undefined : counts.get(value);
        if (value === undefined || before === undefined || !includes(constraint, node)) continue;
        counts.set(value, before + info.countMatching(this.namespace, constraint.selector, constraint.text));
      }
    }
  }

  /** The more matching Pods there are in the node's domains, the larger. */
  score(info: NodeInfo): number {
    if (this.ignored.size > 0 && this.ignored.has(info)) return 0;
    let score = 0;
    for (let i = 0; i < this.constraints.length; i++) {
      const { topologyKey, selector, text, maxSkew } = this.constraints[i] as Constraint;
      const value = info.node?.metadata.labels?.[topologyKey];
      if (value === undefined) continue;
      const count =
        topologyKey === hostnameKey
          ? info.countMatching(this.namespace, selector, text)
          : (this.counts[i]?.get(value) ?? 0);
      score += count * (this.weights[i] as number) + (maxSkew - 1);
    }
    return Math.round(score);
  }

  /** Fewest becomes best; a node that was ignored gets nothing. */
  normalize(scores: number[]): void {
    let min = Number.POSITIVE_INFINITY;
    let max = 0;
    const ignores = (i: number) => this.ignored.size > 0 && this.ignored.has(this.nodes[i] as NodeInfo);
    for (let i = 0; i < scores.length; i++) {
      if (ignores(i)) continue;
      min = Math.min(min, scores[i] as number);
      max = Math.max(max, scores[i] as number);
    }
    for (let i = 0; i < scores.length; i++) {
      if (ignores(i)) scores[i] = 0;
      else scores[i] = max === 0 ? 100 : Math.floor((100 * (max + min - (scores[i] as number))) / max);
    }
  }
}
