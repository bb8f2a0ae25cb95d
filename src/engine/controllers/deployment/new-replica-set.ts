// Models: pkg/controller/deployment/sync.go getAllReplicaSetsAndSyncRevision, getNewReplicaSet
// Simplified: —
// Not modelled: —
import { keyOf, newControllerRef } from '../../api/meta';
import type { ReplicaSet } from '../../api/types';
import { hasStatusCause, namespaceTerminating, orThrow, StatusError, SyncError } from '../status-error';
import {
  maxRevision,
  revisionAnnotation,
  withAnnotation,
  withNewRevision,
  withReplicasAnnotations,
} from './annotations';
import {
  deploymentCondition,
  failedReplicaSetCreate,
  foundNewReplicaSet,
  hasProgressDeadline,
  newReplicaSetCreated,
} from './conditions';
import { newReplicaSetReplicas } from './fenceposts';
import { findNewReplicaSet, findOldReplicaSets, wantedReplicas } from './replica-sets';
import { deployments, type Rollout, replicaSets, setCondition, setStatus, updateStatus } from './rollout';
import { computeHash, equalIgnoreHash, replicaSetName, selectorWithHash, withHashLabel } from './template-hash';

export interface SplitReplicaSets {
  readonly newSet: ReplicaSet | undefined;
  readonly oldSets: readonly ReplicaSet[];
  /** The old ones, and the new one if there is one. */
  readonly all: readonly ReplicaSet[];
}

/** What the cache says of a ReplicaSet by its key. */
export type LookUp = (key: string) => ReplicaSet | undefined;

/**
 * Splits the ReplicaSets into the new one and the old ones, gives the new one the highest revision, and copies that to
 * the Deployment. `create`: makes the new ReplicaSet if there is none.
 */
export function syncRevision(rollout: Rollout, lookUp: LookUp, create: boolean): SplitReplicaSets {
  const oldSets = findOldReplicaSets(rollout.deployment, rollout.sets);
  const existing = findNewReplicaSet(rollout.deployment, rollout.sets);
  const revision = maxRevision(oldSets) + 1;
  let newSet: ReplicaSet | undefined;
  if (existing) newSet = syncExisting(rollout, existing, revision);
  else if (create) newSet = createNew(rollout, lookUp, oldSets, revision);
  return { newSet, oldSets, all: newSet ? [...oldSets, newSet] : oldSets };
}

function setRevision(rollout: Rollout, revision: string): boolean {
  const before = rollout.deployment;
  rollout.deployment = withAnnotation(before, revisionAnnotation, revision);
  return rollout.deployment !== before;
}

function syncExisting(rollout: Rollout, existing: ReplicaSet, revision: number): ReplicaSet {
  const { deployment, session } = rollout;
  const annotated = withNewRevision(deployment, existing, revision);
  const minReadySeconds = deployment.spec?.minReadySeconds ?? 0;
  if (annotated !== existing || (existing.spec?.minReadySeconds ?? 0) !== minReadySeconds) {
    const spec = { ...annotated.spec, minReadySeconds } as ReplicaSet['spec'];
    const same = (existing.spec?.minReadySeconds ?? 0) === minReadySeconds;
    return orThrow(session.update(replicaSets, same ? annotated : { ...annotated, spec }));
  }
  let changed = setRevision(rollout, existing.metadata.annotations?.[revisionAnnotation] ?? '');
  if (hasProgressDeadline(deployment) && !deploymentCondition(deployment.status, 'Progressing')) {
    const message = `Found new replica set "${existing.metadata.name}"`;
    setCondition(rollout, 'Progressing', 'True', foundNewReplicaSet, message);
    changed = true;
  }
  if (changed) updateStatus(rollout);
  return existing;
}

function newReplicaSet(rollout: Rollout, oldSets: readonly ReplicaSet[], revision: number): ReplicaSet {
  const { deployment } = rollout;
  const { selector, template, minReadySeconds } = deployment.spec ?? { selector: {}, template: {} };
  const hash = computeHash(template, deployment.status?.collisionCount);
  const labels = withHashLabel(template.metadata?.labels, hash);
  const { name, namespace } = deployment.metadata;
  const set: ReplicaSet = {
    metadata: {
      name: replicaSetName(name ?? '', hash),
      namespace,
      labels,
      ownerReferences: [newControllerRef(deployment, 'apps/v1', 'Deployment')],
    },
    spec: {
      replicas: newReplicaSetReplicas(deployment, wantedReplicas(oldSets), 0),
      ...(minReadySeconds ? { minReadySeconds } : {}),
      selector: selectorWithHash(selector, hash),
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
  return withReplicasAnnotations(withNewRevision(deployment, set, revision), deployment);
}

function createNew(rollout: Rollout, lookUp: LookUp, oldSets: readonly ReplicaSet[], revision: number): ReplicaSet {
  const { session, recorder } = rollout;
  const wanted = newReplicaSet(rollout, oldSets, revision);
  const result = session.create(replicaSets, wanted);
  const created = result.ok ? result.object : existingInstead(rollout, lookUp, wanted, new StatusError(result.status));
  const replicas = wanted.spec?.replicas ?? 0;
  const { name } = created.metadata;
  if (result.ok && replicas > 0) {
    const message = `Scaled up replica set ${name} from 0 to ${replicas}`;
    recorder.event(deployments, rollout.deployment, 'Normal', 'ScalingReplicaSet', message);
  }
  let changed = setRevision(rollout, String(revision));
  if (result.ok && hasProgressDeadline(rollout.deployment)) {
    setCondition(rollout, 'Progressing', 'True', newReplicaSetCreated, `Created new replica set "${name}"`);
    changed = true;
  }
  if (changed) updateStatus(rollout);
  return created;
}

/** What to do when the API server refused to create the ReplicaSet: take the one that is there, or give up. */
function existingInstead(rollout: Rollout, lookUp: LookUp, wanted: ReplicaSet, refused: StatusError): ReplicaSet {
  const { deployment, session, recorder } = rollout;
  const { status } = refused;
  if (status.reason === 'AlreadyExists') {
    const { namespace, name = '' } = wanted.metadata;
    const found = lookUp(keyOf(namespace, name));
    if (!found) throw new SyncError(`replicaset.apps "${name}" not found`);
    const owner = found.metadata.ownerReferences?.find((reference) => reference.controller === true);
    if (owner?.uid === deployment.metadata.uid && equalIgnoreHash(deployment.spec?.template, found.spec?.template))
      return found;
    setStatus(rollout, { ...deployment.status, collisionCount: (deployment.status?.collisionCount ?? 0) + 1 });
    session.updateStatus(deployments, rollout.deployment);
  } else if (!hasStatusCause(status, namespaceTerminating)) {
    const message = `Failed to create new replica set "${wanted.metadata.name}": ${status.message}`;
    if (hasProgressDeadline(deployment)) {
      setCondition(rollout, 'Progressing', 'False', failedReplicaSetCreate, message);
      session.updateStatus(deployments, rollout.deployment);
    }
    recorder.event(deployments, deployment, 'Warning', failedReplicaSetCreate, message);
  }
  throw refused;
}
