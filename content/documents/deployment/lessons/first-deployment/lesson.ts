import type { Lesson } from '../../../../../src/lessons/types';

// One Deployment of three, in an empty cluster, from the first request to three available Pods.

const shop = (replicas: number, more: Readonly<Record<string, unknown>> = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'shop', namespace: 'default' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'shop' } },
    template: {
      metadata: { labels: { app: 'shop' } },
      spec: {
        containers: [
          {
            name: 'shop',
            image: 'shop:v1',
            readinessProbe: { httpGet: { path: '/ready', port: 8080 }, periodSeconds: 1 },
          },
        ],
      },
    },
    ...more,
  },
});

const diagram = (...focus: string[]) => ({ picture: 'document', diagram: 'deploy-0', focus });
const cluster = { picture: 'cluster' };

export default {
  id: 'first-deployment',
  document: 'deployment',
  minutes: 8,
  claims: [158, 160],
  questions: [],
  kubernetes: '1.37',
  seed: 5,

  config: {
    nodes: [{ name: 'worker-1' }, { name: 'worker-2' }, { name: 'worker-3' }],
    workloads: { 'shop:v1': { startMillis: 2000 }, 'shop:v2': { startMillis: 2000 } },
  },
  assumptions: ['image-not-there', 'probe-each-second'],

  start: [{ apply: shop(3) }],

  recall: {
    id: 'who-acts',
    from: 'deployment/how-to-read-the-glass',
    kind: 'choice',
    options: ['server', 'controller', 'kubectl'],
    answer: 'controller',
    wrong: [
      { id: 'server', answer: 'server' },
      { id: 'kubectl', answer: 'kubectl' },
    ],
  },

  steps: [
    {
      id: 'stored',
      kind: 'watch',
      at: { verb: 'api.create', actor: 'kubectl', subject: { kind: 'Deployment', name: 'shop' } },
      view: diagram('A', 'B'),
    },
    {
      id: 'heard',
      kind: 'watch',
      at: { verb: 'watch.deliver', target: 'kube-controller-manager', subject: { kind: 'Deployment' }, nth: 1 },
      view: diagram('B', 'E'),
    },
    {
      id: 'replicaset',
      kind: 'predict',
      at: { verb: 'api.create', actor: 'deployment-controller', subject: { kind: 'ReplicaSet' } },
      view: diagram('F', 'C'),
      predict: {
        kind: 'number',
        answer: { path: 'spec.replicas' },
        expect: 3,
        wrong: [
          { id: 'zero', answer: 0, hint: 2 },
          { id: 'one', answer: 1, hint: 2 },
          { id: 'four', answer: 4, hint: 3 },
          { id: 'other', answer: 'any', hint: 1 },
        ],
      },
      hints: 3,
    },
    {
      id: 'passed-on',
      kind: 'watch',
      at: { verb: 'watch.deliver', target: 'kube-controller-manager', subject: { kind: 'ReplicaSet' }, nth: 1 },
      view: diagram('C', 'H'),
    },
    {
      id: 'pods',
      kind: 'watch',
      at: { verb: 'api.create', actor: 'replicaset-controller', subject: { kind: 'Pod' }, nth: 1 },
      view: diagram('I', 'D'),
    },
    {
      id: 'bound',
      kind: 'predict',
      at: { verb: 'api.create', subject: { kind: 'Pod', subresource: 'binding' }, nth: 1 },
      gate: { verb: 'watch.deliver', target: 'kube-scheduler', subject: { kind: 'Pod' }, nth: 1 },
      view: cluster,
      predict: {
        kind: 'choice',
        answer: { event: 'actor' },
        options: {
          'replicaset-controller': 'replicaset-controller',
          scheduler: 'kube-scheduler',
          kubelet: 'kubelet',
          'api-server': 'kube-apiserver',
        },
        expect: 'scheduler',
        wrong: [
          { id: 'replicaset-controller', answer: 'replicaset-controller', hint: 2 },
          { id: 'kubelet', answer: 'kubelet', hint: 1 },
          { id: 'api-server', answer: 'api-server', hint: 2 },
        ],
      },
      hints: 3,
    },
    {
      id: 'kubelet',
      kind: 'watch',
      at: { verb: 'watch.deliver', target: 'kubelet', subject: { kind: 'Pod' }, nth: 1 },
      view: cluster,
    },
    {
      id: 'start',
      kind: 'predict',
      at: { verb: 'kubelet.sync', actor: 'kubelet', subject: { kind: 'Pod' }, nth: 1 },
      view: cluster,
      predict: {
        kind: 'order',
        stop: 'after',
        items: {
          sandbox: { verb: 'cri.RunPodSandbox', nth: 1 },
          address: { verb: 'cni.ADD', nth: 1 },
          image: { verb: 'cri.PullImage', nth: 1 },
          process: { verb: 'cri.StartContainer', nth: 1 },
        },
        expect: ['sandbox', 'address', 'image', 'process'],
        wrong: [
          { id: 'image-first', answer: { before: ['image', 'sandbox'] }, hint: 1 },
          { id: 'address-last', answer: { before: ['process', 'address'] }, hint: 2 },
          { id: 'other', answer: 'any', hint: 3 },
        ],
        shown: ['image', 'process', 'sandbox', 'address'],
      },
      reveal: { runTo: { verb: 'cri.StartContainer', nth: 1 } },
      hints: 3,
    },
    {
      id: 'ready',
      kind: 'watch',
      at: {
        verb: 'api.patch',
        actor: 'kubelet',
        subject: { kind: 'Pod', subresource: 'status' },
        changed: { 'status.conditions.Ready.status': { to: 'True' } },
        nth: 1,
      },
      view: cluster,
    },
    {
      id: 'counted',
      kind: 'investigate',
      at: {
        verb: 'api.update',
        actor: 'deployment-controller',
        subject: { kind: 'Deployment', subresource: 'status' },
        changed: { 'status.availableReplicas': { to: 3 } },
      },
      view: diagram('D', 'C', 'B'),
      inspector: 'why',
    },
    {
      id: 'change',
      kind: 'challenge',
      fork: 'counted',
      view: cluster,
      edit: {
        object: { kind: 'Deployment', name: 'shop' },
        from: shop(3),
        open: ['spec'],
      },
      goal: {
        settled: [
          { count: 'available', is: 5 },
          { count: 'replicaSets', is: 1 },
        ],
      },
      failures: [
        { id: 'second-set', when: { goal: 'unmet', unmet: 1 } },
        { id: 'other', when: { goal: 'unmet' } },
      ],
      solutions: [{ set: { 'spec.replicas': 5 } }, { set: { 'spec.replicas': 5, 'spec.paused': true } }],
      wrong: [
        {
          set: { 'spec.replicas': 5, 'spec.template.spec.containers.0.image': 'shop:v2' },
          failure: 'second-set',
        },
        { set: { 'spec.replicas': 4 }, failure: 'other' },
      ],
      hints: 3,
    },
    { id: 'summary', kind: 'summary', view: cluster },
  ],

  next: {
    lesson: 'deployment/rolling-ten',
    recall: { id: 'replicas-only', kind: 'number', answer: 1, wrong: [{ id: 'two', answer: 2 }] },
  },

  still: { step: 'bound', view: 'cluster' },
} satisfies Lesson;
