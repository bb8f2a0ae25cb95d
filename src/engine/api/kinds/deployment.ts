/**
 * Models: pkg/registry/apps/deployment/strategy.go, pkg/apis/apps/v1/defaults.go (SetDefaults_Deployment).
 * Simplified: -
 * Not modelled: -
 */

import { withMetadata } from '../meta';
import type { Deployment, DeploymentStrategy } from '../types';
import { semanticEqual } from '../validation/semantic-equal';
import { validateDeployment, validateDeploymentStatusUpdate, validateDeploymentUpdate } from '../validation/workloads';
import { defineKind } from './define-kind';
import { firstGeneration, nextGeneration, withSpecOf, withStatus } from './generation';
import { defaultPodTemplate } from './pod-defaults';
import { scaleSelector } from './replica-set';

const NO_STATUS = {};
const QUARTER = '25%';

function defaultStrategy(strategy: DeploymentStrategy | undefined): DeploymentStrategy {
  const type = strategy?.type || 'RollingUpdate';
  const rolling = strategy?.rollingUpdate;
  if (type !== 'RollingUpdate') return strategy as DeploymentStrategy;
  if (strategy?.type && rolling?.maxUnavailable != null && rolling.maxSurge != null) return strategy;
  const { maxUnavailable, maxSurge } = rolling ?? {};
  const rollingUpdate = { ...rolling, maxUnavailable: maxUnavailable ?? QUARTER, maxSurge: maxSurge ?? QUARTER };
  return { ...strategy, type, rollingUpdate };
}

function setDefaults(deployment: Deployment): Deployment {
  const spec = deployment.spec;
  const template = defaultPodTemplate(spec?.template);
  const strategy = defaultStrategy(spec?.strategy);
  if (
    spec != null &&
    spec.replicas != null &&
    spec.revisionHistoryLimit != null &&
    spec.progressDeadlineSeconds != null &&
    strategy === spec.strategy &&
    template === spec.template
  ) {
    return deployment;
  }
  const filled = {
    ...spec,
    replicas: spec?.replicas ?? 1,
    template,
    strategy,
    revisionHistoryLimit: spec?.revisionHistoryLimit ?? 10,
    progressDeadlineSeconds: spec?.progressDeadlineSeconds ?? 600,
    // A missing selector stays missing: validation tells.
  } as NonNullable<Deployment['spec']>;
  return { ...deployment, spec: filled };
}

/** Annotations count too, since they are copied to ReplicaSets. */
function prepareForUpdate(deployment: Deployment, old: Deployment): Deployment {
  const kept = withStatus(deployment, old.status);
  const same =
    semanticEqual(kept.spec, old.spec) &&
    semanticEqual(kept.metadata.annotations ?? {}, old.metadata.annotations ?? {});
  return same ? kept : nextGeneration(kept, old);
}

export const deploymentKind = defineKind<Deployment>({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  resource: 'deployments',
  namespaced: true,
  shortNames: ['deploy'],
  categories: ['all'],
  subresources: ['status', 'scale'],
  setDefaults,
  prepareForCreate: (deployment) => firstGeneration(withStatus(deployment, NO_STATUS)),
  prepareForUpdate,
  prepareForStatusUpdate: (deployment, old) =>
    withMetadata(withSpecOf(deployment, old), { labels: old.metadata.labels }),
  validate: validateDeployment,
  validateUpdate: validateDeploymentUpdate,
  validateStatusUpdate: validateDeploymentStatusUpdate,
  scale: {
    get: ({ spec, status }) => ({
      specReplicas: spec?.replicas ?? 0,
      statusReplicas: status?.replicas ?? 0,
      selector: scaleSelector(spec?.selector),
    }),
    set(deployment, replicas) {
      const spec = deployment.spec;
      return spec == null || spec.replicas === replicas ? deployment : { ...deployment, spec: { ...spec, replicas } };
    },
  },
});
