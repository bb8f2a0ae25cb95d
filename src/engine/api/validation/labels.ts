/**
 * Models: k8s.io/apimachinery pkg/apis/meta/v1/validation (ValidateLabels, ValidateLabelSelector).
 * Simplified: Go walks a map in random order; here complaints come in key order.
 * Not modelled: AllowInvalidLabelValueInSelector, which only spares objects stored by old releases.
 */
import { type FieldError, forbidden, invalid, required } from '../field-error';
import type { LabelSelector, LabelSelectorRequirement } from '../types';
import { addAll, checkLabelKey } from './fields';
import { isLabelKey, isLabelValue } from './formats';
import { sortedKeys } from './printable';

export function checkLabels(
  errors: FieldError[],
  field: string,
  labels: Readonly<Record<string, string>> | undefined,
): void {
  if (labels === undefined || labels === null) return;
  for (const key in labels) {
    const value = labels[key] ?? '';
    if (isLabelKey(key).length !== 0 || isLabelValue(value).length !== 0) {
      addLabelErrors(errors, field, labels);
      return;
    }
  }
}

function addLabelErrors(errors: FieldError[], field: string, labels: Readonly<Record<string, string>>): void {
  for (const key of sortedKeys(labels)) {
    const value = labels[key] ?? '';
    checkLabelKey(errors, field, key);
    addAll(errors, field, value, isLabelValue(value));
  }
}

export function checkLabelSelector(errors: FieldError[], field: string, selector: LabelSelector | undefined): void {
  if (selector === undefined || selector === null) return;
  checkLabels(errors, `${field}.matchLabels`, selector.matchLabels);
  const expressions = selector.matchExpressions;
  if (expressions === undefined || expressions === null) return;
  for (let i = 0; i < expressions.length; i++) {
    checkRequirement(errors, `${field}.matchExpressions[${i}]`, expressions[i] as LabelSelectorRequirement);
  }
}

function checkRequirement(errors: FieldError[], field: string, requirement: LabelSelectorRequirement): void {
  const values = requirement.values ?? [];
  switch (requirement.operator) {
    case 'In':
    case 'NotIn':
      if (values.length === 0) {
        errors.push(required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
      }
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) {
        errors.push(forbidden(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
      }
      break;
    default:
      errors.push(invalid(`${field}.operator`, requirement.operator ?? '', 'not a valid selector operator'));
  }
  checkLabelKey(errors, `${field}.key`, requirement.key ?? '');
  for (let i = 0; i < values.length; i++) {
    addAll(errors, `${field}.values[${i}]`, values[i], isLabelValue(values[i] as string));
  }
}
