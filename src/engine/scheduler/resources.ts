// Models: k8s.io/component-helpers/resource PodRequests; pkg/scheduler/framework/types.go Resource, PodInfo.CalculateResource;
//   pkg/scheduler/util GetNonzeroRequests, IsScalarResourceName.
// Simplified: amounts are rounded up to whole units (thousandths of a core) in each container; beyond 2^53 they are inexact.
// Not modelled: requests that come from resource claims.
import { parseBytes, parseCpuMilli } from '../api/quantity';
import type { Container, ContainerStatus, Node, Pod } from '../api/types';

type Quantities = Readonly<Record<string, string>> | undefined;

/** A container without a cpu or memory request counts with this much when nodes are compared, never when they are filtered. */
export const defaultMilliCPURequest = 100;
export const defaultMemoryRequest = 200 * 1024 * 1024;

/** Amounts of resources. CPU in thousandths of a core, all else in whole units (bytes, devices, Pods). */
export class Resource {
  milliCPU = 0;
  memory = 0;
  ephemeralStorage = 0;
  allowedPodNumber = 0;
  /** Extended resources, huge pages and their like; absent while there are none. */
  scalar: Map<string, number> | undefined;

  scalarOf(name: string): number {
    return this.scalar?.get(name) ?? 0;
  }

  /** Adds (or with -1 subtracts) what a Pod asks for. A resource that nobody asks for any more is forgotten. */
  addRequest(request: PodRequest, sign: 1 | -1): void {
    this.milliCPU += sign * request.milliCPU;
    this.memory += sign * request.memory;
    this.ephemeralStorage += sign * request.ephemeralStorage;
    for (const [name, amount] of request.scalar) {
      const sum = this.scalarOf(name) + sign * amount;
      if (sum === 0) this.scalar?.delete(name);
      else {
        this.scalar ??= new Map();
        this.scalar.set(name, sum);
      }
    }
  }

  copy(): Resource {
    const copy = new Resource();
    copy.milliCPU = this.milliCPU;
    copy.memory = this.memory;
    copy.ephemeralStorage = this.ephemeralStorage;
    copy.allowedPodNumber = this.allowedPodNumber;
    if (this.scalar) copy.scalar = new Map(this.scalar);
    return copy;
  }
}

/** What a Pod asks for in all. */
export interface PodRequest {
  readonly milliCPU: number;
  readonly memory: number;
  readonly ephemeralStorage: number;
  /** Extended resources and their like, sorted by name. */
  readonly scalar: readonly (readonly [name: string, amount: number])[];
}

export interface PodRequestOptions {
  /** What running containers were given counts too (InPlacePodVerticalScaling): for Pods that have a node. */
  readonly useStatus?: boolean;
  /** Containers that say nothing about cpu or memory count with the defaults. */
  readonly nonZero?: boolean;
}

export function isExtendedResourceName(name: string): boolean {
  return name.includes('/') && !name.includes('kubernetes.io/') && !name.startsWith('requests.');
}

/** IsScalarResourceName: what is counted by name. Anything else that is not built in is passed over. */
export function isScalarResourceName(name: string): boolean {
  return (
    isExtendedResourceName(name) ||
    name.startsWith('hugepages-') ||
    name.includes('kubernetes.io/') ||
    name.startsWith('attachable-volumes-')
  );
}

type Amounts = Map<string, number>;

function amountOf(name: string, quantity: string): number {
  return name === 'cpu' ? parseCpuMilli(quantity) : parseBytes(quantity);
}

function addAmounts(sum: Amounts, more: Amounts): void {
  for (const [name, amount] of more) sum.set(name, (sum.get(name) ?? 0) + amount);
}

function takeLarger(sum: Amounts, other: Amounts): void {
  for (const [name, amount] of other) if (amount > (sum.get(name) ?? -1)) sum.set(name, amount);
}

function amountsOf(quantities: Quantities): Amounts {
  const amounts: Amounts = new Map();
  for (const name in quantities) amounts.set(name, amountOf(name, quantities[name] as string));
  return amounts;
}

/** determineContainerReqs: while a resize is under way, the larger of what is wanted and what is given. */
function containerAmounts(
  container: Container,
  statuses: readonly ContainerStatus[] | undefined,
  options: PodRequestOptions,
): Amounts {
  const amounts = amountsOf(container.resources?.requests);
  if (options.useStatus) {
    const status = statuses?.find(({ name }) => name === container.name);
    if (status?.resources) {
      takeLarger(amounts, amountsOf(status.resources.requests));
      takeLarger(amounts, amountsOf(status.allocatedResources));
    }
  }
  if (options.nonZero) {
    if (!amounts.has('cpu')) amounts.set('cpu', defaultMilliCPURequest);
    if (!amounts.has('memory')) amounts.set('memory', defaultMemoryRequest);
  }
  return amounts;
}

function isPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
}

const noScalar: PodRequest['scalar'] = [];

function toRequest(amounts: Amounts): PodRequest {
  let scalar: [string, number][] | undefined;
  for (const [name, amount] of amounts) {
    if (name !== 'cpu' && name !== 'memory' && name !== 'ephemeral-storage' && isScalarResourceName(name)) {
      scalar ??= [];
      scalar.push([name, amount]);
    }
  }
  scalar?.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    milliCPU: amounts.get('cpu') ?? 0,
    memory: amounts.get('memory') ?? 0,
    ephemeralStorage: amounts.get('ephemeral-storage') ?? 0,
    scalar: scalar ?? noScalar,
  };
}

/** Pods of one container, which most are, need no sums. */
function simpleRequest(requests: Quantities, nonZero: boolean): PodRequest {
  let milliCPU = 0;
  let memory = 0;
  let ephemeralStorage = 0;
  let hasCPU = false;
  let hasMemory = false;
  for (const name in requests) {
    const quantity = requests[name] as string;
    if (name === 'cpu') {
      hasCPU = true;
      milliCPU = parseCpuMilli(quantity);
    } else if (name === 'memory') {
      hasMemory = true;
      memory = parseBytes(quantity);
    } else if (name === 'ephemeral-storage') ephemeralStorage = parseBytes(quantity);
    else return toRequest(nonZero ? withDefaults(amountsOf(requests)) : amountsOf(requests));
  }
  if (nonZero && !hasCPU) milliCPU = defaultMilliCPURequest;
  if (nonZero && !hasMemory) memory = defaultMemoryRequest;
  return { milliCPU, memory, ephemeralStorage, scalar: noScalar };
}

function withDefaults(amounts: Amounts): Amounts {
  if (!amounts.has('cpu')) amounts.set('cpu', defaultMilliCPURequest);
  if (!amounts.has('memory')) amounts.set('memory', defaultMemoryRequest);
  return amounts;
}

/**
 * What a Pod asks for: app containers and sidecars together, or the largest moment of its initialisation (an init
 * container beside the sidecars that started before it), then what the Pod asks for as a whole, then its overhead.
 */
export function podRequest(pod: Pod, options: PodRequestOptions = {}): PodRequest {
  const spec = pod.spec;
  if (!spec) return simpleRequest(undefined, false);
  const inits = spec.initContainers;
  const podLevel = spec.resources?.requests;
  const first = spec.containers[0];
  const hasStatus = options.useStatus === true && hasStatusResources(pod);
  if (
    first &&
    spec.containers.length === 1 &&
    (!inits || inits.length === 0) &&
    !podLevel &&
    !spec.overhead &&
    !hasStatus
  ) {
    return simpleRequest(first.resources?.requests, options.nonZero === true);
  }
  const sum: Amounts = new Map();
  for (const container of spec.containers)
    addAmounts(sum, containerAmounts(container, pod.status?.containerStatuses, options));
  const sidecars: Amounts = new Map();
  const initialisation: Amounts = new Map();
  for (const container of inits ?? []) {
    const sidecar = container.restartPolicy === 'Always';
    const moment = containerAmounts(container, sidecar ? pod.status?.initContainerStatuses : undefined, options);
    if (sidecar) {
      addAmounts(sum, moment);
      addAmounts(sidecars, moment);
      takeLarger(initialisation, sidecars);
    } else {
      addAmounts(moment, sidecars);
      takeLarger(initialisation, moment);
    }
  }
  takeLarger(sum, initialisation);
  for (const name in podLevel) if (isPodLevelResource(name)) sum.set(name, amountOf(name, podLevel[name] as string));
  if (spec.overhead) addAmounts(sum, amountsOf(spec.overhead));
  return toRequest(sum);
}

function hasStatusResources(pod: Pod): boolean {
  for (const status of pod.status?.containerStatuses ?? []) if (status.resources) return true;
  for (const status of pod.status?.initContainerStatuses ?? []) if (status.resources) return true;
  return false;
}

/** Whether nothing was given or taken from a running container; a quick answer that may be a false no. */
export function sameStatusResources(a: Pod, b: Pod): boolean {
  const left = a.status?.containerStatuses;
  const right = b.status?.containerStatuses;
  if (left === right) return true;
  const length = Math.max(left?.length ?? 0, right?.length ?? 0);
  for (let i = 0; i < length; i++) {
    if (left?.[i]?.resources !== right?.[i]?.resources) return false;
    if (left?.[i]?.allocatedResources !== right?.[i]?.allocatedResources) return false;
  }
  return true;
}

/** The amount of a resource by its name. */
export function amountIn(request: PodRequest, name: string): number {
  if (name === 'cpu') return request.milliCPU;
  if (name === 'memory') return request.memory;
  if (name === 'ephemeral-storage') return request.ephemeralStorage;
  return request.scalar.find(([scalar]) => scalar === name)?.[1] ?? 0;
}

/** extractPodScaleDown: whether any amount became less. */
export function requestShrank(before: PodRequest, after: PodRequest): boolean {
  if (before.milliCPU > after.milliCPU || before.memory > after.memory) return true;
  if (before.ephemeralStorage > after.ephemeralStorage) return true;
  return before.scalar.some(([name, amount]) => amount > amountIn(after, name));
}

/** A node's allocatable amounts (NewResource). */
export function allocatableOf(node: Node | undefined): Resource {
  const resource = new Resource();
  const allocatable = node?.status?.allocatable;
  for (const name in allocatable) {
    const amount = amountOf(name, allocatable[name] as string);
    if (name === 'cpu') resource.milliCPU = amount;
    else if (name === 'memory') resource.memory = amount;
    else if (name === 'pods') resource.allowedPodNumber = amount;
    else if (name === 'ephemeral-storage') resource.ephemeralStorage = amount;
    else if (isScalarResourceName(name)) {
      resource.scalar ??= new Map();
      resource.scalar.set(name, amount);
    }
  }
  return resource;
}
