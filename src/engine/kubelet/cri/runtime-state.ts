// Models: what containerd keeps: its stores of sandboxes, containers and images
// Simplified: —
// Not modelled: content and snapshots of images.
import type { Pod } from '../../api/types';
import { GroupIndex } from '../../kernel/group-index';
import type { Kernel } from '../../kernel/kernel';
import type { Table } from '../../kernel/table';
import type { Verb } from '../../verbs';
import { HostLocal } from '../cni/host-local';
import type { ContainerRow, PodRuntimeStatus, SandboxRow } from '../runtime-status';

/** Name of the kernel component. */
export const containerd = 'containerd';

export interface ImageRow {
  readonly node: string;
  /** `docker.io/library/nginx:1.27` */
  readonly name: string;
  readonly id: string;
  readonly sizeBytes: number;
  readonly pulledAt: number;
}

/** Whose call it is: the reply goes to this sync of this Pod, if it still runs. */
export interface Caller {
  readonly node: string;
  readonly uid: string;
  readonly run: number;
}

export interface Reply {
  readonly call: 'RunPodSandbox' | 'CreateContainer' | 'StartContainer' | 'StopPodSandbox';
  readonly caller: Caller;
  readonly error?: string;
  /** What was made: a sandbox's or container's key. */
  readonly made?: string;
}

/** What the kubelet wants to hear of. */
export interface RuntimeListener {
  /** A call has returned. */
  replied(reply: Reply): void;
  /** A process has ended, for whatever reason. */
  exited(key: string, row: ContainerRow): void;
  /** Something that a relist would see has changed. */
  changed(node: string, podUID: string): void;
}

export interface SandboxWork {
  readonly caller: Caller;
  readonly pod: Pod;
  readonly attempt: number;
  readonly podCIDR: string;
  readonly ip: string;
  readonly sentAt: number;
  readonly doneAt: number;
}

/** What goes wrong on a node: its network plugin, its registry's speed. */
export interface NodeFaults {
  readonly cniError?: string;
  /** The runtime says that its network is not ready. */
  readonly networkDown?: boolean;
  /** Pulls take this many times as long. */
  readonly pullFactor?: number;
  /** When the machine last lost power: what was under way then never comes to an end. */
  readonly offAt?: number;
}

/** Rows of all nodes' runtimes, and how a call and its return are told. */
export class RuntimeState {
  protected readonly kernel: Kernel;
  readonly sandboxes: Table<SandboxRow>;
  readonly sandboxesByPod: GroupIndex<SandboxRow>;
  readonly sandboxesByNode: GroupIndex<SandboxRow>;
  readonly containers: Table<ContainerRow>;
  readonly containersByPod: GroupIndex<ContainerRow>;
  readonly images: Table<ImageRow>;
  readonly imagesByNode: GroupIndex<ImageRow>;
  readonly faults: Table<NodeFaults>;
  readonly ipam: HostLocal;
  protected listener: RuntimeListener | undefined;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    this.sandboxes = kernel.table<SandboxRow>('sandboxes');
    this.sandboxesByPod = GroupIndex.on(this.sandboxes, (row) => row.podUID);
    this.sandboxesByNode = GroupIndex.on(this.sandboxes, (row) => row.node);
    this.containers = kernel.table<ContainerRow>('containers');
    this.containersByPod = GroupIndex.on(this.containers, (row) => row.podUID);
    this.images = kernel.table<ImageRow>('images');
    this.imagesByNode = GroupIndex.on(this.images, (row) => row.node);
    this.faults = kernel.table<NodeFaults>('node-faults');
    this.ipam = new HostLocal(kernel);
  }

  listen(listener: RuntimeListener): void {
    this.listener = listener;
  }

  protected call(verb: Verb, node: string, subject: string, detail: Readonly<Record<string, unknown>>): number {
    this.kernel.cause = this.kernel.emit({
      actor: `kubelet/${node}`,
      target: `containerd/${node}`,
      verb,
      subject,
      level: 'action',
      detail,
    });
    return this.kernel.cause;
  }

  protected reply(
    caller: Caller,
    call: Reply['call'],
    subject: string,
    sentAt: number,
    answer: { error?: string; made?: string },
  ): void {
    this.kernel.cause = this.kernel.emit({
      actor: `containerd/${caller.node}`,
      target: `kubelet/${caller.node}`,
      verb: 'cri.reply',
      subject,
      level: answer.error === undefined ? 'micro' : 'action',
      detail: { call, sentAt, ...answer },
    });
  }

  /** What a list of the runtime's sandboxes and containers of one Pod tells: newest first. */
  podStatus(podUID: string): PodRuntimeStatus {
    const sandboxes = this.sandboxesByPod
      .rows(podUID)
      .sort((a, b) => b.createdAt - a.createdAt || b.attempt - a.attempt);
    const containers = this.containersByPod
      .rows(podUID)
      .sort((a, b) => b.createdAt - a.createdAt || b.attempt - a.attempt || (a.name < b.name ? -1 : 1));
    const ip = sandboxes[0]?.state === 'ready' ? sandboxes[0].ip : '';
    return { ips: ip === '' ? [] : [ip], sandboxes, containers };
  }
}
