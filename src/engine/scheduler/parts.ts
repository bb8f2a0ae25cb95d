// Models: pkg/scheduler/scheduler.go Scheduler: what the parts of the scheduler share.
// Simplified: —
// Not modelled: —
import type { Pod } from '../api/types';
import type { EventRecorder } from '../client/event-recorder';
import type { Informer } from '../client/informer';
import type { ClientFactory } from '../client/session';
import type { Kernel } from '../kernel/kernel';
import type { Table } from '../kernel/table';
import type { SchedulerCache } from './cache/scheduler-cache';
import type { Framework } from './framework/framework';
import type { Nominator } from './nominator';
import type { SchedulingQueue } from './queue/scheduling-queue';

/** Name of the process, of its user, and of its component in the kernel. */
export const processName = 'kube-scheduler';

/** kube-api-qps and kube-api-burst are kept when a call is queued; the call itself then draws from no bucket. */
export const noLimiter = '';

export interface SchedulerParts {
  readonly kernel: Kernel;
  readonly clients: ClientFactory;
  readonly frameworks: ReadonlyMap<string, Framework>;
  readonly cache: SchedulerCache;
  readonly queue: SchedulingQueue;
  readonly nominator: Nominator;
  readonly pods: Informer<Pod>;
  readonly recorder: EventRecorder;
  /** `nextStartNodeIndex` */
  readonly state: Table<number>;
}

/** Takes a token of the process's limit; the virtual time at which the call may be sent. */
export function reserveCall({ clients, kernel }: SchedulerParts): number {
  const { sendAt, commit } = clients.reserve(processName, kernel.now);
  commit();
  return sendAt;
}
