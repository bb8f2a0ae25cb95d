// Models: pkg/scheduler/framework/types.go QueuedPodInfo; pkg/scheduler/backend/queue/backoff_queue.go calculateBackoffDuration.
// Simplified: times are virtual microseconds; the Pod itself is looked up in the scheduler's cache.
// Not modelled: pod groups.
import type { Sortable } from '../framework/plugin';

/** Where a Pod waits. `errorBackoffQ`: its last attempt failed, it was not turned down. */
export type QueueName = 'activeQ' | 'backoffQ' | 'errorBackoffQ' | 'unschedulablePods';

/** A Pod in the queue, or in flight. */
export interface QueuedPod extends Sortable {
  readonly queue: QueueName;
  readonly uid: string;
  readonly schedulerName: string;
  /** When it first entered the active queue; -1 while it never has. */
  readonly initialAttemptAt: number;
  readonly attempts: number;
  /** Attempts that ended with a rejection. */
  readonly unschedulableCount: number;
  /** Attempts since the last rejection that ended with an error. */
  readonly consecutiveErrorsCount: number;
  /** When its back-off is over, cut off to the whole second; -1 when it has none. */
  readonly backoffExpiration: number;
  /** Plugins that turned it down in its last attempt. */
  readonly unschedulablePlugins: readonly string[];
  /** Plugins that wait for something outside. */
  readonly pendingPlugins: readonly string[];
  /** The plugin that keeps it out of the active queue, or ''. */
  readonly gatingPlugin: string;
  /** `seq` of the event that put it where it is: its place among equals, and the cause of its next attempt. */
  readonly ordinal: number;
}

/**
 * How long a Pod waits after so many failures, in the unit of `initial` and `max`: `initial`, doubled with each, at most
 * `max`. A `max` of 0 turns waiting off.
 */
export function backoffDuration(count: number, initial: number, max: number): number {
  if (count === 0 || max === 0) return 0;
  const shift = count - 1;
  return shift > 60 || initial > max / 2 ** shift ? max : initial * 2 ** shift;
}

/** Failures that count for the wait: errors in a row, else rejections. */
export function backoffCount(pod: QueuedPod): number {
  return pod.consecutiveErrorsCount > 0 ? pod.consecutiveErrorsCount : pod.unschedulableCount;
}
