// Models: containerd internal/cri/server: RunPodSandbox, PodSandboxStatus, StopPodSandbox, RemovePodSandbox
// Simplified: a sandbox is seen by others once it is ready; the pause image is on each node.
// Not modelled: runtime handlers, checkpoint and restore.
import type { Pod } from '../../api/types';
import { hex64 } from '../../workloads/image-reference';
import { nameOf, namespaceOf } from '../pod-names';
import { namespacesOf, type SandboxRow } from '../runtime-status';
import { type Caller, containerd, RuntimeState, type SandboxWork } from './runtime-state';
import { callMicros, spread } from './timing';

export const pauseImage = 'registry.k8s.io/pause:3.10.1';

/** A sandbox of a Pod as it is once it runs. */
function newSandbox(
  seedText: string,
  node: string,
  pod: Pod,
  attempt: number,
  ip: string,
  createdAt: number,
): SandboxRow {
  const uid = pod.metadata.uid ?? '';
  return {
    id: hex64(`${seedText} sandbox ${uid} ${attempt} ${createdAt}`),
    node,
    podUID: uid,
    podKey: `${pod.metadata.namespace}/${pod.metadata.name}`,
    attempt,
    state: 'ready',
    createdAt,
    ip,
    hostNetwork: pod.spec?.hostNetwork === true,
    namespaces: namespacesOf(pod.spec ?? {}),
    image: pauseImage,
  };
}

/** What the runtime says when the network of a sandbox cannot be set up. */
function networkError(id: string, error: string): string {
  return `rpc error: code = Unknown desc = failed to setup network for sandbox "${id}": ${error}`;
}

export class SandboxRuntime extends RuntimeState {
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
    if (pod.spec?.hostNetwork) this.kernel.schedule(doneAt, containerd, 'sandbox', work);
    else this.kernel.schedule(at + callMicros.cniAdd, containerd, 'network', work);
  }

  /** CNI ADD: the bridge plugin asks host-local for an address and plugs the Pod in. */
  protected networkReady(work: SandboxWork): void {
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
    this.kernel.schedule(doneAt, containerd, 'sandbox', { ...work, ip: found.address });
  }

  protected sandboxReady({ caller, pod, attempt, ip }: SandboxWork): void {
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

  /** Takes the network away and stops the pause process. */
  stopPodSandbox(caller: Caller, id: string, at: number): void {
    const row = this.sandboxes.get(id);
    this.call('cri.StopPodSandbox', caller.node, `pods/${row?.podKey ?? ''}`, { sandbox: id, sentAt: at });
    const doneAt = at + spread(this.kernel, callMicros.StopPodSandbox, 'StopPodSandbox', id, 0);
    this.kernel.schedule(doneAt, containerd, 'sandbox-stopped', { caller, key: id, sentAt: at });
  }

  protected sandboxStopped({ caller, key, sentAt }: { caller: Caller; key: string; sentAt: number }): void {
    const row = this.sandboxes.get(key);
    if (row) this.releaseAddress(row);
    this.reply(caller, 'StopPodSandbox', `pods/${row?.podKey ?? ''}`, sentAt, {});
    if (row && row.state === 'ready') {
      this.sandboxes.set(key, { ...row, state: 'notready' });
      this.listener?.changed(row.node, row.podUID);
    }
    this.listener?.replied({ call: 'StopPodSandbox', caller });
  }

  /** CNI DEL, unless it was done before. */
  private releaseAddress(row: SandboxRow): void {
    if (row.ip === '' || this.ipam.leases.get(row.ip)?.owner !== row.podUID) return;
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

  /** The sandbox's own process dies; its network stays until somebody stops it. */
  killSandbox(row: SandboxRow): void {
    this.kernel.cause = this.kernel.emit({
      actor: `containerd/${row.node}`,
      target: `pods/${row.podKey}`,
      verb: 'container.process',
      subject: `pods/${row.podKey}`,
      level: 'action',
      detail: { container: 'pause', signal: 'SIGKILL' },
    });
    this.sandboxes.set(row.id, { ...row, state: 'notready' });
    this.listener?.changed(row.node, row.podUID);
  }

  removePodSandbox(id: string): void {
    const row = this.sandboxes.get(id);
    if (!row || row.state === 'ready') return;
    this.call('cri.RemovePodSandbox', row.node, `pods/${row.podKey}`, { sandbox: id });
    this.releaseAddress(row);
    this.sandboxes.delete(id);
    this.listener?.changed(row.node, row.podUID);
  }
}
