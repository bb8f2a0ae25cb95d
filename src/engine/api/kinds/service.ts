/**
 * Models: pkg/registry/core/service/strategy.go (dropTypeDependentFields), pkg/apis/core/v1/defaults.go
 *   (SetDefaults_Service).
 * Simplified: -
 * Not modelled: -
 */
import type { Service, ServicePort, ServiceSpec } from '../types';
import { semanticEqual } from '../validation/semantic-equal';
import {
  isExternallyAccessible,
  needsHealthCheck,
  validateService,
  validateServiceStatusUpdate,
  validateServiceUpdate,
} from '../validation/service';
import { mapList } from './copy-on-write';
import { defineKind } from './define-kind';
import { withSpecOf, withStatus } from './generation';
import { beginServiceCreate, beginServiceUpdate } from './service-allocation';

const NO_STATUS = { loadBalancer: {} };
const AFFINITY_SECONDS = 10800;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function defaultPort(port: ServicePort): ServicePort {
  const target = port.targetPort || port.port;
  if (port.protocol && (port.targetPort || !target)) return port;
  return { ...port, protocol: port.protocol || 'TCP', ...(target ? { targetPort: target } : {}) };
}

function setDefaults(service: Service): Service {
  const spec = defaultSpec(service.spec ?? {});
  return spec === service.spec ? service : { ...service, spec };
}

function defaultSpec(given: ServiceSpec): ServiceSpec {
  const spec: Writable<ServiceSpec> = { ...given };
  spec.sessionAffinity = given.sessionAffinity || 'None';
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity === 'ClientIP' && given.sessionAffinityConfig?.clientIP?.timeoutSeconds == null) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: AFFINITY_SECONDS } };
  }
  spec.type = given.type || 'ClusterIP';
  const ports = mapList<ServicePort>(given.ports, defaultPort);
  if (ports !== given.ports) spec.ports = ports;
  if (isExternallyAccessible(spec) && !spec.externalTrafficPolicy) spec.externalTrafficPolicy = 'Cluster';
  const inCluster = spec.type === 'NodePort' || spec.type === 'LoadBalancer' || spec.type === 'ClusterIP';
  if (inCluster && spec.internalTrafficPolicy == null) spec.internalTrafficPolicy = 'Cluster';
  if (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts == null) {
    spec.allocateLoadBalancerNodePorts = true;
  }
  return sameMembers(spec, given) ? given : spec;
}

function sameMembers(a: ServiceSpec, b: ServiceSpec): boolean {
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  for (const member in left) if (left[member] !== right[member]) return false;
  for (const member in right) if (left[member] !== right[member]) return false;
  return true;
}

/** A field that the new type has no use for goes away by itself, if the client left it as it was. */
function dropUseless(spec: ServiceSpec, old: ServiceSpec): ServiceSpec {
  if (spec.type === old.type && spec.externalTrafficPolicy === old.externalTrafficPolicy) return spec;
  const result: Writable<ServiceSpec> = { ...spec };
  const drop = (needs: (spec: ServiceSpec) => boolean, ...members: (keyof ServiceSpec)[]): void => {
    if (!needs(old) || needs(spec)) return;
    for (const member of members) if (semanticEqual(spec[member], old[member])) delete result[member];
  };
  drop(
    (s) => s.type !== 'ExternalName',
    'clusterIP',
    'clusterIPs',
    'ipFamilies',
    'ipFamilyPolicy',
    'internalTrafficPolicy',
  );
  drop(needsHealthCheck, 'healthCheckNodePort');
  drop((s) => s.type === 'LoadBalancer', 'allocateLoadBalancerNodePorts', 'loadBalancerClass');
  drop(isExternallyAccessible, 'externalTrafficPolicy');
  const usesNodePorts = (s: ServiceSpec): boolean => s.type === 'NodePort' || s.type === 'LoadBalancer';
  if (usesNodePorts(old) && !usesNodePorts(spec) && sameNodePorts(spec, old)) {
    result.ports = mapList<ServicePort>(spec.ports, ({ nodePort: _, ...port }) => port);
  }
  return result;
}

function sameNodePorts(spec: ServiceSpec, old: ServiceSpec): boolean {
  const ports = (s: ServiceSpec) => new Set((s.ports ?? []).map((port) => port.nodePort ?? 0));
  const now = ports(spec);
  const before = ports(old);
  return now.size === before.size && [...now].every((port) => before.has(port));
}

export const serviceKind = defineKind<Service>({
  group: '',
  version: 'v1',
  kind: 'Service',
  resource: 'services',
  namespaced: true,
  shortNames: ['svc'],
  categories: ['all'],
  subresources: ['status'],
  setDefaults,
  beginCreate: beginServiceCreate,
  beginUpdate: beginServiceUpdate,
  prepareForCreate: (service) => withStatus(service, NO_STATUS),
  prepareForUpdate(service, old) {
    const kept = withStatus(service, old.status);
    const spec = dropUseless(kept.spec ?? {}, old.spec ?? {});
    return spec === kept.spec ? kept : { ...kept, spec };
  },
  prepareForStatusUpdate: withSpecOf,
  validate: validateService,
  validateUpdate: validateServiceUpdate,
  validateStatusUpdate: validateServiceStatusUpdate,
  allowCreateOnUpdate: true,
  returnsDeletedObject: true,
  selectableFields: {
    'spec.clusterIP': (service) => service.spec?.clusterIP ?? '',
    'spec.type': (service) => service.spec?.type ?? '',
  },
});
