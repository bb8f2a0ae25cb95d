/**
 * Models: pkg/apis/rbac/validation (ValidateRole, ValidateClusterRole, validatePolicyRule, ValidateRoleBinding,
 *   validateRoleBindingSubject, the updates).
 * Simplified: -
 * Not modelled: escalation checks, which need an authorizer.
 */
import { type FieldError, invalid, notSupported, required } from '../field-error';
import type { KubeObject } from '../meta';
import type { ClusterRole, PolicyRule, Role, RoleRef, Subject } from '../types';
import { addAll } from './fields';
import { isDns1123Subdomain } from './formats';
import { checkLabelSelector } from './labels';
import { isPathSegmentName, rulesOf } from './names';

export const RBAC_GROUP = 'rbac.authorization.k8s.io';

export const roleRules = rulesOf<Role>(true, (errors, role) => checkRules(errors, role.rules, true), isPathSegmentName);

export const clusterRoleRules = rulesOf<ClusterRole>(
  false,
  (errors, role) => {
    checkRules(errors, role.rules, false);
    if (role.aggregationRule == null) return;
    const selectors = role.aggregationRule.clusterRoleSelectors ?? [];
    const field = 'aggregationRule.clusterRoleSelectors';
    if (selectors.length === 0)
      errors.push(required(field, 'at least one clusterRoleSelector required if aggregationRule is non-nil'));
    for (const [i, selector] of selectors.entries()) checkLabelSelector(errors, `${field}[${i}]`, selector);
  },
  isPathSegmentName,
);

function checkRules(errors: FieldError[], rules: readonly PolicyRule[] | undefined, namespaced: boolean): void {
  for (const [i, rule] of (rules ?? []).entries()) checkRule(errors, `rules[${i}]`, rule, namespaced);
}

function checkRule(errors: FieldError[], field: string, rule: PolicyRule, namespaced: boolean): void {
  const count = (list: readonly string[] | undefined) => (list ?? []).length;
  if (count(rule.verbs) === 0) errors.push(required(`${field}.verbs`, 'verbs must contain at least one value'));
  if (count(rule.nonResourceURLs) > 0) {
    const place = `${field}.nonResourceURLs`;
    if (namespaced)
      errors.push(invalid(place, rule.nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs'));
    if (count(rule.apiGroups) > 0 || count(rule.resources) > 0 || count(rule.resourceNames) > 0) {
      const message = 'rules cannot apply to both regular resources and non-resource URLs';
      errors.push(invalid(place, rule.nonResourceURLs, message));
    }
    return;
  }
  if (count(rule.apiGroups) === 0)
    errors.push(required(`${field}.apiGroups`, 'resource rules must supply at least one api group'));
  if (count(rule.resources) === 0)
    errors.push(required(`${field}.resources`, 'resource rules must supply at least one resource'));
}

interface Binding extends KubeObject {
  readonly roleRef: RoleRef;
  readonly subjects?: readonly Subject[] | undefined;
}

/** RoleBinding and ClusterRoleBinding. */
export function bindingRules(namespaced: boolean) {
  const kinds = namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
  return rulesOf<Binding>(
    namespaced,
    (errors, { roleRef, subjects }, old) => {
      const { apiGroup = '', kind = '', name = '' } = roleRef ?? {};
      if (apiGroup !== RBAC_GROUP) errors.push(notSupported('roleRef.apiGroup', apiGroup, [RBAC_GROUP]));
      if (!kinds.includes(kind)) errors.push(notSupported('roleRef.kind', kind, kinds));
      if (name === '') errors.push(required('roleRef.name'));
      else addAll(errors, 'roleRef.name', name, isPathSegmentName(name));
      for (const [i, subject] of (subjects ?? []).entries())
        checkSubject(errors, `subjects[${i}]`, subject, namespaced);
      const before = old?.roleRef;
      if (before === undefined) return;
      if ((before.apiGroup ?? '') === apiGroup && before.kind === kind && before.name === name) return;
      errors.push(invalid('roleRef', { APIGroup: apiGroup, Kind: kind, Name: name }, 'cannot change roleRef'));
    },
    isPathSegmentName,
  );
}

function checkSubject(errors: FieldError[], field: string, subject: Subject, namespaced: boolean): void {
  const { apiGroup = '', kind = '', name = '' } = subject;
  if (name === '') errors.push(required(`${field}.name`));
  switch (kind) {
    case 'ServiceAccount':
      if (name !== '') addAll(errors, `${field}.name`, name, isDns1123Subdomain(name));
      if (apiGroup !== '') errors.push(notSupported(`${field}.apiGroup`, apiGroup, ['']));
      if (!namespaced && !subject.namespace) errors.push(required(`${field}.namespace`));
      return;
    case 'User':
    case 'Group':
      if (name === '') errors.push(invalid(`${field}.name`, name, `${kind.toLowerCase()} name cannot be empty`));
      if (apiGroup !== RBAC_GROUP) errors.push(notSupported(`${field}.apiGroup`, apiGroup, [RBAC_GROUP]));
      return;
    default:
      errors.push(notSupported(`${field}.kind`, kind, ['ServiceAccount', 'User', 'Group']));
  }
}
