// Models: component-helpers/apimachinery/lease/controller.go; pkg/kubelet NewMainKubelet (lease of the node)
// Simplified: renewals come exactly every quarter of the duration.
// Not modelled: —
import type { Lease } from '../api/types';

/** nodeLeaseDurationSeconds */
export const leaseDurationSeconds = 40;
export const leaseNamespace = 'kube-node-lease';

/** nodeLeaseRenewIntervalFraction: a quarter of the duration, seconds. */
export function renewIntervalSeconds(durationSeconds: number): number {
  return durationSeconds * 0.25;
}

/** The node's lease; `renewTime`: RFC 3339 with microseconds. */
export function nodeLease(node: string, nodeUID: string, renewTime: string): Lease {
  return {
    metadata: {
      name: node,
      namespace: leaseNamespace,
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: node, uid: nodeUID }],
    },
    spec: { holderIdentity: node, leaseDurationSeconds, renewTime },
  };
}
