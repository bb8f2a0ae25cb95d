// Models: pkg/kubelet/kubelet_pods.go makeEnvironmentVariables, ensureHostsFile; what a runtime puts into a container
// Simplified: an image holds no file that is known, beside what its program has made; files of ConfigMaps and Secrets are as
//   the objects are now (upstream up to a minute older).
// Not modelled: variables for Services, the image's own variables, resolv.conf, tokens of service accounts.
import { parseBytes, parseCpuMilli } from '../api/quantity';
import type { Container, EnvVar, Pod } from '../api/types';
import { commandLine } from '../workloads/behaviour';
import type { WorkloadDescription } from '../workloads/description';
import { missingProgram } from '../workloads/programs';
import type { World } from '../workloads/shell/world';
import { absolute } from '../workloads/shell/world';
import type { ContainerRow } from './runtime-status';

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface Surroundings {
  readonly pod: Pod;
  readonly container: Container;
  readonly row: ContainerRow;
  readonly image: WorkloadDescription;
  readonly podIP: string;
  readonly hostIP: string;
  /** By volume. */
  readonly volumes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What commands in this container have written, or removed (null). */
  readonly changes: Readonly<Record<string, string | null>>;
  /** Other commands that run in the container. */
  readonly commands: World['processes'];
  /** Virtual time, and the same since 1970. */
  readonly at: number;
  readonly epochMicros: number;
}

function fieldValue({ pod, podIP, hostIP }: Surroundings, fieldPath: string): string {
  const { metadata, spec } = pod;
  const [, map, key = ''] = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(fieldPath) ?? [];
  if (map === 'labels') return metadata.labels?.[key] ?? '';
  if (map === 'annotations') return metadata.annotations?.[key] ?? '';
  switch (fieldPath) {
    case 'metadata.name':
      return metadata.name ?? '';
    case 'metadata.namespace':
      return metadata.namespace ?? '';
    case 'metadata.uid':
      return metadata.uid ?? '';
    case 'spec.nodeName':
      return spec?.nodeName ?? '';
    case 'spec.serviceAccountName':
      return spec?.serviceAccountName ?? '';
    case 'status.hostIP':
    case 'status.hostIPs':
      return hostIP;
    case 'status.podIP':
    case 'status.podIPs':
      return podIP;
    default:
      return '';
  }
}

function resourceValue(container: Container, resource: string, divisor: string): string {
  const [list = '', name = ''] = resource.split('.');
  const quantity = container.resources?.[list as 'limits' | 'requests']?.[name] ?? '0';
  if (name === 'cpu') return String(Math.ceil(parseCpuMilli(quantity) / (parseCpuMilli(divisor) || 1_000)));
  return String(Math.ceil(parseBytes(quantity) / (parseBytes(divisor) || 1)));
}

/** `$(NAME)` of earlier variables (third_party/forked/golang/expansion). */
function expanded(text: string, known: ReadonlyMap<string, string>): string {
  return text.replace(/\$\$|\$\(([^()$]*)\)/g, (all, name: string | undefined) =>
    all === '$$' ? '$' : (known.get(name ?? '') ?? all),
  );
}

function variableOf(env: EnvVar, given: Surroundings, known: ReadonlyMap<string, string>): string | undefined {
  const from = env.valueFrom;
  if (!from) return expanded(env.value ?? '', known);
  if (from.fieldRef) return fieldValue(given, from.fieldRef.fieldPath);
  if (from.resourceFieldRef)
    return resourceValue(given.container, from.resourceFieldRef.resource, from.resourceFieldRef.divisor ?? '0');
  return given.row.environment?.[env.name];
}

/** The environment of a container's processes. */
export function environmentOf(given: Surroundings): Readonly<Record<string, string>> {
  const { container, row, pod } = given;
  const known = new Map<string, string>();
  const own = new Set((container.env ?? []).map(({ name }) => name));
  for (const [name, value] of Object.entries(row.environment ?? {})) if (!own.has(name)) known.set(name, value);
  for (const env of container.env ?? []) {
    const value = variableOf(env, given, known);
    if (value !== undefined) known.set(env.name, value);
  }
  const usual = { PATH: path, HOSTNAME: pod.spec?.hostname ?? pod.metadata.name ?? '', HOME: '/root' };
  return { ...usual, ...Object.fromEntries(known) };
}

function hostsFile({ pod, podIP }: Surroundings): string {
  const lines = [
    '# Kubernetes-managed hosts file.',
    '127.0.0.1\tlocalhost',
    '::1\tlocalhost ip6-localhost ip6-loopback',
  ];
  lines.push('fe00::\tip6-localnet', 'fe00::\tip6-mcastprefix', 'fe00::1\tip6-allnodes', 'fe00::2\tip6-allrouters');
  if (podIP !== '') lines.push(`${podIP}\t${pod.metadata.name}`);
  for (const { ip, hostnames = [] } of pod.spec?.hostAliases ?? []) lines.push(`${ip}\t${hostnames.join('\t')}`);
  return `${lines.join('\n')}\n`;
}

function filesOf(given: Surroundings): Record<string, string> {
  const { pod, container, row, volumes, changes, at } = given;
  const hostname = pod.spec?.hostname ?? pod.metadata.name ?? '';
  const files: Record<string, string> = { '/etc/hostname': `${hostname}\n`, '/etc/hosts': hostsFile(given) };
  const age = at - (row.startedAt ?? at);
  for (const { path: file, fromMicros, toMicros } of row.behaviour.files)
    if (fromMicros <= age && (toMicros === undefined || age < toMicros)) files[absolute('/', file)] = '';
  for (const { name, mountPath, subPath } of container.volumeMounts ?? []) {
    const held = volumes[name] ?? {};
    for (const file of Object.keys(held)) {
      const text = held[file] as string;
      if (subPath === undefined) files[absolute(mountPath ?? '/', file)] = text;
      else if (subPath === file) files[absolute('/', mountPath ?? '/')] = text;
    }
  }
  for (const file of Object.keys(changes)) {
    const text = changes[file];
    if (text === null || text === undefined) delete files[file];
    else files[file] = text;
  }
  return files;
}

/** What a command in a container finds there. */
export function worldOf(given: Surroundings): World {
  const { pod, container, image, commands, epochMicros } = given;
  const words = commandLine(container, image) ?? [container.image ?? ''];
  return {
    epochMicros,
    hostname: pod.spec?.hostname ?? pod.metadata.name ?? '',
    environment: environmentOf(given),
    directory: container.workingDir ?? '/',
    files: filesOf(given),
    folders: (container.volumeMounts ?? []).map(({ mountPath }) => absolute('/', mountPath ?? '/')),
    processes: [{ pid: 1, command: words.join(' ') }, ...commands],
    holds: (name) => missingProgram(container, image, name) === undefined,
  };
}
