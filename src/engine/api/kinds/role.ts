/**
 * Models: pkg/registry/rbac/role/strategy.go.
 * Simplified: -
 * Not modelled: escalation checks.
 */
import type { Role } from '../types';
import { roleRules } from '../validation/rbac';
import { column } from './columns';
import { defineKind } from './define-kind';

export const roleKind = defineKind<Role>({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'Role',
  resource: 'roles',
  namespaced: true,
  unattended: true,
  allowCreateOnUpdate: true,
  ...roleRules,
  columns: [column('Created At', ({ metadata }) => metadata.creationTimestamp ?? '')],
});
