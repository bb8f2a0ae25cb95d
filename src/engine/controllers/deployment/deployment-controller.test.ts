import { describe, expect, it } from 'vitest';
import type { TraceEvent } from '../../kernel/trace';
import { deployment, isReady, Lab, revision } from '../testing/lab';
import { resolveFenceposts } from './fenceposts';

const path = '/apis/apps/v1/namespaces/default/deployments';
const replicasOf = (lab: Lab) => lab.sets().map(({ spec }) => spec?.replicas);

describe('a Deployment that is applied', () => {
  it('leads to a ReplicaSet and its Pods, each caused by the one before (claims 158, 170)', () => {
    const lab = new Lab();
    lab.send('POST', path, deployment({ replicas: 2 }));
    lab.settle();
    const { trace } = lab.kernel;
    const pod = trace.events.find(
      ({ verb, subject }) => verb === 'api.create' && subject.startsWith('pods/'),
    ) as TraceEvent;
    const chain = trace
      .why(pod.seq)
      .map(({ verb, subject }) => `${verb} ${subject.replace(/web-[a-z0-9-]+/g, 'web-x')}`);
    expect(chain).toEqual([
      'sync.decide replicasets/default/web-x',
      'controller.sync default/web-x',
      'queue.add default/web-x',
      'watch.deliver replicasets/default/web-x',
      'api.create replicasets/default/web-x',
      'controller.sync default/web',
      'queue.add default/web',
      'watch.deliver deployments/default/web',
      'api.create deployments/default/web',
      'command POST /apis/apps/v1/namespaces/default/deployments',
    ]);
    expect(replicasOf(lab)).toEqual([2]);
    expect(lab.activePods()).toHaveLength(2);
    expect(lab.messages('ScalingReplicaSet')).toEqual([
      `Scaled up replica set ${lab.sets()[0]?.metadata.name} from 0 to 2`,
    ]);
  });

  it('loses its first status to a conflict with its own earlier write, and tries again 5 ms later, as upstream does', () => {
    const lab = new Lab();
    lab.send('POST', path, deployment());
    lab.settle();
    const errors = lab.kernel.trace.events.filter(({ verb, detail }) => verb === 'controller.done' && detail !== null);
    expect(errors.map(({ detail }) => (detail as { error: string }).error)).toEqual([
      'Operation cannot be fulfilled on deployments.apps "web": the object has been modified; please apply your changes to the latest version and try again',
    ]);
  });

  it('gives its ReplicaSet and Pods a hash of the template that both selectors ask for', () => {
    const lab = new Lab().running();
    const [set] = lab.sets();
    const hash = set?.metadata.labels?.['pod-template-hash'] ?? '';
    expect(hash).toMatch(/^[456789bcdf]{1,10}$/);
    expect(set?.metadata.name).toBe(`web-${hash}`);
    expect(set?.spec?.selector.matchLabels).toEqual({ app: 'web', 'pod-template-hash': hash });
    for (const pod of lab.pods()) expect(pod.metadata.labels).toEqual({ app: 'web', 'pod-template-hash': hash });
  });

  it('is complete when all its Pods are new and available', () => {
    const lab = new Lab().running({ replicas: 2 });
    expect(lab.condition('Progressing')).toMatchObject({ status: 'True', reason: 'NewReplicaSetAvailable' });
    expect(lab.condition('Available')).toMatchObject({ status: 'True', reason: 'MinimumReplicasAvailable' });
    const { conditions: _conditions, ...counters } = lab.deployment().status ?? {};
    expect(counters).toEqual({
      observedGeneration: 1,
      replicas: 2,
      updatedReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      terminatingReplicas: 0,
    });
  });
});

describe('a rolling update', () => {
  it('starts when the Pod template changes, and not when only the size does (claims 159, 160)', () => {
    const lab = new Lab().running({ replicas: 2 });
    lab.apply({ spec: { replicas: 4 } });
    lab.settle();
    expect(replicasOf(lab)).toEqual([4]);
    lab.setImage('web:2');
    lab.settle();
    expect(lab.sets()).toHaveLength(2);
  });

  it('of 10 Pods at 25 %/25 % passes 3/8, 5/5, 8/3 and 10/0, never above 13 Pods nor below 8 ready ones (claims 161, 162, 163)', () => {
    const lab = new Lab().running({ replicas: 10 });
    const sizes = lab.watchSizes();
    const pods = lab.watchPods();
    lab.setImage('web:2');
    lab.rollOut();
    expect(sizes).toEqual(['3/10', '3/8', '5/8', '5/5', '8/5', '8/3', '10/3', '10/0']);
    expect(pods).toEqual({ mostPods: 13, fewestReady: 8 });
    expect(lab.activePods().every(isReady)).toBe(true);
  });

  it('of 4 Pods at 25 %/25 % passes 1/3, 2/2, 3/1 and 4/0, never above 5 nor below 3 (claim 165)', () => {
    const lab = new Lab().running({ replicas: 4 });
    const sizes = lab.watchSizes();
    const pods = lab.watchPods();
    lab.setImage('web:2');
    lab.rollOut();
    expect(sizes.filter((size) => ['1/3', '2/2', '3/1', '4/0'].includes(size))).toEqual(['1/3', '2/2', '3/1', '4/0']);
    expect(pods).toEqual({ mostPods: 5, fewestReady: 3 });
  });

  it('rounds maxSurge up and maxUnavailable down, and moves one Pod if both come out as nothing (claims 164, 166, 169)', () => {
    expect(resolveFenceposts('25%', '25%', 10)).toEqual({ maxSurge: 3, maxUnavailable: 2 });
    expect(resolveFenceposts('25%', '25%', 3)).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    expect(resolveFenceposts('0%', '10%', 5)).toEqual({ maxSurge: 0, maxUnavailable: 1 });
  });

  it('without surge and without unavailable Pods is refused by the API server (claim 169)', () => {
    const { code } = new Lab().send('POST', path, deployment({ maxSurge: 0, maxUnavailable: 0 }));
    expect(code).toBe(422);
  });

  it('of one Pod has the new one ready before the old one goes (claim 167)', () => {
    const lab = new Lab().running({ replicas: 1 });
    const pods = lab.watchPods();
    lab.setImage('web:2');
    lab.rollOut();
    expect(pods).toEqual({ mostPods: 2, fewestReady: 1 });
  });

  it('without surge shrinks the old ReplicaSet first and never has more Pods than wanted (claim 168)', () => {
    const lab = new Lab().running({ replicas: 3, maxSurge: 0, maxUnavailable: 1 });
    const sizes = lab.watchSizes();
    const pods = lab.watchPods();
    lab.setImage('web:2');
    lab.rollOut();
    expect(sizes.slice(0, 3)).toEqual(['0/3', '0/2', '1/2']);
    expect(pods).toEqual({ mostPods: 3, fewestReady: 2 });
  });

  it('scales up or down in one sync, never both, once the new ReplicaSet is there (claim 171)', () => {
    const lab = new Lab().running({ replicas: 10 });
    lab.setImage('web:2');
    lab.rollOut();
    const directions = new Map<number, Set<string>>();
    for (const { verb, cause, changes } of lab.kernel.trace.events) {
      if (verb !== 'api.update') continue;
      for (const { table, before, after } of changes) {
        if (table !== 'api/replicasets') continue;
        const size = (row: unknown) => (row as { spec: { replicas: number } } | undefined)?.spec.replicas ?? 0;
        const change = Math.sign(size(after) - size(before));
        if (change === 0) continue;
        const seen = directions.get(cause) ?? new Set();
        directions.set(cause, seen.add(change > 0 ? 'up' : 'down'));
      }
    }
    expect(directions.size).toBeGreaterThan(5);
    for (const seen of directions.values()) expect(seen.size).toBe(1);
  });

  it('takes broken old Pods away first, since nobody misses them (claim 172)', () => {
    const lab = new Lab().running({ replicas: 10, maxSurge: 0, maxUnavailable: 2 });
    const broken = lab.pods().slice(0, 2);
    lab.makeReady(broken, false);
    lab.settle();
    lab.setImage('web:2');
    lab.settle();
    const names = lab.activePods().map(({ metadata }) => metadata.name);
    for (const { metadata } of broken) expect(names).not.toContain(metadata.name);
  });

  it('stops when new Pods never get ready; the old ones keep serving (claim 175)', () => {
    const lab = new Lab().running({ replicas: 10 });
    lab.setImage('broken:1');
    lab.settle();
    expect(replicasOf(lab)).toEqual([8, 5]);
    expect(lab.activePods().filter(isReady)).toHaveLength(8);
    expect(lab.condition('Available')).toMatchObject({ status: 'True' });
  });

  it('without progress for 600 s is said to have timed out, and is not undone (claim 176)', () => {
    const lab = new Lab().running({ replicas: 3 });
    lab.setImage('broken:1');
    lab.settle();
    const name = lab.sets()[1]?.metadata.name;
    lab.wait(560);
    expect(lab.condition('Progressing')).toMatchObject({ status: 'True', reason: 'ReplicaSetUpdated' });
    lab.wait(60);
    expect(lab.condition('Progressing')).toMatchObject({
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
      message: `ReplicaSet "${name}" has timed out progressing.`,
    });
    lab.wait(3600);
    expect(replicasOf(lab)).toEqual([3, 1]);
    expect(lab.deployment().spec?.template.spec?.containers[0]?.image).toBe('broken:1');
  });

  it('that is changed on its way makes the middle ReplicaSet an old one and shrinks it (claim 183)', () => {
    const lab = new Lab().running({ replicas: 10 });
    lab.setImage('web:2');
    lab.settle();
    lab.setImage('web:3');
    lab.rollOut();
    expect(replicasOf(lab)).toEqual([0, 0, 10]);
    expect(lab.sets().map(revision)).toEqual([1, 2, 3]);
  });

  it('in the middle of which the size changes keeps the shares of both ReplicaSets', () => {
    const lab = new Lab().running({ replicas: 10 });
    lab.setImage('broken:1');
    lab.settle();
    expect(replicasOf(lab)).toEqual([8, 5]);
    lab.apply({ spec: { replicas: 20 } });
    lab.settle();
    expect(replicasOf(lab)).toEqual([15, 10]);
  });
});

describe('a Recreate Deployment', () => {
  it('waits for the last old Pod to stop before it makes new ones, and keeps the old ReplicaSet at 0 (claims 173, 174)', () => {
    const lab = new Lab().running({ type: 'Recreate' });
    for (const { metadata } of lab.pods()) {
      lab.send('POST', `/api/v1/namespaces/default/pods/${metadata.name}/binding`, { target: { name: 'node-1' } });
    }
    lab.settle();
    lab.setImage('web:2');
    lab.settle();
    expect(replicasOf(lab)).toEqual([0]);
    expect(lab.pods().map(({ metadata }) => metadata.deletionGracePeriodSeconds)).toEqual([30, 30, 30]);
    const remove = (index: number) =>
      lab.send('DELETE', `/api/v1/namespaces/default/pods/${lab.pods()[index]?.metadata.name}`, {
        gracePeriodSeconds: 0,
      });
    remove(0);
    remove(0);
    lab.settle();
    expect(lab.sets()).toHaveLength(1);
    remove(0);
    lab.settle();
    expect(replicasOf(lab)).toEqual([0, 3]);
    expect(lab.activePods()).toHaveLength(3);
  });
});

describe('the history of a Deployment', () => {
  it('counts revisions on each ReplicaSet and keeps ten old ones (claim 180)', () => {
    const lab = new Lab().running({ replicas: 1 });
    for (let version = 2; version <= 13; version++) {
      lab.setImage(`web:${version}`);
      lab.rollOut();
    }
    expect(lab.sets().map(revision)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(revision(lab.deployment())).toBe(13);
  });

  it('after an undo to revision 2 of 3 has 1, 3 and 4: the old ReplicaSet comes back under a new number (claims 181, 182)', () => {
    const lab = new Lab().running({ replicas: 2 });
    lab.setImage('web:2');
    lab.rollOut();
    lab.setImage('web:3');
    lab.rollOut();
    lab.setImage('web:2');
    lab.rollOut();
    expect(lab.sets().map(revision)).toEqual([1, 4, 3]);
    expect(replicasOf(lab)).toEqual([0, 2, 0]);
    expect(lab.sets()[1]?.metadata.annotations?.['deployment.kubernetes.io/revision-history']).toBe('2');
  });

  it('rolls back by itself when the deprecated annotation asks for it', () => {
    const lab = new Lab().running({ replicas: 2 });
    lab.setImage('web:2');
    lab.rollOut();
    lab.apply({ metadata: { annotations: { 'deprecated.deployment.rollback.to': '1' } } });
    lab.rollOut();
    expect(lab.deployment().spec?.template.spec?.containers[0]?.image).toBe('web:1');
    expect(lab.deployment().spec?.template.metadata?.labels).toEqual({ app: 'web' });
    expect(lab.messages('DeploymentRollback')).toEqual(['Rolled back deployment "web" to revision 1']);
    expect(lab.sets().map(revision)).toEqual([3, 2]);
  });
});

describe('a paused Deployment', () => {
  it('rolls nothing out, and catches up when it is resumed', () => {
    const lab = new Lab().running({ replicas: 2 });
    lab.apply({ spec: { paused: true } });
    lab.settle();
    lab.setImage('web:2');
    lab.settle();
    expect(lab.sets()).toHaveLength(1);
    expect(lab.condition('Progressing')).toMatchObject({ status: 'Unknown', reason: 'DeploymentPaused' });
    lab.apply({ spec: { paused: false } });
    lab.rollOut();
    expect(replicasOf(lab)).toEqual([0, 2]);
    expect(lab.condition('Progressing')).toMatchObject({ status: 'True', reason: 'NewReplicaSetAvailable' });
  });
});

describe('a Deployment whose ReplicaSet cannot be created', () => {
  it('says so in an Event and a condition', () => {
    const lab = new Lab();
    const status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'no',
      reason: 'Forbidden',
      code: 403,
    };
    const fault = {
      user: 'kube-controller-manager',
      method: 'POST',
      resource: 'replicasets',
      code: 403,
      status,
      remaining: 1,
    };
    lab.fault('apiFault', fault);
    lab.send('POST', path, deployment());
    lab.wait(0.02);
    const name = lab.messages('ReplicaSetCreateError')[0]?.match(/"(.*)"/)?.[1];
    expect(lab.messages('ReplicaSetCreateError')).toEqual([`Failed to create new replica set "${name}": no`]);
    lab.settle();
    expect(replicasOf(lab)).toEqual([3]);
  });
});
