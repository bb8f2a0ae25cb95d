// Models: plugin/pkg/admission/serviceaccount enforceMountableSecrets, limitSecretReferences
// Simplified: —
// Not modelled: ephemeral containers.
import type { Container, PodSpec, ServiceAccount } from '../../api/types';

/** EnforceMountableSecretsAnnotation, deprecated but still obeyed. */
const annotation = 'kubernetes.io/enforce-mountable-secrets';
/** What Go's strconv.ParseBool takes for true. */
const truths: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);

/** Why a Pod may not use what it refers to; `undefined` when it may, as with every account that does not limit it. */
export function secretReferenceProblem(account: ServiceAccount, spec: PodSpec): string | undefined {
  if (!truths.has(account.metadata.annotations?.[annotation] ?? '')) return undefined;
  const { name } = account.metadata;
  const mountable = new Set((account.secrets ?? []).map((secret) => secret.name));
  const foreign = (secret: string) =>
    `referencing secret.secretName="${secret}" is not allowed because service account ${name} does not reference that secret`;
  for (const { secret } of spec.volumes ?? []) {
    if (secret && !mountable.has(secret.secretName)) {
      return `volume with secret.secretName="${secret.secretName}" is not allowed because service account ${name} does not reference that secret`;
    }
  }
  const ofContainer = (what: string, container: Container): string | undefined => {
    for (const { name: variable, valueFrom } of container.env ?? []) {
      const secret = valueFrom?.secretKeyRef?.name;
      if (secret !== undefined && !mountable.has(secret))
        return `${what} ${container.name} with envVar ${variable} ${foreign(secret)}`;
    }
    for (const { secretRef } of container.envFrom ?? []) {
      if (secretRef && !mountable.has(secretRef.name))
        return `${what} ${container.name} with envFrom ${foreign(secretRef.name ?? '')}`;
    }
    return undefined;
  };
  for (const container of spec.initContainers ?? []) {
    const problem = ofContainer('init container', container);
    if (problem) return problem;
  }
  for (const container of spec.containers) {
    const problem = ofContainer('container', container);
    if (problem) return problem;
  }
  const pullable = new Set((account.imagePullSecrets ?? []).map((secret) => secret.name));
  for (const [i, { name: secret }] of (spec.imagePullSecrets ?? []).entries()) {
    if (!pullable.has(secret))
      return `imagePullSecrets[${i}].name="${secret}" is not allowed because service account ${name} does not reference that imagePullSecret`;
  }
  return undefined;
}
