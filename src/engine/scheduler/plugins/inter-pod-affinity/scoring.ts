// Models: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go.
// Simplified: —
// Not modelled: —
import type { Labels } from '../../../api/selectors';
import type { Node, Pod } from '../../../api/types';
import type { NodeInfo } from '../../cache/node-info';
import type { StateData } from '../../framework/cycle-state';
import { type Namespaces, type Term, termMatches, termsOf, type WeightedTerm } from './terms';

/** What PreScore works out: the weight of each domain. */
export class Attraction implements StateData {
  private readonly pod: Pod;
  private readonly namespaceLabels: Labels;
  private readonly preferred: readonly WeightedTerm[];
  private readonly preferredAnti: readonly WeightedTerm[];
  private readonly hardWeight: number;
  /** By topology key, then by its value. */
  private readonly weights = new Map<string, Map<string, number>>();

  constructor(pod: Pod, namespaces: Namespaces, hardWeight: number) {
    const { preferred, preferredAnti } = termsOf(pod);
    this.pod = pod;
    this.namespaceLabels = namespaces.labelsOf(pod);
    this.preferred = namespaces.resolved(preferred);
    this.preferredAnti = namespaces.resolved(preferredAnti);
    this.hardWeight = hardWeight;
  }

  /** Nothing of it changes once it is worked out. */
  clone(): Attraction {
    return this;
  }

  get hasPreferences(): boolean {
    return this.preferred.length > 0 || this.preferredAnti.length > 0;
  }

  get isEmpty(): boolean {
    return this.weights.size === 0;
  }

  /** With preferences of its own every Pod matters, without only those that have some themselves. */
  weighAll(nodes: readonly NodeInfo[]): void {
    for (const { node, pods, podsWithAffinity } of nodes) {
      if (!node?.metadata.labels) continue;
      for (const { pod } of (this.hasPreferences ? pods : podsWithAffinity).values()) this.weigh(pod, node);
    }
  }

  private add(term: Term, matched: Pod, labels: Labels, node: Node, weight: number): void {
    const value = node.metadata.labels?.[term.topologyKey];
    if (value === undefined || !termMatches(term, matched, labels)) return;
    let values = this.weights.get(term.topologyKey);
    if (!values) {
      values = new Map();
      this.weights.set(term.topologyKey, values);
    }
    values.set(value, (values.get(value) ?? 0) + weight);
  }

  /** processExistingPod: what the Pod thinks of a running one, and that one of it. */
  private weigh(existing: Pod, node: Node): void {
    for (const term of this.preferred) this.add(term, existing, undefined, node, term.weight);
    for (const term of this.preferredAnti) this.add(term, existing, undefined, node, -term.weight);
    const theirs = termsOf(existing);
    if (this.hardWeight > 0)
      for (const term of theirs.required) this.add(term, this.pod, this.namespaceLabels, node, this.hardWeight);
    for (const term of theirs.preferred) this.add(term, this.pod, this.namespaceLabels, node, term.weight);
    for (const term of theirs.preferredAnti) this.add(term, this.pod, this.namespaceLabels, node, -term.weight);
  }

  score({ node }: NodeInfo): number {
    let score = 0;
    for (const [topologyKey, values] of this.weights) {
      const value = node?.metadata.labels?.[topologyKey];
      if (value !== undefined) score += values.get(value) ?? 0;
    }
    return score;
  }
}

/** Least becomes 0 and most 100, in place; when all are equal, all get 0. */
export function normalizeAttraction(scores: number[]): void {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const score of scores) {
    if (score < min) min = score;
    if (score > max) max = score;
  }
  for (let i = 0; i < scores.length; i++)
    scores[i] = max > min ? Math.trunc(100 * (((scores[i] as number) - min) / (max - min))) : 0;
}
