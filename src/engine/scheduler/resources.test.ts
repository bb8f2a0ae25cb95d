import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Container, Pod } from '../api/types';
import { podRequest } from './resources';

const container = (requests: Record<string, string>, rest: Partial<Container> = {}): Container => ({
  name: 'c',
  image: 'x',
  resources: { requests },
  ...rest,
});
const podOf = (spec: Partial<NonNullable<Pod['spec']>>, status: Pod['status'] = undefined): Pod => ({
  metadata: { name: 'p' },
  spec: { containers: [container({})], ...spec },
  ...(status ? { status } : {}),
});

describe('what a Pod asks for', () => {
  it('is the sum of its containers, or the largest moment of its initialisation', () => {
    const containers = [container({ cpu: '100m' }), container({ cpu: '200m', memory: '1Ki' })];
    expect(podRequest(podOf({ containers }))).toMatchObject({ milliCPU: 300, memory: 1024 });
    expect(podRequest(podOf({ containers, initContainers: [container({ cpu: '1' })] })).milliCPU).toBe(1000);
  });

  it('counts sidecars beside the containers, and beside the init containers that follow them', () => {
    const sidecar = container({ cpu: '200m' }, { restartPolicy: 'Always' });
    const init = container({ cpu: '300m' });
    const containers = [container({ cpu: '100m' })];
    expect(podRequest(podOf({ containers, initContainers: [sidecar, init] })).milliCPU).toBe(500);
    expect(podRequest(podOf({ containers, initContainers: [init, sidecar] })).milliCPU).toBe(300);
  });

  it('is what the Pod asks for as a whole, where it does, and its overhead besides', () => {
    const containers = [container({ cpu: '100m', memory: '1Ki' })];
    const resources = { requests: { cpu: '2' } };
    expect(podRequest(podOf({ containers, resources, overhead: { memory: '1Ki' } }))).toMatchObject({
      milliCPU: 2000,
      memory: 2048,
    });
  });

  it('counts a container that says nothing as 100m and 200Mi when nodes are compared, one that says 0 as 0', () => {
    expect(podRequest(podOf({}), { nonZero: true })).toMatchObject({ milliCPU: 100, memory: 200 * 2 ** 20 });
    const zero = [container({ cpu: '0', memory: '0' })];
    expect(podRequest(podOf({ containers: zero }), { nonZero: true })).toMatchObject({ milliCPU: 0, memory: 0 });
  });

  it('counts what a container was given while a resize is under way', () => {
    const status = {
      name: 'c',
      image: 'x',
      imageID: '',
      ready: true,
      restartCount: 0,
      resources: { requests: { cpu: '900m' } },
    };
    const resizing = podOf({ containers: [container({ cpu: '100m' })] }, { containerStatuses: [status] });
    expect(podRequest(resizing).milliCPU).toBe(100);
    expect(podRequest(resizing, { useStatus: true }).milliCPU).toBe(900);
  });

  it('is the same for one container as for that container beside an empty one', () => {
    const amounts = fc.record(
      {
        cpu: fc.integer({ min: 0, max: 9000 }).map((m) => `${m}m`),
        memory: fc.integer({ min: 0, max: 1e9 }).map(String),
        'ephemeral-storage': fc.integer({ min: 0, max: 1e9 }).map(String),
        'example.com/gpu': fc.integer({ min: 0, max: 8 }).map(String),
        'no-such-thing': fc.constant('7'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(amounts, (requests) => {
        const alone = podRequest(podOf({ containers: [container(requests as Record<string, string>)] }));
        const beside = podRequest(
          podOf({ containers: [container(requests as Record<string, string>), container({})] }),
        );
        expect(alone).toEqual(beside);
        expect(alone.scalar.map(([name]) => name)).not.toContain('no-such-thing');
      }),
    );
  });
});
