import { describe, expect, it } from 'vitest';
import type { TraceEvent } from '../../kernel/trace';
import { Lab, mergePatch } from '../testing/lab';
import { slowStartBatch } from './slow-start';

const setsPath = '/apis/apps/v1/namespaces/default/replicasets';
const podsPath = '/api/v1/namespaces/default/pods';

function replicaSet(replicas: number, spec: object = {}): unknown {
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } };
  return { metadata: { name: 'web' }, spec: { replicas, selector: { matchLabels: labels }, template, ...spec } };
}

const pod = (name: string, labels: Record<string, string>) => ({
  metadata: { name, labels },
  spec: { containers: [{ name: 'web', image: 'web:1' }] },
});

function withReplicas(replicas: number, config: ConstructorParameters<typeof Lab>[0] = {}, spec: object = {}): Lab {
  const lab = new Lab(config);
  lab.send('POST', setsPath, replicaSet(replicas, spec));
  lab.settle();
  return lab;
}

const isCreation = ({ verb, subject, actor }: TraceEvent) =>
  verb === 'api.create' && subject.startsWith('pods/') && actor === 'replicaset-controller';

const slow = { apiReadMicros: 2_000, apiWriteMicros: 5_000, kubeletSpreadMicros: 0 };
const latency = (watch: number) => ({
  latency: {
    ...slow,
    watchMicros: { 'kube-controller-manager': watch, 'kube-scheduler': watch, kubelet: watch, other: watch },
  },
});

describe('a ReplicaSet', () => {
  it('creates at most 500 Pods in one sync (claim 178)', () => {
    const lab = withReplicas(1200, { clientLimits: {} });
    const syncs = new Map<number, number>();
    for (const event of lab.kernel.trace.events)
      if (isCreation(event)) syncs.set(event.cause, (syncs.get(event.cause) ?? 0) + 1);
    expect([...syncs.values()]).toEqual([500, 500, 200]);
    expect(lab.pods()).toHaveLength(1200);
  });

  it('sends its creations in batches of 1, 2, 4, 8 … that are under way together (claim 179)', () => {
    const lab = withReplicas(12, { clientLimits: {} });
    const sent = lab.kernel.trace.events.filter(isCreation).map(({ detail }) => (detail as { sentAt: number }).sentAt);
    const first = sent[0] as number;
    expect(sent.map((at) => at - first)).toEqual([0, 5e3, 5e3, 10e3, 10e3, 10e3, 10e3, 15e3, 15e3, 15e3, 15e3, 15e3]);
    const sizes: number[] = [];
    slowStartBatch(20, (size) => sizes.push(size) * 0 + size);
    expect(sizes).toEqual([1, 2, 4, 8, 5]);
  });

  it('is held to 20 requests a second after the first 30, as its client is', () => {
    const lab = withReplicas(70);
    const sent = lab.kernel.trace.events.filter(isCreation).map(({ detail }) => (detail as { sentAt: number }).sentAt);
    expect(((sent[69] as number) - (sent[29] as number)) / 1e6).toBeCloseTo(2, 1);
  });

  it('gives up Pods that are not running or not ready first (claim 177)', () => {
    const lab = withReplicas(4);
    const [a, b, c, d] = lab.pods();
    lab.makeReady([a, b, c] as never);
    lab.settle();
    lab.makeReady([b] as never, false);
    lab.settle();
    lab.send('PATCH', `${setsPath}/web`, { spec: { replicas: 2 } }, mergePatch);
    lab.settle();
    const left = lab.activePods().map(({ metadata }) => metadata.name);
    expect(left).toEqual([a?.metadata.name, c?.metadata.name].sort());
    expect(left).not.toContain(d?.metadata.name);
  });

  it('makes no Pod twice, however late its caches are', () => {
    for (const watch of [1_000, 50_000, 3_000_000]) {
      expect(withReplicas(7, { ...latency(watch), clientLimits: {} }).pods()).toHaveLength(7);
    }
  });

  it('does not act while its caches are older than its own last write', () => {
    const lab = withReplicas(2, { ...latency(50_000), clientLimits: {} });
    const refused = lab.kernel.trace.events.filter(
      ({ verb, detail }) =>
        verb === 'controller.done' &&
        /^read version: \d+ is not as new as/.test((detail as { error?: string } | null)?.error ?? ''),
    );
    expect(refused.length).toBeGreaterThan(0);
    expect(lab.sets()[0]?.status).toMatchObject({ replicas: 2, observedGeneration: 1 });
  });

  it('replaces a Pod as soon as that is being deleted, and counts it as terminating', () => {
    const lab = withReplicas(2);
    const name = lab.pods()[0]?.metadata.name;
    lab.send('POST', `${podsPath}/${name}/binding`, { target: { name: 'node-1' } });
    lab.settle();
    lab.send('DELETE', `${podsPath}/${name}`);
    lab.settle();
    expect(lab.pods()).toHaveLength(3);
    expect(lab.activePods()).toHaveLength(2);
    expect(lab.sets()[0]?.status).toMatchObject({ replicas: 2, terminatingReplicas: 1 });
    lab.send('DELETE', `${podsPath}/${name}`, { gracePeriodSeconds: 0 });
    lab.settle();
    expect(lab.sets()[0]?.status).toMatchObject({ replicas: 2, terminatingReplicas: 0 });
  });

  it('adopts a Pod that it selects, and frees one whose labels no longer fit', () => {
    const lab = new Lab();
    lab.send('POST', podsPath, pod('stray', { app: 'web' }));
    lab.settle();
    lab.send('POST', setsPath, replicaSet(2));
    lab.settle();
    expect(lab.pods()).toHaveLength(2);
    const owner = () => lab.pods().find(({ metadata }) => metadata.name === 'stray')?.metadata.ownerReferences;
    expect(owner()).toEqual([
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        name: 'web',
        uid: lab.sets()[0]?.metadata.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ]);
    lab.send('PATCH', `${podsPath}/stray`, { metadata: { labels: { app: 'other' } } }, mergePatch);
    lab.settle();
    expect(owner() ?? []).toEqual([]);
    expect(lab.pods()).toHaveLength(3);
  });

  it('counts a Pod as available only after minReadySeconds, and looks again just then', () => {
    const lab = withReplicas(1, {}, { minReadySeconds: 30 });
    lab.makeReady(lab.pods());
    lab.wait(29);
    expect(lab.sets()[0]?.status).toMatchObject({ readyReplicas: 1 });
    expect(lab.sets()[0]?.status?.availableReplicas).toBeUndefined();
    lab.wait(2);
    expect(lab.sets()[0]?.status).toMatchObject({ readyReplicas: 1, availableReplicas: 1 });
  });

  it('that may not create Pods tries one, says so, and tries again later and later', () => {
    const lab = new Lab();
    const message = 'pods "web-x" is forbidden: exceeded quota: q, requested: pods=1, used: pods=2, limited: pods=2';
    const status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      reason: 'Forbidden',
      code: 403,
    };
    const refusal = {
      user: 'kube-controller-manager',
      method: 'POST',
      resource: 'pods',
      code: 403,
      status,
      remaining: 3,
    };
    lab.fault('apiFault', refusal);
    const said: unknown[] = [];
    lab.kernel.onWrite(() => said.push(...(lab.sets()[0]?.status?.conditions ?? [])));
    lab.send('POST', setsPath, replicaSet(5));
    lab.settle();
    expect(said[0]).toMatchObject({ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message });
    expect(lab.messages('FailedCreate')).toEqual([`Error creating: ${message}`]);
    expect(lab.pods()).toHaveLength(5);
    expect(lab.sets()[0]?.status?.conditions).toBeUndefined();
  });

  it('says which Pods it created and deleted', () => {
    const lab = withReplicas(1);
    const name = lab.pods()[0]?.metadata.name;
    lab.send('PATCH', `${setsPath}/web`, { spec: { replicas: 0 } }, mergePatch);
    lab.settle();
    expect(lab.messages('SuccessfulCreate')).toEqual([`Created pod: ${name}`]);
    expect(lab.messages('SuccessfulDelete')).toEqual([`Deleted pod: ${name}`]);
  });
});
