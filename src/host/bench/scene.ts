import '../../engine/further-kinds';
import { Cluster, defaultConfig, manyNodes, type Recording, ViewCursor } from '../../engine';
import type { Pod } from '../../engine/api/types';

export interface Scene {
  readonly nodes: number;
  readonly pods: number;
  readonly recording: Recording;
  /** A readiness and a liveness probe a Pod, every 10 s. */
  readonly probes: boolean;
}

export interface Spent {
  readonly wallMs: number;
  /** Of all threads of the process: garbage collection and compiling included. */
  readonly cpuMs: number;
}

export interface SceneFigures {
  /** From apply to the last Pod Ready. */
  readonly ready: Spent;
  readonly events: number;
  readonly virtualSeconds: number;
  readonly heapMB: number;
  readonly traceMB: number | undefined;
  readonly stepMs: number;
  readonly jumpMs: number | undefined;
  /** Virtual seconds in a wall second once all is Ready. */
  readonly virtualPerWall: number;
}

function deployment({ pods, probes }: Scene): unknown {
  const labels = { app: 'web' };
  const probe = { httpGet: { path: '/', port: 80 }, periodSeconds: 10 };
  const image = { name: 'web', image: 'nginx:1.27' };
  const container = probes ? { ...image, readinessProbe: probe, livenessProbe: probe } : image;
  const template = { metadata: { labels }, spec: { containers: [container] } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: { replicas: pods, selector: { matchLabels: labels }, template },
  };
}

function collectedMB(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

function spending(): () => Spent {
  const wall = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { wallMs: performance.now() - wall, cpuMs: (user + system) / 1e3 };
  };
}

/** Virtual time within which a scene must be Ready: a controller manager writes 20 Pods a second. */
const limitMicros = 36_000e6;
/** Largest trace that is counted in bytes. */
const countedEvents = 10_000;

/** Runs one scene from a booted cluster. Throws when its Pods do not become Ready. */
export function measureScene(scene: Scene): SceneFigures {
  const heapBefore = collectedMB();
  const limits = { ...defaultConfig.limits, nodes: scene.nodes, pods: Math.max(scene.pods * 2, 100) };
  // Room for a /24 of each of 16,384 nodes.
  const clusterCIDR = '10.128.0.0/10';
  const { recording } = scene;
  const cluster = new Cluster({ nodes: manyNodes(scene.nodes), recording, limits, clusterCIDR }).boot();
  const { kernel } = cluster;
  kernel.runUntilSettled(60e6);
  let ready = 0;
  kernel.onWrite((table, _key, before, after) => {
    if (table !== 'api/pods') return;
    const was = isReady(before);
    const is = isReady(after);
    if (was !== is) ready += is ? 1 : -1;
  });
  const body = deployment(scene);
  const path = '/apis/apps/v1/namespaces/default/deployments';
  kernel.command({ to: 'http', type: 'request', payload: { method: 'POST', path, body, user: 'kubectl' } });
  const startedAt = kernel.now;
  const firstSeq = kernel.seq;
  const spent = spending();
  while (ready < scene.pods && kernel.now < startedAt + limitMicros && kernel.step());
  const readySpent = spent();
  if (ready < scene.pods) throw new Error(`${ready} of ${scene.pods} Pods Ready`);
  const events = kernel.seq - firstSeq;
  const virtualSeconds = (kernel.now - startedAt) / 1e6;
  const heapMB = collectedMB() - heapBefore;
  const { trace } = kernel;
  const counted = recording === 'full' && trace.events.length <= countedEvents;
  const traceMB = counted ? JSON.stringify(trace.events).length / 2 ** 20 : undefined;
  const { stepMs, jumpMs } = walk(cluster);
  const idleSeconds = scene.pods <= 100 ? 600 : 60;
  const idle = spending();
  kernel.runUntil(kernel.now + idleSeconds * 1e6);
  const virtualPerWall = idleSeconds / (idle().wallMs / 1e3);
  return { ready: readySpent, events, virtualSeconds, heapMB, traceMB, stepMs, jumpMs, virtualPerWall };
}

function isReady(pod: unknown): boolean {
  return (
    (pod as Pod | undefined)?.status?.conditions?.find((condition) => condition.type === 'Ready')?.status === 'True'
  );
}

/** The longest single step of a view over the whole trace, and one jump back to its beginning. */
function walk(cluster: Cluster): { stepMs: number; jumpMs: number | undefined } {
  const { trace } = cluster.kernel;
  const view = new ViewCursor(trace);
  let stepMs = 0;
  for (let position = trace.dropped; position < trace.length; position++) {
    const start = performance.now();
    view.moveTo(position);
    stepMs = Math.max(stepMs, performance.now() - start);
  }
  const start = performance.now();
  view.moveTo(trace.dropped - 1);
  return { stepMs, jumpMs: trace.length === 0 ? undefined : performance.now() - start };
}
