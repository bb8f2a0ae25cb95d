// Models: pkg/kubelet/kubelet.go validateContainerLogStatus; pkg/kubelet/kuberuntime/logs (ReadLogs, LogOptions)
// Simplified: a line is whole; what a program prints is known beforehand.
// Not modelled: rotation, partial lines, standard error.
import { formatMicroTime } from '../../shared/time';
import { goQuote } from '../api/field-error';
import type { ContainerStatus } from '../api/types';
import type { PodLogOptions } from '../apiserver/connect';
import type { ContainerRow } from './runtime-status';

/** Which container's log is asked for: its ID; or why there is none. */
export function logOwner(
  status: ContainerStatus | undefined,
  container: string,
  podName: string,
  previous: boolean,
): { readonly id: string } | { readonly problem: string } {
  const what = `container ${goQuote(container)} in pod ${goQuote(podName)}`;
  if (!status) return { problem: `${what} is not available` };
  const { state, lastState, containerID = '' } = status;
  const last = lastState?.terminated?.containerID ?? '';
  if (previous) return last === '' ? { problem: `previous terminated ${what} not found` } : { id: last };
  if (state?.running) return { id: containerID };
  if (state?.terminated) {
    const id = state.terminated.containerID || last;
    return id === '' ? { problem: `${what} is terminated` } : { id };
  }
  if (last !== '') return { id: last };
  const reason = state?.waiting?.reason;
  if (!reason) return { problem: `${what} is waiting to start - no logs yet` };
  const why =
    reason === 'ErrImagePull'
      ? "image can't be pulled"
      : reason === 'ImagePullBackOff'
        ? 'trying and failing to pull image'
        : reason;
  return { problem: `${what} is waiting to start: ${why}` };
}

export interface LogLine {
  /** Virtual time at which it was printed. */
  readonly at: number;
  readonly text: string;
}

/** All that a container has printed up to a virtual time. */
export function linesUntil(row: ContainerRow, at: number): LogLine[] {
  const { startedAt, finishedAt, behaviour } = row;
  if (startedAt === undefined) return [];
  const until = Math.min(at, finishedAt ?? at);
  const lines = behaviour.log.map(({ atMicros, text }) => ({ at: startedAt + atMicros, text }));
  return lines.filter((line) => line.at <= until).sort((a, b) => a.at - b.at);
}

/** When a container prints next after a virtual time, as things stand. */
export function nextLineAt({ startedAt, behaviour }: ContainerRow, after: number): number | undefined {
  if (startedAt === undefined) return undefined;
  let next: number | undefined;
  for (const { atMicros } of behaviour.log) {
    const at = startedAt + atMicros;
    if (at > after && (next === undefined || at < next)) next = at;
  }
  return next;
}

/** A line as it goes to the reader; with its time as the runtime wrote it. */
export function logText(line: LogLine, timestamps: boolean, epochMicros: (at: number) => number): string {
  const stamp = timestamps ? `${formatMicroTime(epochMicros(line.at)).replace('Z', '000Z')} ` : '';
  return `${stamp}${line.text}\n`;
}

/** The lines that the options leave, oldest first. `nowMicros`: microseconds since 1970. */
export function chosenLines(
  lines: readonly LogLine[],
  { sinceSeconds, sinceMicros, tailLines }: PodLogOptions,
  nowMicros: number,
  epochMicros: (at: number) => number,
): readonly LogLine[] {
  const since = sinceSeconds === undefined ? sinceMicros : nowMicros - sinceSeconds * 1e6;
  const recent = since === undefined ? lines : lines.filter((line) => epochMicros(line.at) >= since);
  return tailLines === undefined ? recent : recent.slice(Math.max(0, recent.length - tailLines));
}
