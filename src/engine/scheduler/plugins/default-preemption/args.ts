// Models: pkg/scheduler/apis/config DefaultPreemptionArgs; apis/config/validation ValidateDefaultPreemptionArgs.
// Simplified: —
// Not modelled: —
import { type FieldError, invalid } from '../../../api/field-error';

export interface DefaultPreemptionArgs {
  /** Percent of the nodes that may be tried. */
  readonly minCandidateNodesPercentage?: number;
  readonly minCandidateNodesAbsolute?: number;
}

export function defaulted(args: DefaultPreemptionArgs | undefined): Required<DefaultPreemptionArgs> {
  return { minCandidateNodesPercentage: 10, minCandidateNodesAbsolute: 100, ...args };
}

export function validateDefaultPreemptionArgs(given: DefaultPreemptionArgs | undefined): FieldError[] {
  const { minCandidateNodesPercentage: percentage, minCandidateNodesAbsolute: absolute } = defaulted(given);
  const errors: FieldError[] = [];
  if (percentage < 0 || percentage > 100)
    errors.push(invalid('minCandidateNodesPercentage', percentage, 'not in valid range [0, 100]'));
  if (absolute < 0) errors.push(invalid('minCandidateNodesAbsolute', absolute, 'not in valid range [0, inf)'));
  if (percentage === 0 && absolute === 0) {
    const why = 'cannot be zero at the same time as minCandidateNodesAbsolute';
    errors.push(invalid('minCandidateNodesPercentage', percentage, why));
    errors.push(
      invalid('minCandidateNodesAbsolute', absolute, 'cannot be zero at the same time as minCandidateNodesPercentage'),
    );
  }
  return errors;
}

/** calculateNumCandidates: how many nodes are enough to choose from. */
export function numCandidates(numNodes: number, args: Required<DefaultPreemptionArgs>): number {
  const share = Math.floor((numNodes * args.minCandidateNodesPercentage) / 100);
  return Math.min(numNodes, Math.max(share, args.minCandidateNodesAbsolute));
}
