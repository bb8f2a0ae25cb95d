/**
 * Models: pkg/registry/storage/csidriver/strategy.go, pkg/apis/storage/v1/defaults.go.
 * Simplified: -
 * Not modelled: -
 */
import type { CSIDriver } from '../types';
import { csiDriverRules } from '../validation/storage';
import { age, column } from './columns';
import { defineKind } from './define-kind';

const DEFAULTS: Required<Pick<CSIDriver['spec'], 'attachRequired'>> & Readonly<Record<string, unknown>> = {
  attachRequired: true,
  podInfoOnMount: false,
  storageCapacity: false,
  fsGroupPolicy: 'ReadWriteOnceWithFSType',
  volumeLifecycleModes: ['Persistent'],
  requiresRepublish: false,
  seLinuxMount: false,
};

export const csiDriverKind = defineKind<CSIDriver>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIDriver',
  resource: 'csidrivers',
  namespaced: false,

  unattended: true,
  setDefaults(driver) {
    const spec: Record<string, unknown> = { ...driver.spec };
    let missing = false;
    for (const [name, value] of Object.entries(DEFAULTS)) {
      if (spec[name] != null) continue;
      spec[name] = value;
      missing = true;
    }
    return missing ? { ...driver, spec } : driver;
  },
  ...csiDriverRules,
  columns: [
    column('AttachRequired', ({ spec }) => spec?.attachRequired ?? true, 'boolean'),
    column('PodInfoOnMount', ({ spec }) => spec?.podInfoOnMount ?? false, 'boolean'),
    column('StorageCapacity', ({ spec }) => spec?.storageCapacity ?? false, 'boolean'),
    column(
      'TokenRequests',
      ({ spec }) => (spec?.tokenRequests ?? []).map(({ audience }) => audience).join(',') || '<unset>',
    ),
    column('RequiresRepublish', ({ spec }) => spec?.requiresRepublish ?? false, 'boolean'),
    column('Modes', ({ spec }) => (spec?.volumeLifecycleModes ?? []).join(',')),
    age,
  ],
});
