// Models: pkg/scheduler/framework/plugins: what the volume plugins look up; component-helpers storage/ephemeral
//   VolumeClaimName, VolumeIsForPod; component-helpers storage/volume GetPersistentVolumeClaimClass.
// Simplified: volumes of kinds that moved to CSI drivers are not translated.
// Not modelled: —
import { goQuote } from '../../../api/field-error';
import type { CSINode, PersistentVolume, PersistentVolumeClaim, Pod, StorageClass, Volume } from '../../../api/types';
import type { Informer } from '../../../client/informer';
import type { Handle } from '../../framework/plugin';
import { informerOf } from '../lister';

/** The scheduler's caches of storage. */
export class Storage {
  readonly claims: Informer<PersistentVolumeClaim>;
  readonly volumes: Informer<PersistentVolume>;
  readonly classes: Informer<StorageClass>;
  readonly csiNodes: Informer<CSINode>;

  constructor(handle: Handle) {
    this.claims = informerOf(handle, '', 'v1', 'persistentvolumeclaims');
    this.volumes = informerOf(handle, '', 'v1', 'persistentvolumes');
    this.classes = informerOf(handle, 'storage.k8s.io', 'v1', 'storageclasses');
    this.csiNodes = informerOf(handle, 'storage.k8s.io', 'v1', 'csinodes');
  }
}

/** Name of the claim behind a volume, if one is: for one that lives with its Pod, made of both names. */
export function claimNameOf(pod: Pod, { name, persistentVolumeClaim, ephemeral }: Volume): string | undefined {
  if (persistentVolumeClaim) return persistentVolumeClaim.claimName;
  return ephemeral ? `${pod.metadata.name}-${name}` : undefined;
}

export function usesClaim(pod: Pod, claim: { readonly metadata: PersistentVolumeClaim['metadata'] }): boolean {
  if (pod.metadata.namespace !== claim.metadata.namespace) return false;
  return (pod.spec?.volumes ?? []).some((volume) => claimNameOf(pod, volume) === claim.metadata.name);
}

export const claimKey = (pod: Pod, name: string) => `${pod.metadata.namespace}/${name}`;

export const claimNotFound = (name: string) => `persistentvolumeclaim ${goQuote(name)} not found`;

/** The class of a claim or volume: the old annotation, else the field. */
export function classOf({ metadata, spec }: PersistentVolumeClaim | PersistentVolume): string {
  return metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec?.storageClassName ?? '';
}
