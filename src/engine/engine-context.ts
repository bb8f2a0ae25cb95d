// Models: nothing of Kubernetes; what every process of the cluster is built from.
// Simplified: —
// Not modelled: —
import type { ApiServer } from './apiserver/api-server';
import type { EventBroadcaster } from './client/event-recorder';
import type { Reflectors } from './client/informer';
import type { ClientFactory } from './client/session';
import type { ClusterConfig } from './config';
import type { Kernel } from './kernel/kernel';

export interface EngineContext {
  readonly kernel: Kernel;
  readonly config: ClusterConfig;
  readonly api: ApiServer;
  readonly clients: ClientFactory;
  readonly reflectors: Reflectors;
  readonly events: EventBroadcaster;
}

/** A process (or all processes of a kind). It registers its handlers when built, so that a restored state finds them. */
export interface EngineProcess {
  /** Starts the process in a new cluster; never called on a restored one. */
  boot(): void;
}

export type ProcessFactory = (context: EngineContext) => EngineProcess;
