/**
 * Models: pkg/registry/storage/volumeattributesclass/strategy.go.
 * Simplified: -
 * Not modelled: -
 */
import type { VolumeAttributesClass } from '../types';
import { volumeAttributesClassRules } from '../validation/storage';
import { age, column } from './columns';
import { defineKind } from './define-kind';

export const volumeAttributesClassKind = defineKind<VolumeAttributesClass>({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'VolumeAttributesClass',
  resource: 'volumeattributesclasses',
  namespaced: false,
  shortNames: ['vac'],

  unattended: true,

  ...volumeAttributesClassRules,
  columns: [column('DriverName', ({ driverName }) => driverName ?? ''), age],
});
