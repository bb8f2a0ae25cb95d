import { beforeAll, describe, expect, test } from 'vitest';
import { ui as en } from '../../../content/languages/en/ui';
import { ui as zh } from '../../../content/languages/zh/ui';
import type { Rows } from '../../store/lab-store';
import { clusterModel } from '../cluster/model';
import { deploymentText, RealRun } from '../testing/real-run';
import { describeComparison, describeRows } from './describe';
import { compareClusters } from './model';

const modelOf = (rows: Rows, slots: ReadonlyMap<string, number> = new Map()) =>
  clusterModel({ rows, slots, event: undefined });

describe('two branches of one run', () => {
  let three: Rows;
  let two: Rows;
  let otherImage: Rows;

  // All three come from the same moment of one run.
  beforeAll(async () => {
    const run = await RealRun.start();
    run.apply(deploymentText(3));
    const { position } = run.lab;
    three = run.rows();
    run.apply(deploymentText(2));
    two = run.rows();
    run.lab.seek(position);
    run.lab.switchBranch('main');
    run.lab.seek(position);
    run.apply(deploymentText(3, 'nginx:1.30'));
    otherImage = run.rows();
  });

  test('have nothing to mark while they are one', () => {
    const comparison = compareClusters(modelOf(three), modelOf({ ...three }));
    expect(comparison.objects).toEqual([]);
    expect(describeComparison(en, comparison, ['main', 'branch 1'])).toBe('Nothing differs.');
  });

  test('differ in the Pod that only one has, and in what counts it', () => {
    const comparison = compareClusters(modelOf(three), modelOf(two));
    const gone = [...(three['api/pods'] ?? new Map()).keys()].find((key) => !two['api/pods']?.has(key));
    expect(comparison.objects.map(({ kind }) => kind)).toEqual(['card', 'card', 'pod']);
    expect([...comparison.marks[0]]).toContainEqual([`pods/${gone}`, 'only']);
    expect(comparison.marks[1].has(`pods/${gone}`)).toBe(false);
    for (const marks of comparison.marks) expect(marks.get('deployments/default/web')).toBe('other');
    const rows = describeRows(en, comparison);
    expect(rows[0]).toEqual({
      id: 'deployments/default/web',
      name: 'Deployment web',
      sides: ['3 of 3 replicas ready, revision 1', '2 of 2 replicas ready, revision 1'],
    });
    expect(rows[2]?.sides).toEqual(['Ready', 'not there']);
    const said = describeComparison(en, comparison, ['main', 'branch 1']);
    expect(said).toBe('What differs: only in main 1 Pod; 2 objects in another state.');
    expect(describeComparison(zh, comparison, ['主线', '分支 1'])).toContain('只有主线有：1 个 Pod');
  });

  test('with another image have no Pod in common, and say so of both sides', () => {
    const comparison = compareClusters(modelOf(three), modelOf(otherImage));
    expect([...comparison.marks[0]].filter(([id, mark]) => id.startsWith('pods/') && mark === 'only')).toHaveLength(3);
    expect([...comparison.marks[1]].filter(([id, mark]) => id.startsWith('pods/') && mark === 'only')).toHaveLength(3);
    expect(describeComparison(en, comparison, ['a', 'b'])).toMatch(/only in a 3 Pods; only in b 3 Pods/);
  });

  test('have room for each other’s places, so that nodes stand alike', () => {
    const few = new Map([['a', 0]]);
    const many = new Map([['b', 9]]);
    const left = clusterModel({ rows: three, slots: few, event: undefined, alsoSlots: many });
    const right = clusterModel({ rows: two, slots: many, event: undefined, alsoSlots: few });
    const boxes = ({ nodes }: typeof left) => nodes.map(({ x, y, w, h }) => ({ x, y, w, h }));
    expect(boxes(left)).toEqual(boxes(right));
    expect(boxes(left)).not.toEqual(boxes(modelOf(three, few)));
  });
});
