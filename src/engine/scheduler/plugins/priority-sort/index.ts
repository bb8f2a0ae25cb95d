// Models: pkg/scheduler/framework/plugins/queuesort/priority_sort.go PrioritySort.
// Simplified: —
// Not modelled: —
import type { PluginDefinition } from '../../framework/plugin';

/** The higher priority first; of equals, the one that has waited longer. */
export const prioritySort: PluginDefinition = {
  name: 'PrioritySort',
  build: () => ({
    less: (a, b) => (a.priority === b.priority ? a.timestamp < b.timestamp : a.priority > b.priority),
  }),
};
