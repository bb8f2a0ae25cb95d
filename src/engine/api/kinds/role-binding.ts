/**
 * Models: pkg/registry/rbac/rolebinding/strategy.go, pkg/apis/rbac/v1/defaults.go.
 * Simplified: -
 * Not modelled: escalation checks.
 */
import type { RoleBinding } from '../types';
import { bindingRules } from '../validation/rbac';
import { bindingColumns, defaultBinding } from './binding-parts';
import { defineKind } from './define-kind';

export const roleBindingKind = defineKind<RoleBinding>({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'RoleBinding',
  resource: 'rolebindings',
  namespaced: true,
  unattended: true,
  allowCreateOnUpdate: true,
  setDefaults: defaultBinding,
  ...bindingRules(true),
  columns: bindingColumns,
});
