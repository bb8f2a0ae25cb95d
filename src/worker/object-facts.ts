import type { Deployment, EndpointSlice, KubeObject, Node, Pod, ReplicaSet, Service } from '../engine/index';

function scaled(set: ReplicaSet | Deployment): string {
  const ready = set.status?.readyReplicas ?? 0;
  return `replicas ${set.spec?.replicas ?? 1}${ready > 0 ? ` · ready ${ready}` : ''}`;
}

function podFacts(pod: Pod): string {
  const { status } = pod;
  if (pod.metadata.deletionTimestamp) return 'Terminating';
  if (status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')) return 'Ready';
  const waiting = status?.containerStatuses?.find(({ state }) => state?.waiting?.reason)?.state?.waiting?.reason;
  if (status?.phase === 'Pending') return pod.spec?.nodeName ? (waiting ?? `→ ${pod.spec.nodeName}`) : 'Pending';
  return status?.phase ?? (pod.spec?.nodeName ? `→ ${pod.spec.nodeName}` : 'Pending');
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
