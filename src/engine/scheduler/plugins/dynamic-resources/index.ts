// Models: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go: what it says of a Pod without claims.
// Simplified: —
// Not modelled: resource claims, slices and device classes, and so everything else that this plugin does.
import type { PluginDefinition } from '../../framework/plugin';
import { newStatus, skip } from '../../framework/status';

const skipFilter = { status: skip };
const noClaims = newStatus('Unschedulable', 'no new claims to deallocate');

/** Pods wait for devices that claims ask for. There are no claims here, so there is none to give back either. */
export const dynamicResources: PluginDefinition = {
  name: 'DynamicResources',
  build: () => ({
    preFilter: () => skipFilter,
    filter: () => undefined,
    postFilter: () => ({ status: noClaims }),
    eventsToRegister: () => [],
  }),
};
