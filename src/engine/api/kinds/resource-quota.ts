/**
 * Models: pkg/registry/core/resourcequota/strategy.go.
 * Simplified: -
 * Not modelled: -
 */
import type { ResourceQuota } from '../types';
import { storedQuantity } from '../validation/quantities';
import { resourceQuotaRules } from '../validation/quota';
import { age, column } from './columns';
import { mapValues } from './copy-on-write';
import { defineKind } from './define-kind';
import { withSpecOf, withStatus } from './generation';

const NO_STATUS = {};

function used(quota: ResourceQuota, wanted: (name: string) => boolean): string {
  const hard = quota.status?.hard ?? {};
  return Object.keys(hard)
    .filter(wanted)
    .sort()
    .map((name) => `${name}: ${quota.status?.used?.[name] ?? '0'}/${hard[name]}`)
    .join(', ');
}

export const resourceQuotaKind = defineKind<ResourceQuota>({
  group: '',
  version: 'v1',
  kind: 'ResourceQuota',
  resource: 'resourcequotas',
  namespaced: true,
  shortNames: ['quota'],
  subresources: ['status'],
  setDefaults(quota) {
    const hard = mapValues(quota.spec?.hard, storedQuantity);
    return hard === quota.spec?.hard || hard == null ? quota : { ...quota, spec: { ...quota.spec, hard } };
  },
  prepareForCreate: (quota) => withStatus(quota, NO_STATUS),
  prepareForUpdate: (quota, old) => withStatus(quota, old.status),
  prepareForStatusUpdate: withSpecOf,
  ...resourceQuotaRules,
  returnsDeletedObject: true,
  columns: [
    column('Request', (quota) => used(quota, (name) => !name.startsWith('limits.'))),
    column('Limit', (quota) => used(quota, (name) => name.startsWith('limits.'))),
    age,
  ],
});
