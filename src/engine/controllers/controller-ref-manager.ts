// Models: pkg/controller/controller_ref_manager.go (BaseControllerRefManager.ClaimObject, AdoptPod, ReleasePod,
//   RecheckDeletionTimestamp), GenerateDeleteOwnerRefStrategicMergeBytes
// Simplified: —
// Not modelled: finalizers added on adoption.
import type { KindDefinition } from '../api/kinds';
import { apiVersionOf, controllerOf, type KubeObject, newControllerRef } from '../api/meta';
import { matchesLabels, type Selector } from '../api/selectors';
import { failedWith, type Session } from '../client/session';
import { orThrow, StatusError, SyncError } from './status-error';

/** Who owns whom, by selector, for one sync of one controller object. */
export interface Claim {
  readonly session: Session;
  readonly controller: KubeObject;
  readonly controllerKind: KindDefinition;
  readonly childKind: KindDefinition;
  readonly selector: Selector;
}

/** Group of a cached object by who controls it; orphans are grouped by namespace. Uids hold no slash. */
export function ownerGroup(object: KubeObject): string {
  return controllerOf(object)?.uid ?? orphanGroup(object.metadata.namespace);
}

export function orphanGroup(namespace: string | undefined): string {
  return `orphans/${namespace ?? ''}`;
}

/** The patch that takes references to some owners from an object. `uid`: the object's own, as precondition. */
export function deleteOwnerRefPatch(uid: string | undefined, ownerUids: readonly string[]): unknown {
  const ownerReferences = ownerUids.map((owner) => ({ $patch: 'delete', uid: owner }));
  return { metadata: { uid, ownerReferences } };
}

function recheckDeletion({ session, controller, controllerKind }: Claim): void {
  const { namespace, name, uid } = controller.metadata;
  const fresh = session.get(controllerKind, namespace, name ?? '');
  if (!fresh.ok) throw new SyncError(`can't recheck DeletionTimestamp: ${fresh.status.message}`);
  const found = fresh.object.metadata;
  if (found.uid !== uid) {
    const gone = `original ${controllerKind.kind} ${namespace}/${name} is gone: got uid ${found.uid}, wanted ${uid}`;
    throw new SyncError(`can't recheck DeletionTimestamp: ${gone}`);
  }
  if (found.deletionTimestamp)
    throw new SyncError(`${namespace}/${name} has just been deleted at ${found.deletionTimestamp}`);
}

function adopt(claim: Claim, child: KubeObject): void {
  const { controller, controllerKind, childKind, session } = claim;
  const { namespace, name, uid } = child.metadata;
  const reference = newControllerRef(
    controller,
    apiVersionOf(controllerKind.group, controllerKind.version),
    controllerKind.kind,
  );
  const patch = { metadata: { ownerReferences: [reference], uid } };
  orThrow(session.patch(childKind, namespace, name ?? '', 'application/strategic-merge-patch+json', patch));
}

function release(claim: Claim, child: KubeObject): void {
  const { namespace, name, uid } = child.metadata;
  const patch = deleteOwnerRefPatch(uid, [claim.controller.metadata.uid ?? '']);
  const released = claim.session.patch(
    claim.childKind,
    namespace,
    name ?? '',
    'application/strategic-merge-patch+json',
    patch,
  );
  if (!released.ok && !failedWith(released, 'NotFound') && !failedWith(released, 'Invalid'))
    throw new StatusError(released.status);
}

/**
 * The children that belong to the controller object: those that it owns and still selects, and orphans that it
 * adopts now. What it owns and no longer selects is released. Throws, after all were tried, if a request failed.
 */
export function claimChildren<T extends KubeObject>(claim: Claim, children: readonly T[]): T[] {
  const { controller, selector } = claim;
  const { uid, deletionTimestamp, namespace } = controller.metadata;
  const claimed: T[] = [];
  const errors: string[] = [];
  let recheck: string | null | undefined;
  for (const child of children) {
    const owner = controllerOf(child);
    const matches = matchesLabels(selector, child.metadata.labels);
    try {
      if (owner) {
        if (owner.uid !== uid) continue;
        if (matches) claimed.push(child);
        else if (!deletionTimestamp) release(claim, child);
        continue;
      }
      if (deletionTimestamp || !matches || child.metadata.deletionTimestamp) continue;
      if (namespace && namespace !== child.metadata.namespace) continue;
      if (recheck === undefined) {
        recheck = null;
        try {
          recheckDeletion(claim);
        } catch (error) {
          if (!(error instanceof SyncError)) throw error;
          recheck = error.message;
        }
      }
      if (recheck !== null) {
        const { kind } = claim.childKind;
        const { name, uid: childUid } = child.metadata;
        throw new SyncError(`can't adopt ${kind} ${child.metadata.namespace}/${name} (${childUid}): ${recheck}`);
      }
      adopt(claim, child);
      claimed.push(child);
    } catch (error) {
      if (error instanceof StatusError && error.status.reason === 'NotFound') continue;
      if (!(error instanceof SyncError)) throw error;
      errors.push(error.message);
    }
  }
  if (errors.length > 0) throw new SyncError(errors.length === 1 ? (errors[0] as string) : `[${errors.join(', ')}]`);
  return claimed;
}
