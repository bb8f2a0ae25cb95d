import type { Case, CaseAdapter, Failure } from '../../host/cases/case-form';
import { compareValues } from '../../host/cases/compare';
import type { Container, Pod } from '../api/types';
import { parseDuration } from '../workloads/duration';
import { type BackOffEntry, type BackOffLimits, inBackOffSince, nextBackOff, restartBackOffUpTo } from './back-off';
import { computePodActions, type ProbeResults } from './compute-pod-actions';
import { hashContainer } from './container-hash';
import { crashLoopMessage, eventTexts } from './event-texts';
import { backOffKey } from './pod-names';
import { getPhase } from './pod-phase';
import type { ContainerRow, PodRuntimeStatus, SandboxRow } from './runtime-status';
import { Scene, second } from './scene.cases';

type Config = Record<string, unknown>;
const configOf = (c: Case): Config => (c.given?.config as Config | undefined) ?? {};
const healthy: ProbeResults = { liveness: () => undefined, startup: () => undefined };
const sandbox = { id: 's', state: 'ready', ip: '172.16.0.2', attempt: 0, hostNetwork: false } as SandboxRow;

function row(container: Container, state: 'running' | 'exited', exitCode = 0): ContainerRow {
  return {
    id: container.name,
    name: container.name,
    sandbox: 's',
    attempt: 0,
    state,
    exitCode,
    hash: hashContainer(container),
  } as ContainerRow;
}

/** The node's limits: the default, or a lower maximum. */
function limitsOf(c: Case): BackOffLimits {
  const lowered = configOf(c).maxContainerRestartPeriod ?? configOf(c).maxContainerRestartPeriodSeconds;
  const seconds = typeof lowered === 'string' ? (parseDuration(lowered) ?? 0) / second : Number(lowered ?? 300);
  return restartBackOffUpTo(seconds);
}

/** A container that crashes again and again: after which delay it is started each time, by the back-off that startContainer asks. */
function* restarts(runSeconds: number, limits: BackOffLimits): Generator<{ delaySeconds: number; startedAt: number }> {
  let entry: BackOffEntry | undefined;
  let startedAt = 0;
  for (;;) {
    const finishedAt = startedAt + runSeconds * second;
    const waits = inBackOffSince(entry, finishedAt, finishedAt, limits);
    startedAt = waits ? finishedAt + (entry?.backoffMicros ?? 0) : finishedAt;
    entry = nextBackOff(entry, finishedAt, startedAt, limits);
    yield { delaySeconds: (startedAt - finishedAt) / second, startedAt: startedAt / second };
  }
}

function take(c: Case, count: number) {
  const runSeconds = Number(configOf(c).exitsAfterSeconds);
  const found: { delaySeconds: number; startedAt: number }[] = [];
  for (const restart of restarts(runSeconds, limitsOf(c))) {
    if (found.length >= count) break;
    found.push(restart);
  }
  return found;
}

function delays(c: Case): Failure[] {
  const all = take(c, Number(c.when.restarts));
  return compareValues({ delaySeconds: all.map((restart) => restart.delaySeconds) }, c.then);
}

function starts(c: Case): Failure[] {
  const all = take(c, Number(c.when.starts) - 1);
  return compareValues({ startedAtSeconds: [0, ...all.map((restart) => restart.startedAt)] }, c.then);
}

function texts(c: Case): Failure[] {
  const {
    container,
    pod: key,
    podUID,
    exits,
  } = configOf(c) as { container: string; pod: string; podUID: string; exits: number };
  const [namespace = '', name = ''] = key.split('/');
  const pod: Pod = { metadata: { namespace, name, uid: podUID }, spec: { containers: [{ name: container }] } };
  let entry: BackOffEntry | undefined;
  for (let i = 1; i < exits; i++) entry = nextBackOff(entry, 0, 0, limitsOf(c));
  // The first end is followed by a restart at once: nothing waits.
  const waits = entry !== undefined;
  const message = crashLoopMessage(entry?.backoffMicros ?? 0, pod, { name: container });
  const waiting = waits ? { reason: 'CrashLoopBackOff', message } : null;
  return compareValues({ waiting, event: waits ? eventTexts.restartBackOff(pod, { name: container }) : null }, c.then);
}

/** What becomes of the back-off after a run of a certain length. */
function afterRun(c: Case): Failure[] {
  const { previousDelaySeconds, lastRunSeconds } = configOf(c) as {
    previousDelaySeconds: number;
    lastRunSeconds: number;
  };
  const before: BackOffEntry = { backoffMicros: previousDelaySeconds * second, lastUpdate: 0 };
  const entry = nextBackOff(before, 0, 0, limitsOf(c));
  const finishedAt = lastRunSeconds * second;
  const waits = inBackOffSince(entry, finishedAt, finishedAt, limitsOf(c));
  return compareValues({ nextDelaySeconds: waits ? entry.backoffMicros / second : 0, backOffReset: !waits }, c.then);
}

function keepsPod(c: Case): Failure[] {
  const { podIP, exitCode, restartPolicy } = configOf(c) as { podIP: string; exitCode: number; restartPolicy: string };
  const scene = new Scene({ clusterCIDR: '172.16.0.0/16' });
  scene.create({
    metadata: { annotations: { 'clusterglass.dev/runs-for': '1s', 'clusterglass.dev/exit-code': String(exitCode) } },
    spec: { restartPolicy, containers: [{ name: 'web', image: 'nginx' }] },
  });
  scene.until(() => scene.pod()?.status?.containerStatuses?.[0]?.restartCount === 1);
  const status = scene.pod()?.status;
  const sandboxes = scene.criCalls().filter((call) => call === 'RunPodSandbox').length;
  const actual = {
    podIP: status?.podIP,
    sandboxRecreated: sandboxes > 1,
    restartCount: status?.containerStatuses?.[0]?.restartCount,
  };
  return [
    ...compareValues(actual, c.then),
    ...(podIP === actual.podIP ? [] : [{ path: 'podIP before', expected: podIP, actual: actual.podIP }]),
  ];
}

/** A container of one of the three sorts has ended: whether computePodActions starts it again. */
function containerExits(c: Case): Failure[] {
  const config = configOf(c);
  if (config.lastRunSeconds !== undefined) return afterRun(c);
  if (config.podIP !== undefined) return keepsPod(c);
  const sort = String(config.container ?? 'app');
  const exitCode = Number(config.exitCode);
  const subject: Container = sort === 'sidecar' ? { name: 'subject', restartPolicy: 'Always' } : { name: 'subject' };
  const other: Container = { name: 'other' };
  const init = sort === 'app' ? [] : [subject];
  const containers = sort === 'app' ? [subject] : [other];
  const pod: Pod = {
    metadata: { name: 'p', uid: 'u' },
    spec: { restartPolicy: String(config.restartPolicy), initContainers: init, containers },
  };
  const rows = [row(subject, 'exited', exitCode)];
  if (sort === 'sidecar') rows.push(row(other, config.otherContainersRunning ? 'running' : 'exited', 0));
  const status: PodRuntimeStatus = { ips: ['172.16.0.2'], sandboxes: [sandbox], containers: rows };
  const actions = computePodActions(pod, status, healthy);
  const restarted = sort === 'app' ? actions.containersToStart.includes(0) : actions.initContainersToStart.includes(0);
  const statuses = rows.map(({ name }) => ({
    name,
    ready: false,
    restartCount: 0,
    image: '',
    imageID: '',
    state: { terminated: { exitCode } },
  }));
  const { shownAs: _prose, ...then } = c.then;
  return compareValues({ restarted, podPhase: getPhase(pod, statuses, false, false) }, then);
}

function livenessKill(c: Case): Failure[] {
  const container: Container = { name: 'web', livenessProbe: {} };
  const pod: Pod = {
    metadata: { name: 'p', uid: 'u' },
    spec: { restartPolicy: String(configOf(c).restartPolicy), containers: [container] },
  };
  const status: PodRuntimeStatus = { ips: [], sandboxes: [sandbox], containers: [row(container, 'running')] };
  const actions = computePodActions(pod, status, { liveness: () => 'Failure', startup: () => undefined });
  const [kill] = actions.containersToKill;
  const actual = {
    killed: kill !== undefined,
    restarted: actions.containersToStart.length > 0,
    event: kill && eventTexts.killing(kill.message),
  };
  return compareValues(actual, c.then);
}

function imageChange(c: Case): Failure[] {
  const seconds = Number(configOf(c).previousDelaySeconds);
  const pod: Pod = { metadata: { uid: 'u' } };
  const entries = new Map([
    [backOffKey(pod, { name: 'web', image: 'web:1' }), { backoffMicros: seconds * second, lastUpdate: 0 }],
  ]);
  const entry = entries.get(backOffKey(pod, { name: 'web', image: 'web:2' }));
  const waits = inBackOffSince(entry, 0, 0, limitsOf(c));
  return compareValues({ nextDelaySeconds: waits ? (entry?.backoffMicros ?? 0) / second : 0 }, c.then);
}

const topic = 'restart-and-crash-loop';
export const adapters: CaseAdapter[] = [
  { area: 'kubelet', topic, when: 'restarts', run: delays },
  { area: 'kubelet', topic, when: 'starts', run: starts },
  { area: 'kubelet', topic, when: 'inspect', run: texts },
  { area: 'kubelet', topic, when: 'containerExits', run: containerExits },
  { area: 'kubelet', topic, when: 'livenessFailed', run: livenessKill },
  { area: 'kubelet', topic, when: 'imageChanged', run: imageChange },
];
