import { expect, test } from 'vitest';
import { NodeInfo } from '../../cache/node-info';
import { CycleState } from '../../framework/cycle-state';
import type { Handle } from '../../framework/plugin';
import { plugins } from '..';
import { nodeAffinity } from '.';

test('the default profile knows NodeAffinity', () => {
  expect(plugins.map(({ definition }) => definition)).toContain(nodeAffinity);
});

test('a node that does not suit the Pod is refused', () => {
  const node = new NodeInfo('node-1');
  node.setNode({ metadata: { name: 'node-1' } });
  const pod = { metadata: { name: 'web', namespace: 'default' } };
  const plugin = nodeAffinity.build(undefined, {} as Handle);
  expect(plugin.filter?.(new CycleState(), pod, node)).toMatchObject({ code: 'Unschedulable' });
});
