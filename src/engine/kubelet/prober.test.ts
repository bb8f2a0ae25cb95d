import { describe, expect, it } from 'vitest';
import type { Container } from '../api/types';
import { Scene, second } from './scene.cases';

const http = { httpGet: { path: '/', port: 80 } };
const app = (more: Partial<Container>): Container => ({ name: 'web', image: 'example.com/unlisted', ...more });

function running(container: Partial<Container>, annotations: Record<string, string> = {}): Scene {
  const scene = new Scene();
  scene.create({ metadata: { annotations }, spec: { containers: [app(container)] } });
  scene.until(() => scene.container('web')?.state === 'running');
  return scene;
}

describe('readiness', () => {
  it('is asked at once when the container is seen running, and then each period', () => {
    const scene = running({ readinessProbe: { ...http, periodSeconds: 10 } }, { 'clusterglass.dev/start-delay': '4s' });
    const from = scene.now;
    scene.until(() => scene.ready(), 60);
    expect((scene.now - from) / second).toBeLessThan(12);
    const asked = scene
      .events(from)
      .filter((event) => event.verb === 'probe.result')
      .map((event) => event.at);
    expect(Math.round(((asked[1] ?? 0) - (asked[0] ?? 0)) / second)).toBe(10);
  });

  it('of nginx at a path that it does not have is 404, and so never', () => {
    const scene = running({
      image: 'nginx:1.27',
      readinessProbe: { httpGet: { path: '/healthz', port: 80 }, periodSeconds: 1 },
    });
    scene.run(10);
    expect(scene.ready()).toBe(false);
    expect(scene.recorded().at(-1)?.message).toBe('Readiness probe failed: HTTP probe failed with statuscode: 404');
  });

  it('at a port where nobody listens is refused', () => {
    const scene = running({ image: 'nginx:1.27', readinessProbe: { tcpSocket: { port: 8080 }, periodSeconds: 1 } });
    scene.run(5);
    expect(scene.recorded().at(-1)?.message).toBe(
      'Readiness probe failed: dial tcp 10.244.0.2:8080: connect: connection refused',
    );
  });

  it('that will come is something to wait for, one that never comes is not', () => {
    const coming = running({ readinessProbe: { ...http, periodSeconds: 5, initialDelaySeconds: 20 } });
    expect(coming.kernel.runUntilSettled(coming.now + 60 * second)).toBe(true);
    expect(coming.ready()).toBe(true);
    const never = running({ readinessProbe: { ...http, periodSeconds: 5 } }, { 'clusterglass.dev/readiness': 'never' });
    const from = never.now;
    expect(never.kernel.runUntilSettled(never.now + 600 * second)).toBe(true);
    expect((never.now - from) / second).toBeLessThan(60);
  });

  it('of a Pod with a readiness gate waits for whoever sets its condition', () => {
    const scene = new Scene();
    scene.create({ spec: { readinessGates: [{ conditionType: 'example.com/lb' }], containers: [app({})] } });
    scene.run(10);
    expect(scene.pod()?.status?.conditions?.find((c) => c.type === 'ContainersReady')?.status).toBe('True');
    expect(scene.ready()).toBe(false);
    const body = { status: { conditions: [{ type: 'example.com/lb', status: 'True' }] } };
    const payload = {
      method: 'PATCH',
      path: '/api/v1/namespaces/default/pods/p/status',
      user: 'lb',
      contentType: 'application/strategic-merge-patch+json',
      body,
    };
    scene.kernel.command({ to: 'http', type: 'request', payload });
    scene.run(5);
    expect(scene.ready()).toBe(true);
  });
});

describe('liveness', () => {
  it('kills after its threshold, and the container is restarted', () => {
    const scene = running(
      { livenessProbe: { ...http, periodSeconds: 5, failureThreshold: 2 } },
      { 'clusterglass.dev/liveness': 'fails from 20s' },
    );
    scene.run(45);
    expect(scene.container('web')?.attempt).toBe(1);
    const messages = scene.recorded().map((event) => event.message);
    expect(messages).toContain('Container web failed liveness probe, will be restarted');
  });

  it('of the documentation’s own example fails after ten seconds', () => {
    const image = 'registry.k8s.io/e2e-test-images/agnhost:2.40';
    const probe = { httpGet: { path: '/healthz', port: 8080 }, initialDelaySeconds: 3, periodSeconds: 3 };
    const scene = running({ image, args: ['liveness'], livenessProbe: probe });
    scene.run(30);
    expect(scene.container('web')?.attempt).toBeGreaterThanOrEqual(1);
  });

  it('by a file goes as the script makes and removes the file', () => {
    const command = ['/bin/sh', '-c', 'touch /tmp/healthy; sleep 30; rm -f /tmp/healthy; sleep 600'];
    const scene = running({
      image: 'busybox',
      command,
      livenessProbe: { exec: { command: ['cat', '/tmp/healthy'] }, initialDelaySeconds: 5, periodSeconds: 5 },
    });
    scene.run(28);
    expect(scene.recorded().some((event) => event.reason === 'Unhealthy')).toBe(false);
    scene.run(60);
    expect(scene.recorded().find((event) => event.reason === 'Unhealthy')?.message).toContain(
      "can't open '/tmp/healthy'",
    );
    expect(scene.container('web')?.attempt).toBe(1);
  });
});

describe('a startup probe', () => {
  it('keeps the other probes waiting until it has succeeded', () => {
    const scene = running(
      {
        startupProbe: { ...http, periodSeconds: 2, failureThreshold: 30 },
        readinessProbe: { ...http, periodSeconds: 2 },
        livenessProbe: { ...http, periodSeconds: 1, failureThreshold: 1 },
      },
      { 'clusterglass.dev/start-delay': '20s' },
    );
    scene.run(15);
    expect(scene.pod()?.status?.containerStatuses?.[0]).toMatchObject({ started: false, ready: false });
    scene.until(() => scene.ready(), 30);
    expect(scene.container('web')?.attempt).toBe(0);
  });

  it('that fails too often kills the container', () => {
    const scene = running(
      { startupProbe: { ...http, periodSeconds: 2, failureThreshold: 3 } },
      { 'clusterglass.dev/start-delay': '60s' },
    );
    scene.run(12);
    expect(scene.recorded().map((event) => event.message)).toContain(
      'Container web failed startup probe, will be restarted',
    );
  });
});

describe('ticks of a probe whose answer stays', () => {
  it('write no row of a Pod and no row of the worker', () => {
    const scene = running({
      readinessProbe: { ...http, periodSeconds: 1 },
      livenessProbe: { ...http, periodSeconds: 1 },
    });
    scene.run(20);
    const from = scene.now;
    scene.run(30);
    const ticks = scene.events(from).filter((event) => event.verb === 'probe.result');
    expect(ticks.length).toBeGreaterThanOrEqual(58);
    expect(ticks.every((event) => event.changes.length === 0)).toBe(true);
    expect(scene.kernel.settled).toBe(true);
  });
});
