// Models: pkg/scheduler/schedule_one.go handleSchedulingFailure, updatePod; pkg/scheduler/util PatchPodStatus.
// Simplified: —
// Not modelled: calls through the API dispatcher (gate SchedulerAsyncAPICalls, off).
import { formatTime } from '../../shared/time';
import type { KindDefinition } from '../api/kinds';
import { podKind } from '../api/kinds';
import type { Pod, PodCondition } from '../api/types';
import { truncateMessage } from './framework/fit-error';
import type { NominatingInfo } from './framework/plugin';
import { noLimiter, processName, reserveCall, type SchedulerParts } from './parts';
import type { QueuedPod } from './queue/queued-pod';
import { type Failure, failureMessage } from './scheduling-algorithm';

const kind = podKind as unknown as KindDefinition;

/** The nomination is taken back. */
export const clearNominatedNode: NominatingInfo = { nominatedNodeName: '' };

/** What the status of the Pod is to say; it is sent when the client's limits let it. */
export interface StatusPatch {
  readonly pod: Pod;
  readonly reason: string;
  readonly message: string;
  /** `undefined`: left as it is. */
  readonly nominatedNodeName: string | undefined;
  /** The next scheduling cycle waits for the answer. */
  readonly blocks: boolean;
}

/**
 * An attempt has failed: the Pod goes back to the queue, an Event and a condition say why. Returns when the caller is
 * done with it; `undefined` when it has to wait for its turn to write (then `sendStatus` follows).
 */
export function handleSchedulingFailure(
  parts: SchedulerParts,
  key: string,
  queued: QueuedPod,
  pod: Pod,
  failure: Failure,
  nominating: NominatingInfo | undefined,
  blocks: boolean,
): number | undefined {
  const { kernel, queue, pods, nominator, recorder } = parts;
  const reason = failure.kind === 'error' ? 'SchedulerError' : 'Unschedulable';
  const message = failureMessage(failure);
  const plugins = failure.kind === 'unfit' ? failure.plugins : [];
  const pending = failure.kind === 'unfit' ? failure.pending : [];
  kernel.cause = kernel.emit({
    actor: processName,
    verb: 'sched.fail',
    subject: `pods/${key}`,
    level: 'action',
    detail: { reason, message, plugins },
  });
  const cached = pods.get(key);
  if (!cached || cached.metadata.uid !== queued.uid || cached.spec?.nodeName) queue.done(queued.uid);
  else {
    queue.addUnschedulable(key, { ...queued, unschedulablePlugins: plugins, pendingPlugins: pending }, cached);
    nominator.add(cached, nominating);
  }
  recorder.event(kind, pod, 'Warning', 'FailedScheduling', truncateMessage(message));
  const nominated = nominating?.nominatedNodeName;
  const nominates = nominated !== undefined && nominated !== (pod.status?.nominatedNodeName ?? '');
  if (!conditionDiffers(pod, reason, message) && !nominates) return kernel.now;
  const patch: StatusPatch = { pod, reason, message, nominatedNodeName: nominates ? nominated : undefined, blocks };
  const sendAt = reserveCall(parts);
  if (sendAt <= kernel.now) return sendStatus(parts, patch);
  kernel.schedule(sendAt, processName, 'status', patch);
  return undefined;
}

function conditionOf(pod: Pod): PodCondition | undefined {
  return pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
}

function conditionDiffers(pod: Pod, reason: string, message: string): boolean {
  const now = conditionOf(pod);
  return now?.status !== 'False' || now.reason !== reason || now.message !== message;
}

/** Patches the Pod's status. Returns when the answer is there. */
export function sendStatus(
  { clients }: SchedulerParts,
  { pod, reason, message, nominatedNodeName }: StatusPatch,
): number {
  const session = clients.session(processName, noLimiter);
  const before = conditionOf(pod);
  const condition: PodCondition = {
    type: 'PodScheduled',
    status: 'False',
    reason,
    message,
    lastTransitionTime: (before?.status === 'False' && before.lastTransitionTime) || formatTime(session.epochMicros),
    ...(pod.metadata.generation === undefined ? {} : { observedGeneration: pod.metadata.generation }),
  };
  const status = {
    conditions: [condition],
    ...(nominatedNodeName === undefined ? {} : { nominatedNodeName: nominatedNodeName || null }),
  };
  const { namespace, name = '' } = pod.metadata;
  session.patch(kind, namespace, name, 'application/strategic-merge-patch+json', { status }, 'status');
  return session.at;
}
