/**
 * Models: pkg/controlplane (which kinds a server of 1.37 has switched on): those that this one lacks.
 * Simplified: -
 * Not modelled: -
 */

const unserved: ReadonlySet<string> = new Set([
  'v1 ComponentStatus',
  'authentication.k8s.io/v1 SelfSubjectReview',
  'authentication.k8s.io/v1 TokenReview',
  'authorization.k8s.io/v1 LocalSubjectAccessReview',
  'authorization.k8s.io/v1 SelfSubjectAccessReview',
  'authorization.k8s.io/v1 SelfSubjectRulesReview',
  'authorization.k8s.io/v1 SubjectAccessReview',
  'autoscaling/v1 HorizontalPodAutoscaler',
  'events.k8s.io/v1 Event',
  'resource.k8s.io/v1 DeviceClass',
  'resource.k8s.io/v1 ResourceClaim',
  'resource.k8s.io/v1 ResourceClaimTemplate',
  'resource.k8s.io/v1 ResourceSlice',
]);

/** Whether Kubernetes 1.37 serves a kind that this cluster does not: to say "no matches" would be false of Kubernetes. */
export function isUnserved(apiVersion: string, kind: string): boolean {
  return unserved.has(`${apiVersion} ${kind}`);
}
