// Models: pkg/scheduler/framework/plugins/defaultbinder/default_binder.go DefaultBinder.
// Simplified: —
// Not modelled: calls through the API dispatcher (gate SchedulerAsyncAPICalls, off).

import type { KindDefinition } from '../../../api/kinds';
import { podKind } from '../../../api/kinds';
import type { PluginDefinition } from '../../framework/plugin';
import { newStatus } from '../../framework/status';

/** Writes the node into the Pod, by a Binding. */
export const defaultBinder: PluginDefinition = {
  name: 'DefaultBinder',
  build: () => ({
    bind: (_state, pod, nodeName, session) => {
      const { namespace, name = '', uid } = pod.metadata;
      const binding = { metadata: { namespace, name, uid }, target: { kind: 'Node', name: nodeName } };
      const result = session.post(podKind as unknown as KindDefinition, namespace, name, 'binding', binding);
      return result.ok ? undefined : newStatus('Error', result.status.message ?? '');
    },
  }),
};
