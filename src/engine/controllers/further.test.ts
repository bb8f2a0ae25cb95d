import { describe, expect, it } from 'vitest';
import type { Node, Pod, PodDisruptionBudget, ResourceQuota } from '../api/types';
import type { ApiResponse } from '../apiserver/http';
import { Cluster } from '../cluster';

function scene() {
  const cluster = new Cluster().boot();
  const { kernel, api } = cluster.context;
  const rest = (seconds = 60) => {
    const until = kernel.now + seconds * 1e6;
    while (!kernel.settled && kernel.now < until && kernel.step());
  };
  const send = (method: 'POST' | 'DELETE' | 'PATCH', path: string, body?: unknown): ApiResponse => {
    let response: ApiResponse | undefined;
    const contentType = 'application/merge-patch+json';
    kernel.perform(() => {
      response = api.handle({ method, path, user: 'kubectl', contentType, ...(body === undefined ? {} : { body }) });
    });
    return response as ApiResponse;
  };
  const pods = () => kernel.table<Pod>('api/pods').values();
  rest();
  return { cluster, kernel, send, rest, pods };
}

const namespaced = '/api/v1/namespaces/default';
const deployment = (replicas: number) => ({
  metadata: { name: 'web' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'nginx:1.27', resources: { requests: { cpu: '100m' } } }] },
    },
  },
});
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';

describe('a PodDisruptionBudget', () => {
  it('lets one Pod of a Deployment go, and the next only when another is ready in its place', () => {
    const { kernel, send, rest, pods } = scene();
    send('POST', deployments, deployment(3));
    const spec = { maxUnavailable: 1, selector: { matchLabels: { app: 'web' } } };
    send('POST', budgets, { metadata: { name: 'web' }, spec });
    rest();
    const budget = () => kernel.table<PodDisruptionBudget>('api/poddisruptionbudgets').get('default/web')?.status;
    expect(budget()).toMatchObject({
      expectedPods: 3,
      currentHealthy: 3,
      desiredHealthy: 2,
      disruptionsAllowed: 1,
      observedGeneration: 1,
      conditions: [{ type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods' }],
    });
    const evict = (name: string | undefined) =>
      send('POST', `${namespaced}/pods/${name}/eviction`, { metadata: { name } }).code;
    const [first, second] = pods().map(({ metadata }) => metadata.name);
    expect(evict(first)).toBe(201);
    expect(evict(second)).toBe(429);
    rest(120);
    expect(budget()).toMatchObject({ currentHealthy: 3, disruptionsAllowed: 1 });
    expect(budget()?.disruptedPods ?? {}).toEqual({});
    expect(evict(second)).toBe(201);
  });

  it('that cannot be worked out allows nothing, and says why', () => {
    const { kernel, send, rest } = scene();
    const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'd', uid: 'u', controller: true };
    send('POST', '/apis/apps/v1/namespaces/default/daemonsets', {
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: { app: 'd' } },
        template: { metadata: { labels: { app: 'd' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    });
    const uid = kernel.table<{ metadata: { uid: string } }>('api/daemonsets').get('default/d')?.metadata.uid;
    send('POST', `${namespaced}/pods`, {
      metadata: { name: 'd-1', labels: { app: 'd' }, ownerReferences: [{ ...owner, uid }] },
      spec: { containers: [{ name: 'c', image: 'nginx:1.27' }] },
    });
    const spec = { maxUnavailable: 1, selector: { matchLabels: { app: 'd' } } };
    send('POST', budgets, { metadata: { name: 'd' }, spec });
    rest();
    expect(kernel.table<PodDisruptionBudget>('api/poddisruptionbudgets').get('default/d')?.status).toMatchObject({
      disruptionsAllowed: 0,
      conditions: [
        {
          status: 'False',
          reason: 'SyncFailed',
          message: 'daemonsets.apps does not implement the scale subresource',
        },
      ],
    });
  });
});

describe('a ResourceQuota', () => {
  it('stops a Deployment at its bound, and gives room back when a Pod is gone', () => {
    const { kernel, send, rest, pods } = scene();
    send('POST', `${namespaced}/resourcequotas`, { metadata: { name: 'q' }, spec: { hard: { pods: '2' } } });
    rest();
    const status = () => kernel.table<ResourceQuota>('api/resourcequotas').get('default/q')?.status;
    expect(status()).toEqual({ hard: { pods: '2' }, used: { pods: '0' } });
    send('POST', deployments, deployment(3));
    rest(20);
    expect(pods()).toHaveLength(2);
    expect(status()?.used).toEqual({ pods: '2' });
    send('PATCH', `${deployments}/web`, { spec: { replicas: 1 } });
    rest(120);
    expect(pods()).toHaveLength(1);
    expect(status()?.used).toEqual({ pods: '1' });
  });

  it('that is changed is worked out anew', () => {
    const { kernel, send, rest } = scene();
    send('POST', `${namespaced}/resourcequotas`, { metadata: { name: 'q' }, spec: { hard: { pods: '2' } } });
    send('POST', `${namespaced}/configmaps`, { metadata: { name: 'mine' } });
    rest();
    send('PATCH', `${namespaced}/resourcequotas/q`, { spec: { hard: { configmaps: '9', 'services.nodeports': '0' } } });
    rest();
    expect(kernel.table<ResourceQuota>('api/resourcequotas').get('default/q')?.status).toEqual({
      hard: { pods: '2', configmaps: '9', 'services.nodeports': '0' },
      // The root certificate of every namespace is one too.
      used: { pods: '0', configmaps: '2', 'services.nodeports': '0' },
    });
  });
});

describe('quotas', () => {
  it('are worked out again every five minutes while there are any', () => {
    const { kernel, send, rest } = scene();
    const quotas = `${namespaced}/resourcequotas`;
    send('POST', quotas, { metadata: { name: 'q' }, spec: { hard: { pods: '2' } } });
    rest();
    const syncs = () =>
      kernel.trace.events.filter(
        ({ verb, subject, actor }) =>
          verb === 'controller.sync' && actor === 'resourcequota-controller' && subject === 'default/q',
      ).length;
    const before = syncs();
    kernel.runUntil(kernel.now + 601e6);
    expect(syncs() - before).toBe(2);
    send('DELETE', `${quotas}/q`);
    rest();
    const after = syncs();
    kernel.runUntil(kernel.now + 1_200e6);
    expect(syncs()).toBe(after);
    send('POST', quotas, { metadata: { name: 'q' }, spec: { hard: { pods: '2' } } });
    rest();
    const again = syncs();
    kernel.runUntil(kernel.now + 301e6);
    expect(syncs()).toBe(again + 1);
  });
});

describe('a node', () => {
  it('is told how long its kubelet may keep what it has read', () => {
    const { kernel } = scene();
    const annotations = kernel
      .table<Node>('api/nodes')
      .values()
      .map(({ metadata }) => metadata.annotations);
    expect(annotations).toHaveLength(3);
    for (const annotation of annotations) expect(annotation).toMatchObject({ 'node.alpha.kubernetes.io/ttl': '0' });
  });
});
