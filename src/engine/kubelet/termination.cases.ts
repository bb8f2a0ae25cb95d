import type { Case, CaseAdapter, Failure } from '../../host/cases/case-form';
import { compareValue, compareValues } from '../../host/cases/compare';
import { podColumns } from '../../shared/print-pod';
import { podKind } from '../api/kinds';
import type { Container, Pod } from '../api/types';
import type { TraceEvent } from '../kernel/trace';
import { Scene, second, secondsBetween } from './scene.cases';

type Config = Record<string, unknown>;
const configOf = (c: Case): Config => (c.given?.config as Config | undefined) ?? {};
const path = '/api/v1/namespaces/default/pods/p';

/** How a container takes its stop signal, in the words of the lab's annotations. */
const sigterm = (seconds: number | null | undefined): string =>
  seconds === null ? 'ignore' : `exits after ${seconds ?? 1}s`;

interface Asked {
  readonly pod: {
    metadata: { annotations: Record<string, string> };
    spec: { terminationGracePeriodSeconds?: number; containers: Container[]; initContainers?: Container[] };
  };
  readonly names: readonly string[];
}

function asked(config: Config): Asked {
  const annotations: Record<string, string> = {};
  const containers: Container[] = [];
  const initContainers: Container[] = [];
  const add = (name: string, stops: number | null | undefined, sidecar: boolean) => {
    annotations[`${name}.clusterglass.dev/sigterm`] = sigterm(stops);
    const container: Container = { name, image: 'example.com/unlisted' };
    if (sidecar) initContainers.push({ ...container, restartPolicy: 'Always' });
    else containers.push(container);
  };
  for (const [name, seconds] of Object.entries((config.containers as Record<string, number> | undefined) ?? {}))
    add(name, seconds, false);
  for (const [name, seconds] of Object.entries((config.sidecars as Record<string, number> | undefined) ?? {}))
    add(name, seconds, true);
  if (containers.length === 0) add('web', config.appStopsAfterSeconds as number | null | undefined, false);
  const [first] = containers;
  if (first && (config.preStopSeconds !== undefined || config.preStop !== undefined)) {
    annotations[`${first.name}.clusterglass.dev/pre-stop`] =
      config.preStop === undefined ? `${config.preStopSeconds}s` : 'fails';
    containers[0] = { ...first, lifecycle: { preStop: { exec: { command: ['drain'] } } } };
  }
  const grace = config.terminationGracePeriodSeconds as number | undefined;
  const names = [...containers, ...initContainers].map((container) => container.name);
  return {
    pod: {
      metadata: { annotations },
      spec: {
        ...(grace === undefined ? {} : { terminationGracePeriodSeconds: grace }),
        containers,
        ...(initContainers.length > 0 ? { initContainers } : {}),
      },
    },
    names,
  };
}

/** When each container was signalled and ended, in seconds from a time. */
function timeline(scene: Scene, names: readonly string[], from: number) {
  const times = (pick: (event: { signal?: string; exitCode?: number }) => boolean) => {
    const found: Record<string, number | null> = {};
    for (const name of names) found[name] = secondsBetween(from, scene.process(name, from).find(pick)?.at);
    return found;
  };
  const exit = (name: string) => scene.process(name, from).find((event) => event.exitCode !== undefined);
  return {
    term: times((event) => event.signal !== undefined && event.signal !== 'SIGKILL'),
    kill: times((event) => event.signal === 'SIGKILL'),
    ended: times((event) => event.exitCode !== undefined),
    exitCode: exit(names[0] ?? '')?.exitCode,
    firstSignal: scene.process(names[0] ?? '', from)[0]?.signal,
  };
}

function runAndDelete(c: Case, config: Config): { scene: Scene; from: number; names: readonly string[] } {
  const scene = new Scene({
    workloads: config.imageStopSignal ? { 'example.com/unlisted': { stopSignal: config.imageStopSignal } } : {},
  });
  const { pod, names } = asked(config);
  scene.create(config.imageStopSignal ? { spec: pod.spec } : pod);
  scene.until(() => scene.ready());
  scene.run(3);
  const { gracePeriodSeconds } = c.when;
  const from = scene.request('DELETE', path, gracePeriodSeconds === undefined ? undefined : { gracePeriodSeconds });
  scene.until(
    () => names.every((name) => scene.process(name, from).some((event) => event.exitCode !== undefined)),
    200,
  );
  scene.run(20);
  return { scene, from, names };
}

const words: readonly { text: string; is(event: TraceEvent): boolean }[] = [
  { text: 'deletionTimestamp set', is: (e) => e.verb === 'api.delete' && e.actor === 'kubectl' },
  { text: 'preStop', is: (e) => e.verb === 'kubelet.hook' && (e.detail as { hook?: string }).hook === 'preStop' },
  {
    text: 'SIGTERM',
    is: (e) => e.verb === 'container.process' && (e.detail as { signal?: string }).signal === 'SIGTERM',
  },
  {
    text: 'containers stopped',
    is: (e) => e.verb === 'container.process' && (e.detail as { exitCode?: number }).exitCode !== undefined,
  },
  {
    text: 'sandbox stopped',
    is: (e) => e.verb === 'cri.reply' && (e.detail as { call: string }).call === 'StopPodSandbox',
  },
  { text: 'volumes unmounted', is: (e) => e.verb === 'kubelet.unmount' },
  {
    text: 'cgroup removed',
    is: (e) => e.verb === 'kubelet.cgroup' && (e.detail as { remove?: string }).remove !== undefined,
  },
  { text: 'API object deleted with grace 0', is: (e) => e.verb === 'api.delete' && e.actor.startsWith('kubelet/') },
];

function order(c: Case): Failure[] {
  const scene = new Scene();
  scene.create({
    spec: {
      volumes: [{ name: 'scratch', emptyDir: {} }],
      containers: [
        { name: 'web', image: 'example.com/unlisted', lifecycle: { preStop: { exec: { command: ['sleep', '1'] } } } },
      ],
    },
  });
  scene.until(() => scene.ready());
  const from = scene.request('DELETE', path);
  scene.run(30);
  const found: string[] = [];
  for (const event of scene.events(from)) {
    const word = words.find((candidate) => candidate.is(event));
    if (word && !found.includes(word.text)) found.push(word.text);
  }
  return compareValues({ order: found }, c.then);
}

/** Deletions that the API server decides. */
function deleteOfObject(c: Case, config: Config): Failure[] {
  const scene = new Scene({ startTime: c.when.at ? `2026-01-01T${c.when.at}Z` : '2026-01-01T00:00:00Z' });
  const grace = (config.terminationGracePeriodSeconds ?? config.deletionGracePeriodSeconds ?? 30) as number;
  const bound = config.nodeName !== '';
  const done = config.phase === 'Succeeded';
  const spec = {
    terminationGracePeriodSeconds: grace,
    restartPolicy: done ? 'Never' : 'Always',
    containers: [{ name: 'web', image: 'example.com/unlisted', ...(done ? { command: ['true'] } : {}) }],
  };
  scene.create({
    metadata: { annotations: { 'clusterglass.dev/sigterm': 'ignore' } },
    spec: bound ? spec : { ...spec, nodeName: undefined, schedulingGates: [{ name: 'example.com/wait' }] },
  });
  scene.until(() =>
    bound ? (done ? scene.pod()?.status?.phase === 'Succeeded' : scene.ready()) : scene.pod() !== undefined,
  );
  scene.run(10);
  if (config.deletionGracePeriodSeconds !== undefined) {
    scene.request('DELETE', path);
    scene.run(1);
  }
  const { gracePeriodSeconds } = c.when as { gracePeriodSeconds?: number };
  const at = scene.request('DELETE', path, gracePeriodSeconds === undefined ? undefined : { gracePeriodSeconds });
  scene.kernel.runUntil(at);
  const pod = scene.pod();
  // The clock of a case stands still; ours has gone on a few seconds since the cluster started.
  const ends = pod?.metadata.deletionTimestamp;
  const shift = Math.floor(at / second);
  const clock = ends === undefined ? undefined : clockMinus(ends, shift);
  const containerStillStopping = scene.kernel
    .table<{ state: string; podKey: string }>('containers')
    .values()
    .some((row) => row.state === 'running');
  const actual = {
    deletionTimestamp: clock,
    deletionGracePeriodSeconds: pod?.metadata.deletionGracePeriodSeconds,
    objectRemovedAtOnce: pod === undefined,
    containerStillStopping,
  };
  return compareValues(actual, c.then);
}

function clockMinus(time: string, seconds: number): string {
  const [h = 0, m = 0, s = 0] = time.slice(11, 19).split(':').map(Number);
  const total = h * 3600 + m * 60 + s - seconds;
  return [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

function deletion(c: Case): Failure[] {
  const config = configOf(c);
  const { then } = c;
  if (then.order) return order(c);
  const ofObject = ['deletionTimestamp', 'deletionGracePeriodSeconds', 'objectRemovedAtOnce'].some(
    (key) => then[key] !== undefined,
  );
  if (ofObject) return deleteOfObject(c, config);
  const { scene, from, names } = runAndDelete(c, config);
  const { term, kill, ended, exitCode, firstSignal } = timeline(scene, names, from);
  const [first = ''] = names;
  const each = (all: Record<string, number | null>, key: string) =>
    typeof then[key] === 'object' && then[key] !== null ? all : all[first];
  const all = Object.values(ended).filter((time) => time !== null);
  const hook = scene.recorded(from).find((event) => event.reason === 'FailedPreStopHook');
  return compareValues(
    {
      sigtermAtSeconds: each(term, 'sigtermAtSeconds'),
      sigkillAtSeconds: each(kill, 'sigkillAtSeconds'),
      endedAtSeconds: each(ended, 'endedAtSeconds'),
      podEndedAtSeconds: Math.max(...all),
      exitCode,
      firstSignal,
      event: hook,
      sigtermSent: term[first] !== null,
    },
    then,
  );
}

function livenessFailed(c: Case): Failure[] {
  const config = configOf(c);
  const scene = new Scene();
  const grace = config['livenessProbe.terminationGracePeriodSeconds'] as number | undefined;
  const { pod } = asked(config);
  const livenessProbe = {
    httpGet: { path: '/', port: 80 },
    periodSeconds: 1,
    failureThreshold: 1,
    ...(grace === undefined ? {} : { terminationGracePeriodSeconds: grace }),
  };
  const annotations = { ...pod.metadata.annotations, 'clusterglass.dev/liveness': 'after 0s, fails from 20s' };
  scene.create({
    metadata: { annotations },
    spec: { ...pod.spec, containers: pod.spec.containers.map((container) => ({ ...container, livenessProbe })) },
  });
  scene.until(() => scene.criCalls().some((call) => call.startsWith('StopContainer')), 60);
  const from = scene.now;
  scene.run(60);
  const { term, kill } = timeline(scene, ['web'], from);
  return compareValues({ sigtermAtSeconds: term.web, sigkillAtSeconds: kill.web }, c.then);
}

/** How a program's end is told in the status. */
function ends(c: Case): Failure[] {
  const scene = new Scene();
  const { memoryLimit } = configOf(c) as { memoryLimit?: string };
  const annotations: Record<string, string> = {};
  if (c.when.allocates) annotations['clusterglass.dev/memory'] = String(c.when.allocates);
  const command = c.when.exits === undefined ? {} : { command: ['sh', '-c', `exit ${c.when.exits}`] };
  const resources = memoryLimit === undefined ? {} : { resources: { limits: { memory: memoryLimit } } };
  scene.create({
    metadata: { annotations },
    spec: {
      restartPolicy: 'Never',
      containers: [{ name: 'web', image: 'example.com/unlisted', ...command, ...resources }],
    },
  });
  scene.until(() => scene.pod()?.status?.containerStatuses?.[0]?.state?.terminated !== undefined, 60);
  const end = scene.pod()?.status?.containerStatuses?.[0]?.state?.terminated;
  return compareValues({ exitCode: end?.exitCode, reason: end?.reason }, c.then);
}

function defaults(c: Case): Failure[] {
  const pod = podKind.setDefaults({ metadata: { name: 'p' }, spec: { containers: [{ name: 'web', image: 'web' }] } });
  return compareValue((pod.spec as unknown as Record<string, unknown>)[String(c.when.default)], c.then.value, 'value');
}

function print(c: Case): Failure[] {
  const deleting = configOf(c).deletionTimestamp === undefined ? {} : { deletionTimestamp: '2026-01-01T00:00:00Z' };
  const pod: Pod = { metadata: { name: 'p', ...deleting }, spec: { containers: [] }, status: { phase: 'Running' } };
  return compareValues({ status: podColumns(pod).status }, c.then);
}

const topic = 'termination';
export const adapters: CaseAdapter[] = [
  { area: 'kubelet', topic, when: 'delete', run: deletion },
  { area: 'kubelet', topic, when: 'livenessFailed', run: livenessFailed },
  { area: 'kubelet', topic, when: 'exits', run: ends },
  { area: 'kubelet', topic, when: 'allocates', run: ends },
  { area: 'kubelet', topic, when: 'default', run: defaults },
  { area: 'kubelet', topic, when: 'print', run: print },
];
