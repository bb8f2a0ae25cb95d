// Models: pkg/kubelet/prober/worker.go doProbe, newWorker; results.Manager initial values
// Simplified: —
// Not modelled: —
import type { Container, Probe } from '../api/types';
import type { ProbeKind } from '../workloads/annotations';

export type ProbeResult = 'Success' | 'Failure' | 'Unknown';

/** One worker: a container's probe of one kind. */
export interface ProbeWorkerRow {
  readonly node: string;
  readonly podUID: string;
  readonly podKey: string;
  readonly container: string;
  readonly kind: ProbeKind;
  /** Of the container that is probed; empty before there is one. */
  readonly containerID: string;
  /** What the other parts of the kubelet are told; absent before there is a container. */
  readonly result?: ProbeResult;
  readonly lastResult: ProbeResult;
  /** Equal results in a row, counted up to the threshold only. */
  readonly resultRun: number;
  readonly onHold: boolean;
  /** Of the ticks that count; a run by hand begins a new series, and the old one is nothing. */
  readonly series: number;
}

/** The spec of a container's probe of one kind. */
export function probeOf(container: Container, kind: ProbeKind): Probe | undefined {
  return kind === 'readiness'
    ? container.readinessProbe
    : kind === 'liveness'
      ? container.livenessProbe
      : container.startupProbe;
}

/** What is believed before the first run. */
export function initialResult(kind: ProbeKind): ProbeResult {
  return kind === 'readiness' ? 'Failure' : kind === 'liveness' ? 'Success' : 'Unknown';
}

/** What doProbe looks at before it probes. Times in virtual microseconds. */
export interface ProbeTarget {
  readonly now: number;
  /** From the Pod's status; absent when the container has no id yet. */
  readonly containerID: string | undefined;
  readonly running: boolean;
  readonly terminated: boolean;
  readonly started: boolean;
  readonly startedAt: number;
  readonly podFinal: boolean;
  readonly deleting: boolean;
  readonly restartPolicy: string;
}

export type ProbeStep =
  /** The worker ends. */
  | { readonly act: 'stop'; readonly worker: ProbeWorkerRow }
  | { readonly act: 'wait'; readonly worker: ProbeWorkerRow }
  | { readonly act: 'probe'; readonly worker: ProbeWorkerRow };

/** What a worker does at a tick, before the outcome of a probe is known. */
export function beforeProbe(worker: ProbeWorkerRow, target: ProbeTarget, probe: Probe): ProbeStep {
  if (target.podFinal) return { act: 'stop', worker };
  if (target.containerID === undefined) return { act: 'wait', worker };
  let row = worker;
  if (row.containerID !== target.containerID) {
    row = { ...row, containerID: target.containerID, result: initialResult(row.kind), onHold: false };
  }
  if (row.onHold) return { act: 'wait', worker: row };
  if (!target.running) {
    if (row.result !== 'Failure') row = { ...row, result: 'Failure' };
    return { act: target.terminated && target.restartPolicy === 'Never' ? 'stop' : 'wait', worker: row };
  }
  if (target.deleting && row.kind !== 'readiness') {
    return { act: 'stop', worker: row.result === 'Success' ? row : { ...row, result: 'Success' } };
  }
  const ageSeconds = Math.floor((target.now - target.startedAt) / 1e6);
  if (ageSeconds < (probe.initialDelaySeconds ?? 0)) return { act: 'wait', worker: row };
  if (target.started === (row.kind === 'startup')) return { act: 'wait', worker: row };
  return { act: 'probe', worker: row };
}

/** Counts an outcome. A probe that could not be carried out (`error`) changes nothing. */
export function afterProbe(
  worker: ProbeWorkerRow,
  outcome: 'success' | 'failure' | 'error',
  probe: Probe,
): ProbeWorkerRow {
  if (outcome === 'error') return worker;
  const result: ProbeResult = outcome === 'success' ? 'Success' : 'Failure';
  const threshold = result === 'Failure' ? (probe.failureThreshold ?? 3) : (probe.successThreshold ?? 1);
  const run = worker.lastResult === result ? Math.min(worker.resultRun + 1, threshold) : 1;
  if (run < threshold) return counted(worker, result, run);
  const held = (worker.kind === 'liveness' && result === 'Failure') || worker.kind === 'startup';
  if (held) return { ...worker, lastResult: result, resultRun: 0, result, onHold: true };
  return worker.result === result
    ? counted(worker, result, run)
    : { ...worker, lastResult: result, resultRun: run, result };
}

function counted(worker: ProbeWorkerRow, lastResult: ProbeResult, resultRun: number): ProbeWorkerRow {
  return worker.lastResult === lastResult && worker.resultRun === resultRun
    ? worker
    : { ...worker, lastResult, resultRun };
}

export function newProbeWorker(
  fields: Pick<ProbeWorkerRow, 'node' | 'podUID' | 'podKey' | 'container' | 'kind'>,
): ProbeWorkerRow {
  return { ...fields, containerID: '', lastResult: 'Unknown', resultRun: 0, onHold: false, series: 0 };
}

/** isContainerStarted: a running container whose startup probe, if it has one, has succeeded. */
export function isStarted(running: boolean, startup: ProbeResult | undefined, hasStartupWorker: boolean): boolean {
  if (!running) return false;
  if (startup !== undefined) return startup === 'Success';
  return !hasStartupWorker;
}

/** UpdatePodStatus: whether a started container is ready, and whether its readiness is to be asked at once. */
export function isReady(
  running: boolean,
  readiness: ProbeResult | undefined,
  hasReadinessWorker: boolean,
): { ready: boolean; askNow: boolean } {
  if (!running) return { ready: false, askNow: false };
  if (readiness === 'Success') return { ready: true, askNow: false };
  return { ready: !hasReadinessWorker, askNow: hasReadinessWorker };
}
