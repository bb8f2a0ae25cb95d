/**
 * Models: pkg/registry/apps/daemonset/strategy.go, pkg/apis/apps/v1/defaults.go (SetDefaults_DaemonSet), conversion.go
 *   (the template generation in an annotation).
 * Simplified: -
 * Not modelled: -
 */
import { withMetadata } from '../meta';
import type { DaemonSet, DaemonSetUpdateStrategy } from '../types';
import { validateDaemonSet, validateDaemonSetStatusUpdate, validateDaemonSetUpdate } from '../validation/daemon-set';
import { semanticEqual } from '../validation/semantic-equal';
import { age, column, containerColumns, count, mapCell, selectorCell, wide } from './columns';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration, withSpecOf, withStatus } from './generation';
import { defaultPodTemplate } from './pod-defaults';

const NO_STATUS = { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 };
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

function defaultStrategy(strategy: DaemonSetUpdateStrategy | undefined): DaemonSetUpdateStrategy {
  const type = strategy?.type || 'RollingUpdate';
  if (type !== 'RollingUpdate') return strategy as DaemonSetUpdateStrategy;
  const rolling = strategy?.rollingUpdate;
  if (strategy?.type && rolling?.maxUnavailable != null && rolling.maxSurge != null) return strategy;
  const { maxUnavailable, maxSurge } = rolling ?? {};
  return {
    ...strategy,
    type,
    rollingUpdate: { ...rolling, maxUnavailable: maxUnavailable ?? 1, maxSurge: maxSurge ?? 0 },
  };
}

function setDefaults(set: DaemonSet): DaemonSet {
  const spec = set.spec;
  const template = defaultPodTemplate(spec?.template);
  const updateStrategy = defaultStrategy(spec?.updateStrategy);
  if (
    spec != null &&
    spec.revisionHistoryLimit != null &&
    template === spec.template &&
    updateStrategy === spec.updateStrategy
  ) {
    return set;
  }
  const revisionHistoryLimit = spec?.revisionHistoryLimit ?? 10;
  // A missing selector stays missing: validation tells.
  return {
    ...set,
    spec: { ...spec, template, updateStrategy, revisionHistoryLimit } as NonNullable<DaemonSet['spec']>,
  };
}

function withTemplateGeneration(set: DaemonSet, generation: number): DaemonSet {
  const text = String(generation);
  if (set.metadata.annotations?.[TEMPLATE_GENERATION] === text) return set;
  return withMetadata(set, { annotations: { ...set.metadata.annotations, [TEMPLATE_GENERATION]: text } });
}

function prepareForUpdate(set: DaemonSet, old: DaemonSet): DaemonSet {
  const before = Number(old.metadata.annotations?.[TEMPLATE_GENERATION] ?? 0);
  const changed = !semanticEqual(set.spec?.template, old.spec?.template);
  const kept = withTemplateGeneration(withStatus(set, old.status), changed ? before + 1 : before);
  return bumpOnSpecChange(kept, old);
}

export const daemonSetKind = defineKind<DaemonSet>({
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  resource: 'daemonsets',
  namespaced: true,
  shortNames: ['ds'],
  categories: ['all'],
  subresources: ['status'],
  unattended: true,
  setDefaults,
  prepareForCreate: (set) => withTemplateGeneration(firstGeneration(withStatus(set, NO_STATUS)), 1),
  prepareForUpdate,
  prepareForStatusUpdate: withSpecOf,
  validate: validateDaemonSet,
  validateUpdate: validateDaemonSetUpdate,
  validateStatusUpdate: validateDaemonSetStatusUpdate,
  columns: [
    count('Desired', ({ status }) => status?.desiredNumberScheduled ?? 0),
    count('Current', ({ status }) => status?.currentNumberScheduled ?? 0),
    count('Ready', ({ status }) => status?.numberReady ?? 0),
    count('Up-to-date', ({ status }) => status?.updatedNumberScheduled ?? 0),
    count('Available', ({ status }) => status?.numberAvailable ?? 0),
    column('Node Selector', ({ spec }) => mapCell(spec?.template?.spec?.nodeSelector)),
    age,
    ...containerColumns<DaemonSet>(({ spec }) => spec?.template),
    wide('Selector', ({ spec }) => selectorCell(spec?.selector)),
  ],
});
