// Models: pkg/registry/authorization, pkg/registry/authentication (SelfSubjectReview); the authorization mode AlwaysAllow
// Simplified: everybody may do everything, and whoever asks is the cluster's administrator as kubeadm makes one.
// Not modelled: RBAC, review of tokens; the groups are not in discovery.

const everything = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  incomplete: false,
};

const administrator = {
  userInfo: { username: 'kubernetes-admin', groups: ['kubeadm:cluster-admins', 'system:authenticated'] },
};

const statuses: ReadonlyMap<string, readonly [kind: string, status: unknown]> = new Map([
  ['authorization.k8s.io/v1/selfsubjectaccessreviews', ['SelfSubjectAccessReview', { allowed: true }]],
  ['authorization.k8s.io/v1/subjectaccessreviews', ['SubjectAccessReview', { allowed: true }]],
  ['authorization.k8s.io/v1/localsubjectaccessreviews', ['LocalSubjectAccessReview', { allowed: true }]],
  ['authorization.k8s.io/v1/selfsubjectrulesreviews', ['SelfSubjectRulesReview', everything]],
  ['authentication.k8s.io/v1/selfsubjectreviews', ['SelfSubjectReview', administrator]],
] as const);

/** The answer to a POST of a review, which nobody stores; `undefined` for every other path. */
export function review(path: string, body: unknown): unknown {
  const [, , group = '', version = '', ...rest] = path.split('/');
  const resource = rest.length === 3 && rest[0] === 'namespaces' ? rest[2] : rest.length === 1 ? rest[0] : undefined;
  const found = path.startsWith('/apis/') ? statuses.get(`${group}/${version}/${resource}`) : undefined;
  if (!found) return undefined;
  const spec = (body as { spec?: unknown } | null | undefined)?.spec;
  return {
    kind: found[0],
    apiVersion: `${group}/${version}`,
    metadata: {},
    ...(spec === undefined ? {} : { spec }),
    status: found[1],
  };
}
