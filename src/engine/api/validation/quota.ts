/**
 * Models: pkg/apis/core/validation (ValidateResourceQuotaSpec, validateResourceQuotaScopes, ValidateLimitRange).
 * Simplified: maps are walked in key order.
 * Not modelled: scopeSelector beyond its operators.
 */
import { duplicate, type FieldError, forbidden, invalid, required } from '../field-error';
import type { LimitRange, LimitRangeItem, ResourceQuota, ScopedResourceSelectorRequirement } from '../types';
import { addAll } from './fields';
import { isLabelKey } from './formats';
import { rulesOf } from './names';
import { sortedKeys } from './printable';
import { compareQuantityTexts, printableQuantity } from './quantities';
import { checkContainerResourceName, checkQuantityValue, checkResourceName } from './resources';
import { semanticEqual } from './semantic-equal';

const QUOTA_RESOURCES: ReadonlySet<string> = new Set(
  'cpu memory ephemeral-storage requests.cpu requests.memory requests.storage requests.ephemeral-storage limits.cpu limits.memory limits.ephemeral-storage pods resourcequotas services replicationcontrollers secrets persistentvolumeclaims configmaps services.nodeports services.loadbalancers'.split(
    ' ',
  ),
);
const SCOPES: ReadonlySet<string> = new Set([
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'PriorityClass',
  'CrossNamespacePodAffinity',
  'VolumeAttributesClass',
]);
const POD_RESOURCES: ReadonlySet<string> = new Set(
  'pods cpu memory ephemeral-storage requests.cpu requests.memory requests.ephemeral-storage limits.cpu limits.memory limits.ephemeral-storage'.split(
    ' ',
  ),
);

export const resourceQuotaRules = rulesOf<ResourceQuota>(true, (errors, quota, old) => {
  const spec = quota.spec ?? {};
  const hard = spec.hard ?? {};
  for (const name of sortedKeys(hard)) {
    const field = `spec.hard[${name}]`;
    const messages = isLabelKey(name);
    addAll(errors, field, name, messages);
    if (
      messages.length === 0 &&
      !name.includes('/') &&
      !QUOTA_RESOURCES.has(name) &&
      !/^(requests\.)?hugepages-/.test(name)
    )
      errors.push(invalid(field, name, 'must be a standard resource for quotas'));
    checkQuantityValue(errors, field, name, hard[name] as string);
  }
  const scopes = spec.scopes ?? [];
  for (const scope of scopes) checkScope(errors, 'spec.scopes', scopes, scope, hard);
  for (const [one, other] of [
    ['BestEffort', 'NotBestEffort'],
    ['Terminating', 'NotTerminating'],
  ] as const)
    if (scopes.includes(one) && scopes.includes(other))
      errors.push(invalid('spec.scopes', scopes, 'conflicting scopes'));
  for (const [i, term] of (spec.scopeSelector?.matchExpressions ?? []).entries())
    checkTerm(errors, `spec.scopeSelector.matchExpressions[${i}]`, term, hard);
  if (old !== undefined && !semanticEqual([...scopes].sort(), [...(old.spec?.scopes ?? [])].sort()))
    errors.push(invalid('spec.scopes', scopes, 'field is immutable'));
});

function checkScope(
  errors: FieldError[],
  field: string,
  shown: unknown,
  scope: string,
  hard: Readonly<Record<string, string>>,
): void {
  if (!SCOPES.has(scope)) return void errors.push(invalid(field, shown, 'unsupported scope'));
  if (scope === 'VolumeAttributesClass') return;
  for (const name of sortedKeys(hard)) {
    const fits = scope === 'BestEffort' ? name === 'pods' : POD_RESOURCES.has(name) || name.startsWith('requests.');
    if (QUOTA_RESOURCES.has(name) && !fits) errors.push(invalid(field, shown, 'unsupported scope applied to resource'));
  }
}

function checkTerm(
  errors: FieldError[],
  field: string,
  term: ScopedResourceSelectorRequirement,
  hard: Readonly<Record<string, string>>,
): void {
  checkScope(errors, `${field}.scopeName`, term.scopeName, term.scopeName, hard);
  const values = term.values ?? [];
  switch (term.operator) {
    case 'In':
    case 'NotIn':
      if (values.length === 0)
        errors.push(
          required(
            `${field}.values`,
            "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
          ),
        );
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0)
        errors.push(
          invalid(
            `${field}.values`,
            values,
            "must be no value when `operator` is 'Exists' or 'DoesNotExist' for scope selector",
          ),
        );
      break;
    default:
      errors.push(invalid(`${field}.operator`, term.operator, 'not a valid selector operator'));
  }
}

const LIMIT_TYPES: ReadonlySet<string> = new Set(['Pod', 'Container', 'PersistentVolumeClaim']);
const PARTS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

export const limitRangeRules = rulesOf<LimitRange>(true, (errors, range) => {
  const seen = new Set<string>();
  for (const [i, limit] of (range.spec?.limits ?? []).entries()) {
    const field = `spec.limits[${i}]`;
    const type = limit.type ?? '';
    const messages = isLabelKey(type);
    addAll(errors, `${field}.type`, type, messages);
    if (messages.length === 0 && !type.includes('/') && !LIMIT_TYPES.has(type))
      errors.push(invalid(`${field}.type`, type, 'must be a standard limit type or fully qualified'));
    if (seen.has(type)) errors.push(duplicate(`${field}.type`, type));
    seen.add(type);
    checkLimit(errors, field, limit);
  }
});

function checkLimit(errors: FieldError[], field: string, limit: LimitRangeItem): void {
  const isPod = limit.type === 'Pod';
  for (const part of PARTS) {
    const values = limit[part];
    if (isPod && (part === 'default' || part === 'defaultRequest')) {
      if (values !== undefined && Object.keys(values).length > 0)
        errors.push(forbidden(`${field}.${part}`, "may not be specified when `type` is 'Pod'"));
      continue;
    }
    for (const name of sortedKeys(values ?? {})) checkName(errors, `${field}.${part}[${name}]`, limit.type, name);
  }
  if (limit.type === 'PersistentVolumeClaim' && limit.min?.storage === undefined && limit.max?.storage === undefined) {
    const message = 'either minimum or maximum storage value is required, but neither was provided';
    errors.push(required(`${field}.limits`, message));
  }
  const names = new Set(PARTS.flatMap((part) => Object.keys(limit[part] ?? {})));
  for (const name of [...names].sort()) checkOrder(errors, field, limit, name);
}

function checkName(errors: FieldError[], field: string, type: string, name: string): void {
  if (type === 'Pod' || type === 'Container') checkContainerResourceName(errors, field, name);
  else checkResourceName(errors, field, name);
}

const WORDS = { min: 'min', max: 'max', default: 'default', defaultRequest: 'default request' };
type Bound = keyof typeof WORDS;

function checkOrder(errors: FieldError[], field: string, limit: LimitRangeItem, name: string): void {
  const value = (part: Bound | 'maxLimitRequestRatio') => limit[part]?.[name];
  const notAbove = (low: Bound, high: Bound, at: Bound, words?: string) => {
    const lower = value(low);
    const upper = value(high);
    if (lower === undefined || upper === undefined || compareQuantityTexts(lower, upper) <= 0) return;
    const lowText = printableQuantity(lower);
    const highText = printableQuantity(upper);
    const detail = `${WORDS[low]} value ${lowText} is greater than ${words ?? WORDS[high]} value ${highText}`;
    errors.push(invalid(`${field}.${at}[${name}]`, printableQuantity(value(at) as string), detail));
  };
  notAbove('min', 'max', 'min');
  notAbove('min', 'defaultRequest', 'defaultRequest');
  notAbove('defaultRequest', 'max', 'defaultRequest');
  notAbove('defaultRequest', 'default', 'defaultRequest', 'default limit');
  notAbove('min', 'default', 'default');
  notAbove('default', 'max', 'default');
  const ratio = value('maxLimitRequestRatio');
  if (ratio !== undefined && compareQuantityTexts(ratio, '1') < 0) {
    const detail = `ratio ${printableQuantity(ratio)} is less than 1`;
    errors.push(invalid(`${field}.maxLimitRequestRatio[${name}]`, printableQuantity(ratio), detail));
  }
}
