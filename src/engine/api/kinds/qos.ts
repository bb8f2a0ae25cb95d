/**
 * Models: pkg/apis/core/helper/qos (ComputePodQOS, GetPodQOS).
 * Simplified: only CPU and memory exist for it, as upstream; quantities are added exactly.
 * Not modelled: -
 */
import { addQuantities, compareQuantities, parseQuantity, type Quantity, quantitySign } from '../quantity';
import type { Container, PodSpec } from '../types';
import { isPodLevelResource } from '../validation/resources';

export type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

const COMPUTE_RESOURCES = ['cpu', 'memory'] as const;
type Totals = { cpu: Quantity | undefined; memory: Quantity | undefined };
type ResourceList = Readonly<Record<string, string>> | undefined;

/**
 * Guaranteed: each container limits CPU and memory and requests the same. BestEffort: no container asks for either.
 * Burstable: all else. Zero counts as not asking. Resources at pod level, if any, stand for the containers'.
 */
export function computeQosClass(spec: PodSpec): QosClass {
  const requests: Totals = { cpu: undefined, memory: undefined };
  const limits: Totals = { cpu: undefined, memory: undefined };
  let guaranteed = true;
  if (hasPodLevelResources(spec)) {
    addList(requests, spec.resources?.requests);
    if (Object.keys(spec.resources?.limits ?? {}).length > 0)
      guaranteed = addList(limits, spec.resources?.limits) === 2;
  } else {
    const add = (container: Container) => {
      addList(requests, container.resources?.requests);
      if (addList(limits, container.resources?.limits) !== 2) guaranteed = false;
    };
    for (const container of spec.containers ?? []) add(container);
    for (const container of spec.initContainers ?? []) add(container);
  }
  let asks = false;
  for (const name of COMPUTE_RESOURCES) {
    const request = requests[name];
    const limit = limits[name];
    if (request !== undefined || limit !== undefined) asks = true;
    if ((request === undefined) !== (limit === undefined)) guaranteed = false;
    else if (request !== undefined && limit !== undefined && compareQuantities(request, limit) !== 0)
      guaranteed = false;
  }
  if (!asks) return 'BestEffort';
  return guaranteed ? 'Guaranteed' : 'Burstable';
}

function hasPodLevelResources(spec: PodSpec): boolean {
  const names = [...Object.keys(spec.resources?.requests ?? {}), ...Object.keys(spec.resources?.limits ?? {})];
  return names.some(isPodLevelResource);
}

/** Adds what is above zero; returns how many of the two were. */
function addList(totals: Totals, list: ResourceList): number {
  if (list === undefined || list === null) return 0;
  let found = 0;
  for (const name of COMPUTE_RESOURCES) {
    const text = Object.hasOwn(list, name) ? list[name] : undefined;
    const quantity = text === undefined ? undefined : parseQuantity(text).quantity;
    if (quantity === undefined || quantitySign(quantity) <= 0) continue;
    found++;
    const before = totals[name];
    totals[name] = before === undefined ? quantity : addQuantities(before, quantity);
  }
  return found;
}
