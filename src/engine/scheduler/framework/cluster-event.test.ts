import { describe, expect, it } from 'vitest';
import { node, pod } from '../testing/scene';
import {
  Add,
  All,
  assignedPodDelete,
  Delete,
  labelOf,
  matchClusterEvents,
  nodeSchedulingPropertiesChange,
  podSchedulingPropertiesChange,
  Update,
  UpdateNodeLabel,
  UpdateNodeTaint,
  unschedulableTimeout,
} from './cluster-event';

describe('what happens in the cluster', () => {
  it('concerns a plugin that registered for just that, or for something more general', () => {
    expect(
      matchClusterEvents({ resource: 'Node', action: Add | UpdateNodeTaint }, { resource: 'Node', action: Add }),
    ).toBe(true);
    expect(
      matchClusterEvents({ resource: 'Node', action: Update }, { resource: 'Node', action: UpdateNodeLabel }),
    ).toBe(true);
    expect(
      matchClusterEvents({ resource: 'Node', action: UpdateNodeLabel }, { resource: 'Node', action: Update }),
    ).toBe(false);
    expect(matchClusterEvents({ resource: 'Pod', action: Delete }, assignedPodDelete)).toBe(true);
    expect(
      matchClusterEvents({ resource: 'AssignedPod', action: Delete }, { resource: 'TargetPod', action: Delete }),
    ).toBe(false);
    expect(matchClusterEvents({ resource: '*', action: All }, assignedPodDelete)).toBe(true);
    expect(matchClusterEvents({ resource: 'Pod', action: All }, unschedulableTimeout)).toBe(false);
  });

  it('has the name that kube-scheduler gives it', () => {
    expect(labelOf(assignedPodDelete)).toBe('AssignedPodDelete');
    expect(labelOf(unschedulableTimeout)).toBe('UnschedulableTimeout');
    expect(labelOf({ resource: 'Node', action: UpdateNodeTaint })).toBe('NodeUpdateNodeTaint');
  });

  it('to a Node is as specific as what changed, and nothing when only its heartbeat did', () => {
    const labels = (before: ReturnType<typeof node>, after: ReturnType<typeof node>) =>
      nodeSchedulingPropertiesChange(before, after).map(labelOf);
    const conditions = (status: string, lastHeartbeatTime: string) => [{ type: 'Ready', status, lastHeartbeatTime }];
    const withConditions = (status: string, time: string) => {
      const one = node('a');
      return { ...one, status: { ...one.status, conditions: conditions(status, time) } };
    };
    expect(labels(withConditions('True', '1'), withConditions('True', '2'))).toEqual([]);
    expect(labels(withConditions('True', '1'), withConditions('False', '2'))).toEqual(['NodeUpdateNodeCondition']);
    expect(labels(node('a'), node('a', { cpu: '8' }))).toEqual(['NodeUpdateNodeAllocatable']);
    expect(labels(node('a', {}, { spec: { unschedulable: true } }), node('a'))).toEqual(['NodeUpdateNodeTaint']);
    expect(labels(node('a'), node('a', {}, { spec: { unschedulable: true } }))).toEqual([]);
  });

  it('to a Pod may be several things, else a general update', () => {
    const labels = (before: ReturnType<typeof pod>, after: ReturnType<typeof pod>) =>
      podSchedulingPropertiesChange('TargetPod', before, after).map(labelOf);
    const tolerating = pod('a', { cpu: '1' }, { tolerations: [{ operator: 'Exists' }] });
    expect(labels(pod('a', { cpu: '2' }), tolerating)).toEqual([
      'TargetPodUpdatePodScaleDown',
      'TargetPodUpdatePodToleration',
    ]);
    expect(labels(pod('a', { cpu: '1' }), pod('a', { cpu: '2' }))).toEqual(['TargetPodUpdate']);
  });
});
