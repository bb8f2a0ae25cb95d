import type { Case, CaseAdapter, Failure } from '../../host/cases/case-form';
import { compareValue, compareValues } from '../../host/cases/compare';
import type { ContainerStatus, Pod, PodCondition } from '../api/types';
import { containersReady, podInitialized, podReady, podReadyToStartContainers } from './pod-conditions';
import { getPhase, keepFinalPhase } from './pod-phase';
import type { PodRuntimeStatus, SandboxRow } from './runtime-status';
import { Scene } from './scene.cases';

const podOf = (c: Case): Pod =>
  (c.given?.objects as Pod[] | undefined)?.[0] ?? { metadata: { name: 'p' }, spec: { containers: [] } };
const configOf = (c: Case): Record<string, unknown> => (c.given?.config as Record<string, unknown> | undefined) ?? {};

function phase(c: Case): Failure[] {
  const pod = podOf(c);
  const statuses = [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])];
  const apps = new Set(pod.spec?.containers.map((container) => container.name));
  // Statuses of a case are those of one sandbox: an app that runs or has ended was started in it.
  const initialized = statuses.some(
    (s) => apps.has(s.name) && (s.state?.running !== undefined || s.state?.terminated !== undefined),
  );
  const computed = getPhase(pod, statuses, configOf(c).podWorkerTerminal === true, initialized);
  return compareValue(keepFinalPhase(computed, undefined, pod.status?.phase), c.then.podPhase, 'podPhase');
}

function runtimeOf(config: Record<string, unknown>): PodRuntimeStatus {
  if (config.sandbox === null || config.sandbox === undefined) return { ips: [], sandboxes: [], containers: [] };
  const ip = String(config.podIP ?? '');
  const sandbox = { id: 's', state: config.sandbox === 'Ready' ? 'ready' : 'notready', ip } as SandboxRow;
  return { ips: ip ? [ip] : [], sandboxes: [sandbox], containers: [] };
}

function conditions(c: Case): Failure[] {
  const pod = podOf(c);
  const { status } = pod;
  const spec = pod.spec ?? { containers: [] };
  const known = status?.containerStatuses !== undefined || status?.initContainerStatuses !== undefined;
  const statuses: ContainerStatus[] | undefined = known
    ? [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]
    : undefined;
  const all: PodCondition[] = [
    podReadyToStartContainers(spec.hostNetwork === true, runtimeOf(configOf(c))),
    podInitialized(spec, statuses, status?.phase),
    podReady(spec, status?.conditions ?? [], statuses, status?.phase),
    containersReady(spec, statuses, status?.phase),
  ];
  return (c.then.conditions as PodCondition[]).flatMap((expected) => {
    const actual = all.find((condition) => condition.type === expected.type);
    return compareValue(actual, expected, expected.type);
  });
}

/** The order in which conditions of one write are listed: what depends on another comes after it. */
const withinOneWrite = ['PodScheduled', 'PodReadyToStartContainers', 'Initialized', 'ContainersReady', 'Ready'];

function conditionOrder(c: Case): Failure[] {
  const scene = new Scene();
  const count = Number(configOf(c).initContainers ?? 0);
  const initContainers = Array.from({ length: count }, (_, i) => ({
    name: `init-${i}`,
    image: 'busybox',
    command: ['sleep', '3'],
  }));
  const became: string[] = [];
  scene.kernel.onWrite((table) => {
    if (table !== 'api/pods') return;
    const now = (scene.pod()?.status?.conditions ?? []).filter((x) => x.status === 'True').map((x) => x.type);
    for (const type of withinOneWrite) if (now.includes(type) && !became.includes(type)) became.push(type);
  });
  scene.create({ spec: { initContainers, containers: [{ name: 'web', image: 'nginx' }] } });
  scene.until(() => scene.ready());
  return compareValues({ becameTrueInOrder: became }, c.then);
}

export const adapters: CaseAdapter[] = [
  { area: 'kubelet', topic: 'pod-phase', when: 'sync', run: phase },
  { area: 'kubelet', topic: 'pod-conditions', when: 'sync', run: conditions },
  { area: 'kubelet', topic: 'pod-conditions', when: 'start', run: conditionOrder },
];
