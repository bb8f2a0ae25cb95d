import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../meta';
import { podWarnings } from './pod-warnings';

const pod = (spec: object, metadata: object = {}) => ({ metadata, spec }) as unknown as KubeObject;
const container = (more: object) => ({ name: 'main', image: 'nginx', ...more });

describe('the API server warns', () => {
  test('of a variable that hides another, but not of one that is built from it', () => {
    const env = [
      { name: 'A', value: '1' },
      { name: 'A', value: '$(A)2' },
      { name: 'A', value: '3' },
    ];
    expect(podWarnings('Pod', pod({ containers: [container({ env })] }), undefined)).toEqual([
      'spec.containers[0].env[2]: hides previous definition of "A", which may be dropped when using apply',
    ]);
  });

  test('of ports that are the same in two containers', () => {
    const ports = [{ containerPort: 80, protocol: 'TCP' }];
    const spec = { initContainers: [container({ ports })], containers: [container({ ports })] };
    expect(podWarnings('Pod', pod(spec), undefined)).toEqual([
      'spec.containers[0].ports[0]: duplicate port definition with spec.initContainers[0].ports[0]',
    ]);
  });

  test('of old labels, removed volumes and parts of a byte in a template, when the template changes', () => {
    const limits = { memory: '100m' };
    const template = {
      spec: {
        nodeSelector: { 'beta.kubernetes.io/os': 'linux' },
        volumes: [{ name: 'v', glusterfs: { path: 'a', endpoints: 'b' } }],
        containers: [container({ resources: { limits } })],
      },
    };
    const deployment = pod({ template }, { generation: 2 });
    const texts = [
      'spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
      'spec.template.spec.volumes[0].glusterfs: deprecated in v1.25, non-functional in v1.26+',
      'spec.template.spec.containers[0].resources.limits[memory]: fractional byte value "100m" is invalid, must be an integer',
    ];
    expect(podWarnings('Deployment', deployment, undefined)).toEqual(texts);
    expect(podWarnings('Deployment', deployment, pod({ template }, { generation: 1 }))).toEqual(texts);
    expect(podWarnings('Deployment', deployment, deployment)).toEqual([]);
  });
});
