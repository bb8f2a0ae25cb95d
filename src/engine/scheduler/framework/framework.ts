// Models: pkg/scheduler/framework/runtime/framework.go frameworkImpl: one profile's plugins at their extension points.
// Simplified: nodes are asked one after another, not by 16 workers.
// Not modelled: extenders, metrics, per-point plugin sets of a profile.

import { aggregateText } from '../../api/field-error';
import { keyOfObject } from '../../api/meta';
import type { Pod } from '../../api/types';
import type { Session } from '../../client/session';
import type { SchedulerConfiguration, SchedulerProfile } from '../../config';
import { type NodeInfo, type PodInfo, podInfoOf } from '../cache/node-info';
import type { CycleState } from './cycle-state';
import type { NodeToStatus, Refusal } from './node-to-status';
import type { Handle, Plugin, PluginDefinition, PostFilterResult, SharedHandle } from './plugin';
import { isRejected, newStatus, pluginFailed, type Status } from './status';

/** A plugin, and with which weight its score counts. */
export interface EnabledPlugin {
  readonly definition: PluginDefinition;
  readonly weight: number;
}

interface Running extends EnabledPlugin {
  readonly name: string;
  readonly plugin: Plugin;
  /** The refusals it has given, by answer: code, no state. */
  readonly refusals: Map<Status, Refusal>;
}

type At<M extends keyof Plugin> = Running & { readonly plugin: Required<Pick<Plugin, M>> & Plugin };

/** Has a plugin of a profile called back with the payload, at a virtual time not before now. */
export type StartTask = (profile: string, plugin: string, atMicros: number, payload: unknown) => void;

/** Answers that are remembered to count them; more than that are counted one by one. */
const maxRefusals = 1_000;

export interface PluginScores {
  readonly name: string;
  readonly weight: number;
  /** Before NormalizeScore; the same array as `normalized` where the plugin has none, or nobody looks. */
  readonly raw: readonly number[];
  readonly normalized: readonly number[];
}

export interface Scores {
  readonly plugins: readonly PluginScores[];
  /** Weighted sums, by node. */
  readonly totals: readonly number[];
  readonly skipped: readonly string[];
}

export interface PreFilterOutcome {
  readonly status: Status | undefined;
  readonly plugin: string;
  readonly nodeNames: ReadonlySet<string> | undefined;
  /** Plugins that named the nodes. */
  readonly naming: readonly string[];
}

/** A profile's plugins, in the order in which they are asked. */
export class Framework {
  readonly profileName: string;
  /** Of the profile, or of the configuration; 0: adaptive. */
  readonly percentageOfNodesToScore: number;
  readonly plugins: readonly Running[];
  private readonly points = new Map<keyof Plugin, readonly Running[]>();
  private readonly preFilters: readonly At<'preFilter'>[];
  private readonly filters: readonly At<'filter'>[];
  private readonly scorers: readonly At<'score'>[];
  private readonly shared: SharedHandle;

  constructor(
    profile: SchedulerProfile,
    configuration: SchedulerConfiguration,
    enabled: readonly EnabledPlugin[],
    shared: SharedHandle,
    startTask: StartTask,
  ) {
    this.profileName = profile.schedulerName;
    this.shared = shared;
    const handle: Handle = {
      ...shared,
      get now() {
        return shared.now;
      },
      runFilters: (state, pod, node) =>
        this.runFiltersWithNominatedPods(this.filtersOf(state), state, pod, node)?.status,
      runAddPod: (state, pod, added, node) => this.runAddPod(state, pod, added, node),
      runRemovePod: (state, pod, removed, node) => this.runRemovePod(state, pod, removed, node),
      startTask: (plugin, atMicros, payload) => startTask(this.profileName, plugin, atMicros, payload),
    };
    this.percentageOfNodesToScore = profile.percentageOfNodesToScore ?? configuration.percentageOfNodesToScore;
    this.plugins = enabled.map(({ definition, weight }) => {
      const args = profile.pluginConfig?.find(({ name }) => name === definition.name)?.args;
      const errors = definition.validate?.(args) ?? [];
      if (errors.length > 0)
        throw new Error(`initializing plugin ${JSON.stringify(definition.name)}: ${aggregateText(errors)}`);
      return { definition, weight, name: definition.name, plugin: definition.build(args, handle), refusals: new Map() };
    });
    if (this.at('less').length !== 1)
      throw new Error(`profile ${this.profileName}: exactly one plugin sorts the queue`);
    if (this.at('bind').length === 0) throw new Error(`profile ${this.profileName}: no plugin binds`);
    this.preFilters = this.at('preFilter');
    this.filters = this.at('filter');
    this.scorers = this.at('score');
  }

  /** The plugins that have a say at an extension point. */
  at<M extends keyof Plugin>(method: M): readonly At<M>[] {
    let running = this.points.get(method);
    if (!running) {
      running = this.plugins.filter(({ plugin }) => plugin[method] !== undefined);
      this.points.set(method, running);
    }
    return running as readonly At<M>[];
  }

  get hasPostFilter(): boolean {
    return this.at('postFilter').length > 0;
  }

  get hasScore(): boolean {
    return this.scorers.length > 0;
  }

  /** RunPreFilterPlugins */
  runPreFilter(state: CycleState, pod: Pod, nodes: readonly NodeInfo[]): PreFilterOutcome {
    let nodeNames: ReadonlySet<string> | undefined;
    const naming: string[] = [];
    let rejected: { status: Status; plugin: string } | undefined;
    for (const { name, plugin } of this.preFilters) {
      const result = plugin.preFilter(state, pod, nodes);
      const status = result?.status;
      if (status) {
        if (status.code === 'Skip') {
          state.skipFilter.add(name);
          continue;
        }
        if (status.code === 'UnschedulableAndUnresolvable')
          return { status, plugin: name, nodeNames: undefined, naming: [] };
        if (status.code !== 'Unschedulable') {
          return { status: pluginFailed('PreFilter', name, status), plugin: name, nodeNames: undefined, naming: [] };
        }
        rejected = { status, plugin: name };
        continue;
      }
      if (!result?.nodeNames) continue;
      naming.push(name);
      nodeNames = nodeNames ? intersection(nodeNames, result.nodeNames) : result.nodeNames;
      if (nodeNames.size === 0) {
        const who =
          naming.length === 1 ? `plugin ${naming[0]}` : `plugin(s) [${[...naming].sort().join(' ')}] simultaneously`;
        const none = newStatus('UnschedulableAndUnresolvable', `node(s) didn't satisfy ${who}`);
        return { status: none, plugin: '', nodeNames, naming };
      }
    }
    return { status: rejected?.status, plugin: rejected?.plugin ?? '', nodeNames, naming };
  }

  /** The Filter plugins that have something to say in this cycle. */
  filtersOf(state: CycleState): readonly At<'filter'>[] {
    return state.skipFilter.size === 0 ? this.filters : this.filters.filter(({ name }) => !state.skipFilter.has(name));
  }

  /** RunFilterPlugins: the first refusal, or nothing. */
  runFilters(filters: readonly At<'filter'>[], state: CycleState, pod: Pod, node: NodeInfo): Refusal | undefined {
    for (let i = 0; i < filters.length; i++) {
      const running = filters[i] as At<'filter'>;
      const status = running.plugin.filter(state, pod, node);
      if (status) return this.refusalOf(running, status);
    }
    return undefined;
  }

  /** RunFilterPluginsWithNominatedPods: counts Pods for which room is being made on the node, if they matter as much as this one. */
  runFiltersWithNominatedPods(
    filters: readonly At<'filter'>[],
    state: CycleState,
    pod: Pod,
    node: NodeInfo,
  ): Refusal | undefined {
    const { nominations } = this.shared;
    if (nominations.size === 0) return this.runFilters(filters, state, pod, node);
    const priority = pod.spec?.priority ?? 0;
    const added = nominations
      .podsFor(node.name)
      .filter((other) => other.metadata.uid !== pod.metadata.uid && (other.spec?.priority ?? 0) >= priority);
    if (added.length === 0) return this.runFilters(filters, state, pod, node);
    const fuller = node.copy();
    const stateWith = state.clone();
    for (const other of added) {
      const info = podInfoOf(keyOfObject(other), other);
      fuller.addPod(info);
      const failed = this.runAddPod(stateWith, pod, info, fuller);
      if (failed) return { plugin: '', status: failed };
    }
    // They may come to run elsewhere: the node must do with them and without them.
    return this.runFilters(filters, stateWith, pod, fuller) ?? this.runFilters(filters, state, pod, node);
  }

  private refusalOf(running: Running, status: Status): Refusal {
    let refusal = running.refusals.get(status);
    if (!refusal) {
      const told = isRejected(status) ? status : pluginFailed('Filter', running.name, status);
      refusal = { plugin: running.name, status: told };
      if (running.refusals.size < maxRefusals) running.refusals.set(status, refusal);
    }
    return refusal;
  }

  /** RunPreFilterExtensionAddPod */
  runAddPod(state: CycleState, pod: Pod, added: PodInfo, node: NodeInfo): Status | undefined {
    for (const { name, plugin } of this.preFilters) {
      if (!plugin.addPod || state.skipFilter.has(name)) continue;
      const status = plugin.addPod(state, pod, added, node);
      if (status) return pluginFailed('PreFilter', name, status);
    }
    return undefined;
  }

  /** RunPreFilterExtensionRemovePod */
  runRemovePod(state: CycleState, pod: Pod, removed: PodInfo, node: NodeInfo): Status | undefined {
    for (const { name, plugin } of this.preFilters) {
      if (!plugin.removePod || state.skipFilter.has(name)) continue;
      const status = plugin.removePod(state, pod, removed, node);
      if (status) return pluginFailed('PreFilter', name, status);
    }
    return undefined;
  }

  /** RunPostFilterPlugins: until one has done something, or says that nothing can be done. */
  runPostFilter(state: CycleState, pod: Pod, statuses: NodeToStatus): PostFilterResult {
    const reasons: string[] = [];
    let nominatingInfo: PostFilterResult['nominatingInfo'];
    let detail: PostFilterResult['detail'];
    for (const { plugin } of this.at('postFilter')) {
      const result = plugin.postFilter(state, pod, statuses);
      const { status } = result;
      if (!status || status.code === 'UnschedulableAndUnresolvable') return result;
      if (!isRejected(status)) return { status };
      nominatingInfo = result.nominatingInfo ?? nominatingInfo;
      detail = result.detail ?? detail;
      reasons.push(...status.reasons);
    }
    return { status: newStatus('Unschedulable', ...reasons), nominatingInfo, detail };
  }

  /** RunPreScorePlugins */
  runPreScore(state: CycleState, pod: Pod, nodes: readonly NodeInfo[]): Status | undefined {
    for (const { name, plugin } of this.scorers) {
      const status = plugin.preScore?.(state, pod, nodes);
      if (status?.code === 'Skip') state.skipScore.add(name);
      else if (status) return pluginFailed('PreScore', name, status);
    }
    return undefined;
  }

  /** RunScorePlugins: each plugin's scores, brought to 0…100 and weighted. `keepRaw`: somebody wants to see them. */
  runScore(state: CycleState, pod: Pod, nodes: readonly NodeInfo[], keepRaw: boolean): Scores | Status {
    const totals = new Array<number>(nodes.length).fill(0);
    const plugins: PluginScores[] = [];
    for (const { name, weight, plugin } of this.scorers) {
      if (state.skipScore.has(name)) continue;
      const scores = new Array<number>(nodes.length);
      for (let i = 0; i < nodes.length; i++) scores[i] = plugin.score(state, pod, nodes[i] as NodeInfo);
      const raw = keepRaw && plugin.normalizeScore ? scores.slice() : scores;
      plugin.normalizeScore?.(state, pod, scores);
      for (let i = 0; i < nodes.length; i++) {
        const score = scores[i] as number;
        if (!(score >= 0 && score <= 100)) return invalidScore(name, score);
        totals[i] = (totals[i] as number) + score * weight;
      }
      plugins.push({ name, weight, raw, normalized: scores });
    }
    return { plugins, totals, skipped: [...state.skipScore] };
  }

  /** What a plugin has asked for with `startTask`. */
  runTask(name: string, payload: unknown): void {
    this.at('task')
      .find((running) => running.name === name)
      ?.plugin.task(payload);
  }

  /** RunReservePluginsReserve. The plugin's name comes with a rejection. */
  runReserve(state: CycleState, pod: Pod, nodeName: string): Refusal | undefined {
    for (const { name, plugin } of this.at('reserve')) {
      const status = plugin.reserve(state, pod, nodeName);
      if (status) return { plugin: name, status: isRejected(status) ? status : pluginFailed('Reserve', name, status) };
    }
    return undefined;
  }

  /** RunReservePluginsUnreserve: in the reverse order. */
  runUnreserve(state: CycleState, pod: Pod, nodeName: string): void {
    for (const { plugin } of [...this.at('unreserve')].reverse()) plugin.unreserve(state, pod, nodeName);
  }

  /** RunBindPlugins: the first that does not pass. */
  runBind(state: CycleState, pod: Pod, nodeName: string, session: Session): Status | undefined {
    for (const { name, plugin } of this.at('bind')) {
      const status = plugin.bind(state, pod, nodeName, session);
      if (status?.code === 'Skip') continue;
      return status && !isRejected(status) ? pluginFailed('Bind', name, status) : status;
    }
    return newStatus('Skip');
  }
}

function intersection(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a].filter((name) => b.has(name)));
}

function invalidScore(plugin: string, score: number): Status {
  const why = `plugin ${JSON.stringify(plugin)} returns an invalid score ${score}, it should in the range of [0, 100] after normalizing`;
  return newStatus('Error', `applying score defaultWeights on Score plugins: ${why}`);
}

export function isStatus(result: Scores | Status): result is Status {
  return 'code' in result;
}
