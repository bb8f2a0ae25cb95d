import type { Event, Node, Pod, PodCondition } from '../../api/types';
import { Cluster } from '../../cluster';
import type { ClusterConfig } from '../../config';
import type { TraceEvent } from '../../kernel/trace';
import type { AssumedPod } from '../cache/scheduler-cache';
import type { RegisteredPlugin } from '../configuration';
import type { QueuedPod } from '../queue/queued-pod';
import { BareCluster } from './bare-cluster';
import { objectStore } from './object-store';

export type Quantities = Readonly<Record<string, string>>;

export function node(
  name: string,
  allocatable: Quantities = {},
  rest: Partial<Node> & { labels?: Quantities } = {},
): Node {
  const amounts = { cpu: '4', memory: '8Gi', pods: '110', ...allocatable };
  const { labels, ...others } = rest;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    status: { allocatable: amounts, capacity: amounts, conditions: [{ type: 'Ready', status: 'True' }] },
    ...others,
  };
}

export function pod(name: string, requests: Quantities = {}, spec: Partial<NonNullable<Pod['spec']>> = {}): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: { containers: [{ name: 'app', image: 'registry.k8s.io/pause:3.10.1', resources: { requests } }], ...spec },
  };
}

/** Nobody misses the kubelets of a scene. */
export const sceneConfig: Partial<ClusterConfig> = {
  nodes: [],
  controllerManager: { nodeMonitorGracePeriodSeconds: 1e9, terminatedPodGCThreshold: 0 },
};

/** A cluster whose nodes are objects without kubelets: what is scheduled stays as the scheduler left it. */
export class Scene {
  readonly cluster: Cluster | BareCluster;

  /** `registry`: the scheduler's plugins, when they are to be others than those that it has. */
  constructor(
    nodes: readonly Node[] = [],
    config: Partial<ClusterConfig> = {},
    registry?: readonly RegisteredPlugin[],
  ) {
    const withNodes = { ...sceneConfig, ...config };
    this.cluster = registry
      ? new BareCluster(withNodes, registry).boot()
      : new Cluster(withNodes, [objectStore]).boot();
    this.wait(0.5);
    for (const one of nodes) this.put(one);
    this.wait(0.5);
  }

  get kernel() {
    return this.cluster.kernel;
  }

  /** Stores an object as it is, at the next unused microsecond. */
  put(object: Node | Pod): void {
    this.kernel.command({ to: 'scene-store', type: 'put', payload: object });
  }

  /** Gives a request to the cluster, at the next unused microsecond; it is handled when the cluster runs on. */
  send(method: string, path: string, body: unknown = {}, contentType?: string): void {
    const payload = { method, path, body, user: 'kubectl', ...(contentType ? { contentType } : {}) };
    this.kernel.command({ to: 'http', type: 'request', payload });
  }

  create(...pods: readonly Pod[]): this {
    for (const one of pods) this.put(one);
    return this;
  }

  remove(name: string): this {
    this.send('DELETE', `/api/v1/namespaces/default/pods/${name}`, { gracePeriodSeconds: 0 });
    return this;
  }

  wait(seconds: number): this {
    this.kernel.runUntil(this.kernel.now + seconds * 1e6);
    return this;
  }

  pod(name: string): Pod | undefined {
    return this.kernel.table<Pod>('api/pods').get(`default/${name}`);
  }

  nodeOf(name: string): string | undefined {
    return this.pod(name)?.spec?.nodeName;
  }

  scheduled(name: string): PodCondition | undefined {
    return this.pod(name)?.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  }

  queued(name: string): QueuedPod | undefined {
    return this.kernel.table<QueuedPod>('scheduler/queue').get(`default/${name}`);
  }

  get assumed(): readonly string[] {
    return this.kernel.table<AssumedPod>('scheduler/assumed').keys();
  }

  /** Messages of the Events about a Pod, by name of the Event. */
  messages(name: string): string[] {
    return this.kernel
      .table<Event>('api/events')
      .values()
      .filter(({ involvedObject }) => involvedObject.name === name)
      .map(({ reason, message }) => `${reason}: ${message}`);
  }

  /** The detail of the first such thing that the scheduler did about a Pod. */
  detail<T>(verb: string, name: string): T {
    return this.did(verb, name)[0]?.detail as T;
  }

  /** What the scheduler did, oldest first; about one Pod, when it is named. */
  did(verb: string, name?: string): TraceEvent[] {
    return this.kernel.trace.events.filter(
      (event) => event.verb === verb && (name === undefined || event.subject === `pods/default/${name}`),
    );
  }
}
