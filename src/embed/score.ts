import { isMet, isRevealed, predictionOf, type RunState, waitsFor } from '../lessons/run-state';
import type { Lesson } from '../lessons/types';

/** Share of a lesson's questions answered rightly at the first try, and of its goals reached: 0 to 1. Without any, 1. */
export function scoreOf(lesson: Lesson, state: RunState): number {
  let asked = 0;
  let right = 0;
  for (const [index, step] of lesson.steps.entries()) {
    const own = state.steps[index];
    if (!own) continue;
    if (predictionOf(step)) {
      asked++;
      if (own.answer.tries[0]?.verdict.right) right++;
    } else if (step.kind === 'challenge') {
      asked++;
      if (isMet(own)) right++;
    }
  }
  return asked === 0 ? 1 : right / asked;
}

/** Whether somebody stands at a lesson's last step with nothing left to do there. */
export function isComplete(lesson: Lesson, state: RunState): boolean {
  const last = lesson.steps.length - 1;
  const step = lesson.steps[last];
  const own = state.steps[last];
  if (!step || !own || state.current !== last || waitsFor(lesson, state) !== undefined) return false;
  return step.kind !== 'challenge' || isMet(own);
}

/** Whether a step's question has been answered, and how. */
export function predictionIn(state: RunState, index: number): { readonly right: boolean } | undefined {
  const answer = state.steps[index]?.answer;
  const verdict = answer?.tries.at(-1)?.verdict;
  return answer && verdict && (isRevealed(answer) || !verdict.right) ? { right: verdict.right } : undefined;
}
