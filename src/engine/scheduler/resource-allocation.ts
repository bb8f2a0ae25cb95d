// Models: pkg/scheduler/framework/plugins/noderesources/resource_allocation.go resourceAllocationScorer.
// Simplified: —
// Not modelled: extended resources that resource claims back.
import type { Pod } from '../api/types';
import type { NodeInfo } from './cache/node-info';
import { amountIn, isScalarResourceName, podRequest } from './resources';

/** A resource that a score looks at. */
export interface ResourceSpec {
  readonly name: string;
  readonly weight: number;
}

export const defaultResources: readonly ResourceSpec[] = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
];

/** What a node can allocate of a resource; 0 takes the resource out of the score (as does asking for none of a device). */
export function allocatableFor(node: NodeInfo, name: string, podAmount: number): number {
  if (name === 'cpu') return node.allocatable.milliCPU;
  if (name === 'memory') return node.allocatable.memory;
  if (name === 'ephemeral-storage') return node.allocatable.ephemeralStorage;
  return podAmount === 0 && isScalarResourceName(name) ? 0 : node.allocatable.scalarOf(name);
}

/** What the node's Pods and this one ask for. `real`: as they say; else with the defaults for what they do not say. */
export function requestedFor(node: NodeInfo, name: string, podAmount: number, real: boolean): number {
  const requested = real ? node.requested : node.nonZeroRequested;
  if (name === 'cpu') return requested.milliCPU + podAmount;
  if (name === 'memory') return requested.memory + podAmount;
  if (name === 'ephemeral-storage') return node.requested.ephemeralStorage + podAmount;
  return node.requested.scalarOf(name) + podAmount;
}

/** calculatePodResourceRequestList: what a Pod asks for of each resource. */
export function podAmounts(pod: Pod, resources: readonly ResourceSpec[], real: boolean): number[] {
  const request = podRequest(pod, { useStatus: true, nonZero: !real });
  return resources.map(({ name }) => amountIn(request, name));
}
