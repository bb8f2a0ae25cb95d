// Models: pkg/controller/nodelifecycle/node_lifecycle_controller.go
// Simplified: passes of the monitor come at whole multiples of --node-monitor-period; nodes of a pass are all looked at at
//   once, upstream's eight at a time; a node or a Pod at which there is nothing to do is not queued; the NoExecute pass
//   comes when a token is there, and not ten times a second.
// Not modelled: taints for nodes that a cloud shuts down (cloud-node-lifecycle-controller).
import { parseTime } from '../../../shared/time';
import { type KindDefinition, kindOf } from '../../api/kinds';
import { keyOfObject } from '../../api/meta';
import type { Lease, Node, Pod } from '../../api/types';
import type { Controller, ControllerContext, ControllerDefinition, SyncResult } from '../../client/controller';
import type { Informer } from '../../client/informer';
import type { Session } from '../../client/session';
import type { KernelEvent } from '../../kernel/event-queue';
import { GroupIndex } from '../../kernel/group-index';
import type { Table } from '../../kernel/table';
import {
  graceMicros,
  type HealthRow,
  monitorPeriodMicros,
  passAfter,
  passSeeing,
  readyOf,
  withUnknownConditions,
} from './health';
import { labelsToReconcile, reconcileLabels } from './labels';
import { markPodsNotReady } from './pods-not-ready';
import { causeOfSilence } from './silence';
import { conditionTaintDiff, hasTaint, nodes, notReady, removeTaints, swapTaints, unreachable } from './taints';
import { type Tainting, ZoneTainter } from './zone-tainter';
import { type ZoneState, zoneKeyOf, zoneStateOf } from './zones';

const pods = kindOf('', 'v1', 'pods') as KindDefinition;

const leases = kindOf('coordination.k8s.io', 'v1', 'leases') as KindDefinition;
const leaseNamespace = 'kube-node-lease';
const component = 'node-lifecycle';
const excludeLabel = 'node.kubernetes.io/exclude-disruption';
/** NodeHealthUpdateRetry */
const healthUpdateTries = 5;

interface Counts {
  ready: number;
  notReady: number;
}

class NodeLifecycleController implements Controller, Tainting {
  private readonly context: ControllerContext;
  private readonly nodes: Informer<Node>;
  private readonly pods: Informer<Pod>;
  private readonly leases: Informer<Lease>;
  private readonly podsByNode: GroupIndex<Pod>;
  private readonly health: Table<HealthRow>;
  private readonly loops: Table<number>;
  private readonly zones: ZoneTainter;

  constructor(context: ControllerContext) {
    this.context = context;
    const { kernel } = context;
    this.nodes = context.informer<Node>(nodes);
    this.pods = context.informer<Pod>(pods);
    this.leases = context.informer<Lease>(leases);
    this.podsByNode = GroupIndex.on(this.pods.cache, (pod) => pod.spec?.nodeName);
    this.health = kernel.table<HealthRow>('node-health', { traced: false });
    this.loops = kernel.table<number>('node-lifecycle-loops', { traced: false });
    this.zones = new ZoneTainter(kernel, component, this);
    kernel.on(component, (event) => this.handle(event));
  }

  register(): void {
    this.nodes.on({
      add: (node) => this.nodeAdded(node),
      update: (before, node) => this.nodeUpdated(before, node),
    });
    this.leases.on({
      add: (lease) => this.renewed(undefined, lease),
      update: (before, lease) => this.renewed(before, lease),
    });
    this.pods.on({
      add: (pod) => this.podBound(pod),
      update: (before, pod) => {
        if (before.spec?.nodeName !== pod.spec?.nodeName) this.podBound(pod);
      },
    });
  }

  // What the caches tell.

  private nodeAdded(node: Node): void {
    const { kernel } = this.context;
    const name = node.metadata.name ?? '';
    const created = (parseTime(node.metadata.creationTimestamp) ?? 0) - this.context.epochMicros(0);
    const probeAt = readyOf(node) ? passSeeing(kernel.now) : created;
    const { uid = '' } = node.metadata;
    const known = this.health.get(name)?.known ?? false;
    this.health.set(name, { uid, probeAt, heard: kernel.cause, ready: '', retry: false, known });
    this.enqueue(node);
    if (this.loops.has('monitor')) return;
    this.loops.set('monitor', kernel.now);
    kernel.schedule(passAfter(kernel.now), component, 'monitor', null, { background: true });
  }

  private nodeUpdated(before: Node, node: Node): void {
    this.enqueue(node);
    const now = readyOf(node);
    if (!now || now.lastHeartbeatTime === readyOf(before)?.lastHeartbeatTime) return;
    if (now.reason !== 'NodeStatusNeverUpdated') this.heardOf(node.metadata.name ?? '');
  }

  private renewed(before: Lease | undefined, lease: Lease): void {
    const { namespace, name = '' } = lease.metadata;
    if (namespace !== leaseNamespace) return;
    if (before && (before.spec?.renewTime ?? '') >= (lease.spec?.renewTime ?? '')) return;
    this.heardOf(name);
  }

  private heardOf(name: string): void {
    const { kernel } = this.context;
    const row = this.health.get(name);
    if (row) this.health.set(name, { ...row, probeAt: passSeeing(kernel.now), heard: kernel.cause });
  }

  private enqueue(node: Node): void {
    const { add, remove } = conditionTaintDiff(node);
    if (add.length > 0 || remove.length > 0 || labelsToReconcile(node))
      this.context.queue.add(node.metadata.name ?? '');
  }

  /** A Pod that was bound to a node of which nobody knows is told so; those bound before were told by the pass. */
  private podBound(pod: Pod): void {
    const node = pod.spec?.nodeName;
    const row = node ? this.health.get(node) : undefined;
    if (row && row.ready !== '' && row.ready !== 'True') this.context.queue.add(`pods/${keyOfObject(pod)}`);
  }

  /** doNoScheduleTaintingPass and reconcileNodeLabels of a node; processPod of a Pod. */
  sync(key: string, session: Session): SyncResult {
    if (key.startsWith('pods/')) return this.processPod(key.slice('pods/'.length), session);
    const node = this.nodes.get(key);
    if (!node) return undefined;
    const { add, remove } = conditionTaintDiff(node);
    if (add.length > 0 || remove.length > 0) swapTaints(session, node, add, remove);
    reconcileLabels(session, node);
    return undefined;
  }

  private processPod(key: string, session: Session): SyncResult {
    const pod = this.pods.get(key);
    const row = this.health.get(pod?.spec?.nodeName ?? '');
    if (!pod || !row || row.ready === '' || row.ready === 'True') return undefined;
    const told = markPodsNotReady(session, this.context.recorder, [pod]);
    return told ? undefined : { error: `unable to mark pod ${key} NotReady` };
  }

  // The passes.

  private handle(event: KernelEvent): void {
    if (event.type === 'taint') this.zones.pass((event.payload as { zone: string }).zone);
    else this.monitor();
  }

  /** Says that something is done about a node, and because of what. */
  private begin(name: string, cause: number, work: string): void {
    const { kernel } = this.context;
    kernel.cause = kernel.emit({
      actor: nodeLifecycleController.actor,
      verb: 'controller.sync',
      subject: `nodes/${name}`,
      level: 'action',
      cause,
      detail: { work },
    });
  }

  /** monitorNodeHealth */
  private monitor(): void {
    const { kernel } = this.context;
    const ofPass = kernel.cause;
    kernel.schedule(kernel.now + monitorPeriodMicros, component, 'monitor', null, { background: true });
    for (const name of [...this.health.keys()]) if (!this.nodes.get(name)) this.removed(name);
    const counts = new Map<string, Counts>();
    for (const name of [...this.nodes.cache.keys()]) {
      kernel.cause = ofPass;
      const node = this.nodes.get(name) as Node;
      const row = this.health.get(name);
      if (row && !row.known) this.recordRegistration(node, row);
      const status = this.look(name, node);
      if (status === undefined || node.metadata.labels?.[excludeLabel] !== undefined) continue;
      const zone = zoneKeyOf(node);
      const count = counts.get(zone) ?? { ready: 0, notReady: 0 };
      if (status === 'True') count.ready++;
      else count.notReady++;
      counts.set(zone, count);
    }
    this.handleDisruption(counts);
    kernel.cause = ofPass;
  }

  private recordRegistration(node: Node, row: HealthRow): void {
    const { name = '' } = node.metadata;
    this.begin(name, row.heard, 'register');
    this.health.set(name, { ...row, known: true });
    this.recordNodeEvent(name, row.uid, 'RegisteredNode', `Registered Node ${name} in Controller`);
    this.zones.ensure(zoneKeyOf(node));
    this.markReachable(this.context.session(), node);
  }

  private removed(name: string): void {
    const row = this.health.get(name) as HealthRow;
    this.begin(name, row.heard, 'remove');
    this.recordNodeEvent(name, row.uid, 'RemovingNode', `Removing Node ${name} from Controller`);
    this.health.delete(name);
  }

  private recordNodeEvent(name: string, uid: string, reason: string, text: string): void {
    this.context.recorder.event(nodes, { metadata: { name, uid } }, 'Normal', reason, `Node ${name} event: ${text}`);
  }

  /** One node in a pass. Returns the status of Ready that counts for its zone; `undefined` when it could not be told. */
  private look(name: string, cached: Node): string | undefined {
    const { kernel, config } = this.context;
    const row = this.health.get(name);
    if (!row) return undefined;
    const grace = config.controllerManager.nodeMonitorGracePeriodSeconds * 1e6;
    let node = cached;
    let observed = readyOf(node)?.status ?? 'Unknown';
    let session: Session | undefined;
    if (kernel.now > row.probeAt + graceMicros(node, grace)) {
      for (let n = 1; ; n++) {
        session ??= this.context.session();
        const changed = withUnknownConditions(node, session.epochMicros);
        observed = readyOf(node)?.status ?? 'Unknown';
        if (readyOf(changed) === readyOf(node)) break;
        if (n === 1) this.begin(name, causeOfSilence(kernel, name, row.heard), 'silent');
        const updated = session.updateStatus<Node>(nodes, changed);
        if (updated.ok) {
          node = updated.object;
          break;
        }
        const got = session.get<Node>(nodes, undefined, name);
        if (!got.ok || n === healthUpdateTries) return undefined;
        node = got.object;
      }
    }
    const current = readyOf(node)?.status;
    if (current === undefined) return '';
    this.process(name, node, observed, current, row);
    return current;
  }

  /** processTaintBaseEviction, and what the Pods are told. */
  private process(name: string, node: Node, observed: string, current: string, row: HealthRow): void {
    const { kernel, recorder } = this.context;
    const begun = kernel.cause;
    const lost = current !== 'True' && observed === 'True';
    const tell = lost || (row.retry && observed !== 'True');
    const cause = observed === 'True' && current === 'True' ? row.heard : begun;
    if (observed === 'True') {
      if (hasTaint(node, unreachable) || hasTaint(node, notReady) || this.zones.knows(zoneKeyOf(node), name)) {
        if (!lost) this.begin(name, cause, 'reachable');
        this.markReachable(this.context.session(), node);
      }
    } else {
      const [own, other] = observed === 'False' ? [notReady, unreachable] : [unreachable, notReady];
      if (hasTaint(node, other)) {
        this.begin(name, row.heard, 'swap taints');
        swapTaints(this.context.session(), node, [own], [other]);
      } else if (this.zones.wants(zoneKeyOf(node), name, hasTaint(node, own))) {
        const why = observed === 'Unknown' ? causeOfSilence(kernel, name, row.heard) : row.heard;
        this.begin(name, why, 'queue for tainting');
        this.zones.add(zoneKeyOf(node), name);
      }
    }
    let retry = false;
    if (tell) {
      if (!lost) this.begin(name, row.heard, 'tell Pods');
      else
        recorder.event(
          nodes,
          { metadata: { name, uid: row.uid } },
          'Normal',
          'NodeNotReady',
          `Node ${name} status is now: NodeNotReady`,
        );
      retry = !markPodsNotReady(this.context.session(), recorder, this.podsByNode.rows(name));
    }
    const after = this.health.get(name) ?? row;
    if (after.ready === current && after.retry === retry) return;
    if (kernel.cause === begun && !lost) this.begin(name, row.heard, 'note');
    this.health.set(name, { ...after, ready: current, retry });
  }

  private markReachable(session: Session, node: Node): void {
    if (removeTaints(session, node, [unreachable, notReady]))
      this.zones.forget(zoneKeyOf(node), node.metadata.name ?? '');
  }

  /** handleDisruption: how many nodes are lost decides how fast, and whether at all, Pods are moved. */
  private handleDisruption(counts: ReadonlyMap<string, Counts>): void {
    const { kernel } = this.context;
    const states = new Map<string, ZoneState>();
    for (const [zone, { ready, notReady: lost }] of counts) states.set(zone, zoneStateOf(ready, lost));
    const before = this.zones.states(states);
    const full = (state: ZoneState) => state === 'FullDisruption';
    const allAre = [...states.values()].every(full);
    const allWere = [...before.values()].every(full);
    if (allAre && allWere) return;
    const sizeOf = (zone: string) => (counts.get(zone)?.ready ?? 0) + (counts.get(zone)?.notReady ?? 0);
    const changed = [...states].filter(([zone, state]) => before.get(zone) !== state);
    if (changed.length === 0) return;
    kernel.cause = kernel.emit({
      actor: nodeLifecycleController.actor,
      verb: 'sync.decide',
      subject: 'zones',
      level: 'action',
      detail: { before: Object.fromEntries(before), states: Object.fromEntries(states) },
    });
    if (allAre) {
      for (const name of [...this.nodes.cache.keys()])
        this.markReachable(this.context.session(), this.nodes.get(name) as Node);
      for (const zone of states.keys()) this.zones.stop(zone);
      return;
    }
    if (allWere) {
      const probeAt = kernel.now;
      for (const name of this.health.keys()) {
        const row = this.health.get(name) as HealthRow;
        this.health.set(name, { ...row, probeAt });
      }
    }
    for (const [zone, state] of changed) this.zones.enter(zone, state, sizeOf(zone));
  }

  /** A token is there for a node: it gets its NoExecute taint. False: to be tried again. */
  taint(name: string): boolean {
    const node = this.nodes.get(name);
    const status = node && readyOf(node)?.status;
    if (!node || status === undefined || status === 'True') return true;
    const [own, other] = status === 'False' ? [notReady, unreachable] : [unreachable, notReady];
    return swapTaints(this.context.session(), node, [own], [other]);
  }

  announce(name: string): void {
    this.begin(name, this.context.kernel.cause, 'taint');
  }
}

export const nodeLifecycleController: ControllerDefinition = {
  name: 'node_lifecycle_controller',
  workers: 8,
  actor: 'node-lifecycle-controller',
  eventSource: 'node-controller',
  build: (context) => new NodeLifecycleController(context),
};
