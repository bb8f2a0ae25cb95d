// Models: k8s.io/kubectl pkg/describe: ServiceDescriber, NamespaceDescriber, ConfigMapDescriber, SecretDescriber, and the
//   generic describer with smartLabelFor
// Simplified: kinds without a page of their own here have the generic one.
// Not modelled: quotas and limits of a namespace.
import {
  type ConfigMap,
  type EndpointSlice,
  type KubeObject,
  kindByGvk,
  type Namespace,
  type Secret,
  type Service,
} from '../../engine/index';
import { compareStrings } from '../../shared/compare';
import type { Call } from '../line/command';
import { listObjects } from '../line/resources';
import { Page } from './page';
import { eventsOf, head } from './workloads';

const shownEndpoints = 3;

function endpointsText(slices: readonly EndpointSlice[], portName: string): string {
  const all = slices.flatMap(({ ports = [], endpoints = [] }) =>
    ports
      .filter(({ name = '' }) => name === portName)
      .flatMap(({ port }) =>
        endpoints
          .filter(({ conditions }) => conditions?.ready !== false)
          .flatMap(({ addresses }) => addresses.map((address) => `${address}:${port}`)),
      ),
  );
  if (all.length === 0) return '<none>';
  const shown = all.slice(0, shownEndpoints).join(',');
  return all.length > shownEndpoints ? `${shown} + ${all.length - shownEndpoints} more...` : shown;
}

export function describeService(call: Call, service: Service): Page {
  const object = service as unknown as KubeObject;
  const { metadata, spec } = service;
  const kind = kindByGvk('discovery.k8s.io/v1', 'EndpointSlice');
  const labelSelector = `kubernetes.io/service-name=${metadata.name}`;
  const slices = kind
    ? (listObjects(call, kind, metadata.namespace ?? '', { labelSelector }) as unknown as EndpointSlice[])
    : [];
  const events = eventsOf(call, object, { withKind: true });
  const page = new Page(call.session.epochMicros);
  head(page, object);
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  const selector = Object.keys(spec?.selector ?? {})
    .sort(compareStrings)
    .map((key) => `${key}=${spec?.selector?.[key]}`);
  page.line(0, `Selector:\t${selector.join(',') || '<none>'}`);
  page.line(0, `Type:\t${spec?.type ?? ''}`);
  if (spec?.ipFamilyPolicy) page.line(0, `IP Family Policy:\t${spec.ipFamilyPolicy}`);
  if (spec?.ipFamilies?.length) page.line(0, `IP Families:\t${spec.ipFamilies.join(',')}`);
  page.line(0, `IP:\t${spec?.clusterIP ?? ''}`);
  if (spec?.clusterIPs?.length) page.line(0, `IPs:\t${spec.clusterIPs.join(',')}`);
  if (spec?.externalIPs?.length) page.line(0, `External IPs:\t${spec.externalIPs.join(',')}`);
  if (spec?.loadBalancerIP) page.line(0, `Desired LoadBalancer IP:\t${spec.loadBalancerIP}`);
  if (spec?.externalName) page.line(0, `External Name:\t${spec.externalName}`);
  for (const { name = '', port, protocol, targetPort, nodePort } of spec?.ports ?? []) {
    page.line(0, `Port:\t${name || '<unset>'}\t${port}/${protocol}`);
    page.line(0, `TargetPort:\t${targetPort}/${protocol}`);
    if (nodePort) page.line(0, `NodePort:\t${name || '<unset>'}\t${nodePort}/${protocol}`);
    page.line(0, `Endpoints:\t${endpointsText(slices, name)}`);
  }
  page.line(0, `Session Affinity:\t${spec?.sessionAffinity ?? ''}`);
  if (spec?.externalTrafficPolicy) page.line(0, `External Traffic Policy:\t${spec.externalTrafficPolicy}`);
  if (spec?.internalTrafficPolicy) page.line(0, `Internal Traffic Policy:\t${spec.internalTrafficPolicy}`);
  if (spec?.healthCheckNodePort) page.line(0, `HealthCheck NodePort:\t${spec.healthCheckNodePort}`);
  if (spec?.trafficDistribution) page.line(0, `Traffic Distribution:\t${spec.trafficDistribution}`);
  page.events(events);
  return page;
}

export function describeNamespace(call: Call, { metadata, status }: Namespace): Page {
  const page = new Page(call.session.epochMicros);
  page.line(0, `Name:\t${metadata.name}`);
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  page.line(0, `Status:\t${status?.phase ?? ''}`);
  const quotas = kindByGvk('v1', 'ResourceQuota');
  const limits = kindByGvk('v1', 'LimitRange');
  const name = metadata.name ?? '';
  const count = (kind: typeof quotas) =>
    kind ? listObjects(call, kind, name, { limit: '500' }).map((object) => object.metadata.name) : [];
  const [quotaNames, limitNames] = [count(quotas), count(limits)];
  page.line(0, quotaNames.length === 0 ? '\nNo resource quota.' : `\nResource Quotas:\t${quotaNames.join(', ')}`);
  page.line(0, limitNames.length === 0 ? '\nNo LimitRange resource.' : `\nResource Limits:\t${limitNames.join(', ')}`);
  return page;
}

export function describeConfigMap(call: Call, map: ConfigMap): Page {
  const object = map as unknown as KubeObject;
  const events = eventsOf(call, object, { withKind: true });
  const page = new Page(call.session.epochMicros);
  head(page, object);
  page.labels('Labels', map.metadata.labels);
  page.annotations('Annotations', map.metadata.annotations);
  page.line(0, '\nData\n====');
  for (const key of Object.keys(map.data ?? {}).sort(compareStrings))
    page.line(0, `${key}:\n----\n${map.data?.[key]}\n`);
  page.line(0, '\nBinaryData\n====');
  for (const key of Object.keys(map.binaryData ?? {}).sort(compareStrings))
    page.line(0, `${key}: ${byteCount(map.binaryData?.[key])} bytes`);
  page.line(0, '');
  page.events(events);
  return page;
}

/** Of a text in base64. */
function byteCount(text: string | undefined): number {
  const bare = (text ?? '').replace(/[\s=]/g, '');
  return Math.floor((bare.length * 3) / 4);
}

export function describeSecret(call: Call, secret: Secret): Page {
  const page = new Page(call.session.epochMicros);
  head(page, secret as unknown as KubeObject);
  page.labels('Labels', secret.metadata.labels);
  page.annotations('Annotations', secret.metadata.annotations);
  page.line(0, `\nType:\t${secret.type ?? ''}`);
  page.line(0, '\nData\n====');
  for (const key of Object.keys(secret.data ?? {}).sort(compareStrings))
    page.line(0, `${key}:\t${byteCount(secret.data?.[key])} bytes`);
  return page;
}

const acronyms = new Set(['API', 'URL', 'UID', 'OSB', 'GUID']);

/** `clusterIP` → `Cluster IP` */
function labelFor(field: string): string {
  if (/[^A-Za-z0-9]/.test(field)) return field;
  const parts = field.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[A-Z]/g) ?? [field];
  return parts
    .map((part) =>
      acronyms.has(part.toUpperCase()) ? part.toUpperCase() : `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`,
    )
    .join(' ');
}

const skipped = new Set([
  '.metadata.name',
  '.metadata.namespace',
  '.metadata.labels',
  '.metadata.annotations',
  '.metadata.managedFields',
]);

function content(page: Page, level: number, value: Readonly<Record<string, unknown>>, path: string): void {
  for (const field of Object.keys(value).sort(compareStrings)) {
    const member = value[field];
    const at = `${path}.${field}`;
    if (skipped.has(at) || member === undefined) continue;
    if (Array.isArray(member)) {
      page.line(level, `${labelFor(field)}:`);
      for (const item of member) {
        if (typeof item === 'object' && item !== null)
          content(page, level + 1, item as Readonly<Record<string, unknown>>, at);
        else page.line(level + 1, String(item));
      }
    } else if (typeof member === 'object' && member !== null) {
      page.line(level, `${labelFor(field)}:`);
      content(page, level + 1, member as Readonly<Record<string, unknown>>, at);
    } else page.line(level, `${labelFor(field)}:\t${member === null ? '<nil>' : String(member)}`);
  }
}

/** Any object, field by field. */
export function describeAny(call: Call, object: KubeObject): Page {
  const events = eventsOf(call, object, { withKind: true });
  const page = new Page(call.session.epochMicros);
  head(page, object);
  page.labels('Labels', object.metadata.labels);
  page.annotations('Annotations', object.metadata.annotations);
  content(page, 0, object as unknown as Readonly<Record<string, unknown>>, '');
  page.events(events);
  return page;
}
