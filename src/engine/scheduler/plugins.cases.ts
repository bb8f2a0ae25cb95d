// Models: nothing of Kubernetes; drives single plugins, and the decisions that the scheduler makes with them, for the cases.
// Simplified: —
// Not modelled: —
import type { Case, CaseAdapter, Failure } from '../../host/cases/case-form';
import { compareValue } from '../../host/cases/compare';
import { configurationOf, objectsOf, podOf, withUid } from '../../host/cases/scheduler-given';
import { type KindDefinition, kindByGvk } from '../api/kinds';
import { type KubeObject, keyOfObject } from '../api/meta';
import type { Node, Pod } from '../api/types';
import { Informer } from '../client/informer';
import { defaultLimits, Kernel } from '../kernel/kernel';
import { SchedulerCache } from './cache/scheduler-cache';
import { frameworksOf, type RegisteredPlugin } from './configuration';
import { type FeatureGate, gateIsOn } from './feature-gates';
import {
  Add,
  type ClusterEvent,
  Delete,
  nodeAdd,
  nodeDelete,
  nodeSchedulingPropertiesChange,
  podSchedulingPropertiesChange,
} from './framework/cluster-event';
import { CycleState } from './framework/cycle-state';
import { type Framework, isStatus } from './framework/framework';
import { NodeToStatus } from './framework/node-to-status';
import type { SharedHandle } from './framework/plugin';
import { messageOf, newStatus, type Status } from './framework/status';
import { Nominator } from './nominator';
import { plugins } from './plugins';
import { type DefaultPreemptionArgs, defaulted, numCandidates } from './plugins/default-preemption/args';
import { normalizedImageName } from './plugins/image-locality/image-name';
import { brokenLine, type ShapePoint } from './plugins/node-resources-fit/strategies';
import type { QueuedPod } from './queue/queued-pod';
import { QueueingHints } from './queue/requeueing';

/** The nodes of a case with what runs on them, and a framework of some plugins over them. */
function scene(
  c: Case,
  registry: readonly RegisteredPlugin[],
): { cache: SchedulerCache; framework: Framework; frameworks: ReadonlyMap<string, Framework> } {
  const kernel = new Kernel({ seed: 1, recording: 'off', limits: defaultLimits });
  const informer = <T extends KubeObject>(kind: KindDefinition) => new Informer<T>(kernel, 'cases', kind, {});
  const nodes = informer<Node>(kindByGvk('v1', 'Node') as KindDefinition).cache;
  const pods = informer<Pod>(kindByGvk('v1', 'Pod') as KindDefinition);
  const cache = new SchedulerCache(nodes, pods.cache, kernel.table('assumed'), kernel.table('places'));
  const nominator = new Nominator(kernel, pods);
  kernel.perform(() => {
    kernel.emit({ actor: 'cases', verb: 'command', subject: c.name, level: 'action' });
    for (const object of objectsOf(c)) {
      const kind = kindByGvk(object.apiVersion ?? 'v1', object.kind);
      if (!kind) throw new Error(`no kind ${object.apiVersion} ${object.kind}`);
      informer(kind).cache.set(keyOfObject(object), object);
      if (object.kind === 'Node') cache.tree.place(object as Node, kernel.seq + nodes.size);
      if (object.kind === 'Pod' && !(object as unknown as Pod).spec?.nodeName) nominator.add(object as unknown as Pod);
    }
  });
  const configuration = configurationOf(c);
  const handle: SharedHandle = {
    nodeInfos: () => cache.nodeInfos(),
    nodeInfo: (name) => cache.nodeInfo(name),
    nodesWithAffinity: () => cache.nodesWithAffinity(),
    nodesWithRequiredAntiAffinity: () => cache.nodesWithRequiredAntiAffinity(),
    informer,
    gate: (name: FeatureGate) => gateIsOn(configuration.featureGates, name),
    nominations: nominator,
    table: (name) => kernel.table(name),
    rand: (purpose, key, n) => kernel.rand('cases', purpose, key, n),
    now: 0,
    session: () => {
      throw new Error('no API server in a case of one plugin');
    },
    emit: () => {},
    event: () => {},
    activate: () => {},
    allow: () => {},
    reject: () => false,
  };
  const frameworks = frameworksOf(configuration, registry, handle, () => {});
  return { cache, framework: frameworks.get('default-scheduler') as Framework, frameworks };
}

function verdict(status: Status | undefined): unknown {
  return status ? { code: status.code, reasons: status.reasons } : 'Success';
}

/** `Skip` alone, or a code with reasons; `oldCode` and `oldReasons` say what older releases gave. */
function compareVerdict(path: string, actual: Status | undefined, expected: unknown): Failure[] {
  if (expected === 'Skip') return actual?.code === 'Skip' ? [] : [{ path, expected, actual: verdict(actual) }];
  if (expected === 'Success') return actual ? [{ path, expected, actual: verdict(actual) }] : [];
  const { code, reasons } = expected as { code: string; reasons?: string[] };
  return compareValue(verdict(actual), { code, ...(reasons ? { reasons } : {}) }, path);
}

/** One plugin at one extension point. */
function runPlugin(c: Case): Failure[] {
  const name = c.when.plugin as string;
  const needed = new Set([name, 'PrioritySort', 'DefaultBinder']);
  const { cache, framework } = scene(
    c,
    plugins.filter(({ definition }) => needed.has(definition.name)),
  );
  const pod = podOf(c.when.schedule);
  const state = new CycleState();
  const failures: Failure[] = [];
  const { preEnqueue, preFilter, filter, preScore, score, normalized } = c.then as Record<
    string,
    Record<string, unknown>
  >;
  if (preEnqueue) {
    const plugin = framework.plugins.find((running) => running.name === name)?.plugin;
    failures.push(...compareVerdict('preEnqueue', plugin?.preEnqueue?.(pod), preEnqueue));
  }
  const nodes = cache.nodeInfos();
  const outcome = framework.runPreFilter(state, pod, nodes);
  if (preFilter?.nodes)
    failures.push(...compareValue([...(outcome.nodeNames ?? [])].sort(), preFilter.nodes, 'preFilter.nodes'));
  else if (preFilter) {
    const answer = outcome.status ?? (state.skipFilter.has(name) ? { code: 'Skip' as const, reasons: [] } : undefined);
    failures.push(...compareVerdict('preFilter', answer, preFilter));
  }
  for (const [node, expected] of Object.entries(filter ?? {})) {
    const info = cache.nodeInfo(node);
    if (!info) throw new Error(`no node ${node}`);
    const refusal = framework.runFilters(framework.filtersOf(state), state, pod, info);
    failures.push(...compareVerdict(`filter.${node}`, outcome.status ?? refusal?.status, expected));
  }
  const candidates = c.when.candidates as string[] | undefined;
  const scored = candidates ? nodes.filter((node) => candidates.includes(node.name)) : nodes;
  const skipped =
    framework.runPreScore(state, pod, scored) ??
    (state.skipScore.has(name) ? { code: 'Skip' as const, reasons: [] } : undefined);
  if (preScore) failures.push(...compareVerdict('preScore', skipped, preScore));
  if (!score && !normalized) return failures;
  const scores = framework.runScore(state, pod, scored, true);
  if (isStatus(scores)) throw new Error(scores.reasons.join());
  const column = scores.plugins.find((one) => one.name === name);
  scored.forEach(({ name: node }, i) => {
    if (score && node in score) failures.push(...compareValue(column?.raw[i], score[node], `score.${node}`));
    if (normalized && node in normalized)
      failures.push(...compareValue(column?.normalized[i], normalized[node], `normalized.${node}`));
  });
  return failures;
}

const notToTry = newStatus('UnschedulableAndUnresolvable');
const toTry = newStatus('Unschedulable');

/** One PostFilter plugin, after all filters; `unschedulableNodes`: those that it may look at. */
function runPostFilter(c: Case): Failure[] {
  const { cache, framework } = scene(c, plugins);
  const pod = podOf(c.when.schedule);
  const state = new CycleState();
  const nodes = cache.nodeInfos();
  framework.runPreFilter(state, pod, nodes);
  const allowed = c.when.unschedulableNodes as string[] | undefined;
  const refusals = nodes.map((node) => {
    if (allowed && !allowed.includes(node.name)) return { plugin: '', status: notToTry };
    return framework.runFilters(framework.filtersOf(state), state, pod, node) ?? { plugin: '', status: toTry };
  });
  const plugin = framework.at('postFilter').find(({ name }) => name === c.when.plugin)?.plugin;
  const result = plugin?.postFilter(state, pod, new NodeToStatus(nodes, refusals, notToTry));
  const nominated = result?.nominatingInfo?.nominatedNodeName || undefined;
  const { nominatedNode, nominatedNodeOneOf, victims, message } = c.then;
  const failures: Failure[] = [];
  if (nominatedNode !== undefined) failures.push(...compareValue(nominated, nominatedNode, 'nominatedNode'));
  if (nominatedNodeOneOf !== undefined && !(nominatedNodeOneOf as unknown[]).includes(nominated))
    failures.push({ path: 'nominatedNode', expected: nominatedNodeOneOf, actual: nominated });
  if (victims !== undefined) failures.push(...compareValue(result?.detail?.victims ?? [], victims, 'victims'));
  if (message !== undefined) failures.push(...compareValue(messageOf(result?.status), message, 'message'));
  return failures;
}

function runNumCandidates(c: Case): Failure[] {
  const args = defaulted(c.when.args as DefaultPreemptionArgs);
  const values = c.then.values as { nodes: number; candidates: number }[];
  const actual = values.map(({ nodes }) => ({ nodes, candidates: numCandidates(nodes, args) }));
  return compareValue(actual, values, 'values');
}

/** What the filters say of nodes, nominated Pods counted. */
export function compareFilters(c: Case): Failure[] {
  const { cache, framework } = scene(c, plugins);
  const pod = podOf(c.when.schedule);
  const state = new CycleState();
  framework.runPreFilter(state, pod, cache.nodeInfos());
  return Object.entries((c.then.filter ?? {}) as Record<string, unknown>).flatMap(([name, expected]) => {
    const node = cache.nodeInfo(name);
    if (!node) throw new Error(`no node ${name}`);
    const refusal = framework.runFiltersWithNominatedPods(framework.filtersOf(state), state, pod, node);
    return compareVerdict(`filter.${name}`, refusal?.status, expected);
  });
}

/** The events that a change is, as the scheduler's event handlers see it. */
function eventsOf(
  type: string,
  waiting: Pod,
  before: KubeObject | undefined,
  after: KubeObject | undefined,
): ClusterEvent[] {
  if (type === 'Node/Add') return [nodeAdd];
  if (type === 'Node/Delete') return [nodeDelete];
  if (type === 'Node/Update') return nodeSchedulingPropertiesChange(before as Node, after as Node);
  const pod = (after ?? before) as Pod;
  const [named, what] = type.split('/');
  const mine = pod.metadata.uid === waiting.metadata.uid ? 'TargetPod' : undefined;
  const resource = named !== 'Pod' ? named : (mine ?? (pod.spec?.nodeName ? 'AssignedPod' : 'UnscheduledPod'));
  if (!resource?.endsWith('Pod')) throw new Error(`an event of type ${type}`);
  if (what === 'Add') return [{ resource, action: Add }];
  if (what === 'Delete') return [{ resource, action: Delete }];
  if (what === 'Update') return podSchedulingPropertiesChange(resource, before as Pod, after as Pod);
  throw new Error(`an event of type ${type}`);
}

/** Whether something that happened lets a Pod be tried again. */
function runHint(c: Case): Failure[] {
  const { frameworks } = scene(c, plugins);
  const hints = new QueueingHints(frameworks);
  const pod = podOf(c.when.waitingPod);
  const { type, old, new: now } = c.when.event as { type: string; old?: KubeObject; new?: KubeObject };
  const before = old && withUid(old);
  const after = now && withUid(now);
  const queued = {
    schedulerName: 'default-scheduler',
    uid: pod.metadata.uid,
    unschedulablePlugins: c.when.rejectedBy,
    pendingPlugins: [],
  };
  const worth = eventsOf(type, pod, before, after).some(
    (event) => hints.worthRequeuing(queued as unknown as QueuedPod, pod, { event, before, after }).strategy !== 'Skip',
  );
  return compareValue(worth ? 'Queue' : 'Skip', c.then.hint, 'hint');
}

/** Arguments that the scheduler refuses to start with. */
function runLoadConfig(c: Case): Failure[] {
  const { type, field } = c.then.configError as { type: string; field: string };
  const found = configurationOf(c).profiles.flatMap(({ pluginConfig = [] }) =>
    pluginConfig.flatMap(
      ({ name, args }) => plugins.find(({ definition }) => definition.name === name)?.definition.validate?.(args) ?? [],
    ),
  );
  return compareValue(
    found.map((error) => ({ type: error.type.replace('FieldValue', ''), field: error.field })),
    [{ type, field }],
    'configError',
  );
}

/** The plugins of the default profile: in their order, at Filter, and at Score with their weights. */
function runDefaults(c: Case): Failure[] {
  const { framework } = scene(c, plugins);
  const scored = framework.at('score').map(({ name, weight }) => [name, weight]);
  const actual = {
    multiPoint: framework.plugins.map(({ name, weight }) => ({ name, weight })),
    filterOrder: framework.at('filter').map(({ name }) => name),
    score: Object.fromEntries(scored),
  };
  return Object.entries(c.then).flatMap(([key, expected]) =>
    compareValue(actual[key as keyof typeof actual], expected, key, { exactMaps: key === 'score' }),
  );
}

function runShape(c: Case): Failure[] {
  const line = brokenLine(c.when.shape as ShapePoint[]);
  const values = c.then.values as { utilization: number; score: number }[];
  const actual = values.map(({ utilization }) => ({ utilization, score: line(utilization) / 10 }));
  return compareValue(actual, values, 'values');
}

export const adapters: CaseAdapter[] = [
  { area: 'scheduler', topic: 'noderesources-least-allocated', when: 'loadConfig', run: runLoadConfig },
  { area: 'scheduler', topic: 'default-plugins-and-config', when: 'loadConfig', run: runDefaults },
  { area: 'scheduler', when: 'evaluate:shapeFunction', run: runShape },
  ...plugins.map(
    ({ definition }): CaseAdapter => ({
      area: 'scheduler',
      when: `plugin:${definition.name}`,
      run: (c) => (c.when.point === 'PostFilter' ? runPostFilter(c) : runPlugin(c)),
    }),
  ),
  {
    area: 'scheduler',
    when: 'evaluate:normalizedImageName',
    run: (c) => compareValue(normalizedImageName(c.when.image as string), c.then.image, 'image'),
  },
  { area: 'scheduler', when: 'evaluate:numCandidates', run: runNumCandidates },
  ...['noderesources-fit-queueing-hints', 'nodeaffinity-filter', 'nodeports'].map(
    (topic): CaseAdapter => ({ area: 'scheduler', topic, when: 'waitingPod', run: runHint }),
  ),
];
