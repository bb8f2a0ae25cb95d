// Models: containerd's CRI server (internal/cri/server): sandboxes, containers and their processes, the node's images
// Simplified: a call's effect is there when it returns; memory and disks are endless.
// Not modelled: exec, attach, logs as files, stats.
import type { Container, Pod } from '../../api/types';
import type { KernelEvent } from '../../kernel/event-queue';
import { GroupIndex } from '../../kernel/group-index';
import type { Kernel } from '../../kernel/kernel';
import type { Table } from '../../kernel/table';
import type { Verb } from '../../verbs';
import type { Behaviour } from '../../workloads/behaviour';
import { hex64, imageID, parseImage } from '../../workloads/image-reference';
import { HostLocal } from '../cni/host-local';
import { hashContainer } from '../container-hash';
import { nameOf, namespaceOf, uidOf } from '../pod-names';
import type { ContainerRow, PodRuntimeStatus, SandboxRow } from '../runtime-status';
import { exitReason, signalExitCode } from '../termination';
import { networkError, newSandbox } from './sandboxes';
import { callMicros, spread } from './timing';

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

interface SandboxWork {
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

export class ContainerRuntime {
  static readonly component = 'containerd';
  private readonly kernel: Kernel;
  readonly sandboxes: Table<SandboxRow>;
  readonly sandboxesByPod: GroupIndex<SandboxRow>;
  readonly sandboxesByNode: GroupIndex<SandboxRow>;
  readonly containers: Table<ContainerRow>;
  readonly containersByPod: GroupIndex<ContainerRow>;
  readonly images: Table<ImageRow>;
  readonly imagesByNode: GroupIndex<ImageRow>;
  readonly faults: Table<NodeFaults>;
  readonly ipam: HostLocal;
  private listener: RuntimeListener | undefined;

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
    kernel.on(ContainerRuntime.component, (event) => this.handle(event));
  }

  listen(listener: RuntimeListener): void {
    this.listener = listener;
  }

  private call(verb: Verb, node: string, subject: string, detail: Readonly<Record<string, unknown>>): number {
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

  private reply(
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

  private handle(event: KernelEvent): void {
    const { caller, sentAt } = event.payload as { caller?: Caller; sentAt?: number };
    if (caller && sentAt !== undefined && (this.faults.get(caller.node)?.offAt ?? -1) >= sentAt) return;
    switch (event.type) {
      case 'network':
        this.networkReady(event.payload as SandboxWork);
        return;
      case 'sandbox':
        this.sandboxReady(event.payload as SandboxWork);
        return;
      case 'created':
        this.created(event.payload as { caller: Caller; key: string; row: ContainerRow; sentAt: number });
        return;
      case 'started':
        this.started(event.payload as { caller: Caller; key: string; sentAt: number });
        return;
      case 'sandbox-stopped':
        this.sandboxStopped(event.payload as { caller: Caller; key: string; sentAt: number });
        return;
      case 'exit': {
        const { key, at } = event.payload as { key: string; at: number };
        const row = this.containers.get(key);
        if (row?.state === 'running' && row.endsAt === at)
          this.exit(key, row, row.endsWith ?? 0, row.behaviour.outOfMemory === true && !row.stopping);
        return;
      }
      case 'kill': {
        const { key, at } = event.payload as { key: string; at: number };
        const row = this.containers.get(key);
        if (row?.state === 'running' && row.stopping?.killAt === at) this.kill(key, row, 'SIGKILL');
      }
    }
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

  containerKey(uid: string, name: string, attempt: number): string {
    return `${uid}/${name}/${attempt}`;
  }

  /** The key of a container by its id, among those of a Pod. */
  keyOfID(podUID: string, id: string): string | undefined {
    for (const key of this.containersByPod.keys(podUID)) if (this.containers.get(key)?.id === id) return key;
    return undefined;
  }

  /** Starts a sandbox; network first, unless the Pod uses the node's. */
  runPodSandbox(caller: Caller, pod: Pod, attempt: number, podCIDR: string, at: number): void {
    const subject = `pods/${namespaceOf(pod)}/${nameOf(pod)}`;
    this.call('cri.RunPodSandbox', caller.node, subject, {
      uid: caller.uid,
      attempt,
      hostNetwork: pod.spec?.hostNetwork === true,
      sentAt: at,
    });
    const doneAt = at + spread(this.kernel, callMicros.RunPodSandbox, 'RunPodSandbox', caller.uid, attempt);
    const work: SandboxWork = { caller, pod, attempt, podCIDR, ip: '', sentAt: at, doneAt };
    if (pod.spec?.hostNetwork) this.kernel.schedule(doneAt, ContainerRuntime.component, 'sandbox', work);
    else this.kernel.schedule(at + callMicros.cniAdd, ContainerRuntime.component, 'network', work);
  }

  /** CNI ADD: the bridge plugin asks host-local for an address and plugs the Pod in. */
  private networkReady(work: SandboxWork): void {
    const { caller, pod, podCIDR } = work;
    const broken = this.faults.get(caller.node)?.cniError;
    const found = broken === undefined ? this.ipam.next(caller.node, podCIDR) : { error: broken };
    const subject = `pods/${namespaceOf(pod)}/${nameOf(pod)}`;
    const failed = 'error' in found;
    this.kernel.cause = this.kernel.emit({
      actor: `containerd/${caller.node}`,
      target: `cni/${caller.node}`,
      verb: 'cni.ADD',
      subject,
      level: 'action',
      detail: failed ? { uid: caller.uid, error: found.error } : { uid: caller.uid, ip: found.address, podCIDR },
    });
    if (failed) {
      const error = networkError(
        hex64(`sandbox ${caller.uid} ${work.attempt} ${this.kernel.now}`),
        `plugin type="bridge" failed (add): ${found.error}`,
      );
      this.reply(caller, 'RunPodSandbox', subject, this.kernel.now, { error });
      this.listener?.replied({ call: 'RunPodSandbox', caller, error });
      return;
    }
    this.ipam.reserve(caller.node, found.address, found.offset, caller.uid);
    const doneAt = Math.max(work.doneAt, this.kernel.now);
    this.kernel.schedule(doneAt, ContainerRuntime.component, 'sandbox', { ...work, ip: found.address });
  }

  private sandboxReady({ caller, pod, attempt, ip }: SandboxWork): void {
    const row = newSandbox(String(this.kernel.seed), caller.node, pod, attempt, ip, this.kernel.now);
    this.reply(caller, 'RunPodSandbox', `pods/${row.podKey}`, this.kernel.now, { made: row.id });
    this.sandboxes.set(row.id, row);
    this.listener?.changed(caller.node, caller.uid);
    this.listener?.replied({ call: 'RunPodSandbox', caller, made: row.id });
  }

  /** PodSandboxStatus, which tells the kubelet the Pod's address. */
  sandboxStatus(node: string, id: string, at: number): SandboxRow | undefined {
    const row = this.sandboxes.get(id);
    this.call('cri.PodSandboxStatus', node, `pods/${row?.podKey ?? id}`, {
      sandbox: id,
      ip: row?.ip ?? '',
      sentAt: at,
    });
    return row;
  }

  /** ImageStatus: the image as this node has it. */
  imageStatus(node: string, pod: Pod, container: Container, at: number): ImageRow | undefined {
    const name = parseImage(container.image ?? '')?.name ?? '';
    const row = this.images.get(`${node} ${name}`);
    const subject = `pods/${namespaceOf(pod)}/${nameOf(pod)}`;
    this.call('cri.ImageStatus', node, subject, {
      container: container.name,
      image: container.image,
      present: row !== undefined,
      sentAt: at,
    });
    return row;
  }

  /** A pulled image is on the node. */
  addImage(node: string, image: string, sizeBytes: number): void {
    const reference = parseImage(image);
    if (!reference) return;
    this.images.set(`${node} ${reference.name}`, {
      node,
      name: reference.name,
      id: imageID(reference),
      sizeBytes,
      pulledAt: this.kernel.now,
    });
  }

  createContainer(
    caller: Caller,
    pod: Pod,
    container: Container,
    attempt: number,
    sandbox: string,
    behaviour: Behaviour,
    at: number,
    limits: { readonly oomScoreAdj: number; readonly memoryLimitBytes?: number },
  ): void {
    const reference = parseImage(container.image ?? '');
    const podKey = `${namespaceOf(pod)}/${nameOf(pod)}`;
    this.call('cri.CreateContainer', caller.node, `pods/${podKey}`, {
      container: container.name,
      attempt,
      image: container.image,
      sandbox,
      sentAt: at,
    });
    const uid = uidOf(pod);
    const row: ContainerRow = {
      id: hex64(`${this.kernel.seed} container ${uid} ${container.name} ${attempt} ${at}`),
      node: caller.node,
      podUID: uid,
      podKey,
      sandbox,
      name: container.name,
      attempt,
      image: reference?.name ?? container.image ?? '',
      imageID: reference ? imageID(reference) : '',
      hash: hashContainer(container),
      state: 'created',
      createdAt: at,
      behaviour,
      ...limits,
    };
    const key = this.containerKey(uid, container.name, attempt);
    const doneAt = at + spread(this.kernel, callMicros.CreateContainer, 'CreateContainer', key, 0);
    this.kernel.schedule(doneAt, ContainerRuntime.component, 'created', { caller, key, row, sentAt: at });
  }

  private created({
    caller,
    key,
    row,
    sentAt,
  }: {
    caller: Caller;
    key: string;
    row: ContainerRow;
    sentAt: number;
  }): void {
    const error =
      this.sandboxes.get(row.sandbox)?.state === 'ready'
        ? row.behaviour.createError
        : `sandbox container "${row.sandbox}" is not running`;
    const made = error === undefined ? { made: key } : { error };
    this.reply(caller, 'CreateContainer', `pods/${row.podKey}`, sentAt, made);
    if (error === undefined) {
      this.containers.set(key, { ...row, createdAt: this.kernel.now });
      this.listener?.changed(caller.node, row.podUID);
    }
    this.listener?.replied({ call: 'CreateContainer', caller, ...made });
  }

  startContainer(caller: Caller, key: string, at: number): void {
    const row = this.containers.get(key);
    this.call('cri.StartContainer', caller.node, `pods/${row?.podKey ?? ''}`, {
      container: row?.name ?? '',
      attempt: row?.attempt ?? 0,
      sentAt: at,
    });
    const doneAt = at + spread(this.kernel, callMicros.StartContainer, 'StartContainer', key, 0);
    this.kernel.schedule(doneAt, ContainerRuntime.component, 'started', { caller, key, sentAt: at });
  }

  private started({ caller, key, sentAt }: { caller: Caller; key: string; sentAt: number }): void {
    const row = this.containers.get(key);
    if (!row || row.state !== 'created') return;
    const { behaviour } = row;
    const now = this.kernel.now;
    const error = behaviour.startError;
    this.reply(caller, 'StartContainer', `pods/${row.podKey}`, sentAt, error === undefined ? { made: key } : { error });
    if (error !== undefined) {
      // containerd marks a container whose process could not start as ended, with 128 and a reason of its own.
      this.containers.set(key, {
        ...row,
        state: 'exited',
        startedAt: now,
        finishedAt: now,
        exitCode: 128,
        reason: 'StartError',
        message: error,
      });
      this.listener?.changed(caller.node, row.podUID);
      this.listener?.replied({ call: 'StartContainer', caller, error });
      return;
    }
    const { exitAtMicros } = behaviour;
    const endsAt = exitAtMicros === undefined || exitAtMicros > 1e15 ? undefined : now + exitAtMicros;
    this.containers.set(key, {
      ...row,
      state: 'running',
      startedAt: now,
      ...(endsAt === undefined ? {} : { endsAt, endsWith: behaviour.exitCode }),
    });
    // An end that is far away is no business that a learner waits for.
    if (endsAt !== undefined) this.scheduleExit(key, endsAt, (exitAtMicros as number) > 120e6);
    this.listener?.changed(caller.node, row.podUID);
    this.listener?.replied({ call: 'StartContainer', caller, made: key });
  }

  private scheduleExit(key: string, at: number, background: boolean): void {
    this.kernel.schedule(at, ContainerRuntime.component, 'exit', { key, at }, { background });
  }

  /** Sends the stop signal now, and SIGKILL after the timeout. The end is told by `exited`. */
  stopContainer(node: string, key: string, signal: string, timeoutSeconds: number): void {
    const row = this.containers.get(key);
    this.call('cri.StopContainer', node, `pods/${row?.podKey ?? ''}`, { container: row?.name ?? '', timeoutSeconds });
    if (!row) return;
    if (row.state !== 'running') {
      this.listener?.exited(key, row);
      return;
    }
    const now = this.kernel.now;
    const killAt = now + timeoutSeconds * 1e6;
    this.kernel.cause = this.signalled(row, signal);
    const { termMicros, termCode } = row.behaviour;
    const mayEndAt = termMicros === undefined ? undefined : now + termMicros;
    const endsAt =
      mayEndAt !== undefined && (row.endsAt === undefined || mayEndAt < row.endsAt) ? mayEndAt : row.endsAt;
    this.containers.set(key, {
      ...row,
      stopping: { signal, since: now, killAt },
      ...(endsAt === undefined ? {} : { endsAt, endsWith: endsAt === mayEndAt ? termCode : (row.endsWith ?? 0) }),
    });
    if (endsAt !== undefined && endsAt <= killAt) this.scheduleExit(key, endsAt, false);
    else this.kernel.schedule(killAt, ContainerRuntime.component, 'kill', { key, at: killAt });
  }

  private signalled(row: ContainerRow, signal: string): number {
    return this.kernel.emit({
      actor: `containerd/${row.node}`,
      target: `pods/${row.podKey}`,
      verb: 'container.process',
      subject: `pods/${row.podKey}`,
      level: 'action',
      detail: { container: row.name, attempt: row.attempt, signal },
    });
  }

  /** Ends a process by a signal that it cannot refuse. */
  kill(key: string, row: ContainerRow, signal: string): void {
    this.kernel.cause = this.signalled(row, signal);
    this.exit(key, row, signalExitCode(signal), false);
  }

  private exit(key: string, row: ContainerRow, exitCode: number, outOfMemory: boolean): void {
    const reason = exitReason(exitCode, outOfMemory);
    this.kernel.cause = this.kernel.emit({
      actor: `pods/${row.podKey}`,
      verb: 'container.process',
      subject: `pods/${row.podKey}`,
      level: 'action',
      detail: { container: row.name, attempt: row.attempt, exitCode, reason },
    });
    const { endsAt: _endsAt, endsWith: _endsWith, stopping: _stopping, ...rest } = row;
    const ended: ContainerRow = { ...rest, state: 'exited', finishedAt: this.kernel.now, exitCode, reason };
    this.containers.set(key, ended);
    this.listener?.changed(row.node, row.podUID);
    this.listener?.exited(key, ended);
  }

  /** Takes the network away and stops the pause process. */
  stopPodSandbox(caller: Caller, id: string, at: number): void {
    const row = this.sandboxes.get(id);
    this.call('cri.StopPodSandbox', caller.node, `pods/${row?.podKey ?? ''}`, { sandbox: id, sentAt: at });
    const doneAt = at + spread(this.kernel, callMicros.StopPodSandbox, 'StopPodSandbox', id, 0);
    this.kernel.schedule(doneAt, ContainerRuntime.component, 'sandbox-stopped', { caller, key: id, sentAt: at });
  }

  private sandboxStopped({ caller, key, sentAt }: { caller: Caller; key: string; sentAt: number }): void {
    const row = this.sandboxes.get(key);
    if (row?.ip && row.state === 'ready') this.releaseAddress(row);
    this.reply(caller, 'StopPodSandbox', `pods/${row?.podKey ?? ''}`, sentAt, {});
    if (row && row.state === 'ready') {
      this.sandboxes.set(key, { ...row, state: 'notready' });
      this.listener?.changed(row.node, row.podUID);
    }
    this.listener?.replied({ call: 'StopPodSandbox', caller });
  }

  private releaseAddress(row: SandboxRow): void {
    this.kernel.emit({
      actor: `containerd/${row.node}`,
      target: `cni/${row.node}`,
      verb: 'cni.DEL',
      subject: `pods/${row.podKey}`,
      level: 'action',
      detail: { uid: row.podUID, ip: row.ip },
    });
    this.ipam.release(row.ip);
  }

  removeContainer(key: string): void {
    const row = this.containers.get(key);
    if (!row || row.state === 'running') return;
    this.call('cri.RemoveContainer', row.node, `pods/${row.podKey}`, { container: row.name, attempt: row.attempt });
    this.containers.delete(key);
    this.listener?.changed(row.node, row.podUID);
  }

  removePodSandbox(id: string): void {
    const row = this.sandboxes.get(id);
    if (!row || row.state === 'ready') return;
    this.call('cri.RemovePodSandbox', row.node, `pods/${row.podKey}`, { sandbox: id });
    this.sandboxes.delete(id);
    this.listener?.changed(row.node, row.podUID);
  }

  /** The machine loses power: every process of the node is gone, its addresses are free. */
  powerOff(node: string): void {
    this.faults.set(node, { ...this.faults.get(node), offAt: this.kernel.now });
    for (const id of [...this.sandboxesByNode.keys(node)]) {
      const sandbox = this.sandboxes.get(id) as SandboxRow;
      for (const key of [...this.containersByPod.keys(sandbox.podUID)]) {
        const row = this.containers.get(key) as ContainerRow;
        if (row.state === 'exited') continue;
        const { endsAt: _endsAt, endsWith: _endsWith, stopping: _stopping, ...rest } = row;
        this.containers.set(key, {
          ...rest,
          state: 'exited',
          finishedAt: this.kernel.now,
          exitCode: 255,
          reason: 'Unknown',
        });
      }
      if (sandbox.state !== 'ready') continue;
      if (sandbox.ip) this.ipam.release(sandbox.ip);
      this.sandboxes.set(id, { ...sandbox, state: 'notready' });
    }
  }
}
