import { describe, expect, it } from 'vitest';
import { podColumns } from '../../shared/print-pod';
import type { Container, Pod } from '../api/types';
import { Scene, second } from './scene.cases';

const web = (more: Partial<Container> = {}): Container => ({ name: 'web', image: 'nginx:1.27', ...more });
const http = { httpGet: { path: '/', port: 80 }, periodSeconds: 5 };
const path = '/api/v1/namespaces/default/pods/p';

/** What `kubectl get pod` would have said over time, each word once in a row. */
function words(scene: Scene): string[] {
  const found: string[] = [];
  scene.kernel.onWrite((table) => {
    if (table !== 'api/pods') return;
    const pod = scene.pod();
    const word = pod ? podColumns(pod).status : 'gone';
    if (found.at(-1) !== word) found.push(word);
  });
  return found;
}

function started(spec: object, annotations: Record<string, string> = {}): Scene {
  const scene = new Scene();
  scene.create({ metadata: { annotations }, spec });
  return scene;
}

describe('a Pod whose image is mistyped', () => {
  it.each([
    ['ngnix:1.29', /^failed to pull and unpack image .*pull access denied, repository does not exist/],
    ['nginx:doesnotexist', /^rpc error: code = NotFound desc = failed to pull and unpack image .*: not found$/],
  ])('waits for %s: ErrImagePull and ImagePullBackOff by turns', (image, why) => {
    const scene = new Scene();
    const said = words(scene);
    scene.create({ spec: { containers: [web({ image })] } });
    scene.until(() => scene.pod()?.status?.containerStatuses?.[0]?.state?.waiting?.reason === 'ErrImagePull');
    expect(scene.pod()?.status?.containerStatuses?.[0]?.state?.waiting?.message).toMatch(why);
    scene.run(120);
    expect(said.slice(0, 5)).toEqual([
      'Pending',
      'ContainerCreating',
      'ErrImagePull',
      'ImagePullBackOff',
      'ErrImagePull',
    ]);
    const [failed] = scene.recorded().filter(({ reason }) => reason === 'Failed');
    expect(failed?.message.startsWith(`Failed to pull image "${image}": `)).toBe(true);
    expect(failed?.message.slice(`Failed to pull image "${image}": `.length)).toMatch(why);
  });

  it('runs when an annotation says that the image is there', () => {
    const scene = started({ containers: [web({ image: 'ngnix' })] }, { 'clusterglass.dev/image-pull': 'succeeds' });
    expect(scene.until(() => scene.ready())).toBe(true);
  });
});

describe('a Pod that is bound to a node', () => {
  it('becomes Ready by these calls, in this order', () => {
    const scene = started({ containers: [web({ readinessProbe: http })] });
    scene.until(() => scene.ready());
    const calls = scene
      .events(5 * second)
      .filter(
        (event) =>
          /^(cri|cni|kubelet|pleg|probe)\./.test(event.verb) ||
          (event.verb === 'api.patch' && event.subject.startsWith('pods/')),
      )
      .map((event) => `${event.verb} ${(event.detail as { call?: string } | null)?.call ?? ''}`.trim());
    expect(calls).toEqual([
      'kubelet.sync',
      'kubelet.cgroup',
      'kubelet.mount',
      'cri.RunPodSandbox',
      'api.patch',
      'cni.ADD',
      'cri.reply RunPodSandbox',
      'cri.PodSandboxStatus',
      'cri.ImageStatus',
      'cri.PullImage',
      // The sandbox is seen, but the sync that pulls is not over.
      'pleg.relist',
      'cri.reply PullImage',
      'cri.CreateContainer',
      'cri.reply CreateContainer',
      'cri.StartContainer',
      'cri.reply StartContainer',
      'pleg.relist',
      'kubelet.sync',
      'api.patch',
      'probe.result',
      'api.patch',
    ]);
  });

  it('has a reason for each step: every event leads back to the command', () => {
    const scene = started({ containers: [web()] });
    scene.until(() => scene.ready());
    const { trace } = scene.kernel;
    for (const event of trace.events.filter((e) => e.subject.startsWith('pods/default/p') && e.verb !== 'command')) {
      const root = trace.why(event.seq).at(-1);
      expect(root?.verb, `${event.seq} ${event.verb}`).toBe('command');
    }
  });

  it('has an address of its node’s range, and two have two', () => {
    const scene = started({ containers: [web()] });
    scene.create({ metadata: { name: 'q' }, spec: { containers: [web()] } });
    scene.until(() => scene.ready() && scene.ready('q'));
    expect([scene.pod()?.status?.podIP, scene.pod('q')?.status?.podIP].sort()).toEqual(['10.244.0.2', '10.244.0.3']);
    expect(scene.pod()?.status?.hostIP).toBe('10.2.0.2');
  });

  it('on its node’s network has the node’s address and needs no CNI', () => {
    const scene = started({ hostNetwork: true, containers: [web()] });
    scene.until(() => scene.ready());
    expect(scene.pod()?.status?.podIP).toBe('10.2.0.2');
    expect(scene.cniCalls()).toEqual([]);
  });

  it('is told what the kubelet knows of its container', () => {
    const scene = started({ containers: [web({ resources: { requests: { cpu: '100m' } } })] });
    scene.until(() => scene.ready());
    const [status] = scene.pod()?.status?.containerStatuses ?? [];
    expect(status).toMatchObject({
      name: 'web',
      ready: true,
      started: true,
      restartCount: 0,
      image: 'docker.io/library/nginx:1.27',
    });
    expect(status?.containerID).toMatch(/^containerd:\/\/[0-9a-f]{64}$/);
    expect(status?.state?.running?.startedAt).toMatch(/^2026-01-01T00:00:0\dZ$/);
    expect(status?.resources).toEqual({ requests: { cpu: '100m' } });
  });

  it('is written again only when its status has changed', () => {
    const scene = started({ containers: [web({ readinessProbe: http })] });
    scene.until(() => scene.ready());
    scene.run(5);
    const before = scene.pod()?.metadata.resourceVersion;
    scene.run(600);
    expect(scene.pod()?.metadata.resourceVersion).toBe(before);
  });
});

describe('a container that crashes', () => {
  it('is started again at once, then after 10, 20 and 40 seconds and a little', () => {
    const scene = started({ containers: [web()] }, { 'clusterglass.dev/crash': 'after 2s' });
    scene.run(130);
    const ends = scene
      .process('web')
      .filter((event) => event.exitCode !== undefined)
      .map((event) => event.at);
    const starts = scene
      .events()
      .filter((event) => event.verb === 'cri.StartContainer')
      .map((event) => event.at);
    const waits = starts.slice(1).map((at, i) => (at - (ends[i] as number)) / second);
    [0, 10, 20, 40].forEach((delay, i) => {
      expect(waits[i]).toBeGreaterThanOrEqual(delay);
      // The retry comes up to half the delay later, and a death is seen at the next relist.
      expect(waits[i]).toBeLessThanOrEqual(delay * 1.5 + 1.5);
    });
  });

  it('keeps the Pod Running and not Ready, and counts', () => {
    const scene = started({ containers: [web()] }, { 'clusterglass.dev/crash': 'after 2s' });
    scene.until(() => scene.pod()?.status?.containerStatuses?.[0]?.restartCount === 2);
    scene.run(10);
    expect(scene.pod()?.status?.phase).toBe('Running');
    expect(scene.ready()).toBe(false);
    expect(scene.pod()?.status?.containerStatuses?.[0]?.lastState?.terminated).toMatchObject({
      exitCode: 1,
      reason: 'Error',
    });
  });

  it('shows Error while a short back-off lasts and CrashLoopBackOff once it is long, as 1.35 and later do', () => {
    const scene = started({ containers: [web()] }, { 'clusterglass.dev/crash': 'after 2s' });
    const restarts = () => scene.pod()?.status?.containerStatuses?.[0]?.restartCount ?? 0;
    for (const count of [1, 2, 3]) {
      scene.until(() => restarts() === count && podColumns(scene.pod() as Pod).status === 'Error');
      scene.run(5);
      expect(podColumns(scene.pod() as Pod).status, `${count}`).toBe('Error');
    }
    scene.run(300 - scene.now / second);
    expect(podColumns(scene.pod() as Pod).status).toBe('CrashLoopBackOff');
    expect(scene.pod()?.status?.containerStatuses?.[0]?.state?.waiting?.message).toMatch(
      /^back-off 2m40s restarting failed container=web pod=p_default\(/,
    );
  });

  it('whose program does not exist never starts: RunContainerError, and StartError with 128 as its last state', () => {
    const scene = new Scene();
    const said = words(scene);
    scene.create({ spec: { containers: [web({ command: ['/nonexistent'] })] } });
    scene.run(60);
    expect(said).not.toContain('Running');
    expect(said.slice(0, 3)).toEqual(['Pending', 'ContainerCreating', 'RunContainerError']);
    const [status] = scene.pod()?.status?.containerStatuses ?? [];
    const message =
      'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: error during container init: exec: "/nonexistent": stat /nonexistent: no such file or directory';
    expect(status?.lastState?.terminated).toMatchObject({
      reason: 'StartError',
      exitCode: 128,
      message,
      startedAt: '1970-01-01T00:00:00Z',
    });
    expect(status?.state?.waiting?.reason).toMatch(/^(RunContainerError|CrashLoopBackOff)$/);
    expect(scene.recorded()).toContainEqual({ type: 'Warning', reason: 'Failed', message: `Error: ${message}` });
  });

  it('leaves at most one dead attempt behind beside the newest', () => {
    const scene = started({ containers: [web()] }, { 'clusterglass.dev/crash': 'after 2s' });
    scene.run(200);
    expect(scene.kernel.table('containers').size).toBeLessThanOrEqual(2);
  });

  it('does not keep the cluster from being settled', () => {
    const scene = started({ containers: [web()] }, { 'clusterglass.dev/crash': 'after 2s' });
    expect(scene.kernel.runUntilSettled(scene.now + 60 * second)).toBe(true);
  });

  it('under restartPolicy Never makes the Pod Failed, under OnFailure only an end with 0 ends it', () => {
    const failed = started({ restartPolicy: 'Never', containers: [web({ command: ['sh', '-c', 'sleep 2; exit 3'] })] });
    failed.run(20);
    expect(failed.pod()?.status).toMatchObject({
      phase: 'Failed',
      containerStatuses: [{ state: { terminated: { exitCode: 3 } } }],
    });
    const done = started({ restartPolicy: 'OnFailure', containers: [web({ command: ['sh', '-c', 'sleep 2'] })] });
    done.run(20);
    expect(done.pod()?.status?.phase).toBe('Succeeded');
    expect(done.pod()?.status?.conditions?.find((c) => c.type === 'Ready')).toMatchObject({
      status: 'False',
      reason: 'PodCompleted',
    });
  });
});

describe('an image that cannot be pulled', () => {
  it('shows ErrImagePull and ImagePullBackOff in turn, with the registry’s own words', () => {
    const scene = new Scene();
    const seen = words(scene);
    scene.create({ spec: { containers: [web({ image: 'example.invalid/shop:1' })] } });
    scene.run(60);
    expect(seen.slice(0, 5)).toEqual([
      'Pending',
      'ContainerCreating',
      'ErrImagePull',
      'ImagePullBackOff',
      'ErrImagePull',
    ]);
    const waiting = scene.pod()?.status?.containerStatuses?.[0]?.state?.waiting;
    expect(waiting?.message).toContain('no such host');
  });

  it('is pulled once the release is mended', () => {
    const scene = started({ containers: [web({ image: 'nginx:example.invalid' })] });
    scene.run(30);
    const body = { spec: { containers: [{ name: 'web', image: 'nginx:1.28' }] } };
    const payload = {
      method: 'PATCH',
      path,
      user: 'kubectl',
      contentType: 'application/strategic-merge-patch+json',
      body,
    };
    scene.kernel.command({ to: 'http', type: 'request', payload });
    scene.run(10);
    expect(scene.ready()).toBe(true);
  });

  it('is waited for by the pulls behind it, for a node pulls one image at a time', () => {
    const scene = started({ containers: [web()] }, { 'clusterglass.dev/image-pull': '20s' });
    scene.create({ metadata: { name: 'q' }, spec: { containers: [web({ image: 'redis:7' })] } });
    scene.until(() => scene.ready('q'), 60);
    expect(scene.now).toBeGreaterThan(25 * second);
    const text = scene
      .recorded()
      .find((event) => event.reason === 'Pulled' && event.message.includes('redis'))?.message;
    expect(text).toMatch(/in 1\.\d+s \(2\d\.?\d*s including waiting\)/);
  });
});

describe('what a container needs and is not there', () => {
  it('keeps it in CreateContainerConfigError until somebody makes it', () => {
    const scene = started({ containers: [web({ envFrom: [{ configMapRef: { name: 'cfg' } }] })] });
    scene.run(20);
    expect(scene.pod()?.status?.containerStatuses?.[0]?.state?.waiting).toEqual({
      reason: 'CreateContainerConfigError',
      message: 'configmap "cfg" not found',
    });
    scene.request('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'cfg' } });
    scene.run(20);
    expect(scene.ready()).toBe(true);
  });

  it('a key of a ConfigMap that a volume names and that is not in it', () => {
    const scene = new Scene();
    scene.request('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'cfg' }, data: { a: '1' } });
    const volumes = [{ name: 'v', configMap: { name: 'cfg', items: [{ key: 'b', path: 'b' }] } }];
    scene.create({ spec: { volumes, containers: [web()] } });
    scene.run(5);
    expect(podColumns(scene.pod() as Pod).status).toBe('ContainerCreating');
    expect(scene.recorded()[0]?.message).toBe(
      'MountVolume.SetUp failed for volume "v" : configmap references non-existent config key: b',
    );
  });

  it('a claim that does not exist, of a Pod that was bound without a scheduler', () => {
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'disk' } }];
    const scene = started({ volumes, containers: [web()] });
    scene.run(60);
    expect(podColumns(scene.pod() as Pod).status).toBe('ContainerCreating');
    expect(scene.recorded()[0]).toEqual({
      type: 'Warning',
      reason: 'FailedMount',
      message:
        'Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[], failed to process volumes=[data]: error processing PVC default/disk: failed to fetch PVC from API server: persistentvolumeclaims "disk" not found',
    });
  });

  it('holds up the whole Pod when it is a volume', () => {
    const volumes = [{ name: 'v', secret: { secretName: 'key' } }];
    const scene = started({ volumes, containers: [web()] });
    scene.run(20);
    expect(scene.criCalls()).toEqual([]);
    expect(scene.recorded()[0]?.message).toBe('MountVolume.SetUp failed for volume "v" : secret "key" not found');
    scene.request('POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 'key' } });
    scene.run(60);
    expect(scene.ready()).toBe(true);
  });

  it('and is optional holds up nothing', () => {
    const scene = started({ containers: [web({ envFrom: [{ configMapRef: { name: 'cfg', optional: true } }] })] });
    scene.run(10);
    expect(scene.ready()).toBe(true);
  });
});

describe('a Pod that is deleted', () => {
  it('ends Terminating, then Completed, then gone, and leaves nothing behind', () => {
    const scene = started({
      volumes: [{ name: 'tmp', emptyDir: {} }],
      containers: [web({ readinessProbe: http, livenessProbe: http })],
    });
    scene.until(() => scene.ready());
    scene.run(5);
    const seen = words(scene);
    scene.request('DELETE', path);
    scene.run(100);
    expect(seen).toEqual(['Terminating', 'Completed', 'gone']);
    for (const table of [
      'pod-workers',
      'pod-syncs',
      'pod-cache',
      'pod-statuses',
      'probe-workers',
      'container-kills',
      'containers',
      'sandboxes',
      'pod-addresses',
      'pod-resources',
      'restart-back-offs',
    ]) {
      expect(scene.kernel.table(table).size, table).toBe(0);
    }
  });

  it('while its image is pulled gives the pull up', () => {
    const scene = started({ containers: [web()] }, { 'clusterglass.dev/image-pull': '60s' });
    scene.run(5);
    const from = scene.request('DELETE', path);
    scene.until(() => scene.pod() === undefined);
    expect((scene.now - from) / second).toBeLessThan(4);
    expect(scene.kernel.table('image-pulls').size).toBe(0);
  });

  it('by force goes at once, and its container is still stopped with its grace', () => {
    const scene = started(
      { terminationGracePeriodSeconds: 8, containers: [web()] },
      { 'clusterglass.dev/sigterm': 'ignore' },
    );
    scene.until(() => scene.ready());
    scene.run(3);
    const from = scene.request('DELETE', path, { gracePeriodSeconds: 0 });
    scene.run(20);
    const signals = scene.process('web', from);
    expect(signals.map((event) => event.signal ?? event.exitCode)).toEqual(['SIGQUIT', 'SIGKILL', 137]);
    expect(Math.round(((signals[1]?.at ?? 0) - from) / second)).toBe(8);
  });

  it('a second time with less grace is killed sooner', () => {
    const scene = started({ containers: [web()] }, { 'clusterglass.dev/sigterm': 'ignore' });
    scene.until(() => scene.ready());
    scene.run(3);
    const from = scene.request('DELETE', path);
    scene.run(5);
    scene.request('DELETE', path, { gracePeriodSeconds: 3 });
    scene.until(() => scene.pod() === undefined, 60);
    expect((scene.now - from) / second).toBeLessThan(12);
  });

  it('with activeDeadlineSeconds is ended by its kubelet and called Failed', () => {
    const scene = started({ activeDeadlineSeconds: 10, containers: [web()] });
    scene.run(30);
    expect(scene.pod()?.status).toMatchObject({
      phase: 'Failed',
      reason: 'DeadlineExceeded',
      message: 'Pod was active on the node longer than the specified deadline',
    });
  });
});

describe('an annotation that means nothing', () => {
  it('is told in an Event, and the Pod runs as though it were not there', () => {
    const scene = started({ containers: [web()] }, { 'clusterglass.dev/readiness': 'sometimes' });
    scene.until(() => scene.ready());
    expect(scene.recorded().find((event) => event.reason === 'InvalidAnnotation')?.message).toContain(
      '"sometimes" is not never, always',
    );
  });
});

describe('a Pod that its node has no room for', () => {
  it('is refused with the reason, and stays Failed', () => {
    const scene = started({ containers: [web({ resources: { requests: { cpu: '3' } } })] });
    scene.run(5);
    scene.create({ metadata: { name: 'q' }, spec: { containers: [web({ resources: { requests: { cpu: '2' } } })] } });
    scene.run(60);
    expect(scene.pod('q')?.status).toMatchObject({
      phase: 'Failed',
      reason: 'OutOfcpu',
      message: "Pod was rejected: Node didn't have enough resource: cpu, requested: 2000, used: 3000, capacity: 4000",
    });
  });
});
