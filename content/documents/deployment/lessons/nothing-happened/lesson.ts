import type { Lesson } from '../../../../../src/lessons/types';

// A changed ConfigMap and a moved tag start nothing: only a change of the Pod template does.

const settings = (greeting: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'shop-settings', namespace: 'default' },
  data: { greeting },
});
const shop = (image: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'shop', namespace: 'default' },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'shop' } },
    template: {
      metadata: { labels: { app: 'shop' } },
      spec: {
        containers: [{ name: 'shop', image, envFrom: [{ configMapRef: { name: 'shop-settings' } }] }],
      },
    },
  },
});

const gauge = { dock: { picture: 'rollout-gauge', deployment: 'shop' } };
const diagram = (...focus: string[]) => ({ picture: 'document', diagram: 'deploy-0', focus, ...gauge });
const cluster = { picture: 'cluster', ...gauge };

export default {
  id: 'nothing-happened',
  document: 'deployment',
  minutes: 7,
  claims: [159],
  questions: [17],
  kubernetes: '1.37',
  seed: 5,

  config: {
    nodes: [{ name: 'worker-1' }, { name: 'worker-2' }, { name: 'worker-3' }],
    workloads: { shop: { startMillis: 1000 } },
  },
  assumptions: ['no-operator', 'tag-moved'],

  start: [
    { apply: settings('hello') },
    { apply: shop('shop:latest') },
    { until: { deployment: 'shop', available: 3 } },
    { rest: true },
    { apply: settings('good morning') },
  ],

  recall: {
    id: 'waits-for',
    from: 'deployment/recreate-outage',
    kind: 'number',
    answer: 0,
    wrong: [{ id: 'one', answer: 1 }],
  },

  steps: [
    {
      id: 'stored',
      kind: 'watch',
      at: { verb: 'api.patch', actor: 'kubectl', subject: { kind: 'ConfigMap', name: 'shop-settings' } },
      view: cluster,
    },
    {
      id: 'silence',
      kind: 'predict',
      at: { verb: 'api.update', actor: 'kubelet', subject: { kind: 'Lease' }, nth: 18 },
      view: cluster,
      predict: {
        kind: 'number',
        answer: { count: 'replicaSets', rest: true },
        expect: 1,
        wrong: [
          { id: 'two', answer: 2, hint: 1 },
          { id: 'other', answer: 'any', hint: 2 },
        ],
      },
      hints: 3,
    },
    {
      id: 'same-tag',
      kind: 'predict',
      before: { apply: shop('shop:latest') },
      at: { verb: 'kubectl.print', actor: 'kubectl', nth: 1 },
      view: diagram('A', 'B'),
      predict: {
        kind: 'choice',
        answer: { detail: 'lines.0.text' },
        options: {
          configured: 'deployment.apps/shop configured',
          unchanged: 'deployment.apps/shop unchanged',
          restarted: 'deployment.apps/shop restarted',
        },
        expect: 'unchanged',
        wrong: [
          { id: 'configured', answer: 'configured', hint: 1 },
          { id: 'restarted', answer: 'restarted', hint: 2 },
        ],
      },
      hints: 3,
    },
    {
      id: 'restart',
      kind: 'watch',
      before: { kubectl: 'kubectl rollout restart deployment/shop' },
      at: { verb: 'api.patch', actor: 'kubectl', subject: { kind: 'Deployment', name: 'shop' } },
      view: diagram('A', 'B'),
      inspector: 'object',
    },
    {
      id: 'new-set',
      kind: 'watch',
      at: { verb: 'api.create', actor: 'deployment-controller', subject: { kind: 'ReplicaSet' } },
      view: diagram('F', 'C'),
    },
    {
      id: 'policy',
      kind: 'predict',
      at: {
        verb: 'api.create',
        actor: 'replicaset-controller',
        subject: { kind: 'Pod' },
        nth: 1,
      },
      view: diagram('I', 'D'),
      predict: {
        kind: 'choice',
        answer: { path: 'spec.containers.0.imagePullPolicy' },
        options: { always: 'Always', absent: 'IfNotPresent', never: 'Never' },
        expect: 'always',
        wrong: [
          { id: 'absent', answer: 'absent', hint: 2 },
          { id: 'never', answer: 'never', hint: 1 },
        ],
      },
      hints: 3,
    },
    { id: 'pulled', kind: 'watch', at: { verb: 'cri.PullImage', nth: 1 }, view: cluster },
    {
      id: 'done',
      kind: 'watch',
      at: {
        verb: 'api.update',
        actor: 'deployment-controller',
        subject: { kind: 'Deployment', subresource: 'status' },
        changed: { 'status.conditions.Progressing.reason': { to: 'NewReplicaSetAvailable' } },
      },
      view: cluster,
    },
    {
      id: 'change',
      kind: 'challenge',
      fork: 'done',
      view: cluster,
      edit: {
        object: { kind: 'Deployment', name: 'shop' },
        from: shop('shop:latest'),
        open: ['metadata', 'spec.template'],
      },
      goal: {
        settled: [
          { count: 'available', image: 'shop:v2', is: 3 },
          { count: 'pods', not: { image: 'shop:v2' }, is: 0 },
        ],
        always: [{ id: 'floor', count: 'available', atLeast: 3 }],
      },
      failures: [
        { id: 'floor', when: { broken: 'floor' } },
        { id: 'other', when: { goal: 'unmet' } },
      ],
      solutions: [
        { set: { 'spec.template.spec.containers.0.image': 'shop:v2' } },
        {
          set: {
            'spec.template.spec.containers.0.image': 'shop:v2',
            'spec.template.metadata.annotations': { 'shop.example/settings': 'good-morning' },
          },
        },
      ],
      wrong: [
        { set: { 'metadata.annotations': { 'shop.example/version': 'v2' } }, failure: 'other' },
        { set: { 'spec.template.spec.containers.0.imagePullPolicy': 'Always' }, failure: 'other' },
      ],
      hints: 3,
    },
    { id: 'summary', kind: 'summary', view: cluster },
  ],

  still: { step: 'silence', view: 'cluster' },
} satisfies Lesson;
