// Models: pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses
// Simplified: resources are those of the spec, since nothing resizes a container in place.
// Not modelled: ephemeral containers, users, recursive read-only mounts.

import { formatTime } from '../../shared/time';
import type { Container, ContainerState, ContainerStatus, Pod, VolumeMountStatus } from '../api/types';
import { shouldBeRestarted } from './restart-policy';
import { type ContainerRow, containerID, findContainer, type PodRuntimeStatus } from './runtime-status';

/** Why a container could not be started, by container name (reasonCache). */
export type StartFailures = (container: string) => { readonly reason: string; readonly message: string } | undefined;

/** time.Unix(0, 0): what the runtime's zero becomes when a process never ran. */
const neverStarted = '1970-01-01T00:00:00Z';
const lostMessage = 'The container could not be located when the pod was deleted.  The container used to be Running';

function stateOf(
  row: ContainerRow,
  old: ContainerStatus | undefined,
  epochMicros: (at: number) => number,
): ContainerState {
  const time = (at: number | undefined) => (at === undefined ? undefined : formatTime(epochMicros(at)));
  switch (row.state) {
    case 'running':
      return { running: { startedAt: time(row.startedAt) } };
    case 'exited':
      return {
        terminated: {
          exitCode: row.exitCode ?? 0,
          ...(row.reason ? { reason: row.reason } : {}),
          ...(row.message ? { message: row.message } : {}),
          startedAt: time(row.startedAt) ?? neverStarted,
          finishedAt: time(row.finishedAt),
          containerID: containerID(row),
        },
      };
    case 'unknown':
      if (old?.state?.running) {
        return {
          terminated: {
            exitCode: 137,
            reason: 'ContainerStatusUnknown',
            message: 'The container could not be located when the pod was terminated',
          },
        };
      }
      return { waiting: {} };
    default:
      return { waiting: {} };
  }
}

function mountStatuses(container: Container): readonly VolumeMountStatus[] | undefined {
  if (!container.volumeMounts || container.volumeMounts.length === 0) return undefined;
  return container.volumeMounts.map(({ name, mountPath, readOnly }) => ({
    name,
    mountPath,
    ...(readOnly ? { readOnly, recursiveReadOnly: 'Disabled' } : {}),
  }));
}

function withMounts(status: ContainerStatus, container: Container): ContainerStatus {
  const volumeMounts = mountStatuses(container);
  return volumeMounts ? { ...status, volumeMounts } : status;
}

function resourcesOf(container: Container): Pick<ContainerStatus, 'allocatedResources' | 'resources'> {
  const { requests, limits } = container.resources ?? {};
  if (!requests && !limits) return { resources: {} };
  return {
    ...(requests ? { allocatedResources: requests } : {}),
    resources: { ...(limits ? { limits } : {}), ...(requests ? { requests } : {}) },
  };
}

function waitingStatus(container: Container, reason: string, old: ContainerStatus | undefined): ContainerStatus {
  const status: ContainerStatus = {
    name: container.name,
    state: { waiting: { reason } },
    lastState: old?.lastState ?? {},
    ready: false,
    restartCount: old?.restartCount ?? 0,
    image: container.image ?? '',
    imageID: '',
    started: false,
  };
  return withMounts(status, container);
}

/** A container that ran, and of which the runtime knows nothing any more. */
function lostStatus(status: ContainerStatus, old: ContainerStatus, pod: Pod): ContainerStatus {
  if (old.state?.terminated || !old.state?.running || status.lastState?.terminated) return status;
  const terminated = { exitCode: 137, reason: 'ContainerStatusUnknown', message: lostMessage };
  const restartCount = pod.metadata.deletionTimestamp ? status.restartCount : status.restartCount + 1;
  return { ...status, lastState: { terminated }, restartCount };
}

/**
 * Statuses of app or init containers, from what the runtime has, what was said before, and why starts failed.
 * `ready` and `started` are the prober's business and false here.
 */
export function containerStatuses(
  pod: Pod,
  runtime: PodRuntimeStatus,
  previous: readonly ContainerStatus[] | undefined,
  containers: readonly Container[],
  isInit: boolean,
  failures: StartFailures,
  epochMicros: (at: number) => number,
): ContainerStatus[] {
  const hasInit = (pod.spec?.initContainers ?? []).length > 0;
  const defaultReason = hasInit ? 'PodInitializing' : 'ContainerCreating';
  const statuses = containers.map((container): ContainerStatus => {
    const old = previous?.find((status) => status.name === container.name);
    const rows = runtime.containers.filter((row) => row.name === container.name);
    const [row, before] = rows;
    let status: ContainerStatus;
    if (row) {
      const last = before ? stateOf(before, old, epochMicros) : {};
      status = withMounts(
        {
          name: container.name,
          state: stateOf(row, old, epochMicros),
          lastState: last,
          ready: false,
          restartCount: row.attempt,
          image: row.image,
          imageID: row.imageID,
          containerID: containerID(row),
          started: false,
          ...(row.state === 'running' ? resourcesOf(container) : {}),
        },
        container,
      );
    } else if (old?.state?.terminated) status = old;
    else {
      status = waitingStatus(container, defaultReason, old);
      if (old) status = lostStatus(status, old, pod);
    }
    const newest = findContainer(runtime, container.name);
    if (isInit && newest?.state === 'exited' && newest.exitCode === 0) return status;
    if (!shouldBeRestarted(container, pod, runtime)) return status;
    const failure = failures(container.name);
    if (!failure) return status;
    const { reason, message } = failure;
    return {
      ...status,
      ...(status.state?.terminated ? { lastState: status.state } : {}),
      state: { waiting: { reason, ...(message ? { message } : {}) } },
    };
  });
  if (isInit) return statuses;
  return statuses.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
