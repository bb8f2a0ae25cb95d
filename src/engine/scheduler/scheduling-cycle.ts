// Models: pkg/scheduler/schedule_one.go ScheduleOne, schedulingCycle, skipPodSchedule, assume.
// Simplified: a cycle is one event, and takes a millisecond however many nodes there are.
// Not modelled: extenders, pod groups.

import type { KindDefinition } from '../api/kinds';
import { podKind } from '../api/kinds';
import type { Pod } from '../api/types';
import type { BindingCycles } from './binding-cycle';
import type { NodeInfo } from './cache/node-info';
import { clearNominatedNode, handleSchedulingFailure } from './failure-handler';
import { CycleState } from './framework/cycle-state';
import { type Framework, isStatus } from './framework/framework';
import { NodeToStatus } from './framework/node-to-status';
import type { NominatingInfo } from './framework/plugin';
import { isRejected, messageOf, newStatus, type Status } from './framework/status';
import { processName, type SchedulerParts } from './parts';
import type { QueuedPod } from './queue/queued-pod';
import {
  type Failure,
  type Filtered,
  findNodesThatPassFilters,
  nodesFrom,
  nodesToAsk,
  preFilterRejected,
  prioritizeNodes,
  refusedAfterwards,
  selectHost,
  unfit,
} from './scheduling-algorithm';
import { filterVerdicts, scoreVerdicts } from './verdicts';

/** How long the scheduler is busy with one Pod. */
const cycleMicros = 1_000;

interface Chosen {
  readonly node: NodeInfo;
  readonly asked: number;
  readonly feasible: number;
  readonly total: number | undefined;
}

type Search =
  | { readonly chosen: Chosen }
  | { readonly failure: Failure; readonly nominating: NominatingInfo | undefined };

const unresolvable = newStatus('UnschedulableAndUnresolvable');

/** One scheduling cycle: one Pod, from the queue to a node that is assumed, or back to the queue. */
export class SchedulingCycle {
  private readonly parts: SchedulerParts;
  private readonly bindings: BindingCycles;

  constructor(parts: SchedulerParts, bindings: BindingCycles) {
    this.parts = parts;
    this.bindings = bindings;
  }

  private get full(): boolean {
    return this.parts.kernel.trace.recording === 'full';
  }

  /** Says what one extension point did; what follows is caused by it. */
  private step(verb: 'preFilter' | 'filter' | 'postFilter' | 'score' | 'reserve', key: string, detail: unknown): void {
    const { kernel } = this.parts;
    kernel.cause = kernel.emit({
      actor: processName,
      verb: `sched.${verb}`,
      subject: `pods/${key}`,
      level: 'micro',
      detail,
    });
  }

  /** Takes the Pod and schedules it. Returns when the next cycle may begin; `undefined`: when a status has been written. */
  run(key: string, queued: QueuedPod): number | undefined {
    const { kernel, queue, pods, cache, frameworks } = this.parts;
    const seq = kernel.emit({
      actor: processName,
      verb: 'sched.cycle',
      subject: `pods/${key}`,
      level: 'action',
      cause: queued.ordinal,
      detail: { queue: queued.queue, attempt: queued.attempts + 1, waitedSince: queued.timestamp },
    });
    kernel.cause = seq;
    const taken = queue.take(key, queued, seq);
    const pod = pods.get(key);
    const framework = frameworks.get(queued.schedulerName);
    const ends = kernel.now + cycleMicros;
    if (!pod || !framework || this.skips(pod) || cache.isAssumed(pod)) {
      queue.done(queued.uid);
      return ends;
    }
    const state = new CycleState();
    const search = this.search(framework, state, key, taken, pod);
    const failed = 'chosen' in search ? this.assume(framework, state, key, taken, pod, search.chosen) : search;
    if (!failed) return ends;
    const done = handleSchedulingFailure(this.parts, key, taken, pod, failed.failure, failed.nominating, true);
    return done === undefined ? undefined : Math.max(ends, done);
  }

  /** skipPodSchedule: nobody schedules a Pod that is being deleted. */
  private skips(pod: Pod): boolean {
    if (!pod.metadata.deletionTimestamp) return false;
    const message = `skip schedule deleting pod: ${pod.metadata.namespace}/${pod.metadata.name}`;
    this.parts.recorder.event(podKind as unknown as KindDefinition, pod, 'Warning', 'FailedScheduling', message);
    return true;
  }

  /** schedulePod, and PostFilter when it finds nothing. */
  private search(framework: Framework, state: CycleState, key: string, queued: QueuedPod, pod: Pod): Search {
    const { cache } = this.parts;
    const all = cache.nodeInfos();
    if (all.length === 0) return { failure: { kind: 'noNodes' }, nominating: clearNominatedNode };
    const preFilter = framework.runPreFilter(state, pod, all);
    this.step(
      'preFilter',
      key,
      this.full ? { skipped: [...state.skipFilter], ...preFilterDetail(preFilter) } : undefined,
    );
    if (preFilter.status && !isRejected(preFilter.status)) return failedWith(preFilter.status);
    let failure: Failure;
    let statuses: NodeToStatus;
    if (preFilter.status) {
      failure = preFilterRejected(all.length, preFilter);
      statuses = new NodeToStatus([], [], preFilter.status);
    } else {
      const { nodes, absent } = nodesToAsk(all, preFilter, (name) => cache.nodeInfo(name));
      const filtered = this.filter(framework, state, key, pod, nodes, all.length);
      if (filtered.error) return failedWith(filtered.error);
      if (filtered.feasible.length > 0) return this.choose(framework, state, key, queued, pod, filtered);
      failure = unfit(all.length, filtered, absent);
      statuses = statusesOf(filtered, absent ?? unresolvable);
    }
    if (!framework.hasPostFilter || failure.kind !== 'unfit') return { failure, nominating: clearNominatedNode };
    const result = framework.runPostFilter(state, pod, statuses);
    const postFilterMessage = messageOf(result.status);
    this.step('postFilter', key, {
      code: result.status?.code,
      message: postFilterMessage,
      ...result.nominatingInfo,
      ...(this.full ? result.detail : {}),
    });
    result.begin?.();
    return {
      failure: { ...failure, diagnosis: { ...failure.diagnosis, postFilterMessage } },
      nominating: result.nominatingInfo,
    };
  }

  private filter(
    framework: Framework,
    state: CycleState,
    key: string,
    pod: Pod,
    nodes: readonly NodeInfo[],
    numAllNodes: number,
  ): Filtered {
    const { cache, state: rows } = this.parts;
    const start = rows.get('nextStartNodeIndex') ?? 0;
    // The node that was emptied for the Pod is likely the only one that can take it: it is asked first, alone.
    const nominated = pod.status?.nominatedNodeName ? cache.nodeInfo(pod.status.nominatedNodeName) : undefined;
    let filtered: Filtered | undefined;
    if (nominated) filtered = findNodesThatPassFilters(framework, state, pod, [nominated], 0);
    const fromNomination = filtered !== undefined && filtered.feasible.length > 0;
    if (!fromNomination) filtered = findNodesThatPassFilters(framework, state, pod, nodes, start);
    const found = filtered as Filtered;
    this.step('filter', key, this.full ? filterVerdicts(found, numAllNodes) : undefined);
    if (!fromNomination) rows.set('nextStartNodeIndex', (start + found.asked) % numAllNodes);
    return found;
  }

  private choose(
    framework: Framework,
    state: CycleState,
    key: string,
    queued: QueuedPod,
    pod: Pod,
    filtered: Filtered,
  ): Search {
    const { kernel } = this.parts;
    const { feasible, asked } = filtered;
    const [only] = feasible;
    // A single feasible node is taken as it is: nothing is scored.
    if (only && feasible.length === 1) return { chosen: { node: only, asked, feasible: 1, total: undefined } };
    const scores = prioritizeNodes(framework, state, pod, feasible, this.full);
    if (isStatus(scores)) return failedWith(scores);
    this.step('score', key, this.full ? scoreVerdicts(feasible, scores) : undefined);
    const draw = Math.floor(kernel.rand(processName, 'selectHost', queued.uid, queued.attempts) * 2 ** 53);
    const at = selectHost(feasible, scores.totals, draw);
    return {
      chosen: {
        node: feasible[at] as NodeInfo,
        asked,
        feasible: feasible.length,
        total: scores.totals[at],
      },
    };
  }

  /** assume, Reserve, Permit; then the binding cycle goes its own way. */
  private assume(
    framework: Framework,
    state: CycleState,
    key: string,
    queued: QueuedPod,
    pod: Pod,
    chosen: Chosen,
  ): Exclude<Search, { chosen: Chosen }> | undefined {
    const { kernel, cache, nominator } = this.parts;
    const node = chosen.node.name;
    kernel.cause = kernel.emit({
      actor: processName,
      verb: 'sched.assume',
      subject: `pods/${key}`,
      level: 'action',
      detail: { node, asked: chosen.asked, feasible: chosen.feasible, total: chosen.total },
    });
    cache.assume(key, pod, node);
    nominator.delete(key);
    let refusal = framework.runReserve(state, pod, node);
    // Most Pods have nothing that could be reserved.
    if (refusal || state.keepsSomething) this.step('reserve', key, { node, refusedBy: refusal?.plugin });
    refusal ??= this.bindings.start(state, key, node, pod, queued);
    if (!refusal) return undefined;
    framework.runUnreserve(state, pod, node);
    this.bindings.forget(key, queued.uid, node);
    const { status } = refusal;
    const failure: Failure = isRejected(status) ? refusedAfterwards(refusal) : { kind: 'error', status };
    return { failure, nominating: clearNominatedNode };
  }
}

function failedWith(status: Status): Search {
  return { failure: { kind: 'error', status }, nominating: clearNominatedNode };
}

function preFilterDetail({
  status,
  plugin,
  nodeNames,
}: {
  status: Status | undefined;
  plugin: string;
  nodeNames: ReadonlySet<string> | undefined;
}) {
  return {
    refusedBy: status ? plugin : undefined,
    reasons: status?.reasons,
    nodeNames: nodeNames ? [...nodeNames].sort() : undefined,
  };
}

function statusesOf({ nodes, startIndex, asked, refusals }: Filtered, absent: Status): NodeToStatus {
  return new NodeToStatus(nodesFrom(nodes, startIndex, asked), refusals ?? [], absent);
}
