/**
 * Models: Go time.Parse with the RFC 3339 layouts, as metav1.Time and metav1.MicroTime read and write JSON.
 * Simplified: -
 * Not modelled: spaces where the layout has none to skip.
 */
import { formatMicroTime, formatTime, parseTime } from '../../shared/time';
import { goQuote } from './field-error';

export type ParsedTime =
  | { readonly text: string; readonly error?: undefined }
  | { readonly text?: undefined; readonly error: string };

const TIME_LAYOUT = '2006-01-02T15:04:05Z07:00';
const MICRO_LAYOUT = '2006-01-02T15:04:05.000000Z07:00';
const SECONDS_TEXT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const MICROS_TEXT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** RFC 3339 text → the text that the API server stores: in UTC, whole seconds (Time) or microseconds (MicroTime). */
export function normaliseTime(text: string, micro: boolean): ParsedTime {
  const known = micro ? microTimes : times;
  let parsed = known.get(text);
  if (parsed === undefined) {
    parsed = parse(text, micro);
    if (known.size >= MEMO_LIMIT) known.clear();
    known.set(text, parsed);
  }
  return parsed;
}

const MEMO_LIMIT = 4096;
const times = new Map<string, ParsedTime>();
const microTimes = new Map<string, ParsedTime>();

function parse(text: string, micro: boolean): ParsedTime {
  const error = problem(text, micro ? MICRO_LAYOUT : TIME_LAYOUT);
  if (error !== undefined) return { error };
  if ((micro ? MICROS_TEXT : SECONDS_TEXT).test(text)) return { text };
  const at = parseTime(text.replace(',', '.').replace(/(\.\d{9})\d+/, '$1'))!;
  return { text: micro ? formatMicroTime(at) : formatTime(at) };
}

type Element = { readonly prefix: string } | { readonly std: string };

const HEAD: readonly Element[] = [
  { std: '2006' },
  { prefix: '-' },
  { std: '01' },
  { prefix: '-' },
  { std: '02' },
  { prefix: 'T' },
  { std: '15' },
  { prefix: ':' },
  { std: '04' },
  { prefix: ':' },
  { std: '05' },
];

const RANGES: Readonly<Record<string, readonly [string, number, number]>> = {
  '01': ['month', 1, 12],
  '15': ['hour', 0, 23],
  '04': ['minute', 0, 59],
  '05': ['second', 0, 59],
};

function problem(text: string, layout: string): string | undefined {
  const bad = (rest: string, element: string): string =>
    `parsing time ${goQuote(text)} as ${goQuote(layout)}: cannot parse ${goQuote(rest)} as ${goQuote(element)}`;
  const outOfRange = (what: string): string => `parsing time ${goQuote(text)}: ${what} out of range`;
  let rest = text;
  const numbers: Record<string, number> = {};
  for (const element of HEAD) {
    if ('prefix' in element) {
      if (!rest.startsWith(element.prefix)) return bad(rest, element.prefix);
      rest = rest.slice(1);
      continue;
    }
    const width = element.std === '2006' ? 4 : 2;
    if (!new RegExp(`^\\d{${width}}`).test(rest)) return bad(rest, element.std);
    const number = Number(rest.slice(0, width));
    numbers[element.std] = number;
    const range = RANGES[element.std];
    if (range !== undefined && (number < range[1] || number > range[2])) return outOfRange(range[0]);
    rest = rest.slice(width);
  }
  if (layout === MICRO_LAYOUT) {
    if (!/^[.,]\d{6}/.test(rest)) return bad(rest, '.000000');
    rest = rest.slice(7);
  } else {
    rest = rest.replace(/^[.,]\d+/, '');
  }
  if (rest.startsWith('Z')) {
    rest = rest.slice(1);
  } else {
    const zone = /^[+-](\d\d):(\d\d)/.exec(rest);
    if (zone === null) return bad(rest, 'Z07:00');
    if (Number(zone[1]) > 24) return outOfRange('time zone offset hour');
    if (Number(zone[2]) > 60) return outOfRange('time zone offset minute');
    rest = rest.slice(6);
  }
  if (rest !== '') return `parsing time ${goQuote(text)}: extra text: ${goQuote(rest)}`;
  const days = daysIn(numbers['2006']!, numbers['01']!);
  return numbers['02']! < 1 || numbers['02']! > days ? outOfRange('day') : undefined;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
