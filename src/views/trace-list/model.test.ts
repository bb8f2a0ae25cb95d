import { describe, expect, test } from 'vitest';
import { followedTop } from './model';

const view = (top: number) => ({ top, height: 100, rowHeight: 20 });

describe('the list follows the cursor', () => {
  test('not at all while its row is in sight with one more on either side', () => {
    for (const row of [3, 4, 5]) expect(followedTop(view(40), row, 50)).toBe(40);
  });

  test('by no more than it takes, up and down, and never beyond its ends', () => {
    expect(followedTop(view(40), 6, 50)).toBe(60);
    expect(followedTop(view(40), 2, 50)).toBe(20);
    expect(followedTop(view(40), -1, 50)).toBe(0);
    expect(followedTop(view(0), 49, 50)).toBe(900);
    expect(followedTop(view(0), 2, 3)).toBe(0);
  });
});
