// Models: time.ParseDuration and Duration.String of Go, as far as people write such values.
// Simplified: hours, minutes, seconds and milliseconds.
// Not modelled: micro- and nanoseconds.

const pattern = /^(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+)ms)?$/;

/** `1m30s`, `5s`, `500ms`, `2.5s` → microseconds; `undefined` when the text is no duration. */
export function parseDuration(text: string): number | undefined {
  if (text === '' || text.length > 40) return undefined;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [, hours, minutes, seconds, millis] = match;
  const micros =
    Number(hours ?? 0) * 3600e6 + Number(minutes ?? 0) * 60e6 + Number(seconds ?? 0) * 1e6 + Number(millis ?? 0) * 1e3;
  return Number.isSafeInteger(Math.round(micros)) ? Math.round(micros) : undefined;
}

/** Microseconds as Go prints a duration: `0s`, `850ms`, `2.5s`, `1m0s`, `5m0s`, `1h0m0s`. */
export function durationText(micros: number): string {
  if (micros === 0) return '0s';
  if (micros < 1e3) return `${micros}µs`;
  if (micros < 1e6) return `${micros / 1e3}ms`;
  const minutes = Math.floor(micros / 60e6);
  const seconds = (micros - minutes * 60e6) / 1e6;
  if (minutes === 0) return `${seconds}s`;
  if (minutes < 60) return `${minutes}m${seconds}s`;
  return `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds}s`;
}
