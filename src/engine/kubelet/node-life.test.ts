import { describe, expect, it } from 'vitest';
import type { Container, Lease, Node, NodeCondition } from '../api/types';
import { Cluster } from '../cluster';
import { type ClusterConfig, defaultConfig, manyNodes } from '../config';
import { Scene, second } from './scene.cases';

const web = (more: Partial<Container> = {}): Container => ({ name: 'web', image: 'nginx:1.27', ...more });
const path = '/api/v1/namespaces/default/pods/p';
const conditionOf = (node: Node | undefined, type: string): NodeCondition | undefined =>
  node?.status?.conditions?.find((c) => c.type === type);

function nodesOf(cluster: Cluster): Node[] {
  return cluster.kernel.table<Node>('api/nodes').values();
}

describe('a node', () => {
  it('is Ready when its kubelet has started, with address, podCIDR and no taint', () => {
    const cluster = new Cluster({ nodes: manyNodes(3) }).boot();
    cluster.kernel.runUntil(second);
    const nodes = nodesOf(cluster);
    expect(nodes.map((node) => conditionOf(node, 'Ready')?.status)).toEqual(['True', 'True', 'True']);
    expect(nodes.map((node) => node.spec)).toEqual(
      ['0', '1', '2'].map((n) => ({ podCIDR: `10.244.${n}.0/24`, podCIDRs: [`10.244.${n}.0/24`] })),
    );
    expect(nodes.map((node) => node.status?.addresses?.[0]?.address)).toEqual(['10.2.0.2', '10.2.0.3', '10.2.0.4']);
    expect(nodes[0]?.metadata.labels).toMatchObject({
      'kubernetes.io/hostname': 'node-1',
      'kubernetes.io/os': 'linux',
      'kubernetes.io/arch': 'amd64',
    });
    expect(nodes[0]?.status?.nodeInfo?.kubeletVersion).toBe('v1.37.0');
  });

  it('can give to Pods what is left when eviction has what it needs', () => {
    const cluster = new Cluster({
      nodes: [{ name: 'a', capacity: { cpu: '2', memory: '4Gi' }, labels: { disk: 'ssd' } }],
    }).boot();
    cluster.kernel.runUntil(second);
    const [node] = nodesOf(cluster);
    expect(node?.status?.capacity).toMatchObject({ cpu: '2', memory: '4Gi', pods: '110' });
    expect(node?.status?.allocatable).toMatchObject({ cpu: '2', memory: '3996Mi' });
    expect(node?.metadata.labels?.disk).toBe('ssd');
  });

  it('keeps the taints that its administrator gave it', () => {
    const cluster = new Cluster({ nodes: [{ name: 'a', taints: [{ key: 'gpu', effect: 'NoSchedule' }] }] }).boot();
    cluster.kernel.runUntil(second);
    expect(nodesOf(cluster)[0]?.spec?.taints).toEqual([{ key: 'gpu', effect: 'NoSchedule' }]);
  });

  it('for which the cluster’s range has no podCIDR left is not Ready', () => {
    const cluster = new Cluster({ nodes: manyNodes(2), clusterCIDR: '10.244.0.0/24' }).boot();
    cluster.kernel.runUntil(second);
    expect(conditionOf(nodesOf(cluster)[1], 'Ready')).toMatchObject({ status: 'False', reason: 'KubeletNotReady' });
  });

  it('renews its lease every ten seconds and reports an unchanged status every five minutes', () => {
    const scene = new Scene();
    const node = () => nodesOf(scene.cluster)[0];
    const lease = () => scene.kernel.table<Lease>('api/leases').get('kube-node-lease/node1');
    const before = lease()?.spec?.renewTime;
    scene.run(10);
    expect(lease()?.spec?.renewTime).not.toBe(before);
    const version = node()?.metadata.resourceVersion;
    scene.run(270);
    expect(node()?.metadata.resourceVersion).toBe(version);
    scene.run(40);
    expect(node()?.metadata.resourceVersion).not.toBe(version);
    expect(conditionOf(node(), 'Ready')?.lastTransitionTime).toBe('2026-01-01T00:00:00Z');
  });

  it('tells of the images that it has pulled within ten seconds', () => {
    const scene = new Scene();
    scene.create({ spec: { containers: [web()] } });
    scene.until(() => scene.ready());
    scene.run(11);
    expect(nodesOf(scene.cluster)[0]?.status?.images?.[0]).toMatchObject({ sizeBytes: 72_950_530 });
  });
});

describe('a description of an image that cannot be used', () => {
  it('is told in an Event, and the image is an unknown one', () => {
    const scene = new Scene({ workloads: { shop: { exitCode: -1 } } });
    expect(scene.recorded()).toEqual([
      {
        type: 'Warning',
        reason: 'InvalidWorkload',
        message: 'the description of image shop: exitCode must be a whole number, zero or more',
      },
    ]);
    scene.create({ spec: { containers: [web({ image: 'shop' })] } });
    expect(scene.until(() => scene.ready())).toBe(true);
  });
});

describe('a kubelet that is stopped', () => {
  it('leaves its containers running, and takes them over when it is started again', () => {
    const scene = new Scene();
    scene.create({ spec: { containers: [web({ readinessProbe: { httpGet: { path: '/', port: 80 } } })] } });
    scene.until(() => scene.ready());
    scene.run(5);
    const container = scene.container('web')?.id;
    const from = scene.fault('stopKubelet', { node: 'node1' });
    scene.run(60);
    expect(scene.container('web')?.state).toBe('running');
    scene.fault('startKubelet', { node: 'node1' });
    scene.run(60);
    expect(scene.container('web')?.id).toBe(container);
    expect(scene.criCalls(from)).toEqual([]);
    expect(scene.ready()).toBe(true);
    scene.request('DELETE', path);
    scene.run(10);
    expect(scene.pod()).toBeUndefined();
  });

  it('does not see a crash until it is back, and then restarts what has crashed', () => {
    const scene = new Scene();
    scene.create({ spec: { containers: [web()] } });
    scene.until(() => scene.ready());
    scene.run(5);
    scene.fault('stopKubelet', { node: 'node1' });
    scene.run(2);
    scene.kernel.command({ to: 'kubelet-faults', type: 'killContainer', payload: { pod: 'default/p' } });
    scene.run(5);
    scene.fault('startKubelet', { node: 'node1' });
    scene.run(15);
    expect(scene.ready()).toBe(true);
  });

  it('ends, when it is back, what was deleted meanwhile', () => {
    const scene = new Scene();
    scene.create({ spec: { containers: [web()] } });
    scene.until(() => scene.ready());
    scene.run(5);
    scene.fault('stopKubelet', { node: 'node1' });
    scene.run(2);
    scene.request('DELETE', path, { gracePeriodSeconds: 0 });
    scene.run(5);
    expect(scene.kernel.table('containers').size).toBe(1);
    scene.fault('startKubelet', { node: 'node1' });
    scene.run(120);
    for (const table of ['containers', 'sandboxes', 'pod-addresses', 'pod-workers'])
      expect(scene.kernel.table(table).size, table).toBe(0);
  });

  it('in the middle of a start finishes it when it is back', () => {
    for (const afterMicros of [50_000, 200_000, 900_000, 2_450_000, 2_520_000, 2_600_000]) {
      const scene = new Scene();
      scene.create({ spec: { containers: [web()] } });
      scene.kernel.runUntil(scene.now + afterMicros);
      scene.fault('stopKubelet', { node: 'node1' });
      scene.run(5);
      scene.fault('startKubelet', { node: 'node1' });
      scene.run(60);
      expect(scene.ready(), `${afterMicros}`).toBe(true);
      expect(scene.kernel.table('pod-addresses').size, `${afterMicros}`).toBe(1);
    }
  });
});

describe('a machine that loses power', () => {
  it('has its Pods anew when it is back: new sandbox, new address, one restart', () => {
    const scene = new Scene();
    scene.create({ spec: { containers: [web()] } });
    scene.until(() => scene.ready());
    scene.run(5);
    const from = scene.fault('crashNode', { node: 'node1' });
    scene.run(20);
    expect(scene.container('web')?.state).toBe('exited');
    scene.fault('startNode', { node: 'node1' });
    scene.run(30);
    expect(scene.ready()).toBe(true);
    expect(scene.pod()?.status?.containerStatuses?.[0]).toMatchObject({
      restartCount: 1,
      lastState: { terminated: { exitCode: 255 } },
    });
    expect(scene.pod()?.status?.podIP).toBe('10.244.0.3');
    expect(scene.recorded(from)[0]?.message).toBe('Pod sandbox changed, it will be killed and re-created.');
    // The old sandbox stays as long as a dead container of it is kept.
    scene.run(120);
    expect(scene.kernel.table('sandboxes').size).toBe(2);
  });
});

describe('a sandbox whose own process dies', () => {
  it('is replaced with all that runs in it, and the Pod gets another address', () => {
    const scene = new Scene();
    scene.create({ spec: { containers: [web()] } });
    scene.until(() => scene.ready());
    scene.run(5);
    const from = scene.fault('killSandbox', { pod: 'default/p' });
    scene.run(20);
    expect(scene.criCalls(from)).toEqual([
      'StopContainer web',
      'StopPodSandbox',
      'RunPodSandbox',
      'PodSandboxStatus',
      'ImageStatus web',
      'CreateContainer web',
      'StartContainer web',
    ]);
    expect(scene.ready()).toBe(true);
    expect(scene.pod()?.status?.podIP).toBe('10.244.0.3');
    expect(scene.kernel.table('pod-addresses').keys()).toEqual(['10.244.0.3']);
  });
});

describe('a node whose kubelet is configured otherwise', () => {
  it('pulls several images at a time, up to a number', () => {
    const started = (kubelet: ClusterConfig['kubelet']) => {
      const scene = new Scene({ kubelet });
      for (const name of ['a', 'b', 'c'])
        scene.create({ metadata: { name }, spec: { containers: [web({ image: `${name}:1` })] } });
      scene.run(1);
      return scene.criCalls().filter((call) => call.startsWith('PullImage')).length;
    };
    const { kubelet } = defaultConfig;
    expect(started(kubelet)).toBe(1);
    expect(started({ ...kubelet, serializeImagePulls: false })).toBe(3);
    expect(started({ ...kubelet, serializeImagePulls: false, maxParallelImagePulls: 2 })).toBe(2);
  });

  it('never waits longer than its maximum before a restart', () => {
    const scene = new Scene({ kubelet: { ...defaultConfig.kubelet, maxContainerRestartSeconds: 15 } });
    scene.create({
      metadata: { annotations: { 'clusterglass.dev/crash': 'after 1s' } },
      spec: { containers: [web()] },
    });
    scene.run(200);
    expect(scene.container('web')?.attempt).toBeGreaterThan(7);
  });
});

describe('a fault', () => {
  it('that breaks the network keeps new Pods in ContainerCreating until it is healed', () => {
    const scene = new Scene();
    scene.fault('breakNetwork', { node: 'node1' });
    scene.create({ spec: { containers: [web()] } });
    scene.run(20);
    expect(scene.pod()?.status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe('ContainerCreating');
    expect(scene.recorded()[0]?.message).toMatch(
      /^Failed to create pod sandbox: rpc error: .*failed to setup network for sandbox/,
    );
    scene.fault('healNetwork', { node: 'node1' });
    scene.run(30);
    expect(scene.ready()).toBe(true);
    expect(scene.kernel.table('pod-addresses').size).toBe(1);
  });

  it('that makes pulls slow makes them slow by that factor', () => {
    const scene = new Scene();
    scene.fault('slowPull', { node: 'node1', factor: 5 });
    scene.create({ spec: { containers: [web()] } });
    scene.until(() => scene.ready());
    expect(scene.now / second).toBeGreaterThan(5 + 10);
  });

  it('that makes readiness fail takes the Pod out, and back in when it is healed', () => {
    const scene = new Scene();
    scene.create({
      spec: { containers: [web({ readinessProbe: { httpGet: { path: '/', port: 80 }, periodSeconds: 2 } })] },
    });
    scene.until(() => scene.ready());
    scene.run(5);
    scene.fault('failProbe', { pod: 'default/p', kind: 'readiness' });
    scene.run(8);
    expect(scene.ready()).toBe(false);
    expect(scene.container('web')?.attempt).toBe(0);
    scene.fault('healProbe', { pod: 'default/p' });
    scene.run(4);
    expect(scene.ready()).toBe(true);
  });

  it('that names nothing that exists does nothing', () => {
    const scene = new Scene();
    for (const type of [
      'killContainer',
      'failProbe',
      'healProbe',
      'stopKubelet',
      'startKubelet',
      'crashNode',
      'slowPull',
      'breakNetwork',
      'nonsense',
    ]) {
      scene.fault(type, { pod: 'default/nobody', node: 'nowhere' });
      scene.fault(type, null);
    }
    expect(() => scene.run(5)).not.toThrow();
  });
});

describe('the event of a fault', () => {
  const told = (scene: Scene) =>
    scene
      .events()
      .filter((event) => event.verb === 'fault')
      .map((event) => event.detail);

  it('says what it does to what, with its numbers', () => {
    const scene = new Scene();
    const probe = { httpGet: { path: '/', port: 80 }, periodSeconds: 1 };
    const log = { name: 'log', image: 'busybox', command: ['sleep', '3600'] };
    scene.create({ spec: { containers: [web({ readinessProbe: probe }), log] } });
    scene.until(() => scene.ready());
    for (const [type, payload] of [
      ['slowPull', {}],
      ['failProbe', { pod: 'default/p', seconds: 20 }],
      ['healProbe', { pod: 'default/p' }],
      ['killContainer', { pod: 'default/p', container: 'log' }],
      ['killContainer', { pod: 'default/p' }],
      ['killSandbox', { pod: 'default/p' }],
    ] as const) {
      scene.fault(type, payload);
      scene.run(0.1);
    }
    const pod = 'default/p';
    expect(told(scene)).toEqual([
      { type: 'slowPull', factor: 10, meets: ['node1'] },
      { type: 'failProbe', pod, seconds: 20, kind: 'readiness', meets: ['web/readiness'] },
      { type: 'healProbe', pod, meets: ['web/readiness'] },
      { type: 'killContainer', pod, container: 'log', signal: 'SIGKILL', meets: ['log'] },
      { type: 'killContainer', pod, signal: 'SIGKILL', meets: ['web'] },
      { type: 'killSandbox', pod, meets: ['0'] },
    ]);
  });

  it('that names nothing that exists says so by meeting nothing', () => {
    const scene = new Scene();
    scene.fault('crashNode', { node: 'node9' });
    scene.fault('killContainer', { pod: 'default/none' });
    scene.run(1);
    expect(told(scene)).toEqual([
      { type: 'crashNode', node: 'node9', meets: [] },
      { type: 'killContainer', pod: 'default/none', signal: 'SIGKILL', meets: [] },
    ]);
  });
});
