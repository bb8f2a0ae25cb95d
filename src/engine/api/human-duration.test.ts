import { expect, test } from 'vitest';
import { humanDuration } from './human-duration';

test.each([
  [0, '0s'],
  [-0.5, '0s'],
  [-5, '<invalid>'],
  [119, '119s'],
  [120, '2m'],
  [200, '3m20s'],
  [10 * 60, '10m'],
  [179 * 60, '179m'],
  [180 * 60, '3h'],
  [5 * 3600 + 1800, '5h30m'],
  [47 * 3600, '47h'],
  [50 * 3600, '2d2h'],
  [9 * 86400, '9d'],
  [365 * 2 * 86400 + 86400, '2y1d'],
  [365 * 9 * 86400, '9y'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(humanDuration(seconds * 1e6)).toBe(text);
});
