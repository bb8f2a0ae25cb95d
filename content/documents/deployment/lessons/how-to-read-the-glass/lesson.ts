import type { Lesson } from '../../../../../src/lessons/types';

// How a message, a cache and a cause look: one Pod becomes two.

const shop = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'shop', namespace: 'default' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: 'shop' } },
    template: {
      metadata: { labels: { app: 'shop' } },
      spec: { containers: [{ name: 'shop', image: 'shop:v1' }] },
    },
  },
};

const diagram = (...focus: string[]) => ({ picture: 'document', diagram: 'deploy-0', focus });
const cluster = { picture: 'cluster' };

export default {
  id: 'how-to-read-the-glass',
  document: 'deployment',
  minutes: 3,
  claims: [],
  questions: [],
  kubernetes: '1.37',
  seed: 3,

  config: {
    nodes: [{ name: 'worker-1' }, { name: 'worker-2' }],
    workloads: { 'shop:v1': { startMillis: 1000 } },
  },
  assumptions: ['slow-watch'],

  start: [
    { apply: shop },
    { until: { deployment: 'shop', available: 1 } },
    { rest: true },
    { kubectl: 'kubectl scale deployment/shop --replicas=2' },
  ],

  steps: [
    {
      id: 'message',
      kind: 'watch',
      at: { verb: 'api.patch', actor: 'kubectl', subject: { kind: 'Deployment', subresource: 'scale' } },
      view: diagram('A', 'B'),
    },
    {
      id: 'belief',
      kind: 'predict',
      at: {
        verb: 'watch.deliver',
        target: 'kube-controller-manager',
        subject: { kind: 'Deployment', name: 'shop' },
        nth: 1,
      },
      view: { picture: 'lanes' },
      predict: {
        kind: 'number',
        answer: { before: 'spec.replicas' },
        expect: 1,
        wrong: [
          { id: 'two', answer: 2, hint: 1 },
          { id: 'other', answer: 'any', hint: 2 },
        ],
      },
      hints: 3,
    },
    {
      id: 'act',
      kind: 'watch',
      at: {
        verb: 'api.update',
        actor: 'deployment-controller',
        subject: { kind: 'ReplicaSet' },
        changed: { 'spec.replicas': { from: 1, to: 2 } },
      },
      view: diagram('F', 'C'),
    },
    {
      id: 'cause',
      kind: 'investigate',
      at: { verb: 'api.create', actor: 'replicaset-controller', subject: { kind: 'Pod', subresource: '' }, nth: 1 },
      view: diagram('I', 'D'),
      inspector: 'why',
    },
    {
      id: 'cell',
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
      id: 'change',
      kind: 'challenge',
      fork: 'cell',
      view: cluster,
      kubectl: { from: 'kubectl scale deployment/shop --replicas=2' },
      goal: { settled: [{ count: 'available', is: 3 }] },
      failures: [{ id: 'other', when: { goal: 'unmet' } }],
      solutions: [
        { kubectl: 'kubectl scale deployment/shop --replicas=3' },
        { kubectl: 'kubectl scale deploy shop --replicas=3' },
      ],
      wrong: [
        { kubectl: 'kubectl scale deployment/shop --replicas=4', failure: 'other' },
        { kubectl: 'kubectl delete deployment shop', failure: 'other' },
      ],
      hints: 3,
    },
    { id: 'summary', kind: 'summary', view: cluster },
  ],

  next: {
    lesson: 'deployment/first-deployment',
    recall: {
      id: 'who-acts',
      kind: 'choice',
      options: ['server', 'controller', 'kubectl'],
      answer: 'controller',
      wrong: [
        { id: 'server', answer: 'server' },
        { id: 'kubectl', answer: 'kubectl' },
      ],
    },
  },

  still: { step: 'belief', view: 'lanes' },
} satisfies Lesson;
