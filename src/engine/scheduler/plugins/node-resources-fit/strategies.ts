// Models: pkg/scheduler/framework/plugins/noderesources/{least_allocated,most_allocated,requested_to_capacity_ratio}.go;
//   plugins/helper/shape_score.go BuildBrokenLinearFunction.
// Simplified: —
// Not modelled: —
import type { NodeInfo } from '../../cache/node-info';
import { allocatableFor, type ResourceSpec, requestedFor } from '../../resource-allocation';

export interface ShapePoint {
  /** Percent. */
  readonly utilization: number;
  /** 0…10. */
  readonly score: number;
}

export interface ScoringStrategy {
  readonly type?: string;
  readonly resources?: readonly ResourceSpec[];
  readonly requestedToCapacityRatio?: { readonly shape?: readonly ShapePoint[] };
}

/** The score of one resource, 0…100, from what is requested of what there is. */
export type ResourceScore = (requested: number, allocatable: number) => number;

export const leastRequested: ResourceScore = (requested, allocatable) =>
  requested > allocatable ? 0 : Math.floor(((allocatable - requested) * 100) / allocatable);

export const mostRequested: ResourceScore = (requested, allocatable) =>
  requested > allocatable ? 100 : Math.floor((requested * 100) / allocatable);

/** A line through the points, level before the first and after the last; whole numbers, cut off towards zero. */
export function brokenLine(shape: readonly ShapePoint[]): (utilization: number) => number {
  return (utilization) => {
    for (let i = 0; i < shape.length; i++) {
      const point = shape[i] as ShapePoint;
      if (utilization > point.utilization) continue;
      const before = shape[i - 1];
      if (!before) return point.score * 10;
      const rise = (point.score - before.score) * 10 * (utilization - before.utilization);
      return before.score * 10 + Math.trunc(rise / (point.utilization - before.utilization));
    }
    return (shape[shape.length - 1]?.score ?? 0) * 10;
  };
}

/** Weighted mean over the resources that the node has. `amounts`: what the Pod asks for of each. */
export function weightedMean(
  node: NodeInfo,
  resources: readonly ResourceSpec[],
  amounts: readonly number[],
  score: ResourceScore,
): number {
  let sum = 0;
  let weights = 0;
  for (let i = 0; i < resources.length; i++) {
    const { name, weight } = resources[i] as ResourceSpec;
    const amount = amounts[i] as number;
    const allocatable = allocatableFor(node, name, amount);
    if (allocatable === 0) continue;
    sum += score(requestedFor(node, name, amount, false), allocatable) * weight;
    weights += weight;
  }
  return weights === 0 ? 0 : Math.floor(sum / weights);
}

/** The same over a shape: a resource that scores nothing does not count, and the mean is rounded. */
export function requestedToCapacityRatio(
  node: NodeInfo,
  resources: readonly ResourceSpec[],
  amounts: readonly number[],
  line: (utilization: number) => number,
): number {
  let sum = 0;
  let weights = 0;
  for (let i = 0; i < resources.length; i++) {
    const { name, weight } = resources[i] as ResourceSpec;
    const amount = amounts[i] as number;
    const allocatable = allocatableFor(node, name, amount);
    if (allocatable === 0) continue;
    const requested = requestedFor(node, name, amount, false);
    const score = line(requested > allocatable ? 100 : Math.floor((requested * 100) / allocatable));
    if (score <= 0) continue;
    sum += score * weight;
    weights += weight;
  }
  return weights === 0 ? 0 : Math.round(sum / weights);
}
