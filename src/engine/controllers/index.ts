// Models: cmd/kube-controller-manager/app: which controllers run, with how many workers, over shared informers.
// Simplified: one process, never restarted.
// Not modelled: leader election.
import { type ControllerDefinition, ControllerRunner } from '../client/controller';
import type { EngineContext, EngineProcess } from '../engine-context';
import { rootCaCertPublisher } from './certificates/root-ca-cert-publisher';
import { deploymentController } from './deployment/deployment-controller';
import { garbageCollector } from './garbagecollector/garbage-collector';
import { namespaceController } from './namespace/namespace-controller';
import { nodeLifecycleController } from './nodelifecycle/node-lifecycle-controller';
import { podGCController } from './podgc/pod-gc-controller';
import { replicaSetController } from './replicaset/replica-set-controller';
import { serviceAccountsController } from './serviceaccount/service-accounts-controller';
import { taintEvictionController } from './tainteviction/taint-eviction-controller';

export const processName = 'kube-controller-manager';

const further: ControllerDefinition[] = [];

/** Adds the controllers that are a part of their own. Adding them again changes nothing. */
export function installControllers(definitions: readonly ControllerDefinition[]): void {
  further.push(...definitions.filter((definition) => !further.includes(definition)));
}

/** Every controller of the manager. A new one is a folder beside this file, and a line here or in further.ts. */
export function controllers(): readonly ControllerDefinition[] {
  return [
    deploymentController,
    replicaSetController,
    ...garbageCollector(),
    namespaceController,
    serviceAccountsController,
    rootCaCertPublisher,
    nodeLifecycleController,
    taintEvictionController,
    podGCController,
    ...further,
  ];
}

export function controllerManager(context: EngineContext): EngineProcess {
  const { clients, config, events, reflectors } = context;
  for (const definition of controllers()) {
    const recorder = events.recorder(processName, definition.eventSource ?? definition.actor, {
      actor: definition.actor,
    });
    new ControllerRunner(definition, processName, clients, reflectors, recorder, config);
  }
  return { boot: () => reflectors.start(processName) };
}
