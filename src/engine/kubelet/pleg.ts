// Models: pkg/kubelet/pleg/generic.go (relist, computeEvents, Healthy, getPodIPs); pkg/kubelet/container/cache.go GetNewerThan
// Simplified: ticks at which nothing has changed and nobody waits are no events; a relist takes no time.
// Not modelled: the evented PLEG.
import { durationText } from '../workloads/duration';
import { emptyStatus, type PodRuntimeStatus } from './runtime-status';
import { component, type Shared } from './shared';

/** genericPlegRelistPeriod and genericPlegRelistThreshold, microseconds. */
export const relistPeriodMicros = 1_000_000;
export const relistThresholdMicros = 180_000_000;

export type PlegEventType = 'ContainerStarted' | 'ContainerDied' | 'ContainerRemoved' | 'ContainerChanged';
export type PlegState = 'running' | 'exited' | 'unknown' | 'non-existent';

export interface PlegEvent {
  readonly type: PlegEventType;
  /** Id of the container or sandbox. */
  readonly id: string;
}

/** generateEvents: what a change of state of one container means. */
export function plegEvents(id: string, before: PlegState, after: PlegState): PlegEvent[] {
  if (before === after) return [];
  switch (after) {
    case 'running':
      return [{ type: 'ContainerStarted', id }];
    case 'exited':
      return [{ type: 'ContainerDied', id }];
    case 'unknown':
      return [{ type: 'ContainerChanged', id }];
    case 'non-existent':
      return before === 'exited'
        ? [{ type: 'ContainerRemoved', id }]
        : [
            { type: 'ContainerDied', id },
            { type: 'ContainerRemoved', id },
          ];
  }
}

/** Whether the PLEG is healthy, from the time since its last relist; `undefined`: it never relisted. */
export function plegHealth(sinceRelistMicros: number | undefined): { healthy: boolean; message?: string } {
  if (sinceRelistMicros === undefined) return { healthy: false, message: 'pleg has yet to be successful' };
  if (sinceRelistMicros <= relistThresholdMicros) return { healthy: true };
  return {
    healthy: false,
    message: `pleg was last seen active ${durationText(sinceRelistMicros)} ago; threshold is ${durationText(relistThresholdMicros)}`,
  };
}

function states(status: PodRuntimeStatus): Map<string, PlegState> {
  const all = new Map<string, PlegState>();
  for (const row of status.containers) all.set(row.id, row.state === 'created' ? 'unknown' : row.state);
  for (const row of status.sandboxes) all.set(row.id, row.state === 'ready' ? 'running' : 'exited');
  return all;
}

function compare(before: PodRuntimeStatus, after: PodRuntimeStatus): PlegEvent[] {
  const was = states(before);
  const is = states(after);
  const events: PlegEvent[] = [];
  for (const [id, state] of is) events.push(...plegEvents(id, was.get(id) ?? 'non-existent', state));
  for (const [id, state] of was) if (!is.has(id)) events.push(...plegEvents(id, state, 'non-existent'));
  return events;
}

export interface PlegListener {
  /** The containers of a Pod have changed; the cache holds the new state. */
  podChanged(node: string, uid: string, events: readonly PlegEvent[]): void;
  /** The cache of a node is newer than it was: who waited for that may go on. */
  cacheRenewed(node: string): void;
}

export class Pleg {
  private readonly shared: Shared;
  private readonly listener: PlegListener;

  constructor(shared: Shared, listener: PlegListener) {
    this.shared = shared;
    this.listener = listener;
  }

  private phaseOf(node: string): number {
    return Math.floor(this.shared.kernel.rand('kubelet', 'relist', node, 0) * relistPeriodMicros);
  }

  /** The last tick not after a time: the cache is that new, whether something was listed or not. */
  lastTick(node: string, at: number): number {
    const phase = this.phaseOf(node);
    return Math.floor((at - phase) / relistPeriodMicros) * relistPeriodMicros + phase;
  }

  /** Lets the next tick be an event. */
  ensureTick(node: string): void {
    const { tables, kernel } = this.shared;
    if (tables.relists.has(node) || !tables.running(node)) return;
    const at = this.lastTick(node, kernel.now) + relistPeriodMicros;
    tables.relists.set(node, at);
    kernel.schedule(at, component, 'relist', { node, at });
  }

  /** The runtime has changed something of a Pod. */
  changed(node: string, uid: string): void {
    const { tables, kernel } = this.shared;
    if (!tables.changed.has(uid)) tables.changed.set(uid, { node, cause: kernel.cause });
    this.ensureTick(node);
  }

  relist(node: string, at: number): void {
    const { tables, kernel } = this.shared;
    if (tables.relists.get(node) !== at) return;
    const uids = [...tables.changedByNode.keys(node)];
    const causes = uids.map((uid) => tables.changed.get(uid)?.cause ?? 0).sort((a, b) => a - b);
    kernel.cause = kernel.emit({
      actor: `kubelet/${node}`,
      target: `containerd/${node}`,
      verb: 'pleg.relist',
      subject: node,
      level: uids.length > 0 ? 'action' : 'micro',
      detail: { changed: uids.length },
      ...(causes[0] === undefined ? {} : { cause: causes[0] }),
      alsoCauses: causes.length > 1 ? causes.slice(1, 17) : undefined,
    });
    const seq = kernel.cause;
    tables.relists.delete(node);
    for (const uid of uids) tables.changed.delete(uid);
    const found: { uid: string; events: PlegEvent[] }[] = [];
    for (const uid of uids) {
      const before = tables.cache.get(uid)?.status ?? emptyStatus;
      const after = this.withAddress(before, this.shared.runtime.podStatus(uid));
      if (after.containers.length === 0 && after.sandboxes.length === 0) tables.cache.delete(uid);
      else tables.cache.set(uid, { node, at: kernel.now, status: after });
      const events = compare(before, after);
      if (events.length > 0) found.push({ uid, events });
    }
    for (const { uid, events } of found) {
      kernel.cause = seq;
      this.listener.podChanged(node, uid, events);
    }
    kernel.cause = seq;
    this.listener.cacheRenewed(node);
  }

  /** getPodIPs: a Pod whose sandbox has gone keeps the address that it had. */
  withAddress(before: PodRuntimeStatus, after: PodRuntimeStatus): PodRuntimeStatus {
    if (after.ips.length > 0 || before.ips.length === 0) return after;
    return after.sandboxes.some((sandbox) => sandbox.state === 'ready') ? after : { ...after, ips: before.ips };
  }
}
