// Models: pkg/scheduler/backend/cache/node_tree.go nodeTree; k8s.io/component-helpers/node/topology GetZoneKey.
// Simplified: —
// Not modelled: —
import type { Node } from '../../api/types';
import type { DerivedIndex, Table } from '../../kernel/table';

/** A node's place in the order in which nodes are looked at. */
export interface NodePlace {
  readonly zone: string;
  /** Of the node among those of its zone: the later it came, the larger. */
  readonly ordinal: number;
  /** Of the zone among the zones. */
  readonly zoneOrdinal: number;
}

/** Region and zone as one text; empty when the node has neither. */
export function zoneKeyOf(node: Node): string {
  const labels = node.metadata.labels ?? {};
  const region = labels['topology.kubernetes.io/region'] ?? labels['failure-domain.beta.kubernetes.io/region'] ?? '';
  const zone = labels['topology.kubernetes.io/zone'] ?? labels['failure-domain.beta.kubernetes.io/zone'] ?? '';
  return region === '' && zone === '' ? '' : `${region}:\u0000:${zone}`;
}

/** Nodes by zone; a list of them takes one of each zone in turn, so that the first nodes looked at are spread over the zones. */
export class NodeTree implements DerivedIndex<NodePlace> {
  private readonly zones = new Map<string, { ordinal: number; nodes: Map<string, number> }>();
  /** Told when the order is no longer what it was. */
  private readonly changed: () => void;
  readonly places: Table<NodePlace>;

  constructor(places: Table<NodePlace>, changed: () => void) {
    this.places = places;
    this.changed = changed;
    places.addIndex(this);
  }

  update(name: string, before: NodePlace | undefined, after: NodePlace | undefined): void {
    if (before) {
      const zone = this.zones.get(before.zone);
      zone?.nodes.delete(name);
      if (zone?.nodes.size === 0) this.zones.delete(before.zone);
    }
    if (after) {
      let zone = this.zones.get(after.zone);
      if (!zone) {
        zone = { ordinal: after.zoneOrdinal, nodes: new Map() };
        this.zones.set(after.zone, zone);
      }
      zone.nodes.set(name, after.ordinal);
    }
    this.changed();
  }

  clear(): void {
    this.zones.clear();
    this.changed();
  }

  /** addNode and updateNode: gives a node its place, unless it has one in its zone. `ordinal`: larger than any before. */
  place(node: Node, ordinal: number): void {
    const name = node.metadata.name ?? '';
    const zone = zoneKeyOf(node);
    if (this.places.get(name)?.zone === zone) return;
    this.places.set(name, { zone, ordinal, zoneOrdinal: this.zones.get(zone)?.ordinal ?? ordinal });
  }

  remove(name: string): void {
    this.places.delete(name);
  }

  /** Names in the order in which nodes are looked at. */
  list(): string[] {
    const columns = [...this.zones.values()]
      .sort((a, b) => a.ordinal - b.ordinal)
      .map(({ nodes }) => [...nodes].sort(([, a], [, b]) => a - b).map(([name]) => name));
    const names: string[] = [];
    for (let row = 0; names.length < this.places.size; row++) {
      for (const column of columns) if (row < column.length) names.push(column[row] as string);
    }
    return names;
  }
}
