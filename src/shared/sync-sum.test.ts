import { expect, test } from 'vitest';
import { syncSum } from './sync-sum';

test('a sync of Recreate says what the old specs ask for and whether a Pod is left, in no language', () => {
  const of = (oldReplicas: number, oldPodsRunning: boolean) =>
    syncSum({ side: 'recreate', oldReplicas, oldPodsRunning });
  expect(of(0, true)).toBe('replicas 0, Pod > 0');
  expect(of(0, false)).toBe('replicas 0, Pod = 0');
});
