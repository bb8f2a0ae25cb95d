/**
 * Models: pkg/apis/batch/validation (ValidateJob, ValidateJobSpec, validateJobSpec, ValidateGeneratedSelector,
 *   ValidateJobSpecUpdate, ValidateJobUpdateStatus, ValidateJobTemplateSpec).
 * Simplified: of a suspended Job's template all may change before it starts, upstream only what scheduling needs.
 * Not modelled: the rules of a status update that keep the order of its conditions and counts.
 */
import {
  duplicate,
  type FieldError,
  invalid,
  invalidWithoutValue,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../field-error';
import { labelSelectorMatches, selectorFromLabelSelector } from '../selectors';
import type { Job, JobSpec, PodFailurePolicyRule, SuccessPolicyRule } from '../types';
import { addAll, checkImmutable, checkLabelKey, checkNonNegative } from './fields';
import { byteLength, isDns1123Subdomain } from './formats';
import { checkLabelSelector } from './labels';
import { checkObjectMeta, checkObjectMetaUpdate } from './object-meta';
import { checkPodTemplate } from './pod-spec';
import { printableMap, printableSelector } from './printable';
import { checkCounts } from './workloads';

const MAX_INDEXED = 100_000;
const COMPLETIONS_SOFT_LIMIT = 100_000;
const HIGH_COMPLETIONS_LIMIT = 10_000;
const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const OPERATORS = ['In', 'NotIn'];
const STATUSES = ['False', 'True', 'Unknown'];

export function validateJob(job: Job): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMeta(errors, job, true, isDns1123Subdomain);
  checkGeneratedSelector(errors, job);
  checkSpec(errors, job.spec);
  return errors;
}

function checkGeneratedSelector(errors: FieldError[], job: Job): void {
  const spec = job.spec;
  if (spec?.manualSelector === true || spec?.selector == null) return;
  const uid = job.metadata.uid ?? '';
  const name = job.metadata.name ?? '';
  const labels = spec.template?.metadata?.labels ?? {};
  const expected: Readonly<Record<string, string>> = {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  };
  const field = 'spec.template.metadata.labels';
  for (const key of ['controller-uid', 'job-name']) {
    const prefixed = `batch.kubernetes.io/${key}`;
    if (labels[prefixed] === expected[prefixed]) continue;
    if (labels[prefixed] === undefined)
      errors.push(required(`${field}[${prefixed}]`, `must be '${expected[prefixed]}'`));
    else errors.push(invalid(`${field}[${prefixed}]`, labels[prefixed], `must be '${expected[prefixed]}'`));
  }
  if (selectorFromLabelSelector(spec.selector).error === undefined && !labelSelectorMatches(spec.selector, expected))
    errors.push(invalid('spec.selector', printableSelector(spec.selector), '`selector` not auto-generated'));
}

function checkSpec(errors: FieldError[], given: Job['spec']): void {
  const spec: Partial<JobSpec> = given ?? {};
  checkJobSpec(errors, 'spec', spec);
  if (spec.selector == null) errors.push(required('spec.selector'));
  else checkLabelSelector(errors, 'spec.selector', spec.selector);
  const labels = spec.template?.metadata?.labels;
  const readable = selectorFromLabelSelector(spec.selector).error === undefined;
  if (readable && !labelSelectorMatches(spec.selector ?? undefined, labels)) {
    const message = '`selector` does not match template `labels`';
    errors.push(invalid('spec.template.metadata.labels', printableMap(labels), message));
  }
}

/** What the specs of a Job and of a CronJob's template have in common. */
export function checkJobSpec(errors: FieldError[], field: string, spec: Partial<JobSpec>): void {
  for (const name of [
    'parallelism',
    'completions',
    'activeDeadlineSeconds',
    'backoffLimit',
    'ttlSecondsAfterFinished',
    'backoffLimitPerIndex',
    'maxFailedIndexes',
  ] as const)
    checkNonNegative(errors, `${field}.${name}`, spec[name]);
  if (spec.maxFailedIndexes != null && spec.backoffLimitPerIndex == null)
    errors.push(required(`${field}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified'));
  if (spec.managedBy != null) checkManagedBy(errors, `${field}.managedBy`, spec.managedBy);
  checkCompletionMode(errors, field, spec);
  if (spec.podFailurePolicy != null) checkFailurePolicy(errors, `${field}.podFailurePolicy`, spec);
  if (spec.successPolicy != null) {
    if (spec.completionMode !== 'Indexed')
      errors.push(invalid(`${field}.successPolicy`, spec.successPolicy, 'requires indexed completion mode'));
    else checkSuccessPolicy(errors, `${field}.successPolicy`, spec);
  }
  if (spec.podReplacementPolicy != null) {
    const supported = spec.podFailurePolicy == null ? ['Failed', 'TerminatingOrFailed'] : ['Failed'];
    if (!supported.includes(spec.podReplacementPolicy))
      errors.push(notSupported(`${field}.podReplacementPolicy`, spec.podReplacementPolicy, supported));
  }
  checkPodTemplate(errors, `${field}.template`, spec.template ?? {});
  const policy = spec.template?.spec?.restartPolicy ?? '';
  const place = `${field}.template.spec.restartPolicy`;
  if (policy === '' || policy === 'Always') errors.push(required(place, 'valid values: "OnFailure", "Never"'));
  else if (policy !== 'OnFailure' && policy !== 'Never')
    errors.push(notSupported(place, policy, ['OnFailure', 'Never']));
  else if (spec.podFailurePolicy != null && policy !== 'Never')
    errors.push(invalid(place, policy, 'only "Never" is supported when podFailurePolicy is specified'));
}

function checkManagedBy(errors: FieldError[], field: string, value: string): void {
  const slash = value.indexOf('/');
  if (slash <= 0 || slash === value.length - 1)
    errors.push(invalid(field, value, 'must be a domain-prefixed path (such as "acme.io/foo")'));
  else addAll(errors, field, value.slice(0, slash), isDns1123Subdomain(value.slice(0, slash)));
  if (byteLength(value) > 63) errors.push(tooLong(field, 63));
}

function checkCompletionMode(errors: FieldError[], field: string, spec: Partial<JobSpec>): void {
  const { completionMode: mode, completions, parallelism, maxFailedIndexes, backoffLimitPerIndex } = spec;
  if (mode != null && mode !== 'NonIndexed' && mode !== 'Indexed')
    errors.push(notSupported(`${field}.completionMode`, mode, ['NonIndexed', 'Indexed']));
  if (mode == null || mode === 'NonIndexed') {
    for (const name of ['backoffLimitPerIndex', 'maxFailedIndexes'] as const)
      if (spec[name] != null) errors.push(invalid(`${field}.${name}`, spec[name], 'requires indexed completion mode'));
  }
  if (mode !== 'Indexed') return;
  const atMost = (name: string, value: number | undefined, limit: number, why = '') => {
    if (value != null && value > limit)
      errors.push(invalid(`${field}.${name}`, value, `must be less than or equal to ${limit}${why}`));
  };
  if (completions == null) errors.push(required(`${field}.completions`, 'when completion mode is Indexed'));
  atMost('parallelism', parallelism, MAX_INDEXED, ' when completion mode is Indexed');
  if (completions != null && maxFailedIndexes != null && maxFailedIndexes > completions)
    errors.push(invalid(`${field}.maxFailedIndexes`, maxFailedIndexes, 'must be less than or equal to completions'));
  atMost('maxFailedIndexes', maxFailedIndexes, MAX_INDEXED);
  if (completions == null || completions <= COMPLETIONS_SOFT_LIMIT || backoffLimitPerIndex == null) return;
  if (maxFailedIndexes == null) {
    const why = `must be specified when completions is above ${COMPLETIONS_SOFT_LIMIT}`;
    errors.push(required(`${field}.maxFailedIndexes`, why));
  }
  const why = ` when completions are above ${COMPLETIONS_SOFT_LIMIT} and used with backoff limit per index`;
  atMost('parallelism', parallelism, HIGH_COMPLETIONS_LIMIT, why);
  atMost('maxFailedIndexes', maxFailedIndexes, HIGH_COMPLETIONS_LIMIT, why);
}

const quoted = (values: readonly string[]): string => `valid values: [${values.map((v) => `"${v}"`).join(' ')}]`;

function checkFailurePolicy(errors: FieldError[], field: string, spec: Partial<JobSpec>): void {
  const rules = spec.podFailurePolicy?.rules ?? [];
  if (rules.length > 20) errors.push(tooMany(`${field}.rules`, rules.length, 20));
  const pod = spec.template?.spec;
  const names = new Set([...(pod?.containers ?? []), ...(pod?.initContainers ?? [])].map(({ name }) => name));
  for (const [i, rule] of rules.entries()) checkFailureRule(errors, `${field}.rules[${i}]`, rule, spec, names);
}

function checkFailureRule(
  errors: FieldError[],
  field: string,
  rule: PodFailurePolicyRule,
  spec: Partial<JobSpec>,
  names: ReadonlySet<string>,
): void {
  const action = rule.action ?? '';
  if (action === '') errors.push(required(`${field}.action`, quoted(ACTIONS)));
  else if (action === 'FailIndex') {
    if (spec.backoffLimitPerIndex == null)
      errors.push(invalid(`${field}.action`, action, 'requires the backoffLimitPerIndex to be set'));
  } else if (!ACTIONS.includes(action)) errors.push(notSupported(`${field}.action`, action, ACTIONS));
  const codes = rule.onExitCodes;
  const conditions = rule.onPodConditions ?? [];
  if (codes != null) {
    const operator = codes.operator ?? '';
    if (operator === '') errors.push(required(`${field}.onExitCodes.operator`, quoted(OPERATORS)));
    else if (!OPERATORS.includes(operator))
      errors.push(notSupported(`${field}.onExitCodes.operator`, operator, OPERATORS));
    if (codes.containerName != null && !names.has(codes.containerName)) {
      const message = 'must be one of the container or initContainer names in the pod template';
      errors.push(invalid(`${field}.onExitCodes.containerName`, codes.containerName, message));
    }
    checkExitCodes(errors, `${field}.onExitCodes.values`, codes.values ?? [], operator);
  }
  if (conditions.length > 20) errors.push(tooMany(`${field}.onPodConditions`, conditions.length, 20));
  for (const [i, pattern] of conditions.entries()) {
    const place = `${field}.onPodConditions[${i}]`;
    checkLabelKey(errors, `${place}.type`, pattern.type ?? '');
    if (!pattern.status) errors.push(required(`${place}.status`, quoted(STATUSES)));
    else if (!STATUSES.includes(pattern.status)) errors.push(notSupported(`${place}.status`, pattern.status, STATUSES));
  }
  const both = codes != null && conditions.length > 0;
  if (both) errors.push(invalidWithoutValue(field, 'specifying both OnExitCodes and OnPodConditions is not supported'));
  if (codes == null && conditions.length === 0)
    errors.push(invalidWithoutValue(field, 'specifying one of OnExitCodes and OnPodConditions is required'));
}

function checkExitCodes(errors: FieldError[], field: string, values: readonly number[], operator: string): void {
  if (values.length === 0) errors.push(invalid(field, values, 'at least one value is required'));
  else if (values.length > 255) errors.push(tooMany(field, values.length, 255));
  const seen = new Set<number>();
  for (const [i, value] of values.entries()) {
    if (operator === 'In' && value === 0)
      errors.push(invalid(`${field}[${i}]`, value, 'must not be 0 for the In operator'));
    if (seen.has(value)) errors.push(duplicate(`${field}[${i}]`, value));
    seen.add(value);
  }
  if (values.some((value, i) => i > 0 && (values[i - 1] as number) > value))
    errors.push(invalid(field, values, 'must be ordered'));
}

function checkSuccessPolicy(errors: FieldError[], field: string, spec: Partial<JobSpec>): void {
  const rules = spec.successPolicy?.rules ?? [];
  if (rules.length === 0)
    errors.push(required(`${field}.rules`, 'at least one rules must be specified when the successPolicy is specified'));
  if (rules.length > 20) errors.push(tooMany(`${field}.rules`, rules.length, 20));
  for (const [i, rule] of rules.entries())
    checkSuccessRule(errors, `${field}.rules[${i}]`, rule, spec.completions ?? 0);
}

function checkSuccessRule(errors: FieldError[], field: string, rule: SuccessPolicyRule, completions: number): void {
  const { succeededCount: count, succeededIndexes: indexes } = rule;
  if (count == null && indexes == null)
    errors.push(required(field, 'at least one of succeededCount or succeededIndexes must be specified'));
  let total = 0;
  if (indexes != null) {
    const read = countIndexes(indexes, completions);
    if (typeof read === 'string')
      errors.push(invalid(`${field}.succeededIndexes`, indexes, `error parsing succeededIndexes: ${read}`));
    else total = read;
  }
  if (count == null) return;
  const place = `${field}.succeededCount`;
  checkNonNegative(errors, place, count);
  const atMost = (limit: number, what: string) => {
    if (count > limit)
      errors.push(invalid(place, count, `must be less than or equal to ${limit} (the number of ${what})`));
  };
  atMost(completions, 'specified completions');
  if (indexes != null) atMost(total, 'indexes in the specified succeededIndexes field');
}

/** How many indexes `1,3-5` names; or why it cannot be read (validateIndexesFormat). */
function countIndexes(text: string, completions: number): number | string {
  if (text === '') return 0;
  let last = -1;
  let total = 0;
  for (const part of text.split(',')) {
    const ends = part.split('-');
    if (ends.length > 2)
      return `the fragment "${part}" violates the requirement that an index interval can have at most two parts separated by '-'`;
    const numbers = ends.map((end) => (/^\d+$/.test(end) ? Number(end) : undefined));
    const bad = ends.find((_, i) => numbers[i] === undefined);
    if (bad !== undefined) return `cannot convert string to integer for index: "${bad}"`;
    const from = numbers[0] as number;
    const to = (numbers[1] ?? from) as number;
    for (const end of numbers) if ((end as number) >= completions) return `too large index: "${end}"`;
    if (from <= last) return `non-increasing order, previous: ${last}, current: ${from}`;
    if (ends.length === 2 && to <= from) return `non-increasing order, previous: ${from}, current: ${to}`;
    total += to - from + 1;
    last = to;
  }
  return total;
}

export function validateJobUpdate(job: Job, old: Job): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, job, old);
  checkSpec(errors, job.spec);
  const spec: Partial<JobSpec> = job.spec ?? {};
  const before: Partial<JobSpec> = old.spec ?? {};
  // An Indexed Job may be resized when completions and parallelism stay equal.
  const resized =
    spec.completionMode === 'Indexed' && spec.completions != null && spec.completions === spec.parallelism;
  if (!resized) checkImmutable(errors, 'spec.completions', spec.completions, before.completions);
  const { selector } = spec;
  checkImmutable(errors, 'spec.selector', selector, before.selector, selector && printableSelector(selector));
  const mayChange = before.suspend === true && old.status?.startTime == null;
  if (!mayChange) checkImmutable(errors, 'spec.template', spec.template, before.template);
  checkImmutable(errors, 'spec.completionMode', spec.completionMode, before.completionMode);
  checkImmutable(errors, 'spec.podFailurePolicy', spec.podFailurePolicy, before.podFailurePolicy);
  checkImmutable(errors, 'spec.backoffLimitPerIndex', spec.backoffLimitPerIndex, before.backoffLimitPerIndex);
  checkImmutable(errors, 'spec.managedBy', spec.managedBy, before.managedBy);
  checkImmutable(errors, 'spec.successPolicy', spec.successPolicy, before.successPolicy);
  return errors;
}

export function validateJobStatusUpdate(job: Job, old: Job): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, job, old);
  checkCounts(errors, job.status ?? {}, ['active', 'succeeded', 'failed', 'ready', 'terminating']);
  return errors;
}
