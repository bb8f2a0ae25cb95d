// Models: pkg/kubeapiserver/options/plugins.go: the plugins beside those without which no Pod is made.
// Simplified: —
// Not modelled: —
import type { AdmissionPlugin } from './admission-plugin';
import { defaultIngressClass, defaultStorageClass } from './default-classes';
import { limitRanger } from './limit-ranger';
import { resourceQuota } from './resource-quota';
import { runtimeClass } from './runtime-class';
import { persistentVolumeClaimResize, storageObjectInUseProtection } from './storage-claims';

/** A part of its own: it is fetched beside the engine's core. */
export const furtherAdmissionPlugins: readonly AdmissionPlugin[] = [
  limitRanger,
  defaultStorageClass,
  storageObjectInUseProtection,
  persistentVolumeClaimResize,
  runtimeClass,
  defaultIngressClass,
  resourceQuota,
];
