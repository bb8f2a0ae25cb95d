// Models: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go.
// Simplified: the fewest Pods of any domain are looked up anew when a count has changed; upstream keeps two least domains.
// Not modelled: —
import type { Node, Pod } from '../../../api/types';
import type { NodeInfo } from '../../cache/node-info';
import type { StateData } from '../../framework/cycle-state';
import { newStatus, type Status } from '../../framework/status';
import { type Constraint, hasAllKeys, inclusion, picksLabels } from './constraint';

const reason = "node(s) didn't match pod topology spread constraints";
const tooSkewed = newStatus('Unschedulable', reason);
const noLabel = newStatus('UnschedulableAndUnresolvable', `${reason} (missing required label)`);

/** How the Pods that a constraint picks are spread over its domains. */
interface Domains {
  /** Pods by value of the topology key. */
  readonly counts: Map<string, number>;
  /** Of the domain with fewest; -1: to be looked up. */
  least: number;
}

/** What PreFilter works out: for each constraint, the count of each domain. */
export class Spread implements StateData {
  readonly constraints: readonly Constraint[];
  private readonly domains: readonly Domains[];
  private readonly includes: ReturnType<typeof inclusion>;

  private constructor(
    constraints: readonly Constraint[],
    domains: readonly Domains[],
    includes: ReturnType<typeof inclusion>,
  ) {
    this.constraints = constraints;
    this.domains = domains;
    this.includes = includes;
  }

  static of(pod: Pod, constraints: readonly Constraint[], nodes: readonly NodeInfo[], comparison: boolean): Spread {
    const includes = inclusion(pod, comparison);
    const domains = constraints.map((): Domains => ({ counts: new Map(), least: -1 }));
    const namespace = pod.metadata.namespace ?? '';
    for (const info of nodes) {
      const { node } = info;
      if (!node || !hasAllKeys(node, constraints)) continue;
      constraints.forEach((constraint, i) => {
        if (!includes(constraint, node)) return;
        const { counts } = domains[i] as Domains;
        const value = node.metadata.labels?.[constraint.topologyKey] ?? '';
        const count = info.countMatching(namespace, constraint.selector, constraint.text);
        counts.set(value, (counts.get(value) ?? 0) + count);
      });
    }
    return new Spread(constraints, domains, includes);
  }

  clone(): Spread {
    const domains = this.domains.map(({ counts, least }) => ({ counts: new Map(counts), least }));
    return new Spread(this.constraints, domains, this.includes);
  }

  /** updateWithPod: a Pod is tried on a node, or taken from it. */
  update(changed: Pod, pod: Pod, node: Node | undefined, by: 1 | -1): void {
    if (!node || changed.metadata.namespace !== pod.metadata.namespace || !hasAllKeys(node, this.constraints)) return;
    this.constraints.forEach((constraint, i) => {
      if (!picksLabels(constraint, changed) || !this.includes(constraint, node)) return;
      const domains = this.domains[i] as Domains;
      const value = node.metadata.labels?.[constraint.topologyKey] ?? '';
      domains.counts.set(value, (domains.counts.get(value) ?? 0) + by);
      domains.least = -1;
    });
  }

  /** minMatchNum: with fewer domains than there should be, an empty one is thought of. */
  private least(domains: Domains, minDomains: number): number {
    if (domains.counts.size < minDomains) return 0;
    if (domains.least < 0) domains.least = Math.min(...domains.counts.values());
    return domains.least;
  }

  filter(pod: Pod, { node }: NodeInfo): Status | undefined {
    for (let i = 0; i < this.constraints.length; i++) {
      const constraint = this.constraints[i] as Constraint;
      const value = node?.metadata.labels?.[constraint.topologyKey];
      if (value === undefined) return noLabel;
      const domains = this.domains[i] as Domains;
      const self = picksLabels(constraint, pod) ? 1 : 0;
      const count = domains.counts.get(value) ?? 0;
      if (count + self - this.least(domains, constraint.minDomains) > constraint.maxSkew) return tooSkewed;
    }
    return undefined;
  }
}
