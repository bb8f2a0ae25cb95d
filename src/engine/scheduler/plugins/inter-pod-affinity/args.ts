// Models: pkg/scheduler/apis/config InterPodAffinityArgs; apis/config/validation ValidateInterPodAffinityArgs.
// Simplified: —
// Not modelled: —
import { type FieldError, invalid } from '../../../api/field-error';

export interface InterPodAffinityArgs {
  /** What a running Pod's firm affinity counts for in the score of one that it would like beside it. */
  readonly hardPodAffinityWeight?: number;
  readonly ignorePreferredTermsOfExistingPods?: boolean;
}

export function validateInterPodAffinityArgs({
  hardPodAffinityWeight: weight = 1,
}: InterPodAffinityArgs): FieldError[] {
  return weight < 0 || weight > 100 ? [invalid('hardPodAffinityWeight', weight, 'not in valid range [0, 100]')] : [];
}
