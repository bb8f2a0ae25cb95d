import { describe, expect, it } from 'vitest';
import { hostPortsClash, hostPortsOf } from './host-ports';
import type { Container, ContainerPort } from './types';

const port = (hostPort: number, rest: Partial<ContainerPort> = {}) => ({ containerPort: 80, hostPort, ...rest });
const container = (name: string, ...ports: ContainerPort[]): Container => ({ name, ports });

describe('the host ports of a Pod', () => {
  it('are those of its containers and sidecars; an init container that ends takes none', () => {
    const setup = container('setup', port(1));
    const sidecar = { ...container('proxy', port(2)), restartPolicy: 'Always' };
    const app = container('app', { containerPort: 80 }, port(3));
    const found = hostPortsOf({ initContainers: [setup, sidecar], containers: [app, container('other', port(4))] });
    expect(found.map(({ hostPort }) => hostPort)).toEqual([2, 3, 4]);
  });

  it('clash on the same port and protocol at the same address, and on every address when one gives none', () => {
    const clash = (a: ContainerPort, b: ContainerPort) => hostPortsClash([port(1), a], [port(2), b]);
    expect(clash(port(8080), port(8080, { protocol: 'TCP', hostIP: '0.0.0.0' }))).toBe(true);
    expect(clash(port(8080), port(8080, { hostIP: '10.0.0.1' }))).toBe(true);
    expect(clash(port(8080, { hostIP: '10.0.0.2' }), port(8080, { hostIP: '10.0.0.1' }))).toBe(false);
    expect(clash(port(8080, { protocol: 'UDP' }), port(8080))).toBe(false);
    expect(clash(port(8080), port(8081))).toBe(false);
  });
});
