/**
 * Models: pkg/registry/flowcontrol/prioritylevelconfiguration/strategy.go.
 * Simplified: -
 * Not modelled: priority and fairness: requests never wait for each other.
 */

import { notSupported } from '../field-error';
import type { PriorityLevelConfiguration } from '../types';
import { rulesOf } from '../validation/names';
import { age, column } from './columns';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration, withSpecOf, withStatus } from './generation';

const NO_STATUS = {};

export const priorityLevelConfigurationKind = defineKind<PriorityLevelConfiguration>({
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  kind: 'PriorityLevelConfiguration',
  resource: 'prioritylevelconfigurations',
  namespaced: false,

  subresources: ['status'],
  unattended: true,
  prepareForCreate: (object) => firstGeneration(withStatus(object, NO_STATUS)),
  prepareForUpdate: (object, old) => bumpOnSpecChange(withStatus(object, old.status), old),
  prepareForStatusUpdate: withSpecOf,
  ...rulesOf<PriorityLevelConfiguration>(false, (errors, { spec }) => {
    const type = spec?.type ?? '';
    if (type !== 'Exempt' && type !== 'Limited') errors.push(notSupported('spec.type', type, ['Exempt', 'Limited']));
  }),
  columns: [
    column('Type', ({ spec }) => spec?.type ?? ''),
    column('NominalConcurrencyShares', ({ spec }) =>
      String((spec?.limited ?? spec?.exempt)?.nominalConcurrencyShares ?? '<none>'),
    ),
    column('Queues', ({ spec }) => String(spec?.limited?.limitResponse?.queuing?.queues ?? '<none>')),
    column('HandSize', ({ spec }) => String(spec?.limited?.limitResponse?.queuing?.handSize ?? '<none>')),
    column('QueueLengthLimit', ({ spec }) =>
      String(spec?.limited?.limitResponse?.queuing?.queueLengthLimit ?? '<none>'),
    ),
    age,
  ],
});
