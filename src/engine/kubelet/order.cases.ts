import type { Case, CaseAdapter, Failure } from '../../host/cases/case-form';
import { compareValues } from '../../host/cases/compare';
import { parseBytes, parseCpuMilli } from '../api/quantity';
import type { Container, Pod } from '../api/types';
import { podRequests } from './pod-requests';
import { Scene } from './scene.cases';
import type { CachedStatus } from './tables';

interface Spec {
  restartPolicy?: string;
  initContainers?: Container[];
  containers: Container[];
}
const specOf = (c: Case): Spec => ((c.given?.objects ?? []) as Pod[])[0]?.spec as unknown as Spec;

/** What each container does: it ends with a code, or runs on. An init container of which nothing is said does its work. */
function scripted(spec: Spec, exits: Record<string, number>, running: readonly string[]): Spec {
  const script = (container: Container, init: boolean): Container => {
    const code = exits[container.name];
    const work = init && container.restartPolicy !== 'Always' && !running.includes(container.name);
    const command = code !== undefined ? ['sh', '-c', `sleep 4; exit ${code}`] : work ? ['sleep', '1'] : ['server'];
    const probe = container.startupProbe
      ? { startupProbe: { httpGet: { path: '/', port: 80 }, ...container.startupProbe } }
      : {};
    return { ...container, image: 'example.com/unlisted', command, ...probe };
  };
  return {
    ...spec,
    ...(spec.initContainers ? { initContainers: spec.initContainers.map((container) => script(container, true)) } : {}),
    containers: spec.containers.map((container) => script(container, false)),
  };
}

function start(c: Case): Failure[] {
  const scene = new Scene();
  const spec = scripted(specOf(c), {}, []);
  const init = spec.initContainers ?? [];
  const steps: string[] = [];
  const seen = (step: string) => {
    if (!steps.includes(step)) steps.push(step);
  };
  // A sidecar without a startup probe is good for the next one when the kubelet has seen it running.
  scene.kernel.onWrite((table, key) => {
    if (table !== 'pod-cache') return;
    for (const row of scene.kernel.table<CachedStatus>('pod-cache').get(key)?.status.containers ?? []) {
      const own = init.find((container) => container.name === row.name);
      if (own?.restartPolicy === 'Always' && !own.startupProbe && row.state === 'running') seen(`${row.name} running`);
      if (own && own.restartPolicy !== 'Always' && row.state === 'exited') seen(`${row.name} exits ${row.exitCode}`);
    }
  });
  scene.create({ spec });
  let read = scene.kernel.trace.events.length;
  const look = () => {
    for (const event of scene.kernel.trace.events.slice(read)) {
      const detail = event.detail as { container?: string; result?: string };
      if (event.verb === 'cri.StartContainer') seen(`start ${detail.container}`);
      if (event.verb === 'probe.result' && detail.result === 'success' && event.subject.endsWith('/startup')) {
        seen(`startup probe of ${event.subject.split('/')[3]} succeeds`);
      }
    }
    read = scene.kernel.trace.events.length;
  };
  scene.until(() => {
    look();
    return scene.ready();
  }, 60);
  return compareValues({ steps }, c.then);
}

function exits(c: Case): Failure[] {
  const scene = new Scene();
  const codes = c.when.exit as Record<string, number>;
  const spec = scripted(specOf(c), codes, (c.when.running as string[] | undefined) ?? []);
  const [exiting = ''] = Object.keys(codes);
  scene.create({ spec });
  scene.until(() => scene.process(exiting).some((event) => event.exitCode !== undefined), 60);
  const from = scene.now;
  const before = scene.criCalls(0, from);
  scene.run(8);
  const after = scene.criCalls(from);
  const startedAfter = (name: string) => after.includes(`StartContainer ${name}`);
  const names = [...(spec.initContainers ?? []), ...spec.containers].map((container) => container.name);
  const stopped = names.filter((name) => after.includes(`StopContainer ${name}`));
  const kept = names.filter(
    (name) =>
      scene.container(name)?.state === 'running' && before.includes(`StartContainer ${name}`) && !startedAfter(name),
  );
  const actual = {
    restarted: names.filter((name) => startedAfter(name) && before.includes(`StartContainer ${name}`)),
    notStarted: names.filter(
      (name) =>
        !startedAfter(name) &&
        !kept.includes(name) &&
        !stopped.includes(name) &&
        (name !== exiting || scene.container(name) === undefined),
    ),
    keptRunning: kept,
    stopped,
    podPhase: scene.pod()?.status?.phase,
  };
  // A list of a case names what it is about, not every container.
  const named = (name: 'notStarted' | 'keptRunning') =>
    actual[name].filter((container) => ((c.then[name] as string[] | undefined) ?? []).includes(container));
  return compareValues({ ...actual, notStarted: named('notStarted'), keptRunning: named('keptRunning') }, c.then);
}

function requests(c: Case): Failure[] {
  const { cpuMilli, memoryBytes } = podRequests(specOf(c));
  const { cpu, memory } = c.then as { cpu: string; memory: string };
  return compareValues({ cpuMilli, memoryBytes }, { cpuMilli: parseCpuMilli(cpu), memoryBytes: parseBytes(memory) });
}

const topic = 'init-and-sidecar-order';
export const adapters: CaseAdapter[] = [
  { area: 'kubelet', topic, when: 'start', run: start },
  { area: 'kubelet', topic, when: 'exit', run: exits },
  { area: 'kubelet', topic, when: 'compute:podRequests', run: requests },
];
