// Models: nothing of Kubernetes; why a node is silent, as whoever looks at the trace may know and the controller may not.
// Simplified: —
// Not modelled: —
import type { Kernel } from '../../kernel/kernel';

const cutOf = (kernel: Kernel, node: string) => kernel.table<{ readonly seq?: number }>('cuts').get(`kubelet/${node}`);

const stopOf = (kernel: Kernel, node: string) => {
  const row = kernel.table<{ readonly state: string; readonly stoppedBy?: number }>('kubelets').get(node);
  return row?.state === 'stopped' ? row : undefined;
};

/** Whether nothing more will be heard of a node for now. */
export function isSilenced(kernel: Kernel, node: string): boolean {
  return cutOf(kernel, node) !== undefined || stopOf(kernel, node) !== undefined;
}

/** `seq` of what cut the node off or stopped its kubelet; else of the last that was heard of it. For the trace alone. */
export function causeOfSilence(kernel: Kernel, node: string, lastHeard: number): number {
  return cutOf(kernel, node)?.seq ?? stopOf(kernel, node)?.stoppedBy ?? lastHeard;
}
