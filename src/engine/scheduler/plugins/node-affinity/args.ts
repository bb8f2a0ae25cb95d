// Models: pkg/scheduler/apis/config NodeAffinityArgs; apis/config/validation ValidateNodeAffinityArgs.
// Simplified: —
// Not modelled: —
import type { FieldError } from '../../../api/field-error';
import { nodeSelectorErrors, preferredTermErrors } from '../../../api/node-selector';
import type { NodeAffinity } from '../../../api/types';

export interface NodeAffinityArgs {
  /** Holds for every Pod of the profile, besides what the Pod itself asks for. */
  readonly addedAffinity?: NodeAffinity;
}

export function validateNodeAffinityArgs({ addedAffinity }: NodeAffinityArgs): FieldError[] {
  const required = addedAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const preferred = addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return [
    ...(required ? nodeSelectorErrors(required, 'addedAffinity.requiredDuringSchedulingIgnoredDuringExecution') : []),
    ...preferredTermErrors(preferred, 'addedAffinity.preferredDuringSchedulingIgnoredDuringExecution'),
  ];
}
