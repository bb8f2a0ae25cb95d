/**
 * Models: pkg/registry/flowcontrol/flowschema/strategy.go.
 * Simplified: -
 * Not modelled: priority and fairness: requests never wait for each other.
 */

import { required } from '../field-error';
import type { FlowSchema } from '../types';
import { rulesOf } from '../validation/names';
import { age, column, count } from './columns';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration, withSpecOf, withStatus } from './generation';

const NO_STATUS = {};

export const flowSchemaKind = defineKind<FlowSchema>({
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  kind: 'FlowSchema',
  resource: 'flowschemas',
  namespaced: false,

  subresources: ['status'],
  unattended: true,
  setDefaults(given) {
    if (given.spec == null || given.spec.matchingPrecedence) return given;
    return { ...given, spec: { ...given.spec, matchingPrecedence: 1000 } };
  },
  prepareForCreate: (object) => firstGeneration(withStatus(object, NO_STATUS)),
  prepareForUpdate: (object, old) => bumpOnSpecChange(withStatus(object, old.status), old),
  prepareForStatusUpdate: withSpecOf,
  ...rulesOf<FlowSchema>(false, (errors, { spec }) => {
    if (!spec?.priorityLevelConfiguration?.name) errors.push(required('spec.priorityLevelConfiguration.name'));
  }),
  columns: [
    column('PriorityLevel', ({ spec }) => spec?.priorityLevelConfiguration?.name ?? '<none>'),
    count('MatchingPrecedence', ({ spec }) => spec?.matchingPrecedence ?? 0),
    column('DistinguisherMethod', ({ spec }) => spec?.distinguisherMethod?.type ?? '<none>'),
    age,
    column('MissingPL', ({ status }) => status?.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?'),
  ],
});
