import { Cluster, manyNodes, type Recording, ViewCursor } from '../../engine';
import type { Pod } from '../../engine/api/types';

export interface Scene {
  readonly name: string;
  readonly nodes: number;
  readonly pods: number;
  readonly recording: Recording;
}

export interface SceneFigures {
  readonly readyMs: number;
  readonly events: number;
  readonly microsAnEvent: number;
  readonly virtualSeconds: number;
  readonly heapMB: number;
  readonly traceMB: number | undefined;
  readonly stepMs: number;
  readonly jumpMs: number | undefined;
  readonly virtualPerWall: number;
}

function deployment(replicas: number): unknown {
  const labels = { app: 'web' };
  const probe = { httpGet: { path: '/', port: 80 }, periodSeconds: 10 };
  const container = { name: 'web', image: 'nginx:1.27', readinessProbe: probe, livenessProbe: probe };
  const template = { metadata: { labels }, spec: { containers: [container] } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: { replicas, selector: { matchLabels: labels }, template },
  };
}

function collected(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** Virtual time within which a scene must be Ready. */
const limitMicros = 3_600e6;
const probedMicros = 600e6;

/** Runs one scene from a booted cluster. Throws when its Pods do not become Ready. */
export function measureScene(scene: Scene): SceneFigures {
  const heapBefore = collected();
  const cluster = new Cluster({ nodes: manyNodes(scene.nodes), recording: scene.recording }).boot();
  const { kernel } = cluster;
  kernel.runUntilSettled(60e6);
  let ready = 0;
  kernel.onWrite((table, _key, before, after) => {
    if (table !== 'api/pods') return;
    const was = isReady(before);
    const is = isReady(after);
    if (was !== is) ready += is ? 1 : -1;
  });
  const body = deployment(scene.pods);
  const path = '/apis/apps/v1/namespaces/default/deployments';
  kernel.command({ to: 'http', type: 'request', payload: { method: 'POST', path, body, user: 'kubectl' } });
  const startedAt = kernel.now;
  const firstSeq = kernel.seq;
  const start = performance.now();
  while (ready < scene.pods && kernel.now < startedAt + limitMicros && kernel.step());
  const readyMs = performance.now() - start;
  if (ready < scene.pods) throw new Error(`${ready} of ${scene.pods} Pods Ready`);
  const events = kernel.seq - firstSeq;
  const virtualSeconds = (kernel.now - startedAt) / 1e6;
  const heapMB = collected() - heapBefore;
  const { trace } = kernel;
  const traceMB =
    scene.recording === 'full' && scene.pods <= 100 ? JSON.stringify(trace.events).length / 2 ** 20 : undefined;
  const { stepMs, jumpMs } = walk(cluster);
  const settledAt = kernel.now;
  const idleStart = performance.now();
  kernel.runUntil(settledAt + probedMicros);
  const virtualPerWall = probedMicros / 1e6 / ((performance.now() - idleStart) / 1e3);
  return {
    readyMs,
    events,
    microsAnEvent: (readyMs * 1e3) / events,
    virtualSeconds,
    heapMB,
    traceMB,
    stepMs,
    jumpMs,
    virtualPerWall,
  };
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
