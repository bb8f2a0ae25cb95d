import { beforeAll, describe, expect, test } from 'vitest';
import type { Due, Pod } from '../engine/index';
import { Lab } from './lab';
import { loadReader, readManifest } from './manifest';

beforeAll(loadReader);

const deployment = (annotations: string, more = '') => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  progressDeadlineSeconds: 600
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}, annotations: {${annotations}}}
    spec: {containers: [{name: web, image: 'nginx:1.29'${more}}]}
`;
const pod = (annotations: string, spec = '') => `apiVersion: v1
kind: Pod
metadata: {name: one, annotations: {${annotations}}}
spec: {containers: [{name: main, image: 'busybox:1.37'}]${spec}}
`;

function toRest(lab: Lab): void {
  while (!lab.runTowardsRest(1_000));
  lab.seek(lab.length - 1);
}

function resting(text: string, nodes = ['node-1']): Lab {
  const lab = new Lab(3, { nodes: nodes.map((name) => ({ name })) });
  const { objects } = readManifest(text, 'a.yaml');
  lab.command({ to: 'kubectl', type: 'apply', payload: { file: 'a.yaml', text, objects } });
  toRest(lab);
  return lab;
}

/** What is due, having been seen to be the next thing that wakes the cluster. */
function dueIn(lab: Lab): Due {
  const due = lab.due() as Due;
  expect(due.at).toBeGreaterThan(lab.now);
  lab.runUntil(due.at - 1);
  lab.seek(lab.length - 1);
  expect(lab.settled).toBe(true);
  expect(lab.due()).toEqual(due);
  lab.runUntil(due.at);
  return due;
}

const podIn = (lab: Lab) => lab.branch.cluster.kernel.table<Pod>('api/pods').values()[0] as Pod;
const restarts = (lab: Lab) => podIn(lab).status?.containerStatuses?.[0]?.restartCount;
const nameIn = (lab: Lab) => `pods/default/${podIn(lab).metadata.name}`;

describe('a cluster that has settled says what it waits for', () => {
  test('nothing, when all is well', () => {
    const lab = resting(deployment(''));
    expect(lab.due()).toBeUndefined();
    lab.seek(lab.length - 2);
    expect(lab.due()).toBeUndefined();
  });

  test('the restart of a container that crashes, at the end of its back-off', () => {
    const lab = resting(deployment('clusterglass.dev/crash: after 3s'));
    const before = restarts(lab) as number;
    const due = dueIn(lab);
    expect(due).toMatchObject({ what: 'restart', subject: nameIn(lab), part: 'web' });
    toRest(lab);
    expect(restarts(lab)).toBe(before + 1);
    expect(lab.due()).toMatchObject({ what: 'restart' });
  });

  test('the next try to pull an image that is not there', () => {
    const lab = resting(deployment('clusterglass.dev/image-pull: fails'));
    const due = dueIn(lab);
    expect(due).toMatchObject({ what: 'pull', subject: nameIn(lab), part: 'web' });
  });

  test('the end of a program that runs for an hour', () => {
    const lab = resting(pod('clusterglass.dev/runs-for: 1h', ', restartPolicy: Never'));
    const due = dueIn(lab);
    expect(due).toMatchObject({ what: 'exit', subject: 'pods/default/one', part: 'main' });
    expect(due.at / 3600e6).toBeCloseTo(1, 1);
    toRest(lab);
    expect(podIn(lab).status?.phase).toBe('Succeeded');
    expect(lab.due()).toBeUndefined();
  });

  test("a Pod's deadline", () => {
    const lab = resting(pod('clusterglass.dev/runs-for: 10h', ', activeDeadlineSeconds: 900'));
    expect(dueIn(lab)).toMatchObject({ what: 'deadline', subject: 'pods/default/one' });
    toRest(lab);
    expect(podIn(lab).status?.reason).toBe('DeadlineExceeded');
  });

  test('the progress deadline of a rollout that is stuck, once, beside the tries of the scheduler', () => {
    const lab = resting(deployment('', ', resources: {requests: {cpu: 400}}'));
    const seen: string[] = [];
    for (let i = 0; i < 6; i++) {
      const due = lab.due() as Due;
      seen.push(due.what);
      lab.runUntil(due.at);
      toRest(lab);
    }
    expect(seen).toContain('schedule');
    expect(seen.filter((what) => what === 'progress')).toHaveLength(1);
  });

  test('the run of a probe that was made to fail for a minute', () => {
    const lab = resting(deployment('', ', readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 7}'));
    lab.command({
      to: 'kubelet-faults',
      type: 'failProbe',
      payload: { pod: nameIn(lab).slice('pods/'.length), seconds: 60 },
    });
    toRest(lab);
    const ready = () => podIn(lab).status?.conditions?.find(({ type }) => type === 'Ready')?.status;
    expect(ready()).toBe('False');
    expect(dueIn(lab)).toMatchObject({ what: 'probe', subject: nameIn(lab), part: 'web' });
    toRest(lab);
    expect(ready()).toBe('True');
    expect(lab.due()).toBeUndefined();
  });

  test('a node that is cut off: NotReady after its grace period, then the eviction of its Pod', () => {
    const lab = resting(deployment(''), ['node-1', 'node-2', 'node-3']);
    const node = podIn(lab).spec?.nodeName;
    const lost = nameIn(lab);
    lab.command({ to: 'faults', type: 'cut', payload: { user: `kubelet/${node}` } });
    toRest(lab);
    const cutAt = lab.now;
    const silence = dueIn(lab);
    expect(silence).toMatchObject({ what: 'silence', subject: `nodes/${node}` });
    // 50 s since the last sign of life, which may be a lease's 10 s old; looked at every 5 s.
    expect((silence.at - cutAt) / 1e6).toBeGreaterThan(39);
    expect((silence.at - cutAt) / 1e6).toBeLessThanOrEqual(60);
    toRest(lab);
    expect(dueIn(lab)).toEqual({ at: silence.at + 5e6, what: 'taint', subject: `nodes/${node}`, part: '' });
    toRest(lab);
    const evict = dueIn(lab);
    expect(evict).toMatchObject({ what: 'evict', subject: lost });
    expect((evict.at - silence.at) / 1e6).toBeCloseTo(305, 0);
    toRest(lab);
    const pods = lab.branch.cluster.kernel.table<Pod>('api/pods').values();
    expect(pods.map(({ metadata }) => metadata.deletionTimestamp !== undefined).sort()).toEqual([false, true]);
  });
});
