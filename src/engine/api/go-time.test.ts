import { describe, expect, it } from 'vitest';
import { normaliseTime } from './go-time';

describe('a time in an object', () => {
  it('is stored in UTC, with whole seconds or microseconds', () => {
    expect(normaliseTime('2026-01-02T03:04:05.9-07:30', false).text).toBe('2026-01-02T10:34:05Z');
    expect(normaliseTime('2026-01-02T03:04:05.123456Z', true).text).toBe('2026-01-02T03:04:05.123456Z');
    expect(normaliseTime('2024-02-29T00:00:00Z', false).text).toBe('2024-02-29T00:00:00Z');
  });

  it.each([
    ['', 'parsing time "" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "2006"'],
    [
      '2026-1-02T03:04:05Z',
      'parsing time "2026-1-02T03:04:05Z" as "2006-01-02T15:04:05Z07:00": cannot parse "1-02T03:04:05Z" as "01"',
    ],
    ['2026-13-02T03:04:05Z', 'parsing time "2026-13-02T03:04:05Z": month out of range'],
    ['2026-02-30T03:04:05Z', 'parsing time "2026-02-30T03:04:05Z": day out of range'],
    ['2026-01-02T03:04:05Zx', 'parsing time "2026-01-02T03:04:05Zx": extra text: "x"'],
    ['2026-01-02', 'parsing time "2026-01-02" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"'],
  ])('written %j is refused in the words of Go', (text, error) => {
    expect(normaliseTime(text, false).error).toBe(error);
  });
});
