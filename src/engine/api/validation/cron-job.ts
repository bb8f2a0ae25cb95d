/**
 * Models: pkg/apis/batch/validation (ValidateCronJobCreate, ValidateCronJobUpdate, validateCronJobSpec,
 *   validateScheduleFormat, validateTimeZone).
 * Simplified: a time zone is known by its region (`Europe/…`); whether the region has that place is not checked.
 * Not modelled: -
 */
import { type FieldError, invalid, notSupported, required } from '../field-error';
import type { CronJob, CronJobSpec } from '../types';
import { scheduleError } from './cron';
import { checkNonNegative } from './fields';
import { byteLength, isDns1123Subdomain } from './formats';
import { checkJobSpec } from './job';
import { checkObjectMeta, checkObjectMetaUpdate } from './object-meta';
import { printableSelector } from './printable';

/** 63, less the 11 characters that the controller appends. */
const MAX_NAME_BYTES = 52;
const POLICIES = ['Allow', 'Forbid', 'Replace'];
const REGIONS: ReadonlySet<string> = new Set(
  'Africa America Antarctica Arctic Asia Atlantic Australia Brazil Canada Chile Etc Europe Indian Mexico Pacific US'.split(
    ' ',
  ),
);
const PLACES: ReadonlySet<string> = new Set(
  'CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey UCT UTC Universal W-SU WET Zulu'.split(
    ' ',
  ),
);

export function validateCronJob(job: CronJob): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMeta(errors, job, true, isDns1123Subdomain);
  checkSpec(errors, job.spec, undefined);
  const name = job.metadata.name ?? '';
  if (byteLength(name) > MAX_NAME_BYTES)
    errors.push(invalid('metadata.name', name, `must be no more than ${MAX_NAME_BYTES} characters`));
  return errors;
}

export function validateCronJobUpdate(job: CronJob, old: CronJob): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, job, old);
  checkSpec(errors, job.spec, old.spec);
  return errors;
}

function checkSpec(
  errors: FieldError[],
  given: Partial<CronJobSpec> | undefined,
  old: CronJob['spec'] | undefined,
): void {
  const spec: Partial<CronJobSpec> = given ?? {};
  const schedule = spec.schedule ?? '';
  if (schedule === '') errors.push(required('spec.schedule'));
  else checkSchedule(errors, schedule, spec.timeZone, old?.schedule?.includes('TZ') === true);
  if (spec.timeZone != null) checkTimeZone(errors, spec.timeZone);
  checkNonNegative(errors, 'spec.startingDeadlineSeconds', spec.startingDeadlineSeconds);
  const policy = spec.concurrencyPolicy ?? '';
  if (policy === '') errors.push(required('spec.concurrencyPolicy'));
  else if (!POLICIES.includes(policy)) errors.push(notSupported('spec.concurrencyPolicy', policy, POLICIES));
  const template = spec.jobTemplate?.spec ?? {};
  checkJobSpec(errors, 'spec.jobTemplate.spec', template);
  const { selector, manualSelector } = template as CronJobSpec['jobTemplate']['spec'] & object;
  if (selector != null) {
    const message = '`selector` will be auto-generated';
    errors.push(invalid('spec.jobTemplate.spec.selector', printableSelector(selector), message));
  }
  if (manualSelector === true)
    errors.push(notSupported('spec.jobTemplate.spec.manualSelector', manualSelector, ['nil', 'false']));
  checkNonNegative(errors, 'spec.successfulJobsHistoryLimit', spec.successfulJobsHistoryLimit);
  checkNonNegative(errors, 'spec.failedJobsHistoryLimit', spec.failedJobsHistoryLimit);
}

function checkSchedule(errors: FieldError[], schedule: string, zone: string | undefined, hadZone: boolean): void {
  const zoned = /^(?:CRON_)?TZ=\S+\s+(.*)$/.exec(schedule);
  const error = scheduleError(zoned?.[1] ?? schedule);
  if (error !== undefined) errors.push(invalid('spec.schedule', schedule, error));
  if (!schedule.includes('TZ') || hadZone) return;
  const message =
    zone == null
      ? 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'
      : 'cannot use both timeZone field and TZ or CRON_TZ in schedule';
  errors.push(invalid('spec.schedule', schedule, message));
}

function checkTimeZone(errors: FieldError[], zone: string): void {
  const field = 'spec.timeZone';
  if (zone === '') errors.push(invalid(field, zone, 'must be nil or non-empty string'));
  else if (zone !== zone.trim()) errors.push(invalid(field, zone, `unknown time zone ${zone}`));
  else if (zone.toLowerCase() === 'local')
    errors.push(invalid(field, zone, 'must be an explicit time zone as defined in https://www.iana.org/time-zones'));
  else if (zone.includes('..') || zone.startsWith('/') || zone.includes('\\'))
    errors.push(invalid(field, zone, 'time: invalid location name'));
  else if (!PLACES.has(zone) && !/^[A-Za-z]+\/\S+$/.test(zone))
    errors.push(invalid(field, zone, `unknown time zone ${zone}`));
  else if (zone.includes('/') && !REGIONS.has(zone.slice(0, zone.indexOf('/'))))
    errors.push(invalid(field, zone, `unknown time zone ${zone}`));
}
