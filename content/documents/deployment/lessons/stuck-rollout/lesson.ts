import type { Lesson, TracePredicate } from '../../../../../src/lessons/types';

// Ten Pods of shop:v1, then an image that is in no registry. It stops at 5 new and 8 old, and after 600 s only a
// condition changes. Undo: the old template is copied back, the ReplicaSet of revision 1 becomes revision 3.

const shop = (image: string, more: Readonly<Record<string, unknown>> = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'shop', namespace: 'default' },
  spec: {
    replicas: 10,
    selector: { matchLabels: { app: 'shop' } },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
    template: {
      metadata: { labels: { app: 'shop' } },
      spec: { containers: [{ name: 'shop', image }] },
    },
    ...more,
  },
});

const resize = (from: number, to: number): TracePredicate => ({
  verb: 'api.update',
  actor: 'deployment-controller',
  subject: { kind: 'ReplicaSet' },
  changed: { 'spec.replicas': { from, to } },
});
const progressing = (reason: string): TracePredicate => ({
  verb: 'api.update',
  actor: 'deployment-controller',
  subject: { kind: 'Deployment', subresource: 'status' },
  changed: { 'status.conditions.Progressing.reason': { to: reason } },
});

const gauge = { dock: { picture: 'rollout-gauge', deployment: 'shop' } };
const diagram = (...focus: string[]) => ({ picture: 'document', diagram: 'deploy-0', focus, ...gauge });
const cluster = { picture: 'cluster', ...gauge };

export default {
  id: 'stuck-rollout',
  document: 'deployment',
  minutes: 8,
  claims: [172, 175, 176, 181, 182, 183],
  questions: [16],
  kubernetes: '1.37',
  seed: 5,

  config: {
    nodes: [{ name: 'worker-1' }, { name: 'worker-2' }, { name: 'worker-3' }],
    workloads: {
      'shop:v1': { startMillis: 1000 },
      'shop:v2': { image: { exists: false } },
      'shop:v3': { startMillis: 1000 },
      'shop:v4': { image: { exists: false } },
    },
  },
  assumptions: ['no-image-v2', 'time-is-skipped'],

  start: [
    { apply: shop('shop:v1') },
    { until: { deployment: 'shop', available: 10 } },
    { kubectl: 'kubectl set image deployment/shop shop=shop:v2' },
  ],

  recall: {
    id: 'bad-image',
    from: 'deployment/rolling-ten',
    kind: 'numbers',
    answer: { new: 5, old: 8, available: 8 },
  },

  steps: [
    {
      id: 'accepted',
      kind: 'watch',
      at: { verb: 'api.patch', actor: 'kubectl', subject: { kind: 'Deployment', name: 'shop' }, nth: 1 },
      view: diagram('A', 'B'),
    },
    {
      id: 'waits',
      kind: 'watch',
      at: {
        verb: 'sync.decide',
        actor: 'deployment-controller',
        detail: { side: 'old', total: 13, newUnavailable: 5, maxScaledDown: 0 },
        nth: 1,
      },
      view: diagram('G', 'F'),
      inspector: 'why',
    },
    {
      id: 'pull',
      kind: 'predict',
      at: {
        verb: 'api.patch',
        actor: 'kubelet',
        subject: { kind: 'Pod', subresource: 'status' },
        changed: { 'status.containerStatuses.shop.state.waiting.reason': { to: 'ErrImagePull' } },
        nth: 1,
      },
      view: cluster,
      predict: {
        kind: 'choice',
        answer: { path: 'status.phase' },
        options: { pending: 'Pending', running: 'Running', failed: 'Failed' },
        expect: 'pending',
        wrong: [
          { id: 'running', answer: 'running', hint: 2 },
          { id: 'failed', answer: 'failed', hint: 1 },
        ],
      },
      hints: 3,
    },
    {
      id: 'deadline',
      kind: 'predict',
      at: progressing('ProgressDeadlineExceeded'),
      view: cluster,
      predict: {
        kind: 'number',
        answer: { count: 'pods', image: 'shop:v2', rest: true },
        expect: 5,
        wrong: [
          { id: 'zero', answer: 0, hint: 2 },
          { id: 'ten', answer: 10, hint: 1 },
          { id: 'other', answer: 'any', hint: 1 },
        ],
      },
      reveal: { view: diagram('B'), inspector: 'object' },
      hints: 3,
    },
    {
      id: 'undo',
      kind: 'watch',
      before: { kubectl: 'kubectl rollout undo deployment/shop' },
      at: { verb: 'api.patch', actor: 'kubectl', subject: { kind: 'Deployment', name: 'shop' } },
      view: diagram('A', 'B'),
      card: {
        claim: 181,
        test: {
          on: 'anchor',
          path: 'spec.template.spec.containers.0.image',
          document: null,
          cluster: 'shop:v1',
        },
      },
    },
    {
      id: 'revision',
      kind: 'watch',
      at: {
        verb: 'api.update',
        actor: 'deployment-controller',
        subject: { kind: 'ReplicaSet' },
        changed: { 'metadata.annotations[deployment.kubernetes.io/revision]': { from: '1', to: '3' } },
      },
      view: diagram('F', 'C'),
    },
    {
      id: 'broken-first',
      kind: 'predict',
      at: resize(5, 0),
      gate: { verb: 'sync.decide', actor: 'deployment-controller', detail: { side: 'new' }, nth: 1 },
      view: diagram('F', 'C'),
      predict: {
        kind: 'number',
        answer: { path: 'spec.replicas' },
        expect: 0,
        wrong: [
          { id: 'three', answer: 3, hint: 2 },
          { id: 'four', answer: 4, hint: 1 },
          { id: 'other', answer: 'any', hint: 2 },
        ],
      },
      hints: 3,
    },
    {
      id: 'grow',
      kind: 'watch',
      at: resize(8, 10),
      view: diagram('F', 'C'),
    },
    {
      id: 'done',
      kind: 'watch',
      at: progressing('NewReplicaSetAvailable'),
      view: cluster,
    },
    {
      id: 'change',
      kind: 'challenge',
      fork: 'deadline',
      view: cluster,
      edit: {
        object: { kind: 'Deployment', name: 'shop' },
        from: shop('shop:v2'),
        open: ['spec'],
      },
      goal: {
        settled: [
          { count: 'available', image: 'shop:v3', is: 10 },
          { count: 'pods', not: { image: 'shop:v3' }, is: 0 },
        ],
        always: [
          { id: 'floor', count: 'available', atLeast: 8 },
          { id: 'ceiling', count: 'pods', terminating: false, atMost: 13 },
        ],
      },
      failures: [
        { id: 'floor', when: { broken: 'floor' } },
        { id: 'ceiling', when: { broken: 'ceiling' } },
        { id: 'other', when: { goal: 'unmet' } },
      ],
      solutions: [
        { set: { 'spec.template.spec.containers.0.image': 'shop:v3' } },
        {
          set: {
            'spec.template.spec.containers.0.image': 'shop:v3',
            'spec.strategy.rollingUpdate': { maxSurge: 1, maxUnavailable: 1 },
          },
        },
      ],
      wrong: [
        { set: { 'spec.template.spec.containers.0.image': 'shop:v4' }, failure: 'other' },
        {
          set: {
            'spec.template.spec.containers.0.image': 'shop:v3',
            'spec.strategy.rollingUpdate': { maxSurge: '25%', maxUnavailable: '50%' },
          },
          failure: 'floor',
        },
        {
          set: {
            'spec.template.spec.containers.0.image': 'shop:v3',
            'spec.strategy.rollingUpdate': { maxSurge: '100%', maxUnavailable: '25%' },
          },
          failure: 'ceiling',
        },
      ],
      hints: 3,
    },
    { id: 'summary', kind: 'summary', view: cluster },
  ],

  next: {
    lesson: 'deployment/surge-and-unavailable',
    recall: {
      id: 'after-deadline',
      kind: 'choice',
      options: ['condition', 'rollback', 'paused'],
      answer: 'condition',
      wrong: [
        { id: 'rollback', answer: 'rollback' },
        { id: 'paused', answer: 'paused' },
      ],
    },
  },

  still: { step: 'waits', view: 'gauge' },
} satisfies Lesson;
