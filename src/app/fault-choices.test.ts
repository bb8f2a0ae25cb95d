import { describe, expect, test } from 'vitest';
import { deploymentText, RealRun } from '../views/testing/real-run';
import { faultChoices, faultGroups } from './fault-choices';

const rowsAfter = async () => (await RealRun.start()).apply(deploymentText(3)).rows();

describe('what can be done to a cluster', () => {
  test('an empty cluster has nodes only: they can be cut off, and pull slowly', async () => {
    const { faults, repairs, changes } = faultChoices((await RealRun.start()).toRest().rows());
    expect(faults.map(({ name }) => name)).toEqual(['slowPull', 'cut']);
    expect(faults[1]?.targets.map(({ name }) => name)).toEqual(['node-3', 'node-2', 'node-1']);
    expect([...repairs, ...changes]).toEqual([]);
  });

  test('every Pod, node, Deployment and ReplicaSet that is there can be chosen', async () => {
    const rows = await rowsAfter();
    const pods = [...(rows['api/pods']?.keys() ?? [])].map((key) => key.split('/')[1]).sort();
    const { faults, changes } = faultChoices(rows);
    const targets = (name: string) =>
      [...faults, ...changes].find((choice) => choice.name === name)?.targets.map((target) => target.name);
    expect(pods).toHaveLength(3);
    expect(targets('kill')).toEqual(pods);
    expect(targets('failProbe')).toEqual(pods);
    expect(targets('deletePod')).toEqual(pods);
    expect(targets('badRelease')).toEqual(['web']);
    expect(targets('conflict')).toHaveLength(1);
  });

  test('scaling, restarting and deleting are no faults, and rolling back takes something back', () => {
    expect(faultGroups.changes).toEqual(['scaleUp', 'scaleDown', 'restart', 'deletePod']);
    expect(faultGroups.repairs).toContain('undo');
  });

  test('what was done to a node can be taken back there, and not done again', async () => {
    const run = (await RealRun.start()).toRest();
    const { faults } = faultChoices(run.rows());
    for (const { targets } of faults) {
      const [target] = targets;
      if (!target || !('fault' in target.command)) throw new Error('a fault of a node is a fault');
      run.lab.command({ ...target.command.fault, payload: target.command.fault.payload as object });
    }
    const after = faultChoices(run.toRest().rows());
    const names = (choices: (typeof after)['faults'], name: string) =>
      choices.find((choice) => choice.name === name)?.targets.map((target) => target.name);
    expect(names(after.faults, 'cut')).toEqual(['node-2', 'node-1']);
    expect(names(after.faults, 'slowPull')).toEqual(['node-2', 'node-1']);
    expect(names(after.repairs, 'heal')).toEqual(['node-3']);
    expect(names(after.repairs, 'normalPull')).toEqual(['node-3']);
  });
});
