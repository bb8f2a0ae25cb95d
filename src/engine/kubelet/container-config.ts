// Models: pkg/kubelet/kubelet_pods.go makeEnvironmentVariables (references to ConfigMaps and Secrets);
//   pkg/volume/{configmap,secret,projected} SetUp; kuberuntime verifyRunAsNonRoot
// Simplified: each object is asked for when it is needed; the kubelet's own cache of them is not kept.
// Not modelled: volumes that need a driver.

import { goQuote } from '../api/field-error';
import { configMapKind, type KindDefinition, secretKind } from '../api/kinds';
import type { KubeObject } from '../api/meta';
import type { ConfigMapVolumeSource, Container, KeyToPath, Pod, Volume } from '../api/types';
import { base64Text } from '../api/validation/base64';
import type { Session } from '../client/session';
import { failedWith } from '../client/session';

const configMaps = configMapKind as unknown as KindDefinition;
const secrets = secretKind as unknown as KindDefinition;

interface Held extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
}

type Found = { readonly object: Held } | { readonly error: string } | { readonly missing: true };

function fetch(session: Session, kind: KindDefinition, namespace: string, name: string): Found {
  const got = session.get<Held>(kind, namespace, name);
  if (got.ok) return { object: got.object };
  if (failedWith(got, 'NotFound')) return { missing: true };
  return { error: got.status.message ?? 'unknown error' };
}

/** The value of a key, or why there is none; nothing for what is optional and missing. */
type Value = { readonly value: string } | { readonly problem: string } | undefined;

function keyValue(
  session: Session,
  pod: Pod,
  what: 'configmap' | 'secret',
  name: string,
  key: string,
  optional: boolean,
): Value {
  const namespace = pod.metadata.namespace ?? '';
  const found = fetch(session, what === 'secret' ? secrets : configMaps, namespace, name);
  if ('error' in found) return { problem: found.error };
  if ('missing' in found) return optional ? undefined : { problem: `${what} ${goQuote(name)} not found` };
  const value = Object.hasOwn(found.object.data ?? {}, key) ? found.object.data?.[key] : undefined;
  if (value !== undefined) return { value: what === 'secret' ? base64Text(value) : value };
  if (optional) return undefined;
  return {
    problem: `couldn't find key ${key} in ${what === 'secret' ? 'Secret' : 'ConfigMap'} ${namespace}/${name}`,
  };
}

/** What a container's environment takes from ConfigMaps and Secrets, by variable; or why it cannot be made. */
export type ReferencedEnvironment =
  | { readonly problem: string; readonly values?: undefined }
  | { readonly values: Readonly<Record<string, string>> | undefined; readonly problem?: undefined };

/** A problem is a CreateContainerConfigError. No values where nothing is referred to. */
export function referencedEnvironment(session: Session, pod: Pod, container: Container): ReferencedEnvironment {
  const namespace = pod.metadata.namespace ?? '';
  const values = new Map<string, string>();
  for (const from of container.envFrom ?? []) {
    const [what, source, kind] = from.configMapRef
      ? (['configmap', from.configMapRef, configMaps] as const)
      : (['secret', from.secretRef, secrets] as const);
    if (!source?.name) continue;
    const found = fetch(session, kind, namespace, source.name);
    if ('error' in found) return { problem: found.error };
    if ('missing' in found) {
      if (!source.optional) return { problem: `${what} ${goQuote(source.name)} not found` };
      continue;
    }
    const data = found.object.data ?? {};
    for (const key of Object.keys(data).sort()) {
      const value = data[key] ?? '';
      values.set(`${from.prefix ?? ''}${key}`, what === 'secret' ? base64Text(value) : value);
    }
  }
  for (const env of container.env ?? []) {
    const ref = env.valueFrom?.configMapKeyRef ?? env.valueFrom?.secretKeyRef;
    if (!ref?.name) continue;
    const what = env.valueFrom?.configMapKeyRef ? 'configmap' : 'secret';
    const found = keyValue(session, pod, what, ref.name, ref.key, ref.optional === true);
    if (found === undefined) continue;
    if ('problem' in found) return { problem: found.problem };
    values.set(env.name, found.value);
  }
  return { values: values.size === 0 ? undefined : Object.fromEntries(values) };
}

/** runAsNonRoot with user 0 (verifyRunAsNonRoot); images are taken to run as a user that is allowed. */
export function userProblem(pod: Pod, container: Container): string | undefined {
  const own = container.securityContext;
  const shared = pod.spec?.securityContext;
  const nonRoot = own?.runAsNonRoot ?? shared?.runAsNonRoot;
  const user = own?.runAsUser ?? shared?.runAsUser;
  if (!nonRoot || user !== 0) return undefined;
  return `container's runAsUser breaks non-root policy (pod: "${pod.metadata.name}_${pod.metadata.namespace}(${pod.metadata.uid})", container: ${container.name})`;
}

interface Reference {
  readonly what: 'configmap' | 'secret';
  readonly name: string;
  readonly optional: boolean;
  readonly items: readonly KeyToPath[];
}

function referencesOf(volume: Volume): Reference[] {
  const references: Reference[] = [];
  const add = (
    what: Reference['what'],
    name: string | undefined,
    from: Pick<ConfigMapVolumeSource, 'optional' | 'items'>,
  ) => {
    if (name) references.push({ what, name, optional: from.optional === true, items: from.items ?? [] });
  };
  if (volume.configMap) add('configmap', volume.configMap.name, volume.configMap);
  if (volume.secret) add('secret', volume.secret.secretName, volume.secret);
  for (const source of volume.projected?.sources ?? []) {
    if (source.configMap) add('configmap', source.configMap.name, source.configMap);
    if (source.secret) add('secret', source.secret.name, source.secret);
  }
  return references;
}

/** Why the files of one object cannot be written (MakePayload); `undefined` when they can. */
function contentProblem(session: Session, pod: Pod, { what, name, optional, items }: Reference): string | undefined {
  const found = fetch(session, what === 'secret' ? secrets : configMaps, pod.metadata.namespace ?? '', name);
  if ('error' in found) return found.error;
  if ('missing' in found) return optional ? undefined : `${what} ${goQuote(name)} not found`;
  if (optional) return undefined;
  const { data = {}, binaryData = {} } = found.object;
  const absent = items.find(({ key }) => !Object.hasOwn(data, key) && !Object.hasOwn(binaryData, key));
  if (!absent) return undefined;
  return what === 'secret'
    ? `references non-existent secret key: ${absent.key}`
    : `configmap references non-existent config key: ${absent.key}`;
}

/**
 * Why the volume manager cannot even begin with a Pod's volumes: claims that do not exist, as there are none in this
 * cluster (desired_state_of_world_populator.go getPVCExtractPV, volume_manager.go WaitForAttachAndMount).
 */
export function claimProblem(pod: Pod): string | undefined {
  const namespace = pod.metadata.namespace ?? '';
  const claims = (pod.spec?.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) =>
    persistentVolumeClaim
      ? [{ name, claim: persistentVolumeClaim.claimName }]
      : ephemeral
        ? [{ name, claim: `${pod.metadata.name}-${name}` }]
        : [],
  );
  if (claims.length === 0) return undefined;
  const names = claims.map(({ name }) => name).sort();
  const errors = claims.map(
    ({ claim }) =>
      `error processing PVC ${namespace}/${claim}: failed to fetch PVC from API server: persistentvolumeclaims ${goQuote(claim)} not found`,
  );
  return `unmounted volumes=[${names.join(' ')}], unattached volumes=[], failed to process volumes=[${names.join(' ')}]: ${errors.join('; ')}`;
}

/** Volumes of a Pod that cannot be set up, each with its reason. */
export function volumeProblems(session: Session, pod: Pod): { readonly volume: string; readonly error: string }[] {
  const problems: { volume: string; error: string }[] = [];
  for (const volume of pod.spec?.volumes ?? []) {
    for (const reference of referencesOf(volume)) {
      const error = contentProblem(session, pod, reference);
      if (error === undefined) continue;
      problems.push({ volume: volume.name, error });
      break;
    }
  }
  return problems;
}

/** Whether anything of a Pod's volumes has to be asked for. */
export function hasReferences(pod: Pod): boolean {
  return (pod.spec?.volumes ?? []).some((volume) => referencesOf(volume).length > 0);
}

/** The files of a Pod's ConfigMap, Secret and projected volumes, by volume, as the objects are now. */
export function volumeFiles(session: Session, pod: Pod): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const volumes: Record<string, Readonly<Record<string, string>>> = {};
  for (const volume of pod.spec?.volumes ?? []) {
    const files: Record<string, string> = {};
    for (const { what, name, items } of referencesOf(volume)) {
      const found = fetch(session, what === 'secret' ? secrets : configMaps, pod.metadata.namespace ?? '', name);
      if (!('object' in found)) continue;
      const { data = {}, binaryData = {} } = found.object;
      const wanted =
        items.length > 0
          ? items
          : Object.keys({ ...data, ...binaryData })
              .sort()
              .map(asItself);
      for (const { key, path } of wanted) {
        const text = data[key] ?? binaryData[key];
        if (text === undefined) continue;
        const encoded = what === 'secret' || data[key] === undefined;
        files[path] = encoded ? base64Text(text) : text;
      }
    }
    volumes[volume.name] = files;
  }
  return volumes;
}

const asItself = (key: string): KeyToPath => ({ key, path: key });
