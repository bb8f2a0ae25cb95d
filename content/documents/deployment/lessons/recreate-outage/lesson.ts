import type { Lesson, TracePredicate } from '../../../../../src/lessons/types';

// Three Pods under Recreate: all old ones go, then all new ones come. Between them nothing is available.

const shop = (image: string, strategy: object) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'shop', namespace: 'default' },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'shop' } },
    strategy,
    template: {
      metadata: { labels: { app: 'shop' } },
      spec: {
        containers: [
          {
            name: 'shop',
            image,
            readinessProbe: { httpGet: { path: '/ready', port: 8080 }, periodSeconds: 1 },
          },
        ],
      },
    },
  },
});

const decided = (oldPodsRunning: boolean): TracePredicate => ({
  verb: 'sync.decide',
  actor: 'deployment-controller',
  detail: { side: 'recreate', oldReplicas: 0, oldPodsRunning },
  nth: 1,
});

const gauge = { dock: { picture: 'rollout-gauge', deployment: 'shop' } };
const recreate = (...focus: string[]) => ({ picture: 'document', diagram: 'deploy-2', focus, ...gauge });
const diagram = (...focus: string[]) => ({ picture: 'document', diagram: 'deploy-0', focus, ...gauge });
const cluster = { picture: 'cluster', ...gauge };

export default {
  id: 'recreate-outage',
  document: 'deployment',
  minutes: 6,
  claims: [173, 174],
  questions: [],
  kubernetes: '1.37',
  seed: 5,

  config: {
    nodes: [{ name: 'worker-1' }, { name: 'worker-2' }, { name: 'worker-3' }],
    workloads: {
      'shop:v1': { startMillis: 2000, onSigterm: { exitsAfterMillis: 4000 } },
      'shop:v2': { startMillis: 2000 },
      'shop:v3': { startMillis: 2000 },
    },
  },
  assumptions: ['four-seconds-to-stop', 'two-seconds-to-start'],

  start: [
    { apply: shop('shop:v1', { type: 'Recreate' }) },
    { until: { deployment: 'shop', available: 3 } },
    { kubectl: 'kubectl set image deployment/shop shop=shop:v2' },
  ],

  recall: {
    id: 'rounding',
    from: 'deployment/surge-and-unavailable',
    kind: 'numbers',
    answer: { ceiling: 9, floor: 6 },
  },

  steps: [
    {
      id: 'change-image',
      kind: 'watch',
      at: { verb: 'api.patch', actor: 'kubectl', subject: { kind: 'Deployment', name: 'shop' }, nth: 1 },
      view: diagram('A', 'B'),
    },
    {
      id: 'first-write',
      kind: 'predict',
      at: {
        verb: 'api.update',
        actor: 'deployment-controller',
        subject: { kind: 'ReplicaSet' },
        changed: { 'spec.replicas': { from: 3 } },
        nth: 1,
      },
      view: recreate('A', 'B'),
      predict: {
        kind: 'number',
        answer: { path: 'spec.replicas' },
        expect: 0,
        wrong: [
          { id: 'two', answer: 2, hint: 2 },
          { id: 'three', answer: 3, hint: 1 },
          { id: 'other', answer: 'any', hint: 2 },
        ],
      },
      hints: 3,
    },
    {
      id: 'leaving',
      kind: 'predict',
      at: { verb: 'api.delete', actor: 'replicaset-controller', subject: { kind: 'Pod' }, nth: 3 },
      view: cluster,
      predict: {
        kind: 'order',
        stop: 'after',
        items: {
          'old-stopped': {
            verb: 'api.patch',
            actor: 'kubelet',
            subject: { kind: 'Pod', subresource: 'status' },
            changed: { 'status.phase': { to: 'Succeeded' } },
            nth: 3,
          },
          'new-set': { verb: 'api.create', actor: 'deployment-controller', subject: { kind: 'ReplicaSet' } },
          'new-pod': { verb: 'api.create', actor: 'replicaset-controller', subject: { kind: 'Pod' }, nth: 1 },
        },
        expect: ['old-stopped', 'new-set', 'new-pod'],
        wrong: [
          { id: 'new-first', answer: { before: ['new-pod', 'old-stopped'] }, hint: 1 },
          { id: 'set-first', answer: { before: ['new-set', 'old-stopped'] }, hint: 2 },
          { id: 'other', answer: 'any', hint: 3 },
        ],
        shown: ['new-set', 'new-pod', 'old-stopped'],
      },
      hints: 3,
    },
    { id: 'waits', kind: 'investigate', at: decided(true), view: cluster, inspector: 'why' },
    {
      id: 'new-set',
      kind: 'predict',
      at: { verb: 'api.create', actor: 'deployment-controller', subject: { kind: 'ReplicaSet' } },
      view: recreate('B', 'C'),
      predict: {
        kind: 'choice',
        answer: { count: 'available' },
        options: { all: 3, two: 2, none: 0 },
        expect: 'none',
        wrong: [
          { id: 'all', answer: 'all', hint: 1 },
          { id: 'two', answer: 'two', hint: 2 },
        ],
      },
      hints: 3,
    },
    {
      id: 'all-at-once',
      kind: 'watch',
      at: { verb: 'api.create', actor: 'replicaset-controller', subject: { kind: 'Pod' }, nth: 1 },
      view: diagram('I', 'D'),
    },
    {
      id: 'first-ready',
      kind: 'watch',
      at: {
        verb: 'api.patch',
        actor: 'kubelet',
        subject: { kind: 'Pod', subresource: 'status' },
        changed: { 'status.conditions.Ready.status': { from: 'False', to: 'True' } },
        nth: 1,
      },
      view: cluster,
    },
    {
      id: 'kept',
      kind: 'watch',
      at: {
        verb: 'api.update',
        actor: 'deployment-controller',
        subject: { kind: 'Deployment', subresource: 'status' },
        changed: { 'status.conditions.Progressing.reason': { to: 'NewReplicaSetAvailable' } },
      },
      view: recreate('A', 'B', 'C'),
      card: { claim: 174, test: { on: 'rest', check: { count: 'replicaSets', is: 2 } } },
    },
    {
      id: 'change',
      kind: 'challenge',
      fork: 'kept',
      view: cluster,
      edit: {
        object: { kind: 'Deployment', name: 'shop' },
        from: shop('shop:v3', { type: 'Recreate' }),
        open: ['spec.strategy'],
      },
      goal: {
        settled: [
          { count: 'available', image: 'shop:v3', is: 3 },
          { count: 'pods', not: { image: 'shop:v3' }, is: 0 },
        ],
        always: [{ id: 'floor', count: 'available', atLeast: 3 }],
      },
      failures: [
        { id: 'refused', when: { response: 422, field: 'spec.strategy.rollingUpdate' } },
        { id: 'floor', when: { broken: 'floor' } },
        { id: 'other', when: { goal: 'unmet' } },
      ],
      solutions: [
        { set: { 'spec.strategy': { type: 'RollingUpdate' } } },
        {
          set: { 'spec.strategy': { type: 'RollingUpdate', rollingUpdate: { maxSurge: 3, maxUnavailable: 0 } } },
        },
      ],
      wrong: [
        {
          set: { 'spec.strategy': { type: 'Recreate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
          failure: 'refused',
        },
        { set: { 'spec.strategy': { type: 'Recreate' } }, failure: 'floor' },
        {
          set: { 'spec.strategy': { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } },
          failure: 'floor',
        },
      ],
      hints: 3,
    },
    { id: 'summary', kind: 'summary', view: cluster },
  ],

  next: {
    lesson: 'deployment/nothing-happened',
    recall: { id: 'waits-for', kind: 'number', answer: 0, wrong: [{ id: 'one', answer: 1 }] },
  },

  still: { step: 'new-set', view: 'gauge' },
} satisfies Lesson;
