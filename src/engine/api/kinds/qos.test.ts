import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PodSpec, ResourceRequirements } from '../types';
import { computeQosClass } from './qos';

const specOf = (...resources: (ResourceRequirements | undefined)[]): PodSpec => ({
  containers: resources.map((given, i) => ({ name: `c${i}`, ...(given === undefined ? {} : { resources: given }) })),
});
const both = (cpu: string, memory: string): ResourceRequirements => ({
  requests: { cpu, memory },
  limits: { cpu, memory },
});

describe('the QoS class of a pod', () => {
  it('is Guaranteed when every container limits CPU and memory to what it requests', () => {
    expect(computeQosClass(specOf(both('1', '1Gi'), both('500m', '64Mi')))).toBe('Guaranteed');
    expect(
      computeQosClass(specOf({ requests: { cpu: '1000m', memory: '1Gi' }, limits: { cpu: '1', memory: '1024Mi' } })),
    ).toBe('Guaranteed');
    expect(computeQosClass(specOf(both('1', '1Gi'), undefined))).toBe('Burstable');
  });

  it('goes by the resources of the whole pod when it has them', () => {
    expect(computeQosClass({ ...specOf(undefined), resources: both('1', '1Gi') })).toBe('Guaranteed');
    expect(computeQosClass({ ...specOf(both('1', '1Gi')), resources: { requests: { cpu: '1' } } })).toBe('Burstable');
  });

  it('does not depend on the order of the containers', () => {
    const quantity = fc.constantFrom('0', '100m', '1', '64Mi');
    const list = fc.dictionary(fc.constantFrom('cpu', 'memory', 'example.com/gpu'), quantity);
    const resources = fc.option(fc.record({ requests: list, limits: list }, { requiredKeys: [] }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(resources, { minLength: 1, maxLength: 4 }), (given) => {
        expect(computeQosClass(specOf(...given))).toBe(computeQosClass(specOf(...[...given].reverse())));
      }),
    );
  });
});
