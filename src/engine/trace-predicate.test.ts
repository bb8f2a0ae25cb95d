import { describe, expect, it } from 'vitest';
import { Cluster } from './cluster';
import { causesOf, findMatch, matches, type PredicateEvent, subjectReference, valueAt } from './trace-predicate';

const event = (part: Partial<PredicateEvent>): PredicateEvent => ({
  actor: 'deployment-controller',
  target: 'kube-apiserver',
  verb: 'api.update',
  subject: 'replicasets/default/web-1',
  level: 'action',
  detail: null,
  changes: [],
  ...part,
});

const resized = event({
  changes: [
    { table: 'workers/deployment', key: '0', before: undefined, after: { spec: { replicas: 8 } } },
    {
      table: 'api/replicasets',
      key: 'default/web-1',
      before: { spec: { replicas: 10 }, metadata: { annotations: { 'example.com/a': '1' } } },
      after: { spec: { replicas: 8 }, metadata: { annotations: { 'example.com/a': '1' } } },
    },
  ],
});

describe('an event is named by what it is', () => {
  it('a kind, a namespace, a name and a subresource are read from its subject', () => {
    const read = (verb: string, subject: string) => {
      const { kind, namespace, name, subresource } = subjectReference({ verb, subject });
      return [kind, namespace, name, subresource];
    };
    expect(read('api.update', 'replicasets/default/web-1/status')).toEqual([
      'ReplicaSet',
      'default',
      'web-1',
      'status',
    ]);
    expect(read('api.list', 'pods')).toEqual(['Pod', '', '', '']);
    expect(read('api.patch', 'nodes/node-1/status')).toEqual(['Node', '', 'node-1', 'status']);
    expect(read('event.record', 'Pod/default/web-1-x')).toEqual(['Pod', 'default', 'web-1-x', '']);
    expect(read('queue.add', 'pods/web')).toEqual([undefined, 'pods', 'web', '']);
    expect(read('controller.sync', 'default')).toEqual([undefined, '', 'default', '']);
    expect(read('command', 'cluster')).toEqual([undefined, '', 'cluster', '']);
  });

  it('a change is meant by the values between which it goes, in the stored object alone', () => {
    const changed = (path: string, from?: number, to?: number) =>
      matches(
        { changed: { [path]: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) } } },
        resized,
      );
    expect(changed('spec.replicas', 10, 8)).toBe(true);
    expect(changed('spec.replicas')).toBe(true);
    expect(changed('spec.replicas', undefined, 8)).toBe(true);
    expect(changed('spec.replicas', 9, 8)).toBe(false);
    expect(changed('spec.replicas', 10, 7)).toBe(false);
    expect(changed('metadata.annotations[example.com/a]')).toBe(false);
  });

  it('a change of another object in the same event is not meant', () => {
    expect(matches({ changed: { 'spec.replicas': {} } }, { ...resized, subject: 'replicasets/default/web-2' })).toBe(
      false,
    );
    expect(matches({ changed: { 'spec.replicas': {} } }, { ...resized, subject: 'deployments/default/web' })).toBe(
      false,
    );
  });

  it('what is not there yet is nothing: a new object goes from null', () => {
    const created = event({
      verb: 'api.create',
      changes: [
        { table: 'api/replicasets', key: 'default/web-1', before: undefined, after: { spec: { replicas: 3 } } },
      ],
    });
    expect(matches({ changed: { 'spec.replicas': { from: null, to: 3 } } }, created)).toBe(true);
    expect(matches({ changed: { 'spec.replicas': { from: 0, to: 3 } } }, created)).toBe(false);
  });

  it('a process stands for all its instances, and a part that is not named may be anything', () => {
    const onNode = event({ actor: 'kubelet/node-1' });
    expect(matches({ actor: 'kubelet' }, onNode)).toBe(true);
    expect(matches({ actor: 'kubelet/node-2' }, onNode)).toBe(false);
    expect(matches({ actor: 'kube' }, onNode)).toBe(false);
    expect(matches({}, onNode)).toBe(true);
    expect(matches({ target: 'kube-apiserver', level: 'action' }, onNode)).toBe(true);
    expect(matches({ level: 'milestone' }, onNode)).toBe(false);
    expect(matches({ subject: { kind: 'ReplicaSet', subresource: 'status' } }, onNode)).toBe(false);
  });

  it('its message is named by paths', () => {
    const decided = event({
      verb: 'controller.sync',
      detail: { total: 13, list: [{ type: 'Ready', status: 'True' }] },
    });
    expect(matches({ detail: { total: 13, 'list.Ready.status': 'True' } }, decided)).toBe(true);
    expect(matches({ detail: { total: 13, minAvailable: 8 } }, decided)).toBe(false);
    expect(matches({ detail: { missing: null } }, decided)).toBe(true);
    expect(matches({ detail: { total: 13 } }, event({}))).toBe(false);
  });
});

describe('a path', () => {
  it('goes into lists by place, by name and by type', () => {
    const pod = {
      spec: {
        containers: [
          { name: 'a', image: 'x' },
          { name: 'b', image: 'y' },
        ],
      },
    };
    expect(valueAt(pod, 'spec.containers.1.image')).toBe('y');
    expect(valueAt(pod, 'spec.containers.b.image')).toBe('y');
    expect(valueAt(pod, 'spec.containers.c.image')).toBeUndefined();
    expect(valueAt(pod, 'spec.volumes.0.name')).toBeUndefined();
  });
});

describe('in a real run', () => {
  const labels = { app: 'web' };
  const cluster = new Cluster({ seed: 3 }).boot();
  cluster.kernel.commandAt(5_000_001, {
    to: 'http',
    type: 'request',
    payload: {
      method: 'POST',
      path: '/apis/apps/v1/namespaces/default/deployments',
      user: 'kubectl',
      body: {
        metadata: { name: 'web' },
        spec: {
          replicas: 3,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
        },
      },
    },
  });
  cluster.kernel.runUntil(40e6);
  const { events } = cluster.kernel.trace;

  it('the ReplicaSet is created once, with three replicas, and three Pods after it', () => {
    const created = findMatch(
      { verb: 'api.create', subject: { kind: 'ReplicaSet' }, changed: { 'spec.replicas': { to: 3 } } },
      events,
    );
    expect(created).toBeGreaterThan(0);
    expect(findMatch({ verb: 'api.create', subject: { kind: 'ReplicaSet' }, nth: 2 }, events)).toBe(-1);
    const pod = { verb: 'api.create', subject: { kind: 'Pod', subresource: '' } } as const;
    const third = findMatch({ ...pod, nth: 3 }, events, created);
    expect(third).toBeGreaterThan(created);
    expect(findMatch(pod, events, third + 1)).toBe(-1);
  });

  it('the status of the ReplicaSet reaches three, written under its subresource', () => {
    const at = findMatch(
      {
        verb: 'api.update',
        subject: { kind: 'ReplicaSet', namespace: 'default', subresource: 'status' },
        changed: { 'status.availableReplicas': { to: 3 } },
      },
      events,
    );
    expect(events[at]?.target).toBe('kube-apiserver');
  });

  it('a write is told from others by what led to it', () => {
    const pod = { verb: 'api.create', subject: { kind: 'Pod' }, actor: 'replicaset-controller' } as const;
    const causeOf = causesOf(cluster.kernel.trace);
    const synced = { ...pod, cause: { verb: 'sync.decide', actor: 'replicaset-controller' } } as const;
    expect(findMatch(synced, events, 0, causeOf)).toBe(findMatch(pod, events));
    expect(findMatch({ ...pod, cause: { verb: 'command' } }, events, 0, causeOf)).toBe(-1);
    expect(findMatch(synced, events)).toBe(-1);
  });
});
