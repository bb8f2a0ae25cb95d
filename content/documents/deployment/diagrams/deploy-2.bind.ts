import type { Bind } from '../../../../src/views/document/diagram';

export default {
  place: { A: [0, 0], B: [1, 0], C: [2, 0] },
  nodes: {
    A: [
      {
        verb: 'api.update',
        actor: 'deployment-controller',
        subject: { kind: 'ReplicaSet' },
        changed: { 'spec.replicas': { to: 0 } },
        cause: { verb: 'sync.decide', detail: { side: 'recreate' } },
      },
    ],
    B: [
      {
        verb: 'api.update',
        actor: 'deployment-controller',
        subject: { kind: 'Deployment', subresource: 'status' },
        changed: { 'status.replicas': { to: null } },
        cause: { verb: 'sync.decide', detail: { side: 'recreate' } },
      },
    ],
    C: [
      {
        verb: 'api.update',
        actor: 'deployment-controller',
        subject: { kind: 'Deployment', subresource: 'status' },
        changed: { 'status.updatedReplicas': { from: null } },
        cause: { verb: 'sync.decide', detail: { side: 'recreate' } },
      },
    ],
  },
  edges: {
    e1: [
      {
        verb: 'api.update',
        actor: 'deployment-controller',
        subject: { kind: 'ReplicaSet' },
        changed: { 'spec.replicas': { to: 0 } },
        cause: { verb: 'sync.decide', detail: { side: 'recreate' } },
      },
    ],
    e2: [
      {
        verb: 'api.create',
        actor: 'deployment-controller',
        subject: { kind: 'ReplicaSet' },
        cause: { verb: 'sync.decide', detail: { side: 'recreate' } },
      },
      {
        verb: 'api.update',
        actor: 'deployment-controller',
        subject: { kind: 'ReplicaSet' },
        changed: { 'spec.replicas': { from: 0 } },
        cause: { verb: 'sync.decide', detail: { side: 'recreate' } },
      },
    ],
  },
} satisfies Bind;
