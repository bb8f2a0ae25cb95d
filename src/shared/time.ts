/** Days since 1970-01-01 of a proleptic Gregorian date (Howard Hinnant's algorithm). */
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

const dateOfDay = new Map<number, string>();

function civilFromDays(days: number): string {
  let text = dateOfDay.get(days);
  if (text !== undefined) return text;
  const z = days + 719468;
  const era = Math.floor(z / 146097);
  const dayOfEra = z - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const mp = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * mp + 2) / 5) + 1;
  const month = mp < 10 ? mp + 3 : mp - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  if (dateOfDay.size > 400) dateOfDay.clear();
  dateOfDay.set(days, text);
  return text;
}

/** Microseconds since 1970 → `2026-01-01T00:00:00Z` (metav1.Time: whole seconds, cut off). */
export function formatTime(epochMicros: number): string {
  const seconds = Math.floor(epochMicros / 1e6);
  const days = Math.floor(seconds / 86400);
  const rest = seconds - days * 86400;
  const hours = Math.floor(rest / 3600);
  const minutes = Math.floor((rest % 3600) / 60);
  return `${civilFromDays(days)}T${pad(hours, 2)}:${pad(minutes, 2)}:${pad(rest % 60, 2)}Z`;
}

/** Microseconds since 1970 → `2026-01-01T00:00:00.000000Z` (metav1.MicroTime). */
export function formatMicroTime(epochMicros: number): string {
  const micros = epochMicros - Math.floor(epochMicros / 1e6) * 1e6;
  return `${formatTime(epochMicros).slice(0, -1)}.${pad(micros, 6)}Z`;
}

const timePattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/;

/** RFC 3339 text → microseconds since 1970; `undefined` when the text is no such time. */
export function parseTime(text: string | undefined | null): number | undefined {
  const match = text ? timePattern.exec(text) : null;
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  let micros = daysFromCivil(Number(year), Number(month), Number(day)) * 86400e6;
  micros += Number(hour) * 3600e6 + Number(minute) * 60e6 + Number(second) * 1e6;
  if (fraction) micros += Number(fraction.slice(0, 6).padEnd(6, '0'));
  if (zone && zone !== 'Z') {
    const sign = zone[0] === '-' ? 1 : -1;
    micros += sign * (Number(zone.slice(1, 3)) * 3600e6 + Number(zone.slice(4)) * 60e6);
  }
  return micros;
}
