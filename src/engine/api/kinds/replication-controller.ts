/**
 * Models: pkg/registry/core/replicationcontroller/strategy.go, pkg/apis/core/v1/defaults.go
 *   (SetDefaults_ReplicationController), pkg/apis/core/validation (ValidateReplicationControllerSpec).
 * Simplified: -
 * Not modelled: -
 */
import { type FieldError, forbidden, invalid, notSupported, required } from '../field-error';
import { labelSelectorMatches } from '../selectors';
import type { ReplicationController } from '../types';
import { checkNonNegative } from '../validation/fields';
import { rulesOf } from '../validation/names';
import { checkPodTemplate } from '../validation/pod-spec';
import { printableMap } from '../validation/printable';
import { age, containerColumns, count, mapCell, wide } from './columns';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration, withSpecOf, withStatus } from './generation';
import { defaultPodTemplate } from './pod-defaults';

const NO_STATUS = { replicas: 0 };

const rules = rulesOf<ReplicationController>(true, (errors, controller) => {
  const spec = controller.spec ?? {};
  checkNonNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
  const selector = spec.selector ?? {};
  const isEmpty = Object.keys(selector).length === 0;
  if (isEmpty) errors.push(required('spec.selector'));
  checkNonNegative(errors, 'spec.replicas', spec.replicas);
  checkTemplate(errors, spec.template, selector, isEmpty);
});

function checkTemplate(
  errors: FieldError[],
  template: NonNullable<ReplicationController['spec']>['template'],
  selector: Readonly<Record<string, string>>,
  picksAll: boolean,
): void {
  if (template == null) return void errors.push(required('spec.template'));
  const labels = template.metadata?.labels;
  if (!picksAll && !labelSelectorMatches({ matchLabels: selector }, labels)) {
    const message = '`selector` does not match template `labels`';
    errors.push(invalid('spec.template.metadata.labels', printableMap(labels), message));
  }
  checkPodTemplate(errors, 'spec.template', template);
  const policy = template.spec?.restartPolicy ?? '';
  if (policy !== 'Always') errors.push(notSupported('spec.template.spec.restartPolicy', policy, ['Always']));
  if (template.spec?.activeDeadlineSeconds != null) {
    const message = 'activeDeadlineSeconds in ReplicationController is not Supported';
    errors.push(forbidden('spec.template.spec.activeDeadlineSeconds', message));
  }
}

function setDefaults(controller: ReplicationController): ReplicationController {
  const spec = controller.spec ?? {};
  const template = spec.template == null ? undefined : defaultPodTemplate(spec.template);
  const labels = template?.metadata?.labels ?? {};
  const isEmpty = (map: object | undefined) => Object.keys(map ?? {}).length === 0;
  const selects = isEmpty(spec.selector) && !isEmpty(labels);
  const labelled = isEmpty(controller.metadata.labels) && !isEmpty(labels);
  if (spec.replicas != null && template === spec.template && !selects && !labelled) return controller;
  return {
    ...controller,
    ...(labelled ? { metadata: { ...controller.metadata, labels } } : {}),
    spec: {
      ...spec,
      replicas: spec.replicas ?? 1,
      ...(template === undefined ? {} : { template }),
      ...(selects ? { selector: labels } : {}),
    },
  };
}

export const replicationControllerKind = defineKind<ReplicationController>({
  group: '',
  version: 'v1',
  kind: 'ReplicationController',
  resource: 'replicationcontrollers',
  namespaced: true,
  shortNames: ['rc'],
  categories: ['all'],
  subresources: ['status', 'scale'],
  unattended: true,
  defaultGarbageCollectionPolicy: 'Orphan',
  setDefaults,
  prepareForCreate: (controller) => firstGeneration(withStatus(controller, NO_STATUS)),
  prepareForUpdate: (controller, old) => bumpOnSpecChange(withStatus(controller, old.status), old),
  prepareForStatusUpdate: withSpecOf,
  ...rules,
  scale: {
    get: ({ spec, status }) => ({
      specReplicas: spec?.replicas ?? 0,
      statusReplicas: status?.replicas ?? 0,
      selector: mapCell(spec?.selector),
    }),
    set(controller, replicas) {
      const spec = controller.spec;
      return spec?.replicas === replicas ? controller : { ...controller, spec: { ...spec, replicas } };
    },
  },
  selectableFields: { 'status.replicas': ({ status }) => String(status?.replicas ?? 0) },
  columns: [
    count('Desired', ({ spec }) => spec?.replicas ?? 0),
    count('Current', ({ status }) => status?.replicas ?? 0),
    count('Ready', ({ status }) => status?.readyReplicas ?? 0),
    age,
    ...containerColumns<ReplicationController>(({ spec }) => spec?.template),
    wide('Selector', ({ spec }) => mapCell(spec?.selector)),
  ],
});
