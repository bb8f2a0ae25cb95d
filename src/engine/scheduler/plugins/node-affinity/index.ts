// Models: pkg/scheduler/framework/plugins/nodeaffinity: name the upstream file and symbol
// Simplified: say what is simpler than upstream
// Not modelled: say what is left out
import type { Pod } from '../../../api/types';
import type { NodeInfo } from '../../cache/node-info';
import { nodeAdd } from '../../framework/cluster-event';
import type { PluginDefinition } from '../../framework/plugin';
import { newStatus } from '../../framework/status';

const refused = newStatus('Unschedulable', "node(s) didn't suit");

function suits(_pod: Pod, _node: NodeInfo): boolean {
  return true;
}

/** Say in a sentence which nodes the plugin refuses or prefers. */
export const nodeAffinity: PluginDefinition = {
  name: 'NodeAffinity',
  build: () => ({
    filter: (_state, pod, node) => (suits(pod, node) ? undefined : refused),
    eventsToRegister: () => [{ event: nodeAdd }],
  }),
};
