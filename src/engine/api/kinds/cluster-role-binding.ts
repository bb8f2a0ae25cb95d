/**
 * Models: pkg/registry/rbac/clusterrolebinding/strategy.go, pkg/apis/rbac/v1/defaults.go.
 * Simplified: -
 * Not modelled: escalation checks.
 */
import type { ClusterRoleBinding } from '../types';
import { bindingRules } from '../validation/rbac';
import { bindingColumns, defaultBinding } from './binding-parts';
import { defineKind } from './define-kind';

export const clusterRoleBindingKind = defineKind<ClusterRoleBinding>({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRoleBinding',
  resource: 'clusterrolebindings',
  namespaced: false,
  unattended: true,
  allowCreateOnUpdate: true,
  setDefaults: defaultBinding,
  ...bindingRules(false),
  columns: bindingColumns,
});
