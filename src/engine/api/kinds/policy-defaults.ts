/**
 * Models: pkg/apis/admissionregistration/v1/defaults.go: what both kinds of admission policies share.
 * Simplified: -
 * Not modelled: -
 */
import type { KubeObject } from '../meta';
import type { MatchResources, NamedRuleWithOperations } from '../types';
import { mapList } from './copy-on-write';

interface Policy extends KubeObject {
  readonly spec?:
    | { readonly failurePolicy?: string | undefined; readonly matchConstraints?: MatchResources | undefined }
    | undefined;
}

const EVERYTHING = {};

function defaultMatch(match: MatchResources | undefined): MatchResources | undefined {
  if (match == null) return match;
  const scoped = (rule: NamedRuleWithOperations) => (rule.scope ? rule : { ...rule, scope: '*' });
  const resourceRules = mapList<NamedRuleWithOperations>(match.resourceRules, scoped);
  if (
    match.matchPolicy != null &&
    match.namespaceSelector != null &&
    match.objectSelector != null &&
    resourceRules === match.resourceRules
  )
    return match;
  return {
    matchPolicy: 'Equivalent',
    namespaceSelector: EVERYTHING,
    objectSelector: EVERYTHING,
    ...match,
    ...(resourceRules == null ? {} : { resourceRules }),
  };
}

export function defaultPolicy<T extends Policy>(policy: T): T {
  const spec = policy.spec;
  const matchConstraints = defaultMatch(spec?.matchConstraints);
  if (spec?.failurePolicy != null && matchConstraints === spec.matchConstraints) return policy;
  const filled = { ...spec, failurePolicy: spec?.failurePolicy ?? 'Fail' };
  return { ...policy, spec: matchConstraints == null ? filled : { ...filled, matchConstraints } };
}
