/**
 * Models: pkg/registry/storage/volumeattachment/strategy.go.
 * Simplified: -
 * Not modelled: -
 */
import type { VolumeAttachment } from '../types';
import { volumeAttachmentRules } from '../validation/storage';
import { age, column } from './columns';
import { defineKind } from './define-kind';
import { withSpecOf, withStatus } from './generation';

const NOT_ATTACHED = { attached: false };

export const volumeAttachmentKind = defineKind<VolumeAttachment>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'VolumeAttachment',
  resource: 'volumeattachments',
  namespaced: false,

  subresources: ['status'],
  unattended: true,
  prepareForCreate: (object) => withStatus(object, NOT_ATTACHED),
  prepareForUpdate: (object, old) => withStatus(object, old.status),
  prepareForStatusUpdate: withSpecOf,
  ...volumeAttachmentRules,
  columns: [
    column('Attacher', ({ spec }) => spec?.attacher ?? ''),
    column('PV', ({ spec }) => spec?.source?.persistentVolumeName ?? ''),
    column('Node', ({ spec }) => spec?.nodeName ?? ''),
    column('Attached', ({ status }) => status?.attached ?? false, 'boolean'),
    age,
  ],
});
