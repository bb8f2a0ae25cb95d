/** Names that the cluster's own processes have: faults and limits go by them, so nobody from outside may bear one. */
const processes = new Set([
  'kubelet',
  'kube-scheduler',
  'kube-controller-manager',
  'kube-apiserver',
  'cluster',
  'kernel',
]);
const longest = 128;

/** Whose request it is, by its `User-Agent` up to the first slash: `kubectl/v1.31.9 (linux/amd64) …` is kubectl. */
export function clientName(userAgent: string | undefined): string {
  const name =
    (userAgent ?? '')
      .split('/')[0]
      ?.replace(/[^\w.-]+/g, '-')
      .slice(0, longest) ?? '';
  if (name === '') return 'unknown';
  return processes.has(name) || name.endsWith('-controller') ? `outside-${name}` : name;
}
