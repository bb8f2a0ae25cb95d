// Models: pkg/kubelet/kubelet_pods.go getPhase, and the part of generateAPIPodStatus that keeps final phases
// Simplified: —
// Not modelled: static Pods, whose phase is not made final.
import type { Container, ContainerStatus, Pod } from '../api/types';
import { containerRestarts, isRestartableInit } from './restart-policy';

export type Phase = 'Pending' | 'Running' | 'Succeeded' | 'Failed';

export const isFinal = (phase: string | undefined): phase is 'Succeeded' | 'Failed' =>
  phase === 'Succeeded' || phase === 'Failed';

function statusOf(statuses: readonly ContainerStatus[], name: string): ContainerStatus | undefined {
  for (const status of statuses) if (status.name === name) return status;
  return undefined;
}

/** Whether a failed init container will be tried again. */
function failedForGood(container: Container, pod: Pod, exitCode: number): boolean {
  const spec = pod.spec ?? { containers: [] };
  const own = container.restartPolicy !== undefined || (container.restartPolicyRules ?? []).length > 0;
  return own ? !containerRestarts(container, spec, exitCode) : spec.restartPolicy === 'Never';
}

/** `terminal`: the kubelet has ended the Pod for good. `initialized`: an app container of this sandbox has started. */
export function getPhase(
  pod: Pod,
  statuses: readonly ContainerStatus[],
  terminal: boolean,
  initialized: boolean,
): Phase {
  const spec = pod.spec ?? { containers: [] };
  let pendingInit = 0;
  let pendingSidecars = 0;
  let failedInit = 0;
  let unknown = 0;
  let running = 0;
  let waiting = 0;
  let stopped = 0;
  let succeeded = 0;
  let restarting = 0;
  for (const container of spec.initContainers ?? []) {
    const status = statusOf(statuses, container.name);
    const state = status?.state;
    const ended = state?.terminated ?? (state?.waiting ? status?.lastState?.terminated : undefined);
    if (isRestartableInit(container)) {
      if (!status) unknown++;
      else if (state?.running) {
        if (!status.started) pendingSidecars++;
        running++;
      } else if (!ended) {
        pendingSidecars++;
        if (state?.waiting) waiting++;
        else unknown++;
      }
    } else if (!ended) pendingInit++;
    else if (ended.exitCode !== 0 && failedForGood(container, pod, ended.exitCode)) failedInit++;
  }
  for (const container of spec.containers) {
    const status = statusOf(statuses, container.name);
    const state = status?.state;
    if (state?.running) running++;
    else if (state?.terminated) {
      stopped++;
      if (state.terminated.exitCode === 0) succeeded++;
      if (containerRestarts(container, spec, state.terminated.exitCode)) restarting++;
    } else if (state?.waiting) {
      if (status?.lastState?.terminated) {
        stopped++;
        restarting++;
      } else waiting++;
    } else unknown++;
  }
  if (failedInit > 0) return 'Failed';
  if (pendingInit > 0 || (pendingSidecars > 0 && !initialized) || waiting > 0) return 'Pending';
  if (running > 0 && unknown === 0) return 'Running';
  if (running === 0 && stopped > 0 && unknown === 0) {
    if (terminal) return stopped === succeeded ? 'Succeeded' : 'Failed';
    if (restarting > 0) return 'Running';
    return stopped === succeeded ? 'Succeeded' : 'Failed';
  }
  return 'Pending';
}

/** A phase that the status manager or the API server already calls final is never taken back. */
export function keepFinalPhase(phase: Phase, cached: string | undefined, api: string | undefined): Phase {
  if (isFinal(api)) return api;
  return !isFinal(phase) && isFinal(cached) ? cached : phase;
}
