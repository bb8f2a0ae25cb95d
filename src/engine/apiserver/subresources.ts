// Models: pkg/registry/core/pod/storage BindingREST
// Simplified: —
// Not modelled: ephemeralcontainers, resize.

import { formatTime } from '../../shared/time';
import type { KindDefinition } from '../api/kinds';
import { kindOf } from '../api/kinds';
import { type KubeObject, keyOf } from '../api/meta';
import { newConflict, newInvalid, newNotFound, newSuccess } from '../api/status';
import type { Pod, PodCondition } from '../api/types';
import { type Decision, refuse } from './decision';
import type { HandlerContext } from './handler-context';
import type { ApiRequest, RequestInfo } from './http';

/** POST of a Binding: gives a Pod its node, once. */
export function bind(context: HandlerContext, info: RequestInfo, request: ApiRequest): Decision {
  const kind = kindOf('', 'v1', 'pods') as KindDefinition;
  const stored = context.storage.get(kind, keyOf(info.namespace, info.name)) as Pod | undefined;
  if (!stored) return refuse(newNotFound(kind, info.name));
  const body = request.body as { target?: { name?: string }; metadata?: { uid?: string } };
  const node = body.target?.name ?? '';
  if (!node) {
    return refuse(
      newInvalid('', 'Binding', info.name, [{ type: 'FieldValueRequired', field: 'target.name', detail: '' }]),
    );
  }
  const uid = body.metadata?.uid;
  if (uid && uid !== stored.metadata.uid) {
    const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${stored.metadata.uid}`;
    return refuse(newConflict(kind, info.name, why));
  }
  if (stored.metadata.deletionTimestamp) {
    return refuse(
      newConflict(
        { group: '', resource: 'pods/binding' },
        info.name,
        `pod ${info.name} is being deleted, cannot be assigned to a host`,
      ),
    );
  }
  if (stored.spec?.nodeName) {
    const why = `pod ${info.name} is already assigned to node ${JSON.stringify(stored.spec.nodeName)}`;
    return refuse(newConflict({ group: '', resource: 'pods/binding' }, info.name, why));
  }
  if ((stored.spec?.schedulingGates?.length ?? 0) > 0) {
    const why = `pod ${info.name} has non-empty .spec.schedulingGates`;
    return refuse(newConflict({ group: '', resource: 'pods/binding' }, info.name, why));
  }
  const scheduled: PodCondition = {
    type: 'PodScheduled',
    status: 'True',
    lastTransitionTime: formatTime(context.nowMicros),
    observedGeneration: stored.metadata.generation,
  };
  const others = (stored.status?.conditions ?? []).filter((condition) => condition.type !== 'PodScheduled');
  const object: Pod = {
    ...stored,
    spec: { ...stored.spec, nodeName: node } as Pod['spec'],
    status: { ...stored.status, conditions: [...others, scheduled] },
  };
  return {
    code: 201,
    writes: [{ op: 'put', kind, object: object as KubeObject }],
    body: () => ({ ...newSuccess(), code: 201 }),
  };
}
