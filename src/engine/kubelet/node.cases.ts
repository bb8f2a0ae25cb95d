import type { Case, CaseAdapter, Failure } from '../../host/cases/case-form';
import { compareValue, compareValues } from '../../host/cases/compare';
import { computeQosClass, type QosClass } from '../api/kinds/qos';
import { parseBytes, parseCpuMilli } from '../api/quantity';
import type { Lease, Pod, Taint } from '../api/types';
import { parseDuration } from '../workloads/duration';
import { admit, type NodeState, type Refusal, rejectedMessage } from './admission';
import { heartbeats, statusUpdateMicros } from './node-agent';
import { leaseDurationSeconds, renewIntervalSeconds } from './node-lease';
import { type NodeHealth, networkNotReady, nodeConditions, plegNotHealthy, runtimeDown } from './node-status';
import { isNodeCritical, kubeletOOMScoreAdj, oomScoreAdj, pauseOOMScoreAdj } from './oom-score';
import { type PlegState, plegEvents, plegHealth, relistPeriodMicros } from './pleg';
import { Scene } from './scene.cases';

type Config = Record<string, unknown>;
const configOf = (c: Case): Config => (c.given?.config as Config | undefined) ?? {};

// pleg

const plegState = (name: string | undefined): PlegState =>
  name === undefined || name === 'none' ? 'non-existent' : (name as PlegState);

function relist(c: Case): Failure[] {
  const before = configOf(c).before as Record<string, string>;
  const after = c.when.relist as Record<string, string>;
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const events = ids.flatMap((id) => plegEvents(id, plegState(before[id]), plegState(after[id])));
  return compareValues({ plegEvents: events.map((event) => event.type) }, c.then);
}

function health(c: Case): Failure[] {
  const ago = configOf(c).lastRelistAgoSeconds as number | undefined;
  const { healthy, message } = plegHealth(ago === undefined ? undefined : ago * 1e6);
  const text = message === undefined ? undefined : plegNotHealthy(message);
  const ready = nodeConditions(text === undefined ? {} : { runtimeErrors: [text] }).find(
    (condition) => condition.type === 'Ready',
  );
  return compareValues({ healthy, message: text, nodeReady: ready?.status === 'True' }, c.then);
}

// qos-and-oom-score

function qos(c: Case): Failure[] {
  const [pod] = (c.given?.objects ?? []) as Pod[];
  return compareValue(computeQosClass(pod?.spec ?? { containers: [] }), c.then.qosClass, 'qosClass');
}

function oom(c: Case): Failure[] {
  const config = configOf(c);
  if (config.process === 'kubelet') return compareValues({ oomScoreAdj: kubeletOOMScoreAdj }, c.then);
  if (config.container === 'pause') return compareValues({ oomScoreAdj: pauseOOMScoreAdj }, c.then);
  const critical = isNodeCritical(config.priorityClassName as string | undefined, undefined);
  const score = oomScoreAdj(
    config.qosClass as QosClass,
    Number(config.memoryRequestBytes),
    Number(config.nodeMemoryBytes),
    critical,
  );
  return compareValues({ oomScoreAdj: score }, c.then);
}

// node-heartbeat

function lease(c: Case): Failure[] {
  const node = String(configOf(c).node);
  const scene = new Scene({ nodes: [{ name: node }] });
  const found = scene.kernel.table<Lease>('api/leases').get(`kube-node-lease/${node}`);
  return compareValues({ ...found?.metadata, ...found?.spec } as Record<string, unknown>, c.then);
}

function renewal(c: Case): Failure[] {
  return compareValues(
    { seconds: renewIntervalSeconds(Number(configOf(c).leaseDurationSeconds ?? leaseDurationSeconds)) },
    c.then,
  );
}

function unchanged(c: Case): Failure[] {
  const micros = (text: unknown) => parseDuration(String(text)) ?? 0;
  return compareValues(
    { ...heartbeats(micros(c.when.unchangedFor), micros(configOf(c).nodeStatusReportFrequency)) },
    c.then,
  );
}

function reportOf(c: Case): Failure[] {
  const config = configOf(c);
  const type = String(c.when.report);
  const bad = config.state === 'bad';
  const states: NodeHealth = {
    memoryPressure: bad && type === 'MemoryPressure',
    diskPressure: bad && type === 'DiskPressure',
    pidPressure: bad && type === 'PIDPressure',
    runtimeErrors: config.runtimeDownFor === undefined ? [] : [runtimeDown],
    networkErrors: config.cniConfig === null ? [networkNotReady] : [],
  };
  const condition = nodeConditions(states).find((candidate) => candidate.type === type);
  const contains = (c.then.condition as { messageContains?: string }).messageContains;
  const found = contains !== undefined && condition?.message?.includes(contains) ? { messageContains: contains } : {};
  return compareValues({ condition: { ...condition, ...found } }, c.then);
}

// node-admission

const amounts = (list: Record<string, string | number> | undefined) => ({
  cpuMilli: parseCpuMilli(String(list?.cpu ?? '0')),
  memoryBytes: parseBytes(String(list?.memory ?? '0')),
  storageBytes: parseBytes(String(list?.['ephemeral-storage'] ?? '0')),
  pods: Number(list?.pods ?? 0),
});

function taintOf(text: string): Taint {
  const [pair = '', effect = ''] = text.split(':');
  const [key = '', value] = pair.split('=');
  return { key, effect, ...(value === undefined ? {} : { value }) };
}

const roomy = { cpu: '64', memory: '256Gi', 'ephemeral-storage': '1Ti', pods: 110 };

function nodeOf(config: Config): NodeState {
  const ports = (config.usedHostPorts as number[] | undefined) ?? [];
  return {
    name: 'node1',
    labels: (config.nodeLabels as Record<string, string> | undefined) ?? {},
    taints: config.taint ? [taintOf(String(config.taint))] : [],
    os: String(config.nodeOS ?? 'linux'),
    allocatable: amounts((config.allocatable as Record<string, string> | undefined) ?? roomy),
    used: amounts(config.used as Record<string, string> | undefined),
    hostPorts: ports.map((port) => ({ containerPort: port, hostPort: port })),
    pressures: config.condition ? [String(config.condition)] : [],
    shuttingDown: config.nodeShutdown === true,
  };
}

/** Requests of a class, so that the Pod is of it. */
function resourcesOf(config: Config, asked: Record<string, string>): unknown {
  const both = { cpu: '10m', memory: '10Mi' };
  if (config.qos === 'Guaranteed') return { requests: both, limits: both };
  if (config.qos === 'Burstable') return { requests: both };
  return { requests: asked };
}

function admission(c: Case): Failure[] {
  const config = configOf(c);
  const asked = Object.fromEntries(
    Object.entries(c.when.admit as Record<string, unknown>).map(([name, amount]) => [name, String(amount)]),
  );
  const toleration = config.toleration ? taintOf(String(config.toleration)) : undefined;
  const port = config.hostPort
    ? { ports: [{ containerPort: Number(config.hostPort), hostPort: Number(config.hostPort) }] }
    : {};
  const full = config.reason === 'OutOfcpu' ? { ...config, allocatable: { ...roomy, cpu: '1' } } : config;
  const wants = config.reason === 'OutOfcpu' ? { cpu: '2' } : asked;
  const pod = {
    metadata: { name: 'p' },
    spec: {
      containers: [{ name: 'web', ...port, resources: resourcesOf(config, wants) }],
      ...(config.nodeSelector ? { nodeSelector: config.nodeSelector } : {}),
      ...(config['spec.os'] ? { os: { name: config['spec.os'] } } : {}),
      ...(config.priorityClassName ? { priorityClassName: config.priorityClassName } : {}),
      ...(toleration ? { tolerations: [{ key: toleration.key, operator: 'Exists', effect: toleration.effect }] } : {}),
    },
  } as unknown as Pod;
  const refusal: Refusal | undefined = admit(pod, nodeOf(full));
  const status = refusal && { phase: 'Failed', reason: refusal.reason, message: rejectedMessage(refusal) };
  // A refused Pod has no worker, so nothing would start it again.
  return compareValues(
    { admitted: refusal === undefined, status, event: refusal && { type: 'Warning', ...refusal }, restarted: false },
    c.then,
  );
}

export const adapters: CaseAdapter[] = [
  { area: 'kubelet', topic: 'pleg', when: 'relist', run: relist },
  { area: 'kubelet', topic: 'pleg', when: 'health', run: health },
  {
    area: 'kubelet',
    topic: 'pleg',
    when: 'default',
    run: (c) => compareValues({ seconds: relistPeriodMicros / 1e6 }, c.then),
  },
  { area: 'kubelet', topic: 'qos-and-oom-score', when: 'compute:qosClass', run: qos },
  { area: 'kubelet', topic: 'qos-and-oom-score', when: 'compute:oomScoreAdj', run: oom },
  { area: 'kubelet', topic: 'node-heartbeat', when: 'inspect:lease', run: lease },
  { area: 'kubelet', topic: 'node-heartbeat', when: 'default:renewInterval', run: renewal },
  { area: 'kubelet', topic: 'node-heartbeat', when: 'unchangedFor', run: unchanged },
  {
    area: 'kubelet',
    topic: 'node-heartbeat',
    when: 'conditionChanged',
    run: (c) => compareValues({ sentWithinSeconds: statusUpdateMicros / 1e6 }, c.then),
  },
  { area: 'kubelet', topic: 'node-heartbeat', when: 'report', run: reportOf },
  { area: 'kubelet', topic: 'node-admission', when: 'admit', run: admission },
];
