/**
 * Models: pkg/apis/core/validation (ValidateTolerations, validateAffinity, validateTopologySpreadConstraints,
 *   validateSchedulingGates, validateReadinessGates).
 * Simplified: -
 * Not modelled: options that spare objects stored by old releases. The operators Lt and Gt of tolerations (a gate that
 *   is off).
 */
import { duplicate, type FieldError, forbidden, invalid, notSupported, required } from '../field-error';
import type {
  Affinity,
  LabelSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
  PodSchedulingGate,
  Toleration,
  TopologySpreadConstraint,
} from '../types';
import { addAll, checkLabelKey } from './fields';
import { isDns1123Label, isDns1123Subdomain, isLabelValue } from './formats';
import { checkLabelSelector } from './labels';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
export const TAINT_EFFECTS: readonly string[] = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function checkTolerations(errors: FieldError[], field: string, tolerations: readonly Toleration[]): void {
  for (let i = 0; i < tolerations.length; i++) {
    const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = tolerations[i] as Toleration;
    const path = `${field}[${i}]`;
    if (key !== '') checkLabelKey(errors, `${path}.key`, key);
    else if (operator !== 'Exists') {
      errors.push(
        invalid(
          `${path}.operator`,
          operator,
          'operator must be Exists when `key` is empty, which means "match all values and all keys"',
        ),
      );
    }
    if (tolerationSeconds != null && effect !== 'NoExecute') {
      errors.push(invalid(`${path}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"));
    }
    if (operator === 'Equal' || operator === '') {
      const messages = isLabelValue(value);
      if (messages.length > 0) errors.push(invalid(`${path}.operator`, value, messages.join(';')));
    } else if (operator === 'Exists') {
      if (value !== '') {
        errors.push(invalid(`${path}.operator`, value, "value must be empty when `operator` is 'Exists'"));
      }
    } else errors.push(notSupported(`${path}.operator`, operator, ['Equal', 'Exists']));
    if (effect !== '' && !TAINT_EFFECTS.includes(effect)) {
      errors.push(notSupported(`${path}.effect`, effect, TAINT_EFFECTS));
    }
  }
}

export function checkSchedulingGates(errors: FieldError[], field: string, gates: readonly PodSchedulingGate[]): void {
  const seen = new Set<string>();
  for (let i = 0; i < gates.length; i++) {
    const name = gates[i]?.name ?? '';
    checkLabelKey(errors, `${field}[${i}]`, name);
    if (seen.has(name)) errors.push(duplicate(`${field}[${i}]`, name));
    seen.add(name);
  }
}

export function checkAffinity(errors: FieldError[], field: string, affinity: Affinity): void {
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  if (nodeAffinity != null) {
    const path = `${field}.nodeAffinity`;
    const hard = nodeAffinity[REQUIRED];
    if (hard != null) checkNodeSelector(errors, `${path}.${REQUIRED}`, hard.nodeSelectorTerms ?? []);
    const soft = nodeAffinity[PREFERRED] ?? [];
    for (let i = 0; i < soft.length; i++) {
      checkWeight(errors, `${path}.${PREFERRED}[${i}].weight`, soft[i]?.weight ?? 0);
      checkNodeSelectorTerm(errors, `${path}.${PREFERRED}[${i}].preference`, soft[i]?.preference ?? {}, false);
    }
  }
  if (podAffinity != null) checkPodAffinity(errors, `${field}.podAffinity`, podAffinity);
  if (podAntiAffinity != null) checkPodAffinity(errors, `${field}.podAntiAffinity`, podAntiAffinity);
}

function checkWeight(errors: FieldError[], field: string, weight: number): void {
  if (weight <= 0 || weight > 100) errors.push(invalid(field, weight, 'must be in the range 1-100'));
}

export function checkNodeSelector(errors: FieldError[], field: string, terms: readonly NodeSelectorTerm[]): void {
  const path = `${field}.nodeSelectorTerms`;
  if (terms.length === 0) return void errors.push(required(path, 'must have at least one node selector term'));
  for (let i = 0; i < terms.length; i++) checkNodeSelectorTerm(errors, `${path}[${i}]`, terms[i] ?? {}, true);
}

function checkNodeSelectorTerm(
  errors: FieldError[],
  field: string,
  term: NodeSelectorTerm,
  strictValues: boolean,
): void {
  const expressions = term.matchExpressions ?? [];
  for (let i = 0; i < expressions.length; i++) {
    checkNodeRequirement(
      errors,
      `${field}.matchExpressions[${i}]`,
      expressions[i] as NodeSelectorRequirement,
      strictValues,
    );
  }
  const fields = term.matchFields ?? [];
  for (let i = 0; i < fields.length; i++) {
    checkNodeFieldRequirement(errors, `${field}.matchFields[${i}]`, fields[i] as NodeSelectorRequirement);
  }
}

function checkNodeRequirement(
  errors: FieldError[],
  field: string,
  requirement: NodeSelectorRequirement,
  strictValues: boolean,
): void {
  const values = requirement.values ?? [];
  const path = `${field}.values`;
  switch (requirement.operator) {
    case 'In':
    case 'NotIn':
      if (values.length === 0) errors.push(required(path, "must be specified when `operator` is 'In' or 'NotIn'"));
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) {
        errors.push(forbidden(path, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
      }
      break;
    case 'Gt':
    case 'Lt':
      if (values.length !== 1) {
        errors.push(required(path, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
      }
      break;
    default:
      errors.push(invalid(`${field}.operator`, requirement.operator ?? '', 'not a valid selector operator'));
  }
  checkLabelKey(errors, `${field}.key`, requirement.key ?? '');
  if (!strictValues) return;
  for (let i = 0; i < values.length; i++) {
    addAll(errors, `${path}[${i}]`, values[i], isLabelValue(values[i] as string));
  }
}

function checkNodeFieldRequirement(errors: FieldError[], field: string, requirement: NodeSelectorRequirement): void {
  const values = requirement.values ?? [];
  if (requirement.operator !== 'In' && requirement.operator !== 'NotIn') {
    errors.push(invalid(`${field}.operator`, requirement.operator ?? '', 'not a valid selector operator'));
  } else if (values.length !== 1) {
    const message = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    errors.push(required(`${field}.values`, message));
  }
  if (requirement.key !== 'metadata.name') {
    errors.push(invalid(`${field}.key`, requirement.key ?? '', 'not a valid field selector key'));
    return;
  }
  for (let i = 0; i < values.length; i++) {
    addAll(errors, `${field}.values[${i}]`, values[i], isDns1123Subdomain(values[i] as string));
  }
}

function checkPodAffinity(errors: FieldError[], field: string, affinity: PodAffinity): void {
  const hard = affinity[REQUIRED] ?? [];
  for (let i = 0; i < hard.length; i++) {
    checkPodAffinityTerm(errors, `${field}.${REQUIRED}[${i}]`, hard[i] as PodAffinityTerm);
  }
  const soft = affinity[PREFERRED] ?? [];
  for (let i = 0; i < soft.length; i++) {
    const path = `${field}.${PREFERRED}[${i}]`;
    checkWeight(errors, `${path}.weight`, soft[i]?.weight ?? 0);
    checkPodAffinityTerm(errors, `${path}.podAffinityTerm`, soft[i]?.podAffinityTerm ?? { topologyKey: '' });
  }
}

function checkPodAffinityTerm(errors: FieldError[], field: string, term: PodAffinityTerm): void {
  checkLabelSelector(errors, `${field}.labelSelector`, term.labelSelector);
  checkLabelSelector(errors, `${field}.namespaceSelector`, term.namespaceSelector);
  for (const namespace of term.namespaces ?? []) {
    addAll(errors, `${field}.namespace`, namespace, isDns1123Label(namespace));
  }
  const match = term.matchLabelKeys ?? [];
  const mismatch = term.mismatchLabelKeys ?? [];
  checkLabelKeys(errors, `${field}.matchLabelKeys`, match, term.labelSelector);
  checkLabelKeys(errors, `${field}.mismatchLabelKeys`, mismatch, term.labelSelector);
  if (term.labelSelector != null) checkKeysTwice(errors, field, match, term.labelSelector);
  for (let i = 0; i < match.length; i++) {
    if (!mismatch.includes(match[i] as string)) continue;
    const message = 'exists in both matchLabelKeys and mismatchLabelKeys';
    errors.push(invalid(`${field}.matchLabelKeys[${i}]`, match[i], message));
  }
  const topologyKey = term.topologyKey ?? '';
  if (topologyKey === '') errors.push(required(`${field}.topologyKey`, 'can not be empty'));
  checkLabelKey(errors, `${field}.topologyKey`, topologyKey);
}

function checkLabelKeys(
  errors: FieldError[],
  field: string,
  keys: readonly string[],
  selector: LabelSelector | undefined,
): void {
  if (keys.length === 0) return;
  if (selector == null) {
    errors.push(forbidden(field, 'must not be specified when labelSelector is not set'));
    return;
  }
  for (let i = 0; i < keys.length; i++) checkLabelKey(errors, `${field}[${i}]`, keys[i] as string);
}

/** The server has merged matchLabelKeys into the selector by now; a key that is in it twice was there before. */
function checkKeysTwice(errors: FieldError[], field: string, keys: readonly string[], selector: LabelSelector): void {
  const seen = new Set(Object.keys(selector.matchLabels ?? {}));
  for (const { key } of selector.matchExpressions ?? []) {
    const at = keys.indexOf(key);
    if (at >= 0 && seen.has(key)) {
      errors.push(invalid(`${field}[${at}]`, key, 'exists in both matchLabelKeys and labelSelector'));
    }
    seen.add(key);
  }
}

export function checkTopologySpread(
  errors: FieldError[],
  field: string,
  constraints: readonly TopologySpreadConstraint[],
): void {
  for (let i = 0; i < constraints.length; i++) {
    const constraint = constraints[i] as TopologySpreadConstraint;
    const path = `${field}[${i}]`;
    const { maxSkew = 0, topologyKey = '', whenUnsatisfiable = '', minDomains } = constraint;
    if (maxSkew <= 0) errors.push(invalid(`${path}.maxSkew`, maxSkew, 'must be greater than zero'));
    if (topologyKey === '') errors.push(required(`${path}.topologyKey`, 'can not be empty'));
    if (whenUnsatisfiable !== 'DoNotSchedule' && whenUnsatisfiable !== 'ScheduleAnyway') {
      const supported = ['DoNotSchedule', 'ScheduleAnyway'];
      errors.push(notSupported(`${path}.whenUnsatisfiable`, whenUnsatisfiable, supported));
    }
    for (let other = i + 1; other < constraints.length; other++) {
      const later = constraints[other];
      if ((later?.topologyKey ?? '') !== topologyKey || (later?.whenUnsatisfiable ?? '') !== whenUnsatisfiable)
        continue;
      const pair = `{${topologyKey}, ${whenUnsatisfiable}}`;
      errors.push(duplicate(`${path}.{topologyKey, whenUnsatisfiable}`, pair));
      break;
    }
    if (minDomains != null) {
      if (minDomains <= 0) errors.push(invalid(`${path}.minDomains`, minDomains, 'must be greater than zero'));
      if (whenUnsatisfiable !== 'DoNotSchedule') {
        const message = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
        errors.push(invalid(`${path}.minDomains`, minDomains, message));
      }
    }
    checkInclusion(errors, `${path}.nodeAffinityPolicy`, constraint.nodeAffinityPolicy);
    checkInclusion(errors, `${path}.nodeTaintsPolicy`, constraint.nodeTaintsPolicy);
    const keys = constraint.matchLabelKeys ?? [];
    checkLabelKeys(errors, `${path}.matchLabelKeys`, keys, constraint.labelSelector);
    if (constraint.labelSelector != null)
      checkKeysTwice(errors, `${path}.matchLabelKeys`, keys, constraint.labelSelector);
    checkLabelSelector(errors, `${path}.labelSelector`, constraint.labelSelector);
  }
}

function checkInclusion(errors: FieldError[], field: string, policy: string | undefined): void {
  if (policy != null && policy !== 'Honor' && policy !== 'Ignore') {
    errors.push(notSupported(field, policy, ['Honor', 'Ignore']));
  }
}
