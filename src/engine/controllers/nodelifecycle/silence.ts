// Models: nothing of Kubernetes; why a node is silent, as whoever looks at the trace may know and the controller may not.
// Simplified: —
// Not modelled: —
import type { Kernel } from '../../kernel/kernel';

/** `seq` of what cut the node off or stopped its kubelet; else of the last that was heard of it. For the trace alone. */
export function causeOfSilence(kernel: Kernel, node: string, lastHeard: number): number {
  const cut = kernel.table<{ readonly seq?: number }>('cuts').get(`kubelet/${node}`);
  const stopped = kernel.table<{ readonly state: string; readonly stoppedBy?: number }>('kubelets').get(node);
  return cut?.seq ?? (stopped?.state === 'stopped' ? stopped.stoppedBy : undefined) ?? lastHeard;
}
