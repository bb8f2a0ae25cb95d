import type { DiagramRun } from '../../../../src/worker/scenario/types';

/** Three Pods: one ends well, one badly, one badly again and again, which is started anew each time and so stays Running. */
export default [
  {
    apply: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'ends-well' },
      spec: {
        restartPolicy: 'Never',
        containers: [{ name: 'work', image: 'busybox:1.37', command: ['sh', '-c', 'sleep 20'] }],
      },
    },
  },
  {
    apply: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'ends-badly' },
      spec: {
        restartPolicy: 'Never',
        containers: [{ name: 'work', image: 'busybox:1.37', command: ['sh', '-c', 'sleep 20; exit 1'] }],
      },
    },
  },
  {
    apply: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'starts-again' },
      spec: {
        restartPolicy: 'Always',
        containers: [{ name: 'work', image: 'busybox:1.37', command: ['sh', '-c', 'sleep 20; exit 1'] }],
      },
    },
  },
  { waitSeconds: 60 },
  { kubectl: 'kubectl delete pod ends-well' },
  { kubectl: 'kubectl delete pod ends-badly' },
  { waitSeconds: 10 },
] satisfies DiagramRun;
