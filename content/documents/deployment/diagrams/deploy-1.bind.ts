import type { Bind } from '../../../../src/views/document/diagram';

export default {
  edges: {
    m1: [
      { verb: 'api.patch', actor: 'kubectl', subject: { kind: 'Deployment' }, changed: { 'spec.template': {} } },
      { verb: 'api.update', actor: 'kubectl', subject: { kind: 'Deployment' }, changed: { 'spec.template': {} } },
    ],
    m2: [
      {
        verb: 'watch.deliver',
        target: 'kube-controller-manager',
        subject: { kind: 'Deployment' },
        cause: { actor: 'kubectl' },
      },
    ],
    m3: [{ verb: 'controller.sync', actor: 'deployment-controller' }],
    m4: [{ verb: 'api.list', actor: 'kube-controller-manager', subject: { kind: 'ReplicaSet' } }],
    m5: [
      {
        verb: 'api.update',
        actor: 'deployment-controller',
        subject: { kind: 'Deployment' },
        changed: { 'metadata.annotations[deployment.kubernetes.io/revision]': {} },
      },
    ],
    m6: [
      {
        verb: 'api.create',
        actor: 'deployment-controller',
        subject: { kind: 'ReplicaSet' },
        cause: { verb: 'controller.sync' },
      },
    ],
    m7: [
      {
        verb: 'api.update',
        actor: 'deployment-controller',
        subject: { kind: 'ReplicaSet' },
        changed: { 'spec.replicas': {} },
        cause: { verb: 'sync.decide', detail: { side: 'new' } },
      },
      {
        verb: 'api.update',
        actor: 'deployment-controller',
        subject: { kind: 'ReplicaSet' },
        changed: { 'spec.replicas': {} },
        cause: { verb: 'sync.decide', detail: { side: 'old' } },
      },
    ],
    m8: [
      {
        verb: 'api.update',
        actor: 'deployment-controller',
        subject: { kind: 'ReplicaSet' },
        changed: { 'spec.replicas': { to: 0 } },
        cause: { verb: 'sync.decide', detail: { side: 'recreate' } },
      },
    ],
    m9: [
      {
        verb: 'api.create',
        actor: 'deployment-controller',
        subject: { kind: 'ReplicaSet' },
        cause: { verb: 'sync.decide', detail: { side: 'recreate' } },
      },
    ],
    m10: [
      {
        verb: 'watch.deliver',
        target: 'kube-controller-manager',
        subject: { kind: 'ReplicaSet' },
        cause: { actor: 'deployment-controller' },
      },
    ],
    m11: [
      { verb: 'api.create', actor: 'replicaset-controller', subject: { kind: 'Pod' } },
      { verb: 'api.delete', actor: 'replicaset-controller', subject: { kind: 'Pod' } },
    ],
    m12: [{ verb: 'api.patch', actor: 'kubelet', subject: { kind: 'Pod', subresource: 'status' } }],
    m13: [
      {
        verb: 'watch.deliver',
        target: 'kube-controller-manager',
        subject: { kind: 'ReplicaSet' },
        cause: { actor: 'replicaset-controller' },
      },
    ],
    m14: [
      { verb: 'api.update', actor: 'deployment-controller', subject: { kind: 'Deployment', subresource: 'status' } },
    ],
  },
  claims: { m6: 170, m8: 174 },
} satisfies Bind;
