import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../api/meta';
import type { Pod } from '../../api/types';
import { Cluster } from '../../cluster';
import type { RequestDetail } from '../api-server';
import type { ApiRequest, ApiResponse } from '../http';

function server(settled = true): { cluster: Cluster; send(request: Partial<ApiRequest>): ApiResponse } {
  const cluster = new Cluster({ nodes: [] }).boot();
  if (settled) cluster.kernel.runUntil(1e6);
  const send = (request: Partial<ApiRequest>): ApiResponse => {
    let response: ApiResponse | undefined;
    cluster.kernel.perform(() => {
      response = cluster.context.api.handle({ method: 'POST', path: pods, user: 'kubectl', ...request });
    });
    return response as ApiResponse;
  };
  return { cluster, send };
}

const pods = '/api/v1/namespaces/default/pods';
const pod = (spec: Partial<NonNullable<Pod['spec']>> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});

describe('a Pod that is created', () => {
  it('says in the trace which plugin set which field', () => {
    const { cluster, send } = server();
    const { seq } = send({ body: pod() });
    const event = cluster.kernel.trace.events.find((candidate) => candidate.seq === seq);
    const admission = (event?.detail as RequestDetail | undefined)?.admission ?? [];
    expect(admission.map(({ plugin }) => plugin)).toEqual(['ServiceAccount', 'Priority', 'DefaultTolerationSeconds']);
    const by = Object.fromEntries(admission.map(({ plugin, changes }) => [plugin, changes.map(({ field }) => field)]));
    expect(by.DefaultTolerationSeconds).toEqual(['spec.tolerations[0]', 'spec.tolerations[1]']);
    expect(by.Priority).toEqual(['spec.priority', 'spec.preemptionPolicy']);
    expect(by.ServiceAccount).toEqual([
      'spec.serviceAccountName',
      'spec.volumes[0]',
      'spec.containers[0].volumeMounts[0]',
    ]);
  });

  it('keeps what it says itself about a node that is not there', () => {
    const { send } = server();
    const tolerations = [{ operator: 'Exists' }];
    expect((send({ body: pod({ tolerations }) }).body as Pod).spec?.tolerations).toEqual(tolerations);
  });

  it('of a system class has that priority, and one that names its own number is refused', () => {
    const { send } = server();
    const critical = send({ body: pod({ priorityClassName: 'system-node-critical' }) });
    expect((critical.body as Pod).spec?.priority).toBe(2_000_001_000);
    const refused = send({ body: { ...pod({ priority: 7 }), metadata: { name: 'q' } } });
    expect(refused.body).toMatchObject({
      code: 403,
      message:
        'pods "q" is forbidden: the integer value of priority (7) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name',
    });
  });

  it('is refused with the beginning of its name when its account is missing', () => {
    const { send } = server();
    const body = { ...pod({ serviceAccountName: 'nope' }), metadata: { generateName: 'web-' } };
    expect(send({ body }).body).toMatchObject({
      message:
        'pods "web-" is forbidden: error looking up service account default/nope: serviceaccount "nope" not found',
    });
  });

  it('in a namespace that was made a moment ago waits for its account; without one for long it is refused', () => {
    const { cluster, send } = server();
    send({ path: '/api/v1/namespaces', body: { metadata: { name: 'fresh' } } });
    const sentAt = cluster.kernel.now;
    const created = send({ path: '/api/v1/namespaces/fresh/pods', body: pod() });
    expect(created.code).toBe(201);
    expect(created.repliedAt - sentAt).toBe(105_000);
    cluster.kernel.command({ to: 'faults', type: 'cut', payload: { user: 'kube-controller-manager' } });
    cluster.kernel.runUntil(cluster.kernel.now + 10e6);
    send({ method: 'DELETE', path: '/api/v1/namespaces/fresh/serviceaccounts/default', body: {} });
    const refused = send({ path: '/api/v1/namespaces/fresh/pods', body: { ...pod(), metadata: { name: 'late' } } });
    expect(refused.code).toBe(403);
  });

  it('may use only its account’s secrets where the account says so', () => {
    const { send } = server();
    const annotations = { 'kubernetes.io/enforce-mountable-secrets': 'true' };
    const account = { metadata: { name: 'strict', annotations }, secrets: [{ name: 'mine' }] };
    send({ path: '/api/v1/namespaces/default/serviceaccounts', body: account });
    const volumes = [{ name: 'v', secret: { secretName: 'other' } }];
    expect(send({ body: pod({ serviceAccountName: 'strict', volumes }) }).body).toMatchObject({
      message:
        'pods "p" is forbidden: volume with secret.secretName="other" is not allowed because service account strict does not reference that secret',
    });
    expect(
      send({ body: pod({ serviceAccountName: 'strict', volumes: [{ name: 'v', secret: { secretName: 'mine' } }] }) })
        .code,
    ).toBe(201);
  });

  it('is stored with its members in the order in which they are printed, also when a controller made it', () => {
    const { cluster, send } = server();
    send({ body: { spec: pod().spec, metadata: { name: 'p' }, kind: 'Pod', apiVersion: 'v1' } });
    const { metadata, spec } = pod();
    send({ body: { metadata: { ...metadata, name: 'trusted' }, spec }, trusted: true });
    for (const name of ['p', 'trusted']) {
      const stored = cluster.kernel.table<KubeObject>('api/pods').get(`default/${name}`);
      expect(Object.keys(stored ?? {})).toEqual(['apiVersion', 'kind', 'metadata', 'spec', 'status']);
    }
  });
});

describe('a Node that is created', () => {
  it('takes no Pods before it was seen ready', () => {
    const { send } = server();
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
    expect(send({ path: '/api/v1/nodes', body: node }).body).toMatchObject({
      spec: { taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }] },
    });
  });
});
