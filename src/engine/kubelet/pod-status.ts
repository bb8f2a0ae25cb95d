// Models: pkg/kubelet/kubelet_pods.go generateAPIPodStatus, convertStatusToAPIStatus; prober_manager.go UpdatePodStatus
// Simplified: one address family.
// Not modelled: resize, eviction by resource pressure, DisruptionTarget.
import { computeQosClass } from '../api/kinds/qos';
import type { Container, ContainerStatus, Pod, PodCondition, PodStatus } from '../api/types';
import { containerStatuses, type StartFailures } from './container-statuses';
import { kubeletConditions, ownConditions } from './pod-conditions';
import { getPhase, isFinal, keepFinalPhase } from './pod-phase';
import { isRestartableInit } from './restart-policy';
import type { PodRuntimeStatus } from './runtime-status';

/** What the prober knows of a container, by its name and id. */
export interface ProbeView {
  /** isContainerStarted */
  started(status: ContainerStatus, container: Container): boolean;
  /** Whether a started container is ready; asking may make the readiness probe run at once. */
  ready(status: ContainerStatus, container: Container): boolean;
}

export interface StatusInput {
  readonly pod: Pod;
  readonly runtime: PodRuntimeStatus;
  /** The status that the kubelet last set; absent when it has set none. */
  readonly cached: PodStatus | undefined;
  readonly terminal: boolean;
  readonly hostIP: string;
  readonly failures: StartFailures;
  readonly probes: ProbeView;
  /** The Pod has run too long (activeDeadlineSeconds). */
  readonly evict?: { readonly reason: string; readonly message: string } | undefined;
  epochMicros(at: number): number;
}

/** UpdatePodStatus: `ready` and `started` of each container. */
function probed(
  statuses: readonly ContainerStatus[],
  containers: readonly Container[],
  isInit: boolean,
  probes: ProbeView,
): ContainerStatus[] {
  return statuses.map((status) => {
    const container = containers.find((candidate) => candidate.name === status.name);
    if (!container) return status;
    const started = probes.started(status, container);
    let ready = false;
    if (isInit && !isRestartableInit(container)) ready = status.state?.terminated?.exitCode === 0;
    else if (started) ready = probes.ready(status, container);
    return started === status.started && ready === status.ready ? status : { ...status, started, ready };
  });
}

function appStarted(statuses: readonly ContainerStatus[], runtime: PodRuntimeStatus): boolean {
  const sandbox = runtime.sandboxes[0];
  return statuses.some((status) => {
    const row = runtime.containers.find((candidate) => candidate.name === status.name);
    return row !== undefined && row.sandbox === sandbox?.id && (row.state === 'running' || row.state === 'exited');
  });
}

/** The status that the kubelet wants the API to have. Condition times are set by the status manager. */
export function generatePodStatus(input: StatusInput): PodStatus {
  const { pod, runtime, cached, terminal, hostIP, failures, probes, evict } = input;
  const spec = pod.spec ?? { containers: [] };
  const old = cached ?? pod.status ?? {};
  const initContainers = spec.initContainers ?? [];
  const epoch = (at: number) => input.epochMicros(at);
  let apps = containerStatuses(pod, runtime, old.containerStatuses, spec.containers, false, failures, epoch);
  let init = containerStatuses(pod, runtime, old.initContainerStatuses, initContainers, true, failures, epoch);
  let phase: string = getPhase(pod, [...apps, ...init], terminal, appStarted(apps, runtime));
  phase = keepFinalPhase(phase as 'Pending', old.phase, pod.status?.phase);
  let reason: string | undefined;
  let message: string | undefined;
  if (phase === old.phase) {
    reason = old.reason || pod.status?.reason;
    message = old.message || pod.status?.message;
  }
  // What the API server calls final stays so, whatever the kubelet would like to say.
  if (evict && !isFinal(pod.status?.phase)) {
    phase = 'Failed';
    ({ reason, message } = evict);
  }
  apps = probed(apps, spec.containers, false, probes);
  init = probed(init, initContainers, true, probes);
  const others: PodCondition[] = (pod.status?.conditions ?? []).filter(
    (condition) => !kubeletConditions.includes(condition.type),
  );
  const conditions = [...others, ...ownConditions(spec, others, [...init, ...apps], phase, runtime)];
  const podIPs = spec.hostNetwork ? [hostIP] : runtime.ips;
  const generation = pod.metadata.generation;
  return {
    ...(generation ? { observedGeneration: generation } : {}),
    phase,
    conditions: generation
      ? conditions.map((c) => (kubeletConditions.includes(c.type) ? { ...c, observedGeneration: generation } : c))
      : conditions,
    ...(message ? { message } : {}),
    ...(reason ? { reason } : {}),
    hostIP,
    hostIPs: [{ ip: hostIP }],
    ...(podIPs[0] ? { podIP: podIPs[0], podIPs: podIPs.map((ip) => ({ ip })) } : {}),
    qosClass: pod.status?.qosClass ?? computeQosClass(spec),
    ...(init.length > 0 ? { initContainerStatuses: init } : {}),
    containerStatuses: apps,
  };
}
