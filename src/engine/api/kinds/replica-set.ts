/**
 * Models: pkg/registry/apps/replicaset/strategy.go, pkg/apis/apps/v1/defaults.go (SetDefaults_ReplicaSet).
 * Simplified: -
 * Not modelled: -
 */
import { selectorFromLabelSelector, selectorText } from '../selectors';
import type { LabelSelector, ReplicaSet } from '../types';
import { validateReplicaSet, validateReplicaSetStatusUpdate, validateReplicaSetUpdate } from '../validation/workloads';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration, withSpecOf, withStatus } from './generation';
import { defaultPodTemplate } from './pod-defaults';

const NO_STATUS = { replicas: 0 };

/** The text that `/scale` reports; a selector that can't be read has none. */
export function scaleSelector(selector: LabelSelector | undefined): string {
  const parsed = selectorFromLabelSelector(selector).selector;
  return parsed === undefined ? '' : selectorText(parsed);
}

export const replicaSetKind = defineKind<ReplicaSet>({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  resource: 'replicasets',
  namespaced: true,
  shortNames: ['rs'],
  categories: ['all'],
  subresources: ['status', 'scale'],
  setDefaults(replicaSet) {
    const spec = replicaSet.spec;
    const template = defaultPodTemplate(spec?.template);
    if (spec != null && spec.replicas != null && template === spec.template) return replicaSet;
    // A missing selector stays missing: validation tells.
    const filled = { ...spec, replicas: spec?.replicas ?? 1, template } as NonNullable<ReplicaSet['spec']>;
    return { ...replicaSet, spec: filled };
  },
  prepareForCreate: (replicaSet) => firstGeneration(withStatus(replicaSet, NO_STATUS)),
  prepareForUpdate: (replicaSet, old) => bumpOnSpecChange(withStatus(replicaSet, old.status), old),
  prepareForStatusUpdate: withSpecOf,
  validate: validateReplicaSet,
  validateUpdate: validateReplicaSetUpdate,
  validateStatusUpdate: validateReplicaSetStatusUpdate,
  scale: {
    get: ({ spec, status }) => ({
      specReplicas: spec?.replicas ?? 0,
      statusReplicas: status?.replicas ?? 0,
      selector: scaleSelector(spec?.selector),
    }),
    set(replicaSet, replicas) {
      const spec = replicaSet.spec;
      return spec == null || spec.replicas === replicas ? replicaSet : { ...replicaSet, spec: { ...spec, replicas } };
    },
  },
  selectableFields: { 'status.replicas': (replicaSet) => String(replicaSet.status?.replicas ?? 0) },
});
