// Models: pkg/scheduler/framework/plugins/schedulinggates/scheduling_gates.go SchedulingGates.
// Simplified: —
// Not modelled: —
import { UpdatePodSchedulingGatesEliminated } from '../../framework/cluster-event';
import type { PluginDefinition } from '../../framework/plugin';
import { newStatus } from '../../framework/status';

/** A Pod with gates does not enter the active queue. */
export const schedulingGates: PluginDefinition = {
  name: 'SchedulingGates',
  build: () => ({
    preEnqueue: ({ spec }) => {
      const gates = spec?.schedulingGates ?? [];
      if (gates.length === 0) return undefined;
      const names = gates.map(({ name }) => name).join(' ');
      return newStatus('UnschedulableAndUnresolvable', `waiting for scheduling gates: [${names}]`);
    },
    eventsToRegister: () => [
      { event: { resource: 'TargetPod', action: UpdatePodSchedulingGatesEliminated }, hint: () => 'Queue' },
    ],
  }),
};
