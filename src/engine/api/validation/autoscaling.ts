/**
 * Models: pkg/apis/autoscaling/validation (validateHorizontalPodAutoscalerSpec, validateMetricSpec,
 *   validateScalingRules, validateMetricTarget).
 * Simplified: -
 * Not modelled: minReplicas 0 (gate HPAScaleToZero, off).
 */
import { type FieldError, forbidden, invalid, notSupported, required } from '../field-error';
import type {
  CrossVersionObjectReference,
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HPAScalingRules,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
} from '../types';
import { addAll, checkDnsLabel } from './fields';
import { checkLabelSelector } from './labels';
import { isPathSegmentName, rulesOf } from './names';
import { isNegativeQuantity, quantityOf } from './quantities';
import { checkContainerResourceName } from './resources';

const SOURCES = {
  Object: 'object',
  External: 'external',
  Pods: 'pods',
  Resource: 'resource',
  ContainerResource: 'containerResource',
} as const;
const METRIC_TYPES = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];
const TARGET_TYPES = ['AverageValue', 'Utilization', 'Value'];
const SELECT_POLICIES = ['Disabled', 'Max', 'Min'];
const MAX_STABILIZATION_SECONDS = 3600;
const MAX_PERIOD_SECONDS = 1800;

export const horizontalPodAutoscalerRules = rulesOf<HorizontalPodAutoscaler>(true, (errors, autoscaler) => {
  const spec: Partial<HorizontalPodAutoscalerSpec> = autoscaler.spec ?? {};
  const { minReplicas: min, maxReplicas: max = 0 } = spec;
  if (min != null && min < 1) errors.push(invalid('spec.minReplicas', min, 'must be greater than or equal to 1'));
  if (max < 1) errors.push(invalid('spec.maxReplicas', max, 'must be greater than 0'));
  if (min != null && max < min)
    errors.push(invalid('spec.maxReplicas', max, 'must be greater than or equal to `minReplicas`'));
  checkReference(errors, 'spec.scaleTargetRef', spec.scaleTargetRef);
  for (const [i, metric] of (spec.metrics ?? []).entries()) checkMetric(errors, `spec.metrics[${i}]`, metric);
  checkRules(errors, 'spec.behavior.scaleUp', spec.behavior?.scaleUp);
  checkRules(errors, 'spec.behavior.scaleDown', spec.behavior?.scaleDown);
});

function checkReference(errors: FieldError[], field: string, reference: CrossVersionObjectReference | undefined): void {
  for (const name of ['kind', 'name'] as const) {
    const value = reference?.[name];
    if (!value) errors.push(required(`${field}.${name}`));
    else addAll(errors, `${field}.${name}`, value, isPathSegmentName(value));
  }
}

function checkMetric(errors: FieldError[], field: string, metric: MetricSpec): void {
  const type = metric.type ?? '';
  if (type === '') errors.push(required(`${field}.type`, 'must specify a metric source type'));
  const expected = Object.hasOwn(SOURCES, type) ? SOURCES[type as keyof typeof SOURCES] : undefined;
  if (expected === undefined) errors.push(notSupported(`${field}.type`, type, METRIC_TYPES));
  const present = Object.values(SOURCES).filter((name) => metric[name] != null);
  const first = present[0];
  if (first !== undefined) checkSource(errors, `${field}.${first}`, first, metric);
  if (expected === undefined) errors.push(notSupported(`${field}.type`, type, METRIC_TYPES));
  else if (metric[expected] == null)
    errors.push(required(`${field}.${expected}`, 'must populate information for the given metric source'));
  if (present.length === 1) return;
  for (const name of present)
    if (name !== expected) errors.push(forbidden(`${field}.${name}`, 'must populate the given metric source only'));
}

function checkSource(errors: FieldError[], field: string, name: string, metric: MetricSpec): void {
  const { object, external, pods, resource, containerResource } = metric;
  if (name === 'object' && object != null) {
    checkReference(errors, `${field}.describedObject`, object.describedObject);
    checkIdentifier(errors, `${field}.metric`, object.metric);
    checkTarget(errors, `${field}.target`, object.target);
    if (object.target?.value == null && object.target?.averageValue == null)
      errors.push(required(`${field}.target.averageValue`, 'must set either a target value or averageValue'));
  } else if (name === 'external' && external != null) {
    checkIdentifier(errors, `${field}.metric`, external.metric);
    checkTarget(errors, `${field}.target`, external.target);
    const { value, averageValue } = external.target ?? {};
    if (value == null && averageValue == null)
      errors.push(
        required(`${field}.target.averageValue`, 'must set either a target value for metric or a per-pod target'),
      );
    if (value != null && averageValue != null)
      errors.push(
        forbidden(`${field}.target.value`, 'may not set both a target value for metric and a per-pod target'),
      );
  } else if (name === 'pods' && pods != null) {
    checkIdentifier(errors, `${field}.metric`, pods.metric);
    checkTarget(errors, `${field}.target`, pods.target);
    if (pods.target?.averageValue == null)
      errors.push(required(`${field}.target.averageValue`, 'must specify a positive target averageValue'));
  } else if (name === 'containerResource' && containerResource != null) {
    if (!containerResource.name) errors.push(required(`${field}.name`, 'must specify a resource name'));
    else checkContainerResourceName(errors, `${field}.name`, containerResource.name);
    if (!containerResource.container) errors.push(required(`${field}.container`, 'must specify a container'));
    else checkDnsLabel(errors, `${field}.container`, containerResource.container);
    checkResourceTarget(errors, `${field}.target`, containerResource.target);
  } else if (name === 'resource' && resource != null) {
    if (!resource.name) errors.push(required(`${field}.name`, 'must specify a resource name'));
    checkResourceTarget(errors, `${field}.target`, resource.target);
  }
}

function checkResourceTarget(errors: FieldError[], field: string, target: MetricTarget | undefined): void {
  checkTarget(errors, field, target);
  const { averageUtilization, averageValue } = target ?? {};
  if (averageUtilization == null && averageValue == null)
    errors.push(required(`${field}.averageUtilization`, 'must set either a target raw value or a target utilization'));
  if (averageUtilization != null && averageValue != null)
    errors.push(forbidden(`${field}.averageValue`, 'may not set both a target raw value and a target utilization'));
}

function checkTarget(errors: FieldError[], field: string, target: MetricTarget | undefined): void {
  const type = target?.type ?? '';
  if (type === '') errors.push(required(`${field}.type`, 'must specify a metric target type'));
  if (!TARGET_TYPES.includes(type))
    errors.push(invalid(`${field}.type`, type, 'must be either Utilization, Value, or AverageValue'));
  const utilization = target?.averageUtilization;
  for (const name of ['value', 'averageValue'] as const) {
    const quantity = target?.[name];
    if (quantity != null && !isPositive(quantity))
      errors.push(invalid(`${field}.${name}`, quantity, 'must be positive'));
  }
  if (utilization != null && utilization < 1)
    errors.push(invalid(`${field}.averageUtilization`, utilization, 'must be greater than 0'));
}

function isPositive(text: string): boolean {
  const quantity = quantityOf(text);
  return quantity === undefined || (quantity.unscaled !== 0n && !isNegativeQuantity(text));
}

function checkIdentifier(errors: FieldError[], field: string, metric: MetricIdentifier | undefined): void {
  if (!metric?.name) errors.push(required(`${field}.name`, 'must specify a metric name'));
  else addAll(errors, `${field}.name`, metric.name, isPathSegmentName(metric.name));
  checkLabelSelector(errors, `${field}.selector`, metric?.selector);
}

function checkRules(errors: FieldError[], field: string, rules: HPAScalingRules | undefined): void {
  if (rules == null) return;
  const { stabilizationWindowSeconds: window, selectPolicy, tolerance } = rules;
  if (window != null && window < 0)
    errors.push(invalid(`${field}.stabilizationWindowSeconds`, window, 'must be greater than or equal to zero'));
  if (window != null && window > MAX_STABILIZATION_SECONDS) {
    const message = `must be less than or equal to ${MAX_STABILIZATION_SECONDS}`;
    errors.push(invalid(`${field}.stabilizationWindowSeconds`, window, message));
  }
  if (selectPolicy != null && !SELECT_POLICIES.includes(selectPolicy))
    errors.push(notSupported(`${field}.selectPolicy`, selectPolicy, SELECT_POLICIES));
  const policies = rules.policies ?? [];
  if (policies.length === 0) errors.push(required(`${field}.policies`, 'must specify at least one Policy'));
  for (const [i, policy] of policies.entries()) {
    const place = `${field}.policies[${i}]`;
    if (policy.type !== 'Pods' && policy.type !== 'Percent')
      errors.push(notSupported(`${place}.type`, policy.type ?? '', ['Percent', 'Pods']));
    if (!(policy.value > 0)) errors.push(invalid(`${place}.value`, policy.value ?? 0, 'must be greater than zero'));
    if (!(policy.periodSeconds > 0))
      errors.push(invalid(`${place}.periodSeconds`, policy.periodSeconds ?? 0, 'must be greater than zero'));
    if (policy.periodSeconds > MAX_PERIOD_SECONDS) {
      const message = `must be less than or equal to ${MAX_PERIOD_SECONDS}`;
      errors.push(invalid(`${place}.periodSeconds`, policy.periodSeconds, message));
    }
  }
  if (tolerance != null && isNegativeQuantity(tolerance))
    errors.push(invalid(`${field}.tolerance`, tolerance, 'must be greater than or equal to 0'));
}
