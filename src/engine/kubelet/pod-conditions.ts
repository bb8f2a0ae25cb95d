// Models: pkg/kubelet/status/generate.go
// Simplified: —
// Not modelled: —
import { goQuote } from '../api/field-error';
import type { ContainerStatus, PodCondition, PodSpec } from '../api/types';
import { isRestartableInit } from './restart-policy';
import type { PodRuntimeStatus } from './runtime-status';

/** PodConditionByKubelet: the conditions that are the kubelet's own. */
export const kubeletConditions: readonly string[] = [
  'PodScheduled',
  'Ready',
  'Initialized',
  'ContainersReady',
  'PodReadyToStartContainers',
  'PodResizePending',
  'PodResizeInProgress',
];

type Statuses = readonly ContainerStatus[] | undefined;

function find(statuses: Statuses, name: string): ContainerStatus | undefined {
  for (const status of statuses ?? []) if (status.name === name) return status;
  return undefined;
}

const condition = (type: string, status: 'True' | 'False', reason?: string, message?: string): PodCondition => ({
  type,
  status,
  ...(reason ? { reason } : {}),
  ...(message ? { message } : {}),
});

function named(parts: readonly { readonly text: string; readonly names: readonly string[] }[]): string {
  if (parts.every((part) => part.names.length === 0)) return '';
  return parts
    .filter((part) => part.names.length > 0)
    .map((part) => `containers with ${part.text} status: [${part.names.join(' ')}]`)
    .join(', ');
}

/** GenerateContainersReadyCondition */
export function containersReady(spec: PodSpec, statuses: Statuses, phase: string | undefined): PodCondition {
  const type = 'ContainersReady';
  if (!statuses) return condition(type, 'False', 'UnknownContainerStatuses');
  const unknown: string[] = [];
  const unready: string[] = [];
  const look = (name: string) => {
    const status = find(statuses, name);
    if (!status) unknown.push(name);
    else if (!status.ready) unready.push(name);
  };
  for (const container of spec.initContainers ?? []) if (isRestartableInit(container)) look(container.name);
  for (const container of spec.containers) look(container.name);
  if (phase === 'Succeeded' && unknown.length === 0) return condition(type, 'False', 'PodCompleted');
  if (phase === 'Failed' && unknown.length === 0) return condition(type, 'False', 'PodFailed');
  const message = named([
    { text: 'unknown', names: unknown },
    { text: 'unready', names: unready },
  ]);
  return message ? condition(type, 'False', 'ContainersNotReady', message) : condition(type, 'True');
}

/** GeneratePodReadyCondition. `conditions`: those of the Pod, among them what its readiness gates name. */
export function podReady(
  spec: PodSpec,
  conditions: readonly PodCondition[],
  statuses: Statuses,
  phase: string | undefined,
): PodCondition {
  const containers = containersReady(spec, statuses, phase);
  if (containers.status !== 'True') return { ...containers, type: 'Ready' };
  const unready: string[] = [];
  for (const { conditionType } of spec.readinessGates ?? []) {
    const found = conditions.find((candidate) => candidate.type === conditionType);
    if (!found) unready.push(`corresponding condition of pod readiness gate ${goQuote(conditionType)} does not exist.`);
    else if (found.status !== 'True') {
      unready.push(`the status of pod readiness gate ${goQuote(conditionType)} is not "True", but ${found.status}`);
    }
  }
  return unready.length > 0
    ? condition('Ready', 'False', 'ReadinessGatesNotReady', unready.join(', '))
    : condition('Ready', 'True');
}

function anyAppStarted(spec: PodSpec, statuses: Statuses): boolean {
  return spec.containers.some((container) => {
    const state = find(statuses, container.name)?.state;
    return state?.running !== undefined || state?.terminated !== undefined;
  });
}

/** GeneratePodInitializedCondition */
export function podInitialized(spec: PodSpec, statuses: Statuses, phase: string | undefined): PodCondition {
  const type = 'Initialized';
  const init = spec.initContainers ?? [];
  if (!statuses && init.length > 0) return condition(type, 'False', 'UnknownContainerStatuses');
  const unknown: string[] = [];
  const incomplete: string[] = [];
  for (const container of init) {
    const status = find(statuses, container.name);
    if (!status) unknown.push(container.name);
    else if (!(isRestartableInit(container) ? status.started : status.ready)) incomplete.push(container.name);
  }
  if (phase === 'Succeeded' && unknown.length === 0) return condition(type, 'True', 'PodCompleted');
  if (anyAppStarted(spec, statuses)) return condition(type, 'True');
  const message = named([
    { text: 'unknown', names: unknown },
    { text: 'incomplete', names: incomplete },
  ]);
  return message ? condition(type, 'False', 'ContainersNotInitialized', message) : condition(type, 'True');
}

/** GeneratePodReadyToStartContainersCondition: the newest sandbox is ready and has an address. */
export function podReadyToStartContainers(hostNetwork: boolean, status: PodRuntimeStatus): PodCondition {
  const newest = status.sandboxes[0];
  const ready = newest !== undefined && newest.state === 'ready' && (hostNetwork || newest.ip !== '');
  return condition('PodReadyToStartContainers', ready ? 'True' : 'False');
}

/** Every condition of the kubelet's own, in the order in which it writes them. */
export function ownConditions(
  spec: PodSpec,
  others: readonly PodCondition[],
  statuses: readonly ContainerStatus[],
  phase: string,
  runtime: PodRuntimeStatus,
): PodCondition[] {
  return [
    podReadyToStartContainers(spec.hostNetwork === true, runtime),
    podInitialized(spec, statuses, phase),
    podReady(spec, others, statuses, phase),
    containersReady(spec, statuses, phase),
    condition('PodScheduled', 'True'),
  ];
}
