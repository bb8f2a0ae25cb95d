/**
 * Models: pkg/apis/apps/validation (ValidateDeployment, ValidateReplicaSet, ValidatePodTemplateSpecForReplicaSet,
 *   ValidateRollingUpdateDeployment, their updates and status updates); pkg/registry/apps (selector immutability).
 * Simplified: -
 * Not modelled: read-only rules for GCE disks; the fields of apps/v1beta1.
 */
import { type FieldError, forbidden, invalid, notSupported, required } from '../field-error';
import { labelSelectorMatches, selectorFromLabelSelector } from '../selectors';
import type {
  Deployment,
  DeploymentStatus,
  DeploymentStrategy,
  IntOrString,
  LabelSelector,
  PodTemplateSpec,
  ReplicaSet,
  ReplicaSetStatus,
  RollingUpdateDeployment,
} from '../types';
import { addAll, checkImmutable, checkNonNegative, NOT_NEGATIVE } from './fields';
import { isDns1123Subdomain, isPercent } from './formats';
import { checkLabelSelector } from './labels';
import { checkObjectMeta, checkObjectMetaUpdate } from './object-meta';
import { checkPodTemplate } from './pod-spec';
import { isEmpty, printableMap, printableSelector } from './printable';

export function validateDeployment(deployment: Deployment): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMeta(errors, deployment, true, isDns1123Subdomain);
  checkDeploymentSpec(errors, deployment);
  return errors;
}

export function validateDeploymentUpdate(deployment: Deployment, old: Deployment): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, deployment, old);
  checkDeploymentSpec(errors, deployment);
  checkSelectorUpdate(errors, deployment.spec?.selector, old.spec?.selector);
  return errors;
}

function checkDeploymentSpec(errors: FieldError[], deployment: Deployment): void {
  const spec: Partial<NonNullable<Deployment['spec']>> = deployment.spec ?? {};
  checkNonNegative(errors, 'spec.replicas', spec.replicas);
  checkSelectorAndTemplate(errors, spec.selector, spec.template, 'empty selector is invalid for deployment');
  checkStrategy(errors, spec.strategy ?? {});
  checkNonNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
  checkNonNegative(errors, 'spec.revisionHistoryLimit', spec.revisionHistoryLimit);
  const deadline = spec.progressDeadlineSeconds;
  if (deadline == null) return;
  checkNonNegative(errors, 'spec.progressDeadlineSeconds', deadline);
  if (deadline <= (spec.minReadySeconds ?? 0)) {
    errors.push(invalid('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds'));
  }
}

/** What Deployment and ReplicaSet have in common. */
function checkSelectorAndTemplate(
  errors: FieldError[],
  selector: LabelSelector | undefined,
  template: PodTemplateSpec | undefined,
  emptyMessage: string,
): void {
  const before = errors.length;
  if (selector == null) errors.push(required('spec.selector'));
  else {
    checkLabelSelector(errors, 'spec.selector', selector);
    if (isEmpty(selector.matchLabels) && (selector.matchExpressions ?? []).length === 0) {
      errors.push(invalid('spec.selector', printableSelector(selector), emptyMessage));
    }
  }
  // A selector that can't be read matches nothing and hides the complaints about the template, as upstream.
  const readable = errors.length === before || selectorFromLabelSelector(selector).error === undefined;
  if (!readable) {
    errors.push(
      invalid('spec.selector', selector == null ? undefined : printableSelector(selector), 'invalid label selector'),
    );
    return;
  }
  const labels = template?.metadata?.labels;
  const picksAll = selector != null && isEmpty(selector.matchLabels) && (selector.matchExpressions ?? []).length === 0;
  if (!picksAll && !labelSelectorMatches(selector ?? undefined, labels)) {
    const message = '`selector` does not match template `labels`';
    errors.push(invalid('spec.template.metadata.labels', printableMap(labels), message));
  }
  checkPodTemplate(errors, 'spec.template', template ?? {});
  const restartPolicy = template?.spec?.restartPolicy ?? '';
  if (restartPolicy !== 'Always') {
    errors.push(notSupported('spec.template.spec.restartPolicy', restartPolicy, ['Always']));
  }
  if (template?.spec?.activeDeadlineSeconds != null) {
    const message = 'activeDeadlineSeconds in ReplicaSet is not Supported';
    errors.push(forbidden('spec.template.spec.activeDeadlineSeconds', message));
  }
}

function checkStrategy(errors: FieldError[], strategy: DeploymentStrategy): void {
  const field = 'spec.strategy';
  const rolling = strategy.rollingUpdate;
  switch (strategy.type) {
    case 'Recreate':
      if (rolling != null) {
        errors.push(forbidden(`${field}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'"));
      }
      return;
    case 'RollingUpdate':
      if (rolling == null) {
        errors.push(required(`${field}.rollingUpdate`, 'this should be defaulted and never be nil'));
      } else checkRollingUpdate(errors, `${field}.rollingUpdate`, rolling);
      return;
    default: {
      // An internal struct without JSON names: Go prints its field names.
      const printed = {
        Type: strategy.type ?? '',
        RollingUpdate:
          rolling == null ? null : { MaxUnavailable: rolling.maxUnavailable ?? 0, MaxSurge: rolling.maxSurge ?? 0 },
      };
      errors.push(notSupported(field, printed, ['Recreate', 'RollingUpdate']));
    }
  }
}

function checkRollingUpdate(errors: FieldError[], field: string, rolling: RollingUpdateDeployment): void {
  const unavailable = rolling.maxUnavailable ?? 0;
  const surge = rolling.maxSurge ?? 0;
  checkCountOrPercent(errors, `${field}.maxUnavailable`, unavailable);
  checkCountOrPercent(errors, `${field}.maxSurge`, surge);
  if (countOrPercent(unavailable) === 0 && countOrPercent(surge) === 0) {
    errors.push(invalid(`${field}.maxUnavailable`, unavailable, 'may not be 0 when `maxSurge` is 0'));
  }
  if (typeof unavailable === 'string' && isPercent(unavailable).length === 0 && countOrPercent(unavailable) > 100) {
    errors.push(invalid(`${field}.maxUnavailable`, unavailable, 'must not be greater than 100%'));
  }
}

export function checkCountOrPercent(errors: FieldError[], field: string, value: IntOrString): void {
  if (typeof value === 'string') addAll(errors, field, value, isPercent(value));
  else if (value < 0) errors.push(invalid(field, value, NOT_NEGATIVE));
}

/** The number of a count or of a percentage; text that is neither counts as 0. */
export function countOrPercent(value: IntOrString): number {
  if (typeof value === 'number') return value;
  return isPercent(value).length === 0 ? Number(value.slice(0, -1)) : 0;
}

export function checkSelectorUpdate(
  errors: FieldError[],
  selector: LabelSelector | undefined,
  old: LabelSelector | undefined,
): void {
  checkImmutable(errors, 'spec.selector', selector, old, selector == null ? undefined : printableSelector(selector));
}

export function validateDeploymentStatusUpdate(deployment: Deployment, old: Deployment): FieldError[] {
  const errors: FieldError[] = [];
  const status = deployment.status ?? {};
  checkObjectMetaUpdate(errors, deployment, old);
  checkCounts<DeploymentStatus>(errors, status, [
    'observedGeneration',
    'replicas',
    'updatedReplicas',
    'readyReplicas',
    'availableReplicas',
    'unavailableReplicas',
    'terminatingReplicas',
    'collisionCount',
  ]);
  checkNotAbove(errors, status, ['updatedReplicas', 'readyReplicas', 'availableReplicas']);
  checkAvailableNotAboveReady(errors, status);
  const collisions = status.collisionCount ?? 0;
  if (collisions < (old.status?.collisionCount ?? 0)) {
    errors.push(invalid('status.collisionCount', collisions, 'cannot be decremented'));
  }
  return errors;
}

export function validateReplicaSet(replicaSet: ReplicaSet): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMeta(errors, replicaSet, true, isDns1123Subdomain);
  checkReplicaSetSpec(errors, replicaSet);
  return errors;
}

export function validateReplicaSetUpdate(replicaSet: ReplicaSet, old: ReplicaSet): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, replicaSet, old);
  checkReplicaSetSpec(errors, replicaSet);
  checkSelectorUpdate(errors, replicaSet.spec?.selector, old.spec?.selector);
  return errors;
}

function checkReplicaSetSpec(errors: FieldError[], replicaSet: ReplicaSet): void {
  const spec: Partial<NonNullable<ReplicaSet['spec']>> = replicaSet.spec ?? {};
  checkNonNegative(errors, 'spec.replicas', spec.replicas);
  checkNonNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
  checkSelectorAndTemplate(errors, spec.selector, spec.template, 'empty selector is invalid for deployment');
}

export function validateReplicaSetStatusUpdate(replicaSet: ReplicaSet, old: ReplicaSet): FieldError[] {
  const errors: FieldError[] = [];
  const status = replicaSet.status ?? { replicas: 0 };
  checkObjectMetaUpdate(errors, replicaSet, old);
  checkCounts<ReplicaSetStatus>(errors, status, [
    'replicas',
    'fullyLabeledReplicas',
    'readyReplicas',
    'availableReplicas',
    'terminatingReplicas',
    'observedGeneration',
  ]);
  checkNotAbove(errors, status, ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas']);
  checkAvailableNotAboveReady(errors, status);
  return errors;
}

export function checkCounts<T>(errors: FieldError[], status: T, fields: readonly (keyof T & string)[]): void {
  for (const field of fields) checkNonNegative(errors, `status.${field}`, status[field] as number | undefined);
}

type ReplicaCounts = object;

export function checkNotAbove(errors: FieldError[], status: ReplicaCounts, fields: readonly string[]): void {
  const counts = status as Readonly<Record<string, number | undefined>>;
  for (const field of fields) {
    const count = counts[field] ?? 0;
    if (count > (counts.replicas ?? 0)) {
      errors.push(invalid(`status.${field}`, count, 'cannot be greater than status.replicas'));
    }
  }
}

function checkAvailableNotAboveReady(errors: FieldError[], status: DeploymentStatus | ReplicaSetStatus): void {
  const available = status.availableReplicas ?? 0;
  if (available > (status.readyReplicas ?? 0)) {
    errors.push(invalid('status.availableReplicas', available, 'cannot be greater than readyReplicas'));
  }
}
