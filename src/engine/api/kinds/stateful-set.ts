/**
 * Models: pkg/registry/apps/statefulset/strategy.go, pkg/apis/apps/v1/defaults.go (SetDefaults_StatefulSet),
 *   conversion.go (apiVersion and kind of the claim templates).
 * Simplified: -
 * Not modelled: -
 */
import type { PersistentVolumeClaim, StatefulSet, StatefulSetUpdateStrategy } from '../types';
import {
  validateStatefulSet,
  validateStatefulSetStatusUpdate,
  validateStatefulSetUpdate,
} from '../validation/stateful-set';
import { age, column, containerColumns } from './columns';
import { mapList } from './copy-on-write';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration, withSpecOf, withStatus } from './generation';
import { defaultClaim } from './persistent-volume-claim';
import { defaultPodTemplate } from './pod-defaults';
import { scaleSelector } from './replica-set';

const NO_STATUS = { replicas: 0, availableReplicas: 0 };
const PENDING = { phase: 'Pending' };

function defaultStrategy(strategy: StatefulSetUpdateStrategy | undefined): StatefulSetUpdateStrategy {
  const type = strategy?.type || 'RollingUpdate';
  const partition = strategy?.rollingUpdate?.partition ?? 0;
  if (type !== 'RollingUpdate') return strategy as StatefulSetUpdateStrategy;
  if (strategy?.type && strategy.rollingUpdate?.partition != null) return strategy;
  return { ...strategy, type, rollingUpdate: { ...strategy?.rollingUpdate, partition } };
}

function defaultClaimTemplate(claim: PersistentVolumeClaim): PersistentVolumeClaim {
  const filled = defaultClaim(claim);
  if (filled.apiVersion && filled.kind && filled.status?.phase) return filled;
  return { ...filled, apiVersion: 'v1', kind: 'PersistentVolumeClaim', status: { ...PENDING, ...filled.status } };
}

function setDefaults(set: StatefulSet): StatefulSet {
  const spec = set.spec;
  const template = defaultPodTemplate(spec?.template);
  const updateStrategy = defaultStrategy(spec?.updateStrategy);
  const claims = mapList<PersistentVolumeClaim>(spec?.volumeClaimTemplates, defaultClaimTemplate);
  const retention = spec?.persistentVolumeClaimRetentionPolicy;
  if (
    spec != null &&
    spec.replicas != null &&
    spec.revisionHistoryLimit != null &&
    spec.podManagementPolicy &&
    retention?.whenDeleted &&
    retention.whenScaled &&
    template === spec.template &&
    updateStrategy === spec.updateStrategy &&
    claims === spec.volumeClaimTemplates
  ) {
    return set;
  }
  const filled = {
    ...spec,
    podManagementPolicy: spec?.podManagementPolicy || 'OrderedReady',
    updateStrategy,
    persistentVolumeClaimRetentionPolicy: {
      whenDeleted: retention?.whenDeleted || 'Retain',
      whenScaled: retention?.whenScaled || 'Retain',
    },
    replicas: spec?.replicas ?? 1,
    revisionHistoryLimit: spec?.revisionHistoryLimit ?? 10,
    template,
    ...(claims == null ? {} : { volumeClaimTemplates: claims }),
    // A missing selector stays missing: validation tells.
  } as NonNullable<StatefulSet['spec']>;
  return { ...set, spec: filled };
}

export const statefulSetKind = defineKind<StatefulSet>({
  group: 'apps',
  version: 'v1',
  kind: 'StatefulSet',
  resource: 'statefulsets',
  namespaced: true,
  shortNames: ['sts'],
  categories: ['all'],
  subresources: ['status', 'scale'],
  unattended: true,
  setDefaults,
  prepareForCreate: (set) => firstGeneration(withStatus(set, NO_STATUS)),
  prepareForUpdate: (set, old) => bumpOnSpecChange(withStatus(set, old.status), old),
  prepareForStatusUpdate: withSpecOf,
  validate: validateStatefulSet,
  validateUpdate: validateStatefulSetUpdate,
  validateStatusUpdate: validateStatefulSetStatusUpdate,
  scale: {
    get: ({ spec, status }) => ({
      specReplicas: spec?.replicas ?? 0,
      statusReplicas: status?.replicas ?? 0,
      selector: scaleSelector(spec?.selector),
    }),
    set(set, replicas) {
      const spec = set.spec;
      return spec == null || spec.replicas === replicas ? set : { ...set, spec: { ...spec, replicas } };
    },
  },
  columns: [
    column('Ready', ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`),
    age,
    ...containerColumns<StatefulSet>(({ spec }) => spec?.template),
  ],
});
