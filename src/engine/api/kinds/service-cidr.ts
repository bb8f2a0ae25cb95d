/**
 * Models: pkg/registry/networking/servicecidr/strategy.go.
 * Simplified: -
 * Not modelled: -
 */

import { required } from '../field-error';
import type { ServiceCIDR } from '../types';
import { checkCidr } from '../validation/ip';
import { rulesOf } from '../validation/names';
import { age, column } from './columns';
import { defineKind } from './define-kind';
import { withSpecOf, withStatus } from './generation';

const NO_STATUS = {};

export const serviceCIDRKind = defineKind<ServiceCIDR>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'ServiceCIDR',
  resource: 'servicecidrs',
  namespaced: false,

  subresources: ['status'],
  unattended: true,
  prepareForCreate: (object) => withStatus(object, NO_STATUS),
  prepareForUpdate: (object, old) => withStatus(object, old.status),
  prepareForStatusUpdate: withSpecOf,
  ...rulesOf<ServiceCIDR>(false, (errors, { spec }) => {
    const cidrs = spec?.cidrs ?? [];
    if (cidrs.length === 0) errors.push(required('spec.cidrs', 'at least one CIDR required'));
    for (const [i, cidr] of cidrs.entries()) checkCidr(errors, `spec.cidrs[${i}]`, cidr);
  }),
  columns: [column('CIDRs', ({ spec }) => (spec?.cidrs ?? []).join(',')), age],
});
