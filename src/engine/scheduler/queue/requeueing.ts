// Models: pkg/scheduler/backend/queue/scheduling_queue.go isEventOfInterest, isPodWorthRequeuing; QueueingHintMap.
// Simplified: —
// Not modelled: —
import type { KubeObject } from '../../api/meta';
import type { Pod } from '../../api/types';
import { type ClusterEvent, isWildcard, matchClusterEvents } from '../framework/cluster-event';
import type { Framework } from '../framework/framework';
import type { ClusterEventWithHint } from '../framework/plugin';
import type { QueuedPod } from './queued-pod';

/** Something that happened, and to what. */
export interface Happened {
  readonly event: ClusterEvent;
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
}

export type Strategy = 'Skip' | 'AfterBackoff' | 'Immediately';

export interface Requeueing {
  readonly strategy: Strategy;
  /** The plugin whose hint said so, where one did. */
  readonly plugin?: string;
}

interface Registered extends ClusterEventWithHint {
  readonly plugin: string;
}

const anyEvent: ClusterEvent = { resource: '*', action: 2047 };

/** What the plugins of each profile want to hear of, and what they make of it. */
export class QueueingHints {
  private readonly byProfile: ReadonlyMap<string, readonly Registered[]>;
  private readonly all: readonly Registered[];

  constructor(frameworks: ReadonlyMap<string, Framework>) {
    this.byProfile = new Map([...frameworks].map(([name, framework]) => [name, registeredBy(framework)]));
    this.all = [...this.byProfile.values()].flat();
  }

  /** Every event that some plugin registered for. */
  get events(): readonly ClusterEvent[] {
    return this.all.map(({ event }) => event);
  }

  isOfInterest(event: ClusterEvent): boolean {
    return isWildcard(event) || this.all.some((registered) => matchClusterEvents(registered.event, event));
  }

  /** Whether a plugin wants to hear of an event. */
  concerns(profile: string, plugin: string, event: ClusterEvent): boolean {
    const registered = this.byProfile.get(profile) ?? [];
    return registered.some((one) => one.plugin === plugin && matchClusterEvents(one.event, event));
  }

  /** Whether what happened may let a Pod be scheduled that these plugins turned down. */
  worthRequeuing(queued: QueuedPod, pod: Pod, { event, before, after }: Happened): Requeueing {
    const { unschedulablePlugins, pendingPlugins } = queued;
    if (unschedulablePlugins.length === 0 && pendingPlugins.length === 0) return { strategy: 'AfterBackoff' };
    if (isWildcard(event)) {
      // Such an event with an object is meant for that Pod alone.
      return { strategy: after && after.metadata.uid !== queued.uid ? 'Skip' : 'AfterBackoff' };
    }
    let found: Requeueing = { strategy: 'Skip' };
    for (const { plugin, event: registered, hint } of this.byProfile.get(queued.schedulerName) ?? []) {
      const pending = pendingPlugins.includes(plugin);
      if (!pending && !unschedulablePlugins.includes(plugin)) continue;
      if (!matchClusterEvents(registered, event)) continue;
      if (hint && hint(pod, before, after) === 'Skip') continue;
      if (pending) return { strategy: 'Immediately', plugin };
      if (found.strategy === 'Skip') found = { strategy: 'AfterBackoff', plugin };
      if (pendingPlugins.length === 0) return found;
    }
    return found;
  }
}

/** A plugin that can turn a Pod down but registers for nothing is told of everything. */
function registeredBy(framework: Framework): Registered[] {
  const registered: Registered[] = [];
  for (const { name, plugin } of framework.plugins) {
    const rejects = plugin.preEnqueue ?? plugin.preFilter ?? plugin.filter ?? plugin.reserve ?? plugin.permit;
    const events = plugin.eventsToRegister?.() ?? (rejects ? [{ event: anyEvent }] : []);
    for (const event of events) registered.push({ ...event, plugin: name });
  }
  return registered;
}
