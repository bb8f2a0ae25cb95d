/**
 * Models: pkg/registry/rbac/clusterrole/strategy.go.
 * Simplified: -
 * Not modelled: escalation checks.
 */
import type { ClusterRole } from '../types';
import { clusterRoleRules } from '../validation/rbac';
import { column } from './columns';
import { defineKind } from './define-kind';

export const clusterRoleKind = defineKind<ClusterRole>({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRole',
  resource: 'clusterroles',
  namespaced: false,
  unattended: true,
  allowCreateOnUpdate: true,
  ...clusterRoleRules,
  columns: [column('Created At', ({ metadata }) => metadata.creationTimestamp ?? '')],
});
