/**
 * Models: pkg/apis/core/v1/defaults.go (defaultPodRequests, defaultPodLimits); k8s.io/component-helpers/resource
 *   (AggregateContainerRequests, AggregateContainerLimits, AllContainersHaveLimitForResource).
 * Simplified: -
 * Not modelled: huge pages at pod level.
 */
import { addQuantities, compareQuantities, newQuantity, type Quantity, quantityText } from '../quantity';
import type { Container, PodSpec } from '../types';
import { quantityOf } from '../validation/quantities';
import { isHugePages, isPodLevelResource } from '../validation/resources';

type Totals = Map<string, Quantity>;
type List = 'requests' | 'limits';

/**
 * Fills pod-level requests and limits when a pod states some of them. Limits that this adds make more requests on the
 * next pass, which upstream takes whenever it reads the object back from etcd; here it is taken at once.
 */
export function defaultPodResources(spec: PodSpec): PodSpec {
  const given = spec.resources;
  if (given == null) return spec;
  const limits = new Map(Object.entries(given.limits ?? {}));
  const requests = new Map(Object.entries(given.requests ?? {}));
  if (limits.size > 0) {
    for (const [name, total] of aggregate(spec, 'requests')) {
      if (!requests.has(name) && isOvercommittable(name)) requests.set(name, quantityText(total));
    }
    for (const [name, limit] of limits) {
      if (!requests.has(name) && isPodLevelResource(name)) requests.set(name, limit);
    }
  } else if (requests.size > 0) {
    for (const [name, total] of aggregate(spec, 'limits')) {
      if (isOvercommittable(name) && allHaveLimit(spec, name)) limits.set(name, quantityText(total));
    }
  }
  const unchanged =
    limits.size === Object.keys(given.limits ?? {}).length &&
    requests.size === Object.keys(given.requests ?? {}).length;
  if (unchanged) return spec;
  const resources = {
    ...given,
    ...(limits.size === 0 ? {} : { limits: Object.fromEntries(limits) }),
    ...(requests.size === 0 ? {} : { requests: Object.fromEntries(requests) }),
  };
  return defaultPodResources({ ...spec, resources });
}

function isOvercommittable(name: string): boolean {
  return isPodLevelResource(name) && !isHugePages(name);
}

function allHaveLimit(spec: PodSpec, name: string): boolean {
  const has = (container: Container) => Object.hasOwn(container.resources?.limits ?? {}, name);
  return (spec.containers ?? []).every(has) && (spec.initContainers ?? []).every(has);
}

/**
 * What the containers need together: the regular ones and the sidecars at once, or the largest moment of the
 * initialisation (an init container beside the sidecars that started before it).
 */
function aggregate(spec: PodSpec, list: List): Totals {
  const totals: Totals = new Map();
  for (const container of spec.containers ?? []) addList(totals, container.resources?.[list]);
  const sidecars: Totals = new Map();
  const initialisation: Totals = new Map();
  for (const container of spec.initContainers ?? []) {
    const moment: Totals = new Map(sidecars);
    addList(moment, container.resources?.[list]);
    if (container.restartPolicy === 'Always') {
      addList(totals, container.resources?.[list]);
      addList(sidecars, container.resources?.[list]);
    }
    takeLarger(initialisation, moment);
  }
  takeLarger(totals, initialisation);
  return totals;
}

function addList(totals: Totals, list: Readonly<Record<string, string>> | undefined): void {
  for (const name of Object.keys(list ?? {})) {
    const quantity = quantityOf(list?.[name]) ?? newQuantity(0, 'DecimalSI');
    const before = totals.get(name);
    totals.set(name, before === undefined ? quantity : addQuantities(before, quantity));
  }
}

function takeLarger(totals: Totals, others: Totals): void {
  for (const [name, quantity] of others) {
    const before = totals.get(name);
    if (before === undefined || compareQuantities(quantity, before) > 0) totals.set(name, quantity);
  }
}
