import type { Prediction } from './types';

/** What a learner answered: a number, the id of a part or of an option, or ids in order. */
export type Given = number | string | readonly string[];

/** How an answer is taken. A wrong one names its two sentences and the level at which the ladder of hints opens. */
export type Verdict =
  | { readonly right: true }
  | { readonly right: false; readonly id: string | undefined; readonly hint: number };

const sameOrder = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

function fits(wanted: unknown, given: Given): boolean {
  if (wanted === 'any') return true;
  if (!Array.isArray(given)) return Array.isArray(wanted) ? wanted.includes(given as string) : wanted === given;
  if (Array.isArray(wanted)) return sameOrder(wanted as string[], given as string[]);
  const { before } = wanted as { readonly before?: readonly [string, string] };
  return before !== undefined && given.indexOf(before[0]) < given.indexOf(before[1]);
}

/** Judges an answer by what the lesson expects; the first wrong answer that fits counts. */
export function judgeAnswer(prediction: Prediction, given: Given): Verdict {
  const right = Array.isArray(prediction.expect)
    ? sameOrder(prediction.expect, given as readonly string[])
    : prediction.expect === given;
  if (right) return { right: true };
  const wrong = (prediction.wrong as readonly { id: string; answer: unknown; hint?: number }[]).find(({ answer }) =>
    fits(answer, given),
  );
  return { right: false, id: wrong?.id, hint: wrong?.hint ?? 1 };
}
