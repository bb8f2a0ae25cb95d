import { describe, expect, it } from 'vitest';
import { notModelled, notModelledPatterns } from './not-modelled';
import { findStruct, type StructSchema, type TypeSchema } from './schema/schema';

const texts = (object: Record<string, unknown>) => notModelled(object).map(({ text }) => text);

describe('a field that the cluster stores and does not act on', () => {
  it('is named with its place in a Pod, and below the template of what makes Pods', () => {
    const spec = {
      shareProcessNamespace: true,
      topologySpreadConstraints: [{ maxSkew: 1 }],
      containers: [{ name: 'a' }, { name: 'b', securityContext: { runAsUser: 0 } }],
      volumes: [
        { name: 'd', emptyDir: {} },
        { name: 'disk', hostPath: { path: '/data' } },
        // A Pod with a claim says itself that there is none.
        { name: 'data', persistentVolumeClaim: { claimName: 'x' } },
      ],
    };
    expect(texts({ kind: 'Pod', spec })).toEqual([
      'spec.shareProcessNamespace',
      'spec.volumes[1].hostPath',
      'spec.containers[1].securityContext.runAsUser',
    ]);
    expect(texts({ kind: 'Deployment', spec: { template: { spec } } })).toContain(
      'spec.template.spec.shareProcessNamespace',
    );
  });

  it('is nothing when it is empty, false, or has a value that is acted on', () => {
    expect(texts({ kind: 'Pod', spec: { hostPID: false, imagePullSecrets: [], securityContext: {} } })).toEqual([]);
    expect(texts({ kind: 'Pod', spec: { dnsPolicy: 'ClusterFirst' } })).toEqual([]);
    expect(texts({ kind: 'Service', spec: { type: 'ClusterIP' } })).toEqual([]);
    expect(texts({ kind: 'Service', spec: { type: 'NodePort' } })).toEqual(['spec.type']);
  });

  it('can be a whole kind: one that is stored and that nothing acts on, or one that the lab does not even store', () => {
    const sorts = (apiVersion: string, kind: string) => notModelled({ apiVersion, kind }).map(({ sort }) => sort);
    expect(sorts('networking.k8s.io/v1', 'NetworkPolicy')).toEqual(['kind']);
    expect(sorts('resource.k8s.io/v1', 'ResourceClaim')).toEqual(['unserved']);
    expect(sorts('v1', 'ConfigMap')).toEqual([]);
    expect(sorts('apps/v1beta1', 'Deployment')).toEqual([]);
  });

  it('does no harm with values of the wrong shape', () => {
    const hostile = JSON.parse('{"kind":"Pod","spec":{"volumes":"x","containers":{"__proto__":1},"affinity":null}}');
    expect(texts(hostile)).toEqual([]);
    expect(texts({ kind: '__proto__' })).toEqual([]);
  });

  it('is a field of the schema: a name that Kubernetes does not know would never be found', () => {
    const has = (type: TypeSchema, parts: readonly string[]): boolean => {
      const [part, ...rest] = parts;
      if (part === undefined) return true;
      if (type.kind === 'list' || type.kind === 'map') return part === '*' && has(type.item, rest);
      if (type.kind !== 'struct') return false;
      if (part === '*') return rest.length === 0;
      const field = (type.struct as StructSchema).fields.get(part);
      return field !== undefined && has(field.type, rest);
    };
    for (const { kind, parts } of notModelledPatterns()) {
      const struct = findStruct(kind) as StructSchema;
      expect(has({ kind: 'struct', goType: kind, struct } as TypeSchema, parts), `${kind} ${parts.join('.')}`).toBe(
        true,
      );
    }
  });
});
