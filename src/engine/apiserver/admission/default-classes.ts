// Models: plugin/pkg/admission/storage/storageclass/setdefault, plugin/pkg/admission/network/defaultingressclass,
//   pkg/volume/util/storageclass.go GetDefaultClass
// Simplified: —
// Not modelled: —
import { compareStrings } from '../../../shared/compare';
import { isDefaultStorageClass } from '../../api/kinds/storage-class';
import type { KubeObject } from '../../api/meta';
import type { Ingress, PersistentVolumeClaim, StorageClass } from '../../api/types';
import type { HandlerContext } from '../handler-context';
import type { AdmissionPlugin } from './admission-plugin';

/** Of several defaults the newest counts; of those made in one second the first by name. */
function newestDefault<T extends KubeObject>(
  resource: string,
  isDefault: (object: T) => boolean,
  { storage }: HandlerContext,
): string | undefined {
  const defaults = (storage.table(resource).values() as T[]).filter(isDefault);
  defaults.sort(
    ({ metadata: a }, { metadata: b }) =>
      compareStrings(b.creationTimestamp ?? '', a.creationTimestamp ?? '') ||
      compareStrings(a.name ?? '', b.name ?? ''),
  );
  return defaults[0]?.metadata.name;
}

/** A claim that names no class gets the default one, if there is one. */
export const defaultStorageClass: AdmissionPlugin = {
  name: 'DefaultStorageClass',
  operations: ['CREATE'],
  resources: ['persistentvolumeclaims'],
  mutate({ object }, context) {
    const claim = object as PersistentVolumeClaim;
    const hasClass =
      claim.spec?.storageClassName !== undefined ||
      claim.metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] !== undefined;
    if (hasClass) return undefined;
    const name = newestDefault<StorageClass>('storageclasses', isDefaultStorageClass, context);
    if (name === undefined) return undefined;
    const filled: PersistentVolumeClaim = { ...claim, spec: { ...claim.spec, storageClassName: name } };
    return { object: filled, changes: [{ field: 'spec.storageClassName', value: name }] };
  },
};

const isDefaultIngressClass = ({ metadata }: KubeObject): boolean =>
  metadata.annotations?.['ingressclass.kubernetes.io/is-default-class'] === 'true';

/** An Ingress that names no class gets the default one, if there is one. */
export const defaultIngressClass: AdmissionPlugin = {
  name: 'DefaultIngressClass',
  operations: ['CREATE'],
  resources: ['ingresses.networking.k8s.io'],
  mutate({ object }, context) {
    const ingress = object as Ingress;
    if (ingress.spec?.ingressClassName !== undefined) return undefined;
    if (ingress.metadata.annotations?.['kubernetes.io/ingress.class'] !== undefined) return undefined;
    const name = newestDefault('ingressclasses', isDefaultIngressClass, context);
    if (name === undefined) return undefined;
    const filled: Ingress = { ...ingress, spec: { ...ingress.spec, ingressClassName: name } };
    return { object: filled, changes: [{ field: 'spec.ingressClassName', value: name }] };
  },
};
