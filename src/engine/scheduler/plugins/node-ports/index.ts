// Models: pkg/scheduler/framework/plugins/nodeports/node_ports.go NodePorts.
// Simplified: —
// Not modelled: the gate InPlacePodVerticalScalingSchedulerPreemption (alpha).
import { hostPortsClash, hostPortsOf } from '../../../api/host-ports';
import type { ContainerPort, Pod } from '../../../api/types';
import { assignedPodDelete, nodeAdd } from '../../framework/cluster-event';
import type { StateData } from '../../framework/cycle-state';
import type { PluginDefinition, PreFilterResult } from '../../framework/plugin';
import { newStatus } from '../../framework/status';

const name = 'NodePorts';
const taken = newStatus('Unschedulable', "node(s) didn't have free ports for the requested pod ports");
const skip: PreFilterResult = { status: newStatus('Skip') };

interface PreFilterState extends StateData {
  readonly ports: readonly ContainerPort[];
}

/** A host port can be had once on each address of a node. */
export const nodePorts: PluginDefinition = {
  name,
  build: () => ({
    preFilter: (state, pod) => {
      const ports = hostPortsOf(pod.spec);
      if (ports.length === 0) return skip;
      const data: PreFilterState = { ports };
      state.write(name, data);
      return undefined;
    },
    filter: (state, pod, node) => {
      const ports = state.read<PreFilterState>(name)?.ports ?? hostPortsOf(pod.spec);
      return hostPortsClash(ports, node.usedPorts) ? taken : undefined;
    },
    eventsToRegister: () => [
      {
        event: assignedPodDelete,
        hint: (pod, before) => {
          const gone = before as Pod | undefined;
          if (!gone?.spec?.nodeName && !gone?.status?.nominatedNodeName) return 'Skip';
          return hostPortsClash(hostPortsOf(pod.spec), hostPortsOf(gone.spec)) ? 'Queue' : 'Skip';
        },
      },
      { event: nodeAdd },
    ],
  }),
};
