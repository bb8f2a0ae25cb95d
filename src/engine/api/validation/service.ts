/**
 * Models: pkg/apis/core/validation (ValidateService, ValidateServiceUpdate, ValidateServiceStatusUpdate,
 *   ValidateServiceClusterIPsRelatedFields); pkg/api/service (ExternallyAccessible, NeedsHealthCheck).
 * Simplified: -
 * Not modelled: the deprecated source-range annotation; relaxed Service names (a gate that is off).
 */
import { duplicate, type FieldError, forbidden, invalid, notSupported, required } from '../field-error';
import type { Service, ServicePort, ServiceSpec } from '../types';
import { addAll, checkDnsLabel, checkDnsSubdomain, checkLabelKey, checkPortNumberOrName } from './fields';
import { isDns1035Label, isPortNumber } from './formats';
import { checkCidr, checkIp, checkNonSpecialIp, ipFamilyOf } from './ip';
import { checkLabels } from './labels';
import { checkObjectMeta, checkObjectMetaUpdate } from './object-meta';

const TYPES: readonly string[] = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];
const FAMILIES: readonly string[] = ['IPv4', 'IPv6'];
const FAMILY_POLICIES: readonly string[] = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
const DISTRIBUTIONS: readonly string[] = ['PreferClose', 'PreferSameNode', 'PreferSameZone'];
const TOPOLOGY_HINTS = 'service.kubernetes.io/topology-aware-hints';
const TOPOLOGY_MODE = 'service.kubernetes.io/topology-mode';
const MAX_AFFINITY_SECONDS = 86400;

function isHeadless(spec: ServiceSpec): boolean {
  return spec.clusterIPs?.length === 1 && spec.clusterIPs[0] === 'None';
}

/** Reachable from outside the cluster. */
export function isExternallyAccessible(spec: ServiceSpec): boolean {
  if (spec.type === 'LoadBalancer' || spec.type === 'NodePort') return true;
  return spec.type === 'ClusterIP' && (spec.externalIPs ?? []).length > 0;
}

/** A load balancer with local traffic asks each node whether it has endpoints. */
export function needsHealthCheck(spec: ServiceSpec): boolean {
  return spec.type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local';
}

export function validateService(service: Service): FieldError[] {
  const errors: FieldError[] = [];
  checkService(errors, service);
  return errors;
}

function checkService(errors: FieldError[], service: Service): void {
  const spec = service.spec ?? {};
  const ports = spec.ports ?? [];
  const headless = isHeadless(spec);
  checkObjectMeta(errors, service, true, isDns1035Label);
  checkTopologyAnnotations(errors, service.metadata.annotations);
  if (ports.length === 0 && !headless && spec.type !== 'ExternalName') errors.push(required('spec.ports'));
  checkByType(errors, spec, headless);
  checkPorts(errors, ports);
  checkLabels(errors, 'spec.selector', spec.selector);
  checkSessionAffinity(errors, spec);
  checkClusterIps(errors, spec);
  const externalIps = spec.externalIPs ?? [];
  for (let i = 0; i < externalIps.length; i++) {
    const before = errors.length;
    checkIp(errors, `spec.externalIPs[${i}]`, externalIps[i] as string);
    if (errors.length === before) checkNonSpecialIp(errors, `spec.externalIPs[${i}]`, externalIps[i] as string);
  }
  if (!spec.type) errors.push(required('spec.type'));
  else if (!TYPES.includes(spec.type)) errors.push(notSupported('spec.type', spec.type, TYPES));
  checkPortsTogether(errors, spec, ports);
  checkLoadBalancer(errors, spec);
  checkLoadBalancerClass(errors, spec, undefined);
  checkTrafficPolicies(errors, spec);
}

function checkTopologyAnnotations(errors: FieldError[], annotations: Readonly<Record<string, string>> = {}): void {
  if (!Object.hasOwn(annotations, TOPOLOGY_MODE) || !Object.hasOwn(annotations, TOPOLOGY_HINTS)) return;
  const mode = annotations[TOPOLOGY_MODE];
  if (mode === annotations[TOPOLOGY_HINTS]) return;
  const message = `must match annotations[${TOPOLOGY_HINTS}] when both are specified`;
  errors.push(invalid(`metadata.annotations[${TOPOLOGY_MODE}]`, mode, message));
}

function checkByType(errors: FieldError[], spec: ServiceSpec, headless: boolean): void {
  if (headless && (spec.type === 'LoadBalancer' || spec.type === 'NodePort')) {
    errors.push(invalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${spec.type} services`));
  }
  if (spec.type !== 'ExternalName') return;
  const message = 'may not be set for ExternalName services';
  if ((spec.clusterIPs ?? []).length > 0) errors.push(forbidden('spec.clusterIPs', message));
  if ((spec.ipFamilies ?? []).length > 0) errors.push(forbidden('spec.ipFamilies', message));
  if (spec.ipFamilyPolicy != null) errors.push(forbidden('spec.ipFamilyPolicy', message));
  const name = (spec.externalName ?? '').replace(/\.$/, '');
  if (name === '') errors.push(required('spec.externalName'));
  else checkDnsSubdomain(errors, 'spec.externalName', name);
}

function checkPorts(errors: FieldError[], ports: readonly ServicePort[]): void {
  const names = new Set<string>();
  for (let i = 0; i < ports.length; i++) {
    const { name = '', port = 0, protocol = '', targetPort, appProtocol } = ports[i] as ServicePort;
    const path = `spec.ports[${i}]`;
    if (name === '') {
      if (ports.length > 1) errors.push(required(`${path}.name`));
    } else {
      checkDnsLabel(errors, `${path}.name`, name);
      if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
      names.add(name);
    }
    addAll(errors, `${path}.port`, port, isPortNumber(port));
    if (protocol === '') errors.push(required(`${path}.protocol`));
    else if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(`${path}.protocol`, protocol, PROTOCOLS));
    checkPortNumberOrName(errors, `${path}.targetPort`, targetPort);
    if (appProtocol != null) checkLabelKey(errors, `${path}.appProtocol`, appProtocol);
  }
}

function checkSessionAffinity(errors: FieldError[], spec: ServiceSpec): void {
  const affinity = spec.sessionAffinity ?? '';
  if (affinity === '') errors.push(required('spec.sessionAffinity'));
  else if (affinity !== 'ClientIP' && affinity !== 'None') {
    errors.push(notSupported('spec.sessionAffinity', affinity, ['ClientIP', 'None']));
  }
  const config = spec.sessionAffinityConfig;
  const field = 'spec.sessionAffinityConfig';
  if (affinity === 'None' && config != null) {
    errors.push(forbidden(field, 'must not be set when session affinity is None'));
  }
  if (affinity !== 'ClientIP') return;
  const message = 'when session affinity type is ClientIP';
  if (config == null) return void errors.push(required(field, message));
  if (config.clientIP == null) return void errors.push(required(`${field}.clientIP`, message));
  const seconds = config.clientIP.timeoutSeconds;
  if (seconds == null) return void errors.push(required(`${field}.clientIP.timeoutSeconds`, message));
  if (seconds <= 0 || seconds > MAX_AFFINITY_SECONDS) {
    const range = `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`;
    errors.push(invalid(`${field}.clientIP.timeoutSeconds`, seconds, range));
  }
}

/** clusterIP, clusterIPs, ipFamilies and ipFamilyPolicy against each other; also asked before addresses are allocated. */
export function checkClusterIps(errors: FieldError[], spec: ServiceSpec): void {
  if (spec.type === 'ExternalName') return;
  const clusterIps = spec.clusterIPs ?? [];
  const families = spec.ipFamilies ?? [];
  const field = 'spec.clusterIPs';
  if (spec.clusterIP) {
    if (clusterIps.length === 0) errors.push(required(field));
    else if (clusterIps[0] !== spec.clusterIP) {
      errors.push(invalid(field, clusterIps, 'first value must match `clusterIP`'));
    }
  } else if (clusterIps.length > 0) {
    errors.push(invalid(field, clusterIps, 'must be empty when `clusterIP` is not specified'));
  }
  for (let i = 0; i < families.length; i++) {
    const family = families[i] as string;
    if (!FAMILIES.includes(family)) errors.push(notSupported(`spec.ipFamilies[${i}]`, family, FAMILIES));
    if (families.indexOf(family) < i) errors.push(duplicate(`spec.ipFamilies[${i}]`, family));
  }
  const policy = spec.ipFamilyPolicy;
  if (policy != null && !FAMILY_POLICIES.includes(policy)) {
    errors.push(notSupported('spec.ipFamilyPolicy', policy, FAMILY_POLICIES));
  }
  let wrong = false;
  for (let i = 0; i < clusterIps.length; i++) {
    const ip = clusterIps[i] as string;
    if (i === 0 && ip === 'None') {
      if (clusterIps.length > 1) {
        wrong = true;
        errors.push(invalid(field, clusterIps, "'None' must be the first and only value"));
      }
      continue;
    }
    if (ipFamilyOf(ip) === undefined) wrong = true;
    checkIp(errors, `${field}[${i}]`, ip);
  }
  if (clusterIps.length > 2) errors.push(invalid(field, clusterIps, 'may only hold up to 2 values'));
  if (wrong) return;
  if (clusterIps.length > 1 && new Set(clusterIps.map(ipFamilyOf)).size < 2) {
    errors.push(invalid(field, clusterIps, 'may specify no more than one IP for each IP family'));
  }
  if (isHeadless(spec)) return;
  for (let i = 0; i < clusterIps.length && i < families.length; i++) {
    const family = ipFamilyOf(clusterIps[i] as string);
    if (family === families[i] || !FAMILIES.includes(families[i] as string)) continue;
    const message = `expected an ${families[i]} value as indicated by \`ipFamilies[${i}]\``;
    errors.push(invalid(`${field}[${i}]`, clusterIps[i], message));
  }
}

function checkPortsTogether(errors: FieldError[], spec: ServiceSpec, ports: readonly ServicePort[]): void {
  if (spec.type === 'ClusterIP') {
    for (let i = 0; i < ports.length; i++) {
      if (!ports[i]?.nodePort) continue;
      errors.push(forbidden(`spec.ports[${i}].nodePort`, "may not be used when `type` is 'ClusterIP'"));
    }
  }
  const nodePorts = new Set<string>();
  for (let i = 0; i < ports.length; i++) {
    const { protocol, nodePort } = ports[i] as ServicePort;
    if (!nodePort) continue;
    const key = `${protocol}/${nodePort}`;
    if (nodePorts.has(key)) errors.push(duplicate(`spec.ports[${i}].nodePort`, nodePort));
    nodePorts.add(key);
  }
  const numbers = new Set<string>();
  for (let i = 0; i < ports.length; i++) {
    const { protocol = '', port = 0 } = ports[i] as ServicePort;
    const key = `${protocol}/${port}`;
    if (numbers.has(key)) errors.push(duplicate(`spec.ports[${i}]`, printablePort(protocol, port)));
    numbers.add(key);
  }
}

/** The key that upstream builds is an internal struct, printed with its Go names. */
function printablePort(protocol: string, port: number): unknown {
  return { Name: '', Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
}

function checkLoadBalancer(errors: FieldError[], spec: ServiceSpec): void {
  const ranges = spec.loadBalancerSourceRanges ?? [];
  const message = "may only be used when `type` is 'LoadBalancer'";
  if (ranges.length > 0) {
    const field = 'spec.LoadBalancerSourceRanges';
    if (spec.type !== 'LoadBalancer') errors.push(forbidden(field, message));
    for (let i = 0; i < ranges.length; i++) checkCidr(errors, `${field}[${i}]`, (ranges[i] as string).trim());
  }
  if (spec.allocateLoadBalancerNodePorts != null && spec.type !== 'LoadBalancer') {
    errors.push(forbidden('spec.allocateLoadBalancerNodePorts', message));
  }
  if (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts == null) {
    errors.push(required('allocateLoadBalancerNodePorts'));
  }
}

function checkLoadBalancerClass(errors: FieldError[], spec: ServiceSpec, old: ServiceSpec | undefined): void {
  const field = 'spec.loadBalancerClass';
  const name = spec.loadBalancerClass ?? undefined;
  if (old?.type === 'LoadBalancer' && spec.type === 'LoadBalancer' && name !== (old.loadBalancerClass ?? undefined)) {
    errors.push(invalid(field, name, 'may not change once set'));
  }
  if (name === undefined) return;
  if (spec.type === 'LoadBalancer') checkLabelKey(errors, field, name);
  else errors.push(forbidden(field, "may only be used when `type` is 'LoadBalancer'"));
}

function checkTrafficPolicies(errors: FieldError[], spec: ServiceSpec): void {
  const external = spec.externalTrafficPolicy ?? '';
  if (!isExternallyAccessible(spec)) {
    if (external !== '') {
      const message = 'may only be set for externally-accessible services';
      errors.push(invalid('spec.externalTrafficPolicy', external, message));
    }
  } else if (external === '') errors.push(required('spec.externalTrafficPolicy'));
  else if (external !== 'Cluster' && external !== 'Local') {
    errors.push(notSupported('spec.externalTrafficPolicy', external, ['Cluster', 'Local']));
  }
  const healthPort = spec.healthCheckNodePort ?? 0;
  if (!needsHealthCheck(spec)) {
    if (healthPort !== 0) {
      const message = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
      errors.push(invalid('spec.healthCheckNodePort', healthPort, message));
    }
  } else if (healthPort === 0) errors.push(required('spec.healthCheckNodePort'));
  else addAll(errors, 'spec.healthCheckNodePort', healthPort, isPortNumber(healthPort));
  const internal = spec.internalTrafficPolicy;
  if (internal == null) {
    if (spec.type === 'NodePort' || spec.type === 'LoadBalancer' || spec.type === 'ClusterIP') {
      errors.push(required('spec.internalTrafficPolicy'));
    }
  } else if (internal !== 'Cluster' && internal !== 'Local') {
    errors.push(notSupported('spec.internalTrafficPolicy', internal, ['Cluster', 'Local']));
  }
  const distribution = spec.trafficDistribution;
  if (distribution != null && !DISTRIBUTIONS.includes(distribution)) {
    errors.push(notSupported('spec.trafficDistribution', distribution, DISTRIBUTIONS));
  }
}

export function validateServiceUpdate(service: Service, old: Service): FieldError[] {
  const errors: FieldError[] = [];
  const spec = service.spec ?? {};
  const oldSpec = old.spec ?? {};
  checkObjectMetaUpdate(errors, service, old);
  if (spec.type !== 'ExternalName' && oldSpec.type !== 'ExternalName') {
    checkClusterIpsUpdate(errors, spec, oldSpec);
    checkFamiliesUpdate(errors, spec, oldSpec);
  }
  checkLoadBalancerClass(errors, spec, oldSpec);
  if (needsHealthCheck(oldSpec) && needsHealthCheck(spec)) {
    if ((spec.healthCheckNodePort ?? 0) !== (oldSpec.healthCheckNodePort ?? 0)) {
      errors.push(forbidden('spec.healthCheckNodePort', 'field is immutable'));
    }
  }
  checkService(errors, service);
  return errors;
}

/** The primary address stays; a secondary one may come, or go together with the policy SingleStack. */
function checkClusterIpsUpdate(errors: FieldError[], spec: ServiceSpec, oldSpec: ServiceSpec): void {
  if (isHeadless(spec) && isHeadless(oldSpec)) return;
  const now = spec.clusterIPs ?? [];
  const old = oldSpec.clusterIPs ?? [];
  const field = 'spec.clusterIPs';
  if (now.length === old.length) {
    for (let i = 0; i < old.length; i++) {
      if (old[i] !== now[i]) errors.push(invalid(`${field}[${i}]`, now, 'may not change once set'));
    }
    return;
  }
  if (now.length === 0) errors.push(invalid(`${field}[0]`, null, 'primary clusterIP can not be unset'));
  if (old.length > 0 && now.length > 0 && now[0] !== old[0]) {
    errors.push(invalid(`${field}[0]`, now, 'may not change once set'));
  }
  if (now.length < old.length && now.length === 1 && spec.ipFamilyPolicy !== 'SingleStack') {
    const message = "must be set to 'SingleStack' when releasing the secondary clusterIP";
    errors.push(invalid('spec.ipFamilyPolicy', spec.ipFamilyPolicy ?? undefined, message));
  }
}

function checkFamiliesUpdate(errors: FieldError[], spec: ServiceSpec, oldSpec: ServiceSpec): void {
  if (isHeadless(spec) || isHeadless(oldSpec)) return;
  const now = spec.ipFamilies ?? [];
  const old = oldSpec.ipFamilies ?? [];
  const field = 'spec.ipFamilies[0]';
  if (now.length === old.length) {
    for (let i = 0; i < old.length; i++) {
      if (old[i] !== now[i]) errors.push(invalid(field, now, 'may not change once set'));
    }
    return;
  }
  if (now.length < old.length && (spec.clusterIPs ?? []).length === 0) {
    errors.push(invalid(field, now, 'primary ipFamily can not be unset'));
  }
  if (old.length > 0 && now.length > 0 && now[0] !== old[0]) {
    errors.push(invalid(field, spec.clusterIPs ?? null, 'may not change once set'));
  }
  if (now.length < old.length && now.length === 1 && spec.ipFamilyPolicy !== 'SingleStack') {
    const message = "must be set to 'SingleStack' when releasing the secondary ipFamily";
    errors.push(invalid('spec.ipFamilyPolicy', spec.ipFamilyPolicy ?? undefined, message));
  }
}

export function validateServiceStatusUpdate(service: Service, old: Service): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, service, old);
  const ingress = service.status?.loadBalancer?.ingress ?? [];
  const field = 'status.loadBalancer.ingress';
  if (service.spec?.type !== 'LoadBalancer' && ingress.length > 0) {
    errors.push(forbidden(field, "may only be used when `spec.type` is 'LoadBalancer'"));
    return errors;
  }
  for (let i = 0; i < ingress.length; i++) {
    const { ip = '', ipMode, hostname = '' } = ingress[i] ?? {};
    const path = `${field}[${i}]`;
    if (ip !== '') checkIp(errors, `${path}.ip`, ip);
    if (ipMode == null) {
      if (ip !== '') errors.push(required(`${path}.ipMode`, 'must be specified when `ip` is set'));
    } else if (ip === '') errors.push(forbidden(`${path}.ipMode`, 'may not be specified when `ip` is not set'));
    else if (ipMode !== 'VIP' && ipMode !== 'Proxy') {
      errors.push(notSupported(`${path}.ipMode`, ipMode, ['Proxy', 'VIP']));
    }
    if (hostname === '') continue;
    checkDnsSubdomain(errors, `${path}.hostname`, hostname);
    if (ipFamilyOf(hostname) !== undefined) {
      errors.push(invalid(`${path}.hostname`, hostname, 'must be a DNS name, not an IP address'));
    }
  }
  return errors;
}
