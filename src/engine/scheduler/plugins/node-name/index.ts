// Models: pkg/scheduler/framework/plugins/nodename/node_name.go NodeName.
// Simplified: —
// Not modelled: —
import { nodeAdd } from '../../framework/cluster-event';
import type { PluginDefinition } from '../../framework/plugin';
import { newStatus } from '../../framework/status';

const otherNode = newStatus('UnschedulableAndUnresolvable', "node(s) didn't match the requested node name");

/** A Pod that names a node fits that node alone. (Such a Pod is bound already: the scheduler never sees it waiting.) */
export const nodeName: PluginDefinition = {
  name: 'NodeName',
  build: () => ({
    filter: (_state, pod, node) => {
      const wanted = pod.spec?.nodeName;
      return !wanted || wanted === node.name ? undefined : otherNode;
    },
    eventsToRegister: () => [{ event: nodeAdd }],
  }),
};
