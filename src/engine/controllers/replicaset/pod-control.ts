// Models: pkg/controller/controller_utils.go RealPodControl, GetPodFromTemplate, getPodsPrefix
// Simplified: —
// Not modelled: —
import { type KindDefinition, kindOf } from '../../api/kinds';
import { type KubeObject, newControllerRef } from '../../api/meta';
import type { Status } from '../../api/status';
import type { Pod, PodTemplateSpec } from '../../api/types';
import type { EventRecorder } from '../../client/event-recorder';
import type { Result, Session } from '../../client/session';
import { hasStatusCause, namespaceTerminating } from '../status-error';

export const pods = kindOf('', 'v1', 'pods') as KindDefinition;

/** Names of Pods begin with their controller's, and a dash if that is a good name's beginning. */
function podsPrefix(name: string): string {
  return /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name) ? `${name}-` : name;
}

/** The Pod that a template makes for its controller; one object for all that are alike. */
export function podFromTemplate(template: PodTemplateSpec, controller: KubeObject, kind: KindDefinition): Pod {
  const { labels, annotations, finalizers } = template.metadata ?? {};
  return {
    metadata: {
      generateName: podsPrefix(controller.metadata.name ?? ''),
      namespace: controller.metadata.namespace,
      ...(labels ? { labels } : {}),
      ...(annotations ? { annotations } : {}),
      ...(finalizers ? { finalizers } : {}),
      ownerReferences: [newControllerRef(controller, `${kind.group}/${kind.version}`, kind.kind)],
    },
    ...(template.spec ? { spec: template.spec } : {}),
  };
}

/** Creates and deletes Pods for a controller object, with an Event about each. */
export interface PodControl {
  readonly session: Session;
  readonly recorder: EventRecorder;
  readonly controller: KubeObject;
  readonly kind: KindDefinition;
}

export function createPod({ session, recorder, controller, kind }: PodControl, pod: Pod): Result<Pod> {
  const created = session.create(pods, pod);
  if (created.ok) {
    recorder.event(kind, controller, 'Normal', 'SuccessfulCreate', `Created pod: ${created.object.metadata.name}`);
  } else if (!hasStatusCause(created.status, namespaceTerminating)) {
    recorder.event(kind, controller, 'Warning', 'FailedCreate', `Error creating: ${created.status.message}`);
  }
  return created;
}

/** How deleting failed: the server's answer, and the text of the error. */
export interface DeleteFailure {
  readonly status: Status;
  readonly message: string;
}

export function deletePod({ session, recorder, controller, kind }: PodControl, pod: Pod): DeleteFailure | undefined {
  const { namespace, name = '' } = pod.metadata;
  const deleted = session.delete(pods, namespace, name);
  if (deleted.ok) {
    recorder.event(kind, controller, 'Normal', 'SuccessfulDelete', `Deleted pod: ${name}`);
    return undefined;
  }
  const { status } = deleted;
  if (status.reason === 'NotFound') return { status, message: status.message ?? '' };
  recorder.event(kind, controller, 'Warning', 'FailedDelete', `Error deleting: ${status.message}`);
  return { status, message: `unable to delete pods: ${status.message}` };
}
