// Models: pkg/kubelet/kuberuntime/kuberuntime_gc.go GarbageCollect; pkg/kubelet/pod_container_deletor.go
// Simplified: what can be collected goes at the next minute; of a container's dead attempts one is kept.
// Not modelled: minimum-container-ttl-duration, limits of dead containers a node.
import { component, processOf, type Shared } from './shared';

/** ContainerGCPeriod, microseconds. */
const periodMicros = 60_000_000;

export class ContainerGC {
  private readonly shared: Shared;

  constructor(shared: Shared) {
    this.shared = shared;
  }

  private get due() {
    return this.shared.kernel.table<number>('container-gc', { traced: false });
  }

  /** Lets the container garbage collector run at its next minute. */
  expect(node: string): void {
    const { kernel } = this.shared;
    if (this.due.has(node)) return;
    const phase = Math.floor(kernel.rand('kubelet', 'container-gc', node, 0) * periodMicros);
    const at = Math.floor((kernel.now - phase) / periodMicros + 1) * periodMicros + phase;
    this.due.set(node, at);
    kernel.schedule(at, component, 'garbage', { node }, { background: true });
  }

  /** GarbageCollect: dead containers and sandboxes of Pods that are gone. */
  collect(node: string): void {
    const { runtime, tables, kernel } = this.shared;
    kernel.cause = kernel.emit({
      actor: processOf(node),
      verb: 'kubelet.sync',
      subject: `nodes/${node}`,
      level: 'micro',
      detail: { work: 'container-gc' },
    });
    this.due.delete(node);
    if (!tables.running(node)) return;
    if (!this.shared.sourcesReady(node)) {
      this.expect(node);
      return;
    }
    this.removeOrphanedResources(node);
    for (const id of [...runtime.sandboxesByNode.keys(node)]) {
      const sandbox = runtime.sandboxes.get(id);
      if (!sandbox || sandbox.state === 'ready') continue;
      const worker = tables.workers.get(sandbox.podUID);
      const newest = runtime.podStatus(sandbox.podUID).sandboxes[0];
      if (worker && newest?.id === id) continue;
      if (!worker) for (const key of [...runtime.containersByPod.keys(sandbox.podUID)]) runtime.removeContainer(key);
      if (!runtime.containersByPod.rows(sandbox.podUID).some((row) => row.sandbox === id)) runtime.removePodSandbox(id);
    }
  }

  /** cleanupOrphanedPodCgroups: what is left of Pods that went while nobody looked. */
  private removeOrphanedResources(node: string): void {
    const { tables, kernel } = this.shared;
    for (const uid of [...tables.resourcesByNode.keys(node)]) {
      if (tables.workers.has(uid)) continue;
      const detail = { remove: tables.resources.get(uid)?.cgroup };
      kernel.emit({ actor: processOf(node), verb: 'kubelet.cgroup', subject: uid, level: 'micro', detail });
      tables.resources.delete(uid);
    }
  }

  /** cleanUpContainersInPod: of a container that has died, only the newest dead one is kept. */
  removeOldDead(uid: string, id: string): void {
    const { tables, runtime } = this.shared;
    const status = tables.cache.get(uid)?.status;
    const died = status?.containers.find((row) => row.id === id);
    if (!status || !died) return;
    const dead = status.containers.filter((row) => row.name === died.name && row.state === 'exited');
    for (const row of dead.slice(1)) runtime.removeContainer(runtime.containerKey(uid, row.name, row.attempt));
  }
}
