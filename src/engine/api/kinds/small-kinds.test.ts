import { describe, expect, it } from 'vitest';
import { aggregateText } from '../field-error';
import type { ConfigMap, CoreEvent, EndpointSlice, Lease, Namespace, Node, Secret } from '../types';
import { configMapKind } from './config-map';
import { endpointSliceKind } from './endpoint-slice';
import { eventKind } from './event';
import { kindByGvk, kindOf, kinds } from './index';
import { leaseKind } from './lease';
import { namespaceKind } from './namespace';
import { nodeKind } from './node';
import { secretKind } from './secret';

const metadata = { name: 'x', namespace: 'default', resourceVersion: '1' };

describe('the registry of kinds', () => {
  it('finds each kind by its path and by its apiVersion and kind', () => {
    for (const kind of kinds) expect(kindOf(kind.group, kind.version, kind.resource)).toBe(kind);
    expect(kindByGvk('apps/v1', 'Deployment')?.resource).toBe('deployments');
    expect(kindByGvk('v1', 'Pod')?.shortNames).toEqual(['po']);
    expect(kindByGvk('v1', 'Deployment')).toBeUndefined();
    expect(kindOf('', 'v1', 'constructor')).toBeUndefined();
  });

  it('keeps no two kinds under one name', () => {
    // Endpoints are called the same whether one or many.
    const names = kinds.flatMap((kind) => [...new Set([kind.resource, kind.singular, ...kind.shortNames])]);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('ConfigMaps and Secrets', () => {
  it('hold at most 1 MiB together', () => {
    const configMap: ConfigMap = { metadata, data: { a: 'x'.repeat(1048577) } };
    expect(aggregateText(configMapKind.validate(configMap))).toBe(': Too long: may not be more than 1048576 bytes');
  });

  it('stay as they are once immutable, and stay immutable', () => {
    const old: ConfigMap = { metadata, immutable: true, data: { k: '1' } };
    expect(aggregateText(configMapKind.validateUpdate({ metadata, data: { k: '1', l: '2' } }, old))).toBe(
      '[immutable: Forbidden: field is immutable when `immutable` is set, data: Forbidden: field is immutable when `immutable` is set]',
    );
  });

  it('take stringData over data, as bytes', () => {
    const secret = secretKind.setDefaults({ metadata, data: { a: 'eA==', b: 'eA==' }, stringData: { b: 'é' } });
    expect(secret).toEqual({ metadata, data: { a: 'eA==', b: 'w6k=' }, type: 'Opaque' });
  });

  it('want the keys that the type of a Secret promises', () => {
    const check = (type: string, data: Record<string, string> = {}) =>
      aggregateText(secretKind.validate({ metadata, type, data }));
    expect(check('kubernetes.io/tls')).toBe('[data[tls.crt]: Required value, data[tls.key]: Required value]');
    expect(check('kubernetes.io/basic-auth', { username: 'eA==' })).toBe('[]');
    expect(check('kubernetes.io/dockerconfigjson', { '.dockerconfigjson': 'e30=' })).toBe('[]');
    expect(check('kubernetes.io/dockerconfigjson', { '.dockerconfigjson': 'W10=' })).toContain(
      '<secret contents redacted>',
    );
  });

  it('keep the type of a Secret', () => {
    const old: Secret = { metadata, type: 'Opaque' };
    expect(aggregateText(secretKind.validateUpdate({ metadata, type: 'other' }, old))).toBe(
      'type: Invalid value: "other": field is immutable',
    );
  });
});

describe('object metadata', () => {
  const check = (meta: object) => aggregateText(configMapKind.validate({ metadata: { ...metadata, ...meta } }));

  it('holds at most 256 KiB of annotations', () => {
    expect(check({ annotations: { a: 'x'.repeat(262144) } })).toBe(
      'metadata.annotations: Too long: may not be more than 262144 bytes',
    );
  });

  it('has owners that can be found, at most one of them in control', () => {
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'a', uid: 'u', controller: true };
    expect(check({ ownerReferences: [{ ...owner, uid: '' }] })).toBe(
      'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
    );
    expect(check({ ownerReferences: [owner, { ...owner, name: 'b' }] })).toContain(
      'Only one reference can have Controller set to true. Found "true" in references for ReplicaSet/a and ReplicaSet/b',
    );
    expect(check({ ownerReferences: [{ ...owner, apiVersion: 'v1', kind: 'Event' }] })).toContain(
      '/v1, Kind=Event is disallowed from being an owner',
    );
  });

  it("has finalizers with a domain, but for the three that are Kubernetes' own", () => {
    expect(check({ finalizers: ['orphan', 'kubernetes', 'example.com/hold'] })).toBe('[]');
    expect(check({ finalizers: ['hold'] })).toBe(
      'metadata.finalizers[0]: Invalid value: "hold": name is neither a standard finalizer name nor is it fully qualified',
    );
    expect(check({ finalizers: ['orphan', 'foregroundDeletion'] })).toContain('cannot be both set');
  });

  it('keeps name, uid and times through an update, and its version must be told', () => {
    const old: ConfigMap = { metadata: { ...metadata, uid: 'u-1' } };
    const { resourceVersion: _, ...unversioned } = metadata;
    expect(aggregateText(configMapKind.validateUpdate({ metadata: { ...unversioned, uid: 'u-2' } }, old))).toBe(
      '[metadata.resourceVersion: Invalid value: "": must be specified for an update, metadata.uid: Invalid value: "u-2": field is immutable]',
    );
  });

  it('allows a trailing dash in generateName only', () => {
    expect(check({ generateName: 'web-', name: 'web-abcde' })).toBe('[]');
    expect(check({ generateName: '-web', name: 'web' })).toContain('metadata.generateName: Invalid value: "-web"');
    expect(check({ name: '' })).toBe('metadata.name: Required value: name or generateName is required');
  });
});

describe('a Namespace', () => {
  it('carries its name as a label and a finalizer of Kubernetes', () => {
    const namespace = namespaceKind.prepareForCreate(namespaceKind.setDefaults({ metadata: { name: 'x' } }));
    expect(namespace.metadata.labels).toEqual({ 'kubernetes.io/metadata.name': 'x' });
    expect(namespace.spec?.finalizers).toEqual(['kubernetes']);
    expect(namespace.status).toEqual({ phase: 'Active' });
    const generated: Namespace = { metadata: { generateName: 'x-', name: 'x-abcde' } };
    expect(namespaceKind.canonicalize?.(generated).metadata.labels).toEqual({
      'kubernetes.io/metadata.name': 'x-abcde',
    });
  });

  it('is Terminating exactly when it is being deleted', () => {
    const old: Namespace = { metadata: { name: 'x', resourceVersion: '1' }, status: { phase: 'Active' } };
    expect(aggregateText(namespaceKind.validateStatusUpdate({ ...old, status: { phase: 'Terminating' } }, old))).toBe(
      'status.Phase: Invalid value: "Terminating": may only be \'Active\' if `deletionTimestamp` is empty',
    );
  });
});

describe('a Node', () => {
  it('has all of its capacity allocatable unless it says otherwise', () => {
    const node = nodeKind.setDefaults({
      metadata: { name: 'n' },
      spec: { podCIDR: '10.244.1.0/24' },
      status: { capacity: { cpu: '4' } },
    });
    expect(node.status?.allocatable).toEqual({ cpu: '4' });
    expect(node.spec?.podCIDRs).toEqual(['10.244.1.0/24']);
  });

  it('has each taint once, and keeps its podCIDR', () => {
    const taint = { key: 'a', effect: 'NoSchedule' };
    const old: Node = { metadata: { name: 'n', resourceVersion: '1' }, spec: { podCIDRs: ['10.244.1.0/24'] } };
    const node: Node = { ...old, spec: { taints: [taint, taint], podCIDRs: ['10.244.2.0/24'] } };
    expect(aggregateText(nodeKind.validateUpdate(node, old))).toBe(
      '[metadata.taints[1]: Duplicate value: {"Key":"a","Value":"","Effect":"NoSchedule","TimeAdded":null}: taints must be unique by key and effect pair, ' +
        'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid]',
    );
  });

  it('registers with the status that its kubelet sends, and keeps it through updates of the spec', () => {
    const node: Node = { metadata: { name: 'n' }, status: { capacity: { cpu: '4' } } };
    expect(nodeKind.prepareForCreate(node).status).toBe(node.status);
    expect(nodeKind.prepareForUpdate({ metadata: { name: 'n' } }, node).status).toBe(node.status);
  });
});

describe('Events, Leases and EndpointSlices', () => {
  it('tie an Event to the namespace of what it is about', () => {
    const event: CoreEvent = { metadata: { name: 'e', namespace: 'default' }, involvedObject: { namespace: 'other' } };
    expect(aggregateText(eventKind.validate(event))).toBe(
      'involvedObject.namespace: Invalid value: "other": does not match event.namespace',
    );
  });

  it('want a Lease to last', () => {
    const lease: Lease = { metadata, spec: { leaseDurationSeconds: 0, leaseTransitions: -1 } };
    expect(aggregateText(leaseKind.validate(lease))).toBe(
      '[spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0, spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0]',
    );
  });

  it('raise the generation of a slice with its endpoints, ports and labels, not with annotations', () => {
    const old = endpointSliceKind.prepareForCreate({
      metadata,
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.0.0.1'] }],
    });
    const generation = (slice: EndpointSlice) => endpointSliceKind.prepareForUpdate(slice, old).metadata.generation;
    expect(generation({ ...old, endpoints: [{ addresses: ['10.0.0.2'] }] })).toBe(2);
    expect(generation({ ...old, metadata: { ...old.metadata, labels: { a: 'b' } } })).toBe(2);
    expect(generation({ ...old, metadata: { ...old.metadata, annotations: { a: 'b' } } })).toBe(1);
  });

  it('refuse addresses of the other family and too many endpoints', () => {
    const slice = (endpoints: EndpointSlice['endpoints']): EndpointSlice => ({
      metadata,
      addressType: 'IPv4',
      endpoints,
    });
    expect(aggregateText(endpointSliceKind.validate(slice([{ addresses: ['fd00::1'] }])))).toBe(
      'endpoints[0].addresses[0]: Invalid value: "fd00::1": must be a valid IPv4 address',
    );
    const many = Array.from({ length: 1001 }, () => ({ addresses: ['10.0.0.1'] }));
    expect(aggregateText(endpointSliceKind.validate(slice(many)))).toBe(
      'endpoints: Too many: 1001: must have at most 1000 items',
    );
  });
});
