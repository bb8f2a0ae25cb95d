function pad(value: number, width: number): string {
  return String(Math.floor(value)).padStart(width, '0');
}

/** `00:12.022` for virtual microseconds; with hours once there are any. */
export function clockText(micros: number): string {
  const ms = Math.floor(micros / 1000);
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const rest = `${pad((seconds % 3600) / 60, 2)}:${pad(seconds % 60, 2)}.${pad(ms % 1000, 3)}`;
  return hours > 0 ? `${pad(hours, 2)}:${rest}` : rest;
}

/** `5 ms`, `1.2 s`, `3 min 20 s`, `2 h 5 min`: a span of virtual microseconds. */
export function spanText(micros: number): string {
  if (micros < 1000) return `${micros} µs`;
  if (micros < 1e6) return `${Number((micros / 1000).toFixed(micros < 1e4 ? 1 : 0))} ms`;
  if (micros < 60e6) return `${Number((micros / 1e6).toFixed(micros < 1e7 ? 2 : 1))} s`;
  const seconds = Math.round(micros / 1e6);
  const minutes = Math.round(seconds / 60);
  if (minutes >= 100)
    return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
