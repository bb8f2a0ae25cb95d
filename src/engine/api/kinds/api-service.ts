/**
 * Models: k8s.io/kube-aggregator pkg/registry/apiservice/strategy.go, pkg/apis/apiregistration/validation.
 * Simplified: -
 * Not modelled: requests that are handed on to the service.
 */

import { invalid, required } from '../field-error';
import type { APIService } from '../types';
import { isPathSegmentName, rulesOf } from '../validation/names';
import { age, column } from './columns';
import { defineKind } from './define-kind';
import { withSpecOf, withStatus } from './generation';

const NO_STATUS = {};

export const apiServiceKind = defineKind<APIService>({
  group: 'apiregistration.k8s.io',
  version: 'v1',
  kind: 'APIService',
  resource: 'apiservices',
  namespaced: false,

  subresources: ['status'],
  unattended: true,
  setDefaults(given) {
    const service = given.spec?.service;
    if (given.spec == null || service == null || service.port != null) return given;
    return { ...given, spec: { ...given.spec, service: { ...service, port: 443 } } };
  },
  prepareForCreate: (object) => withStatus(object, NO_STATUS),
  prepareForUpdate: (object, old) => withStatus(object, old.status),
  prepareForStatusUpdate: withSpecOf,
  ...rulesOf<APIService>(
    false,
    (errors, { metadata, spec }) => {
      const name = `${spec?.version ?? ''}.${spec?.group ?? ''}`;
      if (metadata.name !== name)
        errors.push(
          invalid('metadata.name', metadata.name ?? '', `must be \`spec.version+"."+spec.group\`: "${name}"`),
        );
      const { group, versionPriority = 0, groupPriorityMinimum = 0, service } = spec ?? {};
      if (!group) errors.push(required('spec.group', 'only v1 may have an empty group and it better be legacy kube'));
      if (!spec?.version) errors.push(required('spec.version'));
      const range = (field: string, value: number, most: number) => {
        if (value <= 0 || value > most)
          errors.push(invalid(`spec.${field}`, value, `must be positive and less than ${most}`));
      };
      range('groupPriorityMinimum', groupPriorityMinimum, 20000);
      range('versionPriority', versionPriority, 1000);
      if (service == null) return;
      if (!service.namespace) errors.push(required('spec.service.namespace'));
      if (!service.name) errors.push(required('spec.service.name'));
    },
    isPathSegmentName,
  ),
  columns: [
    column('Service', ({ spec }) => (spec?.service ? `${spec.service.namespace}/${spec.service.name}` : 'Local')),
    column(
      'Available',
      ({ status }) => status?.conditions?.find(({ type }) => type === 'Available')?.status ?? 'Unknown',
    ),
    age,
  ],
});
