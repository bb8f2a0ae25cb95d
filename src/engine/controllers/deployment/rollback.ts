// Models: pkg/controller/deployment/rollback.go, util SetFromReplicaSetTemplate
// Simplified: —
// Not modelled: the rollback subresource of extensions/v1beta1, which is gone; `kubectl rollout undo` copies the template itself.
import { withMetadata } from '../../api/meta';
import type { Deployment, ReplicaSet } from '../../api/types';
import { orThrow } from '../status-error';
import { annotationsForRollback, lastRevision, revisionOf, rollbackToAnnotation } from './annotations';
import { type LookUp, syncRevision } from './new-replica-set';
import { deployments, type Rollout } from './rollout';
import { equalIgnoreHash, podTemplateHashLabel } from './template-hash';

const notFound = 'DeploymentRollbackRevisionNotFound';

/** The revision that the deprecated annotation asks for; 0 means the one before. */
export function rollbackTo(deployment: Deployment): number | undefined {
  const text = deployment.metadata.annotations?.[rollbackToAnnotation] ?? '';
  return /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}

/** Copies the template of the ReplicaSet with the wanted revision back, and removes the wish. */
export function rollback(rollout: Rollout, lookUp: LookUp, wanted: number): void {
  const { all } = syncRevision(rollout, lookUp, true);
  const revision = wanted === 0 ? lastRevision(all) : wanted;
  if (revision === 0) {
    warn(rollout, notFound, 'Unable to find last revision.');
    clearRollback(rollout, rollout.deployment);
    return;
  }
  const target = all.find((set) => revisionOf(set) === revision);
  if (!target) {
    warn(rollout, notFound, 'Unable to find the revision to rollback to.');
    clearRollback(rollout, rollout.deployment);
    return;
  }
  const { deployment } = rollout;
  const name = deployment.metadata.name;
  if (equalIgnoreHash(deployment.spec?.template, target.spec?.template)) {
    const message = `The rollback revision contains the same template as current deployment "${name}"`;
    warn(rollout, 'DeploymentRollbackTemplateUnchanged', message);
    clearRollback(rollout, deployment);
    return;
  }
  clearRollback(rollout, withTemplateOf(deployment, target));
  const message = `Rolled back deployment "${name}" to revision ${revision}`;
  rollout.recorder.event(deployments, deployment, 'Normal', 'DeploymentRollback', message);
}

function warn(rollout: Rollout, reason: string, message: string): void {
  rollout.recorder.event(deployments, rollout.deployment, 'Warning', reason, message);
}

function withTemplateOf(deployment: Deployment, set: ReplicaSet): Deployment {
  const { [podTemplateHashLabel]: _hash, ...labels } = set.spec?.template?.metadata?.labels ?? {};
  const template = { ...set.spec?.template, metadata: { ...deployment.spec?.template.metadata, labels } };
  const annotated = withMetadata(deployment, { annotations: annotationsForRollback(deployment, set) });
  return { ...annotated, spec: { ...annotated.spec, template } as Deployment['spec'] };
}

function clearRollback(rollout: Rollout, deployment: Deployment): void {
  const { [rollbackToAnnotation]: _wish, ...annotations } = deployment.metadata.annotations ?? {};
  orThrow(rollout.session.update(deployments, withMetadata(deployment, { annotations })));
}
