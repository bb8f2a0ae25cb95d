import { expect, test } from 'vitest';
import type { KubeObject } from '../engine/index';
import { factsOf } from './object-facts';

const container = (state: object, ready = false) => ({ name: 'c', ready, restartCount: 0, state });
const facts = (nodeName: string, status: object, initContainers: object[] = []) =>
  factsOf('pods', {
    metadata: { name: 'p' },
    spec: { ...(nodeName ? { nodeName } : {}), containers: [{ name: 'c' }], initContainers },
    status,
  } as KubeObject);

test('a Pod in a strip is called what kubectl calls it', () => {
  const waiting = [container({ waiting: { reason: 'PodInitializing' } })];
  const init = [{ name: 'i' }];
  const ready = [{ type: 'Ready', status: 'True' }];
  expect([
    facts('', { phase: 'Pending' }),
    facts('', { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] }),
    facts('n', { phase: 'Pending' }),
    facts('n', { phase: 'Pending', containerStatuses: [container({ waiting: { reason: 'ContainerCreating' } })] }),
    facts(
      'n',
      {
        phase: 'Pending',
        initContainerStatuses: [{ ...container({ running: {} }), name: 'i' }],
        containerStatuses: waiting,
      },
      init,
    ),
    facts(
      'n',
      {
        phase: 'Pending',
        initContainerStatuses: [{ ...container({ terminated: { exitCode: 1, reason: 'Error' } }), name: 'i' }],
        containerStatuses: waiting,
      },
      init,
    ),
    facts('n', { phase: 'Running', containerStatuses: [container({ waiting: { reason: 'CrashLoopBackOff' } })] }),
    facts('n', { phase: 'Running', containerStatuses: [container({ running: {} })] }),
    facts('n', { phase: 'Running', conditions: ready, containerStatuses: [container({ running: {} }, true)] }),
    facts('n', { phase: 'Failed', reason: 'Evicted' }),
  ]).toEqual([
    'Pending',
    'SchedulingGated',
    '→ n',
    'ContainerCreating',
    'Init:0/1',
    'Init:Error',
    'CrashLoopBackOff',
    'Running',
    'Ready',
    'Evicted',
  ]);
});
