/**
 * Models: pkg/registry/core/pod/strategy.go (podStrategy, podStatusStrategy, CheckGracefulDelete, ToSelectableFields).
 * Simplified: -
 * Not modelled: AppArmor annotations; the strategies of ephemeralcontainers and resize.
 */
import { withMetadata } from '../meta';
import type { Affinity, LabelSelector, Pod, PodAffinity, PodAffinityTerm, PodCondition, PodStatus } from '../types';
import { validatePod, validatePodStatusUpdate, validatePodUpdate } from '../validation/pod';
import { mapList } from './copy-on-write';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration, withSpecOf, withStatus } from './generation';
import { defaultPod } from './pod-defaults';
import { computeQosClass, type QosClass } from './qos';

const GATED: PodCondition = {
  type: 'PodScheduled',
  status: 'False',
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
};

/** The status that each new pod of a class begins with; shared, since rows never change. */
const INITIAL: Readonly<Record<QosClass, PodStatus>> = {
  Guaranteed: { phase: 'Pending', qosClass: 'Guaranteed' },
  Burstable: { phase: 'Pending', qosClass: 'Burstable' },
  BestEffort: { phase: 'Pending', qosClass: 'BestEffort' },
};

function prepareForCreate(pod: Pod): Pod {
  const spec = pod.spec ?? { containers: [] };
  const initial = INITIAL[computeQosClass(spec)];
  const gated = (spec.schedulingGates ?? []).length > 0;
  const status = gated ? { ...initial, conditions: [GATED] } : initial;
  return firstGeneration(mergeLabelKeys({ ...pod, status }));
}

/** matchLabelKeys and mismatchLabelKeys become requirements with the pod's own values. */
function mergeLabelKeys(pod: Pod): Pod {
  const { affinity, topologySpreadConstraints } = pod.spec ?? {};
  if (affinity == null && topologySpreadConstraints == null) return pod;
  const labels = pod.metadata.labels ?? {};
  const constraints = mapList(topologySpreadConstraints, (constraint) => {
    const labelSelector = withLabelKeys(constraint.labelSelector, constraint.matchLabelKeys, 'In', labels);
    return labelSelector === constraint.labelSelector ? constraint : { ...constraint, labelSelector };
  });
  const merged = mergeAffinity(affinity, labels);
  if (constraints === topologySpreadConstraints && merged === affinity) return pod;
  const spec = { ...pod.spec, containers: pod.spec?.containers ?? [] };
  return {
    ...pod,
    spec: {
      ...spec,
      ...(merged == null ? {} : { affinity: merged }),
      ...(constraints == null ? {} : { topologySpreadConstraints: constraints }),
    },
  };
}

type Labels = Readonly<Record<string, string>>;

function mergeAffinity(affinity: Affinity | undefined, labels: Labels): Affinity | undefined {
  if (affinity == null) return affinity;
  const podAffinity = mergePodAffinity(affinity.podAffinity, labels);
  const podAntiAffinity = mergePodAffinity(affinity.podAntiAffinity, labels);
  if (podAffinity === affinity.podAffinity && podAntiAffinity === affinity.podAntiAffinity) return affinity;
  return {
    ...affinity,
    ...(podAffinity == null ? {} : { podAffinity }),
    ...(podAntiAffinity == null ? {} : { podAntiAffinity }),
  };
}

function mergePodAffinity(affinity: PodAffinity | undefined, labels: Labels): PodAffinity | undefined {
  if (affinity == null) return affinity;
  const preferred = mapList(affinity.preferredDuringSchedulingIgnoredDuringExecution, (weighted) => {
    const podAffinityTerm = mergeTerm(weighted.podAffinityTerm, labels);
    return podAffinityTerm === weighted.podAffinityTerm ? weighted : { ...weighted, podAffinityTerm };
  });
  const hard = mapList<PodAffinityTerm>(affinity.requiredDuringSchedulingIgnoredDuringExecution, (term) =>
    mergeTerm(term, labels),
  );
  if (
    preferred === affinity.preferredDuringSchedulingIgnoredDuringExecution &&
    hard === affinity.requiredDuringSchedulingIgnoredDuringExecution
  ) {
    return affinity;
  }
  return {
    ...(preferred == null ? {} : { preferredDuringSchedulingIgnoredDuringExecution: preferred }),
    ...(hard == null ? {} : { requiredDuringSchedulingIgnoredDuringExecution: hard }),
  };
}

function mergeTerm(term: PodAffinityTerm, labels: Labels): PodAffinityTerm {
  if (term?.labelSelector == null) return term;
  const matched = withLabelKeys(term.labelSelector, term.matchLabelKeys, 'In', labels);
  const labelSelector = withLabelKeys(matched, term.mismatchLabelKeys, 'NotIn', labels);
  return labelSelector === term.labelSelector ? term : { ...term, labelSelector };
}

/** A selector that is absent picks nothing and stays absent. */
function withLabelKeys(
  selector: LabelSelector | undefined,
  keys: readonly string[] | undefined,
  operator: 'In' | 'NotIn',
  labels: Labels,
): LabelSelector | undefined {
  if (selector == null || keys == null) return selector;
  const added = keys
    .filter((key) => Object.hasOwn(labels, key))
    .map((key) => ({ key, operator, values: [labels[key] as string] }));
  if (added.length === 0) return selector;
  return { ...selector, matchExpressions: [...(selector.matchExpressions ?? []), ...added] };
}

/** Owners and the qosClass stay; an observedGeneration that a client drops is put back. */
function prepareForStatusUpdate(pod: Pod, old: Pod): Pod {
  const kept = withMetadata(withSpecOf(pod, old), {
    ownerReferences: old.metadata.ownerReferences,
    deletionTimestamp: old.metadata.deletionTimestamp,
  });
  const status = kept.status ?? {};
  const before = old.status ?? {};
  const observedGeneration = status.observedGeneration || before.observedGeneration;
  const conditions = keepObservedGenerations(status.conditions, before.conditions);
  const qosClass = status.qosClass || before.qosClass;
  if (
    qosClass === status.qosClass &&
    observedGeneration === status.observedGeneration &&
    conditions === status.conditions
  ) {
    return kept;
  }
  const filled = {
    ...status,
    ...(qosClass === undefined ? {} : { qosClass }),
    ...(conditions == null ? {} : { conditions }),
  };
  return withStatus(kept, observedGeneration ? { ...filled, observedGeneration } : filled);
}

function keepObservedGenerations(
  conditions: readonly PodCondition[] | undefined,
  old: readonly PodCondition[] | undefined,
): readonly PodCondition[] | undefined {
  if (old == null) return conditions;
  return mapList<PodCondition>(conditions, (condition) => {
    if (condition.observedGeneration) return condition;
    const observedGeneration = old.find((other) => other.type === condition.type)?.observedGeneration;
    return observedGeneration ? { ...condition, observedGeneration } : condition;
  });
}

export const podKind = defineKind<Pod>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  resource: 'pods',
  namespaced: true,
  shortNames: ['po'],
  categories: ['all'],
  subresources: ['status', 'binding', 'eviction', 'log', 'exec', 'ephemeralcontainers', 'resize'],
  setDefaults: defaultPod,
  prepareForCreate,
  prepareForUpdate: (pod, old) => bumpOnSpecChange(withStatus(pod, old.status), old),
  prepareForStatusUpdate,
  validate: validatePod,
  validateUpdate: validatePodUpdate,
  validateStatusUpdate: validatePodStatusUpdate,
  returnsDeletedObject: true,
  selectableFields: {
    'spec.nodeName': (pod) => pod.spec?.nodeName ?? '',
    'spec.restartPolicy': (pod) => pod.spec?.restartPolicy ?? '',
    'spec.schedulerName': (pod) => pod.spec?.schedulerName ?? '',
    'spec.serviceAccountName': (pod) => pod.spec?.serviceAccountName ?? '',
    'spec.hostNetwork': (pod) => String(pod.spec?.hostNetwork ?? false),
    'status.phase': (pod) => pod.status?.phase ?? '',
    'status.podIP': (pod) => pod.status?.podIPs?.[0]?.ip ?? '',
    'status.nominatedNodeName': (pod) => pod.status?.nominatedNodeName ?? '',
  },
  /** Unscheduled and finished pods go at once; a negative period counts as one second. */
  gracefulDelete(pod, requestedSeconds) {
    const phase = pod.status?.phase;
    if (!pod.spec?.nodeName || phase === 'Failed' || phase === 'Succeeded') return { graceful: true, graceSeconds: 0 };
    const seconds = requestedSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 0;
    return { graceful: true, graceSeconds: seconds < 0 ? 1 : seconds };
  },
});
