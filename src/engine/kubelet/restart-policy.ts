// Models: pkg/kubelet/container/helpers.go ShouldContainerBeRestarted; pkg/api/v1/pod IsRestartableInitContainer,
//   ContainerShouldRestart (restartPolicy and restartPolicyRules of a container)
// Simplified: —
// Not modelled: the action RestartAllContainers.
import type { Container, Pod, PodSpec } from '../api/types';
import { type ContainerRow, findContainer, type PodRuntimeStatus } from './runtime-status';

/** A sidecar: an init container that is kept running. */
export function isRestartableInit(container: Container): boolean {
  return container.restartPolicy === 'Always';
}

/** shouldRestartOnFailure of the whole Pod. */
export function restartsOnFailure(spec: PodSpec): boolean {
  return spec.restartPolicy !== 'Never';
}

/** Whether a container that ended with a code is to be started again. */
export function containerRestarts(container: Container, spec: PodSpec, exitCode: number): boolean {
  for (const rule of container.restartPolicyRules ?? []) {
    const listed = rule.exitCodes?.values?.includes(exitCode) ?? false;
    const matches = rule.exitCodes?.operator === 'NotIn' ? !listed : listed;
    if (matches && rule.action === 'Restart') return true;
  }
  const policy = container.restartPolicy ?? spec.restartPolicy ?? 'Always';
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

/** Whether the container is to be started, seen from what the runtime has of it. */
export function shouldBeRestarted(container: Container, pod: Pod, status: PodRuntimeStatus): boolean {
  if (pod.metadata.deletionTimestamp) return false;
  const row: ContainerRow | undefined = findContainer(status, container.name);
  if (!row) return true;
  if (row.state === 'running') return false;
  if (row.state === 'unknown' || row.state === 'created') return true;
  return containerRestarts(container, pod.spec ?? { containers: [] }, row.exitCode ?? 0);
}
