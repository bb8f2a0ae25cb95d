// Models: k8s.io/kubectl pkg/describe (describeContainers, describeVolumes, describePodTemplate, DescribeProbe)
// Simplified: values of fields that a variable refers to are those that the API shows.
// Not modelled: ephemeral containers, devices, lifecycle handlers.
import type { ContainerStatus, Pod, PodSpec, PodTemplateSpec } from '../../engine/index';
import { compareStrings } from '../../shared/compare';
import { longTime, type Page } from './page';

type Container = PodSpec['containers'][number];
type State = NonNullable<ContainerStatus['state']>;
type Probe = NonNullable<Container['livenessProbe']>;

const orNone = (text: string): string => text || '<none>';

export function describeState(page: Page, title: string, state: State | undefined): void {
  if (state?.running) {
    page.line(2, `${title}:\tRunning`);
    page.line(3, `Started:\t${longTime(state.running.startedAt)}`);
  } else if (state?.terminated) {
    const { reason, message, exitCode, signal, startedAt, finishedAt } = state.terminated;
    page.line(2, `${title}:\tTerminated`);
    if (reason) page.line(3, `Reason:\t${reason}`);
    if (message) page.line(3, `Message:\t${message}`);
    page.line(3, `Exit Code:\t${exitCode}`);
    if (signal) page.line(3, `Signal:\t${signal}`);
    page.line(3, `Started:\t${longTime(startedAt)}`);
    page.line(3, `Finished:\t${longTime(finishedAt)}`);
  } else {
    page.line(2, `${title}:\tWaiting`);
    if (state?.waiting?.reason) page.line(3, `Reason:\t${state.waiting.reason}`);
  }
}

export function probeText(probe: Probe): string {
  const {
    initialDelaySeconds = 0,
    timeoutSeconds = 0,
    periodSeconds = 0,
    successThreshold = 0,
    failureThreshold = 0,
  } = probe;
  const figures = `delay=${initialDelaySeconds}s timeout=${timeoutSeconds}s period=${periodSeconds}s #success=${successThreshold} #failure=${failureThreshold}`;
  if (probe.exec) return `exec [${(probe.exec.command ?? []).join(' ')}] ${figures}`;
  if (probe.httpGet) {
    const { scheme = '', host = '', port, path = '' } = probe.httpGet;
    return `http-get ${scheme.toLowerCase()}://${host}:${port}${path} ${figures}`;
  }
  if (probe.tcpSocket) return `tcp-socket ${probe.tcpSocket.host ?? ''}:${probe.tcpSocket.port} ${figures}`;
  if (probe.grpc) return `grpc <pod>:${probe.grpc.port} ${probe.grpc.service ?? ''} ${figures}`;
  return `unknown ${figures}`;
}

function environment(page: Page, { env = [], envFrom = [] }: Container, pod: Pod | undefined): void {
  if (envFrom.length > 0) {
    page.line(2, 'Environment Variables from:');
    for (const { prefix, configMapRef, secretRef } of envFrom) {
      const from = configMapRef ?? secretRef;
      const what = `${configMapRef ? 'ConfigMap' : 'Secret'}${prefix ? ` with prefix '${prefix}'` : ''}`;
      page.line(3, `${from?.name ?? ''}\t${what}\tOptional: ${from?.optional ?? false}`);
    }
  }
  page.line(2, env.length === 0 ? 'Environment:\t<none>' : 'Environment:');
  for (const { name, value = '', valueFrom } of env) {
    if (!valueFrom) {
      value.split('\n').forEach((text, i) => {
        page.line(3, i === 0 ? `${name}:\t${text}` : `\t${text}`);
      });
    } else if (valueFrom.fieldRef) {
      const { apiVersion = 'v1', fieldPath } = valueFrom.fieldRef;
      page.line(3, `${name}:\t${pod ? fieldValue(pod, fieldPath) : ''} (${apiVersion}:${fieldPath})`);
    } else if (valueFrom.resourceFieldRef) page.line(3, `${name}:\t (${valueFrom.resourceFieldRef.resource})`);
    else if (valueFrom.secretKeyRef) {
      const { key, name: secret = '', optional = false } = valueFrom.secretKeyRef;
      page.line(3, `${name}:\t<set to the key '${key}' in secret '${secret}'>\tOptional: ${optional}`);
    } else if (valueFrom.configMapKeyRef) {
      const { key, name: map = '', optional = false } = valueFrom.configMapKeyRef;
      page.line(3, `${name}:\t<set to the key '${key}' of config map '${map}'>\tOptional: ${optional}`);
    }
  }
}

function fieldValue({ metadata, spec, status }: Pod, path: string): string {
  const values: Readonly<Record<string, string | undefined>> = {
    'metadata.name': metadata.name,
    'metadata.namespace': metadata.namespace,
    'metadata.uid': metadata.uid,
    'spec.nodeName': spec?.nodeName,
    'spec.serviceAccountName': spec?.serviceAccountName,
    'status.hostIP': status?.hostIP,
    'status.podIP': status?.podIP,
  };
  return Object.hasOwn(values, path) ? (values[path] ?? '') : '';
}

function amounts(page: Page, title: string, list: Readonly<Record<string, string | number>> | undefined): void {
  const names = Object.keys(list ?? {}).sort(compareStrings);
  if (names.length === 0) return;
  page.line(2, `${title}:`);
  for (const name of names) page.line(3, `${name}:\t${list?.[name]}`);
}

/** `space`: what stands before each line; the pod's own containers have none. */
export function describeContainers(
  page: Page,
  title: string,
  containers: readonly Container[],
  statuses: readonly ContainerStatus[] | undefined,
  space: string,
  pod?: Pod,
): void {
  page.line(0, containers.length === 0 ? `${space}${title}: <none>` : `${space}${title}:`);
  for (const container of containers) {
    const status = statuses?.find(({ name }) => name === container.name);
    const ports = container.ports ?? [];
    const portText = ports
      .map(({ containerPort, protocol = 'TCP', name }) => `${containerPort}/${protocol}${name ? ` (${name})` : ''}`)
      .join(', ');
    const hostText = ports
      .map(({ hostPort = 0, protocol = 'TCP', name }) => `${hostPort}/${protocol}${name ? ` (${name})` : ''}`)
      .join(', ');
    page.line(1, `${space ? ' ' : ''}${container.name}:`);
    if (status) page.line(2, `Container ID:\t${status.containerID ?? ''}`);
    page.line(2, `Image:\t${container.image ?? ''}`);
    if (status) page.line(2, `Image ID:\t${status.imageID ?? ''}`);
    page.line(2, `Port${ports.length > 1 ? 's' : ''}:\t${orNone(portText)}`);
    page.line(2, `Host Port${ports.length > 1 ? 's' : ''}:\t${orNone(hostText)}`);
    for (const [name, words] of [
      ['Command', container.command],
      ['Args', container.args],
    ] as const) {
      if (!words?.length) continue;
      page.line(2, `${name}:`);
      for (const word of words) for (const text of word.split('\n')) page.line(3, text);
    }
    if (status) {
      describeState(page, 'State', status.state);
      if (status.lastState?.terminated) describeState(page, 'Last State', status.lastState);
      page.line(2, `Ready:\t${status.ready ? 'True' : 'False'}`);
      page.line(2, `Restart Count:\t${status.restartCount}`);
    }
    amounts(page, 'Limits', container.resources?.limits);
    amounts(page, 'Requests', container.resources?.requests);
    if (container.livenessProbe) page.line(2, `Liveness:\t${probeText(container.livenessProbe)}`);
    if (container.readinessProbe) page.line(2, `Readiness:\t${probeText(container.readinessProbe)}`);
    if (container.startupProbe) page.line(2, `Startup:\t${probeText(container.startupProbe)}`);
    environment(page, container, pod);
    const mounts = [...(container.volumeMounts ?? [])].sort((a, b) => compareStrings(a.mountPath, b.mountPath));
    page.line(2, mounts.length === 0 ? 'Mounts:\t<none>' : 'Mounts:');
    for (const { mountPath, name, readOnly, subPath } of mounts)
      page.line(
        3,
        `${mountPath} from ${name} (${[readOnly ? 'ro' : 'rw', ...(subPath ? [`path="${subPath}"`] : [])].join(',')})`,
      );
  }
}

type Volume = NonNullable<PodSpec['volumes']>[number];

function volumeLines(volume: Volume): string[] {
  if (volume.emptyDir) {
    const { medium = '', sizeLimit } = volume.emptyDir;
    return [
      "Type:\tEmptyDir (a temporary directory that shares a pod's lifetime)",
      `Medium:\t${medium}`,
      `SizeLimit:\t${sizeLimit ?? '<unset>'}`,
    ];
  }
  if (volume.hostPath)
    return [
      'Type:\tHostPath (bare host directory volume)',
      `Path:\t${volume.hostPath.path}`,
      `HostPathType:\t${volume.hostPath.type ?? ''}`,
    ];
  if (volume.secret)
    return [
      'Type:\tSecret (a volume populated by a Secret)',
      `SecretName:\t${volume.secret.secretName ?? ''}`,
      `Optional:\t${volume.secret.optional ?? false}`,
    ];
  if (volume.configMap)
    return [
      'Type:\tConfigMap (a volume populated by a ConfigMap)',
      `Name:\t${volume.configMap.name ?? ''}`,
      `Optional:\t${volume.configMap.optional ?? false}`,
    ];
  if (volume.persistentVolumeClaim) {
    const { claimName, readOnly = false } = volume.persistentVolumeClaim;
    return [
      'Type:\tPersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
      `ClaimName:\t${claimName}`,
      `ReadOnly:\t${readOnly}`,
    ];
  }
  if (volume.projected) {
    const sources = (volume.projected.sources ?? []).flatMap(
      ({ secret, downwardAPI, configMap, serviceAccountToken }) => {
        if (secret) return [`SecretName:\t${secret.name ?? ''}`, `Optional:\t${secret.optional ?? false}`];
        if (downwardAPI) return ['DownwardAPI:\ttrue'];
        if (configMap) return [`ConfigMapName:\t${configMap.name ?? ''}`, `Optional:\t${configMap.optional ?? false}`];
        return serviceAccountToken ? [`TokenExpirationSeconds:\t${serviceAccountToken.expirationSeconds ?? 3600}`] : [];
      },
    );
    return ['Type:\tProjected (a volume that contains injected data from multiple sources)', ...sources];
  }
  return ['Type:\t<unknown>'];
}

export function describeVolumes(page: Page, volumes: readonly Volume[] = [], space = ''): void {
  page.line(0, volumes.length === 0 ? `${space}Volumes:\t<none>` : `${space}Volumes:`);
  for (const volume of volumes) {
    page.line(1, `${space ? ' ' : ''}${volume.name}:`);
    for (const text of volumeLines(volume)) page.line(2, text);
  }
}

export function describeTolerations(
  page: Page,
  title: string,
  tolerations: PodSpec['tolerations'] = [],
  indent = '',
): void {
  if (tolerations.length === 0) page.line(0, `${title}:\t<none>`);
  const sorted = [...tolerations].sort((a, b) => compareStrings(a.key ?? '', b.key ?? ''));
  sorted.forEach(({ key = '', value = '', effect = '', operator, tolerationSeconds }, i) => {
    let text = `${key}${value ? `=${value}` : ''}${effect ? `:${effect}` : ''}`;
    if (operator === 'Exists' && value === '') text += key || effect ? ' op=Exists' : 'op=Exists';
    if (tolerationSeconds !== undefined && tolerationSeconds !== null) text += ` for ${tolerationSeconds}s`;
    page.line(0, `${i === 0 ? `${title}:` : indent}\t${text}`);
  });
}

export function describePodTemplate(page: Page, template: PodTemplateSpec | undefined): void {
  page.line(0, 'Pod Template:');
  templateLines(page, template);
}

/** The template's own lines: of a workload, and of `rollout history --revision`. */
export function templateLines(page: Page, template: PodTemplateSpec | undefined): void {
  const { metadata, spec } = template ?? {};
  page.labels('  Labels', metadata?.labels);
  if (Object.keys(metadata?.annotations ?? {}).length > 0) page.annotations('  Annotations', metadata?.annotations);
  if (spec?.serviceAccountName) page.line(0, `  Service Account:\t${spec.serviceAccountName}`);
  if (spec?.initContainers?.length) describeContainers(page, 'Init Containers', spec.initContainers, undefined, '  ');
  describeContainers(page, 'Containers', spec?.containers ?? [], undefined, '  ');
  describeVolumes(page, spec?.volumes, '  ');
  if (spec?.priorityClassName) page.line(0, `  Priority Class Name:\t${spec.priorityClassName}`);
  page.labels('  Node-Selectors', spec?.nodeSelector);
  describeTolerations(page, '  Tolerations', spec?.tolerations);
}
