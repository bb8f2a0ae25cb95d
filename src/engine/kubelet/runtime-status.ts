// Models: pkg/kubelet/container/runtime.go PodStatus and Status; CRI PodSandbox and Container as containerd keeps them.
// Simplified: a row is both what the runtime knows and what the kubelet is told.
// Not modelled: user namespaces, runtime handlers, resources as applied.
import type { Behaviour } from '../workloads/behaviour';

export type ContainerState = 'created' | 'running' | 'exited' | 'unknown';

/** One container of one node. Times are virtual microseconds. */
export interface ContainerRow {
  /** 64 hexadecimal digits. */
  readonly id: string;
  readonly node: string;
  readonly podUID: string;
  /** `namespace/name` of the Pod. */
  readonly podKey: string;
  readonly sandbox: string;
  readonly name: string;
  /** How often it was started before: the restart count. */
  readonly attempt: number;
  readonly image: string;
  readonly imageID: string;
  /** Of the part of the spec that makes a new container necessary. */
  readonly hash: number;
  readonly state: ContainerState;
  readonly createdAt: number;
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly exitCode?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly behaviour: Behaviour;
  readonly oomScoreAdj: number;
  readonly memoryLimitBytes?: number;
  /** What its environment took from ConfigMaps and Secrets when it was made. */
  readonly environment?: Readonly<Record<string, string>>;
  /** When the process will end, and with what, as things stand. */
  readonly endsAt?: number;
  readonly endsWith?: number;
  /** When it was sent its stop signal, and until when it may take. */
  readonly stopping?: { readonly signal: string; readonly since: number; readonly killAt: number };
}

export interface SandboxRow {
  readonly id: string;
  readonly node: string;
  readonly podUID: string;
  readonly podKey: string;
  readonly attempt: number;
  readonly state: 'ready' | 'notready';
  readonly createdAt: number;
  /** Empty for a Pod on the node's network, and until the network is set up. */
  readonly ip: string;
  readonly hostNetwork: boolean;
  /** Which namespaces the Pod's containers share, and with whom. */
  readonly namespaces: Namespaces;
  readonly image: string;
}

export type NamespaceMode = 'POD' | 'CONTAINER' | 'NODE';

export interface Namespaces {
  readonly network: NamespaceMode;
  readonly ipc: NamespaceMode;
  readonly pid: NamespaceMode;
  readonly uts: NamespaceMode;
}

/** What the kubelet learns of one Pod from the runtime; newest first in both lists. */
export interface PodRuntimeStatus {
  readonly ips: readonly string[];
  readonly sandboxes: readonly SandboxRow[];
  readonly containers: readonly ContainerRow[];
}

export const emptyStatus: PodRuntimeStatus = { ips: [], sandboxes: [], containers: [] };

/** FindContainerStatusByName: the newest container of a name. */
export function findContainer(status: PodRuntimeStatus, name: string): ContainerRow | undefined {
  for (const container of status.containers) if (container.name === name) return container;
  return undefined;
}

/** `containerd://…`, as statuses name a container. */
export function containerID(row: { readonly id: string }): string {
  return `containerd://${row.id}`;
}

/** namespacesForPod of kuberuntime/util. */
export function namespacesOf(spec: {
  readonly hostNetwork?: boolean | undefined;
  readonly hostPID?: boolean | undefined;
  readonly hostIPC?: boolean | undefined;
  readonly shareProcessNamespace?: boolean | undefined;
}): Namespaces {
  return {
    network: spec.hostNetwork ? 'NODE' : 'POD',
    ipc: spec.hostIPC ? 'NODE' : 'POD',
    pid: spec.hostPID ? 'NODE' : spec.shareProcessNamespace ? 'POD' : 'CONTAINER',
    uts: spec.hostNetwork ? 'NODE' : 'POD',
  };
}
