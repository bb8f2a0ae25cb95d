// Models: plugin/pkg/admission/nodetaint
// Simplified: —
// Not modelled: —
import type { Node, Taint } from '../../api/types';
import type { AdmissionPlugin } from './admission-plugin';

const notReady: Taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

/** A new Node takes no Pods before the node lifecycle controller has seen it ready. */
export const taintNodesByCondition: AdmissionPlugin = {
  name: 'TaintNodesByCondition',
  operations: ['CREATE'],
  resources: ['nodes'],
  mutate({ object }) {
    const node = object as Node;
    const taints = node.spec?.taints ?? [];
    if (taints.some(({ key, effect }) => key === notReady.key && effect === notReady.effect)) return undefined;
    const tainted: Node = { ...node, spec: { ...node.spec, taints: [...taints, notReady] } };
    return { object: tainted, changes: [{ field: `spec.taints[${taints.length}]`, value: notReady }] };
  },
};
