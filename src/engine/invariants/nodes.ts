// Models: the scheduler's promise: what is requested on a node fits into what the node can allocate.
// Simplified: cpu and memory of app containers and sidecars.
// Not modelled: overhead, extended resources.
import { parseBytes, parseCpuMilli } from '../api/quantity';
import type { Node, Pod } from '../api/types';
import type { Invariant } from './invariant';

function requested(pod: Pod, resource: string): number {
  const read = resource === 'cpu' ? parseCpuMilli : parseBytes;
  let sum = 0;
  for (const container of pod.spec?.containers ?? []) sum += read(container.resources?.requests?.[resource] ?? '0');
  return sum;
}

export const nothingOvercommitted: Invariant = {
  name: 'what the scheduler binds to a node fits into its allocatable cpu, memory and Pods',
  reads: (table) => table === 'api/pods',
  check: ({ kernel }, _key, before, after) => {
    const pod = after as Pod | undefined;
    const name = pod?.spec?.nodeName;
    // A Pod created with a node bypasses the scheduler; the kubelet's admission answers for it.
    if (!pod || !name || !before || (before as Pod).spec?.nodeName) return undefined;
    const allocatable = kernel.table<Node>('api/nodes').get(name)?.status?.allocatable;
    if (!allocatable) return `bound to ${name}, which is no node`;
    const there = kernel
      .table<Pod>('api/pods')
      .values()
      .filter(
        (other) =>
          other.spec?.nodeName === name && other.status?.phase !== 'Succeeded' && other.status?.phase !== 'Failed',
      );
    if (there.length > Number(allocatable.pods ?? '110')) return `${there.length} Pods on ${name}`;
    for (const resource of ['cpu', 'memory']) {
      const read = resource === 'cpu' ? parseCpuMilli : parseBytes;
      const sum = there.reduce((total, other) => total + requested(other, resource), 0);
      if (sum > read(allocatable[resource] ?? '0')) return `${resource} on ${name}: ${sum} of ${allocatable[resource]}`;
    }
    return undefined;
  },
};
