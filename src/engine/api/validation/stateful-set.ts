/**
 * Models: pkg/apis/apps/validation (ValidateStatefulSet, ValidateStatefulSetSpec, ValidateStatefulSetUpdate,
 *   ValidateStatefulSetStatusUpdate).
 * Simplified: the template's Pod spec is not checked, as upstream.
 * Not modelled: -
 */
import { type FieldError, forbidden, invalid, notSupported, required } from '../field-error';
import { labelSelectorMatches, selectorFromLabelSelector } from '../selectors';
import type { StatefulSet, StatefulSetSpec, StatefulSetUpdateStrategy } from '../types';
import { checkNonNegative } from './fields';
import { isDns1123Label } from './formats';
import { checkLabelSelector, checkLabels } from './labels';
import { checkAnnotations, checkObjectMeta, checkObjectMetaUpdate } from './object-meta';
import { checkPodAnnotations } from './pod-spec';
import { isEmpty, printableMap, printableSelector } from './printable';
import { semanticEqual } from './semantic-equal';
import { checkCountOrPercent, checkCounts, checkNotAbove } from './workloads';

const RETENTION = ['Retain', 'Delete'];

export function validateStatefulSet(set: StatefulSet): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMeta(errors, set, true, isDns1123Label);
  checkSpec(errors, set.spec);
  return errors;
}

/** What may change: upstream compares the rest of the specs as a whole. */
const MUTABLE = {
  replicas: undefined,
  template: undefined,
  updateStrategy: undefined,
  minReadySeconds: undefined,
  ordinals: undefined,
  revisionHistoryLimit: undefined,
  persistentVolumeClaimRetentionPolicy: undefined,
};

export function validateStatefulSetUpdate(set: StatefulSet, old: StatefulSet): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, set, old);
  checkSpec(errors, set.spec);
  if (!semanticEqual({ ...set.spec, ...MUTABLE }, { ...old.spec, ...MUTABLE })) {
    const which =
      "'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds'";
    errors.push(forbidden('spec', `updates to statefulset spec for fields other than ${which} are forbidden`));
  }
  return errors;
}

function checkSpec(errors: FieldError[], given: StatefulSet['spec']): void {
  const spec: Partial<StatefulSetSpec> = given ?? {};
  const policy = spec.podManagementPolicy ?? '';
  if (policy === '') errors.push(required('spec.podManagementPolicy'));
  else if (policy !== 'OrderedReady' && policy !== 'Parallel')
    errors.push(invalid('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'"));
  checkStrategy(errors, spec.updateStrategy ?? {});
  const retention = spec.persistentVolumeClaimRetentionPolicy;
  if (retention != null) {
    for (const when of ['whenDeleted', 'whenScaled'] as const) {
      if (!RETENTION.includes(retention[when] ?? ''))
        errors.push(
          notSupported(`spec.persistentVolumeClaimRetentionPolicy.${when}`, retention[when] ?? '', RETENTION),
        );
    }
  }
  checkNonNegative(errors, 'spec.replicas', spec.replicas);
  checkNonNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
  checkNonNegative(errors, 'spec.ordinals.start', spec.ordinals?.start);
  checkNonNegative(errors, 'spec.revisionHistoryLimit', spec.revisionHistoryLimit);
  checkSelectorAndTemplate(errors, spec);
  const pod = spec.template?.spec;
  if (pod?.restartPolicy !== 'Always')
    errors.push(notSupported('spec.template.spec.restartPolicy', pod?.restartPolicy ?? '', ['Always']));
  if (pod?.activeDeadlineSeconds != null) {
    const message = 'activeDeadlineSeconds in StatefulSet is not Supported';
    errors.push(forbidden('spec.template.spec.activeDeadlineSeconds', message));
  }
}

function checkStrategy(errors: FieldError[], strategy: StatefulSetUpdateStrategy): void {
  const field = 'spec.updateStrategy';
  const rolling = strategy.rollingUpdate;
  switch (strategy.type ?? '') {
    case '':
      errors.push(required(field));
      return;
    case 'OnDelete':
      if (rolling != null) {
        const printed = { Partition: rolling.partition ?? 0, MaxUnavailable: rolling.maxUnavailable ?? null };
        errors.push(invalid(`${field}.rollingUpdate`, printed, "only allowed for updateStrategy 'RollingUpdate'"));
      }
      return;
    case 'RollingUpdate':
      if (rolling == null) return;
      checkNonNegative(errors, `${field}.rollingUpdate.partition`, rolling.partition);
      if (rolling.maxUnavailable == null) return;
      checkCountOrPercent(errors, `${field}.rollingUpdate.maxUnavailable`, rolling.maxUnavailable);
      if (rolling.maxUnavailable === 0 || rolling.maxUnavailable === '0%')
        errors.push(invalid(`${field}.rollingUpdate.maxUnavailable`, rolling.maxUnavailable, 'cannot be 0'));
      return;
    default:
      errors.push(
        invalid(
          field,
          { Type: strategy.type, RollingUpdate: rolling == null ? null : rolling },
          "must be 'RollingUpdate' or 'OnDelete'",
        ),
      );
  }
}

function checkSelectorAndTemplate(errors: FieldError[], spec: Partial<StatefulSetSpec>): void {
  const { selector, template } = spec;
  const empty = isEmpty(selector?.matchLabels) && (selector?.matchExpressions ?? []).length === 0;
  if (selector == null) errors.push(required('spec.selector'));
  else {
    checkLabelSelector(errors, 'spec.selector', selector);
    if (empty)
      errors.push(invalid('spec.selector', printableSelector(selector), 'empty selector is invalid for statefulset'));
  }
  if (selector != null && selectorFromLabelSelector(selector).error !== undefined) {
    errors.push(invalid('spec.selector', printableSelector(selector), ''));
    return;
  }
  const metadata = template?.metadata;
  if (!(selector != null && empty) && !labelSelectorMatches(selector ?? undefined, metadata?.labels)) {
    const message = '`selector` does not match template `labels`';
    errors.push(invalid('spec.template.metadata.labels', printableMap(metadata?.labels), message));
  }
  checkLabels(errors, 'spec.template.labels', metadata?.labels);
  checkAnnotations(errors, 'spec.template.annotations', metadata?.annotations);
  checkPodAnnotations(errors, 'spec.template.annotations', metadata?.annotations, template?.spec ?? { containers: [] });
}

export function validateStatefulSetStatusUpdate(set: StatefulSet, old: StatefulSet): FieldError[] {
  const errors: FieldError[] = [];
  const status = set.status ?? { replicas: 0 };
  checkCounts(errors, status, [
    'replicas',
    'readyReplicas',
    'currentReplicas',
    'updatedReplicas',
    'availableReplicas',
    'observedGeneration',
    'collisionCount',
  ]);
  checkNotAbove(errors, status, ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas']);
  const available = status.availableReplicas ?? 0;
  if (available > (status.readyReplicas ?? 0))
    errors.push(invalid('status.availableReplicas', available, 'cannot be greater than status.readyReplicas'));
  checkObjectMetaUpdate(errors, set, old);
  const collisions = status.collisionCount ?? 0;
  if (collisions < (old.status?.collisionCount ?? 0))
    errors.push(invalid('status.collisionCount', collisions, 'cannot be decremented'));
  return errors;
}
