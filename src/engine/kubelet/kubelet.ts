// Models: pkg/kubelet/kubelet.go syncLoopIteration, HandlePodAdditions, HandlePodUpdates, HandlePodRemoves, HandlePodReconcile,
//   HandlePodSyncs, HandlePodCleanups; active_deadline.go
// Simplified: one code for all nodes; changes of Pods are handled when the watch brings them, one after another.
// Not modelled: static Pods, Pods from files, disk and memory pressure.
import { equalJson } from '../../shared/json';
import type { Pod } from '../api/types';
import type { EngineContext, EngineProcess } from '../engine-context';
import type { KernelEvent } from '../kernel/event-queue';
import { ContainerGC } from './container-gc';
import type { Reply, RuntimeListener } from './cri/runtime-state';
import { KubeletFaults } from './faults';
import { HeldPrograms } from './held-programs';
import { NodeAgent } from './node-agent';
import { Pleg, type PlegEvent, type PlegListener } from './pleg';
import { PodAdmitter } from './pod-admitter';
import { nameOf, namespaceOf, uidOf } from './pod-names';
import { isFinal } from './pod-phase';
import { KubeletPodSyncer, podOfRow } from './pod-syncer';
import { PodWorkers } from './pod-workers';
import { Prober } from './prober';
import type { ContainerRow } from './runtime-status';
import type { KubeletServer } from './server';
import { kubeletServer } from './server-part';
import { component, processOf, Shared } from './shared';
import { StatusManager } from './status-manager';

/** housekeepingPeriod, microseconds. */
const housekeepingMicros = 2_000_000;

export class Kubelets implements EngineProcess, RuntimeListener, PlegListener {
  readonly shared: Shared;
  readonly statuses: StatusManager;
  readonly prober: Prober;
  readonly pleg: Pleg;
  readonly workers: PodWorkers;
  readonly syncer: KubeletPodSyncer;
  readonly agent: NodeAgent;
  private readonly server: KubeletServer;
  private readonly garbage: ContainerGC;
  private readonly admitter: PodAdmitter;
  private readonly nodes: readonly string[];

  constructor(context: EngineContext) {
    this.shared = new Shared(context);
    this.nodes = context.config.nodes.map((node) => node.name);
    this.statuses = new StatusManager(this.shared);
    this.garbage = new ContainerGC(this.shared);
    this.admitter = new PodAdmitter(this.shared, this.statuses);
    this.pleg = new Pleg(this.shared, this);
    this.prober = new Prober(this.shared, this.statuses, (node, uid) => this.syncBecauseOf(node, uid));
    this.syncer = new KubeletPodSyncer(this.shared, this.statuses, this.prober, (node) => this.garbage.expect(node));
    this.workers = new PodWorkers(this.shared, this.pleg, this.syncer);
    this.syncer.connect(this.workers);
    this.agent = new NodeAgent(this.shared);
    this.server = kubeletServer(this.shared);
    this.shared.runtime.listen(this);
    context.kernel.on(component, (event) => this.handle(event));
    new KubeletFaults(this);
    new HeldPrograms(this.shared, this.prober);
    for (const node of this.nodes) {
      this.shared.podInformer(node).on({
        add: (pod) => this.added(node, pod),
        update: (before, after) => this.updated(node, before, after),
        delete: (pod) => this.removed(node, pod),
      });
      this.shared.nodeInformer(node).on({
        add: (object) => this.agent.observe(node, object),
        update: (_before, object) => this.agent.observe(node, object),
      });
    }
  }

  boot(): void {
    const { kernel } = this.shared;
    for (const node of this.nodes) kernel.schedule(kernel.now, component, 'start', { node, first: true });
  }

  /** What happens at each kind of the component's own events. */
  private readonly handlers: Readonly<Record<string, (payload: never) => void>> = {
    start: ({ node, first }: { node: string; first: boolean }) => {
      this.agent.start(node, first);
      if (!first) this.adopt(node);
    },
    register: (beat: never) => this.agent.registerAgain(beat),
    lease: (beat: never) => this.agent.leaseDue(beat),
    'node-status': (beat: never) => this.agent.statusDue(beat),
    'node-changed': (beat: never) => this.agent.sendChange(beat),
    relist: ({ node, at }: { node: string; at: number }) => {
      if (this.shared.tables.running(node)) this.pleg.relist(node, at);
    },
    status: ({ node }: { node: string }) => this.statuses.handleNext(node),
    'status-retry': ({ node, uid }: { node: string; uid: string }) => this.statuses.handleRetry(node, uid),
    retry: ({ uid, at }: { uid: string; at: number }) => this.workers.retry(uid, at),
    probe: ({ key, series }: { key: string; series: number }) => this.prober.tick(key, series),
    pulled: (pull: never) => this.syncer.runner.pulled(pull),
    'post-start': (caller: never) => this.syncer.runner.hookEnded(caller),
    kill: (timer: never) => this.syncer.runner.killer.timeUp(timer),
    deadline: (of: { node: string; uid: string }) => this.deadline(of),
    housekeeping: (of: { node: string; generation: number }) => this.housekeeping(of),
    garbage: ({ node }: { node: string }) => this.garbage.collect(node),
  };

  private handle(event: KernelEvent): void {
    this.handlers[event.type]?.(event.payload as never);
  }

  // What the watch brings.

  private added(node: string, pod: Pod): void {
    const { tables } = this.shared;
    if (!tables.running(node)) return;
    const uid = uidOf(pod);
    const key = `${namespaceOf(pod)}/${nameOf(pod)}`;
    if (!tables.workers.has(uid) && !pod.metadata.deletionTimestamp && !isFinal(pod.status?.phase)) {
      if (!this.admitter.admits(node, pod)) return;
      const seconds = pod.spec?.activeDeadlineSeconds;
      if (seconds !== undefined) this.expectDeadline(node, uid, seconds);
    }
    this.workers.update(node, uid, key, { type: 'create', pod });
  }

  private updated(node: string, before: Pod, after: Pod): void {
    const { tables } = this.shared;
    if (!tables.running(node)) return;
    if (before.metadata.uid !== after.metadata.uid) {
      this.removed(node, before);
      this.added(node, after);
      return;
    }
    const uid = uidOf(after);
    const differs =
      !equalJson(before.spec, after.spec) ||
      !equalJson(before.metadata.labels, after.metadata.labels) ||
      !equalJson(before.metadata.annotations, after.metadata.annotations) ||
      before.metadata.deletionTimestamp !== after.metadata.deletionTimestamp ||
      before.metadata.deletionGracePeriodSeconds !== after.metadata.deletionGracePeriodSeconds;
    const worker = tables.workers.get(uid);
    if (differs) {
      this.workers.update(node, uid, `${namespaceOf(after)}/${nameOf(after)}`, { type: 'update', pod: after });
      if (worker?.finished) this.statuses.recheck(node, after);
    } else if (worker) this.reconcile(node, worker.finished === true, before, after);
  }

  /** HandlePodReconcile: only a readiness gate makes the kubelet look at a change of status. */
  private reconcile(node: string, finished: boolean, before: Pod, after: Pod): void {
    const { tables } = this.shared;
    const uid = uidOf(after);
    const worker = tables.workers.get(uid);
    if (worker && !finished && worker.pod !== after) tables.workers.set(uid, { ...worker, pod: after });
    this.statuses.observe(node, after);
    const gates = after.spec?.readinessGates ?? [];
    if (gates.length === 0) return;
    const of = (pod: Pod, type: string) => pod.status?.conditions?.find((condition) => condition.type === type)?.status;
    if (gates.some(({ conditionType }) => of(before, conditionType) !== of(after, conditionType)))
      this.syncBecauseOf(node, uid);
  }

  private removed(node: string, pod: Pod): void {
    if (!this.shared.tables.running(node)) return;
    const uid = uidOf(pod);
    if (this.workers.isFinished(uid)) this.syncer.forget(node, uid);
    else if (this.shared.tables.workers.has(uid)) {
      this.workers.update(node, uid, `${namespaceOf(pod)}/${nameOf(pod)}`, { type: 'kill', pod });
    } else this.statuses.forget(uid);
  }

  /** HandlePodSyncs, for a Pod of which something was learned. */
  private syncBecauseOf(node: string, uid: string): void {
    const worker = this.shared.tables.workers.get(uid);
    if (!worker || worker.finished) return;
    const pod = this.shared.configuredPod(node, worker.key, uid);
    if (pod) this.workers.update(node, uid, worker.key, { type: 'sync', pod });
  }

  private expectDeadline(node: string, uid: string, seconds: number): void {
    const { kernel } = this.shared;
    // A start time is a whole second, and the deadline is looked at once a second.
    const at = Math.ceil(kernel.now / 1e6) * 1e6 + seconds * 1e6;
    kernel.schedule(at, component, 'deadline', { node, uid }, { background: seconds > 120 });
  }

  private deadline({ node, uid }: { node: string; uid: string }): void {
    const { tables, kernel } = this.shared;
    const worker = tables.workers.get(uid);
    if (!worker || worker.terminatingAt !== undefined || !tables.running(node)) return;
    kernel.cause = kernel.emit({
      actor: processOf(node),
      verb: 'kubelet.evict',
      subject: `pods/${worker.key}`,
      level: 'action',
      detail: { reason: 'DeadlineExceeded' },
    });
    this.syncBecauseOf(node, uid);
  }

  // What the runtime and the PLEG tell.

  replied(reply: Reply): void {
    if (this.shared.tables.running(reply.caller.node)) this.syncer.runner.replied(reply);
  }

  exited(key: string, row: ContainerRow): void {
    this.server.containerEnded(key);
    if (this.shared.tables.running(row.node)) this.syncer.runner.killer.exited(key);
  }

  changed(node: string, podUID: string): void {
    if (this.shared.tables.running(node)) this.pleg.changed(node, podUID);
  }

  podChanged(node: string, uid: string, events: readonly PlegEvent[]): void {
    const { kernel } = this.shared;
    const cause = kernel.cause;
    if (events.some((event) => event.type !== 'ContainerRemoved')) this.syncBecauseOf(node, uid);
    kernel.cause = cause;
    for (const event of events) if (event.type === 'ContainerDied') this.garbage.removeOldDead(uid, event.id);
  }

  cacheRenewed(node: string): void {
    this.workers.cacheRenewed(node);
    const { runtime } = this.shared;
    if (runtime.imagesByNode.count(node) !== this.agent.reportedImages(node)) this.agent.changed(node);
  }

  // Housekeeping.

  /** A kubelet that has just started: it lists the runtime, and ends what no Pod stands for. */
  private adopt(node: string): void {
    const { runtime, tables } = this.shared;
    for (const id of runtime.sandboxesByNode.keys(node)) {
      const sandbox = runtime.sandboxes.get(id);
      if (sandbox) this.pleg.changed(node, sandbox.podUID);
    }
    this.expectHousekeeping(node, tables.kubelets.get(node)?.generation ?? 0, false);
  }

  private expectHousekeeping(node: string, generation: number, background: boolean): void {
    const { kernel } = this.shared;
    kernel.schedule(kernel.now + housekeepingMicros, component, 'housekeeping', { node, generation }, { background });
  }

  private housekeeping({ node, generation }: { node: string; generation: number }): void {
    const { runtime, tables, kernel } = this.shared;
    if (tables.running(node)?.generation !== generation) return;
    kernel.cause = kernel.emit({
      actor: processOf(node),
      verb: 'kubelet.sync',
      subject: `nodes/${node}`,
      level: 'micro',
      detail: { work: 'housekeeping' },
    });
    // Before it knows all its Pods a kubelet must not take any for lost.
    if (!this.shared.sourcesReady(node)) {
      this.expectHousekeeping(node, generation, true);
      return;
    }
    const cause = kernel.cause;
    for (const id of [...runtime.sandboxesByNode.keys(node)]) {
      const sandbox = runtime.sandboxes.get(id);
      if (sandbox?.state !== 'ready' || tables.workers.has(sandbox.podUID)) continue;
      kernel.cause = cause;
      this.workers.orphan(node, sandbox.podUID, sandbox.podKey, podOfRow(sandbox));
    }
    this.garbage.expect(node);
  }

  /** The kubelet's process ends; containers go on. What it had in memory is gone. */
  stop(node: string): void {
    const { tables } = this.shared;
    const row = tables.kubelets.get(node);
    if (!row || row.state === 'stopped') return;
    tables.kubelets.set(node, { ...row, state: 'stopped', stoppedBy: this.shared.kernel.cause });
    for (const uid of [...tables.workersByNode.keys(node)]) {
      this.syncer.runner.drop(node, uid);
      this.syncer.forgetMemory(uid);
    }
    for (const uid of [...tables.cacheByNode.keys(node)]) tables.cache.delete(uid);
    for (const uid of [...tables.changedByNode.keys(node)]) tables.changed.delete(uid);
    tables.relists.delete(node);
    tables.statusQueues.delete(node);
    this.agent.forget(node);
    this.shared.context.reflectors.stop(processOf(node));
  }

  /** Starts a stopped kubelet anew: it finds its Pods at the API server, and their containers in the runtime. */
  restart(node: string): void {
    const { kernel, tables } = this.shared;
    if (tables.kubelets.get(node)?.state === 'running') return;
    kernel.schedule(kernel.now + 1_000_000, component, 'start', { node, first: false });
  }
}

/** All kubelets of a cluster, one a node of the config. */
export function kubelets(context: EngineContext): EngineProcess {
  return new Kubelets(context);
}
