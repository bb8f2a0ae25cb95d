import type { Pod } from '../api/types';
import { Cluster } from '../cluster';
import type { ClusterConfig } from '../config';
import type { TraceEvent } from '../kernel/trace';
import { type ContainerRow, findContainer } from './runtime-status';

export const second = 1_000_000;

/** A real cluster of one node, on which a case's Pods run. */
export class Scene {
  readonly cluster: Cluster;

  constructor(config: Partial<ClusterConfig> = {}) {
    this.cluster = new Cluster({ nodes: [{ name: 'node1' }], ...config }).boot();
    this.kernel.runUntil(5 * second);
  }

  get kernel() {
    return this.cluster.kernel;
  }

  get now(): number {
    return this.kernel.now;
  }

  request(method: string, path: string, body?: unknown): number {
    const payload = { method, path, user: 'kubectl', ...(body === undefined ? {} : { body }) };
    return this.kernel.command({ to: 'http', type: 'request', payload });
  }

  /** Creates a Pod that is bound to the node already. */
  create(pod: { metadata?: object; spec: object }): void {
    const body = {
      metadata: { name: 'p', namespace: 'default', ...pod.metadata },
      spec: { nodeName: 'node1', ...pod.spec },
    };
    this.request('POST', '/api/v1/namespaces/default/pods', body);
  }

  fault(type: string, payload: unknown): number {
    return this.kernel.command({ to: 'kubelet-faults', type, payload });
  }

  pod(name = 'p'): Pod | undefined {
    return this.kernel.table<Pod>('api/pods').get(`default/${name}`);
  }

  run(seconds: number): void {
    this.kernel.runUntil(this.now + seconds * second);
  }

  /** Runs until a condition holds, at most so many seconds. */
  until(holds: () => boolean, seconds = 600): boolean {
    const end = this.now + seconds * second;
    while (!holds()) {
      const next = this.kernel.nextAt();
      if (next === undefined || next > end || !this.kernel.step()) return false;
    }
    return true;
  }

  ready(name = 'p'): boolean {
    return this.pod(name)?.status?.conditions?.some((c) => c.type === 'Ready' && c.status === 'True') === true;
  }

  events(from = 0): TraceEvent[] {
    return this.kernel.trace.events.filter((event) => event.at >= from);
  }

  /** Events that the kubelet recorded, in order, each text once. */
  recorded(from = 0): { type: string; reason: string; message: string }[] {
    const seen = new Set<string>();
    const found: { type: string; reason: string; message: string }[] = [];
    for (const event of this.events(from)) {
      if (event.verb !== 'event.record' || !event.actor.startsWith('kubelet/')) continue;
      const detail = event.detail as { type: string; reason: string; message: string };
      const key = `${detail.reason} ${detail.message}`;
      if (!seen.has(key)) found.push(detail);
      seen.add(key);
    }
    return found;
  }

  /** CRI calls in order, with the container where there is one; replies and status look-ups after the fact left out. */
  criCalls(from = 0, to = Number.POSITIVE_INFINITY): string[] {
    return this.events(from)
      .filter((event) => event.at <= to && event.verb.startsWith('cri.') && event.verb !== 'cri.reply')
      .map((event) => {
        const container = (event.detail as { container?: string }).container;
        return event.verb.slice(4) + (container === undefined ? '' : ` ${container}`);
      });
  }

  cniCalls(from = 0): string[] {
    return this.events(from)
      .filter((event) => event.verb.startsWith('cni.'))
      .map((event) => event.verb.slice(4));
  }

  /** The process events of one container: signals and ends, with their times. */
  process(container: string, from = 0): { at: number; signal?: string; exitCode?: number; reason?: string }[] {
    return this.events(from)
      .filter(
        (event) =>
          event.verb === 'container.process' && (event.detail as { container: string }).container === container,
      )
      .map((event) => ({ at: event.at, ...(event.detail as { signal?: string; exitCode?: number; reason?: string }) }));
  }

  container(name: string): ContainerRow | undefined {
    const uid = this.pod()?.metadata.uid ?? '';
    const containers = this.kernel
      .table<ContainerRow>('containers')
      .values()
      .filter((row) => row.podUID === uid);
    containers.sort((a, b) => b.attempt - a.attempt);
    return findContainer({ ips: [], sandboxes: [], containers }, name);
  }
}

/** Whole seconds from one virtual time to another, as a case counts them. */
export function secondsBetween(from: number, to: number | undefined): number | null {
  return to === undefined ? null : Math.round((to - from) / second);
}
