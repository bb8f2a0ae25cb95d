import type { Case, CaseAdapter, Failure } from '../../../host/cases/case-form';
import { compareValues } from '../../../host/cases/compare';
import { compareEvents, comparePaths, type RecordedEvent } from '../../../host/cases/compare-actions';
import { ComponentBench } from '../../../host/cases/component-bench';
import { formatMicroTime, formatTime } from '../../../shared/time';
import type { KubeObject } from '../../api/meta';
import type { Lease, Node, NodeCondition, Pod } from '../../api/types';
import { configure } from '../../config';
import { compareObjectsOf } from '../garbagecollector/cases';
import { monitorPeriodMicros } from './health';
import { nodeLifecycleController } from './node-lifecycle-controller';
import { taintingRate, type ZoneState, zoneStateOf } from './zones';

interface Given {
  readonly objects?: readonly KubeObject[];
  readonly now?: string;
  readonly nodeMonitorGracePeriodSeconds?: number;
  readonly transition?: string;
  readonly kubelet?: string;
}

const second = 1e6;

/** What the API server would refuse a write without. */
function completed(given: KubeObject): KubeObject {
  if (given.kind !== 'Pod') return given;
  const pod = given as Pod;
  return { ...pod, spec: { ...pod.spec, containers: [{ name: 'app', image: 'app:1' }] } } as Pod;
}

const leaseOf = (node: string): Lease => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: node, namespace: 'kube-node-lease' },
  spec: { holderIdentity: node, leaseDurationSeconds: 40 },
});

/** A node beside those of the case: what is wrong is not wrong with the whole zone. */
function healthy(name: string): readonly KubeObject[] {
  const conditions = [{ type: 'Ready', status: 'True' }];
  const node: Node = { apiVersion: 'v1', kind: 'Node', metadata: { name }, status: { conditions } };
  return [node, leaseOf(name)];
}

function benchOf(c: Case, objects: readonly KubeObject[]): ComponentBench {
  const { now, nodeMonitorGracePeriodSeconds } = (c.given ?? {}) as Given;
  const { controllerManager } = configure();
  const settings = nodeMonitorGracePeriodSeconds === undefined ? {} : { nodeMonitorGracePeriodSeconds };
  return new ComponentBench([nodeLifecycleController], [...objects.map(completed), ...healthy('other-1')], now, {
    controllerManager: { ...controllerManager, ...settings },
  });
}

/** The kubelet of a node renews its lease every ten seconds, and does nothing else. */
function runWithLease(bench: ComponentBench, node: string, until: number): void {
  const lease = leaseOf(node);
  for (let at = 0; at <= until; at += 10 * second) {
    bench.kernel.runUntil(at);
    bench.kernel.perform(() => {
      bench.kernel.emit({ actor: `kubelet/${node}`, verb: 'kubelet.sync', subject: node, level: 'micro' });
      const path = `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${node}`;
      const renewTime = formatMicroTime(bench.api.epochMicros(at));
      const body = { ...lease, spec: { ...lease.spec, renewTime } };
      const stored = bench.api.storage.table('leases').get(`kube-node-lease/${node}`);
      const resourceVersion = stored?.metadata.resourceVersion;
      const metadata = { ...lease.metadata, ...(resourceVersion ? { resourceVersion } : {}) };
      bench.api.handle({ method: 'PUT', path, body: { ...body, metadata }, user: `kubelet/${node}`, trusted: true });
    });
  }
}

/** Those Events that the case speaks of: of its reasons, and of its objects where it names them. */
function spokenOf(events: readonly RecordedEvent[], expected: unknown, node: string): RecordedEvent[] {
  const lines = (expected ?? []) as { reason?: string; on?: string }[];
  return events.filter(({ reason, on }) =>
    lines.some((line) => line.reason === reason && (line.on ?? `Node ${node}`) === on),
  );
}

function compareOutcome(c: Case, bench: ComponentBench, node: string): Failure[] {
  const failures = compareObjectsOf(c, bench);
  if (c.then.events !== undefined)
    failures.push(...compareEvents(spokenOf(bench.events, c.then.events, node), c.then.events, true));
  for (const line of (c.then.writes ?? []) as { name: string; kind: string; set: Record<string, unknown> }[])
    failures.push(...comparePaths(bench.find(line), line.set, [], bench.before(line)));
  return failures;
}

function unknown(bench: ComponentBench, name: string): boolean {
  const node = bench.find({ kind: 'Node', name }) as Node | undefined;
  return node?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'Unknown') ?? false;
}

/** The controller looks at a node until it has nothing more to do at once; a node that is lost is silent for a minute before. */
function reconcile(c: Case): Failure[] {
  const { objects = [], transition } = (c.given ?? {}) as Given;
  const { name } = c.when.reconcile as { name: string };
  const before = objects.map((object): KubeObject => {
    if (transition === undefined || object.kind !== 'Node') return object;
    const node = object as Node;
    const conditions = (node.status?.conditions ?? []).map(
      (condition): NodeCondition => ({ ...condition, status: 'True' }),
    );
    return { ...node, status: { ...node.status, conditions } } as Node;
  });
  const bench = benchOf(c, before);
  bench.fillCaches();
  runWithLease(bench, 'other-1', (transition === undefined ? 16 : 70) * second);
  const failures = compareOutcome(c, bench, name);
  const { phaseStays } = (c.then.values ?? {}) as { phaseStays?: string };
  if (phaseStays === undefined) return failures;
  for (const pod of bench.api.storage.table('pods').values() as Pod[])
    failures.push(...compareValues({ phaseStays: pod.status?.phase }, { phaseStays }));
  return failures;
}

/** Time goes by, and then the next pass of the monitor. */
function advance(c: Case): Failure[] {
  const { objects = [], kubelet } = (c.given ?? {}) as Given;
  const [node] = objects.filter(({ kind }) => kind === 'Node');
  const name = node?.metadata.name ?? '';
  const until = Number.parseFloat(String(c.when.advance)) * second;
  const pass = Math.ceil(until / monitorPeriodMicros) * monitorPeriodMicros;
  const bench = benchOf(c, objects);
  bench.fillCaches();
  if (kubelet?.startsWith('renews')) runWithLease(bench, name, pass);
  bench.kernel.runUntil(pass + second);
  const values = compareValues({ markedUnknown: unknown(bench, name) }, c.then.values);
  return [...values, ...compareOutcome(c, bench, name)];
}

function zoneState(c: Case): Failure[] {
  const { zone, unhealthyZoneThreshold } = c.given as {
    zone: { readyNodes: number; notReadyNodes: number };
    unhealthyZoneThreshold: number;
  };
  return compareValues(
    { state: zoneStateOf(zone.readyNodes, zone.notReadyNodes, unhealthyZoneThreshold) },
    c.then.values,
  );
}

/** How many nodes of a lost zone may be tainted depends on the other zones: the controller itself decides it. */
function rate(c: Case): Failure[] {
  const { nodesInZone, state, otherZones } = c.given as {
    nodesInZone: number;
    state: ZoneState;
    otherZones?: ZoneState;
  };
  if (otherZones === undefined)
    return compareValues({ nodesPerSecond: taintingRate(state, nodesInZone) }, c.then.values);
  const lost = (given: ZoneState) => (given === 'FullDisruption' ? 'Unknown' : 'True');
  const zone = (name: string, count: number, status: string): Node[] =>
    Array.from(
      { length: count },
      (_, i): Node => ({
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name: `${name}-${i}`, labels: { 'topology.kubernetes.io/zone': name } },
        status: { conditions: [{ type: 'Ready', status, lastHeartbeatTime: formatTime(0) }] },
      }),
    );
  const bench = new ComponentBench(
    [nodeLifecycleController],
    [...zone('a', nodesInZone, lost(state)), ...zone('b', 3, lost(otherZones))],
  );
  bench.fillCaches();
  bench.kernel.runUntil(11 * second);
  const rows = bench.kernel.table<{ readonly rate: number }>('node-zones');
  return compareValues({ nodesPerSecond: rows.get('zone/:\x00:a')?.rate }, c.then.values);
}

const area = 'node-lifecycle';
const topic = 'taints-heartbeats-eviction';

export const adapters: CaseAdapter[] = [
  { area, topic, when: 'reconcile', run: reconcile },
  { area, topic, when: 'advance', run: advance },
  { area, topic, when: 'compute:zone state', run: zoneState },
  { area, topic, when: 'compute:NoExecute tainting rate', run: rate },
];
