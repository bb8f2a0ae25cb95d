import { describe, expect, it } from 'vitest';
import { Cluster } from '../cluster';
import type { Command, LoggedCommand } from '../kernel/kernel';
import { revive, serialise } from '../kernel/serialise';

const pods = '/api/v1/namespaces/default/pods';
const http = { httpGet: { path: '/', port: 80 }, periodSeconds: 3 };

function request(method: string, path: string, body?: unknown): Command {
  return {
    to: 'http',
    type: 'request',
    payload: { method, path, user: 'kubectl', ...(body === undefined ? {} : { body }) },
  };
}

function pod(name: string, spec: object, annotations: Record<string, string> = {}): Command {
  return request('POST', pods, { metadata: { name, namespace: 'default', annotations }, spec });
}

const outside = (id: string, sent: object): Command => ({
  to: 'http',
  type: 'request',
  payload: { id, user: 'kubectl', ...sent },
});

const fault = (type: string, payload: unknown): Command => ({ to: 'kubelet-faults', type, payload });

/** Everything that a kubelet can be in the middle of. */
const commands: readonly LoggedCommand[] = [
  {
    at: 2_000_001,
    command: pod('web', { containers: [{ name: 'web', image: 'nginx', readinessProbe: http, livenessProbe: http }] }),
  },
  {
    at: 2_000_002,
    command: pod('crash', { containers: [{ name: 'web', image: 'nginx' }] }, { 'clusterglass.dev/crash': 'after 3s' }),
  },
  { at: 2_000_003, command: pod('bad', { containers: [{ name: 'web', image: 'nginx:example.invalid' }] }) },
  {
    at: 2_500_001,
    command: pod('steps', {
      initContainers: [
        { name: 'prep', image: 'busybox', command: ['sleep', '4'] },
        {
          name: 'proxy',
          image: 'envoyproxy/envoy',
          restartPolicy: 'Always',
          startupProbe: { ...http, periodSeconds: 1 },
        },
      ],
      containers: [
        {
          name: 'web',
          image: 'example.com/unlisted',
          lifecycle: { preStop: { sleep: { seconds: 4 } }, postStart: { exec: { command: ['sleep', '2'] } } },
        },
      ],
    }),
  },
  { at: 11_000_001, command: outside('log', { method: 'GET', path: `${pods}/web/log`, query: { follow: 'true' } }) },
  {
    at: 11_000_002,
    command: outside('shell', {
      method: 'GET',
      path: `${pods}/web/exec`,
      body: { command: ['sh'], stdin: true, tty: true },
    }),
  },
  { at: 11_500_001, command: { to: 'http', type: 'input', payload: { id: 'shell', text: 'sleep 20; echo on\r' } } },
  { at: 12_000_001, command: fault('killContainer', { pod: 'default/web' }) },
  { at: 20_000_001, command: fault('failProbe', { pod: 'default/web', kind: 'liveness', seconds: 12 }) },
  { at: 31_000_001, command: request('DELETE', `${pods}/steps`) },
  { at: 33_000_001, command: fault('stopKubelet', { node: 'node-1' }) },
  { at: 40_000_001, command: fault('startKubelet', { node: 'node-1' }) },
  { at: 50_000_001, command: fault('crashNode', { node: 'node-2' }) },
  { at: 55_000_001, command: fault('startNode', { node: 'node-2' }) },
  { at: 70_000_001, command: request('DELETE', `${pods}/crash`, { gracePeriodSeconds: 0 }) },
];
const endAt = 140_000_000;
const config = { seed: 5, nodes: [{ name: 'node-1' }, { name: 'node-2' }] };

function withCommands(): Cluster {
  const cluster = new Cluster(config).boot();
  for (const { at, command } of commands) cluster.kernel.commandAt(at, command);
  return cluster;
}

describe('kubelets whose whole state is turned into JSON and back every 97 events', () => {
  it('do the very same as kubelets that are left alone', () => {
    const alone = withCommands();
    alone.kernel.runUntil(endAt);
    let cluster = withCommands();
    for (let n = 1; (cluster.kernel.nextAt() ?? Number.POSITIVE_INFINITY) <= endAt; n++) {
      cluster.kernel.step();
      if (n % 97 === 0) cluster = new Cluster(config).restore(revive(serialise(cluster.kernel.snapshot())));
    }
    cluster.kernel.runUntil(endAt);
    expect(alone.kernel.seq).toBeGreaterThan(800);
    expect(cluster.kernel.seq).toBe(alone.kernel.seq);
    expect(cluster.kernel.trace.currentHash()).toBe(alone.kernel.trace.currentHash());
    expect(cluster.kernel.stateHash()).toBe(alone.kernel.stateHash());
  });
});
