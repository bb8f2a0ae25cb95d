// Models: k8s.io/kube-scheduler framework/types.go ActionType, EventResource, ClusterEvent; pkg/scheduler/framework/types.go
//   MatchClusterEvents; pkg/scheduler/framework/events.go PodSchedulingPropertiesChange, NodeSchedulingPropertiesChange.
// Simplified: —
// Not modelled: events of resource claims, slices and device classes.
import { equalJson } from '../../../shared/json';
import type { Node, Pod } from '../../api/types';
import { podRequest, requestShrank, sameStatusResources } from '../resources';

/** Bits, so that a plugin can register for several at once. */
export const Add = 1;
export const Delete = 2;
export const UpdateNodeAllocatable = 4;
export const UpdateNodeLabel = 8;
/** Also when `spec.unschedulable` is taken away. */
export const UpdateNodeTaint = 16;
export const UpdateNodeCondition = 32;
export const UpdateNodeAnnotation = 64;
export const UpdatePodLabel = 128;
export const UpdatePodScaleDown = 256;
export const UpdatePodToleration = 512;
export const UpdatePodSchedulingGatesEliminated = 1024;
/** A change that is none of the specific ones. */
export const Update = 2044;
export const All = 2047;

const actionNames: ReadonlyMap<number, string> = new Map([
  [Add, 'Add'],
  [Delete, 'Delete'],
  [UpdateNodeAllocatable, 'UpdateNodeAllocatable'],
  [UpdateNodeLabel, 'UpdateNodeLabel'],
  [UpdateNodeTaint, 'UpdateNodeTaint'],
  [UpdateNodeCondition, 'UpdateNodeCondition'],
  [UpdateNodeAnnotation, 'UpdateNodeAnnotation'],
  [UpdatePodLabel, 'UpdatePodLabel'],
  [UpdatePodScaleDown, 'UpdatePodScaleDown'],
  [UpdatePodToleration, 'UpdatePodToleration'],
  [UpdatePodSchedulingGatesEliminated, 'UpdatePodSchedulingGatesEliminated'],
  [Update, 'Update'],
  [All, 'All'],
]);

/** `Pod` stands for its three; a bound Pod, a waiting one, and the very Pod whose fate is decided. */
export type EventResource = 'Pod' | 'AssignedPod' | 'UnscheduledPod' | 'TargetPod' | 'Node' | '*' | (string & {});

/** Something that happened in the cluster, as far as it may let a waiting Pod be scheduled. */
export interface ClusterEvent {
  readonly resource: EventResource;
  readonly action: number;
  readonly customLabel?: string;
}

export const assignedPodAdd: ClusterEvent = { resource: 'AssignedPod', action: Add };
export const assignedPodDelete: ClusterEvent = { resource: 'AssignedPod', action: Delete };
export const unscheduledPodAdd: ClusterEvent = { resource: 'UnscheduledPod', action: Add };
export const unschedulableTimeout: ClusterEvent = { resource: '*', action: All, customLabel: 'UnschedulableTimeout' };
export const forceActivate: ClusterEvent = { resource: '*', action: All, customLabel: 'ForceActivate' };
export const nodeAdd: ClusterEvent = { resource: 'Node', action: Add };
export const nodeDelete: ClusterEvent = { resource: 'Node', action: Delete };

/** ClusterEvent.Label: `AssignedPodDelete`, `NodeUpdateNodeTaint`, `UnschedulableTimeout`. */
export function labelOf(event: ClusterEvent): string {
  return event.customLabel ?? `${event.resource}${actionNames.get(event.action) ?? ''}`;
}

export function isWildcard(event: ClusterEvent): boolean {
  return event.resource === '*' && event.action === All;
}

/** Whether what happened is what a plugin registered for, or something more specific. */
export function matchClusterEvents(registered: ClusterEvent, happened: ClusterEvent): boolean {
  if (isWildcard(registered)) return true;
  const { resource } = registered;
  const fits =
    resource === '*' ||
    resource === happened.resource ||
    (resource === 'Pod' &&
      (happened.resource === 'AssignedPod' ||
        happened.resource === 'UnscheduledPod' ||
        happened.resource === 'TargetPod'));
  return fits && (registered.action & happened.action) !== 0 && happened.action <= registered.action;
}

/** The specific events that an update of a Pod is; the general one when there is none. */
export function podSchedulingPropertiesChange(resource: EventResource, before: Pod, after: Pod): ClusterEvent[] {
  const events: ClusterEvent[] = [];
  if (!equalJson(before.metadata.labels ?? {}, after.metadata.labels ?? {}))
    events.push({ resource, action: UpdatePodLabel });
  if (
    !(before.spec === after.spec && sameStatusResources(before, after)) &&
    requestShrank(podRequest(before, { useStatus: true }), podRequest(after, { useStatus: true }))
  ) {
    events.push({ resource, action: UpdatePodScaleDown });
  }
  if ((before.spec?.schedulingGates?.length ?? 0) !== 0 && (after.spec?.schedulingGates?.length ?? 0) === 0) {
    events.push({ resource, action: UpdatePodSchedulingGatesEliminated });
  }
  if ((before.spec?.tolerations?.length ?? 0) !== (after.spec?.tolerations?.length ?? 0)) {
    events.push({ resource, action: UpdatePodToleration });
  }
  if (events.length === 0) events.push({ resource, action: Update });
  return events;
}

function conditionStatuses(node: Node): Record<string, string> {
  const statuses: Record<string, string> = {};
  for (const { type, status } of node.status?.conditions ?? []) statuses[type] = status;
  return statuses;
}

/** The events that an update of a Node is; none when nothing that matters for scheduling changed. */
export function nodeSchedulingPropertiesChange(before: Node, after: Node): ClusterEvent[] {
  const actions: number[] = [];
  if (before.spec?.unschedulable && !after.spec?.unschedulable) actions.push(UpdateNodeTaint);
  if (!equalJson(before.status?.allocatable ?? {}, after.status?.allocatable ?? {}))
    actions.push(UpdateNodeAllocatable);
  if (!equalJson(before.metadata.labels ?? {}, after.metadata.labels ?? {})) actions.push(UpdateNodeLabel);
  if (!equalJson(before.spec?.taints ?? [], after.spec?.taints ?? [])) actions.push(UpdateNodeTaint);
  if (!equalJson(conditionStatuses(before), conditionStatuses(after))) actions.push(UpdateNodeCondition);
  if (!equalJson(before.metadata.annotations ?? {}, after.metadata.annotations ?? {}))
    actions.push(UpdateNodeAnnotation);
  return actions.map((action) => ({ resource: 'Node', action }));
}
