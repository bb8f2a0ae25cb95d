/**
 * Models: pkg/apis/apps/validation (ValidateDaemonSet, ValidateDaemonSetSpec, ValidateRollingUpdateDaemonSet,
 *   ValidateDaemonSetUpdate, ValidateDaemonSetStatusUpdate); pkg/registry/apps/daemonset (selector immutability).
 * Simplified: -
 * Not modelled: -
 */
import { type FieldError, forbidden, invalid, notSupported, required } from '../field-error';
import { labelSelectorMatches, selectorFromLabelSelector } from '../selectors';
import type { DaemonSet, DaemonSetSpec, DaemonSetStatus, DaemonSetUpdateStrategy, IntOrString } from '../types';
import { checkNonNegative } from './fields';
import { isDns1123Subdomain, isPercent } from './formats';
import { checkLabelSelector } from './labels';
import { checkObjectMeta, checkObjectMetaUpdate } from './object-meta';
import { checkPodTemplate } from './pod-spec';
import { isEmpty, printableMap, printableSelector } from './printable';
import { checkCountOrPercent, checkCounts, checkSelectorUpdate, countOrPercent } from './workloads';

export function validateDaemonSet(set: DaemonSet): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMeta(errors, set, true, isDns1123Subdomain);
  checkSpec(errors, set.spec);
  return errors;
}

export function validateDaemonSetUpdate(set: DaemonSet, old: DaemonSet): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, set, old);
  checkSpec(errors, set.spec);
  checkSelectorUpdate(errors, set.spec?.selector, old.spec?.selector);
  return errors;
}

function checkSpec(errors: FieldError[], given: DaemonSet['spec']): void {
  const spec: Partial<DaemonSetSpec> = given ?? {};
  const { selector, template } = spec;
  const empty = isEmpty(selector?.matchLabels) && (selector?.matchExpressions ?? []).length === 0;
  checkLabelSelector(errors, 'spec.selector', selector);
  const labels = template?.metadata?.labels;
  const readable = selectorFromLabelSelector(selector).error === undefined;
  if (readable && !(selector != null && empty) && !labelSelectorMatches(selector ?? undefined, labels)) {
    const message = '`selector` does not match template `labels`';
    errors.push(invalid('spec.template.metadata.labels', printableMap(labels), message));
  }
  if (selector == null) errors.push(required('spec.selector'));
  else if (empty)
    errors.push(invalid('spec.selector', printableSelector(selector), 'empty selector is invalid for daemonset'));
  checkPodTemplate(errors, 'spec.template', template ?? {});
  const pod = template?.spec;
  if (pod?.restartPolicy !== 'Always')
    errors.push(notSupported('spec.template.spec.restartPolicy', pod?.restartPolicy ?? '', ['Always']));
  if (pod?.activeDeadlineSeconds != null) {
    const message = 'activeDeadlineSeconds in DaemonSet is not Supported';
    errors.push(forbidden('spec.template.spec.activeDeadlineSeconds', message));
  }
  checkNonNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
  checkStrategy(errors, spec.updateStrategy ?? {});
  checkNonNegative(errors, 'spec.revisionHistoryLimit', spec.revisionHistoryLimit);
}

function checkNotAboveWhole(errors: FieldError[], field: string, value: IntOrString): void {
  if (typeof value === 'string' && isPercent(value).length === 0 && countOrPercent(value) > 100)
    errors.push(invalid(field, value, 'must not be greater than 100%'));
}

function checkStrategy(errors: FieldError[], strategy: DaemonSetUpdateStrategy): void {
  const field = 'spec.updateStrategy.rollingUpdate';
  if (strategy.type === 'OnDelete') return;
  if (strategy.type !== 'RollingUpdate') {
    const printed = { Type: strategy.type ?? '', RollingUpdate: strategy.rollingUpdate ?? null };
    errors.push(notSupported('spec.updateStrategy', printed, ['RollingUpdate', 'OnDelete']));
    return;
  }
  const rolling = strategy.rollingUpdate;
  if (rolling == null) {
    errors.push(required(field));
    return;
  }
  const unavailable = rolling.maxUnavailable ?? 0;
  const surge = rolling.maxSurge ?? 0;
  checkCountOrPercent(errors, `${field}.maxUnavailable`, unavailable);
  checkCountOrPercent(errors, `${field}.maxSurge`, surge);
  checkNotAboveWhole(errors, `${field}.maxUnavailable`, unavailable);
  checkNotAboveWhole(errors, `${field}.maxSurge`, surge);
  const hasUnavailable = countOrPercent(unavailable) !== 0;
  const hasSurge = countOrPercent(surge) !== 0;
  if (hasUnavailable && hasSurge)
    errors.push(invalid(`${field}.maxSurge`, surge, 'may not be set when maxUnavailable is non-zero'));
  if (!hasUnavailable && !hasSurge) errors.push(required(`${field}.maxUnavailable`, 'cannot be 0 when maxSurge is 0'));
}

export function validateDaemonSetStatusUpdate(set: DaemonSet, old: DaemonSet): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, set, old);
  const status: Partial<DaemonSetStatus> = set.status ?? {};
  checkCounts<Partial<DaemonSetStatus>>(errors, status, [
    'currentNumberScheduled',
    'numberMisscheduled',
    'desiredNumberScheduled',
    'numberReady',
    'observedGeneration',
    'updatedNumberScheduled',
    'numberAvailable',
    'numberUnavailable',
    'collisionCount',
  ]);
  const collisions = status.collisionCount ?? 0;
  if (collisions < (old.status?.collisionCount ?? 0))
    errors.push(invalid('status.collisionCount', collisions, 'cannot be decremented'));
  return errors;
}
