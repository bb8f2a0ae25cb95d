/**
 * Models: nothing of Kubernetes; what this engine stores and answers, but does not act on.
 * Simplified: a pattern stands for all that is below it.
 * Not modelled: -
 */
import { isUnserved, kindByGvk } from './kinds';
import type { KubeObject } from './meta';

/** A field that is stored as given and changes nothing in this cluster. */
export interface NotModelled {
  /** `field`: stored and not acted on. `kind`: nothing acts on the whole object. `unserved`: not even stored. */
  readonly sort: 'field' | 'kind' | 'unserved';
  readonly path: readonly (string | number)[];
  /** The path as people write it: `spec.template.spec.affinity`. */
  readonly text: string;
}

/** Fields of a Pod's spec; `*` is each item of a list or each member of a map. */
const podSpec: readonly string[] = [
  'dnsConfig',
  'dnsPolicy=Default,ClusterFirstWithHostNet,None',
  'ephemeralContainers',
  'hostAliases',
  'hostIPC',
  'hostPID',
  'hostUsers',
  'hostname',
  'subdomain',
  'setHostnameAsFQDN',
  'resourceClaims',
  'runtimeClassName',
  'securityContext.*',
  'shareProcessNamespace',
  'imagePullSecrets',
  'volumes.*.hostPath',
  'volumes.*.nfs',
  'volumes.*.csi',
  'volumes.*.image',
  ...['containers', 'initContainers'].flatMap((list) =>
    ['securityContext.*', 'volumeDevices', 'resizePolicy', 'restartPolicyRules', 'stdin', 'tty'].map(
      (field) => `${list}.*.${field}`,
    ),
  ),
];

const under = (prefix: string, fields: readonly string[]) => fields.map((field) => `${prefix}.${field}`);

/** By kind. A kind that is not here is modelled as far as it is stored. */
const fields: Readonly<Record<string, readonly string[]>> = {
  Pod: under('spec', podSpec),
  ReplicaSet: under('spec.template.spec', podSpec),
  Deployment: under('spec.template.spec', podSpec),
  // Without EndpointSlices a Service has an address at which nobody answers.
  Service: [
    'spec.externalIPs',
    'spec.externalName',
    'spec.loadBalancerClass',
    'spec.loadBalancerIP',
    'spec.loadBalancerSourceRanges',
    'spec.publishNotReadyAddresses',
    'spec.selector',
    'spec.sessionAffinity=ClientIP',
    'spec.trafficDistribution',
    'spec.type=LoadBalancer,NodePort,ExternalName',
  ],
};

const parsed = new Map(
  Object.entries(fields).map(([kind, patterns]) => [
    kind,
    patterns.map((pattern) => {
      const [path, values] = pattern.split('=') as [string, string | undefined];
      return { parts: path.split('.'), values: values?.split(',') };
    }),
  ]),
);

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  if (typeof value !== 'object') return false;
  for (const _ in value) return false;
  return true;
}

function find(
  value: unknown,
  parts: readonly string[],
  values: readonly string[] | undefined,
  path: (string | number)[],
  found: NotModelled[],
): void {
  const [part, ...rest] = parts;
  if (part === undefined) {
    if (isEmpty(value) || (values && !values.includes(String(value)))) return;
    const text = path.reduce<string>((so, p) => (typeof p === 'number' ? `${so}[${p}]` : so ? `${so}.${p}` : p), '');
    found.push({ sort: 'field', path: [...path], text });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (part !== '*') {
    if (Object.hasOwn(value, part))
      find((value as Record<string, unknown>)[part], rest, values, [...path, part], found);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    find(member, rest, values, [...path, Array.isArray(value) ? Number(key) : key], found);
  }
}

/** What an object asks for that this cluster stores and does not do, in the order of the list above. Never throws. */
export function notModelled(object: KubeObject | Readonly<Record<string, unknown>>): NotModelled[] {
  const found: NotModelled[] = [];
  const apiVersion = String(object.apiVersion);
  const kind = String(object.kind);
  const wholly = (sort: NotModelled['sort']) => found.push({ sort, path: ['kind'], text: kind });
  if (isUnserved(apiVersion, kind)) wholly('unserved');
  else if (kindByGvk(apiVersion, kind)?.unattended) wholly('kind');
  for (const { parts, values } of parsed.get(kind) ?? []) find(object, parts, values, [], found);
  return found;
}

/** Every pattern by kind, for the test that holds them against the schema. */
export function notModelledPatterns(): { readonly kind: string; readonly parts: readonly string[] }[] {
  return [...parsed].flatMap(([kind, patterns]) => patterns.map(({ parts }) => ({ kind, parts })));
}
