import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregateText } from '../field-error';
import type { Service, ServiceSpec } from '../types';
import { ipv4Number } from '../validation/ip';
import type { BeginResult } from './kind-definition';
import { serviceKind } from './service';

function serviceOf(spec: ServiceSpec, name = 's'): Service {
  const given = { metadata: { name, namespace: 'default', resourceVersion: '1' }, spec };
  return serviceKind.setDefaults({ ...given, spec: { ports: [{ port: 80 }], ...spec } });
}

const contextOf = (services: readonly Service[], chance = 0.5) => ({ stored: () => services, random: () => chance });
const create = (service: Service, services: readonly Service[] = [], chance = 0.5): BeginResult<Service> =>
  serviceKind.beginCreate?.(service, contextOf(services, chance)) as BeginResult<Service>;
const made = (service: Service, services: readonly Service[] = [], chance = 0.5): Service => {
  const { object, errors } = create(service, services, chance);
  if (object === undefined) throw new Error(aggregateText(errors ?? []));
  return serviceKind.prepareForCreate(object);
};
const refusal = (result: BeginResult<Service>) => aggregateText(result.errors ?? []);
const update = (service: Service, old: Service, others: readonly Service[] = []): Service => {
  const begun = serviceKind.beginUpdate?.(service, old, contextOf([old, ...others]));
  if (begun?.object === undefined) throw new Error(aggregateText(begun?.errors ?? []));
  return serviceKind.prepareForUpdate(begun.object, old);
};
const complaints = (service: Service, old: Service) => aggregateText(serviceKind.validateUpdate(service, old));

describe('the address of a Service', () => {
  it('is drawn from 10.96.0.0/12, above the 256 that are left for fixed ones', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (chance) => {
        const ip = ipv4Number(made(serviceOf({}), [], chance).spec?.clusterIP ?? '') ?? 0;
        expect(ip).toBeGreaterThan((ipv4Number('10.96.0.0') as number) + 256);
        expect(ip).toBeLessThan(ipv4Number('10.111.255.255') as number);
      }),
    );
  });

  it('is never one that another Service has', () => {
    const services: Service[] = [];
    for (let i = 0; i < 30; i++) services.push(made(serviceOf({}, `s${i}`), services, 0.999999));
    expect(new Set(services.map((service) => service.spec?.clusterIP)).size).toBe(30);
  });

  it('may be chosen, if it is free and in the range', () => {
    const dns = made(serviceOf({ clusterIP: '10.96.0.10' }));
    expect(dns.spec?.clusterIPs).toEqual(['10.96.0.10']);
    expect(refusal(create(serviceOf({ clusterIP: '10.96.0.10' }), [dns]))).toBe(
      'spec.clusterIPs: Invalid value: ["10.96.0.10"]: failed to allocate IP 10.96.0.10: provided IP is already allocated',
    );
    expect(refusal(create(serviceOf({ clusterIP: '10.0.0.1' })))).toBe(
      'spec.clusterIPs: Invalid value: ["10.0.0.1"]: failed to allocate IP 10.0.0.1: the provided network does not match the current range',
    );
  });

  it('is none for headless and ExternalName Services', () => {
    expect(made(serviceOf({ clusterIP: 'None', selector: { a: 'b' } })).spec?.clusterIPs).toEqual(['None']);
    const external = made(serviceOf({ type: 'ExternalName', externalName: 'example.com' }));
    expect(external.spec?.clusterIP).toBeUndefined();
    expect(aggregateText(serviceKind.validate(external))).toBe('[]');
  });

  it('stays through an update that does not name it, and may not be changed', () => {
    const old = made(serviceOf({}));
    const kept = update(serviceOf({ selector: { a: 'b' } }), old);
    expect(kept.spec?.clusterIP).toBe(old.spec?.clusterIP);
    expect(complaints(kept, old)).toBe('[]');
    const moved = update({ ...old, spec: { ...old.spec, clusterIP: '10.96.0.9', clusterIPs: ['10.96.0.9'] } }, old);
    expect(complaints(moved, old)).toBe('spec.clusterIPs[0]: Invalid value: ["10.96.0.9"]: may not change once set');
  });

  it('goes when the Service becomes an ExternalName and comes when it is one no more', () => {
    const old = made(serviceOf({}));
    const external = update({ ...old, spec: { ...old.spec, type: 'ExternalName', externalName: 'example.com' } }, old);
    expect(complaints(external, old)).toBe('[]');
    expect(external.spec?.clusterIPs).toBeUndefined();
    const back = update(serviceOf({ type: 'ClusterIP' }), external);
    expect(back.spec?.clusterIP).toMatch(/^10\./);
  });

  it('is single-stack, as the cluster is', () => {
    expect(refusal(create(serviceOf({ ipFamilyPolicy: 'RequireDualStack' })))).toBe(
      'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
    );
    expect(made(serviceOf({ ipFamilyPolicy: 'PreferDualStack' })).spec?.ipFamilies).toEqual(['IPv4']);
    expect(made(serviceOf({ clusterIP: 'None' })).spec?.ipFamilies).toEqual(['IPv4', 'IPv6']);
  });
});

describe('node ports', () => {
  it('are drawn from 30000-32767 and shared by TCP and UDP on one port', () => {
    const ports = [
      { name: 'tcp', port: 53 },
      { name: 'udp', port: 53, protocol: 'UDP' },
      { name: 'http', port: 80 },
    ];
    const numbers = made(serviceOf({ type: 'NodePort', ports })).spec?.ports?.map((port) => port.nodePort) ?? [];
    expect(numbers[0]).toBe(numbers[1]);
    expect(numbers[2]).not.toBe(numbers[0]);
    for (const number of numbers) expect(number).toBeGreaterThanOrEqual(30000);
  });

  it('may be chosen once', () => {
    const first = made(serviceOf({ type: 'NodePort', ports: [{ port: 80, nodePort: 30080 }] }));
    expect(refusal(create(serviceOf({ type: 'NodePort', ports: [{ port: 80, nodePort: 30080 }] }, 't'), [first]))).toBe(
      'spec.ports[0].nodePort: Invalid value: 30080: provided port is already allocated',
    );
  });

  it('run out after 2,768: the request fails, not the object', () => {
    const ports = Array.from({ length: 2768 }, (_, i) => ({ name: `p${i}`, port: 1 + i, nodePort: 30000 + i }));
    const full: Service = { metadata: { name: 'full' }, spec: { type: 'NodePort', ports } };
    const { failure } = create(serviceOf({ type: 'NodePort' }), [full]);
    expect(failure).toMatchObject({
      code: 500,
      message: 'Internal error occurred: failed to allocate a nodePort: range is full',
    });
  });

  it('stay through an update and go when the type needs none', () => {
    const old = made(serviceOf({ type: 'NodePort' }));
    const kept = update(serviceOf({ type: 'NodePort', selector: { a: 'b' } }), old);
    expect(kept.spec?.ports).toEqual(old.spec?.ports);
    const plain = update({ ...old, spec: { ...old.spec, type: 'ClusterIP' } }, old);
    expect(plain.spec?.ports?.[0]?.nodePort).toBeUndefined();
    expect(plain.spec?.externalTrafficPolicy).toBeUndefined();
    expect(complaints(plain, old)).toBe('[]');
  });

  it('can be done without by a load balancer', () => {
    const service = made(serviceOf({ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false }));
    expect(service.spec?.ports?.[0]?.nodePort).toBeUndefined();
  });
});

describe('validation of a Service', () => {
  it('wants each port and protocol once, and prints the pair as the server does', () => {
    const ports = [
      { name: 'a', port: 80 },
      { name: 'b', port: 80 },
    ];
    expect(aggregateText(serviceKind.validate(made(serviceOf({ ports }))))).toBe(
      'spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}',
    );
  });

  it('refuses external addresses that mean the node itself', () => {
    expect(aggregateText(serviceKind.validate(made(serviceOf({ externalIPs: ['127.0.0.1'] }))))).toBe(
      'spec.externalIPs[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
    );
  });
});
