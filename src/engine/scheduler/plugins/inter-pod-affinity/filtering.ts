// Models: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go.
// Simplified: —
// Not modelled: —
import type { Labels } from '../../../api/selectors';
import type { Node, Pod } from '../../../api/types';
import type { NodeInfo } from '../../cache/node-info';
import type { StateData } from '../../framework/cycle-state';
import { newStatus, type Status } from '../../framework/status';
import { matchesAll, type Namespaces, type Term, termMatches, termsOf } from './terms';

const notNear = newStatus('UnschedulableAndUnresolvable', "node(s) didn't match pod affinity rules");
const notFar = newStatus('Unschedulable', "node(s) didn't match pod anti-affinity rules");
const unwanted = newStatus('Unschedulable', "node(s) didn't satisfy existing pods anti-affinity rules");

/** How many Pods match in each domain: by topology key, then by its value. */
type Counts = Map<string, Map<string, number>>;

function count(counts: Counts, node: Node, topologyKey: string, by: number): void {
  const value = node.metadata.labels?.[topologyKey];
  if (value === undefined) return;
  let values = counts.get(topologyKey);
  if (!values) {
    values = new Map();
    counts.set(topologyKey, values);
  }
  const sum = (values.get(value) ?? 0) + by;
  if (sum === 0) values.delete(value);
  else values.set(value, sum);
  if (values.size === 0) counts.delete(topologyKey);
}

function countIn(counts: Counts, topologyKey: string, value: string): number {
  return counts.get(topologyKey)?.get(value) ?? 0;
}

const copyOf = (counts: Counts): Counts => new Map([...counts].map(([key, values]) => [key, new Map(values)]));

/** What PreFilter works out: where Pods are that this one must be near or far from, and those that do not want it near. */
export class Neighbours implements StateData {
  private readonly pod: Pod;
  private readonly namespaceLabels: Labels;
  private readonly required: readonly Term[];
  private readonly requiredAnti: readonly Term[];
  private near: Counts = new Map();
  private far: Counts = new Map();
  private unwelcome: Counts = new Map();

  constructor(pod: Pod, namespaces: Namespaces) {
    const { required, requiredAnti } = termsOf(pod);
    this.pod = pod;
    this.namespaceLabels = namespaces.labelsOf(pod);
    this.required = namespaces.resolved(required);
    this.requiredAnti = namespaces.resolved(requiredAnti);
  }

  clone(): Neighbours {
    const copy: Neighbours = Object.create(Neighbours.prototype);
    return Object.assign(copy, this, {
      near: copyOf(this.near),
      far: copyOf(this.far),
      unwelcome: copyOf(this.unwelcome),
    });
  }

  /** Whether there is nothing to ask nodes about. */
  get isEmpty(): boolean {
    return this.unwelcome.size === 0 && this.required.length === 0 && this.requiredAnti.length === 0;
  }

  /** `withAntiAffinity`: nodes of Pods that firmly want to be far from others. */
  countAll(all: readonly NodeInfo[], withAntiAffinity: readonly NodeInfo[]): this {
    for (const { node, podsWithRequiredAntiAffinity } of withAntiAffinity) {
      if (node) for (const { pod } of podsWithRequiredAntiAffinity.values()) this.countUnwelcome(pod, node, 1);
    }
    if (this.required.length === 0 && this.requiredAnti.length === 0) return this;
    for (const { node, pods } of all) if (node) for (const { pod } of pods.values()) this.countOwn(pod, node, 1);
    return this;
  }

  private countUnwelcome(existing: Pod, node: Node, by: number): void {
    for (const term of termsOf(existing).requiredAnti)
      if (termMatches(term, this.pod, this.namespaceLabels)) count(this.unwelcome, node, term.topologyKey, by);
  }

  /** For affinity a Pod counts that matches all terms, for anti-affinity each term by itself. */
  private countOwn(existing: Pod, node: Node, by: number): void {
    if (matchesAll(this.required, existing, undefined))
      for (const { topologyKey } of this.required) count(this.near, node, topologyKey, by);
    for (const term of this.requiredAnti)
      if (termMatches(term, existing, undefined)) count(this.far, node, term.topologyKey, by);
  }

  /** updateWithPod: a Pod is tried on a node, or taken from it. */
  update(changed: Pod, node: Node | undefined, by: 1 | -1): void {
    if (!node) return;
    this.countUnwelcome(changed, node, by);
    this.countOwn(changed, node, by);
  }

  /** Every key must be on the node. The first Pod of a group whose Pods want to be near each other may go anywhere. */
  private isNear(labels: Readonly<Record<string, string>>): boolean {
    let podsExist = true;
    for (const { topologyKey } of this.required) {
      const value = labels[topologyKey];
      if (value === undefined) return false;
      if (countIn(this.near, topologyKey, value) <= 0) podsExist = false;
    }
    return podsExist || (this.near.size === 0 && matchesAll(this.required, this.pod, this.namespaceLabels));
  }

  private isFar(labels: Readonly<Record<string, string>>): boolean {
    if (this.far.size === 0) return true;
    return this.requiredAnti.every(({ topologyKey }) => {
      const value = labels[topologyKey];
      return value === undefined || countIn(this.far, topologyKey, value) <= 0;
    });
  }

  private isWelcome(labels: Readonly<Record<string, string>>): boolean {
    for (const [topologyKey, values] of this.unwelcome) {
      const value = labels[topologyKey];
      if (value !== undefined && (values.get(value) ?? 0) > 0) return false;
    }
    return true;
  }

  filter({ node }: NodeInfo): Status | undefined {
    const labels = node?.metadata.labels ?? {};
    if (!this.isNear(labels)) return notNear;
    if (!this.isFar(labels)) return notFar;
    return this.isWelcome(labels) ? undefined : unwanted;
  }
}
