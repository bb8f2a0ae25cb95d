// Models: pkg/controller/util/node MarkPodsNotReady
// Simplified: —
// Not modelled: —
import { formatTime } from '../../../shared/time';
import { findCondition, setCondition } from '../../api/conditions';
import { type KindDefinition, kindOf } from '../../api/kinds';
import type { Pod } from '../../api/types';
import type { EventRecorder } from '../../client/event-recorder';
import type { Session } from '../../client/session';

const pods = kindOf('', 'v1', 'pods') as KindDefinition;

/** Says of Pods that they are not ready, since nobody knows of their node; false when the server refused one. */
export function markPodsNotReady(session: Session, recorder: EventRecorder, of: readonly Pod[]): boolean {
  let all = true;
  for (const pod of of) {
    const conditions = pod.status?.conditions;
    const ready = findCondition(conditions, 'Ready');
    if (!ready || ready.status === 'False') continue;
    const now = formatTime(session.epochMicros);
    const changed = setCondition(conditions, { ...ready, status: 'False', lastTransitionTime: now });
    const updated = session.updateStatus<Pod>(pods, { ...pod, status: { ...pod.status, conditions: changed } });
    if (!updated.ok && updated.status.reason === 'NotFound') continue;
    if (!updated.ok) all = false;
    recorder.event(pods, pod, 'Warning', 'NodeNotReady', 'Node is not ready');
  }
  return all;
}
