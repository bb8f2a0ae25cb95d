/**
 * Models: pkg/apis/core/validation (ValidatePodCreate, ValidatePodUpdate, ValidatePodStatusUpdate, ValidatePodBinding).
 * Simplified: where upstream appends a cmp.Diff of two Go structs, the changed fields are listed.
 * Not modelled: resource claim statuses, users of containers, allocated device health.
 */
import { type FieldError, forbidden, invalid, notSupported, required } from '../field-error';
import type { Binding, Container, ContainerStatus, Pod, PodSpec, Toleration } from '../types';
import { differences } from './differences';
import { addAll, checkImmutable, checkLabelKey } from './fields';
import { isDns1123Subdomain, rangeText } from './formats';
import { checkIp, ipFamilyOf } from './ip';
import { checkObjectMeta, checkObjectMetaUpdate } from './object-meta';
import { checkContainersOfPod } from './pod-only';
import { checkPodAnnotations, checkPodSpec, MAX_INT32 } from './pod-spec';
import { sortedKeys } from './printable';
import { checkTolerations } from './scheduling';
import { semanticEqual } from './semantic-equal';

const NO_SPEC: PodSpec = { containers: [] };
const MIRROR = 'kubernetes.io/config.mirror';

const UPDATABLE = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',');

function checkMetadataAndSpec(errors: FieldError[], pod: Pod): void {
  const spec = pod.spec ?? NO_SPEC;
  checkObjectMeta(errors, pod, true, isDns1123Subdomain);
  checkPodAnnotations(errors, 'metadata.annotations', pod.metadata.annotations, spec);
  checkPodSpec(errors, 'spec', spec, true, pod.metadata.name ?? '');
  checkContainersOfPod(errors, spec);
}

export function validatePod(pod: Pod): FieldError[] {
  const errors: FieldError[] = [];
  const spec = pod.spec ?? NO_SPEC;
  checkMetadataAndSpec(errors, pod);
  if (spec.ephemeralContainers != null && spec.ephemeralContainers.length > 0) {
    errors.push(forbidden('spec.ephemeralContainers', 'cannot be set on create'));
  }
  if (spec.nodeName && spec.schedulingGates != null && spec.schedulingGates.length > 0) {
    errors.push(forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared'));
  }
  return errors;
}

export function validatePodUpdate(pod: Pod, old: Pod): FieldError[] {
  const errors: FieldError[] = [];
  const spec = pod.spec ?? NO_SPEC;
  const oldSpec = old.spec ?? NO_SPEC;
  checkObjectMetaUpdate(errors, pod, old);
  if (spec === oldSpec) {
    // The stored spec was checked when it was stored; what is left is metadata.
    checkObjectMeta(errors, pod, true, isDns1123Subdomain);
    checkPodAnnotations(errors, 'metadata.annotations', pod.metadata.annotations, spec);
    checkMirrorAnnotation(errors, pod, old);
    return errors;
  }
  checkMetadataAndSpec(errors, pod);
  checkMirrorAnnotation(errors, pod, old);
  if (!checkSameContainers(errors, 'spec.containers', spec.containers, oldSpec.containers)) return errors;
  if (!checkSameContainers(errors, 'spec.initContainers', spec.initContainers, oldSpec.initContainers)) return errors;
  if (!checkDeadline(errors, spec, oldSpec)) return errors;
  checkOnlyAddedTolerations(errors, spec.tolerations ?? [], oldSpec.tolerations ?? []);
  checkOnlyDeletedGates(errors, spec, oldSpec);
  if (semanticEqual(spec, oldSpec)) return errors;
  const masked = maskUpdatable(errors, spec, oldSpec);
  if (!semanticEqual(masked, oldSpec)) {
    const message = `pod updates may not change fields other than ${UPDATABLE}\n${differences(oldSpec, masked)}`;
    errors.push(forbidden('spec', message));
  }
  return errors;
}

function checkMirrorAnnotation(errors: FieldError[], pod: Pod, old: Pod): void {
  const now = pod.metadata.annotations ?? {};
  const before = old.metadata.annotations ?? {};
  if (now === before) return;
  const field = `metadata.annotations[${MIRROR}]`;
  if (Object.hasOwn(before, MIRROR)) {
    if (now[MIRROR] !== before[MIRROR]) {
      errors.push(forbidden(field, 'may not remove or update mirror pod annotation'));
    }
  } else if (Object.hasOwn(now, MIRROR)) errors.push(forbidden(field, 'may not add mirror pod annotation'));
}

function checkSameContainers(
  errors: FieldError[],
  field: string,
  containers: readonly Container[] = [],
  old: readonly Container[] = [],
): boolean {
  if (containers.length !== old.length) {
    errors.push(forbidden(field, 'pod updates may not add or remove containers'));
    return false;
  }
  for (let i = 0; i < containers.length; i++) {
    const image = containers[i]?.image ?? '';
    if (image === '') errors.push(required(`${field}[${i}].image`));
    if (image.trim() !== image) {
      errors.push(invalid(`${field}[${i}].image`, image, 'must not have leading or trailing whitespace'));
    }
  }
  return true;
}

/** From none to some, or to less; never back to none. */
function checkDeadline(errors: FieldError[], spec: PodSpec, oldSpec: PodSpec): boolean {
  const field = 'spec.activeDeadlineSeconds';
  const seconds = spec.activeDeadlineSeconds;
  const before = oldSpec.activeDeadlineSeconds;
  if (seconds == null) {
    if (before != null) {
      errors.push(invalid(field, undefined, 'must not update from a positive integer to nil value'));
    }
    return true;
  }
  if (seconds < 0 || seconds > MAX_INT32) {
    errors.push(invalid(field, seconds, rangeText(0, MAX_INT32)));
    return false;
  }
  if (before != null && before < seconds) {
    errors.push(invalid(field, seconds, 'must be less than or equal to previous value'));
    return false;
  }
  return true;
}

function checkOnlyAddedTolerations(
  errors: FieldError[],
  tolerations: readonly Toleration[],
  old: readonly Toleration[],
): void {
  const field = 'spec.tolerations';
  for (const toleration of old) {
    const kept = tolerations.some((other) => {
      return semanticEqual({ ...toleration, tolerationSeconds: other.tolerationSeconds }, other);
    });
    if (kept) continue;
    errors.push(forbidden(field, 'existing toleration can not be modified except its tolerationSeconds'));
    return;
  }
  checkTolerations(errors, field, tolerations);
}

function checkOnlyDeletedGates(errors: FieldError[], spec: PodSpec, oldSpec: PodSpec): void {
  const gates = spec.schedulingGates ?? [];
  const old = new Set((oldSpec.schedulingGates ?? []).map((gate) => gate.name));
  for (let i = 0; i < gates.length; i++) {
    const name = gates[i]?.name ?? '';
    if (old.has(name)) continue;
    const message = `only deletion is allowed, but found new scheduling gate '${name}'`;
    errors.push(forbidden(`spec.schedulingGates[${i}].name`, message));
  }
}

/** The new spec with every field that may change put back to what it was. */
function maskUpdatable(errors: FieldError[], spec: PodSpec, oldSpec: PodSpec): PodSpec {
  const withOldImages = (containers: readonly Container[], old: readonly Container[]) =>
    containers.map((container, i) => ({ ...container, image: old[i]?.image }));
  let masked: PodSpec = {
    ...spec,
    containers: withOldImages(spec.containers ?? [], oldSpec.containers ?? []),
    initContainers: withOldImages(spec.initContainers ?? [], oldSpec.initContainers ?? []),
    activeDeadlineSeconds: oldSpec.activeDeadlineSeconds,
    schedulingGates: oldSpec.schedulingGates,
    tolerations: oldSpec.tolerations,
  };
  if ((oldSpec.terminationGracePeriodSeconds ?? 0) < 0 && spec.terminationGracePeriodSeconds === 1) {
    masked = { ...masked, terminationGracePeriodSeconds: oldSpec.terminationGracePeriodSeconds };
  }
  if ((oldSpec.schedulingGates ?? []).length === 0) return masked;
  // A gated pod may still be narrowed: more node selectors, and node affinity (not pod affinity).
  if (!semanticEqual(spec.nodeSelector, oldSpec.nodeSelector)) {
    const now = spec.nodeSelector ?? {};
    for (const key of sortedKeys(oldSpec.nodeSelector ?? {})) {
      if (Object.hasOwn(now, key) && now[key] === oldSpec.nodeSelector?.[key]) continue;
      const message = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
      errors.push(invalid('spec.nodeSelector', now, message));
      break;
    }
    masked = { ...masked, nodeSelector: oldSpec.nodeSelector };
  }
  const { nodeAffinity: _, ...others } = spec.affinity ?? {};
  const nodeAffinity = oldSpec.affinity?.nodeAffinity;
  if (!semanticEqual(spec.affinity?.nodeAffinity, nodeAffinity)) {
    checkNodeAffinityMutation(errors, spec, oldSpec);
    const affinity = nodeAffinity == null ? others : { ...others, nodeAffinity };
    masked = { ...masked, affinity: Object.keys(affinity).length === 0 ? undefined : affinity };
  }
  return masked;
}

function checkNodeAffinityMutation(errors: FieldError[], spec: PodSpec, oldSpec: PodSpec): void {
  const member = 'requiredDuringSchedulingIgnoredDuringExecution';
  const field = `spec.affinity.nodeAffinity.${member}.nodeSelectorTerms`;
  const old = oldSpec.affinity?.nodeAffinity?.[member]?.nodeSelectorTerms ?? [];
  const now = spec.affinity?.nodeAffinity?.[member]?.nodeSelectorTerms ?? [];
  if (old.length === 0) return;
  if (old.length !== now.length) {
    const message = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed';
    errors.push(invalid(field, now, message));
    return;
  }
  for (let i = 0; i < old.length; i++) {
    const grown = (['matchExpressions', 'matchFields'] as const).every((list) => {
      const before = old[i]?.[list] ?? [];
      const after = now[i]?.[list] ?? [];
      return before.length === 0 || semanticEqual(after.slice(0, before.length), before);
    });
    const wasEmpty = (old[i]?.matchExpressions ?? []).length + (old[i]?.matchFields ?? []).length === 0;
    const isEmpty = (now[i]?.matchExpressions ?? []).length + (now[i]?.matchFields ?? []).length === 0;
    if (grown && (!wasEmpty || isEmpty)) continue;
    errors.push(invalid(`${field}[${i}]`, now[i], 'only additions are allowed (no mutations or deletions)'));
  }
}

const SYSTEM_CONDITIONS: ReadonlySet<string> = new Set(['PodScheduled', 'Ready', 'Initialized']);

export function validatePodStatusUpdate(pod: Pod, old: Pod): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, pod, old);
  checkMirrorAnnotation(errors, pod, old);
  const status = pod.status ?? {};
  const oldStatus = old.status ?? {};
  const conditions = status.conditions ?? [];
  for (let i = 0; i < conditions.length; i++) {
    const type = conditions[i]?.type ?? '';
    if (!SYSTEM_CONDITIONS.has(type)) checkLabelKey(errors, `metadata.conditions[${i}].Type`, type);
  }
  const nominated = status.nominatedNodeName ?? '';
  if (nominated !== '' && nominated !== oldStatus.nominatedNodeName) {
    addAll(errors, 'status.nominatedNodeName', nominated, isDns1123Subdomain(nominated));
  }
  checkImmutable(errors, 'status.qosClass', status.qosClass ?? '', oldStatus.qosClass ?? '');
  const restartPolicy = old.spec?.restartPolicy ?? '';
  checkStateTransitions(
    errors,
    'status.containerStatuses',
    status.containerStatuses,
    oldStatus.containerStatuses,
    restartPolicy,
    old.spec?.containers,
  );
  checkStateTransitions(
    errors,
    'status.initContainerStatuses',
    status.initContainerStatuses,
    oldStatus.initContainerStatuses,
    restartPolicy,
    old.spec?.initContainers,
  );
  const podIps = status.podIPs;
  if (podIps != null && podIps !== oldStatus.podIPs) checkIps(errors, 'status.podIPs', podIps);
  const hostIps = status.hostIPs;
  if (hostIps != null && hostIps.length > 0 && hostIps !== oldStatus.hostIPs) {
    if ((status.hostIP ?? '') !== hostIps[0]?.ip) {
      errors.push(invalid('status.hostIPs[0].ip', hostIps[0]?.ip ?? '', 'must be equal to `hostIP`'));
    }
    checkIps(errors, 'status.hostIPs', hostIps);
  }
  return errors;
}

/** A container that has ended for good may not run again. */
function checkStateTransitions(
  errors: FieldError[],
  field: string,
  statuses: readonly ContainerStatus[] = [],
  old: readonly ContainerStatus[] = [],
  podRestartPolicy: string,
  containers: readonly Container[] = [],
): void {
  if (podRestartPolicy === 'Always' || statuses === old) return;
  for (let i = 0; i < old.length; i++) {
    const ended = old[i]?.state?.terminated;
    const name = old[i]?.name;
    if (ended == null) continue;
    const container = containers.find((other) => other.name === name);
    // A container with a policy or rules of its own may restart where the pod's policy says no.
    if (container?.restartPolicy != null) continue;
    if (ended.exitCode !== 0 && podRestartPolicy === 'OnFailure') continue;
    const now = statuses.find((status) => status.name === name);
    if (now !== undefined && now.state?.terminated == null) {
      errors.push(forbidden(`${field}[${i}].state`, 'may not be transitioned to non-terminated state'));
    }
  }
}

function checkIps(errors: FieldError[], field: string, ips: readonly { readonly ip: string }[]): void {
  for (let i = 0; i < ips.length; i++) checkIp(errors, `${field}[${i}].ip`, ips[i]?.ip ?? '');
  if (ips.length < 2) return;
  const families = new Set(ips.map(({ ip }) => ipFamilyOf(ip)));
  if (families.size !== 2 || ips.length > 2) {
    errors.push(invalid(field, ips, 'may specify no more than one IP for each IP family'));
  }
}

export function validateBinding(binding: Binding): FieldError[] {
  const errors: FieldError[] = [];
  const kind = binding.target?.kind ?? '';
  if (kind !== '' && kind !== 'Node') errors.push(notSupported('target.kind', kind, ['Node', '<empty>']));
  if (!binding.target?.name) errors.push(required('target.name'));
  return errors;
}
