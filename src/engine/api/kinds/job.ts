/**
 * Models: pkg/registry/batch/job/strategy.go (generateSelector), pkg/apis/batch/v1/defaults.go (SetDefaults_Job).
 * Simplified: -
 * Not modelled: -
 */
import { parseTime } from '../../../shared/time';
import { humanDuration } from '../human-duration';
import type { Job, JobSpec, PodFailurePolicy, PodTemplateSpec } from '../types';
import { validateJob, validateJobStatusUpdate, validateJobUpdate } from '../validation/job';
import { age, column, containerColumns, selectorCell, since, wide } from './columns';
import { mapList } from './copy-on-write';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration, withSpecOf, withStatus } from './generation';
import { defaultPodTemplate } from './pod-defaults';

const NO_STATUS = {};
const MAX_INT32 = 2147483647;

function defaultFailurePolicy(policy: PodFailurePolicy | undefined): PodFailurePolicy | undefined {
  if (policy == null) return policy;
  const rules = mapList(policy.rules, (rule) => {
    const onPodConditions = mapList(rule.onPodConditions, (pattern) =>
      pattern.status ? pattern : { ...pattern, status: 'True' },
    );
    return onPodConditions === rule.onPodConditions ? rule : { ...rule, onPodConditions };
  });
  return rules === policy.rules ? policy : { ...policy, rules: rules ?? [] };
}

function defaultSpec(spec: Partial<JobSpec>): JobSpec {
  const single = spec.completions == null && spec.parallelism == null;
  const podFailurePolicy = defaultFailurePolicy(spec.podFailurePolicy);
  return {
    ...spec,
    ...(spec.completions == null && !single ? {} : { completions: spec.completions ?? 1 }),
    parallelism: spec.parallelism ?? 1,
    backoffLimit: spec.backoffLimit ?? (spec.backoffLimitPerIndex == null ? 6 : MAX_INT32),
    completionMode: spec.completionMode ?? 'NonIndexed',
    suspend: spec.suspend ?? false,
    manualSelector: spec.manualSelector ?? false,
    podReplacementPolicy: spec.podReplacementPolicy ?? (podFailurePolicy == null ? 'TerminatingOrFailed' : 'Failed'),
    ...(podFailurePolicy == null ? {} : { podFailurePolicy }),
    template: defaultPodTemplate(spec.template),
  };
}

function setDefaults(job: Job): Job {
  const given: Partial<JobSpec> = job.spec ?? {};
  const spec = defaultSpec(given);
  const same = (Object.keys(spec) as (keyof JobSpec)[]).every((name) => spec[name] === given[name]);
  const labels = given.template?.metadata?.labels;
  const labelled = Object.keys(job.metadata.labels ?? {}).length === 0 && labels != null;
  if (same && job.spec != null && !labelled) return job;
  return {
    ...job,
    ...(labelled ? { metadata: { ...job.metadata, labels } } : {}),
    spec: same && job.spec != null ? job.spec : spec,
  };
}

/** Pods of a Job are told apart by its uid, unless its author brings a selector. */
function withGeneratedSelector(job: Job): Job {
  const spec = job.spec;
  if (spec == null || spec.manualSelector === true) return job;
  const uid = job.metadata.uid ?? '';
  const name = job.metadata.name ?? '';
  const template: PodTemplateSpec = {
    ...spec.template,
    metadata: {
      ...spec.template.metadata,
      labels: {
        ...spec.template.metadata?.labels,
        'batch.kubernetes.io/controller-uid': uid,
        'batch.kubernetes.io/job-name': name,
        'controller-uid': uid,
        'job-name': name,
      },
    },
  };
  const { selector } = spec;
  const matchLabels = { ...selector?.matchLabels, 'batch.kubernetes.io/controller-uid': uid };
  return { ...job, spec: { ...spec, selector: { ...selector, matchLabels }, template } };
}

function completionsText({ spec, status }: Job): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec?.completions != null) return `${succeeded}/${spec.completions}`;
  const parallelism = spec?.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function statusText({ metadata, spec, status }: Job): string {
  const isTrue = (type: string) => status?.conditions?.some((c) => c.type === type && c.status === 'True');
  if (isTrue('Complete')) return 'Complete';
  if (isTrue('Failed')) return 'Failed';
  if (metadata.deletionTimestamp) return 'Terminating';
  if (isTrue('Suspended')) return 'Suspended';
  if (isTrue('FailureTarget')) return 'FailureTarget';
  if (isTrue('SuccessCriteriaMet')) return 'SuccessCriteriaMet';
  return spec === undefined ? '' : 'Running';
}

export const jobKind = defineKind<Job>({
  group: 'batch',
  version: 'v1',
  kind: 'Job',
  resource: 'jobs',
  namespaced: true,
  categories: ['all'],
  subresources: ['status'],
  unattended: true,
  defaultGarbageCollectionPolicy: 'Background',
  setDefaults,
  prepareForCreate: (job) => firstGeneration(withGeneratedSelector(withStatus(job, NO_STATUS))),
  prepareForUpdate: (job, old) => bumpOnSpecChange(withStatus(job, old.status), old),
  prepareForStatusUpdate: withSpecOf,
  validate: validateJob,
  validateUpdate: validateJobUpdate,
  validateStatusUpdate: validateJobStatusUpdate,
  selectableFields: { 'status.successful': ({ status }) => String(status?.succeeded ?? 0) },
  columns: [
    column('Status', statusText),
    column('Completions', completionsText),
    column('Duration', ({ status }, now) => {
      if (status?.startTime == null) return '';
      if (status.completionTime == null) return since(status.startTime, now);
      return humanDuration((parseTime(status.completionTime) ?? 0) - (parseTime(status.startTime) ?? 0));
    }),
    age,
    ...containerColumns<Job>(({ spec }) => spec?.template),
    wide('Selector', ({ spec }) => selectorCell(spec?.selector)),
  ],
});
