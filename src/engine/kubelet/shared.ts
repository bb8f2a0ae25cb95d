// Models: what the parts of a kubelet are given when it is built (kubelet.Dependencies)
// Simplified: the parts of all nodes' kubelets are one code over rows keyed by node and Pod.
// Not modelled: —
import { type KindDefinition, nodeKind, podKind } from '../api/kinds';
import type { KubeObject } from '../api/meta';
import { parseBytes } from '../api/quantity';
import type { Node, Pod } from '../api/types';
import type { EventRecorder } from '../client/event-recorder';
import type { Informer } from '../client/informer';
import type { Session } from '../client/session';
import type { NodeConfig } from '../config';
import type { EngineContext } from '../engine-context';
import type { Kernel } from '../kernel/kernel';
import { type Registry, registryOf } from '../workloads/images';
import { ContainerRuntime } from './cri/runtime';
import type { EventText } from './event-texts';
import { allocatableOf, capacityOf } from './node-resources';
import { fieldPath } from './pod-names';
import { KubeletTables } from './tables';

export const component = 'kubelet';
export const pods = podKind as unknown as KindDefinition;
export const nodes = nodeKind as unknown as KindDefinition;

/** `kubelet/node-1`: the process, and the user that it is to the API server. */
export function processOf(node: string): string {
  let name = processNames.get(node);
  if (name === undefined) {
    name = `kubelet/${node}`;
    processNames.set(node, name);
  }
  return name;
}

/** By node. A text that is made anew for each request is hashed anew in each table that it is looked up in. */
const processNames = new Map<string, string>();

/** A machine as its administrator made it; derived from the config alone. */
export interface Machine {
  readonly config: NodeConfig;
  readonly index: number;
  readonly capacity: Readonly<Record<string, string>>;
  readonly allocatable: Readonly<Record<string, string>>;
  readonly memoryBytes: number;
}

function machineOf(config: NodeConfig, index: number): Machine {
  const capacity = capacityOf(config);
  return {
    config,
    index,
    capacity,
    allocatable: allocatableOf(capacity),
    memoryBytes: parseBytes(capacity.memory ?? '0'),
  };
}

export class Shared {
  readonly context: EngineContext;
  readonly kernel: Kernel;
  readonly tables: KubeletTables;
  readonly runtime: ContainerRuntime;
  readonly registry: Registry & { readonly problems: readonly string[] };
  private readonly machines: ReadonlyMap<string, Machine>;
  private readonly recorders = new Map<string, EventRecorder>();
  private readonly informers = new Map<string, Informer<Pod>>();

  constructor(context: EngineContext) {
    this.context = context;
    this.kernel = context.kernel;
    this.tables = new KubeletTables(context.kernel);
    this.runtime = new ContainerRuntime(context.kernel);
    this.registry = registryOf(context.config.workloads);
    this.machines = new Map(context.config.nodes.map((config, index) => [config.name, machineOf(config, index)]));
  }

  /** Memory of a machine, bytes. */
  memoryCapacity(node: string): number {
    return this.machine(node).memoryBytes;
  }

  /** A machine of the config. */
  machine(node: string): Machine {
    const machine = this.machines.get(node);
    if (!machine) throw new Error(`no node is named ${node}`);
    return machine;
  }

  /** Requests of one kubelet from a virtual time on, not before now. */
  session(node: string, at: number = this.kernel.now): Session {
    const session = this.context.clients.session(processOf(node));
    session.at = Math.max(session.at, at);
    return session;
  }

  epochMicros(at: number): number {
    return this.context.api.epochMicros(at);
  }

  /** The kubelet's cache of its own Pods. */
  podInformer(node: string): Informer<Pod> {
    let informer = this.informers.get(node);
    if (!informer) {
      informer = this.context.reflectors.informer<Pod>(processOf(node), pods, {
        fieldSelector: `spec.nodeName=${node}`,
      });
      this.informers.set(node, informer);
    }
    return informer;
  }

  /** The kubelet's cache of its own Node. */
  nodeInformer(node: string): Informer<Node> {
    return this.context.reflectors.informer<Node>(processOf(node), nodes, { fieldSelector: `metadata.name=${node}` });
  }

  /** sourcesReady.AllReady: whether a kubelet knows all its Pods. */
  sourcesReady(node: string): boolean {
    return this.context.reflectors.hasSynced(processOf(node), pods);
  }

  /** The Pod as the kubelet's configuration has it now; absent when it was removed or replaced. */
  configuredPod(node: string, key: string, uid: string): Pod | undefined {
    const pod = this.podInformer(node).get(key);
    return pod?.metadata.uid === uid ? pod : undefined;
  }

  recorder(node: string): EventRecorder {
    let recorder = this.recorders.get(node);
    if (!recorder) {
      recorder = this.context.events.recorder(processOf(node), 'kubelet', { host: node });
      this.recorders.set(node, recorder);
    }
    return recorder;
  }

  /** Records an Event about a Pod, or about one of its containers. */
  record(node: string, pod: Pod, text: EventText, container?: string): void {
    const path = container === undefined ? undefined : fieldPath(pod, container);
    this.recorder(node).event(pods, pod as KubeObject, text.type, text.reason, text.message, path);
  }
}
