/**
 * Models: github.com/robfig/cron/v3 ParseStandard: which schedules it reads, and what it says of the others.
 * Simplified: -
 * Not modelled: -
 */

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const DESCRIPTORS: ReadonlySet<string> = new Set([
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@midnight',
  '@hourly',
]);
const FIELDS: readonly Bounds[] = [
  { min: 0, max: 59, names: [] },
  { min: 0, max: 23, names: [] },
  { min: 1, max: 31, names: [] },
  { min: 1, max: 12, names: MONTHS },
  { min: 0, max: 6, names: DAYS },
];

/** Why a schedule cannot be read, in the parser's words; undefined when it can. */
export function scheduleError(schedule: string): string | undefined {
  if (schedule === '') return 'empty spec string';
  if (schedule.startsWith('@')) return descriptorError(schedule);
  const fields = schedule.trim().split(/\s+/);
  if (schedule.trim() === '' || fields.length !== FIELDS.length) {
    const shown = schedule.trim() === '' ? [] : fields;
    return `expected exactly 5 fields, found ${shown.length}: [${shown.join(' ')}]`;
  }
  for (const [i, field] of fields.entries()) {
    const error = fieldError(field, FIELDS[i] as Bounds);
    if (error !== undefined) return error;
  }
  return undefined;
}

function descriptorError(schedule: string): string | undefined {
  if (DESCRIPTORS.has(schedule)) return undefined;
  const every = '@every ';
  if (!schedule.startsWith(every)) return `unrecognized descriptor: ${schedule}`;
  const duration = schedule.slice(every.length);
  if (/^[-+]?(\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)((\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h))*$/.test(duration))
    return undefined;
  return `failed to parse duration ${schedule}: time: invalid duration "${duration}"`;
}

function fieldError(field: string, bounds: Bounds): string | undefined {
  // FieldsFunc drops what is empty between commas.
  for (const part of field.split(',').filter((text) => text !== '')) {
    const error = rangeError(part, bounds);
    if (error !== undefined) return error;
  }
  return undefined;
}

function rangeError(text: string, bounds: Bounds): string | undefined {
  const rangeAndStep = text.split('/');
  const ends = (rangeAndStep[0] as string).split('-');
  const single = ends.length === 1;
  let start: number;
  let end: number;
  if (ends[0] === '*' || ends[0] === '?') {
    start = bounds.min;
    end = bounds.max;
  } else {
    const first = numberOf(ends[0] as string, bounds.names, bounds.min);
    if (typeof first === 'string') return first;
    start = first;
    if (ends.length > 2) return `too many hyphens: ${text}`;
    const second = single ? start : numberOf(ends[1] as string, bounds.names, bounds.min);
    if (typeof second === 'string') return second;
    end = second;
  }
  if (rangeAndStep.length > 2) return `too many slashes: ${text}`;
  let step = 1;
  if (rangeAndStep.length === 2) {
    const given = numberOf(rangeAndStep[1] as string, [], 0);
    if (typeof given === 'string') return given;
    step = given;
    if (single) end = bounds.max;
  }
  if (start < bounds.min) return `beginning of range (${start}) below minimum (${bounds.min}): ${text}`;
  if (end > bounds.max) return `end of range (${end}) above maximum (${bounds.max}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  if (step === 0) return `step of range should be a positive number: ${text}`;
  return undefined;
}

function numberOf(text: string, names: readonly string[], first: number): number | string {
  const named = names.indexOf(text.toLowerCase());
  if (named >= 0) return named + first;
  if (/^[-+]?\d+$/.test(text)) {
    const number = Number(text);
    return number < 0 ? `negative number (${number}) not allowed: ${text}` : number;
  }
  return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
}
