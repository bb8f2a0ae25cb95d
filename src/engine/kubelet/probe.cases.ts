import type { Case, CaseAdapter, Failure } from '../../host/cases/case-form';
import { compareValue, compareValues } from '../../host/cases/compare';
import { podKind } from '../api/kinds';
import type { Container, Pod, Probe } from '../api/types';
import type { ProbeKind } from '../workloads/annotations';
import type { Behaviour } from '../workloads/behaviour';
import {
  answerProbe,
  httpFailure,
  httpSucceeds,
  httpTimeout,
  notServing,
  probeURL,
  refused,
} from '../workloads/probe-answers';
import { computePodActions } from './compute-pod-actions';
import { hashContainer } from './container-hash';
import { eventTexts } from './event-texts';
import {
  afterProbe,
  beforeProbe,
  initialResult,
  isReady,
  isStarted,
  newProbeWorker,
  type ProbeResult,
  type ProbeTarget,
  type ProbeWorkerRow,
} from './probe-worker';
import { probeNames } from './prober';
import type { ContainerRow, SandboxRow } from './runtime-status';

type Config = Record<string, unknown>;
const configOf = (c: Case): Config => (c.given?.config as Config | undefined) ?? {};
const kinds: readonly ProbeKind[] = ['startup', 'readiness', 'liveness'];

const worker = (kind: ProbeKind): ProbeWorkerRow =>
  newProbeWorker({ node: 'n', podUID: 'u', podKey: 'default/p', container: 'web', kind });
const target = (change: Partial<ProbeTarget> = {}): ProbeTarget => ({
  now: 100e6,
  containerID: 'containerd://1',
  running: true,
  terminated: false,
  started: true,
  startedAt: 0,
  podFinal: false,
  deleting: false,
  restartPolicy: 'Always',
  ...change,
});

/** One tick of a worker, as the prober makes it. */
function tick(
  row: ProbeWorkerRow,
  probe: Probe,
  at: ProbeTarget,
  outcome: 'success' | 'failure' | 'error',
): ProbeWorkerRow {
  const step = beforeProbe(row, at, probe);
  return step.act === 'probe' ? afterProbe(step.worker, outcome, probe) : step.worker;
}

function outcomes(c: Case): Failure[] {
  const {
    probe: kind,
    failureThreshold,
    successThreshold,
  } = configOf(c) as { probe: ProbeKind; failureThreshold?: number; successThreshold?: number };
  const probe: Probe = { failureThreshold: failureThreshold ?? 3, successThreshold: successThreshold ?? 1 };
  let row = worker(kind);
  let killed = false;
  const results: (ProbeResult | undefined)[] = [];
  for (const outcome of c.when.outcomes as ('success' | 'failure' | 'error')[]) {
    const started = kind !== 'startup' || row.result === 'Success';
    row = tick(row, probe, target({ started }), outcome);
    results.push(row.result);
    if (kind !== 'readiness' && row.result === 'Failure') killed = true;
  }
  return compareValues(
    { resultAfterEach: results, containerKilled: killed, initialResult: initialResult(kind) },
    c.then,
  );
}

function inspect(c: Case): Failure[] {
  const config = configOf(c);
  const running = config.running !== false;
  const has = (kind: ProbeKind) => config[kind] !== undefined;
  const result = (kind: ProbeKind) =>
    config[kind] === 'not run' ? initialResult(kind) : (config[kind] as ProbeResult | undefined);
  const started = isStarted(running, result('startup'), has('startup'));
  const ready = started && isReady(running, result('readiness'), has('readiness')).ready;
  const deleting = config.podDeleting === true;
  const all = deleting || config.containerRestarted === true;
  const results: Record<string, unknown> = { started, ready };
  const probing: ProbeKind[] = [];
  for (const kind of kinds) {
    if (!all && !has(kind)) continue;
    const before: ProbeWorkerRow = {
      ...worker(kind),
      containerID: config.containerRestarted ? 'containerd://0' : 'containerd://1',
      result: config.containerRestarted ? 'Success' : (result(kind) ?? initialResult(kind)),
    };
    const step = beforeProbe(before, target({ running, started: all ? kind !== 'startup' : started, deleting }), {
      periodSeconds: 10,
    });
    if (step.act === 'probe') probing.push(kind);
    results[`${kind}Result`] = step.worker.result;
  }
  return compareValues({ ...results, probesRunning: probing }, c.then);
}

/** How many failures in a row it takes until the container is killed. */
function failuresUntilKill(kind: ProbeKind, probe: Probe): number {
  let row = worker(kind);
  for (let n = 1; n <= 1_000; n++) {
    row = tick(row, probe, target({ started: kind !== 'startup' }), 'failure');
    if (row.result === 'Failure') return n;
  }
  return Number.POSITIVE_INFINITY;
}

function alwaysFails(c: Case): Failure[] {
  const { kind, periodSeconds, failureThreshold } = configOf(c).probe as {
    kind: ProbeKind;
    periodSeconds: number;
    failureThreshold: number;
  };
  const count = failuresUntilKill(kind, { periodSeconds, failureThreshold });
  // The first tick comes between at once and one period after the start.
  const actual = {
    killedNotBeforeSeconds: (count - 1) * periodSeconds,
    killedNotAfterSeconds: count * periodSeconds,
    budgetSeconds: count * periodSeconds,
  };
  return compareValues(actual, c.then);
}

const server: Behaviour = {
  listensAtMicros: 0,
  exitCode: 0,
  stopSignal: 'SIGTERM',
  termCode: 0,
  answers: {},
  files: [],
  log: [],
  cpuMilli: 0,
  memoryBytes: 0,
};

function answer(c: Case): Failure[] {
  const { answer: given } = c.when;
  const ask = (probe: Probe, behaviour: Behaviour) =>
    answerProbe('liveness', probe, { container: { name: 'web' }, behaviour, podIP: '172.16.0.2', ageMicros: 60e6 })
      .result === 'success';
  switch (configOf(c).probe) {
    case 'httpGet':
      return compareValue(
        ask({ httpGet: { port: 80, path: '/' } }, { ...server, http: { '/': Number(given) } }) &&
          httpSucceeds(Number(given)),
        c.then.success,
        'success',
      );
    case 'exec':
      return compareValue(
        ask({ exec: { command: given === 'timeout' ? ['sleep', '60'] : ['sh', '-c', `exit ${given}`] } }, server),
        c.then.success,
        'success',
      );
    case 'tcpSocket':
      return compareValue(
        ask(
          { tcpSocket: { port: 80 } },
          { ...server, listens: /refus|time|reach|reset/.test(String(given)) ? [] : [80] },
        ),
        c.then.success,
        'success',
      );
    default: {
      const ok = given === 'SERVING';
      return compareValue(
        ask({ grpc: { port: 80 } }, { ...server, answers: { liveness: [{ fromMicros: 0, ok }] } }),
        c.then.success,
        'success',
      );
    }
  }
}

function killEvent(kind: ProbeKind, name: string): unknown {
  const container: Container = { name, [`${kind}Probe`]: {} };
  const pod: Pod = { metadata: { uid: 'u' }, spec: { restartPolicy: 'Always', containers: [container] } };
  const row = {
    id: '1',
    name,
    sandbox: 's',
    attempt: 0,
    state: 'running',
    hash: hashContainer(container),
  } as ContainerRow;
  const sandboxes = [{ id: 's', state: 'ready', ip: '172.16.0.2', attempt: 0, hostNetwork: false } as SandboxRow];
  const actions = computePodActions(
    pod,
    { ips: [], sandboxes, containers: [row] },
    {
      liveness: () => (kind === 'liveness' ? 'Failure' : undefined),
      startup: () => (kind === 'startup' ? 'Failure' : undefined),
    },
  );
  return eventTexts.killing(actions.containersToKill[0]?.message ?? '');
}

function probing(c: Case): Failure[] {
  const config = configOf(c);
  const kind = probeNames[config.kind as ProbeKind];
  if (config.podIP !== undefined) {
    const probe: Probe = { httpGet: { port: Number(config.port), path: String(config.path) } };
    const url = probeURL(probe, { name: 'web' }, String(config.podIP));
    // The kubelet itself sends the request, from the node.
    return compareValues({ request: { from: 'node', to: url.split('/')[2], url } }, c.then);
  }
  if (config.failures !== undefined)
    return compareValues({ event: killEvent(config.kind as ProbeKind, String(config.container ?? 'web')) }, c.then);
  if (config.error !== undefined)
    return compareValues({ event: eventTexts.probeErrored(kind, String(config.error)) }, c.then);
  if (config.output !== undefined)
    return compareValues({ event: eventTexts.unhealthy(kind, String(config.output)) }, c.then);
  if (config.grpc) return compareValues({ event: eventTexts.unhealthy(kind, notServing) }, c.then);
  if (config.tcpSocket) return compareValues({ event: eventTexts.unhealthy(kind, refused(String(config.to))) }, c.then);
  const output = config.answer === 'timeout' ? httpTimeout(String(config.url)) : httpFailure(Number(config.answer));
  return compareValues({ event: eventTexts.unhealthy(kind, output) }, c.then);
}

const withLiveness = (livenessProbe: Probe): Pod =>
  ({
    metadata: { name: 'p', namespace: 'default' },
    spec: { containers: [{ name: 'web', image: 'web', livenessProbe }] },
  }) as Pod;

function create(c: Case): Failure[] {
  const given = configOf(c).livenessProbe as Probe;
  const pod = podKind.setDefaults(withLiveness({ httpGet: { port: 80 }, ...given }));
  const errors = podKind.validate(podKind.prepareForCreate(pod));
  return compareValues({ accepted: errors.length === 0 }, c.then);
}

function defaults(c: Case): Failure[] {
  const [given] = (c.given?.objects ?? []) as Pod[];
  const pod = podKind.setDefaults({ ...given, metadata: { name: 'p' } });
  // A number that is not there is zero.
  const container = pod.spec?.containers[0] as unknown as Record<string, Probe> | undefined;
  return compareValues({ initialDelaySeconds: 0, ...container?.[String(c.when.default)] }, c.then);
}

const topic = 'probes';
export const adapters: CaseAdapter[] = [
  { area: 'kubelet', topic, when: 'outcomes', run: outcomes },
  { area: 'kubelet', topic, when: 'inspect', run: inspect },
  { area: 'kubelet', topic, when: 'alwaysFails', run: alwaysFails },
  { area: 'kubelet', topic, when: 'answer', run: answer },
  { area: 'kubelet', topic, when: 'probe', run: probing },
  { area: 'kubelet', topic, when: 'create', run: create },
  { area: 'kubelet', topic, when: 'default', run: defaults },
];
