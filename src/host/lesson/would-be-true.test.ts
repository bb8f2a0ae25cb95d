import { beforeAll, describe, expect, test } from 'vitest';
import { valueAt } from '../../engine';
import { Lab } from '../../worker/lab';
import { loadReader } from '../../worker/manifest';
import { countOf } from '../../worker/scenario/checks';
import { perform } from '../../worker/scenario/perform';

// Under each wrong answer a lesson says what the cluster would have to be for it to be right. Those clusters are run here.

beforeAll(loadReader);

const deployment = (replicas: number, strategy: object, image: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'shop', namespace: 'default' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'shop' } },
    strategy,
    template: {
      metadata: { labels: { app: 'shop' } },
      spec: { containers: [{ name: 'shop', image }] },
    },
  },
});

/** What one change of the image comes to. */
function rollout(replicas: number, strategy: object, image = 'shop:v2') {
  const workloads = {
    'shop:v1': {},
    'shop:v2': { startMillis: 2000, startJitterMillis: 3000 },
    'shop:none': { image: { exists: false } },
  };
  const lab = new Lab(3, { nodes: [{ name: 'a' }, { name: 'b' }, { name: 'c' }], workloads });
  perform(lab, [
    { apply: deployment(replicas, strategy, 'shop:v1') },
    { until: { deployment: 'shop', available: replicas } },
    { rest: true },
  ]);
  const from = lab.length;
  const { view } = lab.branch;
  perform(lab, [{ kubectl: `kubectl set image deployment/shop shop=${image}` }, { rest: true }]);
  let created: number | undefined;
  let firstShrink: number | undefined;
  let lowest = replicas;
  let highest = 0;
  lab.seek(from);
  for (let position = from; position < lab.length; position++) {
    lab.seek(position);
    lowest = Math.min(lowest, countOf({ count: 'available' }, view));
    highest = Math.max(highest, countOf({ count: 'pods' }, view));
    for (const { table, before: was, after } of lab.event(position)?.changes ?? []) {
      if (table !== 'api/replicasets') continue;
      const [old, size] = [valueAt(was, 'spec.replicas') as number, valueAt(after, 'spec.replicas') as number];
      if (was === undefined) created ??= size;
      else if (size < old) firstShrink ??= size;
    }
  }
  const newPods = countOf({ count: 'pods', image }, lab.branch.cluster.kernel);
  return { created, firstShrink, lowest, highest, newPods };
}

const rolling = (maxSurge: number | string, maxUnavailable: number | string) => ({
  type: 'RollingUpdate',
  rollingUpdate: { maxSurge, maxUnavailable },
});

describe('the new ReplicaSet is created with another number', () => {
  test.each([
    [10, 0, '25%', 0],
    [10, 1, '25%', 1],
    [10, '10%', '25%', 1],
    [10, 2, '25%', 2],
    [10, '100%', '25%', 10],
    [1, 0, 1, 0],
    [3, 1, 1, 1],
  ])('%i replicas, maxSurge %s: %s', (replicas, maxSurge, maxUnavailable, created) => {
    expect(rollout(replicas, rolling(maxSurge, maxUnavailable)).created).toBe(created);
  });

  test('with maxSurge 100% there are 20 Pods for a while', () => {
    expect(rollout(10, rolling('100%', '25%')).highest).toBe(20);
  });
});

describe('the floor is another one', () => {
  test.each([
    [1, 2],
    ['34%', 2],
    ['25%', 3],
    [0, 3],
  ])('3 replicas, maxUnavailable %s: never below %i', (maxUnavailable, floor) => {
    expect(rollout(3, rolling(1, maxUnavailable)).lowest).toBe(floor);
  });
});

test('with RollingUpdate, no surge and one unavailable the old ReplicaSet goes from 3 to 2, and two are available', () => {
  expect(rollout(3, rolling(0, 1))).toMatchObject({ firstShrink: 2, lowest: 2 });
});

test('without a floor an image that is nowhere replaces all ten', () => {
  expect(rollout(10, rolling('25%', '100%'), 'shop:none')).toMatchObject({ newPods: 10, lowest: 0 });
  expect(rollout(10, rolling('25%', '25%'), 'shop:none')).toMatchObject({ newPods: 5, lowest: 8 });
});

test('a tag other than latest is pulled only where it is absent; a policy that was once filled in stays', () => {
  const policyOf = (...images: readonly string[]) => {
    const lab = new Lab(3, { nodes: [{ name: 'a' }] });
    for (const image of images) perform(lab, [{ apply: deployment(1, rolling(1, 0), image) }, { rest: true }]);
    const [pod] = lab.branch.cluster.kernel.table('api/pods').values();
    return valueAt(pod, 'spec.containers.0.imagePullPolicy');
  };
  expect(policyOf('shop:v2')).toBe('IfNotPresent');
  expect(policyOf('shop:latest')).toBe('Always');
  expect(policyOf('shop:latest', 'shop:v2')).toBe('Always');
});
