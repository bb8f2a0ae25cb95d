// Models: nothing of Kubernetes; which writes a learner would call a step of the story.
// Simplified: —
// Not modelled: —
import type { KubeObject } from '../api/meta';

interface Conditioned {
  readonly spec?: { readonly nodeName?: string };
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason?: string }[];
  };
}

function condition(object: KubeObject | undefined, type: string) {
  return (object as Conditioned | undefined)?.status?.conditions?.find((c) => c.type === type);
}

function podMilestone(before: KubeObject | undefined, after: KubeObject | undefined): string | undefined {
  if (!after) return 'PodRemoved';
  if (!before) return 'PodCreated';
  const was = before as Conditioned;
  const is = after as Conditioned;
  if (!was.spec?.nodeName && is.spec?.nodeName) return 'PodBound';
  if (!before.metadata.deletionTimestamp && after.metadata.deletionTimestamp) return 'PodTerminating';
  const ready = condition(after, 'Ready')?.status === 'True';
  if (ready !== (condition(before, 'Ready')?.status === 'True')) return ready ? 'PodReady' : 'PodNotReady';
  if (was.status?.phase !== is.status?.phase && is.status?.phase) return `Pod${is.status.phase}`;
  return undefined;
}

function deploymentMilestone(before: KubeObject | undefined, after: KubeObject | undefined): string | undefined {
  if (!after) return 'DeploymentRemoved';
  if (!before) return 'DeploymentCreated';
  const was = condition(before, 'Progressing')?.reason;
  const is = condition(after, 'Progressing')?.reason;
  if (was !== is && is === 'NewReplicaSetAvailable') return 'RolloutComplete';
  if (was !== is && is === 'ProgressDeadlineExceeded') return 'RolloutTimedOut';
  if (before.metadata.generation !== after.metadata.generation) return 'DeploymentChanged';
  return undefined;
}

/** The name of the step that a write is, or `undefined` when it is a detail. `after` is absent for a removal. */
export function milestoneOf(
  resource: string,
  before: KubeObject | undefined,
  after: KubeObject | undefined,
): string | undefined {
  if (resource === 'pods') return podMilestone(before, after);
  if (resource === 'deployments') return deploymentMilestone(before, after);
  if (resource === 'replicasets') return before ? (after ? undefined : 'ReplicaSetRemoved') : 'ReplicaSetCreated';
  if (resource === 'nodes') {
    if (!after) return 'NodeRemoved';
    if (!before) return 'NodeRegistered';
    const ready = condition(after, 'Ready')?.status;
    return ready === condition(before, 'Ready')?.status ? undefined : ready === 'True' ? 'NodeReady' : 'NodeNotReady';
  }
  if (resource === 'services' && (!before || !after)) return after ? 'ServiceCreated' : 'ServiceRemoved';
  return undefined;
}
