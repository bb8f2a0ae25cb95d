// Models: pkg/quota/v1/evaluator/core (pods, services, persistentvolumeclaims, registry.go legacy object counts),
//   k8s.io/apiserver pkg/quota/v1/generic evaluator.go (Matches, object counts), pkg/quota/v1/install (ignored resources)
// Simplified: scopes are decided by functions of the object alone.
// Not modelled: resource claims; pods/resize; claims whose status changes what they use.
import { parseTime } from '../../../shared/time';
import type { KindDefinition } from '../../api/kinds';
import { computeQosClass } from '../../api/kinds/qos';
import type { KubeObject } from '../../api/meta';
import { compareQuantities, mustParseQuantity, newQuantity, quantityText, quantityValue } from '../../api/quantity';
import { groupResourceText } from '../../api/status';
import type {
  Container,
  PersistentVolumeClaim,
  Pod,
  PodAffinityTerm,
  ResourceQuota,
  ScopedResourceSelectorRequirement,
  Service,
} from '../../api/types';
import { podResourceListWithOverhead } from './pod-resources';
import { addLists, type ResourceList } from './resource-list';

export type Scope = ScopedResourceSelectorRequirement;

/** How one kind's objects count against quotas. */
export interface QuotaEvaluator {
  /** Of the names of a quota's resources, those of which this kind's objects use some. */
  counts(name: string): boolean;
  /** Whether writes of this kind are measured; a creation always is. */
  readonly measuresUpdates: boolean;
  matchesScope(scope: Scope, object: KubeObject): boolean;
  /** Why an object cannot be measured, in words; empty when it can. `required`: sorted names. */
  constraint(required: readonly string[], object: KubeObject): string;
  /** What an object uses. `nowMicros`: since 1970. */
  usage(object: KubeObject, nowMicros: number): ResourceList;
}

const computeNames: ReadonlySet<string> = new Set([
  'count/pods',
  'pods',
  ...['cpu', 'memory', 'ephemeral-storage'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);
/** What every container must say of itself where a quota counts it. */
const mustBeSaid: ReadonlySet<string> = new Set(
  ['cpu', 'memory'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
);

const isHugePages = (name: string): boolean => name.startsWith('hugepages-');
const isExtended = (name: string): boolean =>
  name.includes('/') && !name.includes('kubernetes.io/') && !name.startsWith('requests.');

/** isExtendedResourceNameForQuota: `requests.` before a name that is not Kubernetes' own. */
function isExtendedForQuota(name: string): boolean {
  const native = !name.includes('/') || name.includes('kubernetes.io/');
  return !native && name.startsWith('requests.');
}

/** podComputeUsageHelper */
function computeUsage(requests: ResourceList, limits: ResourceList): ResourceList {
  const usage: Record<string, string> = { pods: '1' };
  for (const name of ['cpu', 'memory', 'ephemeral-storage']) {
    const request = requests[name];
    const limit = limits[name];
    if (request !== undefined) {
      usage[name] = request;
      usage[`requests.${name}`] = request;
    }
    if (limit !== undefined) usage[`limits.${name}`] = limit;
  }
  for (const name of Object.keys(requests)) {
    const request = requests[name] as string;
    if (isHugePages(name)) usage[name] = request;
    if (isHugePages(name) || isExtended(name)) usage[`requests.${name}`] = request;
  }
  return usage;
}

/** QuotaV1Pod: finished Pods, and those that should be gone by now, use no compute resources. */
export function podIsCharged(pod: Pod, nowMicros: number): boolean {
  const { phase } = pod.status ?? {};
  if (phase === 'Failed' || phase === 'Succeeded') return false;
  const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
  const deletedAt = parseTime(deletionTimestamp);
  if (deletedAt === undefined || deletionGracePeriodSeconds === undefined) return true;
  return nowMicros <= deletedAt + deletionGracePeriodSeconds * 1e6;
}

/** ScopedResourceSelectorRequirementsAsSelector over one value, or none. */
function selects({ operator, values = [] }: Scope, value: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    default:
      return value === undefined;
  }
}

const isCrossNamespace = ({ namespaces, namespaceSelector }: PodAffinityTerm): boolean =>
  (namespaces?.length ?? 0) > 0 || namespaceSelector !== undefined;

/** usesCrossNamespacePodAffinity */
function usesCrossNamespaceAffinity({ spec }: Pod): boolean {
  return [spec?.affinity?.podAffinity, spec?.affinity?.podAntiAffinity].some(
    (affinity) =>
      affinity?.requiredDuringSchedulingIgnoredDuringExecution?.some(isCrossNamespace) ||
      affinity?.preferredDuringSchedulingIgnoredDuringExecution?.some((term) => isCrossNamespace(term.podAffinityTerm)),
  );
}

function podMatchesScope(scope: Scope, object: KubeObject): boolean {
  const pod = object as Pod;
  const terminating = (pod.spec?.activeDeadlineSeconds ?? -1) >= 0;
  const bestEffort = () =>
    (pod.status?.qosClass ?? (pod.spec ? computeQosClass(pod.spec) : 'BestEffort')) === 'BestEffort';
  switch (scope.scopeName) {
    case 'Terminating':
      return terminating;
    case 'NotTerminating':
      return !terminating;
    case 'BestEffort':
      return bestEffort();
    case 'NotBestEffort':
      return !bestEffort();
    case 'PriorityClass':
      return selects(scope, pod.spec?.priorityClassName || undefined);
    case 'CrossNamespacePodAffinity':
      return usesCrossNamespaceAffinity(pod);
    default:
      return false;
  }
}

const podEvaluator: QuotaEvaluator = {
  measuresUpdates: false,
  counts: (name) =>
    computeNames.has(name) || isHugePages(name) || name.startsWith('requests.hugepages-') || isExtendedForQuota(name),
  matchesScope: podMatchesScope,
  constraint(required, object) {
    const { containers = [], initContainers = [] } = (object as Pod).spec ?? {};
    const lacking: string[] = [];
    for (const name of required) {
      if (!mustBeSaid.has(name)) continue;
      const lacks = ({ resources }: Container) =>
        computeUsage(resources?.requests ?? {}, resources?.limits ?? {})[name] === undefined;
      const names = [...containers, ...initContainers].filter(lacks).map((container) => container.name);
      if (names.length > 0) lacking.push(`${name} for: ${[...new Set(names)].sort().join(',')}`);
    }
    return lacking.length === 0 ? '' : `must specify ${lacking.join('; ')}`;
  },
  usage(object, nowMicros) {
    const pod = object as Pod;
    if (!pod.spec || !podIsCharged(pod, nowMicros)) return { 'count/pods': '1' };
    const requests = podResourceListWithOverhead(pod.spec, 'requests');
    const limits = podResourceListWithOverhead(pod.spec, 'limits');
    return { 'count/pods': '1', ...computeUsage(requests, limits) };
  },
};

const never = (): boolean => false;
const unconstrained = (): string => '';

const serviceNames: ReadonlySet<string> = new Set([
  'count/services',
  'services',
  'services.nodeports',
  'services.loadbalancers',
]);

const serviceEvaluator: QuotaEvaluator = {
  measuresUpdates: true,
  counts: (name) => serviceNames.has(name),
  matchesScope: never,
  constraint: unconstrained,
  usage(object) {
    const { type, ports = [], allocateLoadBalancerNodePorts } = (object as Service).spec ?? {};
    const balanced = type === 'LoadBalancer';
    const onlyNamed = balanced && allocateLoadBalancerNodePorts === false;
    const counted = onlyNamed ? ports.filter(({ nodePort }) => nodePort).length : ports.length;
    return {
      'count/services': '1',
      services: '1',
      'services.loadbalancers': balanced ? '1' : '0',
      'services.nodeports': type === 'NodePort' || balanced ? String(counted) : '0',
    };
  },
};

const claimNames = ['persistentvolumeclaims', 'requests.storage'] as const;
const classSuffix = '.storageclass.storage.k8s.io/';

/** The class of a claim: the annotation of old counts before the field. */
export function storageClassOf(claim: PersistentVolumeClaim): string {
  const { annotations } = claim.metadata;
  return annotations?.['volume.beta.kubernetes.io/storage-class'] ?? claim.spec?.storageClassName ?? '';
}

/** getStorageUsage: whole bytes, of what is wanted or has been given, whichever is more. */
function storageUsage({ spec, status }: PersistentVolumeClaim): string | undefined {
  const wanted = spec?.resources?.requests?.storage;
  if (wanted === undefined) return undefined;
  const given = status?.allocatedResources?.storage;
  const more = given !== undefined && compareQuantities(mustParseQuantity(given), mustParseQuantity(wanted)) > 0;
  const text = more ? given : wanted;
  const quantity = mustParseQuantity(text);
  const whole = newQuantity(quantityValue(quantity), quantity.format);
  return compareQuantities(whole, quantity) === 0 ? text : quantityText(whole);
}

const claimEvaluator: QuotaEvaluator = {
  measuresUpdates: true,
  counts: (name) =>
    name === 'count/persistentvolumeclaims' ||
    claimNames.some((own) => name === own || name.endsWith(`${classSuffix}${own}`)),
  matchesScope(scope, object) {
    if (scope.scopeName !== 'VolumeAttributesClass') return false;
    const { spec, status } = object as PersistentVolumeClaim;
    const names = [
      spec?.volumeAttributesClassName,
      status?.currentVolumeAttributesClassName,
      status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
    ].filter((name) => !!name);
    return names.length === 0 ? selects(scope, undefined) : names.some((name) => selects(scope, name));
  },
  constraint: unconstrained,
  usage(object) {
    const claim = object as PersistentVolumeClaim;
    const usage: Record<string, string> = { persistentvolumeclaims: '1', 'count/persistentvolumeclaims': '1' };
    const className = storageClassOf(claim);
    const storage = storageUsage(claim);
    if (storage !== undefined) usage['requests.storage'] = storage;
    if (className === '') return usage;
    usage[`${className}${classSuffix}persistentvolumeclaims`] = '1';
    if (storage !== undefined) usage[`${className}${classSuffix}requests.storage`] = storage;
    return usage;
  },
};

/** legacyObjectCountAliases: counted by their plain name too. */
const aliases: ReadonlySet<string> = new Set(['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets']);

function objectCount(resource: string): QuotaEvaluator {
  const names = aliases.has(resource) ? [`count/${resource}`, resource] : [`count/${resource}`];
  const usage = Object.fromEntries(names.map((name) => [name, '1']));
  return {
    measuresUpdates: false,
    counts: (name) => names.includes(name),
    matchesScope: never,
    constraint: unconstrained,
    usage: () => usage,
  };
}

/** DefaultIgnoredResources: what happens too often to be counted. */
const ignored: ReadonlySet<string> = new Set(['events', 'events.events.k8s.io']);

const evaluators = new Map<string, QuotaEvaluator>([
  ['pods', podEvaluator],
  ['services', serviceEvaluator],
  ['persistentvolumeclaims', claimEvaluator],
]);

/** The evaluator of a kind; `undefined` for kinds that no quota counts. */
export function evaluatorOf(kind: KindDefinition): QuotaEvaluator | undefined {
  const resource = groupResourceText(kind);
  if (!kind.namespaced || ignored.has(resource)) return undefined;
  let evaluator = evaluators.get(resource);
  if (!evaluator) {
    evaluator = objectCount(resource);
    evaluators.set(resource, evaluator);
  }
  return evaluator;
}

/** getScopeSelectorsFromQuota */
export function scopesOf({ spec }: ResourceQuota): readonly Scope[] {
  const scopes = (spec?.scopes ?? []).map((scopeName): Scope => ({ scopeName, operator: 'Exists' }));
  return [...scopes, ...(spec?.scopeSelector?.matchExpressions ?? [])];
}

/** What a quota's objects of one kind use in all, of the named resources (CalculateUsageStats). */
export function usageOf(
  evaluator: QuotaEvaluator,
  objects: readonly KubeObject[],
  quota: ResourceQuota,
  names: readonly string[],
  nowMicros: number,
): ResourceList {
  const scopes = scopesOf(quota);
  let used: ResourceList = Object.fromEntries(names.map((name) => [name, '0']));
  for (const object of objects) {
    if (!scopes.every((scope) => evaluator.matchesScope(scope, object))) continue;
    const usage = evaluator.usage(object, nowMicros);
    const counted: Record<string, string> = {};
    for (const name of names) if (usage[name] !== undefined) counted[name] = usage[name];
    used = addLists(used, counted);
  }
  return used;
}
