import type { Lesson, TracePredicate } from '../../../../../src/lessons/types';

// The walk, with each created batch (3, 2, 3, 2) becoming Ready as one. new/old, then total and available:
//   create 3/10 → shrink 3/8 → grow 5/8   rest 13, 8
//   3 Ready     → shrink 5/5 → grow 8/5   rest 13, 8
//   2 Ready     → shrink 8/3 → grow 10/3  rest 13, 8
//   3 Ready     → shrink 10/0             rest 10, 8      2 Ready → 10, 10
// Claim 163 (3/8 → 5/5 → 8/3 → 10/0) is this walk read after each shrink. When all waiting Pods become Ready at once
// instead (5, then 5), as in the case ten-replicas-default-strategy, the same rule gives 3/8 → 5/3 → 10/0.
// Creating a ReplicaSet is no scale-up to the controller: the sync that creates it goes on and shrinks the old one.

const shop = (image: string, strategy: object) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'shop', namespace: 'default' },
  spec: {
    replicas: 10,
    selector: { matchLabels: { app: 'shop' } },
    strategy: { type: 'RollingUpdate', rollingUpdate: strategy },
    template: {
      metadata: { labels: { app: 'shop' } },
      spec: {
        containers: [
          { name: 'shop', image, readinessProbe: { httpGet: { path: '/ready', port: 8080 }, periodSeconds: 1 } },
        ],
      },
    },
  },
});

// Short names for the two kinds of write that the lesson is about. `from`/`to` pairs are unique in this run,
// so no anchor needs the hash in a ReplicaSet's name.
const resize = (from: number, to: number): TracePredicate => ({
  verb: 'api.update',
  actor: 'deployment-controller',
  subject: { kind: 'ReplicaSet' },
  changed: { 'spec.replicas': { from, to } },
});
const available = (from: number, to: number): TracePredicate => ({
  verb: 'api.update',
  actor: 'replicaset-controller',
  subject: { kind: 'ReplicaSet' },
  changed: { 'status.availableReplicas': { from: from === 0 ? null : from, to } },
});

// The gauge counts what the controller counts, `spec.replicas`, and shows what is there: a promised place without a Pod
// is dotted, a starting Pod dashed, an available one filled, one that is no longer promised outlined with −1.
const gauge = (more = {}) => ({ dock: { picture: 'rollout-gauge', deployment: 'shop', ...more } });
const diagram = (focus: string[], more = {}) => ({ picture: 'document', diagram: 'deploy-0', focus, ...gauge(more) });
const cluster = (more = {}) => ({ picture: 'cluster', ...gauge(more) });

export default {
  id: 'rolling-ten',
  document: 'deployment',
  minutes: 9,
  claims: [161, 162, 163, 164, 170, 171, 177],
  questions: [16],
  kubernetes: '1.37',
  seed: 5,

  config: {
    nodes: [
      { name: 'worker-1', cpuMilli: 8000, memoryBytes: 16 * 2 ** 30, pods: 110 },
      { name: 'worker-2', cpuMilli: 8000, memoryBytes: 16 * 2 ** 30, pods: 110 },
      { name: 'worker-3', cpuMilli: 8000, memoryBytes: 16 * 2 ** 30, pods: 110 },
    ], // 10 Pods spread 4, 3, 3
    workloads: {
      'shop:v1': { startMillis: 2000 },
      // Held: runs, but becomes Ready only on a `release`; all released Pods in the same microsecond. The ReplicaSet's
      // status must go 0 → 3 in one write, or the anchor of `ready` does not match and the test says so.
      'shop:v2': { startMillis: 2000, held: true },
      'shop:v3': { startMillis: 2000, startJitterMillis: 3000 }, // one by one, as in a real cluster
    },
  },
  // Shown on every step. `zh` and `en` hold the sentence.
  assumptions: ['batches-ready-together', 'ready-is-available', 'terminating-not-counted'],

  start: [
    { apply: shop('shop:v1', { maxSurge: '25%', maxUnavailable: '25%' }) },
    { until: { deployment: 'shop', available: 10 } },
    { kubectl: 'kubectl set image deployment/shop shop=shop:v2' },
  ],

  // Asked before step 1; answered in lesson 1 of this document.
  recall: {
    id: 'replicas-only',
    from: 'deployment/first-deployment',
    kind: 'number',
    answer: 1,
    wrong: [{ id: 'two', answer: 2 }],
  },

  // Anchors match once each, in this order; a search starts behind the anchor of the step before it.
  // `hint` of a wrong answer: the level at which the ladder of hints opens.
  steps: [
    {
      id: 'start',
      kind: 'watch',
      at: { verb: 'api.patch', actor: 'kubectl', subject: { kind: 'Deployment', name: 'shop' } },
      view: diagram(['A', 'B']),
    },
    {
      id: 'bounds',
      kind: 'watch',
      at: {
        verb: 'watch.deliver',
        target: 'kube-controller-manager',
        subject: { kind: 'Deployment', name: 'shop' },
        cause: { verb: 'api.patch', actor: 'kubectl' },
        nth: 1,
      },
      view: diagram(['E', 'G'], { mark: ['floor', 'ceiling'] }),
    },
    {
      id: 'created',
      kind: 'predict',
      at: {
        verb: 'api.create',
        actor: 'deployment-controller',
        subject: { kind: 'ReplicaSet' },
        changed: { 'spec.replicas': { to: 3 } },
      },
      view: diagram(['F', 'C']),
      predict: {
        kind: 'number', // the time line stops before `at`
        answer: { path: 'spec.replicas' }, // read from the anchor's row: a test compares it with `expect`
        expect: 3,
        wrong: [
          { id: 'zero', answer: 0, hint: 2 },
          { id: 'one', answer: 1, hint: 3 },
          { id: 'two', answer: 2, hint: 3 },
          { id: 'ten', answer: 10, hint: 1 },
          { id: 'other', answer: 'any', hint: 1 },
        ],
      },
      hints: 3,
      card: {
        claim: 170,
        test: { on: 'anchor', path: 'spec.replicas', document: 0, cluster: 3 },
      },
    },
    {
      id: 'shrink',
      kind: 'watch',
      at: resize(10, 8),
      view: diagram(['F', 'C']),
      inspector: 'why',
    },
    {
      id: 'deletes', // before `grow`: the Deployment's worker is still busy with its status write
      kind: 'predict',
      at: { verb: 'api.delete', actor: 'replicaset-controller', subject: { kind: 'Pod' }, nth: 2 },
      gate: { verb: 'watch.deliver', target: 'kube-controller-manager', subject: { kind: 'ReplicaSet' }, nth: 1 },
      view: diagram(['C', 'D']),
      predict: {
        kind: 'point', // on the diagram; every node can be chosen, by keyboard too
        answer: { actor: 'node' }, // the node that the bind file lights for this event
        expect: 'I',
        wrong: [
          { id: 'deployment-controller', answer: ['E', 'F', 'G'], hint: 2 },
          { id: 'object', answer: ['B', 'C', 'D'], hint: 1 },
          { id: 'kubectl', answer: ['A'], hint: 1 },
          { id: 'count', answer: ['H', 'J'], hint: 3 },
        ],
      },
      reveal: { view: cluster(), inspector: 'deletion-order' },
      hints: 3,
    },
    {
      id: 'grow',
      kind: 'watch',
      at: resize(3, 5),
      view: diagram(['F', 'C']),
      inspector: 'why',
    },
    {
      id: 'rest',
      kind: 'investigate',
      at: {
        verb: 'sync.decide',
        actor: 'deployment-controller',
        detail: { total: 13, minAvailable: 8, newUnavailable: 5, maxScaledDown: 0 },
        nth: 1, // later status writes repeat this decision
      },
      view: diagram(['F', 'G']),
      inspector: 'why',
    },
    {
      id: 'ready',
      kind: 'predict',
      before: { release: { image: 'shop:v2', oldest: 3 } }, // a button; the command is the root of "why?"
      at: available(0, 3),
      view: diagram(['F', 'C']),
      predict: {
        kind: 'order',
        stop: 'after', // the three are Ready; what follows is fogged
        items: { 'old-8-5': resize(8, 5), 'new-5-8': resize(5, 8), 'old-5-3': resize(5, 3) },
        expect: ['old-8-5', 'new-5-8', 'old-5-3'], // a test runs to the end and compares
        wrong: [
          { id: 'grow-first', answer: { before: ['new-5-8', 'old-8-5'] }, hint: 1 },
          { id: 'shrink-twice', answer: ['old-8-5', 'old-5-3', 'new-5-8'], hint: 2 },
          { id: 'other', answer: 'any', hint: 3 },
        ],
        shown: ['old-5-3', 'new-5-8', 'old-8-5'], // first order on the screen; never the right one
      },
      reveal: { runTo: resize(5, 8) },
      hints: 3,
    },
    {
      id: 'rhythm',
      kind: 'watch',
      before: { release: { image: 'shop:v2', oldest: 2 } },
      at: resize(8, 10),
      view: diagram(['F', 'C']),
    },
    {
      id: 'done',
      kind: 'watch',
      before: { release: { image: 'shop:v2', oldest: 3 } },
      at: resize(3, 0),
      after: { release: { image: 'shop:v2', oldest: 2 } },
      view: cluster(),
      card: {
        claim: [162, 163],
        test: {
          on: 'run', // of the whole main run
          lowest: { count: 'available', document: 7, cluster: 8 },
          pairsAfterShrink: { document: ['3/8', '6/5', '9/2', '10/0'], cluster: ['3/8', '5/5', '8/3', '10/0'] },
        },
      },
    },
    {
      id: 'change',
      kind: 'challenge',
      fork: 'done', // its own branch: its events cannot match the anchors above
      view: cluster(),
      edit: {
        object: { kind: 'Deployment', name: 'shop' },
        from: shop('shop:v3', { maxSurge: '25%', maxUnavailable: '25%' }),
        open: ['spec.strategy.rollingUpdate'],
      },
      goal: {
        settled: [
          { count: 'available', image: 'shop:v3', is: 10 },
          { count: 'pods', not: { image: 'shop:v3' }, is: 0 },
          { deployment: 'shop', condition: 'Progressing', reason: 'NewReplicaSetAvailable' },
        ],
        always: [
          { id: 'floor', count: 'available', atLeast: 10 },
          { id: 'ceiling', count: 'pods', terminating: false, atMost: 12 },
        ],
      },
      // Hints come from the failure seen; the level goes up with each further try that fails in the same way.
      failures: [
        {
          id: 'refused',
          when: { response: 422, field: 'spec.strategy.rollingUpdate.maxUnavailable' },
        },
        { id: 'floor', when: { broken: 'floor' } },
        { id: 'ceiling', when: { broken: 'ceiling' } },
        { id: 'other', when: { goal: 'unmet' } },
      ],
      // For the tests: the start fails, each solution reaches the goal, each wrong edit gets its hint.
      solutions: [
        { set: { 'spec.strategy.rollingUpdate': { maxSurge: 2, maxUnavailable: 0 } } },
        { set: { 'spec.strategy.rollingUpdate': { maxSurge: '20%', maxUnavailable: '0%' } } },
        { set: { 'spec.strategy.rollingUpdate': { maxSurge: 1, maxUnavailable: 0 } } },
      ],
      wrong: [
        { set: { 'spec.strategy.rollingUpdate': { maxSurge: '25%', maxUnavailable: '25%' } }, failure: 'floor' },
        { set: { 'spec.strategy.rollingUpdate': { maxSurge: 0, maxUnavailable: 2 } }, failure: 'floor' },
        { set: { 'spec.strategy.rollingUpdate': { maxSurge: '25%', maxUnavailable: 0 } }, failure: 'ceiling' },
        { set: { 'spec.strategy.rollingUpdate': { maxSurge: 0, maxUnavailable: 0 } }, failure: 'refused' },
      ],
      hints: 3,
    },
    { id: 'summary', kind: 'summary', view: cluster() },
  ],

  // Asked at the start of the next lesson, not here.
  next: {
    lesson: 'deployment/stuck-rollout',
    recall: { id: 'bad-image', kind: 'numbers', answer: { new: 5, old: 8, available: 8 } },
  },

  // The picture of an embed before it runs, and of print.
  still: { step: 'rest', view: 'gauge' },
} satisfies Lesson;
