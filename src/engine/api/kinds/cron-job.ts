/**
 * Models: pkg/registry/batch/cronjob/strategy.go, pkg/apis/batch/v1/defaults.go (SetDefaults_CronJob).
 * Simplified: -
 * Not modelled: -
 */
import type { CronJob, CronJobSpec, JobTemplateSpec } from '../types';
import { validateCronJob, validateCronJobUpdate } from '../validation/cron-job';
import { age, column, containerColumns, count, orNone, selectorCell, since, wide } from './columns';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration, withSpecOf, withStatus } from './generation';
import { defaultPodTemplate } from './pod-defaults';

const NO_STATUS = {};

/** A template gets the defaults of its Pods alone: those of the Job come when the Job is made. */
function defaultJobTemplate(given: JobTemplateSpec | undefined): JobTemplateSpec {
  const template = defaultPodTemplate(given?.spec?.template);
  if (given?.spec?.template === template && given.metadata != null) return given;
  return { metadata: {}, ...given, spec: { ...given?.spec, template } };
}

function setDefaults(job: CronJob): CronJob {
  const spec: Partial<CronJobSpec> = job.spec ?? {};
  const filled = {
    ...spec,
    concurrencyPolicy: spec.concurrencyPolicy || 'Allow',
    suspend: spec.suspend ?? false,
    successfulJobsHistoryLimit: spec.successfulJobsHistoryLimit ?? 3,
    failedJobsHistoryLimit: spec.failedJobsHistoryLimit ?? 1,
    jobTemplate: defaultJobTemplate(spec.jobTemplate),
  } as CronJobSpec;
  const same = (Object.keys(filled) as (keyof CronJobSpec)[]).every((name) => filled[name] === spec[name]);
  return same ? job : { ...job, spec: filled };
}

export const cronJobKind = defineKind<CronJob>({
  group: 'batch',
  version: 'v1',
  kind: 'CronJob',
  resource: 'cronjobs',
  namespaced: true,
  shortNames: ['cj'],
  categories: ['all'],
  subresources: ['status'],
  unattended: true,
  defaultGarbageCollectionPolicy: 'Background',
  setDefaults,
  prepareForCreate: (job) => firstGeneration(withStatus(job, NO_STATUS)),
  prepareForUpdate: (job, old) => bumpOnSpecChange(withStatus(job, old.status), old),
  prepareForStatusUpdate: withSpecOf,
  validate: validateCronJob,
  validateUpdate: validateCronJobUpdate,
  columns: [
    column('Schedule', ({ spec }) => spec?.schedule ?? ''),
    column('Timezone', ({ spec }) => orNone(spec?.timeZone)),
    column('Suspend', ({ spec }) => (spec?.suspend == null ? '<unset>' : spec.suspend ? 'True' : 'False')),
    count('Active', ({ status }) => status?.active?.length ?? 0),
    column('Last Schedule', ({ status }, now) =>
      status?.lastScheduleTime == null ? '<none>' : since(status.lastScheduleTime, now),
    ),
    age,
    ...containerColumns<CronJob>(({ spec }) => spec?.jobTemplate?.spec?.template),
    wide('Selector', ({ spec }) => selectorCell(spec?.jobTemplate?.spec?.selector)),
  ],
});
