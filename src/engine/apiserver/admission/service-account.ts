// Models: plugin/pkg/admission/serviceaccount
// Simplified: for a `default` account that is not there yet upstream looks ten times, 100 to 200 ms apart; here a namespace
//   that is younger than that counts as one whose account comes in time, and the request takes one such wait longer.
// Not modelled: ephemeral containers; the token itself.
import { formatTime, parseTime } from '../../../shared/time';
import { type KindDefinition, kindOf } from '../../api/kinds';
import { keyOf } from '../../api/meta';
import type { Status } from '../../api/status';
import type { Container, Pod, PodSpec, ServiceAccount, Volume, VolumeMount } from '../../api/types';
import type { HandlerContext } from '../handler-context';
import { generateName } from '../names';
import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  type FieldChange,
  forbidden,
  type Mutation,
} from './admission-plugin';
import { secretReferenceProblem } from './mountable-secrets';

const accounts = kindOf('', 'v1', 'serviceaccounts') as KindDefinition;
const namespaces = kindOf('', 'v1', 'namespaces') as KindDefinition;

const defaultAccount = 'default';
const volumePrefix = 'kube-api-access-';
/** DefaultAPITokenMountPath */
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';
/** Ten looks with nine waits of 100 ms at least. */
const lookMicros = 900_000;
const waitMicros = 100_000;

/** TokenVolumeSource: one for all Pods. */
const tokenSource: Omit<Volume, 'name'> = {
  projected: {
    sources: [
      { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
    defaultMode: 0o644,
  },
};

interface Found {
  readonly account: ServiceAccount;
  readonly waitMicros: number;
}

function find({ namespace }: AdmissionAttributes, name: string, context: HandlerContext): Found | undefined {
  const account = context.storage.get(accounts, keyOf(namespace, name)) as ServiceAccount | undefined;
  if (account) return { account, waitMicros: 0 };
  if (name !== defaultAccount) return undefined;
  const created = parseTime(context.storage.get(namespaces, namespace)?.metadata.creationTimestamp);
  // A creation time is a whole second.
  const now = parseTime(formatTime(context.nowMicros - lookMicros)) ?? 0;
  if (created === undefined || created < now) return undefined;
  return { account: { metadata: { name, namespace } }, waitMicros };
}

const notFound = (attributes: AdmissionAttributes, name: string): Status =>
  forbidden(
    attributes,
    `error looking up service account ${attributes.namespace}/${name}: serviceaccount "${name}" not found`,
  );

/** The Pod's own word counts before the account's; without either the token is mounted. */
function automounts(account: ServiceAccount, spec: PodSpec): boolean {
  return spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
}

/** Containers with the mount, where nothing is mounted at its path yet. */
function mounted(
  containers: readonly Container[] | undefined,
  list: string,
  mount: VolumeMount,
  changes: FieldChange[],
): readonly Container[] | undefined {
  return containers?.map((container, i) => {
    const mounts = container.volumeMounts ?? [];
    if (mounts.some((other) => other.mountPath === mountPath)) return container;
    changes.push({ field: `spec.${list}[${i}].volumeMounts[${mounts.length}]`, value: mount });
    return { ...container, volumeMounts: [...mounts, mount] };
  });
}

function withToken(pod: Pod, spec: PodSpec, context: HandlerContext, changes: FieldChange[]): PodSpec {
  const volumes = spec.volumes ?? [];
  const own = volumes.find(({ name }) => name.startsWith(volumePrefix))?.name;
  const { namespace = '', name, generateName: base } = pod.metadata;
  const drawn = `${namespace}/${name || base}`;
  const volume = own ?? generateName(context.kernel, drawn, volumePrefix, context.nextDraw(volumePrefix, drawn));
  const mount: VolumeMount = { name: volume, readOnly: true, mountPath };
  const mounts: FieldChange[] = [];
  const initContainers = mounted(spec.initContainers, 'initContainers', mount, mounts);
  const containers = mounted(spec.containers, 'containers', mount, mounts);
  if (mounts.length === 0) return spec;
  const added: Volume = { name: volume, ...tokenSource };
  if (own === undefined) changes.push({ field: `spec.volumes[${volumes.length}]`, value: added });
  changes.push(...mounts);
  return {
    ...spec,
    volumes: own === undefined ? [...volumes, added] : volumes,
    ...(initContainers ? { initContainers } : {}),
    containers: containers ?? [],
  };
}

function mutate(attributes: AdmissionAttributes, context: HandlerContext): Mutation {
  const pod = { ...(attributes.object as Pod) };
  let spec = pod.spec;
  if (!spec) return undefined;
  const changes: FieldChange[] = [];
  const name = spec.serviceAccountName || defaultAccount;
  if (spec.serviceAccountName !== name) {
    spec = { ...spec, serviceAccountName: name, serviceAccount: name };
    changes.push({ field: 'spec.serviceAccountName', value: name });
  }
  const found = find(attributes, name, context);
  if (!found) return { refusal: notFound(attributes, name) };
  const { account } = found;
  if (automounts(account, spec)) {
    spec = withToken(
      { ...pod, metadata: { ...pod.metadata, namespace: attributes.namespace } },
      spec,
      context,
      changes,
    );
  }
  const pullSecrets = account.imagePullSecrets ?? [];
  if ((spec.imagePullSecrets ?? []).length === 0 && pullSecrets.length > 0) {
    spec = { ...spec, imagePullSecrets: pullSecrets };
    changes.push({ field: 'spec.imagePullSecrets', value: pullSecrets });
  }
  return { object: { ...pod, spec } as Pod, changes, waitMicros: found.waitMicros };
}

/** Every Pod acts as an account of its namespace, whose token its containers find at a well-known path. */
export const serviceAccount: AdmissionPlugin = {
  name: 'ServiceAccount',
  operations: ['CREATE'],
  resources: ['pods'],
  mutate,
  validate(attributes, context) {
    const { spec } = attributes.object as Pod;
    const name = spec?.serviceAccountName ?? '';
    const found = find(attributes, name, context);
    if (!spec || !found) return notFound(attributes, name);
    const problem = secretReferenceProblem(found.account, spec);
    return problem === undefined ? undefined : forbidden(attributes, problem);
  },
};
