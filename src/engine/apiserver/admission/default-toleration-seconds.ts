// Models: plugin/pkg/admission/defaulttolerationseconds, with --default-not-ready-toleration-seconds and
//   --default-unreachable-toleration-seconds at their 300
// Simplified: —
// Not modelled: —
import type { Pod, Toleration } from '../../api/types';
import type { AdmissionPlugin, FieldChange } from './admission-plugin';

const toleration = (key: string): Toleration => ({
  key,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
});

const defaults: readonly Toleration[] = [
  toleration('node.kubernetes.io/not-ready'),
  toleration('node.kubernetes.io/unreachable'),
];

/** Whether a Pod says itself how long it bears a node that is not there. */
function covers({ key, effect }: Toleration, wanted: Toleration): boolean {
  return (!key || key === wanted.key) && (!effect || effect === 'NoExecute');
}

/** A Pod that says nothing else stays for five minutes on a node that is not ready or cannot be reached. */
export const defaultTolerationSeconds: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',
  operations: ['CREATE', 'UPDATE'],
  resources: ['pods'],
  mutate({ object }) {
    const { spec } = object as Pod;
    if (!spec) return undefined;
    const own = spec.tolerations ?? [];
    const missing = defaults.filter((wanted) => !own.some((has) => covers(has, wanted)));
    if (missing.length === 0) return undefined;
    const tolerations = own.length === 0 && missing.length === defaults.length ? defaults : [...own, ...missing];
    const changes = missing.map((value, i): FieldChange => ({ field: `spec.tolerations[${own.length + i}]`, value }));
    const pod: Pod = { ...(object as Pod), spec: { ...spec, tolerations } };
    return { object: pod, changes };
  },
};
