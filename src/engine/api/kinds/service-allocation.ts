/**
 * Models: pkg/registry/core/service/storage (alloc.go: initIPFamilyFields, allocClusterIPs, initNodePorts,
 *   updateNodePorts, allocHealthCheckNodePort; storage.go: normalizeClusterIPs, patchAllocatedValues),
 *   ipallocator and portallocator (lower band for fixed choices, random choice above it).
 * Simplified: what is in use is read from the stored Services, which is what the IPAddress objects and the port bitmap
 *   record.
 * Not modelled: a second address range (the cluster is single-stack IPv4), IPAddress and ServiceCIDR objects.
 */
import { type FieldError, invalid } from '../field-error';
import { newInternalError } from '../status';
import type { Service, ServicePort, ServiceSpec } from '../types';
import { ipv4Number, ipv4Text } from '../validation/ip';
import { checkClusterIps, needsHealthCheck } from '../validation/service';
import type { BeginContext, BeginResult } from './kind-definition';

/** kubeadm's default range of Service addresses. */
const SERVICE_CIDR = { address: '10.96.0.0', bits: 12 } as const;
const NODE_PORTS = { first: 30000, last: 32767 } as const;

const FIRST_IP = (ipv4Number(SERVICE_CIDR.address) as number) + 1;
/** Usable addresses: all but the network's own and the last. */
const IP_COUNT = 2 ** (32 - SERVICE_CIDR.bits) - 2;
/** Below it, addresses are left to those who choose them by hand: min(max(16, size/16), 256). */
const IP_BAND = Math.min(Math.max(16, Math.floor(IP_COUNT / 16)), 256);
const PORT_COUNT = NODE_PORTS.last - NODE_PORTS.first + 1;
const PORT_BAND = Math.min(Math.max(16, Math.floor(PORT_COUNT / 32)), 128);

/** Raised inside this file to leave an allocation that failed; never leaves it. */
class Refused {
  readonly result: Exclude<BeginResult<Service>, { readonly object: Service }>;
  constructor(why: readonly FieldError[] | string) {
    this.result = typeof why === 'string' ? { failure: newInternalError(why) } : { errors: why };
  }
}

/** What is taken, read once an allocation needs it. */
class Taken {
  private read: { readonly ips: Set<string>; readonly ports: Set<number> } | undefined;
  private readonly context: BeginContext<Service>;
  constructor(context: BeginContext<Service>) {
    this.context = context;
  }

  private get used(): { readonly ips: Set<string>; readonly ports: Set<number> } {
    if (this.read === undefined) {
      this.read = { ips: new Set(), ports: new Set() };
      for (const { spec } of this.context.stored()) {
        for (const ip of spec?.clusterIPs ?? []) this.read.ips.add(ip);
        for (const { nodePort } of spec?.ports ?? []) if (nodePort) this.read.ports.add(nodePort);
        if (spec?.healthCheckNodePort) this.read.ports.add(spec.healthCheckNodePort);
      }
    }
    return this.read;
  }

  nextIp(): string {
    const { ips } = this.used;
    const index = pick(IP_COUNT, IP_BAND, this.context.random('clusterIP'), (i) => !ips.has(ipv4Text(FIRST_IP + i)));
    if (index === undefined) throw new Refused('failed to allocate a serviceIP: range is full');
    const ip = ipv4Text(FIRST_IP + index);
    ips.add(ip);
    return ip;
  }

  /** A complaint, or undefined when the address is now taken. */
  takeIp(ip: string): string | undefined {
    const offset = (ipv4Number(ip) ?? 0) - FIRST_IP;
    if (offset < -1 || offset > IP_COUNT) return 'the provided network does not match the current range';
    if (offset < 0 || offset >= IP_COUNT) {
      const range = `${SERVICE_CIDR.address}/${SERVICE_CIDR.bits}`;
      return `the provided IP (${ip}) is not in the valid range. The range of valid IPs is ${range}`;
    }
    if (this.used.ips.has(ip)) return 'provided IP is already allocated';
    this.used.ips.add(ip);
    return undefined;
  }

  nextPort(purpose: string): number {
    const { ports } = this.used;
    const free = (i: number) => !ports.has(NODE_PORTS.first + i);
    const index = pick(PORT_COUNT, PORT_BAND, this.context.random(purpose), free);
    if (index === undefined) throw new Refused('failed to allocate a nodePort: range is full');
    ports.add(NODE_PORTS.first + index);
    return NODE_PORTS.first + index;
  }

  takePort(port: number): string | undefined {
    if (port < NODE_PORTS.first || port > NODE_PORTS.last) {
      const range = `${NODE_PORTS.first}-${NODE_PORTS.last}`;
      return `provided port is not in the valid range. The range of valid ports is ${range}`;
    }
    if (this.used.ports.has(port)) return 'provided port is already allocated';
    this.used.ports.add(port);
    return undefined;
  }
}

/**
 * An index in [0, count): from a random start through the part above `band`, then from the same share of the band.
 * `chance` is in [0, 1).
 */
function pick(count: number, band: number, chance: number, free: (index: number) => boolean): number | undefined {
  return scan(band, count, chance, free) ?? scan(0, band, chance, free);
}

function scan(from: number, to: number, chance: number, free: (index: number) => boolean): number | undefined {
  const size = to - from;
  const start = Math.floor(chance * size);
  for (let i = 0; i < size; i++) {
    const index = from + ((start + i) % size);
    if (free(index)) return index;
  }
  return undefined;
}

export function beginServiceCreate(service: Service, context: BeginContext<Service>): BeginResult<Service> {
  return attempt(() => {
    const taken = new Taken(context);
    let spec = service.spec ?? {};
    if (spec.clusterIP && (spec.clusterIPs ?? []).length === 0) spec = { ...spec, clusterIPs: [spec.clusterIP] };
    spec = initFamilies(spec, undefined);
    spec = allocateIps(spec, taken);
    if (usesNodePorts(spec)) spec = initNodePorts(spec, taken);
    if (needsHealthCheck(spec)) spec = allocateHealthCheckPort(spec, taken);
    return spec === service.spec ? service : { ...service, spec };
  });
}

export function beginServiceUpdate(
  service: Service,
  old: Service,
  context: BeginContext<Service>,
): BeginResult<Service> {
  return attempt(() => {
    const taken = new Taken(context);
    const oldSpec = old.spec ?? {};
    let spec = patchAllocated(service.spec ?? {}, oldSpec);
    spec = normalizeIps(spec, oldSpec);
    spec = initFamilies(spec, oldSpec);
    if (oldSpec.type === 'ExternalName' && spec.type !== 'ExternalName') spec = allocateIps(spec, taken);
    if (usesNodePorts(spec)) spec = updateNodePorts(spec, oldSpec, taken);
    if (needsHealthCheck(spec) && !needsHealthCheck(oldSpec)) spec = allocateHealthCheckPort(spec, taken);
    else if (!needsHealthCheck(spec) && needsHealthCheck(oldSpec)) spec = { ...spec, healthCheckNodePort: undefined };
    return spec === service.spec ? service : { ...service, spec };
  });
}

function attempt(work: () => Service): BeginResult<Service> {
  try {
    return { object: work() };
  } catch (error) {
    if (error instanceof Refused) return error.result;
    throw error;
  }
}

function usesNodePorts(spec: ServiceSpec): boolean {
  return spec.type === 'NodePort' || spec.type === 'LoadBalancer';
}

function usesClusterIp(spec: ServiceSpec): boolean {
  return spec.type === 'ClusterIP' || usesNodePorts(spec);
}

/** A load balancer may say that it does without node ports. */
function allocatesNodePorts(spec: ServiceSpec): boolean {
  return spec.type === 'NodePort' || (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false);
}

/** Policy and families from what was given, on a cluster that has IPv4 alone. */
function initFamilies(spec: ServiceSpec, old: ServiceSpec | undefined): ServiceSpec {
  if (spec.type === 'ExternalName') return spec;
  const selectorless = Object.keys(spec.selector ?? {}).length === 0;
  const headlessSelectorless = spec.clusterIP === 'None' && selectorless;
  const policy =
    spec.ipFamilyPolicy ?? old?.ipFamilyPolicy ?? (headlessSelectorless ? 'RequireDualStack' : 'SingleStack');
  let result: ServiceSpec = spec.ipFamilyPolicy === policy ? spec : { ...spec, ipFamilyPolicy: policy };
  const errors: FieldError[] = [];
  checkClusterIps(errors, result);
  if (errors.length > 0) throw new Refused(errors);
  const families = [...(result.ipFamilies ?? [])];
  const clusterIps = result.clusterIPs ?? [];
  const field = 'spec.ipFamilyPolicy';
  if (policy === 'SingleStack') {
    const need = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
    if (clusterIps.length === 2) errors.push(invalid(field, policy, `${need} cluster IPs are specified`));
    if (families.length === 2) errors.push(invalid(field, policy, `${need} IP families are specified`));
  }
  for (let i = families.length; i < clusterIps.length && clusterIps[i] !== 'None'; i++) {
    if (clusterIps[i]?.includes(':')) {
      errors.push(invalid(`spec.clusterIPs[${i}]`, clusterIps, 'IPv6 is not configured on this cluster'));
    } else families.push('IPv4');
  }
  if (errors.length > 0) throw new Refused(errors);
  if (headlessSelectorless) {
    if (families.length === 0) families.push('IPv4');
    if (families.length < 2 && policy !== 'SingleStack') families.push(families[0] === 'IPv4' ? 'IPv6' : 'IPv4');
  } else {
    if (policy === 'RequireDualStack') {
      errors.push(invalid(field, policy, 'this cluster is not configured for dual-stack services'));
    }
    for (let i = 0; i < families.length; i++) {
      if (families[i] === 'IPv4') continue;
      errors.push(invalid(`spec.ipFamilies[${i}]`, families[i], 'not configured on this cluster'));
    }
    if (errors.length > 0) throw new Refused(errors);
    if (families.length === 0) families.push('IPv4');
  }
  if (families.length !== (result.ipFamilies ?? []).length) result = { ...result, ipFamilies: families };
  return result;
}

function allocateIps(spec: ServiceSpec, taken: Taken): ServiceSpec {
  if (spec.type === 'ExternalName' || spec.clusterIPs?.[0] === 'None') return spec;
  const wanted = spec.clusterIPs?.[0];
  if (wanted === undefined || wanted === '') {
    const ip = taken.nextIp();
    return { ...spec, clusterIP: ip, clusterIPs: [ip] };
  }
  const complaint = taken.takeIp(wanted);
  if (complaint !== undefined) {
    const message = `failed to allocate IP ${wanted}: ${complaint}`;
    throw new Refused([invalid('spec.clusterIPs', spec.clusterIPs, message)]);
  }
  return spec;
}

/** Ports with one number (for TCP and UDP, say) share a node port. */
function initNodePorts(spec: ServiceSpec, taken: Taken): ServiceSpec {
  const byPort = new Map<number, number>();
  const ports = spec.ports ?? [];
  const withNodePorts = ports.map((port, i): ServicePort => {
    if (!port.nodePort && !allocatesNodePorts(spec)) return port;
    const shared = byPort.get(port.port);
    if (shared !== undefined) {
      if (port.nodePort === shared) return port;
      if (!port.nodePort) return { ...port, nodePort: shared };
      take(taken, i, port.nodePort);
      return port;
    }
    const requested = ports.find((other) => other.port === port.port && other.nodePort)?.nodePort;
    if (requested) take(taken, i, requested);
    const nodePort = requested || taken.nextPort(`nodePort ${i}`);
    byPort.set(port.port, nodePort);
    return port.nodePort === nodePort ? port : { ...port, nodePort };
  });
  return { ...spec, ports: withNodePorts };
}

function take(taken: Taken, index: number, port: number): void {
  const complaint = taken.takePort(port);
  if (complaint !== undefined) throw new Refused([invalid(`spec.ports[${index}].nodePort`, port, complaint)]);
}

function updateNodePorts(spec: ServiceSpec, old: ServiceSpec, taken: Taken): ServiceSpec {
  const before = new Set((old.ports ?? []).map((port) => port.nodePort ?? 0));
  const own = new Set<number>();
  let changed = false;
  const ports = (spec.ports ?? []).map((port, i): ServicePort => {
    if (port.nodePort) {
      if (!before.has(port.nodePort) && !own.has(port.nodePort)) take(taken, i, port.nodePort);
      own.add(port.nodePort);
      return port;
    }
    if (!allocatesNodePorts(spec)) return port;
    changed = true;
    return { ...port, nodePort: taken.nextPort(`nodePort ${i}`) };
  });
  return changed ? { ...spec, ports } : spec;
}

function allocateHealthCheckPort(spec: ServiceSpec, taken: Taken): ServiceSpec {
  const wanted = spec.healthCheckNodePort;
  if (!wanted) return { ...spec, healthCheckNodePort: taken.nextPort('healthCheckNodePort') };
  const complaint = taken.takePort(wanted);
  if (complaint === undefined) return spec;
  throw new Refused(`failed to allocate requested HealthCheck NodePort ${wanted}: ${complaint}`);
}

/** Values that were allocated and that a client who replaces the object doesn't know are carried over. */
function patchAllocated(spec: ServiceSpec, old: ServiceSpec): ServiceSpec {
  let result = spec;
  if (usesClusterIp(old) && usesClusterIp(spec)) {
    if (!result.clusterIP && old.clusterIP) result = { ...result, clusterIP: old.clusterIP };
    if ((result.clusterIPs ?? []).length === 0 && result.clusterIP === old.clusterIP && old.clusterIPs != null) {
      result = { ...result, clusterIPs: old.clusterIPs };
    }
  }
  if (usesNodePorts(old) && usesNodePorts(spec)) result = patchNodePorts(result, old);
  if (needsHealthCheck(old) && needsHealthCheck(spec) && !spec.healthCheckNodePort) {
    result = { ...result, healthCheckNodePort: old.healthCheckNodePort };
  }
  return result;
}

function patchNodePorts(spec: ServiceSpec, old: ServiceSpec): ServiceSpec {
  const ports = spec.ports ?? [];
  if (ports.every((port) => port.nodePort)) return spec;
  const kept = new Set(ports.map((port) => port.nodePort ?? 0));
  const byName = new Map((old.ports ?? []).map((port) => [port.name ?? '', port.nodePort ?? 0]));
  const patched = ports.map((port): ServicePort => {
    const before = byName.get(port.name ?? '') ?? 0;
    return port.nodePort || before === 0 || kept.has(before) ? port : { ...port, nodePort: before };
  });
  return patched.some((port, i) => port !== ports[i]) ? { ...spec, ports: patched } : spec;
}

/** clusterIP and clusterIPs say the same; a client that knows only one of them changes both. */
function normalizeIps(spec: ServiceSpec, old: ServiceSpec): ServiceSpec {
  const oldIps = old.clusterIPs ?? [];
  let result = spec;
  if (oldIps.length > 0 && (spec.clusterIPs ?? []).length === 0 && old.clusterIP === spec.clusterIP) {
    result = { ...result, clusterIPs: oldIps };
  }
  if ((old.clusterIP ?? '') === (result.clusterIP ?? '')) return result;
  const ips = result.clusterIPs ?? [];
  const same = ips.length === oldIps.length && ips.every((ip, i) => ip === oldIps[i]);
  if (!same) return result;
  return { ...result, clusterIPs: result.clusterIP ? [result.clusterIP] : undefined };
}
