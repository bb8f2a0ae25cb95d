// Models: pkg/kubelet/util/format Pod; kuberuntime helpers getStableKey; kubecontainer.GenerateContainerRef field paths
// Simplified: —
// Not modelled: —
import type { Container, Pod } from '../api/types';
import { hashContainer } from './container-hash';

export const uidOf = (pod: Pod): string => pod.metadata.uid ?? '';
export const nameOf = (pod: Pod): string => pod.metadata.name ?? '';
export const namespaceOf = (pod: Pod): string => pod.metadata.namespace ?? '';

/** `web-0_shop(u-1)` */
export function podText(pod: Pod): string {
  return `${nameOf(pod)}_${namespaceOf(pod)}(${uidOf(pod)})`;
}

/** Key of a container's back-off; it changes with the spec that makes a new container necessary. */
export function backOffKey(pod: Pod, container: Container): string {
  return `${uidOf(pod)}/${container.name}/${hashContainer(container).toString(16)}`;
}

/** `spec.containers{web}` */
export function fieldPath(pod: Pod, container: string): string {
  const init = pod.spec?.initContainers?.some((candidate) => candidate.name === container);
  return `spec.${init ? 'initContainers' : 'containers'}{${container}}`;
}

/** A container of a Pod, init containers included. */
export function containerNamed(pod: Pod, name: string): Container | undefined {
  const spec = pod.spec ?? { containers: [] };
  return (
    spec.containers.find((container) => container.name === name) ??
    spec.initContainers?.find((container) => container.name === name)
  );
}
