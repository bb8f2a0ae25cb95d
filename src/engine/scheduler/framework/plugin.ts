// Models: k8s.io/kube-scheduler framework/interface.go: the extension points and what a plugin may answer at each.
// Simplified: one interface whose methods are all optional; a Score cannot fail; PreBind waits by answering Wait.
// Not modelled: PreBindPreFlight, SignPod (opportunistic batching), pod groups and placements.
import type { FieldError } from '../../api/field-error';
import type { KindDefinition } from '../../api/kinds';
import type { KubeObject } from '../../api/meta';
import type { Pod } from '../../api/types';
import type { Informer } from '../../client/informer';
import type { Session } from '../../client/session';
import type { Table } from '../../kernel/table';
import type { NodeInfo, PodInfo } from '../cache/node-info';
import type { FeatureGate } from '../feature-gates';
import type { ClusterEvent } from './cluster-event';
import type { CycleState } from './cycle-state';
import type { NodeToStatus } from './node-to-status';
import type { Status } from './status';

/** What the queue knows of a Pod: enough to sort it. Times are virtual microseconds. */
export interface Sortable {
  /** `spec.priority`, 0 when absent. */
  readonly priority: number;
  /** When it was added to the queue, or came back from its last attempt. */
  readonly timestamp: number;
}

export interface PreFilterResult {
  readonly status?: Status | undefined;
  /** Only these nodes can take the Pod; all of them when absent. */
  readonly nodeNames?: ReadonlySet<string> | undefined;
}

/** The node that is being emptied for a Pod, or '' to take back an earlier one. */
export interface NominatingInfo {
  readonly nominatedNodeName: string;
}

export interface PostFilterResult {
  readonly status: Status | undefined;
  /** Absent: a nomination stays as it is. */
  readonly nominatingInfo?: NominatingInfo | undefined;
  /** How that was found, as JSON: for the trace. */
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
  /** What begins once that has been said. */
  begin?(): void;
}

export interface PermitResult {
  readonly status: Status | undefined;
  /** With Wait: how long, at most 15 minutes. */
  readonly timeoutMicros?: number;
}

export interface PreBindResult {
  readonly status: Status | undefined;
  /** With Wait: when to ask again. */
  readonly afterMicros?: number;
}

/** Pods for which room is being made; most clusters have none. */
export interface Nominations {
  readonly size: number;
  /** On one node, in the order of their keys. */
  podsFor(node: string): readonly Pod[];
}

export type QueueingHint = 'Queue' | 'Skip';

/** What may make a Pod schedulable that the plugin rejected. Without a hint every such event does. */
export interface ClusterEventWithHint {
  readonly event: ClusterEvent;
  /** `before` is absent for an addition, `after` for a removal. */
  readonly hint?: (pod: Pod, before: KubeObject | undefined, after: KubeObject | undefined) => QueueingHint;
}

/**
 * A plugin of the scheduling framework. Each method is one extension point; `undefined` as an answer means success.
 * A plugin keeps nothing in itself: what lasts is a row of a table, what belongs to one cycle is in the CycleState.
 */
export interface Plugin {
  /** May the Pod enter the active queue at all? */
  preEnqueue?(pod: Pod): Status | undefined;
  /** Order of the active queue. */
  less?(a: Sortable, b: Sortable): boolean;

  /** Works out once what Filter needs for each node. Skip: Filter is not asked. */
  preFilter?(state: CycleState, pod: Pod, nodes: readonly NodeInfo[]): PreFilterResult | undefined;
  /** What `preFilter` worked out changes when a Pod is tried on a node, or taken from it. */
  addPod?(state: CycleState, pod: Pod, added: PodInfo, node: NodeInfo): Status | undefined;
  removePod?(state: CycleState, pod: Pod, removed: PodInfo, node: NodeInfo): Status | undefined;
  /** Can the node take the Pod? Asked for many nodes: it allocates nothing, and answers with objects made before. */
  filter?(state: CycleState, pod: Pod, node: NodeInfo): Status | undefined;
  /** No node can: can something be done about it? */
  postFilter?(state: CycleState, pod: Pod, statuses: NodeToStatus): PostFilterResult;

  preScore?(state: CycleState, pod: Pod, nodes: readonly NodeInfo[]): Status | undefined;
  /** How well the node suits, in whatever measure `normalizeScore` brings to 0…100; without it 0…100 at once. */
  score?(state: CycleState, pod: Pod, node: NodeInfo): number;
  /** Changes the scores in place. */
  normalizeScore?(state: CycleState, pod: Pod, scores: number[]): void;

  reserve?(state: CycleState, pod: Pod, nodeName: string): Status | undefined;
  /** Must undo any part of `reserve`, also when that was never called. */
  unreserve?(state: CycleState, pod: Pod, nodeName: string): void;
  permit?(state: CycleState, pod: Pod, nodeName: string): PermitResult;

  preBind?(state: CycleState, pod: Pod, nodeName: string, session: Session): PreBindResult;
  /** Skip: the next Bind plugin is asked. */
  bind?(state: CycleState, pod: Pod, nodeName: string, session: Session): Status | undefined;
  postBind?(state: CycleState, pod: Pod, nodeName: string): void;

  /** Work beside the scheduling cycles, which the plugin asked for with `startTask`. */
  task?(payload: unknown): void;

  /** EnqueueExtensions */
  eventsToRegister?(): readonly ClusterEventWithHint[];
}

/** What the scheduler gives to the plugins of all profiles. */
export interface SharedHandle {
  /** The nodes as this cycle sees them. */
  nodeInfos(): readonly NodeInfo[];
  nodeInfo(name: string): NodeInfo | undefined;
  /** The scheduler's cache of any other kind. */
  informer<T extends KubeObject>(kind: KindDefinition): Informer<T>;
  /** Whether a feature gate is on. */
  gate(name: FeatureGate): boolean;
  /** Nodes with Pods that say something about other Pods, in the order of `nodeInfos`. */
  nodesWithAffinity(): readonly NodeInfo[];
  nodesWithRequiredAntiAffinity(): readonly NodeInfo[];
  /** Pods for which room on a node is being made. */
  readonly nominations: Nominations;
  /** The rows of a plugin, by a name that no other has. */
  table<R>(name: string): Table<R>;
  /** From 0 to below 1; the same for the same purpose, object and number. */
  rand(purpose: string, key: string, n: number): number;
  readonly now: number;
  /** Requests to the API server, in the process's name and within its limits. */
  session(): Session;
  /** Says what the plugin did about a Pod; what follows is caused by it. */
  emit(verb: 'sched.preempt', pod: Pod, detail: unknown): void;
  /** Records an Event about a Pod. */
  event(pod: Pod, type: 'Normal' | 'Warning', reason: string, message: string): void;
  /** Has a Pod tried at once, whatever it waits for. */
  activate(pod: Pod): void;
  /** Lets a Pod that waits for this plugin's permit go on. */
  allow(uid: string, plugin: string): void;
  /** Turns down a Pod that waits for a permit. False when it waits for none. */
  reject(uid: string, plugin: string, message: string): boolean;
}

/** What a plugin is built from, besides its arguments: the shared handle, and the framework of its own profile. */
export interface Handle extends SharedHandle {
  /** RunFilterPluginsWithNominatedPods */
  runFilters(state: CycleState, pod: Pod, node: NodeInfo): Status | undefined;
  runAddPod(state: CycleState, pod: Pod, added: PodInfo, node: NodeInfo): Status | undefined;
  runRemovePod(state: CycleState, pod: Pod, removed: PodInfo, node: NodeInfo): Status | undefined;
  /** Has `task` called at that time, not before now. */
  startTask(plugin: string, atMicros: number, payload: unknown): void;
}

/** A plugin as its folder exports it: `export const nodeName: PluginDefinition = { name: 'NodeName', build: … }`. */
export interface PluginDefinition {
  /** As in KubeSchedulerConfiguration. */
  readonly name: string;
  /** What is wrong with arguments; nothing when the plugin takes none. */
  validate?(args: unknown): readonly FieldError[];
  /** `args`: of the profile's pluginConfig, `undefined` when there are none. */
  build(args: unknown, handle: Handle): Plugin;
}
