import type { Pod } from '../../engine/index';
import { podColumns } from '../../shared/print-pod';

/** The six looks that a Pod's cell can have, and one for a Pod that has done its work. */
export type PodLook = 'ready' | 'running' | 'starting' | 'terminating' | 'failed' | 'pending' | 'succeeded';

export interface PodState {
  readonly look: PodLook;
  /** The word that `kubectl get pods` has for it, where the look alone does not say it: `ImagePullBackOff`. */
  readonly reason: string;
  /** Why it has no node yet, as the scheduler says it. */
  readonly message: string;
  readonly restarts: number;
}

/** Reasons for which a container waits that are no part of a normal start. */
const troubles = new Set([
  'CrashLoopBackOff',
  'ImagePullBackOff',
  'ErrImagePull',
  'ErrImageNeverPull',
  'InvalidImageName',
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
  'PostStartHookError',
]);

/** How a Pod is, as the API server has it. */
export function podState(pod: Pod): PodState {
  const status = pod.status ?? {};
  const containers = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
  const restarts = containers.reduce((sum, container) => sum + (container.restartCount ?? 0), 0);
  const trouble = containers.some(({ state }) => troubles.has(state?.waiting?.reason ?? ''));
  const exited = containers.some(({ state }) => (state?.terminated?.exitCode ?? 0) !== 0);
  const condition = (type: string) => status.conditions?.find((candidate) => candidate.type === type);
  const state = (look: PodLook, reason = '', message = ''): PodState => ({ look, reason, message, restarts });
  const printed = (): string => podColumns(pod).status;
  if (pod.metadata.deletionTimestamp) return state('terminating');
  if (status.phase === 'Succeeded') return state('succeeded', printed());
  if (status.phase === 'Failed' || trouble || exited) return state('failed', printed());
  if (condition('Ready')?.status === 'True') return state('ready');
  if (status.phase === 'Running') return state('running');
  if (pod.spec?.nodeName) return state('starting', printed());
  const scheduled = condition('PodScheduled');
  return state('pending', printed(), scheduled?.status === 'False' ? (scheduled.message ?? '') : '');
}
