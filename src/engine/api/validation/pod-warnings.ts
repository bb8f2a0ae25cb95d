/**
 * Models: pkg/api/pod/warnings.go (GetWarningsForPod, GetWarningsForPodTemplate), pkg/api/node/util.go (deprecated labels).
 * Simplified: -
 * Not modelled: warnings about annotations of AppArmor and seccomp, claims of ephemeral volumes, projected paths that collide.
 */
import type { KubeObject } from '../meta';
import { parseQuantity, quantityText } from '../quantity';
import type {
  Container,
  ContainerPort,
  NodeSelectorTerm,
  Pod,
  PodAffinityTerm,
  PodSpec,
  PodTemplateSpec,
} from '../types';

const labels: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region': 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone': 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type': 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  'app.kubernetes.io/created-by': 'deprecated since v1.9',
  'scheduler.alpha.kubernetes.io/preferAvoidPods': 'deprecated since v1.22; use Taints and Tolerations instead',
  'node-role.kubernetes.io/master': 'use "node-role.kubernetes.io/control-plane" instead',
};

const annotations: Readonly<Record<string, string>> = {
  'scheduler.alpha.kubernetes.io/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
};

const volumes: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};

const noSelector = 'a null labelSelector results in matching no pod';

const known = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

function termWarnings(terms: readonly NodeSelectorTerm[], path: (i: number) => string): string[] {
  return terms.flatMap((term, i) =>
    (term.matchExpressions ?? []).flatMap(({ key }, j) => {
      const text = known(labels, key);
      return text === undefined ? [] : [`${path(i)}.matchExpressions[${j}].key: ${key} is ${text}`];
    }),
  );
}

function nodeWarnings(spec: PodSpec, at: string): string[] {
  const found: string[] = [];
  for (const key of Object.keys(spec.nodeSelector ?? {})) {
    const text = known(labels, key);
    if (text !== undefined) found.push(`${at}spec.nodeSelector[${key}]: ${text}`);
  }
  const affinity = spec.affinity?.nodeAffinity;
  const when = 'DuringSchedulingIgnoredDuringExecution';
  const path = `${at}spec.affinity.nodeAffinity`;
  const required = affinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  found.push(...termWarnings(required, (i) => `${path}.required${when}.nodeSelectorTerms[${i}]`));
  const preferred = (affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(
    ({ preference }) => preference,
  );
  found.push(...termWarnings(preferred, (i) => `${path}.preferred${when}[${i}].preference`));
  for (const [i, { topologyKey, labelSelector }] of (spec.topologySpreadConstraints ?? []).entries()) {
    const here = `${at}spec.topologySpreadConstraints[${i}]`;
    const text = known(labels, topologyKey);
    if (text !== undefined) found.push(`${here}.topologyKey: ${topologyKey} is ${text}`);
    if (labelSelector == null) found.push(`${here}.labelSelector: ${noSelector}`);
  }
  return found;
}

/** Of a list whose items should differ: a warning for each that comes again. */
function repeated(values: readonly string[], warn: (i: number, value: string) => string): string[] {
  return values.flatMap((value, i) => (values.indexOf(value) < i ? [warn(i, value)] : []));
}

function fraction(amounts: Readonly<Record<string, string>> | undefined, path: string): string[] {
  return ['memory', 'ephemeral-storage'].flatMap((resource) => {
    const given = amounts?.[resource];
    const quantity = given === undefined ? undefined : parseQuantity(String(given)).quantity;
    // Only milli, micro and nano can name a part of a byte.
    if (quantity === undefined || !/[mun]$/.test(quantityText(quantity))) return [];
    const text = JSON.stringify(quantityText(quantity));
    return [`${path}[${resource}]: fractional byte value ${text} is invalid, must be an integer`];
  });
}

function envWarnings({ env = [] }: Container, path: string): string[] {
  return env.flatMap(({ name, value = '', valueFrom }, i) => {
    if (!env.slice(0, i).some((other) => other.name === name)) return [];
    const reference = `$(${name})`;
    if (valueFrom == null && value !== reference && value.includes(reference)) return [];
    return [
      `${path}.env[${i}]: hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`,
    ];
  });
}

function portWarnings(containers: readonly (readonly [string, Container])[]): string[] {
  const found: string[] = [];
  const seen: { readonly path: string; readonly port: ContainerPort }[] = [];
  for (const [path, container] of containers) {
    for (const [i, port] of (container.ports ?? []).entries()) {
      const here = `${path}.ports[${i}]`;
      const hostIP = port.hostIP ?? '';
      const hostPort = port.hostPort ?? 0;
      for (const { path: other, port: before } of seen) {
        if (before.containerPort !== port.containerPort || before.protocol !== port.protocol) continue;
        const sameHost = hostPort === (before.hostPort ?? 0);
        if (sameHost && hostIP === (before.hostIP ?? ''))
          found.push(`${here}: duplicate port definition with ${other}`);
        else if (hostPort === 0 || !before.hostPort) found.push(`${here}: overlapping port definition with ${other}`);
        else if (sameHost && (hostIP === '') !== ((before.hostIP ?? '') === ''))
          found.push(`${here}: dangerously ambiguous port definition with ${other}`);
      }
      seen.push({ path: here, port });
    }
  }
  return found;
}

function affinityWarnings(spec: PodSpec, at: string): string[] {
  return (['podAffinity', 'podAntiAffinity'] as const).flatMap((field) => {
    const path = `${at}spec.affinity.${field}`;
    const affinity = spec.affinity?.[field];
    const lacks = (term: PodAffinityTerm | undefined, where: string) =>
      term && term.labelSelector == null ? [`${where}.labelSelector: ${noSelector}`] : [];
    const when = 'DuringSchedulingIgnoredDuringExecution';
    return [
      ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).flatMap((term, i) =>
        lacks(term, `${path}.required${when}[${i}]`),
      ),
      ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(({ podAffinityTerm }, i) =>
        lacks(podAffinityTerm, `${path}.preferred${when}[${i}].podAffinityTerm`),
      ),
    ];
  });
}

function specWarnings({ metadata, spec }: Pick<Pod, 'spec'> & Pick<PodTemplateSpec, 'metadata'>, at: string): string[] {
  if (spec === undefined) return [];
  const found = nodeWarnings(spec, at);
  for (const [key, text] of Object.entries(annotations)) {
    if (metadata?.annotations?.[key] !== undefined) found.push(`${at}metadata.annotations[${key}]: ${text}`);
  }
  for (const [i, volume] of (spec.volumes ?? []).entries()) {
    for (const [field, text] of Object.entries(volumes)) {
      if ((volume as unknown as Record<string, unknown>)[field] != null)
        found.push(`${at}spec.volumes[${i}].${field}: ${text}`);
    }
  }
  const ips = (spec.hostAliases ?? []).map(({ ip }) => ip ?? '');
  found.push(...repeated(ips, (i, ip) => `${at}spec.hostAliases[${i}].ip: duplicate ip ${JSON.stringify(ip)}`));
  const secrets = (spec.imagePullSecrets ?? []).map(({ name }) => name ?? '');
  const secretPath = (i: number) => `${at}spec.imagePullSecrets[${i}].name`;
  found.push(...repeated(secrets, (i, name) => `${secretPath(i)}: duplicate name ${JSON.stringify(name)}`));
  for (const [i, name] of secrets.entries()) if (name === '') found.push(`${secretPath(i)}: invalid empty name ""`);
  found.push(...fraction(spec.overhead, `${at}spec.overhead`));
  const containers = (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).map((container, i) => [`${at}spec.${list}[${i}]`, container as Container] as const),
  );
  for (const [path, container] of containers) {
    found.push(...fraction(container.resources?.limits, `${path}.resources.limits`));
    found.push(...fraction(container.resources?.requests, `${path}.resources.requests`));
    found.push(...envWarnings(container, path));
  }
  found.push(...portWarnings(containers));
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) {
    found.push(
      `${at}spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
    );
  }
  return [...found, ...affinityWarnings(spec, at)];
}

const templates: Readonly<Record<string, string>> = {
  CronJob: 'spec.jobTemplate.spec.template',
  DaemonSet: 'spec.template',
  Deployment: 'spec.template',
  Job: 'spec.template',
  PodTemplate: 'template',
  ReplicaSet: 'spec.template',
  ReplicationController: 'spec.template',
  StatefulSet: 'spec.template',
};

/**
 * What the API server warns of in a Pod, or in the template of an object that makes Pods; templates only when the object's
 * generation changes, as their strategies do.
 */
export function podWarnings(kind: string, object: KubeObject, old: KubeObject | undefined): string[] {
  if (kind === 'Pod') return specWarnings(object as Pod, '');
  const path = known(templates, kind);
  if (path === undefined) return [];
  if (old !== undefined && kind !== 'PodTemplate' && old.metadata.generation === object.metadata.generation) return [];
  let template: unknown = object;
  for (const step of path.split('.')) template = (template as Record<string, unknown> | undefined)?.[step];
  return template === undefined ? [] : specWarnings(template as PodTemplateSpec, `${path}.`);
}
