// Models: pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer, setTerminationGracePeriod, executePreStopHook;
//   kuberuntime_termination_order.go
// Simplified: —
// Not modelled: —
import type { Container, Pod } from '../api/types';
import type { KillReason } from './compute-pod-actions';
import { isRestartableInit } from './restart-policy';

/** minimumGracePeriodInSeconds: what a container always gets between its signals. */
export const minimumGraceSeconds = 2;

/** setTerminationGracePeriod: seconds for one container, by why it is killed. */
export function graceSeconds(pod: Pod, container: Container, reason: KillReason): number {
  const deletion = pod.metadata.deletionGracePeriodSeconds;
  if (deletion !== undefined && deletion !== null) return deletion;
  const own = pod.spec?.terminationGracePeriodSeconds;
  if (own === undefined) return minimumGraceSeconds;
  const probe =
    reason === 'StartupProbe'
      ? container.startupProbe
      : reason === 'LivenessProbe'
        ? container.livenessProbe
        : undefined;
  return probe?.terminationGracePeriodSeconds ?? own;
}

/** How long a preStop hook is waited for: to its end, but not beyond the grace. Microseconds. */
export function preStopWaitMicros(hookMicros: number, grace: number): number {
  return Math.min(hookMicros, grace * 1e6);
}

/** What is left of a grace after some time, in whole seconds as upstream counts. */
export function graceAfter(grace: number, spentMicros: number): number {
  return grace - Math.floor(spentMicros / 1e6);
}

/** Seconds from SIGTERM to SIGKILL. */
export function stopTimeoutSeconds(graceLeft: number): number {
  return Math.max(minimumGraceSeconds, graceLeft);
}

/** Containers that must have ended before one may be stopped: sidecars wait for apps and for later sidecars. */
export function waitsFor(pod: Pod, name: string, running: readonly string[]): string[] {
  const init = pod.spec?.initContainers ?? [];
  const at = init.findIndex((container) => container.name === name && isRestartableInit(container));
  if (at < 0) return [];
  const apps = (pod.spec?.containers ?? []).map((container) => container.name);
  const later = init
    .slice(at + 1)
    .filter(isRestartableInit)
    .map((container) => container.name);
  return [...apps, ...later].filter((other) => running.includes(other));
}

/** The signal that asks a container to end: the Pod's, else the image's. */
export function stopSignalOf(container: Container | undefined, imageSignal: string): string {
  return container?.lifecycle?.stopSignal ?? imageSignal;
}

/** Number of a signal for an exit code of 128 + n. */
const signalNumbers: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGUSR2: 12,
  SIGTERM: 15,
  SIGWINCH: 28,
};

/** Exit code of a process that a signal has ended. */
export function signalExitCode(signal: string): number {
  return 128 + (signalNumbers[signal] ?? 15);
}

/** The reason that the runtime gives for an end. */
export function exitReason(exitCode: number, outOfMemory: boolean): string {
  if (outOfMemory) return 'OOMKilled';
  return exitCode === 0 ? 'Completed' : 'Error';
}
