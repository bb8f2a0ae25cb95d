// Models: pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go BalancedAllocation.
// Simplified: —
// Not modelled: extended resources that resource claims back.
import { duplicate, type FieldError, invalid } from '../../../api/field-error';
import type { NodeInfo } from '../../cache/node-info';
import type { CycleState, StateData } from '../../framework/cycle-state';
import type { PluginDefinition } from '../../framework/plugin';
import { skip } from '../../framework/status';
import {
  allocatableFor,
  defaultResources,
  podAmounts,
  type ResourceSpec,
  requestedFor,
} from '../../resource-allocation';

const name = 'NodeResourcesBalancedAllocation';

interface Args {
  readonly resources?: readonly ResourceSpec[];
}

interface PreScoreState extends StateData {
  readonly amounts: readonly number[];
}

/** ValidateNodeResourcesBalancedAllocationArgs */
function validateArgs({ resources = [] }: Args): FieldError[] {
  const errors: FieldError[] = [];
  resources.forEach((resource, i) => {
    if (resources.findIndex((other) => other.name === resource.name) < i)
      errors.push(duplicate(`resources[${i}].name`, resource.name));
    if (resource.weight !== 1) errors.push(invalid(`resources[${i}].weight`, resource.weight, 'must be 1'));
  });
  return errors;
}

/** (1 - the standard deviation of the used fractions) × 100, cut off. */
export function balancedScore(node: NodeInfo, resources: readonly ResourceSpec[], amounts: readonly number[]): number {
  let count = 0;
  let sum = 0;
  let first = 0;
  let second = 0;
  for (let i = 0; i < resources.length; i++) {
    const fraction = fractionOf(node, resources, amounts, i);
    if (fraction === undefined) continue;
    if (count === 0) first = fraction;
    else if (count === 1) second = fraction;
    sum += fraction;
    count++;
  }
  if (count < 2) return 100;
  if (count === 2) return Math.trunc((1 - Math.abs((first - second) / 2)) * 100);
  const mean = sum / count;
  let squares = 0;
  for (let i = 0; i < resources.length; i++) {
    const fraction = fractionOf(node, resources, amounts, i);
    if (fraction !== undefined) squares += (fraction - mean) * (fraction - mean);
  }
  return Math.trunc((1 - Math.sqrt(squares / count)) * 100);
}

function fractionOf(
  node: NodeInfo,
  resources: readonly ResourceSpec[],
  amounts: readonly number[],
  i: number,
): number | undefined {
  const { name: resource } = resources[i] as ResourceSpec;
  const amount = amounts[i] as number;
  const allocatable = allocatableFor(node, resource, amount);
  if (allocatable === 0) return undefined;
  return Math.min(1, requestedFor(node, resource, amount, true) / allocatable);
}

/** Prefers nodes whose cpu and memory would be used to the same degree. Says nothing about a Pod that asks for nothing. */
export const nodeResourcesBalancedAllocation: PluginDefinition = {
  name,
  validate: (args) => validateArgs((args ?? {}) as Args),
  build: (args) => {
    const resources = (args as Args | undefined)?.resources ?? defaultResources;
    return {
      preScore: (state: CycleState, pod) => {
        const data: PreScoreState = { amounts: podAmounts(pod, resources, true) };
        if (data.amounts.every((amount) => amount === 0)) return skip;
        state.write(name, data);
        return undefined;
      },
      score: (state, pod, node) =>
        balancedScore(node, resources, state.read<PreScoreState>(name)?.amounts ?? podAmounts(pod, resources, true)),
    };
  },
};
