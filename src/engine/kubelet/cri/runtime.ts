// Models: containerd's CRI server (internal/cri/server): containers and their processes, the node's images
// Simplified: a call's effect is there when it returns; memory and disks are endless.
// Not modelled: exec, attach, logs as files, stats.
import type { Container, Pod } from '../../api/types';
import type { KernelEvent } from '../../kernel/event-queue';
import type { Kernel } from '../../kernel/kernel';
import type { Behaviour } from '../../workloads/behaviour';
import { hex64, imageID, parseImage } from '../../workloads/image-reference';
import { hashContainer } from '../container-hash';
import { nameOf, namespaceOf, uidOf } from '../pod-names';
import type { ContainerRow, SandboxRow } from '../runtime-status';
import { exitReason, signalExitCode } from '../termination';
import { type Caller, containerd, type ImageRow, type SandboxWork } from './runtime-state';
import { SandboxRuntime } from './sandboxes';
import { callMicros, spread } from './timing';

export class ContainerRuntime extends SandboxRuntime {
  constructor(kernel: Kernel) {
    super(kernel);
    kernel.on(containerd, (event) => this.handle(event));
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

  containerKey(uid: string, name: string, attempt: number): string {
    return `${uid}/${name}/${attempt}`;
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
    limits: Pick<ContainerRow, 'oomScoreAdj' | 'memoryLimitBytes' | 'environment'>,
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
    this.kernel.schedule(doneAt, containerd, 'created', { caller, key, row, sentAt: at });
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
    this.kernel.schedule(doneAt, containerd, 'started', { caller, key, sentAt: at });
  }

  private started({ caller, key, sentAt }: { caller: Caller; key: string; sentAt: number }): void {
    const row = this.containers.get(key);
    if (row?.state !== 'created') return;
    const { behaviour } = row;
    const now = this.kernel.now;
    const error = behaviour.startError;
    this.reply(caller, 'StartContainer', `pods/${row.podKey}`, sentAt, error === undefined ? { made: key } : { error });
    if (error !== undefined) {
      // containerd marks a container whose process could not start as ended, with 128 and a reason of its own;
      // it has no time of start.
      this.containers.set(key, {
        ...row,
        state: 'exited',
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
    this.kernel.schedule(at, containerd, 'exit', { key, at }, { background });
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
    else this.kernel.schedule(killAt, containerd, 'kill', { key, at: killAt });
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

  /** A signal from inside the container to its first process, which takes it as it takes its stop signal, or not. */
  signalInside(key: string, signal: string): void {
    const row = this.containers.get(key);
    if (row?.state !== 'running') return;
    const cause = this.kernel.cause;
    this.kernel.cause = this.signalled(row, signal);
    const { termMicros, termCode } = row.behaviour;
    // The kernel drops what process 1 has no handler for, SIGKILL too.
    const heard =
      signal === 'SIGTERM' || signal === 'SIGINT' || signal === 'SIGQUIT' || signal === row.behaviour.stopSignal;
    const endsAt = termMicros === undefined || !heard ? undefined : this.kernel.now + termMicros;
    if (endsAt !== undefined && (row.endsAt === undefined || endsAt < row.endsAt)) {
      this.containers.set(key, { ...row, endsAt, endsWith: termCode });
      this.scheduleExit(key, endsAt, false);
    }
    this.kernel.cause = cause;
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

  removeContainer(key: string): void {
    const row = this.containers.get(key);
    if (!row || row.state === 'running') return;
    this.call('cri.RemoveContainer', row.node, `pods/${row.podKey}`, { container: row.name, attempt: row.attempt });
    this.containers.delete(key);
    this.listener?.changed(row.node, row.podUID);
  }

  /** The machine loses power: every process of the node is gone. */
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
      // Addresses are written on disk and stay reserved until somebody stops the sandbox.
      if (sandbox.state === 'ready') this.sandboxes.set(id, { ...sandbox, state: 'notready' });
    }
  }
}
