// Models: k8s.io/component-helpers resource (PodRequests, PodLimits) on exact quantities, all of the spec
// Simplified: —
// Not modelled: what running containers were given (InPlacePodVerticalScaling).
import { mustParseQuantity, quantitySign } from '../../api/quantity';
import type { PodSpec } from '../../api/types';
import { isPodLevelResource } from '../../api/validation/resources';
import { addLists, largerOfLists, type ResourceList } from './resource-list';

const nothing: ResourceList = {};

/**
 * What a Pod asks for, or may use, in all: app containers and sidecars together, or the largest moment of its
 * initialisation, then what is said for the Pod as a whole. Without its overhead.
 */
export function podResourceList(spec: PodSpec, part: 'requests' | 'limits'): ResourceList {
  let sum = nothing;
  for (const { resources } of spec.containers) sum = addLists(sum, resources?.[part] ?? nothing);
  let sidecars = nothing;
  let initialisation = nothing;
  for (const { resources, restartPolicy } of spec.initContainers ?? []) {
    let moment = resources?.[part] ?? nothing;
    if (restartPolicy === 'Always') {
      sum = addLists(sum, moment);
      sidecars = addLists(sidecars, moment);
      moment = sidecars;
    } else moment = addLists(moment, sidecars);
    initialisation = largerOfLists(initialisation, moment);
  }
  sum = largerOfLists(sum, initialisation);
  const whole = Object.entries(spec.resources?.[part] ?? {}).filter(([name]) => isPodLevelResource(name));
  return whole.length === 0 ? sum : { ...sum, ...Object.fromEntries(whole) };
}

/** The same with what the Pod costs beside its containers; limits only where there are any. */
export function podResourceListWithOverhead(spec: PodSpec, part: 'requests' | 'limits'): ResourceList {
  const list = podResourceList(spec, part);
  const { overhead } = spec;
  if (!overhead) return list;
  if (part === 'requests') return addLists(list, overhead);
  const limited = Object.entries(overhead).filter(
    ([name]) => list[name] !== undefined && quantitySign(mustParseQuantity(list[name])) !== 0,
  );
  return addLists(list, Object.fromEntries(limited));
}
