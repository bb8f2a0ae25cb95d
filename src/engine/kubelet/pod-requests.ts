// Models: k8s.io/component-helpers/resource PodRequests
// Simplified: cpu, memory and ephemeral storage as numbers; other resources are left to the scheduler.
// Not modelled: resources at pod level, resize in place.
import { parseBytes, parseCpuMilli } from '../api/quantity';
import type { Container, PodSpec } from '../api/types';
import { isRestartableInit } from './restart-policy';

export interface Requests {
  readonly cpuMilli: number;
  readonly memoryBytes: number;
  readonly storageBytes: number;
}

const none: Requests = { cpuMilli: 0, memoryBytes: 0, storageBytes: 0 };

function ofContainer(container: Container): Requests {
  const requests = container.resources?.requests;
  if (!requests) return none;
  return {
    cpuMilli: requests.cpu === undefined ? 0 : parseCpuMilli(requests.cpu),
    memoryBytes: requests.memory === undefined ? 0 : parseBytes(requests.memory),
    storageBytes: requests['ephemeral-storage'] === undefined ? 0 : parseBytes(requests['ephemeral-storage']),
  };
}

const add = (a: Requests, b: Requests): Requests =>
  b === none
    ? a
    : {
        cpuMilli: a.cpuMilli + b.cpuMilli,
        memoryBytes: a.memoryBytes + b.memoryBytes,
        storageBytes: a.storageBytes + b.storageBytes,
      };
const larger = (a: Requests, b: Requests): Requests => ({
  cpuMilli: Math.max(a.cpuMilli, b.cpuMilli),
  memoryBytes: Math.max(a.memoryBytes, b.memoryBytes),
  storageBytes: Math.max(a.storageBytes, b.storageBytes),
});

/**
 * What a Pod needs at most at one time: the apps and sidecars together, or an init container beside the sidecars that
 * started before it.
 */
export function podRequests(spec: PodSpec): Requests {
  let apps = none;
  for (const container of spec.containers) apps = add(apps, ofContainer(container));
  let sidecars = none;
  let init = none;
  for (const container of spec.initContainers ?? []) {
    const own = ofContainer(container);
    if (isRestartableInit(container)) {
      sidecars = add(sidecars, own);
      init = larger(init, sidecars);
    } else init = larger(init, add(sidecars, own));
  }
  const overhead = spec.overhead ? ofContainer({ name: '', resources: { requests: spec.overhead } }) : none;
  return add(larger(add(apps, sidecars), init), overhead);
}

/** Requests of a spec, remembered for each immutable one. */
const remembered = new WeakMap<PodSpec, Requests>();

export function requestsOf(spec: PodSpec): Requests {
  let requests = remembered.get(spec);
  if (!requests) {
    requests = podRequests(spec);
    remembered.set(spec, requests);
  }
  return requests;
}
