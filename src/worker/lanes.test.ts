import { beforeAll, describe, expect, test } from 'vitest';
import { Lab } from './lab';
import { Lanes } from './lanes';
import { loadReader, readManifest } from './manifest';
import type { LanesQuery } from './protocol';

beforeAll(loadReader);

const nodes = [{ name: 'node-1' }, { name: 'node-2' }];

const manifest = (replicas: number, image = 'nginx:1.29') => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: '${image}'}]}
`;

function applied(text: string, lab = new Lab(7, { nodes })): Lab {
  const { objects } = readManifest(text, 'web.yaml');
  lab.command({ to: 'kubectl', type: 'apply', payload: { file: 'web.yaml', text, objects } });
  while (!lab.runTowardsRest(1_000)) {
    // Further.
  }
  lab.seek(lab.length - 1);
  return lab;
}

function positionOf(lab: Lab, verb: string, subject: string): number {
  for (let position = 0; position < lab.length; position++) {
    const event = lab.event(position);
    if (event?.verb === verb && event.subject.startsWith(subject)) return position;
  }
  throw new Error(`no ${verb} ${subject}`);
}

const query = (around: number, more: Partial<LanesQuery> = {}): LanesQuery => ({
  around,
  before: 10,
  after: 10,
  granularity: 'action',
  subjects: [],
  ...more,
});

describe('the lanes of a Deployment that is applied', () => {
  let lab: Lab;
  let lanes: Lanes;
  beforeAll(() => {
    lab = applied(manifest(1));
    lanes = new Lanes(lab.branch);
  });

  test('the chain from kubectl to the kubelet is there: each request, and the watch event that led to it', () => {
    const start = positionOf(lab, 'command', 'apply');
    const { messages } = lanes.window(query(start, { before: 0, after: 24 }));
    const said = messages.map(({ kind, from, to, subject }) => `${kind} ${from} ${to} ${subject.split('/')[0]}`);
    const chain = [
      'request kubectl kube-apiserver deployments',
      'watch kube-apiserver kube-controller-manager deployments',
      'request deployment-controller kube-apiserver replicasets',
      'watch kube-apiserver kube-controller-manager replicasets',
      'request replicaset-controller kube-apiserver pods',
      'watch kube-apiserver kube-scheduler pods',
      'request kube-scheduler kube-apiserver pods',
    ];
    let from = -1;
    for (const link of chain) {
      from = said.indexOf(link, from + 1);
      expect(from, link).toBeGreaterThanOrEqual(0);
    }
  });

  test('a message arrives as long after it was sent as it took: a write 5 ms, a watch event of the controllers 4 ms', () => {
    const created = positionOf(lab, 'api.create', 'deployments/default/web');
    const { messages } = lanes.window(query(created));
    const request = messages.find(({ position }) => position === created);
    expect(request && request.arrivedAt - request.sentAt).toBe(5_000);
    const heard = messages.find(({ kind, subject }) => kind === 'watch' && subject === 'deployments/default/web');
    expect(heard && heard.arrivedAt - heard.sentAt).toBe(4_000);
    expect(heard?.sentAt).toBe(request?.sentAt);
  });

  test('truth stands beside belief, and from the write to the delivery the belief is stale', () => {
    const created = positionOf(lab, 'api.create', 'replicasets/default/web');
    const subject = lab.event(created)?.subject ?? '';
    const { strips } = lanes.window(query(created, { subjects: [subject] }));
    expect(strips.map(({ process }) => process)).toEqual(['', 'kube-controller-manager', 'kube-scheduler']);
    const [truth, belief] = strips;
    expect(truth?.versions[0]?.facts).toBe('replicas 1');
    const [stale] = belief?.stale ?? [];
    expect(stale?.from).toBe(truth?.versions[0]?.at);
    expect((stale?.to ?? 0) - (stale?.from ?? 0)).toBeGreaterThanOrEqual(4_000);
    expect(belief?.versions[0]?.at).toBe(stale?.to);
  });

  test('a Pod is known to the kubelet of its node alone, and that from the time it was bound', () => {
    const bound = positionOf(lab, 'api.create', 'pods/default/web-');
    const subject = (lab.event(bound)?.subject ?? '').split('/').slice(0, 3).join('/');
    const { strips } = lanes.window(query(lab.length - 1, { subjects: [subject], before: 60 }));
    const kubelets = strips.filter(({ process }) => process.startsWith('kubelet/'));
    expect(kubelets.length).toBe(1);
    const node = kubelets[0]?.process.slice('kubelet/'.length) ?? '';
    const bind = strips[0]?.versions.find(({ facts }) => facts === `→ ${node}`);
    expect(bind).toBeDefined();
    expect(kubelets[0]?.stale[0]?.from).toBe(bind?.at);
  });

  test('behind a gate nothing is told: no message, no version, no delivery', () => {
    const created = positionOf(lab, 'api.create', 'replicasets/default/web');
    const subject = lab.event(created)?.subject ?? '';
    const window = lanes.window(query(created, { subjects: [subject], until: created }));
    expect(Math.max(...window.messages.map(({ position }) => position))).toBe(created);
    expect(window.later).toBe(false);
    expect(window.strips.find(({ process }) => process !== '')?.versions).toEqual([]);
    expect(window.strips.find(({ process }) => process !== '')?.stale).toEqual([
      expect.objectContaining({ to: undefined, toPosition: undefined }),
    ]);
  });

  test('a key waits in the queue of its controller, is worked on, and is done', () => {
    const created = positionOf(lab, 'api.create', 'replicasets/default/web');
    const { work } = lanes.window(query(created));
    const item = work.find(({ actor, doneAt }) => actor === 'deployment-controller' && doneAt !== undefined);
    expect(item?.key).toBe('default/web');
    expect(item?.addedAt).toBeLessThanOrEqual(item?.startedAt ?? -1);
    expect(item?.startedAt).toBeLessThanOrEqual(item?.doneAt ?? -1);
  });

  test('milestones are fewer than actions, actions fewer than everything; leases are never shown', () => {
    const count = (granularity: LanesQuery['granularity']) =>
      lanes.window(query(lab.length - 1, { granularity, before: 300 })).messages.length;
    expect(count('milestone')).toBeLessThan(count('action'));
    expect(count('action')).toBeLessThan(count('micro'));
    const all = lanes.window(query(lab.length - 1, { granularity: 'micro', before: 300 })).messages;
    expect(all.some(({ subject }) => subject.startsWith('leases'))).toBe(false);
  });

  test('what follows is told after the trace has grown, and a deleted object is gone from truth and belief', () => {
    const other = applied(manifest(1));
    const grown = new Lanes(other.branch);
    const subject = 'deployments/default/web';
    grown.window(query(other.length - 1, { subjects: [subject] }));
    other.command({
      to: 'kubectl',
      type: 'deleteObject',
      payload: { resource: 'deployments', namespace: 'default', name: 'web' },
    });
    while (!other.runTowardsRest(1_000)) {
      // Further.
    }
    const { strips } = grown.window(query(other.length - 1, { subjects: [subject], before: 300 }));
    expect(strips.map(({ versions }) => versions[versions.length - 1]?.gone)).toEqual([true, true]);
  });
});

test('a window of a long trace holds no more than it was asked for', () => {
  const lab = applied(manifest(100));
  for (let i = 0; i < 3; i++) applied(manifest(100, `nginx:1.3${i}`), lab);
  expect(lab.length).toBeGreaterThan(20_000);
  const lanes = new Lanes(lab.branch);
  const subjects = ['deployments/default/web'];
  lanes.window(query(lab.length - 1, { subjects }));
  for (let i = 0; i < 20; i++) {
    const { messages } = lanes.window(query(Math.floor((lab.length * i) / 20), { subjects, before: 40, after: 40 }));
    expect(messages.length).toBeLessThanOrEqual(80);
  }
});
