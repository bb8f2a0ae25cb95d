/**
 * Models: k8s.io/apimachinery pkg/labels (Requirement, Selector), pkg/apis/meta/v1 LabelSelectorAsSelector.
 * Simplified: a selector is plain data; requirements keep upstream's order by key.
 * Not modelled: -
 */
import { aggregateText, type FieldError, goQuote, invalid, notSupported } from './field-error';
import type { LabelSelector } from './types';
import { isLabelKey, isLabelValue } from './validation/formats';

export type SelectorOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';

/** One condition on one label. Values keep the order in which they were given. */
export interface Requirement {
  readonly key: string;
  readonly operator: SelectorOperator;
  readonly values: readonly string[];
}

/** All requirements must hold. `nothing` is what an absent LabelSelector means. */
export interface Selector {
  readonly requirements: readonly Requirement[];
  readonly nothing: boolean;
}

export type SelectorResult =
  | { readonly selector: Selector; readonly error?: undefined }
  | { readonly selector?: undefined; readonly error: string };

export type Labels = Readonly<Record<string, string>> | undefined;

export const everything: Selector = { requirements: [], nothing: false };
export const nothing: Selector = { requirements: [], nothing: true };

/** The operators that stand between a key and its values, as messages list them. */
export const binaryOperators = 'in, notin, =, ==, !=, gt, lt';
const OPERATORS: readonly string[] = ['!', '!=', '=', '==', 'exists', 'gt', 'in', 'lt', 'notin'];

/** A checked requirement, or the aggregated complaints (labels.NewRequirement). */
export function newRequirement(
  key: string,
  operator: SelectorOperator,
  values: readonly string[],
): { readonly requirement: Requirement; readonly error?: undefined } | { readonly error: string } {
  const errors = requirementErrors(key, operator, values);
  return errors.length > 0 ? { error: aggregateText(errors) } : { requirement: { key, operator, values } };
}

/** What is wrong with a requirement. `path` stands before the fields, its dot included. */
export function requirementErrors(
  key: string,
  operator: SelectorOperator,
  values: readonly string[],
  path = '',
): FieldError[] {
  const errors: FieldError[] = [];
  const keyProblems = isLabelKey(key);
  if (keyProblems.length > 0) errors.push(invalid(`${path}key`, key, keyProblems.join('; ')));
  switch (operator) {
    case 'in':
    case 'notin':
      if (values.length === 0) {
        errors.push(invalid(`${path}values`, values, "for 'in', 'notin' operators, values set can't be empty"));
      }
      break;
    case '=':
    case '==':
    case '!=':
      if (values.length !== 1) {
        errors.push(invalid(`${path}values`, values, 'exact-match compatibility requires one single value'));
      }
      break;
    case 'exists':
    case '!':
      if (values.length !== 0) {
        errors.push(invalid(`${path}values`, values, 'values set must be empty for exists and does not exist'));
      }
      break;
    case 'gt':
    case 'lt':
      if (values.length !== 1) {
        errors.push(invalid(`${path}values`, values, "for 'Gt', 'Lt' operators, exactly one value is required"));
      }
      values.forEach((value, i) => {
        if (parseInt64(value) === undefined) {
          errors.push(invalid(`${path}values[${i}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer"));
        }
      });
      break;
    default:
      errors.push(notSupported(`${path}operator`, operator, OPERATORS));
  }
  values.forEach((value, i) => {
    const problems = isLabelValue(value);
    if (problems.length > 0) errors.push(invalid(`${path}values[${i}][${key}]`, value, problems.join('; ')));
  });
  return errors;
}

/** A whole number in 64 bits, as strconv.ParseInt reads it. */
export function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const value = BigInt(text[0] === '+' ? text.slice(1) : text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

function matchesRequirement(requirement: Requirement, labels: Labels): boolean {
  const { key, values } = requirement;
  const has = labels !== undefined && Object.hasOwn(labels, key);
  switch (requirement.operator) {
    case 'in':
    case '=':
    case '==':
      return has && values.includes(labels[key]!);
    case 'notin':
    case '!=':
      return !has || !values.includes(labels[key]!);
    case 'exists':
      return has;
    case '!':
      return !has;
    case 'gt':
    case 'lt': {
      if (!has || values.length !== 1) return false;
      const actual = parseInt64(labels[key]!);
      const wanted = parseInt64(values[0]!);
      if (actual === undefined || wanted === undefined) return false;
      return requirement.operator === 'gt' ? actual > wanted : actual < wanted;
    }
  }
}

/** Does the selector pick an object with these labels? (Selector.Matches) */
export function matchesLabels(selector: Selector, labels: Labels): boolean {
  if (selector.nothing) return false;
  for (const requirement of selector.requirements) if (!matchesRequirement(requirement, labels)) return false;
  return true;
}

/** True when it picks every object (Selector.Empty). */
export function isEverything(selector: Selector): boolean {
  return !selector.nothing && selector.requirements.length === 0;
}

/** The value that the selector demands for one label, when it demands exactly one (RequiresExactMatch). */
export function requiredValue(selector: Selector, key: string): string | undefined {
  const requirement = selector.requirements.find((candidate) => candidate.key === key);
  if (requirement === undefined || requirement.values.length !== 1) return undefined;
  return ['=', '==', 'in'].includes(requirement.operator) ? requirement.values[0] : undefined;
}

export function byKey(requirements: readonly Requirement[]): readonly Requirement[] {
  return [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

const selectorByObject = new WeakMap<LabelSelector, SelectorResult>();

/**
 * The selector of a spec (LabelSelectorAsSelector): absent picks nothing, empty picks everything. The answer is
 * remembered for the object, which is immutable. Errors are for selectors that validation would refuse.
 */
export function selectorFromLabelSelector(labelSelector: LabelSelector | undefined | null): SelectorResult {
  if (labelSelector === undefined || labelSelector === null) return { selector: nothing };
  const known = selectorByObject.get(labelSelector);
  if (known !== undefined) return known;
  const result = convert(labelSelector);
  selectorByObject.set(labelSelector, result);
  return result;
}

const FROM_OBJECT: ReadonlyMap<string, SelectorOperator> = new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
]);

function convert(labelSelector: LabelSelector): SelectorResult {
  const requirements: Requirement[] = [];
  const matchLabels = labelSelector.matchLabels ?? {};
  for (const key of Object.keys(matchLabels).sort()) {
    const made = newRequirement(key, '=', [matchLabels[key]!]);
    if (made.error !== undefined) return { error: made.error };
    requirements.push(made.requirement);
  }
  for (const expression of labelSelector.matchExpressions ?? []) {
    const operator = FROM_OBJECT.get(expression.operator);
    if (operator === undefined) {
      return { error: `${goQuote(String(expression.operator))} is not a valid label selector operator` };
    }
    const made = newRequirement(expression.key, operator, expression.values ?? []);
    if (made.error !== undefined) return { error: made.error };
    requirements.push(made.requirement);
  }
  return { selector: { requirements: byKey(requirements), nothing: false } };
}

/** Does a spec's selector pick these labels? False too for a selector that validation would refuse. */
export function labelSelectorMatches(labelSelector: LabelSelector | undefined, labels: Labels): boolean {
  const { selector } = selectorFromLabelSelector(labelSelector);
  return selector !== undefined && matchesLabels(selector, labels);
}

/** The selector of a Service and its like: every pair must be there; empty or absent picks all (SelectorFromSet). */
export function selectorFromSet(set: Labels): Selector {
  const requirements = Object.keys(set ?? {})
    .sort()
    .map((key): Requirement => ({ key, operator: '=', values: [set![key]!] }));
  return { requirements, nothing: false };
}

/** Text form: `a=1,b in (x,y),!c`; values sorted, keys in order (Selector.String). */
export function selectorText(selector: Selector): string {
  return selector.requirements.map(requirementText).join(',');
}

const INFIX: Readonly<Record<string, string>> = {
  '=': '=',
  '==': '==',
  '!=': '!=',
  in: ' in ',
  notin: ' notin ',
  gt: '>',
  lt: '<',
};

function requirementText(requirement: Requirement): string {
  const { key, operator } = requirement;
  if (operator === 'exists') return key;
  if (operator === '!') return `!${key}`;
  const values = [...requirement.values].sort().join(',');
  return operator === 'in' || operator === 'notin'
    ? `${key}${INFIX[operator]}(${values})`
    : `${key}${INFIX[operator]}${values}`;
}
