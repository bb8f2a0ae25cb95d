import type { Bind } from '../../../../src/views/document/diagram';

export default {
  place: {
    A: [1, 0],
    B: [1, 1],
    C: [1, 2],
    D: [1, 3],
    E: [0, 1],
    F: [0, 2],
    G: [0, 3],
    H: [2, 2],
    I: [2, 3],
    J: [2, 4],
  },
  nodes: {
    A: [{ verb: 'command', actor: 'kubectl' }],
    B: [
      { verb: 'api.create', subject: { kind: 'Deployment' } },
      { verb: 'api.update', subject: { kind: 'Deployment' } },
      { verb: 'api.patch', subject: { kind: 'Deployment' } },
    ],
    C: [
      { verb: 'api.create', subject: { kind: 'ReplicaSet' } },
      { verb: 'api.update', subject: { kind: 'ReplicaSet' } },
    ],
    D: [
      { verb: 'api.create', subject: { kind: 'Pod' } },
      { verb: 'api.patch', subject: { kind: 'Pod' } },
      { verb: 'api.delete', subject: { kind: 'Pod' } },
    ],
    E: [{ verb: 'watch.deliver', target: 'kube-controller-manager', subject: { kind: 'Deployment' } }],
    F: [
      { verb: 'api.create', actor: 'deployment-controller', subject: { kind: 'ReplicaSet' } },
      { verb: 'api.update', actor: 'deployment-controller', subject: { kind: 'ReplicaSet' } },
    ],
    G: [{ verb: 'sync.decide', actor: 'deployment-controller' }],
    H: [{ verb: 'watch.deliver', target: 'kube-controller-manager', subject: { kind: 'ReplicaSet' } }],
    I: [
      { verb: 'api.create', actor: 'replicaset-controller', subject: { kind: 'Pod' } },
      { verb: 'api.delete', actor: 'replicaset-controller', subject: { kind: 'Pod' } },
    ],
    J: [{ verb: 'sync.decide', actor: 'replicaset-controller' }],
  },
  edges: {
    e1: [
      { verb: 'api.create', actor: 'kubectl', subject: { kind: 'Deployment' } },
      { verb: 'api.update', actor: 'kubectl', subject: { kind: 'Deployment' } },
      { verb: 'api.patch', actor: 'kubectl', subject: { kind: 'Deployment' } },
    ],
    e2: [{ verb: 'watch.deliver', target: 'kube-controller-manager', subject: { kind: 'Deployment' } }],
    e3: [{ verb: 'controller.sync', actor: 'deployment-controller' }],
    e4: [
      { verb: 'api.create', actor: 'deployment-controller', subject: { kind: 'ReplicaSet' } },
      { verb: 'api.update', actor: 'deployment-controller', subject: { kind: 'ReplicaSet' } },
    ],
    e5: [{ verb: 'watch.deliver', target: 'kube-controller-manager', subject: { kind: 'ReplicaSet' } }],
    e6: [{ verb: 'controller.sync', actor: 'replicaset-controller' }],
    e7: [
      { verb: 'api.create', actor: 'replicaset-controller', subject: { kind: 'Pod' } },
      { verb: 'api.delete', actor: 'replicaset-controller', subject: { kind: 'Pod' } },
    ],
    e8: [{ verb: 'sync.decide', actor: 'deployment-controller' }],
    e9: [{ verb: 'sync.decide', actor: 'replicaset-controller' }],
  },
  claims: { F: 170 },
} satisfies Bind;
