import { describe, expect, test } from 'vitest';
import { deploymentAt, gaugeModel } from '../views/rollout-gauge/model';
import { deploymentText, RealRun } from '../views/testing/real-run';
import { RolloutTrails } from './rollout-trail';

const rollout = async () => {
  const run = (await RealRun.start()).apply(deploymentText(4)).apply(deploymentText(4, 'nginx:1.30'));
  return { run, trails: new RolloutTrails(run.lab.branch.cluster.kernel.trace) };
};

describe('the trail of a rollout', () => {
  test('says at each of its steps what the gauge says there', async () => {
    const { run, trails } = await rollout();
    const trail = trails.of('default/web');
    expect(trail.positions.length).toBeGreaterThan(12);
    for (const [i, position] of trail.positions.entries()) {
      run.lab.seek(position);
      const rows = run.rows();
      const gauge = gaugeModel(rows, deploymentAt(rows, ''));
      expect([position, trail.pods[i], trail.available[i]]).toEqual([position, gauge?.pods, gauge?.available]);
      expect([trail.floor[i], trail.ceiling[i]]).toEqual([gauge?.bounds?.minAvailable, gauge?.bounds?.maxTotal]);
    }
  });

  test('stays between floor and ceiling once all replicas were available', async () => {
    const { trails } = await rollout();
    const { available, pods, floor, ceiling } = trails.of('default/web');
    const from = available.indexOf(4);
    expect(from).toBeGreaterThan(0);
    for (let i = from; i < pods.length; i++) {
      expect(available[i]).toBeGreaterThanOrEqual(floor[i] as number);
      expect(pods[i]).toBeLessThanOrEqual(ceiling[i] as number);
    }
  });

  test('grows with the trace, and is the same as one that is read at once', async () => {
    const run = (await RealRun.start()).apply(deploymentText(2));
    const { trace } = run.lab.branch.cluster.kernel;
    const trails = new RolloutTrails(trace);
    const before = trails.of('default/web').positions.length;
    run.apply(deploymentText(3));
    expect(trails.of('default/web').positions.length).toBeGreaterThan(before);
    expect(trails.of('default/web')).toEqual(new RolloutTrails(trace).of('default/web'));
    expect(trails.of('default/none').positions).toEqual([]);
  });
});
