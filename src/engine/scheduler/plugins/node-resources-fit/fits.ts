// Models: pkg/scheduler/framework/plugins/noderesources/fit.go fitsRequest, haveAnyRequestedResourcesIncreased.
// Simplified: —
// Not modelled: resources that are left to DynamicResources.

import { newStatus, type Status } from '../../framework/status';
import { amountIn, isExtendedResourceName, type PodRequest, type Resource } from '../../resources';

/** Extended resources that the filter passes over, by name or by what stands before the slash. */
export interface Ignored {
  readonly resources: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
}

export const nothingIgnored: Ignored = { resources: new Set(), groups: new Set() };

const tooManyPods = 1;
const cpu = 2;
const memory = 4;
const ephemeralStorage = 8;
const beyondNode = 16;
const reasons: readonly (readonly [number, string])[] = [
  [tooManyPods, 'Too many pods'],
  [cpu, 'Insufficient cpu'],
  [memory, 'Insufficient memory'],
  [ephemeralStorage, 'Insufficient ephemeral-storage'],
];

const statuses = new Map<string, Status>();

/** One object for each set of reasons, so that a refusal costs nothing and can be counted. */
function statusOf(mask: number, scalars: readonly string[]): Status {
  const key = scalars.length === 0 ? String(mask) : `${mask} ${scalars.join(' ')}`;
  let status = statuses.get(key);
  if (!status) {
    const why = reasons.filter(([bit]) => mask & bit).map(([, reason]) => reason);
    const code = mask & beyondNode ? 'UnschedulableAndUnresolvable' : 'Unschedulable';
    status = newStatus(code, ...why, ...scalars.map((name) => `Insufficient ${name}`));
    statuses.set(key, status);
  }
  return status;
}

const noScalars: readonly string[] = [];

/**
 * Why a request does not fit beside what is requested on a node already; nothing when it fits. When it would not even
 * fit an empty node, no preemption can help.
 */
export function fitsRequest(
  request: PodRequest,
  pods: number,
  requested: Resource,
  allocatable: Resource,
  ignored: Ignored,
): Status | undefined {
  let mask = 0;
  if (pods + 1 > allocatable.allowedPodNumber) mask |= tooManyPods;
  const { milliCPU, memory: bytes, ephemeralStorage: storage } = request;
  if (milliCPU > 0 && milliCPU > allocatable.milliCPU - requested.milliCPU) {
    mask |= cpu;
    if (milliCPU > allocatable.milliCPU) mask |= beyondNode;
  }
  if (bytes > 0 && bytes > allocatable.memory - requested.memory) {
    mask |= memory;
    if (bytes > allocatable.memory) mask |= beyondNode;
  }
  if (storage > 0 && storage > allocatable.ephemeralStorage - requested.ephemeralStorage) {
    mask |= ephemeralStorage;
    if (storage > allocatable.ephemeralStorage) mask |= beyondNode;
  }
  if (request.scalar.length === 0) return mask === 0 ? undefined : statusOf(mask, noScalars);
  const scalars = missingScalars(request, requested, allocatable, ignored);
  for (const name of scalars) if (amountIn(request, name) > allocatable.scalarOf(name)) mask |= beyondNode;
  return mask === 0 && scalars.length === 0 ? undefined : statusOf(mask, scalars);
}

function missingScalars(
  request: PodRequest,
  requested: Resource,
  allocatable: Resource,
  ignored: Ignored,
): readonly string[] {
  const missing: string[] = [];
  for (const [name, amount] of request.scalar) {
    if (amount === 0 || isIgnored(name, ignored)) continue;
    if (amount > allocatable.scalarOf(name) - requested.scalarOf(name)) missing.push(name);
  }
  return missing;
}

function isIgnored(name: string, { resources, groups }: Ignored): boolean {
  if (resources.size === 0 && groups.size === 0) return false;
  return isExtendedResourceName(name) && (resources.has(name) || groups.has(name.slice(0, name.indexOf('/'))));
}

/** Whether a node can now allocate more of something that a Pod asks for, or more Pods. */
export function moreOfWhatIsAsked(request: PodRequest, before: Resource, after: Resource): boolean {
  if (after.allowedPodNumber > before.allowedPodNumber) return true;
  if (request.milliCPU > 0 && after.milliCPU > before.milliCPU) return true;
  if (request.memory > 0 && after.memory > before.memory) return true;
  if (request.ephemeralStorage > 0 && after.ephemeralStorage > before.ephemeralStorage) return true;
  return request.scalar.some(([name, amount]) => amount > 0 && after.scalarOf(name) > before.scalarOf(name));
}

/** Whether a Pod gave back something that another asks for. */
export function lessOfWhatIsAsked(request: PodRequest, before: PodRequest, after: PodRequest): boolean {
  if (request.milliCPU > 0 && before.milliCPU > after.milliCPU) return true;
  if (request.memory > 0 && before.memory > after.memory) return true;
  if (request.ephemeralStorage > 0 && before.ephemeralStorage > after.ephemeralStorage) return true;
  return request.scalar.some(([name, amount]) => amount > 0 && amountIn(before, name) > amountIn(after, name));
}
