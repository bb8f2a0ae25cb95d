/**
 * Models: k8s.io/component-helpers scheduling/corev1/nodeaffinity/nodeaffinity.go (NodeSelector, PreferredSchedulingTerms,
 *   RequiredNodeAffinity).
 * Simplified: a term that cannot be read matches no node and is no error where it is matched; its errors are asked for.
 * Not modelled: -
 */
import { type FieldError, invalid, notSupported } from './field-error';
import {
  type Labels,
  matchesLabels,
  type Requirement,
  requirementErrors,
  type Selector,
  type SelectorOperator,
} from './selectors';
import type {
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodSpec,
  PreferredSchedulingTerm,
} from './types';

/** All that a node selector looks at; a Node's metadata is one. */
export interface SelectableNode {
  readonly name?: string | undefined;
  readonly labels?: Labels;
}

interface FieldCondition {
  readonly key: string;
  readonly value: string;
  readonly equal: boolean;
}

interface ReadTerm {
  /** Neither expressions nor fields, or errors. */
  readonly matchesNothing: boolean;
  readonly labels: Selector;
  readonly fields: readonly FieldCondition[];
  /** Their fields begin within the term: `matchExpressions[0].key`. */
  readonly errors: readonly FieldError[];
}

const operators: ReadonlyMap<string, SelectorOperator> = new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
  ['Gt', 'gt'],
  ['Lt', 'lt'],
]);
const operatorNames = [...operators.keys()];

function readLabels(expressions: readonly NodeSelectorRequirement[], errors: FieldError[]): Selector {
  const requirements: Requirement[] = [];
  expressions.forEach(({ key, operator: name, values = [] }, i) => {
    const operator = operators.get(name);
    const path = `matchExpressions[${i}].`;
    if (!operator) errors.push(notSupported(`${path}operator`, name, operatorNames));
    else {
      errors.push(...requirementErrors(key, operator, values, path));
      requirements.push({ key, operator, values });
    }
  });
  return { requirements, nothing: false };
}

function readFields(requirements: readonly NodeSelectorRequirement[], errors: FieldError[]): FieldCondition[] {
  const conditions: FieldCondition[] = [];
  requirements.forEach(({ key, operator, values = [] }, i) => {
    const [value] = values;
    if (operator !== 'In' && operator !== 'NotIn') {
      errors.push(notSupported(`matchFields[${i}].operator`, operator, ['In', 'NotIn']));
    } else if (value === undefined || values.length !== 1) {
      errors.push(invalid(`matchFields[${i}].values`, values, 'must have one element'));
    } else conditions.push({ key, value, equal: operator === 'In' });
  });
  return conditions;
}

const readTerms = new WeakMap<NodeSelectorTerm, ReadTerm>();

/** The answer is remembered for the term, which is immutable. */
function read(term: NodeSelectorTerm): ReadTerm {
  let found = readTerms.get(term);
  if (!found) {
    const { matchExpressions = [], matchFields = [] } = term;
    const errors: FieldError[] = [];
    const labels = readLabels(matchExpressions, errors);
    const fields = readFields(matchFields, errors);
    const empty = matchExpressions.length === 0 && matchFields.length === 0;
    found = { matchesNothing: empty || errors.length > 0, labels, fields, errors };
    readTerms.set(term, found);
  }
  return found;
}

function termMatches(term: NodeSelectorTerm, node: SelectableNode): boolean {
  const { matchesNothing, labels, fields } = read(term);
  if (matchesNothing || !matchesLabels(labels, node.labels)) return false;
  for (const { key, value, equal } of fields) {
    const actual = key === 'metadata.name' ? (node.name ?? '') : '';
    if ((actual === value) !== equal) return false;
  }
  return true;
}

/** Whether any of the terms matches (NodeSelector.Match). */
export function nodeSelectorMatches({ nodeSelectorTerms }: NodeSelector, node: SelectableNode): boolean {
  for (const term of nodeSelectorTerms) if (termMatches(term, node)) return true;
  return false;
}

/** Whether a Pod may run on a node by its nodeSelector and its required node affinity (RequiredNodeAffinity.Match). */
export function requiredNodeAffinityMatches(spec: PodSpec | undefined, node: SelectableNode): boolean {
  const pairs = spec?.nodeSelector;
  for (const key in pairs) if (node.labels?.[key] !== pairs[key]) return false;
  const required = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return !required || nodeSelectorMatches(required, node);
}

/** The sum of the weights of the terms that match (PreferredSchedulingTerms.Score). */
export function preferenceScore(terms: readonly PreferredSchedulingTerm[], node: SelectableNode): number {
  let score = 0;
  for (const { preference, weight } of terms) if (weight !== 0 && termMatches(preference, node)) score += weight;
  return score;
}

const errorsOf = (term: NodeSelectorTerm, path: string): FieldError[] =>
  read(term).errors.map((error) => ({ ...error, field: `${path}.${error.field}` }));

/** What NewNodeSelector says. `path`: of the selector. */
export function nodeSelectorErrors({ nodeSelectorTerms }: NodeSelector, path: string): FieldError[] {
  return nodeSelectorTerms.flatMap((term, i) => errorsOf(term, `${path}.nodeSelectorTerms[${i}]`));
}

/** What NewPreferredSchedulingTerms says. A term without weight is not looked at. `path`: of the list, may be empty. */
export function preferredTermErrors(terms: readonly PreferredSchedulingTerm[], path: string): FieldError[] {
  return terms.flatMap(({ preference, weight }, i) => (weight === 0 ? [] : errorsOf(preference, `${path}[${i}]`)));
}
