// Models: containerd internal/cri/server: RunPodSandbox, StopPodSandbox, RemovePodSandbox
// Simplified: a sandbox is seen by others once it is ready; the pause image is on each node.
// Not modelled: runtime handlers, checkpoint and restore.
import type { Pod } from '../../api/types';
import { hex64 } from '../../workloads/image-reference';
import { namespacesOf, type SandboxRow } from '../runtime-status';

export const pauseImage = 'registry.k8s.io/pause:3.10.1';

/** A sandbox of a Pod as it is once it runs. */
export function newSandbox(
  seedText: string,
  node: string,
  pod: Pod,
  attempt: number,
  ip: string,
  createdAt: number,
): SandboxRow {
  const uid = pod.metadata.uid ?? '';
  return {
    id: hex64(`${seedText} sandbox ${uid} ${attempt} ${createdAt}`),
    node,
    podUID: uid,
    podKey: `${pod.metadata.namespace}/${pod.metadata.name}`,
    attempt,
    state: 'ready',
    createdAt,
    ip,
    hostNetwork: pod.spec?.hostNetwork === true,
    namespaces: namespacesOf(pod.spec ?? {}),
    image: pauseImage,
  };
}

/** What the runtime says when the network of a sandbox cannot be set up. */
export function networkError(id: string, error: string): string {
  return `rpc error: code = Unknown desc = failed to setup network for sandbox "${id}": ${error}`;
}
