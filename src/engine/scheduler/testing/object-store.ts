import { formatTime } from '../../../shared/time';
import { kindByGvk } from '../../api/kinds';
import { type KubeObject, keyOfObject, withMetadata } from '../../api/meta';
import { generateUID } from '../../apiserver/names';
import type { ProcessFactory } from '../../engine-context';

/**
 * Commands `put` to `scene-store`: objects as they are stored, past admission, which would taint each new Node and give
 * each Pod its priority.
 */
export const objectStore: ProcessFactory = ({ kernel, api }) => {
  kernel.on('scene-store', ({ payload }) => {
    const given = payload as KubeObject;
    const kind = kindByGvk(given.apiVersion ?? '', given.kind ?? '');
    if (!kind) throw new Error(`no kind ${given.kind}`);
    const subject = `${kind.resource}/${keyOfObject(given)}`;
    const seq = kernel.emit({ actor: 'kubectl', verb: 'api.create', subject, level: 'action' });
    kernel.cause = seq;
    const at = api.epochMicros(kernel.now);
    const made = withMetadata(given, { uid: generateUID(kernel, subject, at), creationTimestamp: formatTime(at) });
    api.storage.put(kind, kind.prepareForCreate(kind.setDefaults(made)), kernel.now, seq);
  });
  return { boot: () => {} };
};
