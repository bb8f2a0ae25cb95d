import type { Case, CaseAdapter, Failure } from '../../host/cases/case-form';
import { compareValues } from '../../host/cases/compare';
import type { Container } from '../api/types';
import { eventTexts } from './event-texts';
import type { SandboxRow } from './runtime-status';
import { Scene } from './scene.cases';

interface Config {
  containers?: string[];
  initContainers?: string[];
  present?: string[];
  hostNetwork?: boolean;
  cniAdd?: string;
  create?: string;
  start?: string;
  configMapMissing?: string;
  kubeletVersion?: string;
  container?: string;
}
const configOf = (c: Case): Config => (c.given?.config as Config | undefined) ?? {};
const imageOf = (container: string): string => `registry.example.com/${container}:1.0`;

/** A Pod as a case names it: each container has an image of its own; an init container does a second of work. */
function specOf(config: Config): { spec: Record<string, unknown>; annotations: Record<string, string> } {
  const annotations: Record<string, string> = {};
  if (config.create === 'fails') annotations['clusterglass.dev/create'] = 'fails';
  if (config.start === 'fails') annotations['clusterglass.dev/start'] = 'fails';
  const env = config.configMapMissing
    ? { env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: config.configMapMissing, key: 'a' } } }] }
    : {};
  const containers = (config.containers ?? []).map((name): Container => ({ name, image: imageOf(name), ...env }));
  const initContainers = (config.initContainers ?? []).map(
    (name): Container => ({ name, image: imageOf(name), command: ['sleep', '1'] }),
  );
  return {
    annotations,
    spec: {
      containers,
      ...(initContainers.length > 0 ? { initContainers } : {}),
      ...(config.hostNetwork ? { hostNetwork: true } : {}),
    },
  };
}

/** Lets the images be on the node: another Pod has used them before. */
function warm(scene: Scene, names: readonly string[]): void {
  if (names.length === 0) return;
  const containers = names.map((name) => ({ name, image: imageOf(name) }));
  scene.create({ metadata: { name: 'before' }, spec: { containers } });
  scene.until(() => scene.ready('before'));
  scene.run(5);
}

/** Time at which the first sync of the Pod is over: until its second one begins. */
function firstSyncEnds(scene: Scene, from: number): number {
  const syncs = scene
    .events(from)
    .filter((event) => event.verb === 'kubelet.sync' && event.subject === 'pods/default/p');
  return syncs[1] === undefined ? Number.POSITIVE_INFINITY : syncs[1].at - 1;
}

/** The runtime calls the network plugin while it sets a sandbox up and while it takes one down. */
function cniOf(scene: Scene, from: number): { call: string; during: string }[] {
  return scene.cniCalls(from).map((call) => ({ call, during: call === 'ADD' ? 'RunPodSandbox' : 'StopPodSandbox' }));
}

function start(c: Case): Failure[] {
  const config = configOf(c);
  if (c.when.start === 'container') return startTexts(c, config);
  const scene = new Scene();
  warm(scene, config.present ?? []);
  if (config.cniAdd === 'fails') scene.fault('breakNetwork', { node: 'node1' });
  const from = scene.now + 1;
  const { spec, annotations } = specOf(config);
  scene.create({ metadata: { annotations }, spec });
  scene.until(() => scene.ready(), 9);
  // A start that fails is tried again; a case tells of one sync.
  const failing = config.cniAdd ?? config.create ?? config.start ?? config.configMapMissing;
  const calls = scene.criCalls(from, failing === undefined ? Number.POSITIVE_INFINITY : firstSyncEnds(scene, from));
  const pod = scene.pod();
  const status = pod?.status?.containerStatuses?.[0];
  const ended = status?.state?.terminated ?? status?.lastState?.terminated;
  const named = c.then.event as { reason: string; messageStartsWith?: string; message?: string } | undefined;
  const event = scene
    .recorded(from)
    .find(
      (recorded) =>
        recorded.reason === named?.reason && (named.message === undefined || recorded.message === named.message),
    );
  const starts = named?.messageStartsWith;
  const network = pod?.status?.podIP === pod?.status?.hostIP ? 'address of the node' : pod?.status?.podIP;
  return compareValues(
    {
      criCalls: calls,
      cniCalls: cniOf(scene, from),
      waitingReason: status?.state?.waiting?.reason,
      terminatedReason: ended?.reason,
      exitCode: ended?.exitCode,
      podIP: network,
      event: event && {
        ...event,
        ...(starts !== undefined && event.message.startsWith(starts) ? { messageStartsWith: starts } : {}),
      },
    },
    c.then,
  );
}

function startTexts(c: Case, { kubeletVersion, container = 'web' }: Config): Failure[] {
  return compareValues(
    { events: [eventTexts.created(container, kubeletVersion), eventTexts.started(container, kubeletVersion)] },
    c.then,
  );
}

function exit(c: Case): Failure[] {
  const config = configOf(c);
  const scene = new Scene();
  warm(scene, config.present ?? []);
  scene.create(specOf(config));
  scene.until(() => scene.ready());
  scene.run(3);
  const container = String(c.when.exit);
  const from = scene.fault('killContainer', { pod: 'default/p', container });
  scene.run(5);
  return compareValues({ criCalls: scene.criCalls(from), attempt: scene.container(container)?.attempt }, c.then);
}

function collectGarbage(c: Case): Failure[] {
  const scene = new Scene();
  scene.create(specOf(configOf(c)));
  scene.until(() => scene.ready());
  scene.run(3);
  scene.request('DELETE', '/api/v1/namespaces/default/pods/p');
  scene.until(() => scene.pod() === undefined);
  scene.run(1);
  const from = scene.now;
  scene.run(90);
  return compareValues({ criCalls: scene.criCalls(from) }, c.then);
}

function inspect(c: Case): Failure[] {
  const scene = new Scene();
  scene.create(specOf(configOf(c)));
  scene.until(() => scene.ready());
  const sandbox = scene.kernel.table<SandboxRow>('sandboxes').values()[0];
  const modes = Object.entries(sandbox?.namespaces ?? {});
  const shared = ['network', 'ipc', 'uts'].filter((name) =>
    modes.some(([own, mode]) => own === name && mode === 'POD'),
  );
  // A container's file system is always its own; the others as the sandbox says.
  const own = ['mount', ...modes.filter(([, mode]) => mode === 'CONTAINER').map(([name]) => name)];
  const holder = /\/([^/:]+):/.exec(sandbox?.image ?? '')?.[1];
  return compareValues({ shared, notShared: own, holder }, c.then);
}

/** A sandbox whose own process has died. */
function sandboxLost(c: Case): Failure[] {
  const config = configOf(c);
  const scene = new Scene();
  warm(scene, config.present ?? []);
  scene.create(specOf(config));
  scene.until(() => scene.ready());
  scene.run(3);
  const from = scene.fault('killSandbox', { pod: 'default/p' });
  scene.run(30);
  const event = scene.recorded(from).find((recorded) => recorded.reason === 'SandboxChanged');
  const attempts = scene.kernel
    .table<SandboxRow>('sandboxes')
    .values()
    .map((row) => (row.podKey === 'default/p' ? row.attempt : 0));
  return compareValues(
    { criCalls: scene.criCalls(from), cniCalls: cniOf(scene, from), event, attempt: Math.max(...attempts) },
    c.then,
  );
}

function deletion(c: Case): Failure[] {
  const config = configOf(c);
  const scene = new Scene();
  warm(scene, config.present ?? []);
  scene.create(specOf(config));
  scene.until(() => scene.ready());
  scene.run(3);
  const from = scene.request('DELETE', '/api/v1/namespaces/default/pods/p');
  scene.until(() => scene.pod() === undefined);
  return compareValues({ criCalls: scene.criCalls(from), cniCalls: cniOf(scene, from) }, c.then);
}

const topic = 'cri-calls';
export const adapters: CaseAdapter[] = [
  { area: 'kubelet', topic, when: 'start', run: start },
  { area: 'kubelet', topic, when: 'exit', run: exit },
  { area: 'kubelet', topic, when: 'garbageCollect', run: collectGarbage },
  { area: 'kubelet', topic, when: 'inspect', run: inspect },
  { area: 'kubelet', topic, when: 'sandboxLost', run: sandboxLost },
  { area: 'kubelet', topic, when: 'delete', run: deletion },
];
