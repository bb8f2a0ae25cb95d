// Models: pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go NodeUnschedulable.
// Simplified: —
// Not modelled: —
import { tolerationsTolerateTaint } from '../../../api/taints';
import type { Node, Pod, Taint } from '../../../api/types';
import { Add, UpdateNodeTaint, UpdatePodToleration } from '../../framework/cluster-event';
import type { PluginDefinition } from '../../framework/plugin';
import { newStatus } from '../../framework/status';

const unschedulable = newStatus('UnschedulableAndUnresolvable', 'node(s) were unschedulable');
const taint: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

function tolerates(pod: Pod): boolean {
  return tolerationsTolerateTaint(pod.spec?.tolerations, taint);
}

/** A cordoned node takes only Pods that tolerate the taint that goes with it. */
export const nodeUnschedulable: PluginDefinition = {
  name: 'NodeUnschedulable',
  build: () => ({
    filter: (_state, pod, { node }) => (node?.spec?.unschedulable && !tolerates(pod) ? unschedulable : undefined),
    eventsToRegister: () => [
      {
        event: { resource: 'Node', action: Add | UpdateNodeTaint },
        hint: (_pod, before, after) => {
          const was = (before as Node | undefined)?.spec?.unschedulable ?? before === undefined;
          const is = (after as Node | undefined)?.spec?.unschedulable === true;
          return was && !is ? 'Queue' : 'Skip';
        },
      },
      {
        event: { resource: 'Pod', action: UpdatePodToleration },
        hint: (pod, _before, after) =>
          after?.metadata.uid === pod.metadata.uid && tolerates(after as Pod) ? 'Queue' : 'Skip',
      },
    ],
  }),
};
