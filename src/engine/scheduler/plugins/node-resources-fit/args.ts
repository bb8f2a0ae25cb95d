// Models: pkg/scheduler/apis/config NodeResourcesFitArgs; apis/config/validation ValidateNodeResourcesFitArgs.
// Simplified: —
// Not modelled: —
import { type FieldError, forbidden, invalid, notSupported, required } from '../../../api/field-error';
import type { ScoringStrategy, ShapePoint } from './strategies';

export interface FitArgs {
  readonly ignoredResources?: readonly string[];
  readonly ignoredResourceGroups?: readonly string[];
  readonly scoringStrategy?: ScoringStrategy;
}

const strategies = ['LeastAllocated', 'MostAllocated', 'RequestedToCapacityRatio'];

export function validateFitArgs({ ignoredResourceGroups = [], scoringStrategy }: FitArgs): FieldError[] {
  const errors: FieldError[] = [];
  ignoredResourceGroups.forEach((group, i) => {
    if (group.includes('/'))
      errors.push(invalid(`ignoredResourceGroups[${i}]`, group, "resource group name can't contain '/'"));
  });
  if (!scoringStrategy) return errors;
  const { type = 'LeastAllocated', resources = [], requestedToCapacityRatio: ratio } = scoringStrategy;
  if (!strategies.includes(type)) errors.push(notSupported('scoringStrategy.type', type, strategies));
  resources.forEach(({ name, weight }, i) => {
    if (weight > 0 && weight <= 100) return;
    errors.push(
      invalid(
        `scoringStrategy.resources[${i}].weight`,
        weight,
        `resource weight of ${name} not in valid range (0, 100]`,
      ),
    );
  });
  const path = 'scoringStrategy.requestedToCapacityRatio';
  if (type !== 'RequestedToCapacityRatio') {
    if (ratio) errors.push(forbidden(path, 'must be nil when type is not RequestedToCapacityRatio'));
  } else if (!ratio) errors.push(required(path, 'must be specified when type is RequestedToCapacityRatio'));
  else errors.push(...validateShape(ratio.shape ?? [], `${path}.shape`));
  return errors;
}

function validateShape(shape: readonly ShapePoint[], path: string): FieldError[] {
  if (shape.length === 0) return [required(path, 'at least one point must be specified')];
  const errors: FieldError[] = [];
  const unsorted = shape.findIndex(
    (point, i) => i > 0 && (shape[i - 1] as ShapePoint).utilization >= point.utilization,
  );
  if (unsorted > 0) {
    const value = shape[unsorted]?.utilization;
    errors.push(invalid(`${path}[${unsorted}].utilization`, value, 'values must be sorted in increasing order'));
  }
  shape.forEach(({ utilization, score }, i) => {
    if (utilization < 0 || utilization > 100) {
      errors.push(invalid(`${path}[${i}].utilization`, utilization, 'not in valid range [0, 100]'));
    }
    if (score < 0 || score > 10) errors.push(invalid(`${path}[${i}].score`, score, 'not in valid range [0, 10]'));
  });
  return errors;
}
