/**
 * Models: pkg/registry/scheduling/priorityclass/strategy.go, pkg/apis/scheduling (defaults, ValidatePriorityClass).
 * Simplified: -
 * Not modelled: -
 */
import { forbidden } from '../field-error';
import { withMetadata } from '../meta';
import type { PriorityClass } from '../types';
import { checkImmutable } from '../validation/fields';
import { rulesOf } from '../validation/names';
import { age, column, count } from './columns';
import { defineKind } from './define-kind';

const HIGHEST_USER_VALUE = 1_000_000_000;
const SYSTEM_VALUES: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
};

const rules = rulesOf<PriorityClass>(false, (errors, given, old) => {
  if (old !== undefined) {
    if (given.value !== old.value) errors.push(forbidden('value', 'may not be changed in an update.'));
    checkImmutable(errors, 'preemptionPolicy', given.preemptionPolicy, old.preemptionPolicy);
    return;
  }
  const name = given.metadata.name ?? '';
  if (name.startsWith('system-')) {
    if (SYSTEM_VALUES[name] === given.value) return;
    const why = Object.hasOwn(SYSTEM_VALUES, name)
      ? `value of ${name} PriorityClass must be ${SYSTEM_VALUES[name]}`
      : `${name} is not a known system priority class`;
    const message = "priority class names with 'system-' prefix are reserved for system use only. error: ";
    errors.push(forbidden('metadata.name', message + why));
  } else if ((given.value ?? 0) > HIGHEST_USER_VALUE) {
    const message = `maximum allowed value of a user defined priority is ${HIGHEST_USER_VALUE}`;
    errors.push(forbidden('value', message));
  }
});

export const priorityClassKind = defineKind<PriorityClass>({
  group: 'scheduling.k8s.io',
  version: 'v1',
  kind: 'PriorityClass',
  resource: 'priorityclasses',
  namespaced: false,
  shortNames: ['pc'],
  setDefaults(given) {
    if (given.preemptionPolicy != null && given.value != null) return given;
    return { ...given, value: given.value ?? 0, preemptionPolicy: given.preemptionPolicy ?? 'PreemptLowerPriority' };
  },
  prepareForCreate: (given) => withMetadata(given, { generation: 1 }),
  ...rules,
  columns: [
    count('Value', ({ value }) => value ?? 0),
    column('Global-Default', ({ globalDefault }) => globalDefault ?? false, 'boolean'),
    age,
    column('PreemptionPolicy', ({ preemptionPolicy }) => preemptionPolicy ?? ''),
  ],
});
