// Models: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go PreFilter, podHasPVCs: claims that do not exist.
// Simplified: there are no PersistentVolumeClaims in this cluster, so whatever claim a Pod names is not found.
// Not modelled: binding of claims, storage classes, volumes and their nodes; VolumeRestrictions, which upstream would
//   refuse such a Pod with the same words before this plugin is asked.

import { goQuote } from '../../../api/field-error';
import type { Pod } from '../../../api/types';
import { Add } from '../../framework/cluster-event';
import type { PluginDefinition } from '../../framework/plugin';
import { newStatus } from '../../framework/status';

const skip = { status: newStatus('Skip') };

/** Why the first claim of a Pod cannot be used; `undefined` when it names none. */
function claimProblem(pod: Pod): string | undefined {
  for (const { name, persistentVolumeClaim, ephemeral } of pod.spec?.volumes ?? []) {
    if (persistentVolumeClaim) return `persistentvolumeclaim ${goQuote(persistentVolumeClaim.claimName)} not found`;
    if (ephemeral) {
      const claim = goQuote(`${pod.metadata.name}-${name}`);
      return `waiting for ephemeral volume controller to create the persistentvolumeclaim ${claim}`;
    }
  }
  return undefined;
}

/** A Pod whose claims do not exist fits on no node. */
export const volumeBinding: PluginDefinition = {
  name: 'VolumeBinding',
  build: () => ({
    preFilter: (_state, pod) => {
      const problem = claimProblem(pod);
      return problem === undefined ? skip : { status: newStatus('UnschedulableAndUnresolvable', problem) };
    },
    filter: () => undefined,
    eventsToRegister: () => [{ event: { resource: 'PersistentVolumeClaim', action: Add } }],
  }),
};
