import { describe, expect, it } from 'vitest';
import type { Event, Node, Pod, Taint } from '../../api/types';
import { Cluster } from '../../cluster';
import type { ClusterConfig } from '../../config';

const second = 1e6;

/** Three nodes, a Deployment with a Pod on each. */
class Scene {
  readonly cluster: Cluster;

  constructor(config: Partial<ClusterConfig> = {}) {
    this.cluster = new Cluster(config).boot();
    this.wait(6);
    const labels = { app: 'web' };
    this.request('POST', '/apis/apps/v1/namespaces/default/deployments', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        replicas: this.cluster.config.nodes.length,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx:1.27' }] } },
      },
    });
    this.wait(54);
  }

  get kernel() {
    return this.cluster.kernel;
  }

  wait(seconds: number): this {
    this.kernel.runUntil(this.kernel.now + seconds * second);
    return this;
  }

  request(method: string, path: string, body: unknown, contentType?: string): void {
    const payload = { method, path, body, user: 'kubectl', ...(contentType ? { contentType } : {}) };
    this.kernel.command({ to: 'http', type: 'request', payload });
  }

  cut(...nodes: readonly string[]): this {
    for (const node of nodes) this.kernel.command({ to: 'faults', type: 'cut', payload: { user: `kubelet/${node}` } });
    return this;
  }

  heal(...nodes: readonly string[]): this {
    for (const node of nodes) this.kernel.command({ to: 'faults', type: 'heal', payload: { user: `kubelet/${node}` } });
    return this;
  }

  node(name: string): Node {
    return this.kernel.table<Node>('api/nodes').get(name) as Node;
  }

  condition(name: string, type = 'Ready') {
    return this.node(name).status?.conditions?.find((condition) => condition.type === type);
  }

  taints(name: string): string[] {
    return (this.node(name).spec?.taints ?? []).map(({ key, effect }: Taint) => `${key}:${effect}`);
  }

  pods(): Pod[] {
    return this.kernel.table<Pod>('api/pods').values();
  }

  on(node: string): Pod[] {
    return this.pods().filter(({ spec }) => spec?.nodeName === node);
  }

  ready(pod: Pod | undefined): string | undefined {
    return pod?.status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  }

  messages(reason: string): string[] {
    const events = this.kernel.table<Event>('api/events').values();
    return events.filter((event) => event.reason === reason).map(({ message }) => message ?? '');
  }
}

describe('a node that nobody hears of', () => {
  it('stays Ready for the grace period, and is Unknown from the next pass on', () => {
    const scene = new Scene().cut('node-2').wait(40);
    expect(scene.condition('node-2')?.status).toBe('True');
    scene.wait(20);
    expect(scene.condition('node-2')).toMatchObject({
      status: 'Unknown',
      reason: 'NodeStatusUnknown',
      message: 'Kubelet stopped posting node status.',
    });
    expect(scene.condition('node-2', 'DiskPressure')?.status).toBe('Unknown');
    expect(scene.condition('node-1')?.status).toBe('True');
    expect(scene.messages('NodeNotReady')).toContain('Node node-2 status is now: NodeNotReady');
  });

  it('has its Pods marked not ready at once, and takes no new ones', () => {
    const scene = new Scene().cut('node-2').wait(61);
    const [pod] = scene.on('node-2');
    expect(scene.ready(pod)).toBe('False');
    expect(pod?.status?.phase).toBe('Running');
    expect(scene.taints('node-2')).toContain('node.kubernetes.io/unreachable:NoSchedule');
  });

  it('loses its Pods five minutes after it was tainted; they stay Terminating, and others take their place', () => {
    const scene = new Scene().cut('node-2').wait(70);
    expect(scene.taints('node-2')).toContain('node.kubernetes.io/unreachable:NoExecute');
    const [lost] = scene.on('node-2');
    scene.wait(280);
    expect(scene.on('node-2')[0]?.metadata.deletionTimestamp).toBeUndefined();
    scene.wait(60);
    const after = scene.on('node-2').find(({ metadata }) => metadata.uid === lost?.metadata.uid);
    expect(after?.metadata.deletionTimestamp).toBeDefined();
    expect(after?.status?.conditions?.find(({ type }) => type === 'DisruptionTarget')).toMatchObject({
      status: 'True',
      reason: 'DeletionByTaintManager',
    });
    expect(scene.messages('TaintManagerEviction')).toEqual([`Marking for deletion Pod default/${lost?.metadata.name}`]);
    expect(scene.pods().filter((pod) => scene.ready(pod) === 'True')).toHaveLength(3);
    scene.wait(600);
    expect(scene.on('node-2')).toHaveLength(1);
  });

  it('is freed of what was terminating when it comes back, and of its taints', () => {
    const scene = new Scene().cut('node-2').wait(420).heal('node-2').wait(60);
    expect(scene.on('node-2')).toEqual([]);
    expect(scene.condition('node-2')?.status).toBe('True');
    expect(scene.taints('node-2')).toEqual([]);
  });

  it('keeps its Pods when it comes back in time, and the eviction is called off', () => {
    const scene = new Scene().cut('node-2').wait(120);
    const [pod] = scene.on('node-2');
    scene.heal('node-2').wait(60);
    expect(scene.messages('TaintManagerEviction')).toEqual([
      `Cancelling deletion of Pod default/${pod?.metadata.name}`,
    ]);
    expect(scene.taints('node-2')).toEqual([]);
    expect(scene.ready(scene.on('node-2')[0])).toBe('True');
    scene.wait(600);
    expect(scene.on('node-2')[0]?.metadata.uid).toBe(pod?.metadata.uid);
  });

  it('is not ready because of what cut it off, as the trace tells', () => {
    const scene = new Scene().cut('node-2').wait(61);
    const { trace } = scene.kernel;
    const marked = trace.events.find(
      ({ verb, actor, subject }) =>
        verb === 'api.update' && actor === 'node-lifecycle-controller' && subject === 'nodes/node-2/status',
    );
    const root = trace.why(marked?.seq ?? 0).at(-1);
    expect(root).toMatchObject({ verb: 'fault', subject: 'kubelet/node-2' });
  });
});

describe('a zone', () => {
  it('in which all nodes are lost is taken for a fault of the control plane: nobody is evicted', () => {
    const scene = new Scene().cut('node-1', 'node-2', 'node-3').wait(900);
    for (const name of ['node-1', 'node-2', 'node-3']) {
      expect(scene.condition(name)?.status).toBe('Unknown');
      expect(scene.taints(name)).toEqual(['node.kubernetes.io/unreachable:NoSchedule']);
    }
    expect(scene.messages('TaintManagerEviction')).toEqual([]);
  });

  it('gets one NoExecute taint in ten seconds', () => {
    const nodes = Array.from({ length: 6 }, (_, i) => ({ name: `node-${i + 1}` }));
    const scene = new Scene({ nodes }).cut('node-1', 'node-2').wait(75);
    const times = ['node-1', 'node-2'].map((name) => {
      const taint = scene.node(name).spec?.taints?.find(({ effect }) => effect === 'NoExecute');
      return Date.parse(taint?.timeAdded ?? '');
    });
    expect(Math.abs((times[0] ?? 0) - (times[1] ?? 0))).toBeGreaterThanOrEqual(9_000);
  });
});

describe('a Pod', () => {
  it('on a node that is gone is removed after the quarantine', () => {
    const scene = new Scene();
    const [pod] = scene.on('node-2');
    scene.cut('node-2').request('DELETE', '/api/v1/nodes/node-2', {});
    scene.wait(30);
    expect(scene.pods().some(({ metadata }) => metadata.uid === pod?.metadata.uid)).toBe(true);
    scene.wait(60);
    expect(scene.pods().some(({ metadata }) => metadata.uid === pod?.metadata.uid)).toBe(false);
    expect(scene.messages('RemovingNode')).toEqual(['Node node-2 event: Removing Node node-2 from Controller']);
  });

  it('that is terminating on a node out of service goes at once', () => {
    const scene = new Scene().cut('node-2').wait(420);
    expect(scene.on('node-2')).toHaveLength(1);
    const taints = [...(scene.node('node-2').spec?.taints ?? [])];
    taints.push({ key: 'node.kubernetes.io/out-of-service', value: 'nodeshutdown', effect: 'NoExecute' });
    scene.request('PATCH', '/api/v1/nodes/node-2', { spec: { taints } }, 'application/merge-patch+json');
    scene.wait(25);
    expect(scene.on('node-2')).toEqual([]);
  });
});
