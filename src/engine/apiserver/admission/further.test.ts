import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../api/meta';
import type { Ingress, PersistentVolumeClaim, Pod, ResourceQuota } from '../../api/types';
import { Cluster } from '../../cluster';
import type { RequestDetail } from '../api-server';
import type { ApiRequest, ApiResponse } from '../http';

const namespaced = '/api/v1/namespaces/default';

function server() {
  const cluster = new Cluster({ nodes: [] }).boot();
  cluster.kernel.runUntil(1e6);
  const send = (request: Partial<ApiRequest>): ApiResponse => {
    let response: ApiResponse | undefined;
    cluster.kernel.perform(() => {
      response = cluster.context.api.handle({
        method: 'POST',
        path: `${namespaced}/pods`,
        user: 'kubectl',
        ...request,
      });
    });
    return response as ApiResponse;
  };
  const create = (path: string, body: unknown): ApiResponse => send({ path, body });
  return { cluster, send, create };
}

const resources = (requests: Record<string, string>, limits: Record<string, string> = {}) => ({ requests, limits });
const pod = (name: string, spec: object = {}, container: object = {}): unknown => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i', ...container }], ...spec },
});
const claim = (name: string, spec: object = {}): unknown => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});
const messageOf = ({ body }: ApiResponse): string => (body as { message: string }).message;

describe('a LimitRange', () => {
  const range = {
    metadata: { name: 'range' },
    spec: {
      limits: [{ type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '250m' }, max: { cpu: '2' } }],
    },
  };

  it('gives containers what they do not say, and says so on the Pod and in the trace', () => {
    const { cluster, create } = server();
    create(`${namespaced}/limitranges`, range);
    const { body, seq } = create(`${namespaced}/pods`, pod('p', { initContainers: [{ name: 'init', image: 'i' }] }));
    const created = body as Pod;
    expect(created.spec?.containers[0]?.resources).toEqual({ limits: { cpu: '1' }, requests: { cpu: '250m' } });
    expect(created.metadata.annotations?.['kubernetes.io/limit-ranger']).toBe(
      'LimitRanger plugin set: cpu request for container c; cpu limit for container c; cpu request for init container init; cpu limit for init container init',
    );
    const event = cluster.kernel.trace.events.find((candidate) => candidate.seq === seq);
    const admission = (event?.detail as RequestDetail | undefined)?.admission ?? [];
    expect(admission[0]?.plugin).toBe('LimitRanger');
    expect(admission[0]?.changes.map(({ field }) => field)).toContain('spec.containers[0].resources.requests');
  });

  it('holds the Pods of a Deployment to its bounds by the names that they would have had', () => {
    const { create } = server();
    create(`${namespaced}/limitranges`, range);
    const refused = create(`${namespaced}/pods`, {
      ...(pod('', {}, { resources: resources({}, { cpu: '3' }) }) as object),
      metadata: { generateName: 'web-' },
    });
    expect(messageOf(refused)).toMatch(
      /^pods "web-\w{5}" is forbidden: maximum cpu usage per Container is 2, but limit is 3$/,
    );
  });
});

describe('a ResourceQuota', () => {
  const quota = (hard: object, used: object, spec: object = {}) => ({
    metadata: { name: 'quota' },
    spec: { hard, ...spec },
    status: { hard, used },
  });

  function withQuota(hard: Record<string, string>, used: Record<string, string>, spec: object = {}) {
    const made = server();
    const path = `${namespaced}/resourcequotas`;
    made.create(path, quota(hard, used, spec));
    const written = made.send({ method: 'PUT', path: `${path}/quota/status`, body: quota(hard, used, spec) });
    expect(written.code).toBe(200);
    const usage = () =>
      (made.cluster.kernel.table('api/resourcequotas').get('default/quota') as ResourceQuota).status?.used;
    return { ...made, usage };
  }

  it('is charged in the request that makes the object, whose own name the trace keeps', () => {
    const { cluster, create, usage } = withQuota(
      { pods: '2', 'requests.memory': '1Gi' },
      { pods: '0', 'requests.memory': '0' },
    );
    const container = { resources: resources({ memory: '512Mi' }) };
    const { seq, code, body } = create(`${namespaced}/pods`, {
      ...(pod('', {}, container) as object),
      metadata: { generateName: 'web-' },
    });
    expect(code).toBe(201);
    expect((body as KubeObject).kind).toBe('Pod');
    expect(usage()).toEqual({ pods: '1', 'requests.memory': '512Mi' });
    const event = cluster.kernel.trace.events.find((candidate) => candidate.seq === seq);
    expect(event?.subject).toBe(`pods/default/${(body as KubeObject).metadata.name}`);
    expect(event?.changes.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['api/resourcequotas', 'api/pods']),
    );
  });

  it('is not charged by a dry run or by what is refused', () => {
    const { send, create, usage } = withQuota({ pods: '1' }, { pods: '0' });
    expect(send({ query: { dryRun: 'All' }, body: pod('p') }).code).toBe(201);
    expect(usage()).toEqual({ pods: '0' });
    expect(create(`${namespaced}/pods`, pod('p')).code).toBe(201);
    const second = create(`${namespaced}/pods`, pod('q'));
    expect(messageOf(second)).toBe(
      'pods "q" is forbidden: exceeded quota: quota, requested: pods=1, used: pods=1, limited: pods=1',
    );
    expect(usage()).toEqual({ pods: '1' });
  });

  it('takes no Pod before its usage is known', () => {
    const hard = { pods: '1' };
    const { create } = withQuota(hard, {});
    expect(messageOf(create(`${namespaced}/pods`, pod('p')))).toBe(
      'pods "p" is forbidden: status unknown for quota: quota, resources: pods',
    );
  });

  it('counts a Service that becomes one with node ports', () => {
    const { create, send, usage } = withQuota({ 'services.nodeports': '1' }, { 'services.nodeports': '0' });
    const service = (name: string, type: string) => ({ metadata: { name }, spec: { type, ports: [{ port: 80 }] } });
    const path = `${namespaced}/services`;
    expect(create(path, service('a', 'ClusterIP')).code).toBe(201);
    expect(usage()).toEqual({ 'services.nodeports': '0' });
    const patch = (name: string) =>
      send({
        method: 'PATCH',
        path: `${path}/${name}`,
        contentType: 'application/merge-patch+json',
        body: { spec: { type: 'NodePort' } },
      });
    expect(patch('a').code).toBe(200);
    expect(usage()).toEqual({ 'services.nodeports': '1' });
    create(path, service('b', 'ClusterIP'));
    expect(messageOf(patch('b'))).toContain('exceeded quota: quota, requested: services.nodeports=1');
  });

  it('of a priority class counts only the Pods of that class', () => {
    const scopeSelector = {
      matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }],
    };
    const { create } = withQuota({ pods: '0' }, { pods: '0' }, { scopeSelector });
    create('/apis/scheduling.k8s.io/v1/priorityclasses', { metadata: { name: 'high' }, value: 10 });
    expect(create(`${namespaced}/pods`, pod('low')).code).toBe(201);
    expect(create(`${namespaced}/pods`, pod('high', { priorityClassName: 'high' })).code).toBe(403);
  });

  it('counts objects of any kind by count/, and claims by their class', () => {
    const { create } = withQuota(
      { 'count/deployments.apps': '0', 'gold.storageclass.storage.k8s.io/requests.storage': '1Gi' },
      { 'count/deployments.apps': '0', 'gold.storageclass.storage.k8s.io/requests.storage': '0' },
    );
    const deployment = {
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: { app: 'web' } },
        template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    };
    expect(messageOf(create('/apis/apps/v1/namespaces/default/deployments', deployment))).toBe(
      'deployments.apps "web" is forbidden: exceeded quota: quota, requested: count/deployments.apps=1, used: count/deployments.apps=0, limited: count/deployments.apps=0',
    );
    const claims = `${namespaced}/persistentvolumeclaims`;
    expect(create(claims, claim('silver', { storageClassName: 'silver' })).code).toBe(201);
    expect(create(claims, claim('gold', { storageClassName: 'gold' })).code).toBe(201);
    expect(create(claims, claim('more', { storageClassName: 'gold' })).code).toBe(403);
  });
});

describe('defaults from classes', () => {
  it('come from the newest of several default classes, and only to what names none', () => {
    const { cluster, create } = server();
    const path = '/apis/storage.k8s.io/v1/storageclasses';
    const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
    create(path, { metadata: { name: 'a-old', annotations }, provisioner: 'x' });
    cluster.kernel.runUntil(3e6);
    create(path, { metadata: { name: 'b-new', annotations }, provisioner: 'x' });
    const claims = `${namespaced}/persistentvolumeclaims`;
    expect((create(claims, claim('c')).body as PersistentVolumeClaim).spec?.storageClassName).toBe('b-new');
    const none = create(claims, claim('none', { storageClassName: '' })).body as PersistentVolumeClaim;
    expect(none.spec?.storageClassName).toBe('');
    const ingressClass = {
      metadata: { name: 'nginx', annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
      spec: { controller: 'k8s.io/ingress-nginx' },
    };
    create('/apis/networking.k8s.io/v1/ingressclasses', ingressClass);
    const ingress = {
      metadata: { name: 'i' },
      spec: { defaultBackend: { service: { name: 's', port: { number: 1 } } } },
    };
    const made = create('/apis/networking.k8s.io/v1/namespaces/default/ingresses', ingress);
    expect((made.body as Ingress).spec?.ingressClassName).toBe('nginx');
  });

  it('of priority are given by one class only', () => {
    const { create } = server();
    const path = '/apis/scheduling.k8s.io/v1/priorityclasses';
    create(path, { metadata: { name: 'first' }, value: 7, globalDefault: true });
    expect((create(`${namespaced}/pods`, pod('p')).body as Pod).spec).toMatchObject({
      priority: 7,
      priorityClassName: 'first',
    });
    expect(messageOf(create(path, { metadata: { name: 'second' }, value: 8, globalDefault: true }))).toBe(
      'priorityclasses.scheduling.k8s.io "second" is forbidden: PriorityClass first is already marked as default. Only one default can exist',
    );
  });
});

describe('a RuntimeClass', () => {
  const sandboxed = {
    metadata: { name: 'sandboxed' },
    handler: 'runsc',
    overhead: { podFixed: { cpu: '100m' } },
    scheduling: { nodeSelector: { runtime: 'runsc' }, tolerations: [{ key: 'runtime', operator: 'Exists' }] },
  };

  it('adds its overhead, and where its Pods may go', () => {
    const { create } = server();
    create('/apis/node.k8s.io/v1/runtimeclasses', sandboxed);
    const made = create(`${namespaced}/pods`, pod('p', { runtimeClassName: 'sandboxed' })).body as Pod;
    expect(made.spec).toMatchObject({ overhead: { cpu: '100m' }, nodeSelector: { runtime: 'runsc' } });
    expect(made.spec?.tolerations?.some(({ key }) => key === 'runtime')).toBe(true);
  });

  it('must be there, must not be contradicted, and is the only source of an overhead', () => {
    const { create } = server();
    create('/apis/node.k8s.io/v1/runtimeclasses', sandboxed);
    const refusal = (spec: object) => messageOf(create(`${namespaced}/pods`, pod('p', spec)));
    expect(refusal({ runtimeClassName: 'none' })).toBe(
      'pods "p" is forbidden: pod rejected: RuntimeClass "none" not found',
    );
    expect(refusal({ runtimeClassName: 'sandboxed', nodeSelector: { runtime: 'runc' } })).toBe(
      'pods "p" is forbidden: conflict: runtimeClass.scheduling.nodeSelector[runtime] = runsc; pod.spec.nodeSelector[runtime] = runc',
    );
    expect(refusal({ overhead: { cpu: '1' } })).toBe(
      'pods "p" is forbidden: pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    );
  });
});

describe('a claim', () => {
  it('is protected by a finalizer, and grows only when it is bound', () => {
    const { create, send } = server();
    const path = `${namespaced}/persistentvolumeclaims`;
    expect((create(path, claim('c')).body as KubeObject).metadata.finalizers).toEqual(['kubernetes.io/pvc-protection']);
    const grown = send({
      method: 'PATCH',
      path: `${path}/c`,
      contentType: 'application/merge-patch+json',
      body: { spec: { resources: { requests: { storage: '2Gi' } } } },
    });
    expect(grown.code).toBeGreaterThanOrEqual(400);
  });
});
