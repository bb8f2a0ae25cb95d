// Models: nothing of Kubernetes; where the clients outside the cluster come in.
// Simplified: —
// Not modelled: —
import type { EngineContext } from './engine-context';
import type { OutsideRequests } from './requests';

type MakeRequests = (context: EngineContext) => OutsideRequests;

let installed: MakeRequests | undefined;

/** A part of its own, fetched beside the engine's core with the further kinds. */
export function installOutsideRequests(make: MakeRequests): void {
  installed = make;
}

/** Throws before it is installed, which no cluster is built without. */
export function outsideRequests(context: EngineContext): OutsideRequests {
  if (installed === undefined) throw new Error('outside requests are not installed: import engine/further-kinds first');
  return installed(context);
}
