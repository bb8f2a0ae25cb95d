import { expect, test } from 'vitest';
import lesson from '../../content/documents/deployment/lessons/rolling-ten/lesson';
import { firstState, predictionOf, type RunState, reduceRun } from '../lessons/run-state';
import type { Lesson } from '../lessons/types';
import { isComplete, predictionIn, scoreOf } from './score';

const rolling = lesson as Lesson;
const asked = rolling.steps.filter((step) => predictionOf(step) !== undefined || step.kind === 'challenge').length;
const created = rolling.steps.findIndex(({ id }) => id === 'created');
const answer = (state: RunState, given: number) =>
  reduceRun(rolling, state, { type: 'answered', step: created, given });

test('the score counts questions answered rightly at the first try, not later and not skipped', () => {
  const start = firstState(rolling);
  expect(scoreOf(rolling, start)).toBe(0);
  expect(scoreOf(rolling, answer(start, 3))).toBe(1 / asked);
  expect(scoreOf(rolling, answer(answer(start, 1), 3))).toBe(0);
  expect(scoreOf(rolling, reduceRun(rolling, start, { type: 'skipped', step: created }))).toBe(0);
  expect(scoreOf({ ...rolling, steps: [] }, { ...start, steps: [] })).toBe(1);
});

test('an answer is told as right or wrong, and none before it is given', () => {
  const start = firstState(rolling);
  expect(predictionIn(start, created)).toBeUndefined();
  expect(predictionIn(answer(start, 1), created)).toEqual({ right: false });
  expect(predictionIn(answer(start, 3), created)).toEqual({ right: true });
});

test('a lesson is complete at its last step, not before', () => {
  const last = rolling.steps.length - 1;
  const at = (step: number) => reduceRun(rolling, firstState(rolling), { type: 'entered', step });
  expect(isComplete(rolling, at(last - 1))).toBe(false);
  expect(isComplete(rolling, at(last))).toBe(rolling.steps[last]?.kind !== 'challenge');
});
