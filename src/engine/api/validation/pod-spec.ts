/**
 * Models: pkg/apis/core/validation (ValidatePodSpec, validatePodDNSConfig, validatePodHostNetworkDeps,
 *   validatePodResources, ValidatePodTemplateSpec).
 * Simplified: pod-level requests are not compared with the sum of the containers' requests.
 * Not modelled: the rules of Windows pods, scheduling groups, eviction responders, hostnameOverride.
 */
import { duplicate, type FieldError, forbidden, invalid, notSupported, required } from '../field-error';
import type { Container, PodDNSConfig, PodResourceClaim, PodSpec, PodTemplateSpec } from '../types';
import {
  type ContainerSurroundings,
  checkContainers,
  checkEphemeralContainers,
  checkInitContainers,
} from './containers';
import { addAll, checkDnsLabel, checkDnsSubdomain, checkLabelKey } from './fields';
import { isDns1123Subdomain, isDns1123SubdomainWithUnderscore, rangeText } from './formats';
import { checkIp } from './ip';
import { checkLabels } from './labels';
import { checkAnnotations } from './object-meta';
import { checkPodResourceName, checkResourceRequirements } from './resources';
import { checkAffinity, checkSchedulingGates, checkTolerations, checkTopologySpread } from './scheduling';
import { checkHostUsers, checkPodSecurity } from './security-context';
import { checkVolumes } from './volumes';

export const MAX_INT32 = 2147483647;
const NO_NAMES: ReadonlySet<string> = new Set();
const NO_CONTAINERS: readonly Container[] = [];
const RESTART_POLICIES: readonly string[] = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES: readonly string[] = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const PREEMPTION_POLICIES: readonly string[] = ['PreemptLowerPriority', 'Never'];
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const MIRROR = 'kubernetes.io/config.mirror';

/** `podName` is given for a Pod and empty for a template. */
export function checkPodSpec(
  errors: FieldError[],
  field: string,
  spec: PodSpec,
  isPod: boolean,
  podName: string,
): void {
  const containers = spec.containers ?? NO_CONTAINERS;
  const initContainers = spec.initContainers ?? NO_CONTAINERS;
  if (spec.terminationGracePeriodSeconds == null) errors.push(required(`${field}.terminationGracePeriodSeconds`));
  const pod: ContainerSurroundings = {
    volumes: checkVolumes(errors, `${field}.volumes`, spec.volumes, podName),
    claimNames: checkResourceClaims(errors, `${field}.resourceClaims`, spec.resourceClaims),
    graceSeconds: spec.terminationGracePeriodSeconds ?? undefined,
    restartPolicy: spec.restartPolicy ?? '',
    hostUsers: spec.hostUsers !== false,
  };
  checkContainers(errors, `${field}.containers`, containers, pod);
  if (initContainers.length > 0) {
    checkInitContainers(errors, `${field}.initContainers`, initContainers, containers, pod);
  }
  if (spec.ephemeralContainers != null && spec.ephemeralContainers.length > 0) {
    const others = [...containers, ...initContainers];
    checkEphemeralContainers(errors, `${field}.ephemeralContainers`, spec.ephemeralContainers, others, pod);
  }
  checkPodResources(errors, `${field}.resources`, spec, pod);
  if (spec.hostNetwork === true) checkHostNetworkPorts(errors, `${field}.containers`, containers, isPod);
  checkOneOf(errors, `${field}.restartPolicy`, pod.restartPolicy, RESTART_POLICIES);
  checkOneOf(errors, `${field}.dnsPolicy`, spec.dnsPolicy ?? '', DNS_POLICIES);
  checkLabels(errors, `${field}.nodeSelector`, spec.nodeSelector);
  checkPodSecurity(errors, `${field}.securityContext`, spec);
  checkPlacement(errors, field, spec);
  checkHostUsers(errors, field, spec);
  checkNames(errors, field, spec);
  const preemption = spec.preemptionPolicy;
  if (preemption != null) checkOneOf(errors, `${field}.preemptionPolicy`, preemption, PREEMPTION_POLICIES);
  if (spec.overhead != null) {
    checkResourceRequirements(errors, `${field}.overhead`, { limits: spec.overhead }, NO_NAMES);
  }
  const os = spec.os?.name;
  if (spec.os != null) {
    if (!os) errors.push(required(`${field}.os.name`, 'cannot be empty'));
    else if (os !== 'linux' && os !== 'windows') errors.push(notSupported(`${field}.os`, os, ['linux', 'windows']));
  }
}

function checkOneOf(errors: FieldError[], field: string, value: string, supported: readonly string[]): void {
  if (value === '') errors.push(required(field));
  else if (!supported.includes(value)) errors.push(notSupported(field, value, supported));
}

function checkPlacement(errors: FieldError[], field: string, spec: PodSpec): void {
  const { affinity, readinessGates, schedulingGates, topologySpreadConstraints } = spec;
  if (affinity != null) checkAffinity(errors, `${field}.affinity`, affinity);
  checkDnsConfig(errors, `${field}.dnsConfig`, spec.dnsConfig, spec.dnsPolicy ?? '');
  if (readinessGates != null) {
    for (let i = 0; i < readinessGates.length; i++) {
      const type = readinessGates[i]?.conditionType ?? '';
      checkLabelKey(errors, `${field}.readinessGates[${i}].conditionType`, type);
    }
  }
  if (schedulingGates != null) checkSchedulingGates(errors, `${field}.schedulingGates`, schedulingGates);
  if (topologySpreadConstraints != null) {
    checkTopologySpread(errors, `${field}.topologySpreadConstraints`, topologySpreadConstraints);
  }
}

function checkNames(errors: FieldError[], field: string, spec: PodSpec): void {
  checkSubdomainName(errors, `${field}.serviceAccountName`, spec.serviceAccountName);
  checkSubdomainName(errors, `${field}.nodeName`, spec.nodeName);
  const deadline = spec.activeDeadlineSeconds;
  if (deadline != null && (deadline < 1 || deadline > MAX_INT32)) {
    errors.push(invalid(`${field}.activeDeadlineSeconds`, deadline, rangeText(1, MAX_INT32)));
  }
  if (spec.hostname) checkDnsLabel(errors, `${field}.hostname`, spec.hostname);
  if (spec.subdomain) checkDnsLabel(errors, `${field}.subdomain`, spec.subdomain);
  if (spec.tolerations != null) checkTolerations(errors, `${field}.tolerations`, spec.tolerations);
  const aliases = spec.hostAliases ?? [];
  for (let i = 0; i < aliases.length; i++) {
    checkIp(errors, `${field}.hostAliases[${i}].ip`, aliases[i]?.ip ?? '');
    const names = aliases[i]?.hostnames ?? [];
    for (let j = 0; j < names.length; j++) {
      checkDnsSubdomain(errors, `${field}.hostAliases[${i}].hostnames[${j}]`, names[j] as string);
    }
  }
  checkSubdomainName(errors, `${field}.priorityClassName`, spec.priorityClassName);
  if (spec.runtimeClassName != null) checkDnsSubdomain(errors, `${field}.runtimeClassName`, spec.runtimeClassName);
}

function checkSubdomainName(errors: FieldError[], field: string, name: string | undefined): void {
  if (name) addAll(errors, field, name, isDns1123Subdomain(name));
}

function checkPodResources(errors: FieldError[], field: string, spec: PodSpec, pod: ContainerSurroundings): void {
  const resources = spec.resources;
  if (resources == null) return;
  if (resources.claims != null) {
    errors.push(forbidden(`${field}.claims`, 'claims cannot be set for Resources at pod-level'));
  }
  checkResourceRequirements(errors, field, resources, pod.claimNames, checkPodResourceName);
}

function checkResourceClaims(
  errors: FieldError[],
  field: string,
  claims: readonly PodResourceClaim[] | undefined,
): ReadonlySet<string> {
  if (claims == null || claims.length === 0) return NO_NAMES;
  const names = new Set<string>();
  for (let i = 0; i < claims.length; i++) {
    const { name = '', resourceClaimName, resourceClaimTemplateName } = claims[i] as PodResourceClaim;
    const path = `${field}[${i}]`;
    if (name === '') errors.push(required(`${path}.name`));
    else if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
    else {
      checkDnsLabel(errors, `${path}.name`, name);
      names.add(name);
    }
    const printed = {
      Name: name,
      ResourceClaimName: resourceClaimName ?? null,
      ResourceClaimTemplateName: resourceClaimTemplateName ?? null,
    };
    if (resourceClaimName != null && resourceClaimTemplateName != null) {
      const message = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
      errors.push(invalid(path, printed, message));
    }
    if (resourceClaimName == null && resourceClaimTemplateName == null) {
      errors.push(invalid(path, printed, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'));
    }
    if (resourceClaimName != null) checkDnsSubdomain(errors, `${path}.resourceClaimName`, resourceClaimName);
    if (resourceClaimTemplateName != null) {
      checkDnsSubdomain(errors, `${path}.resourceClaimTemplateName`, resourceClaimTemplateName);
    }
  }
  return names;
}

/** On the host's network a host port is the container port; a template may still leave it out. */
function checkHostNetworkPorts(
  errors: FieldError[],
  field: string,
  containers: readonly Container[],
  isPod: boolean,
): void {
  for (let i = 0; i < containers.length; i++) {
    const ports = containers[i]?.ports ?? [];
    for (let j = 0; j < ports.length; j++) {
      const hostPort = ports[j]?.hostPort ?? 0;
      if ((isPod || hostPort !== 0) && hostPort !== (ports[j]?.containerPort ?? 0)) {
        const message = 'must match `containerPort` when `hostNetwork` is true';
        errors.push(invalid(`${field}[${i}].ports[${j}].hostPort`, hostPort, message));
      }
    }
  }
}

function checkDnsConfig(
  errors: FieldError[],
  field: string,
  config: PodDNSConfig | undefined,
  dnsPolicy: string,
): void {
  const nameservers = config?.nameservers ?? [];
  const searches = config?.searches ?? [];
  if (dnsPolicy === 'None') {
    if (config == null) {
      errors.push(required(field, 'must provide `dnsConfig` when `dnsPolicy` is None'));
      return;
    }
    if (nameservers.length === 0) {
      const message = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      errors.push(required(`${field}.nameservers`, message));
      return;
    }
  }
  if (config == null) return;
  if (nameservers.length > 3) {
    errors.push(invalid(`${field}.nameservers`, nameservers, 'must not have more than 3 nameservers'));
  }
  for (let i = 0; i < nameservers.length; i++) {
    checkIp(errors, `${field}.nameservers[${i}]`, nameservers[i] as string);
  }
  if (searches.length > 32) {
    errors.push(invalid(`${field}.searches`, searches, 'must not have more than 32 search paths'));
  }
  if (searches.join(' ').length > 2048) {
    const message = 'must not have more than 2048 characters (including spaces) in the search list';
    errors.push(invalid(`${field}.searches`, searches, message));
  }
  for (let i = 0; i < searches.length; i++) {
    const search = (searches[i] as string).replace(/\.$/, '');
    if (searches[i] === '.') continue;
    addAll(errors, `${field}.searches[${i}]`, search, isDns1123SubdomainWithUnderscore(search));
  }
  const options = config.options ?? [];
  for (let i = 0; i < options.length; i++) {
    if (!options[i]?.name) errors.push(required(`${field}.options[${i}]`, 'must not be empty'));
  }
}

/** Annotations that mean something to a pod (ValidatePodSpecificAnnotations). */
export function checkPodAnnotations(
  errors: FieldError[],
  field: string,
  annotations: Readonly<Record<string, string>> | undefined,
  spec: PodSpec,
): void {
  if (annotations == null) return;
  if (Object.hasOwn(annotations, MIRROR) && !spec.nodeName) {
    const message = 'must set spec.nodeName if mirror pod annotation is set';
    errors.push(invalid(`${field}[${MIRROR}]`, annotations[MIRROR], message));
  }
  if (Object.hasOwn(annotations, DELETION_COST) && !isDeletionCost(annotations[DELETION_COST] as string)) {
    errors.push(invalid(`${field}[${DELETION_COST}]`, annotations[DELETION_COST], 'must be a 32bit integer'));
  }
}

/** No plus sign and no leading zeros, so that each cost has one spelling. */
function isDeletionCost(text: string): boolean {
  if (!/^(0|-?[1-9][0-9]*)$/.test(text)) return false;
  const cost = Number(text);
  return cost >= -MAX_INT32 - 1 && cost <= MAX_INT32;
}

export function checkPodTemplate(errors: FieldError[], field: string, template: PodTemplateSpec): void {
  const spec = template.spec ?? { containers: [] };
  checkLabels(errors, `${field}.labels`, template.metadata?.labels);
  checkAnnotations(errors, `${field}.annotations`, template.metadata?.annotations);
  checkPodAnnotations(errors, `${field}.annotations`, template.metadata?.annotations, spec);
  checkPodSpec(errors, `${field}.spec`, spec, false, '');
  if (spec.ephemeralContainers != null && spec.ephemeralContainers.length > 0) {
    errors.push(forbidden(`${field}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template'));
  }
}
