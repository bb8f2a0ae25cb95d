import type { Pod } from '../../engine/index';

/** The six looks that a Pod's cell can have, and one for a Pod that has done its work. */
export type PodLook = 'ready' | 'running' | 'starting' | 'terminating' | 'failed' | 'pending' | 'succeeded';

export interface PodState {
  readonly look: PodLook;
  /** The cluster's own word where there is one: `ImagePullBackOff`. */
  readonly reason: string;
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
]);

/** How a Pod is, as the API server has it: the first of the words that `kubectl get pods` would choose from. */
export function podState(pod: Pod): PodState {
  const status = pod.status ?? {};
  const containers = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
  const restarts = containers.reduce((sum, container) => sum + (container.restartCount ?? 0), 0);
  const trouble = containers.find(({ state }) => troubles.has(state?.waiting?.reason ?? ''))?.state?.waiting?.reason;
  const exited = containers.find(({ state }) => (state?.terminated?.exitCode ?? 0) !== 0)?.state?.terminated;
  const waiting = containers.find(({ state }) => state?.waiting?.reason)?.state?.waiting?.reason;
  const condition = (type: string) => status.conditions?.find((candidate) => candidate.type === type);
  const state = (look: PodLook, reason = ''): PodState => ({ look, reason, restarts });
  if (pod.metadata.deletionTimestamp) return state('terminating');
  if (status.phase === 'Succeeded') return state('succeeded', 'Completed');
  if (status.phase === 'Failed') return state('failed', status.reason ?? exited?.reason ?? 'Error');
  if (trouble) return state('failed', trouble);
  if (exited) return state('failed', exited.reason ?? 'Error');
  if (condition('Ready')?.status === 'True') return state('ready');
  if (status.phase === 'Running') return state('running');
  if (pod.spec?.nodeName) return state('starting', waiting ?? '');
  return state('pending', condition('PodScheduled')?.reason ?? '');
}
