// Models: pkg/controller/controller_utils.go (IsPodActive, IsPodTerminating, FindMinNextPodAvailabilityCheck),
//   pkg/api/v1/pod/util.go (IsPodReady, IsPodAvailable)
// Simplified: —
// Not modelled: —
import { parseTime } from '../../shared/time';
import type { Pod, PodCondition } from '../api/types';

/** Neither finished nor going away: what a controller counts as a replica. */
export function isPodActive(pod: Pod): boolean {
  const phase = pod.status?.phase;
  return phase !== 'Succeeded' && phase !== 'Failed' && !pod.metadata.deletionTimestamp;
}

/** Going away, and its containers may still run. */
export function isPodTerminating(pod: Pod): boolean {
  const phase = pod.status?.phase;
  return phase !== 'Succeeded' && phase !== 'Failed' && !!pod.metadata.deletionTimestamp;
}

export function readyCondition(pod: Pod): PodCondition | undefined {
  const conditions = pod.status?.conditions;
  if (conditions) for (const condition of conditions) if (condition.type === 'Ready') return condition;
  return undefined;
}

export function isPodReady(pod: Pod): boolean {
  return readyCondition(pod)?.status === 'True';
}

/** Ready for at least `minReadySeconds`. `nowMicros`: microseconds since 1970. */
export function isPodAvailable(pod: Pod, minReadySeconds: number, nowMicros: number): boolean {
  const ready = readyCondition(pod);
  if (ready?.status !== 'True') return false;
  if (minReadySeconds === 0) return true;
  const since = parseTime(ready.lastTransitionTime);
  return since !== undefined && since + minReadySeconds * 1e6 <= nowMicros;
}

/** Microseconds until the first Pod that is ready, but not for long enough, becomes available. */
export function nextAvailabilityMicros(
  pods: readonly Pod[],
  minReadySeconds: number,
  nowMicros: number,
): number | undefined {
  let next: number | undefined;
  for (const pod of pods) {
    const ready = readyCondition(pod);
    const since = ready?.status === 'True' ? parseTime(ready.lastTransitionTime) : undefined;
    if (since === undefined) continue;
    const wait = since + minReadySeconds * 1e6 - nowMicros;
    if (wait > 0 && (next === undefined || wait < next)) next = wait;
  }
  return next;
}
