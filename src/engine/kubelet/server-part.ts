// Models: nothing of Kubernetes; the part of a kubelet that only clients outside the cluster ask for.
// Simplified: —
// Not modelled: —
import type { KubeletServer } from './server';
import type { Shared } from './shared';

type MakeServer = (shared: Shared) => KubeletServer;

let installed: MakeServer | undefined;

/** A part of its own, fetched beside the engine's core with the further kinds. */
export function installKubeletServer(make: MakeServer): void {
  installed = make;
}

/** Throws before it is installed, which no cluster is built without. */
export function kubeletServer(shared: Shared): KubeletServer {
  if (installed === undefined)
    throw new Error("the kubelet's server is not installed: import engine/further-kinds first");
  return installed(shared);
}
