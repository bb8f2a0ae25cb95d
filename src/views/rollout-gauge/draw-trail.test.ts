import { expect, test } from 'vitest';
import { ui as en } from '../../../content/languages/en/ui';
import { ui as zh } from '../../../content/languages/zh/ui';
import type { RolloutTrail } from '../../worker/protocol';
import { type Mark, textWidth } from '../drawing/marks';
import { drawTrail } from './draw-trail';

/** A trail of so many steps, ten positions from each other, a second apart. */
const trailOf = (steps: number): RolloutTrail => {
  const column = (value: (i: number) => number) => Array.from({ length: steps }, (_, i) => value(i));
  return {
    positions: column((i) => 10 * i),
    at: column((i) => i * 1e6),
    floor: column(() => 3),
    ceiling: column(() => 5),
    pods: column((i) => 4 + (i % 2)),
    available: column((i) => 3 + (i % 2)),
  };
};
const wide = { left: 32, right: 632, top: 60, height: 70, title: 40, legend: 40 };
const narrow = { left: 32, right: 344, top: 80, height: 70, title: 40, legend: 60 };

const texts = (marks: readonly Mark[]) => marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []));
const faint = (marks: readonly Mark[]) => marks.filter((mark) => mark.kind === 'path' && mark.opacity !== undefined);
const cursorX = (marks: readonly Mark[]) =>
  marks.flatMap((mark) => (mark.kind === 'line' && mark.width === 2 ? [mark.from[0]] : []))[0];

test('the cursor stands behind the step that it has reached; what comes after is faint', () => {
  const { marks } = drawTrail(en, trailOf(20), 95, wide);
  expect(cursorX(marks)).toBeCloseTo(32 + (600 / 20) * 10);
  expect(faint(marks)).toHaveLength(5);
  expect(faint(drawTrail(en, trailOf(20), 1_000, wide).marks)).toEqual([]);
});

test('before the first step there is no cursor, and of nothing nothing is drawn', () => {
  expect(cursorX(drawTrail(en, trailOf(20), -1, wide).marks)).toBeUndefined();
  expect(drawTrail(en, trailOf(0), 5, wide).marks).toEqual([]);
});

test('of more steps than there is room for, those around the cursor are drawn', () => {
  for (const position of [0, 1_200, 2_390]) {
    const at = cursorX(drawTrail(en, trailOf(240), position, narrow).marks);
    expect(at).toBeGreaterThanOrEqual(32);
    expect(at).toBeLessThanOrEqual(344);
  }
});

test.each([
  ['en', en, wide],
  ['en on a phone', en, narrow],
  ['zh', zh, wide],
  ['zh on a phone', zh, narrow],
] as const)('no word stands on another, wherever the cursor is: %s', (_, ui, field) => {
  for (let position = 0; position < 240; position += 10) {
    const boxes = texts(drawTrail(ui, trailOf(24), position, field).marks).map(({ at, text, anchor, mono }) => {
      const width = textWidth(text, 13, mono);
      const left = anchor === 'end' ? at[0] - width : anchor === 'middle' ? at[0] - width / 2 : at[0];
      return { left, right: left + width, base: at[1] };
    });
    for (const [i, a] of boxes.entries()) {
      expect(a.left).toBeGreaterThanOrEqual(0);
      for (const b of boxes.slice(i + 1)) {
        const apart = a.right <= b.left || b.right <= a.left || Math.abs(a.base - b.base) >= 13;
        expect(apart).toBe(true);
      }
    }
  }
});
