import type { Deployment, EndpointSlice, KubeObject, Node, Pod, ReplicaSet, Service } from '../engine/index';
import { podColumns } from '../shared/print-pod';

function scaled(set: ReplicaSet | Deployment): string {
  const ready = set.status?.readyReplicas ?? 0;
  return `replicas ${set.spec?.replicas ?? 1}${ready > 0 ? ` · ready ${ready}` : ''}`;
}

function podFacts(pod: Pod): string {
  const { status } = podColumns(pod);
  if (status === 'Running' && pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True'))
    return 'Ready';
  // A node is more than kubectl says of a Pod whose kubelet has said nothing yet.
  return (status === 'Pending' || status === '') && pod.spec?.nodeName ? `→ ${pod.spec.nodeName}` : status || 'Pending';
}

/** What of an object a learner follows, in the cluster's own words and field names, short enough for a strip. */
export function factsOf(resource: string, object: KubeObject): string {
  switch (resource) {
    case 'deployments':
    case 'replicasets':
      return scaled(object as Deployment);
    case 'pods':
      return podFacts(object as Pod);
    case 'nodes': {
      const node = object as Node;
      const ready = node.status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
      return `${ready ? 'Ready' : 'NotReady'}${node.spec?.unschedulable ? ' · unschedulable' : ''}`;
    }
    case 'services':
      return (object as Service).spec?.clusterIP ?? '';
    case 'endpointslices': {
      const endpoints = (object as EndpointSlice).endpoints ?? [];
      return `endpoints ${endpoints.filter(({ conditions }) => conditions?.ready !== false).length}/${endpoints.length}`;
    }
    default:
      return `rv ${object.metadata.resourceVersion ?? ''}`;
  }
}
