// Models: k8s.io/apiserver pkg/registry/rest/delete.go BeforeDelete; pkg/registry/generic/registry/store.go Delete,
//   updateForGracefulDeletionAndFinalizers, deletionFinalizersForGarbageCollection, ShouldDeleteDuringUpdate;
//   pkg/registry/core/namespace/storage Delete, ShouldDeleteNamespaceDuringUpdate
// Simplified: the decision is one pure function; the store applies it.
// Not modelled: unsafe deletion of objects that cannot be decoded.

import { equalJson } from '../../shared/json';
import { formatTime, parseTime } from '../../shared/time';
import type { KindDefinition } from '../api/kinds';
import { type KubeObject, withMetadata } from '../api/meta';
import { newConflict, type Status } from '../api/status';

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
  /** Deprecated upstream, still honoured before propagationPolicy. */
  readonly orphanDependents?: boolean;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: readonly string[];
}

export type Deletion =
  | { readonly act: 'remove' }
  /** The object stays; write it when it differs from what is stored. */
  | { readonly act: 'keep'; readonly object: KubeObject }
  | { readonly act: 'refuse'; readonly status: Status };

export const orphanFinalizer = 'orphan';
export const foregroundFinalizer = 'foregroundDeletion';

function wantsOrphan(object: KubeObject, kind: KindDefinition, options: DeleteOptions): boolean {
  if (options.orphanDependents !== undefined) return options.orphanDependents;
  if (options.propagationPolicy) return options.propagationPolicy === 'Orphan';
  if (object.metadata.finalizers?.includes(orphanFinalizer)) return true;
  return kind.defaultGarbageCollectionPolicy === 'Orphan';
}

function wantsForeground(object: KubeObject, options: DeleteOptions): boolean {
  if (options.orphanDependents !== undefined) return false;
  if (options.propagationPolicy) return options.propagationPolicy === 'Foreground';
  return object.metadata.finalizers?.includes(foregroundFinalizer) ?? false;
}

function finalizersFor(object: KubeObject, kind: KindDefinition, options: DeleteOptions): readonly string[] {
  const before = object.metadata.finalizers ?? [];
  const after = before.filter((name) => name !== orphanFinalizer && name !== foregroundFinalizer);
  if (wantsOrphan(object, kind, options)) after.push(orphanFinalizer);
  if (wantsForeground(object, options)) after.push(foregroundFinalizer);
  return equalJson([...before].sort(), [...after].sort()) ? before : after;
}

function withGrace(object: KubeObject, deleteAtMicros: number, seconds: number, bump: boolean): KubeObject {
  const generation = object.metadata.generation;
  return withMetadata(object, {
    deletionTimestamp: formatTime(deleteAtMicros),
    deletionGracePeriodSeconds: seconds,
    ...(bump && generation ? { generation: generation + 1 } : {}),
  });
}

/** A delete of what holds other objects: the first one marks it, the others do nothing until its content is gone. */
function beginTermination(
  object: KubeObject,
  kind: KindDefinition,
  options: DeleteOptions,
  nowMicros: number,
): Deletion | undefined {
  const { content } = kind;
  if (!content) return undefined;
  if (object.metadata.deletionTimestamp) {
    return content.finalizers(object).length > 0 ? { act: 'keep', object } : undefined;
  }
  const marked = content.markTerminating(withMetadata(object, { deletionTimestamp: formatTime(nowMicros) }));
  const before = object.metadata.finalizers ?? [];
  const after = finalizersFor(object, kind, options);
  return { act: 'keep', object: equalJson(before, after) ? marked : withMetadata(marked, { finalizers: after }) };
}

/** What a DELETE does to an object. `nowMicros`: microseconds since 1970. */
export function decideDeletion(
  object: KubeObject,
  kind: KindDefinition,
  options: DeleteOptions,
  nowMicros: number,
): Deletion {
  const { uid, resourceVersion } = options.preconditions ?? {};
  const meta = object.metadata;
  const refuse = (what: string, wanted: string, has: string | undefined): Deletion => {
    const why = `the ${what} in the precondition (${wanted}) does not match the ${what} in record (${has ?? ''}). The object might have been deleted and then recreated`;
    return { act: 'refuse', status: newConflict(kind, meta.name ?? '', why) };
  };
  if (uid !== undefined && uid !== meta.uid) return refuse('UID', uid, meta.uid);
  if (resourceVersion !== undefined && resourceVersion !== meta.resourceVersion) {
    return refuse('ResourceVersion', resourceVersion, meta.resourceVersion);
  }
  if (kind.beginDeletion && !meta.deletionTimestamp) {
    const marked = withMetadata(object, { deletionTimestamp: formatTime(nowMicros) });
    return { act: 'keep', object: kind.beginDeletion(marked, nowMicros) };
  }
  const begun = beginTermination(object, kind, options, nowMicros);
  if (begun) return begun;
  const asked =
    options.gracePeriodSeconds !== undefined && options.gracePeriodSeconds < 0 ? 1 : options.gracePeriodSeconds;
  let marked = object;
  let graceful = false;
  let graceSeconds = 0;
  if (kind.gracefulDelete) {
    const deleteAt = parseTime(meta.deletionTimestamp);
    const current = meta.deletionGracePeriodSeconds;
    if (deleteAt !== undefined && current !== undefined) {
      if (asked === undefined || asked >= current) {
        if (current > 0 || (meta.finalizers?.length ?? 0) > 0) return { act: 'keep', object };
      } else {
        graceful = true;
        graceSeconds = asked;
        marked = withGrace(object, deleteAt + (asked - current) * 1e6, asked, false);
      }
    } else if (deleteAt === undefined) {
      const grace = kind.gracefulDelete(object, asked);
      if (grace.graceful) {
        graceful = true;
        graceSeconds = grace.graceSeconds;
        marked = withGrace(object, nowMicros + graceSeconds * 1e6, graceSeconds, true);
      }
    }
  }
  const finalizers = finalizersFor(object, kind, options);
  if (finalizers !== (meta.finalizers ?? [])) marked = withMetadata(marked, { finalizers });
  if (finalizers.length > 0) {
    if (!graceful) {
      const deleteAt = parseTime(marked.metadata.deletionTimestamp);
      marked = withGrace(
        marked,
        deleteAt === undefined || deleteAt > nowMicros ? nowMicros : deleteAt,
        0,
        marked.metadata.deletionGracePeriodSeconds === undefined,
      );
    }
    return { act: 'keep', object: equalJson(marked, object) ? object : marked };
  }
  if (graceful && graceSeconds > 0) return { act: 'keep', object: marked };
  return { act: 'remove' };
}

/** Whether a write of `object` over `stored` is the last thing that kept a deleted object alive. */
export function deletesDuringUpdate(kind: KindDefinition, object: KubeObject, stored: KubeObject): boolean {
  if ((object.metadata.finalizers?.length ?? 0) > 0) return false;
  if (kind.content && kind.content.finalizers(object).length > 0) return false;
  return stored.metadata.deletionTimestamp !== undefined && (stored.metadata.deletionGracePeriodSeconds ?? 0) === 0;
}
