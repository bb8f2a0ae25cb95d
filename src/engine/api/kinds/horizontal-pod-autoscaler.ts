/**
 * Models: pkg/registry/autoscaling/horizontalpodautoscaler/strategy.go, pkg/apis/autoscaling/v2/defaults.go.
 * Simplified: -
 * Not modelled: -
 */
import type { HorizontalPodAutoscaler, HPAScalingRules, MetricSpec, MetricStatus } from '../types';
import { horizontalPodAutoscalerRules } from '../validation/autoscaling';
import { age, column, count } from './columns';
import { defineKind } from './define-kind';
import { withSpecOf, withStatus } from './generation';

const NO_STATUS = { desiredReplicas: 0, currentMetrics: null } as unknown as HorizontalPodAutoscaler['status'];
const CPU_AT_80: readonly MetricSpec[] = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
];
const SCALE_UP: HPAScalingRules = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
};
const SCALE_DOWN: HPAScalingRules = {
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
};

function fill(rules: HPAScalingRules | undefined, defaults: HPAScalingRules): HPAScalingRules {
  const filled: Record<string, unknown> = { ...rules };
  let missing = false;
  for (const [name, value] of Object.entries(defaults)) {
    if (filled[name] != null) continue;
    filled[name] = value;
    missing = true;
  }
  return missing ? (filled as HPAScalingRules) : (rules as HPAScalingRules);
}

function setDefaults(autoscaler: HorizontalPodAutoscaler): HorizontalPodAutoscaler {
  const spec: Partial<HorizontalPodAutoscaler['spec']> = autoscaler.spec ?? {};
  const metrics = (spec.metrics ?? []).length === 0 ? CPU_AT_80 : spec.metrics;
  let behavior = spec.behavior;
  if (behavior != null) {
    const scaleUp = fill(behavior.scaleUp, SCALE_UP);
    const scaleDown = fill(behavior.scaleDown, SCALE_DOWN);
    if (scaleUp !== behavior.scaleUp || scaleDown !== behavior.scaleDown) behavior = { scaleUp, scaleDown };
  }
  if (spec.minReplicas != null && metrics === spec.metrics && behavior === spec.behavior) return autoscaler;
  const filled = { ...spec, minReplicas: spec.minReplicas ?? 1, metrics, ...(behavior == null ? {} : { behavior }) };
  return { ...autoscaler, spec: filled as HorizontalPodAutoscaler['spec'] };
}

function metricText(spec: MetricSpec, status: MetricStatus | undefined): string {
  const source = spec.resource ?? spec.containerResource;
  const current = status?.resource?.current ?? status?.containerResource?.current;
  const value = spec.pods ?? spec.object ?? spec.external;
  const currentValue = status?.pods?.current ?? status?.object?.current ?? status?.external?.current;
  if (source !== undefined) {
    const { target, name } = source;
    if (target.averageValue != null) return `${name}: ${current?.averageValue ?? '<unknown>'}/${target.averageValue}`;
    const now = current?.averageUtilization == null ? '<unknown>' : `${current.averageUtilization}%`;
    return `${name}: ${now}/${target.averageUtilization == null ? '<auto>' : `${target.averageUtilization}%`}`;
  }
  if (value === undefined) return '<unknown type>';
  if (value.target.averageValue != null) {
    const suffix = spec.pods === undefined ? ' (avg)' : '';
    return `${currentValue?.averageValue ?? '<unknown>'}/${value.target.averageValue}${suffix}`;
  }
  return `${currentValue?.value ?? '<unknown>'}/${value.target.value ?? ''}`;
}

function targetsText({ spec, status }: HorizontalPodAutoscaler): string {
  const metrics = spec?.metrics ?? [];
  if (metrics.length === 0) return '<none>';
  const shown = metrics.slice(0, 2).map((metric, i) => metricText(metric, status?.currentMetrics?.[i]));
  const more = metrics.length - shown.length;
  return more > 0 ? `${shown.join(', ')} + ${more} more...` : shown.join(', ');
}

export const horizontalPodAutoscalerKind = defineKind<HorizontalPodAutoscaler>({
  group: 'autoscaling',
  version: 'v2',
  kind: 'HorizontalPodAutoscaler',
  resource: 'horizontalpodautoscalers',
  namespaced: true,
  shortNames: ['hpa'],
  categories: ['all'],
  subresources: ['status'],
  unattended: true,
  setDefaults,
  prepareForCreate: (autoscaler) => withStatus(autoscaler, NO_STATUS),
  prepareForUpdate: (autoscaler, old) => withStatus(autoscaler, old.status),
  prepareForStatusUpdate: withSpecOf,
  ...horizontalPodAutoscalerRules,
  columns: [
    column('Reference', ({ spec }) => `${spec?.scaleTargetRef?.kind ?? ''}/${spec?.scaleTargetRef?.name ?? ''}`),
    column('Targets', targetsText),
    column('MinPods', ({ spec }) => (spec?.minReplicas == null ? '<unset>' : String(spec.minReplicas))),
    count('MaxPods', ({ spec }) => spec?.maxReplicas ?? 0),
    count('Replicas', ({ status }) => status?.currentReplicas ?? 0),
    age,
  ],
});
