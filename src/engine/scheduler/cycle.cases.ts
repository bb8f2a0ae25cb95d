// Models: nothing of Kubernetes; drives a whole scheduler in a whole cluster, and its pure functions, for the cases.
// Simplified: —
// Not modelled: —
import type { Case, CaseAdapter, Failure } from '../../host/cases/case-form';
import { compareValue, compareValues } from '../../host/cases/compare';
import { configurationOf, gatesOf, type Manifest, objectsOf, withUid } from '../../host/cases/scheduler-given';
import { hashText } from '../../shared/hash';
import { formatMicroTime, parseTime } from '../../shared/time';
import { type KindDefinition, kindByGvk } from '../api/kinds';
import { type KubeObject, keyOf, keyOfObject } from '../api/meta';
import type { Event, Node, Pod } from '../api/types';
import { Cluster } from '../cluster';
import type { ClusterConfig } from '../config';
import type { EngineContext, EngineProcess } from '../engine-context';
import { fitErrorMessage, truncateMessage } from './framework/fit-error';
import type { Refusal } from './framework/node-to-status';
import { newStatus } from './framework/status';
import { prioritySort } from './plugins/priority-sort';
import { compareFilters } from './plugins.cases';
import { QueueIndex } from './queue/queue-index';
import { backoffDuration, type QueuedPod } from './queue/queued-pod';
import { numFeasibleNodesToFind, selectHost } from './scheduling-algorithm';
import type { ScoreVerdicts } from './verdicts';

const second = 1e6;
/** The scheduler's caches are filled by then; from here on the times of a case count. */
const startMicros = second;

function kindOfManifest(object: KubeObject): KindDefinition {
  const kind = kindByGvk(object.apiVersion ?? 'v1', object.kind ?? '');
  if (!kind) throw new Error(`no kind ${object.apiVersion} ${object.kind}`);
  return kind;
}

/** Command `put` (an object) and `remove` (kind, key): writes into the store as it is, past validation. */
function store({ kernel, api }: EngineContext): EngineProcess {
  kernel.on('store', ({ type, payload }) => {
    kernel.cause = kernel.emit({ actor: 'cases', verb: 'command', subject: type, level: 'action' });
    const object = payload as Manifest;
    const kind = kindOfManifest(object);
    if (type === 'remove') api.storage.remove(kind, keyOfObject(object), kernel.now, kernel.cause);
    else {
      const before = api.storage.get(kind, keyOfObject(object)) as
        | { metadata: object; spec?: object; status?: object }
        | undefined;
      const merged = before ? { ...before, ...object, metadata: { ...before.metadata, ...object.metadata } } : object;
      api.storage.put(kind, completed(merged as Manifest), kernel.now, kernel.cause);
    }
  });
  return { boot: () => {} };
}

/** What the scheduler needs of an object and no case says. */
function completed(object: Manifest): Manifest {
  if (object.kind === 'Node') {
    const { status } = object as unknown as Node;
    const conditions = status?.conditions ?? [{ type: 'Ready', status: 'True' }];
    return { ...object, status: { ...status, conditions } } as unknown as Manifest;
  }
  if (object.kind !== 'Pod') return object;
  const spec = {
    schedulerName: 'default-scheduler',
    terminationGracePeriodSeconds: 30,
    ...(object as unknown as Pod).spec,
  };
  const status = { phase: 'Pending', ...(object as unknown as Pod).status };
  return { ...object, spec, status } as unknown as Manifest;
}

function clusterOf(c: Case, config: Partial<ClusterConfig> = {}): Cluster {
  // Nobody misses the kubelets of a case's nodes.
  const controllerManager = { nodeMonitorGracePeriodSeconds: 1e9, terminatedPodGCThreshold: 0 };
  const settings = { seed: hashText(c.name) % 1000, nodes: [], scheduler: configurationOf(c), controllerManager };
  const cluster = new Cluster({ ...settings, ...config }, [store]).boot();
  const { kernel } = cluster.context;
  kernel.runUntil(startMicros / 2);
  for (const object of objectsOf(c)) command(cluster, 'put', object);
  kernel.runUntil(startMicros);
  return cluster;
}

function command({ context }: Cluster, type: 'put' | 'remove', object: KubeObject): void {
  context.kernel.command({ to: 'store', type, payload: object });
}

function create({ context }: Cluster, object: KubeObject): void {
  const namespace = object.metadata.namespace;
  const kind = kindOfManifest(object);
  const path = `/api/v1/${namespace ? `namespaces/${namespace}/` : ''}${kind.resource}`;
  context.kernel.command({
    to: 'http',
    type: 'request',
    payload: { method: 'POST', path, body: object, user: 'kubectl' },
  });
}

function podIn({ context }: Cluster, key: string): Pod | undefined {
  return context.kernel.table<Pod>('api/pods').get(key);
}

/** active, backoff, unschedulable, gated, none */
function queueOf({ context }: Cluster, key: string): string {
  const row = context.kernel.table<QueuedPod>('scheduler/queue').get(key);
  if (!row) return 'none';
  if (row.gatingPlugin !== '') return 'gated';
  return { activeQ: 'active', backoffQ: 'backoff', errorBackoffQ: 'backoff', unschedulablePods: 'unschedulable' }[
    row.queue
  ];
}

/** One Pod is created; what came of it. */
function runSchedule(c: Case): Failure[] {
  const cluster = clusterOf(c);
  const pod = c.when.schedule as Pod;
  const { uid, deletionTimestamp, namespace } = pod.metadata;
  if (namespace && namespace !== 'default') {
    create(cluster, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    // Its service account must be there before a Pod is.
    cluster.kernel.runUntil(1.5 * startMicros);
  }
  // What only a server sets is kept only by what is stored past the API.
  if (uid || deletionTimestamp) command(cluster, 'put', withUid(pod as KubeObject));
  else create(cluster, pod as KubeObject);
  cluster.kernel.runUntil(2 * startMicros);
  const key = keyOfObject(pod);
  const after = podIn(cluster, key);
  const failures: Failure[] = [];
  const { selectedNode, queue, podCondition, events, failedMessage } = c.then;
  const condition = after?.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (selectedNode !== undefined) failures.push(...compareValue(after?.spec?.nodeName, selectedNode, 'selectedNode'));
  if (queue !== undefined) failures.push(...compareValue(queueOf(cluster, key), queue, 'queue'));
  if (podCondition !== undefined) failures.push(...compareValue(condition, podCondition, 'podCondition'));
  if (failedMessage !== undefined) failures.push(...compareValue(condition?.message, failedMessage, 'failedMessage'));
  if (events !== undefined)
    failures.push(...compareValue(eventsIn(cluster, events as object[]), events, 'events', { unordered: true }));
  return [
    ...failures,
    ...comparePreemption(c, cluster, after),
    ...compareScores(c, cluster, after),
    ...compareFilters(c),
  ];
}

/** Who gave way, and how it was told. */
function comparePreemption(c: Case, cluster: Cluster, after: Pod | undefined): Failure[] {
  const { nominatedNode, victims = [], victimCondition } = c.then;
  const failures: Failure[] = [];
  if (nominatedNode !== undefined)
    failures.push(...compareValue(after?.status?.nominatedNodeName, nominatedNode, 'nominatedNode'));
  for (const key of victims as string[]) {
    const victim = podIn(cluster, key);
    if (victim && !victim.metadata.deletionTimestamp)
      failures.push({ path: `victims.${key}`, expected: 'being deleted', actual: 'stays' });
    const { type } = (victimCondition ?? {}) as { type?: string };
    const condition = victim?.status?.conditions?.find((one) => one.type === type);
    if (victimCondition) failures.push(...compareValue(condition, victimCondition, `victimCondition.${key}`));
  }
  return failures;
}

/** Normalised scores by plugin, weighted totals, and the node that they led to. */
function compareScores(c: Case, { kernel }: Cluster, after: Pod | undefined): Failure[] {
  const {
    totals,
    breakdown = {},
    oneOf,
  } = c.then as {
    totals?: Record<string, number>;
    breakdown?: Record<string, Record<string, number>>;
    oneOf?: string[];
  };
  const failures: Failure[] = [];
  const node = after?.spec?.nodeName;
  if (oneOf && !oneOf.includes(node ?? '')) failures.push({ path: 'selectedNode', expected: oneOf, actual: node });
  if (!totals) return failures;
  const subject = `pods/${keyOfObject(c.when.schedule as KubeObject)}`;
  const event = kernel.trace.events.find((one) => one.verb === 'sched.score' && one.subject === subject);
  if (!event) return [...failures, { path: 'totals', expected: totals, actual: 'nothing was scored' }];
  const { nodes, total, plugins } = event.detail as ScoreVerdicts;
  const byNode = (scores: readonly number[] | undefined) =>
    Object.fromEntries(nodes.map((name, i) => [name, scores?.[i]]));
  failures.push(...compareValue(byNode(total), totals, 'totals'));
  for (const [plugin, expected] of Object.entries(breakdown)) {
    const scores = plugins.find(({ name }) => name === plugin)?.normalized;
    failures.push(...compareValue(byNode(scores), expected, `breakdown.${plugin}`));
  }
  return failures;
}

/** Events about the objects that `about` names; all of them when it names none. */
function eventsIn({ context }: Cluster, about: readonly object[]): unknown[] {
  const named = new Set(about.map((one) => (one as { object: string }).object));
  return context.kernel
    .table<Event>('api/events')
    .values()
    .filter(
      ({ involvedObject: { kind, namespace, name } }) => named.size === 0 || named.has(`${kind}/${namespace}/${name}`),
    )
    .map(({ involvedObject, type, reason, message, source }) => ({
      object: `${involvedObject.kind}/${involvedObject.namespace}/${involvedObject.name}`,
      type,
      reason,
      message,
      source: source?.component,
    }));
}

/** Objects are created and changed one after another; the queue at the end. */
function runSteps(c: Case): Failure[] {
  const cluster = clusterOf(c);
  let last = '';
  for (const step of c.when.steps as Record<string, Manifest>[]) {
    const object = (step.create ?? step.update) as Manifest;
    if (step.create) create(cluster, object);
    else command(cluster, 'put', object);
    last = keyOfObject(object);
    cluster.kernel.runUntil(cluster.kernel.now + second);
  }
  return compareValue(queueOf(cluster, last), c.then.queue, 'queue');
}

interface Moment {
  readonly t: number;
  readonly create?: KubeObject;
  readonly update?: KubeObject;
  readonly delete?: string;
}

/** Things happen at their seconds; what the queue holds and what is bound at others. */
function runTimeline(c: Case): Failure[] {
  const cluster = clusterOf(c);
  const { kernel } = cluster;
  const failures: Failure[] = [];
  const moments = [...(c.when.timeline as Moment[])];
  const until = (t: number) => {
    while (moments[0] && moments[0].t <= t) {
      const moment = moments.shift() as Moment;
      kernel.runUntil(startMicros + moment.t * second);
      if (moment.create) create(cluster, moment.create);
      if (moment.update) command(cluster, 'put', moment.update);
      if (!moment.delete) continue;
      const [kind, namespace, name] = moment.delete.split('/');
      command(cluster, 'remove', {
        apiVersion: 'v1',
        kind: kind as string,
        metadata: { namespace: namespace as string, name: name as string },
      });
    }
    kernel.runUntil(startMicros + t * second);
  };
  for (const after of c.then.after as Record<string, Record<string, unknown>>[]) {
    const t = after.t as unknown as number;
    until(t);
    for (const [pod, node] of Object.entries(after.bound ?? {})) {
      failures.push(
        ...compareValue(podIn(cluster, keyOf('default', pod))?.spec?.nodeName, node, `t ${t} bound.${pod}`),
      );
    }
    for (const [pod, queue] of Object.entries(after.queue ?? {})) {
      failures.push(...compareValue(queueOf(cluster, keyOf('default', pod)), queue, `t ${t} queue.${pod}`));
    }
    for (const [pod, attempts] of Object.entries(after.attempts ?? {})) {
      const row = kernel.table<QueuedPod>('scheduler/queue').get(keyOf('default', pod));
      failures.push(...compareValue(row?.attempts, attempts, `t ${t} attempts.${pod}`));
    }
  }
  return failures;
}

function runFitErrorMessage(c: Case): Failure[] {
  const given = c.given as {
    numAllNodes: number;
    nodeReasons?: Record<string, string[]>;
    absentNodeReasons?: string[];
    preFilterMessage?: string;
    postFilterMessage?: string;
  };
  const refusals = new Map<Refusal, number>();
  for (const reasons of Object.values(given.nodeReasons ?? {}))
    refusals.set({ plugin: '', status: newStatus('Unschedulable', ...reasons) }, 1);
  const absent = given.absentNodeReasons && newStatus('UnschedulableAndUnresolvable', ...given.absentNodeReasons);
  const { numAllNodes, preFilterMessage = '', postFilterMessage = '' } = given;
  const message = fitErrorMessage({ numAllNodes, refusals, absent, preFilterMessage, postFilterMessage });
  return compareValues({ message }, c.then);
}

interface GivenPod {
  readonly name: string;
  readonly priority?: number;
  readonly timestamp: string;
  readonly attempts?: number;
}

function queuedPod(pod: GivenPod, at: (text: string) => number, changes: Partial<QueuedPod>): QueuedPod {
  return {
    queue: 'activeQ',
    uid: pod.name,
    schedulerName: 'default-scheduler',
    priority: pod.priority ?? 0,
    timestamp: at(pod.timestamp),
    initialAttemptAt: 0,
    attempts: pod.attempts ?? 0,
    unschedulableCount: pod.attempts ?? 0,
    consecutiveErrorsCount: 0,
    backoffExpiration: -1,
    unschedulablePlugins: ['NodeResourcesFit'],
    pendingPlugins: [],
    gatingPlugin: '',
    ordinal: hashText(pod.name),
    ...changes,
  };
}

function runPop(c: Case): Failure[] {
  const cluster = clusterOf(c);
  const { kernel } = cluster;
  const table = kernel.table<QueuedPod>('case-queue');
  const less = prioritySort.build(undefined, undefined as never).less as NonNullable<
    ReturnType<typeof prioritySort.build>['less']
  >;
  const index = new QueueIndex(table, less);
  kernel.perform(() => {
    kernel.emit({ actor: 'cases', verb: 'command', subject: c.name, level: 'action' });
    for (const pod of (c.given?.queue ?? []) as GivenPod[])
      table.set(
        pod.name,
        queuedPod(pod, (text) => parseTime(text) as number, {}),
      );
  });
  return compareValue(index.first('activeQ')?.key, c.then.first, 'first');
}

function runBackoff(c: Case): Failure[] {
  const config = c.given?.config as Record<string, number>;
  const initial = (config.podInitialBackoffSeconds ?? config.initialNanos) as number;
  const max = (config.podMaxBackoffSeconds ?? config.maxNanos) as number;
  const values = (c.then.values as Record<string, number>[]).map((value) => {
    const duration = backoffDuration(value.attempts as number, initial, max);
    return { attempts: value.attempts, [value.nanos === undefined ? 'seconds' : 'nanos']: duration };
  });
  return compareValue(values, c.then.values, 'values');
}

function runFlush(c: Case): Failure[] {
  const now = parseTime(c.given?.now as string) as number;
  const before = 100 * second;
  const cluster = new Cluster({
    nodes: [],
    startTime: formatMicroTime(now - before),
    scheduler: { ...configurationOf(c), featureGates: gatesOf(c) },
  }).boot();
  const { kernel, context } = cluster;
  const pods = c.given?.backoffQueue as GivenPod[];
  const at = (text: string) => (parseTime(text) as number) - (now - before);
  const aligned = gatesOf(c).SchedulerPopFromBackoffQ !== false;
  kernel.runUntil(before);
  const rows = context.kernel.table<QueuedPod>('scheduler/queue');
  const cache = context.kernel.table<Pod>('cache/kube-scheduler/pods');
  kernel.perform(() => {
    kernel.emit({ actor: 'cases', verb: 'command', subject: c.name, level: 'action' });
    for (const pod of pods) {
      const expires = at(pod.timestamp) + backoffDuration(pod.attempts ?? 0, second, 10 * second);
      const backoffExpiration = aligned ? Math.floor(expires / second) * second : expires;
      cache.set(pod.name, { metadata: { name: pod.name, uid: pod.name } });
      rows.set(pod.name, queuedPod(pod, at, { queue: 'backoffQ', backoffExpiration }));
    }
    kernel.schedule(before, 'kube-scheduler', 'flushBackoff', { timer: '' });
  });
  kernel.step();
  const moved = pods.filter(({ name }) => rows.get(name)?.queue === 'activeQ');
  moved.sort((a, b) => (rows.get(a.name)?.ordinal ?? 0) - (rows.get(b.name)?.ordinal ?? 0));
  const stays = pods.filter(({ name }) => rows.get(name)?.queue === 'backoffQ').map(({ name }) => name);
  return [
    ...compareValue(
      moved.map(({ name }) => name),
      c.then.movedToActive,
      'movedToActive',
    ),
    ...compareValue(stays, c.then.staysInBackoff, 'staysInBackoff'),
  ];
}

function runNodesToFind(c: Case): Failure[] {
  const { numAllNodes, config } = c.given as {
    numAllNodes: number;
    config: { percentageOfNodesToScore: number; profile?: { percentageOfNodesToScore: number } };
  };
  const percentage = config.profile?.percentageOfNodesToScore ?? config.percentageOfNodesToScore;
  return compareValues({ numNodes: numFeasibleNodesToFind(percentage, numAllNodes) }, c.then);
}

function runSelectHost(c: Case): Failure[] {
  const totals = Object.entries(c.when.totals as Record<string, number>);
  const nodes = totals.map(([name]) => ({ nameHash: hashText(name) }));
  const at = selectHost(
    nodes,
    totals.map(([, total]) => total),
    1,
  );
  return compareValues({ selectedNode: totals[at]?.[0], error: at < 0 ? true : undefined }, c.then);
}

function runEventMessage(c: Case): Failure[] {
  const message = truncateMessage('x'.repeat(c.when.length as number));
  const suffix = c.then.suffix as string;
  return compareValues({ length: message.length, suffix: message.slice(-suffix.length) }, c.then);
}

const evaluate = (text: string, run: (c: Case) => Failure[]): CaseAdapter => ({
  area: 'scheduler',
  when: `evaluate:${text}`,
  run,
});

export const adapters: CaseAdapter[] = [
  evaluate('fitErrorMessage', runFitErrorMessage),
  evaluate('numFeasibleNodesToFind', runNodesToFind),
  evaluate('selectHost', runSelectHost),
  evaluate('eventMessage', runEventMessage),
  evaluate('pop', runPop),
  evaluate('backoff', runBackoff),
  evaluate('flushBackoffCompleted', runFlush),
  { area: 'scheduler', topic: 'queue-moves', when: 'timeline', run: runTimeline },
  { area: 'scheduler', topic: 'schedulinggates', when: 'steps', run: runSteps },
  ...[
    'schedulinggates',
    'default-profile-totals',
    'fit-error-messages',
    'defaultpreemption-victims',
    'cycle-results-and-events',
  ].map((topic): CaseAdapter => ({ area: 'scheduler', topic, when: 'schedule', run: runSchedule })),
];
