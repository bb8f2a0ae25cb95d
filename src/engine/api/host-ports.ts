/**
 * Models: pkg/scheduler/util/utils.go GetHostPorts; k8s.io/kube-scheduler framework/types.go HostPortInfo.CheckConflict.
 * Simplified: -
 * Not modelled: -
 */
import type { Container, ContainerPort, PodSpec } from './types';

const none: readonly ContainerPort[] = [];
const noContainers: readonly Container[] = [];

/** The ports that a Pod takes of its node: of its containers, and of the init containers that run beside them. */
export function hostPortsOf(spec: PodSpec | undefined): readonly ContainerPort[] {
  if (!spec) return none;
  let found: ContainerPort[] | undefined;
  const take = ({ ports }: Container) => {
    for (const port of ports ?? none) {
      if (!port.hostPort) continue;
      found ??= [];
      found.push(port);
    }
  };
  for (const container of spec.initContainers ?? noContainers)
    if (container.restartPolicy === 'Always') take(container);
  for (const container of spec.containers) take(container);
  return found ?? none;
}

/** An address that is not given is every address, as 0.0.0.0 is; a protocol that is not given is TCP. */
function clash(a: ContainerPort, b: ContainerPort): boolean {
  if (a.hostPort !== b.hostPort || (a.protocol || 'TCP') !== (b.protocol || 'TCP')) return false;
  const ip = a.hostIP || '0.0.0.0';
  const other = b.hostIP || '0.0.0.0';
  return ip === other || ip === '0.0.0.0' || other === '0.0.0.0';
}

/** Whether any of the wanted ports is taken already. */
export function hostPortsClash(wanted: readonly ContainerPort[], taken: readonly ContainerPort[]): boolean {
  for (const port of wanted) for (const other of taken) if (clash(port, other)) return true;
  return false;
}
