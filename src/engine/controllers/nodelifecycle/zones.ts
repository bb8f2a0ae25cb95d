// Models: pkg/controller/nodelifecycle ComputeZoneState, HealthyQPSFunc, ReducedQPSFunc;
//   component-helpers/node/topology GetZoneKey
// Simplified: —
// Not modelled: —
import type { Node } from '../../api/types';

export type ZoneState = 'Initial' | 'Normal' | 'PartialDisruption' | 'FullDisruption';

/** --node-eviction-rate, --secondary-node-eviction-rate, nodes a second; --large-cluster-size-threshold, nodes. */
export const evictionRate = 0.1;
const secondaryEvictionRate = 0.01;
const largeClusterThreshold = 50;
/** --unhealthy-zone-threshold */
export const unhealthyZoneThreshold = 0.55;

/** How a zone is: of its nodes none is ready, or too many are not, or all is well. */
export function zoneStateOf(ready: number, notReady: number, threshold: number = unhealthyZoneThreshold): ZoneState {
  if (ready === 0 && notReady > 0) return 'FullDisruption';
  if (notReady > 2 && Math.fround(notReady / (notReady + ready)) >= Math.fround(threshold)) return 'PartialDisruption';
  return 'Normal';
}

/** Nodes a second that may get a NoExecute taint in a zone of so many nodes; 0: none. */
export function taintingRate(state: ZoneState, nodes: number): number {
  if (state === 'PartialDisruption') return nodes > largeClusterThreshold ? secondaryEvictionRate : 0;
  return evictionRate;
}

/** GetZoneKey: region and zone of a node; empty when it has neither. */
export function zoneKeyOf({ metadata }: Node): string {
  const labels = metadata.labels ?? {};
  const zone = labels['topology.kubernetes.io/zone'] ?? labels['failure-domain.beta.kubernetes.io/zone'] ?? '';
  const region = labels['topology.kubernetes.io/region'] ?? labels['failure-domain.beta.kubernetes.io/region'] ?? '';
  return region === '' && zone === '' ? '' : `${region}:\x00:${zone}`;
}
