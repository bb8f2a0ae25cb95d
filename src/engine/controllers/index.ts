// Models: cmd/kube-controller-manager/app: which controllers run, with how many workers, over shared informers.
// Simplified: one process, never restarted.
// Not modelled: leader election.
import { ControllerRunner, type ControllerDefinition } from '../client/controller';
import type { EngineContext, EngineProcess } from '../engine-context';

export const processName = 'kube-controller-manager';

/** Every controller of the manager. A new one is a folder beside this file, and a line here. */
export const controllers: readonly ControllerDefinition[] = [];

export function controllerManager(context: EngineContext): EngineProcess {
  const { clients, config, events, reflectors } = context;
  for (const definition of controllers) {
    const recorder = events.recorder(processName, definition.eventSource);
    new ControllerRunner(definition, processName, clients, reflectors, recorder, config);
  }
  return { boot: () => reflectors.start(processName) };
}
