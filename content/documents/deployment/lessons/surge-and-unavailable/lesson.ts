import type { Lesson, TracePredicate } from '../../../../../src/lessons/types';

// Three Deployments in a row, each small enough to count on one hand: 1, 3 and 4 replicas at 25 %/25 %, then 3 at 0/1.
//   one:   surge 1, unavailable 0    create 1/1, then 1/0
//   three: surge 1, unavailable 0    create 1/3, then in turns to 3/0
//   four:  surge 1, unavailable 1    create 1/4, shrink 1/3, then 2/2, 3/1, 4/0
//   lean:  surge 0, unavailable 1    create 0/3, shrink 0/2, grow 1/2 … never above 3

const deployment = (name: string, image: string, replicas: number, strategy: object) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'default' },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    strategy: { type: 'RollingUpdate', rollingUpdate: strategy },
    template: {
      metadata: { labels: { app: name } },
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

const quarter = { maxSurge: '25%', maxUnavailable: '25%' };
const setImage = (name: string): TracePredicate => ({
  verb: 'api.patch',
  actor: 'kubectl',
  subject: { kind: 'Deployment', name },
});
const resize = (from: number, to: number, nth?: number): TracePredicate => ({
  verb: 'api.update',
  actor: 'deployment-controller',
  subject: { kind: 'ReplicaSet' },
  changed: { 'spec.replicas': { from, to } },
  ...(nth === undefined ? {} : { nth }),
});
const created = (replicas: number, nth?: number): TracePredicate => ({
  verb: 'api.create',
  actor: 'deployment-controller',
  subject: { kind: 'ReplicaSet' },
  changed: { 'spec.replicas': { to: replicas } },
  ...(nth === undefined ? {} : { nth }),
});
const complete = (name: string): TracePredicate => ({
  verb: 'api.update',
  actor: 'deployment-controller',
  subject: { kind: 'Deployment', name, subresource: 'status' },
  changed: { 'status.conditions.Progressing.reason': { to: 'NewReplicaSetAvailable' } },
});

const gauge = (name: string, more = {}) => ({ dock: { picture: 'rollout-gauge', deployment: name, ...more } });
const diagram = (name: string, ...focus: string[]) => ({
  picture: 'document',
  diagram: 'deploy-0',
  focus,
  ...gauge(name, { mark: ['floor', 'ceiling'] }),
});
const cluster = (name: string) => ({ picture: 'cluster', ...gauge(name) });

export default {
  id: 'surge-and-unavailable',
  document: 'deployment',
  minutes: 9,
  claims: [164, 165, 166, 167, 168, 169],
  questions: [16],
  kubernetes: '1.37',
  seed: 4,

  config: {
    nodes: [{ name: 'worker-1' }, { name: 'worker-2' }, { name: 'worker-3' }],
    workloads: {
      'shop:v1': { startMillis: 1000 },
      'shop:v2': { startMillis: 2000, startJitterMillis: 3000 },
    },
  },
  assumptions: ['one-by-one'],

  start: [
    { apply: deployment('one', 'shop:v1', 1, quarter) },
    { apply: deployment('three', 'shop:v1', 3, quarter) },
    { apply: deployment('four', 'shop:v1', 4, quarter) },
    { apply: deployment('lean', 'shop:v1', 3, { maxSurge: 0, maxUnavailable: 1 }) },
    { until: { deployment: 'one', available: 1 } },
    { until: { deployment: 'three', available: 3 } },
    { until: { deployment: 'four', available: 4 } },
    { until: { deployment: 'lean', available: 3 } },
    { rest: true },
    { kubectl: 'kubectl set image deployment/one shop=shop:v2' },
  ],

  recall: {
    id: 'after-deadline',
    from: 'deployment/stuck-rollout',
    kind: 'choice',
    options: ['condition', 'rollback', 'paused'],
    answer: 'condition',
    wrong: [
      { id: 'rollback', answer: 'rollback' },
      { id: 'paused', answer: 'paused' },
    ],
  },

  steps: [
    { id: 'one-starts', kind: 'watch', at: setImage('one'), view: diagram('one', 'A', 'B') },
    {
      id: 'one-first',
      kind: 'predict',
      at: created(1, 1),
      view: diagram('one', 'F', 'C'),
      predict: {
        kind: 'number',
        answer: { path: 'spec.replicas' },
        expect: 1,
        wrong: [
          { id: 'zero', answer: 0, hint: 2 },
          { id: 'other', answer: 'any', hint: 1 },
        ],
      },
      hints: 3,
    },
    { id: 'one-done', kind: 'watch', at: resize(1, 0, 1), view: cluster('one') },
    {
      id: 'three-starts',
      kind: 'watch',
      before: { kubectl: 'kubectl set image deployment/three shop=shop:v2' },
      at: created(1, 1),
      view: diagram('three', 'F', 'C'),
    },
    {
      id: 'three-floor',
      kind: 'predict',
      at: {
        verb: 'sync.decide',
        actor: 'deployment-controller',
        subject: { kind: 'Deployment', name: 'three' },
        detail: { side: 'old', newUnavailable: 1, maxScaledDown: 0 },
        nth: 1,
      },
      view: diagram('three', 'G'),
      predict: {
        kind: 'number',
        answer: { detail: 'maxScaledDown' },
        expect: 0,
        wrong: [
          { id: 'one', answer: 1, hint: 2 },
          { id: 'other', answer: 'any', hint: 1 },
        ],
      },
      hints: 3,
    },
    {
      id: 'four-starts',
      kind: 'predict',
      before: { kubectl: 'kubectl set image deployment/four shop=shop:v2' },
      at: created(1, 1),
      view: diagram('four', 'F', 'C'),
      predict: {
        kind: 'order',
        stop: 'after',
        items: { 'old-4-3': resize(4, 3, 1), 'new-1-2': resize(1, 2, 1), 'old-3-2': resize(3, 2, 1) },
        expect: ['old-4-3', 'new-1-2', 'old-3-2'],
        wrong: [
          { id: 'grow-first', answer: { before: ['new-1-2', 'old-4-3'] }, hint: 1 },
          { id: 'other', answer: 'any', hint: 2 },
        ],
        shown: ['new-1-2', 'old-3-2', 'old-4-3'],
      },
      reveal: { runTo: resize(1, 2, 1) },
      hints: 3,
    },
    { id: 'four-done', kind: 'watch', at: complete('four'), view: cluster('four') },
    {
      id: 'lean-starts',
      kind: 'predict',
      before: { kubectl: 'kubectl set image deployment/lean shop=shop:v2' },
      at: {
        verb: 'api.create',
        actor: 'deployment-controller',
        subject: { kind: 'ReplicaSet' },
        nth: 1,
      },
      view: diagram('lean', 'F', 'C'),
      predict: {
        kind: 'number',
        answer: { path: 'spec.replicas' },
        expect: 0,
        wrong: [
          { id: 'one', answer: 1, hint: 2 },
          { id: 'other', answer: 'any', hint: 1 },
        ],
      },
      hints: 3,
    },
    { id: 'lean-shrinks', kind: 'watch', at: resize(3, 2, 1), view: cluster('lean') },
    {
      id: 'change',
      kind: 'challenge',
      fork: 'one-starts',
      view: cluster('lean'),
      edit: {
        object: { kind: 'Deployment', name: 'lean' },
        from: deployment('lean', 'shop:v2', 3, { maxSurge: 0, maxUnavailable: 1 }),
        open: ['spec.strategy'],
      },
      goal: {
        settled: [
          { deployment: 'lean', available: 3 },
          {
            object: { kind: 'Deployment', name: 'lean' },
            path: 'spec.template.spec.containers.0.image',
            is: 'shop:v2',
          },
          { deployment: 'lean', condition: 'Progressing', reason: 'NewReplicaSetAvailable' },
        ],
        always: [{ id: 'floor', count: 'available', app: 'lean', atLeast: 3 }],
      },
      failures: [
        { id: 'refused', when: { response: 422, field: 'spec.strategy.rollingUpdate.maxUnavailable' } },
        { id: 'floor', when: { broken: 'floor' } },
        { id: 'other', when: { goal: 'unmet' } },
      ],
      solutions: [
        { set: { 'spec.strategy.rollingUpdate': { maxSurge: 1, maxUnavailable: 0 } } },
        { set: { 'spec.strategy.rollingUpdate': { maxSurge: '25%', maxUnavailable: '25%' } } },
      ],
      wrong: [
        { set: { 'spec.strategy.rollingUpdate': { maxSurge: 0, maxUnavailable: 0 } }, failure: 'refused' },
        { set: { 'spec.strategy.rollingUpdate': { maxSurge: 0, maxUnavailable: '25%' } }, failure: 'floor' },
        { set: { 'spec.strategy.rollingUpdate': { maxSurge: 1, maxUnavailable: 1 } }, failure: 'floor' },
      ],
      hints: 3,
    },
    { id: 'summary', kind: 'summary', view: cluster('lean') },
  ],

  next: {
    lesson: 'deployment/recreate-outage',
    recall: { id: 'rounding', kind: 'numbers', answer: { ceiling: 9, floor: 6 } },
  },

  still: { step: 'four-starts', view: 'gauge' },
} satisfies Lesson;
