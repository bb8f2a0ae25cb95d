/**
 * Models: pkg/apis/apps, pkg/registry/apps/deployment.
 * Simplified: -
 * Not modelled: -
 */
import type { Deployment } from '../types';
import { defineKind } from './define-kind';

export const deploymentKind = defineKind<Deployment>({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  resource: 'deployments',
  namespaced: true,
  shortNames: ['deploy'],
  subresources: ['status', 'scale'],
  validate: () => [],
  validateUpdate: () => [],
  categories: ['all'],
});
