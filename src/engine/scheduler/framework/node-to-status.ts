// Models: pkg/scheduler/framework/types.go NodeToStatus.
// Simplified: —
// Not modelled: —
import type { NodeInfo } from '../cache/node-info';
import type { Status } from './status';

/** Which plugin refused a node, and how. One object for each answer that a plugin gives, so that they can be counted. */
export interface Refusal {
  readonly plugin: string;
  readonly status: Status;
}

/** What each node answered to the Pod. A node that was not asked has the answer of `absent`. */
export class NodeToStatus {
  private readonly nodes: readonly NodeInfo[];
  private readonly refusals: readonly (Refusal | undefined)[];
  private readonly absent: Status;
  private byName: Map<string, Status> | undefined;

  constructor(nodes: readonly NodeInfo[], refusals: readonly (Refusal | undefined)[], absent: Status) {
    this.nodes = nodes;
    this.refusals = refusals;
    this.absent = absent;
  }

  /** NodesForStatusCode: nodes of `all` that answered with a code, in that order. */
  nodesWith(code: Status['code'], all: readonly NodeInfo[]): NodeInfo[] {
    return all.filter(({ name }) => this.get(name).code === code);
  }

  get(name: string): Status {
    if (!this.byName) {
      this.byName = new Map();
      for (let i = 0; i < this.nodes.length; i++) {
        const refusal = this.refusals[i];
        if (refusal) this.byName.set((this.nodes[i] as NodeInfo).name, refusal.status);
      }
    }
    return this.byName.get(name) ?? this.absent;
  }
}
