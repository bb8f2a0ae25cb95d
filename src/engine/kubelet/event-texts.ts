// Models: pkg/kubelet/events/event.go (reasons) and the messages that the kubelet writes with them
// Simplified: —
// Not modelled: —
import { goQuote } from '../api/field-error';
import type { Container, Pod } from '../api/types';
import { durationText } from '../workloads/duration';
import { podText } from './pod-names';

export interface EventText {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** The release that this engine speaks for. */
export const kubeletVersion = 'v1.37.0';

const normal = (reason: string, message: string): EventText => ({ type: 'Normal', reason, message });
const warning = (reason: string, message: string): EventText => ({ type: 'Warning', reason, message });

/** Minor number of `v1.33`, `1.33.2`, `v1.30+`. */
function minor(version: string): number {
  return Number(/^v?1\.(\d+)/.exec(version)?.[1] ?? 37);
}

export const eventTexts = {
  pulling: (image: string) => normal('Pulling', `Pulling image ${goQuote(image)}`),
  pulled: (image: string, pullMicros: number, totalMicros: number, sizeBytes: number) => {
    const cut = (micros: number) => durationText(Math.floor(micros / 1e3) * 1e3);
    return normal(
      'Pulled',
      `Successfully pulled image ${goQuote(image)} in ${cut(pullMicros)} (${cut(totalMicros)} including waiting). Image size: ${sizeBytes} bytes.`,
    );
  },
  present: (image: string, version: string = kubeletVersion) =>
    normal(
      'Pulled',
      `Container image ${goQuote(image)} already present on machine${minor(version) >= 35 ? ' and can be accessed by the pod' : ''}`,
    ),
  pullFailed: (image: string, error: string) => warning('Failed', `Failed to pull image ${goQuote(image)}: ${error}`),
  pullBackOff: (image: string) => normal('BackOff', `Back-off pulling image ${goQuote(image)}`),
  neverPull: (image: string) =>
    warning('ErrImageNeverPull', `Container image ${goQuote(image)} is not present with pull policy of Never`),
  inspectFailed: (message: string) => warning('InspectFailed', message),
  error: (error: string) => warning('Failed', `Error: ${error}`),
  created: (container: string, version: string = kubeletVersion) =>
    normal(
      'Created',
      minor(version) >= 35
        ? 'Container created'
        : minor(version) >= 32
          ? `Created container: ${container}`
          : `Created container ${container}`,
    ),
  started: (container: string, version: string = kubeletVersion) =>
    normal('Started', minor(version) >= 35 ? 'Container started' : `Started container ${container}`),
  restartBackOff: (pod: Pod, container: Container) =>
    warning('BackOff', `Back-off restarting failed container ${container.name} in pod ${podText(pod)}`),
  killing: (message: string) => normal('Killing', message),
  postStartFailed: () => warning('FailedPostStartHook', 'PostStartHook failed'),
  preStopFailed: () => warning('FailedPreStopHook', 'PreStopHook failed'),
  sandboxFailed: (error: string) => warning('FailedCreatePodSandBox', `Failed to create pod sandbox: ${error}`),
  sandboxChanged: () => normal('SandboxChanged', 'Pod sandbox changed, it will be killed and re-created.'),
  unhealthy: (kind: string, output: string) => warning('Unhealthy', `${kind} probe failed: ${output}`),
  probeErrored: (kind: string, error: string) =>
    warning('Unhealthy', `${kind} probe errored and resulted in unknown state: ${error}`),
  networkNotReady: (message: string) => warning('NetworkNotReady', `network is not ready: ${message}`),
  deadline: () => normal('DeadlineExceeded', 'Pod was active on the node longer than the specified deadline'),
  mountFailed: (volume: string, error: string) =>
    warning('FailedMount', `MountVolume.SetUp failed for volume ${goQuote(volume)} : ${error}`),
  volumesFailed: (error: string) => warning('FailedMount', `Unable to attach or mount volumes: ${error}`),
  badAnnotation: (key: string, value: string, expected: string) =>
    warning('InvalidAnnotation', `annotation ${goQuote(key)} is ignored: ${goQuote(value)} is not ${expected}`),
} as const;

/** The waiting message of a container in back-off: `back-off 20s restarting failed container=web pod=…`. */
export function crashLoopMessage(backoffMicros: number, pod: Pod, container: Container): string {
  return `back-off ${durationText(backoffMicros)} restarting failed container=${container.name} pod=${podText(pod)}`;
}
