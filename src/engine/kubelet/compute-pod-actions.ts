// Models: pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions; kuberuntime_container.go
//   computeInitContainerActions, findNextInitContainerToRun; kuberuntime/util PodSandboxChanged
// Simplified: —
// Not modelled: ephemeral containers, resize in place, restart of all containers by a rule.
import type { Container, Pod, PodSpec } from '../api/types';
import { hashContainer } from './container-hash';
import type { ProbeResult } from './probe-worker';
import { isRestartableInit, restartsOnFailure, shouldBeRestarted } from './restart-policy';
import { type ContainerRow, findContainer, type PodRuntimeStatus } from './runtime-status';

export type KillReason = 'Unknown' | 'LivenessProbe' | 'StartupProbe' | 'FailedPostStartHook';

export interface ContainerToKill {
  readonly name: string;
  /** Of the attempt that is to be killed. */
  readonly id: string;
  readonly message: string;
  readonly reason: KillReason;
}

/** What one sync has to do. */
export interface PodActions {
  readonly killPod: boolean;
  readonly createSandbox: boolean;
  /** The sandbox that is there, or that is replaced; empty when there never was one. */
  readonly sandbox: string;
  readonly attempt: number;
  /** Indexes into spec.initContainers. */
  readonly initContainersToStart: readonly number[];
  /** Indexes into spec.containers. */
  readonly containersToStart: readonly number[];
  readonly containersToKill: readonly ContainerToKill[];
}

/** What the prober last said about a container. */
export interface ProbeResults {
  liveness(row: ContainerRow): ProbeResult | undefined;
  startup(row: ContainerRow): ProbeResult | undefined;
}

interface Draft {
  killPod: boolean;
  createSandbox: boolean;
  initContainersToStart: number[];
  containersToStart: number[];
  containersToKill: ContainerToKill[];
}

/** PodSandboxChanged: whether a new sandbox is needed, the number of its attempt, and the one that is there. */
export function sandboxChanged(
  pod: Pod,
  status: PodRuntimeStatus,
): { changed: boolean; attempt: number; sandbox: string } {
  const newest = status.sandboxes[0];
  if (!newest) return { changed: true, attempt: 0, sandbox: '' };
  const ready = status.sandboxes.filter((sandbox) => sandbox.state === 'ready');
  if (ready.length > 1) return { changed: true, attempt: newest.attempt + 1, sandbox: newest.id };
  if (newest.state !== 'ready') return { changed: true, attempt: newest.attempt + 1, sandbox: newest.id };
  const hostNetwork = pod.spec?.hostNetwork === true;
  if (newest.hostNetwork !== hostNetwork) return { changed: true, attempt: newest.attempt + 1, sandbox: '' };
  if (!hostNetwork && newest.ip === '') return { changed: true, attempt: newest.attempt + 1, sandbox: newest.id };
  return { changed: false, attempt: newest.attempt, sandbox: newest.id };
}

function succeeded(container: Container, status: PodRuntimeStatus): boolean {
  const row = findContainer(status, container.name);
  return row !== undefined && row.state !== 'running' && row.exitCode === 0;
}

const initFailed = (row: ContainerRow) => (row.state === 'exited' && row.exitCode !== 0) || row.state === 'unknown';

/** findNextInitContainerToRun, as far as it is asked whether initialisation is over. */
function initializationDone(spec: PodSpec, status: PodRuntimeStatus): boolean {
  const init = spec.initContainers ?? [];
  if (init.length === 0) return true;
  if (spec.containers.some((container) => findContainer(status, container.name)?.state === 'running')) return true;
  if (
    init.some((container) => {
      const row = findContainer(status, container.name);
      return row !== undefined && initFailed(row);
    })
  )
    return false;
  for (let i = init.length - 1; i >= 0; i--) {
    const row = findContainer(status, (init[i] as Container).name);
    if (!row) continue;
    return row.state === 'exited' && i === init.length - 1;
  }
  return false;
}

function newSandboxActions(spec: PodSpec, status: PodRuntimeStatus, attempt: number, draft: Draft): void {
  if (!restartsOnFailure(spec) && attempt !== 0 && status.containers.length > 0) {
    draft.createSandbox = false;
    return;
  }
  const toStart: number[] = [];
  spec.containers.forEach((container, index) => {
    if (spec.restartPolicy !== 'OnFailure' || !succeeded(container, status)) toStart.push(index);
  });
  if (toStart.length === 0 && initializationDone(spec, status)) {
    draft.createSandbox = false;
    return;
  }
  if ((spec.initContainers ?? []).length > 0) draft.initContainersToStart = [0];
  else draft.containersToStart = toStart;
}

function runningSidecar(
  container: Container,
  index: number,
  last: boolean,
  row: ContainerRow,
  before: boolean,
  probes: ProbeResults,
  draft: Draft,
): boolean {
  if (container.startupProbe) {
    const startup = probes.startup(row);
    if (startup === undefined) return false;
    if (startup !== 'Success') {
      if (startup === 'Failure') {
        draft.containersToKill.push({
          name: container.name,
          id: row.id,
          message: `Init container ${container.name} failed startup probe`,
          reason: 'StartupProbe',
        });
        draft.initContainersToStart.push(index);
      }
      return false;
    }
  }
  const initialized = last;
  if (!last && !before) draft.initContainersToStart.push(index + 1);
  if (hashContainer(container) !== row.hash) {
    draft.containersToKill.push({
      name: container.name,
      id: row.id,
      message: `Init container ${container.name} definition changed`,
      reason: 'Unknown',
    });
    draft.initContainersToStart.push(index);
  } else if (container.livenessProbe && probes.liveness(row) === 'Failure') {
    draft.containersToKill.push({
      name: container.name,
      id: row.id,
      message: `Init container ${container.name} failed liveness probe`,
      reason: 'LivenessProbe',
    });
    draft.initContainersToStart.push(index);
  }
  return initialized;
}

/** Sets what init containers need; true when the Pod is initialised. */
function initActions(spec: PodSpec, status: PodRuntimeStatus, probes: ProbeResults, draft: Draft): boolean {
  const init = spec.initContainers ?? [];
  if (init.length === 0) return true;
  // HasAnyActiveRegularContainerStarted: an app container of this sandbox was made, so all init containers had done their work.
  const active = status.sandboxes[0]?.id;
  let initialized = spec.containers.some((container) => findContainer(status, container.name)?.sandbox === active);
  let previously = initialized;
  for (let i = init.length - 1; i >= 0; i--) {
    const container = init[i] as Container;
    const row = findContainer(status, container.name);
    const sidecar = isRestartableInit(container);
    if (!row) {
      if (previously && sidecar) draft.initContainersToStart.push(i);
      continue;
    }
    if (previously && !sidecar) continue;
    const last = i === init.length - 1;
    if (row.state === 'created') draft.initContainersToStart.push(i);
    else if (row.state === 'running') {
      if (sidecar && runningSidecar(container, i, last, row, previously, probes, draft)) initialized = true;
    } else if (row.state === 'exited') {
      if (sidecar) draft.initContainersToStart.push(i);
      else if (initFailed(row)) {
        if (!restartsOnFailure(spec)) {
          draft.killPod = true;
          draft.initContainersToStart = [];
          return false;
        }
        draft.initContainersToStart.push(i);
      } else if (last) initialized = true;
      else draft.initContainersToStart.push(i + 1);
    } else {
      if (!sidecar && !restartsOnFailure(spec)) {
        draft.killPod = true;
        draft.initContainersToStart = [];
        return false;
      }
      draft.containersToKill.push({
        name: container.name,
        id: row.id,
        message: 'Init container is in "unknown" state, try killing it before restart',
        reason: 'Unknown',
      });
      draft.initContainersToStart.push(i);
    }
    previously = true;
  }
  if (!previously) draft.initContainersToStart.push(0);
  draft.initContainersToStart.reverse();
  return initialized;
}

function appActions(pod: Pod, spec: PodSpec, status: PodRuntimeStatus, probes: ProbeResults, draft: Draft): void {
  let keep = 0;
  spec.containers.forEach((container, index) => {
    const row = findContainer(status, container.name);
    if (row?.state !== 'running') {
      if (!shouldBeRestarted(container, pod, status)) return;
      draft.containersToStart.push(index);
      if (row?.state === 'unknown') {
        draft.containersToKill.push({
          name: row.name,
          id: row.id,
          message: 'Container is in "unknown" state, try killing it before restart',
          reason: 'Unknown',
        });
      }
      return;
    }
    let message: string;
    let reason: KillReason = 'Unknown';
    let restart = (container.restartPolicy ?? spec.restartPolicy) !== 'Never';
    if (hashContainer(container) !== row.hash) {
      message = `Container ${container.name} definition changed`;
      restart = true;
    } else if (probes.liveness(row) === 'Failure') {
      message = `Container ${container.name} failed liveness probe`;
      reason = 'LivenessProbe';
    } else if (probes.startup(row) === 'Failure') {
      message = `Container ${container.name} failed startup probe`;
      reason = 'StartupProbe';
    } else {
      keep++;
      return;
    }
    if (restart) {
      message = `${message}, will be restarted`;
      draft.containersToStart.push(index);
    }
    draft.containersToKill.push({ name: row.name, id: row.id, message, reason });
  });
  if (keep === 0 && draft.containersToStart.length === 0) {
    draft.killPod = true;
    // Sidecars must not keep a finished Pod alive.
    draft.initContainersToStart = [];
  }
}

/** Compares the wanted Pod with what the runtime has, and says what to do about it. */
export function computePodActions(pod: Pod, status: PodRuntimeStatus, probes: ProbeResults): PodActions {
  const spec = pod.spec ?? { containers: [] };
  const { changed, attempt, sandbox } = sandboxChanged(pod, status);
  const draft: Draft = {
    killPod: changed,
    createSandbox: changed,
    initContainersToStart: [],
    containersToStart: [],
    containersToKill: [],
  };
  if (changed) newSandboxActions(spec, status, attempt, draft);
  else {
    const initialized = initActions(spec, status, probes, draft);
    if (!draft.killPod && initialized) appActions(pod, spec, status, probes, draft);
  }
  return { ...draft, attempt, sandbox };
}
