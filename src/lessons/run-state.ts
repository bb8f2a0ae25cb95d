import type { Anchor, Attempted } from '../worker/scenario/types';
import { type Given, judgeAnswer, type Verdict } from './answers';
import { failureOf } from './edits';
import type { Lesson, MainStep, Prediction, Step } from './types';

/** What became of a question. */
export interface AnswerState {
  readonly tries: readonly { readonly given: Given; readonly verdict: Verdict }[];
  readonly skipped: boolean;
}

export interface AttemptState {
  readonly attempted: Attempted;
  /** Id of the failure that it showed; `undefined` when the goal was reached. */
  readonly failure: string | undefined;
}

export interface StepState {
  /** Where the command was given that leads to it; `undefined` where none was given for it alone. */
  readonly beganAt: number | undefined;
  /** Where the step stands in the main run; `undefined` until it was reached. */
  readonly anchor: Anchor | undefined;
  /** The event before which the time line stops at its question; `undefined` for the step's own. */
  readonly gate: Anchor | undefined;
  /** Where the cluster had come to rest behind it, for a step that does something at its end. */
  readonly restPosition: number | undefined;
  /** Its button was pressed, or it has none. */
  readonly acted: boolean;
  readonly answer: AnswerState;
  /** Rungs of the ladder that are open; 0: none. */
  readonly hints: number;
  readonly attempts: readonly AttemptState[];
}

export interface RunState {
  readonly phase: 'starting' | 'recall' | 'step' | 'failed';
  /** What went wrong when `phase` is `failed`. */
  readonly problem: string;
  /** The driver works; controls wait. */
  readonly busy: boolean;
  readonly current: number;
  /** The farthest step reached. */
  readonly furthest: number;
  readonly recall: AnswerState;
  readonly steps: readonly StepState[];
}

export type RunEvent =
  | { readonly type: 'busy'; readonly busy: boolean }
  | { readonly type: 'failed'; readonly problem: string }
  | { readonly type: 'began'; readonly step: number; readonly position: number }
  | { readonly type: 'recalled'; readonly given: Given; readonly right: boolean; readonly id?: string }
  | { readonly type: 'recallSkipped' }
  | { readonly type: 'entered'; readonly step: number }
  | { readonly type: 'acted'; readonly step: number }
  | { readonly type: 'arrived'; readonly step: number; readonly anchor: Anchor; readonly gate: Anchor | undefined }
  | { readonly type: 'rested'; readonly step: number; readonly position: number }
  | { readonly type: 'answered'; readonly step: number; readonly given: Given }
  | { readonly type: 'skipped'; readonly step: number }
  | { readonly type: 'hint'; readonly step: number }
  | { readonly type: 'attempted'; readonly step: number; readonly attempted: Attempted };

const unanswered: AnswerState = { tries: [], skipped: false };

export function firstState(lesson: Lesson): RunState {
  return {
    phase: 'starting',
    problem: '',
    busy: true,
    current: -1,
    furthest: -1,
    recall: unanswered,
    steps: lesson.steps.map((step) => ({
      beganAt: undefined,
      anchor: undefined,
      gate: undefined,
      restPosition: undefined,
      acted: !('before' in step && step.before),
      answer: unanswered,
      hints: 0,
      attempts: [],
    })),
  };
}

export const isMain = (step: Step | undefined): step is MainStep => step !== undefined && 'at' in step;

export const predictionOf = (step: Step | undefined): Prediction | undefined =>
  isMain(step) ? step.predict : undefined;

/** Answered rightly, or skipped: the reveal may be shown. */
export function isRevealed({ tries, skipped }: AnswerState): boolean {
  return skipped || tries.at(-1)?.verdict.right === true;
}

/** The last event that belongs to a step; -1: none is known yet. */
export const endOf = ({ anchor, restPosition }: StepState): number =>
  Math.max(anchor?.position ?? -1, restPosition ?? -1);

/** Where the current step's own part of the run begins: at its command, or behind the steps before it. */
export function beginningOf({ current, steps }: RunState): number {
  const before = steps.slice(0, Math.max(0, current)).map(endOf);
  return Math.max(0, steps[current]?.beganAt ?? -1, ...before);
}

/** Whether an attempt of a challenge reached its goal. */
export const isMet = ({ attempts }: StepState): boolean => attempts.some(({ attempted }) => attempted.met);

/** A further try that fails in the same way opens the next rung. */
function hintsAfter(attempts: readonly AttemptState[], most: number): number {
  const failure = attempts.at(-1)?.failure;
  let run = 0;
  for (let i = attempts.length - 1; i >= 0 && attempts[i]?.failure === failure; i--) run++;
  return failure === undefined ? 0 : Math.min(run, most);
}

function atStep(state: RunState, index: number, change: (step: StepState) => Partial<StepState>): RunState {
  const steps = state.steps.map((step, at) => (at === index ? { ...step, ...change(step) } : step));
  return { ...state, steps };
}

/** What a lesson's run becomes by something that happened. Pure. */
export function reduceRun(lesson: Lesson, state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'busy':
      return state.busy === event.busy ? state : { ...state, busy: event.busy };
    case 'failed':
      return { ...state, phase: 'failed', problem: event.problem, busy: false };
    case 'began':
      return atStep(state, event.step, () => ({ beganAt: event.position }));
    case 'recalled': {
      const verdict: Verdict = event.right ? { right: true } : { right: false, id: event.id, hint: 1 };
      const tries = [...state.recall.tries, { given: event.given, verdict }];
      return { ...state, phase: 'recall', recall: { ...state.recall, tries } };
    }
    case 'recallSkipped':
      return { ...state, phase: 'recall', recall: { ...state.recall, skipped: true } };
    case 'entered':
      return {
        ...state,
        phase: event.step < 0 ? 'recall' : 'step',
        current: event.step,
        furthest: Math.max(state.furthest, event.step),
      };
    case 'acted':
      return atStep(state, event.step, () => ({ acted: true }));
    case 'arrived':
      return atStep(state, event.step, () => ({ anchor: event.anchor, gate: event.gate }));
    case 'rested':
      return atStep(state, event.step, () => ({ restPosition: event.position }));
    case 'answered': {
      const prediction = predictionOf(lesson.steps[event.step]);
      if (!prediction) return state;
      const verdict = judgeAnswer(prediction, event.given);
      return atStep(state, event.step, ({ answer, hints }) => ({
        answer: { ...answer, tries: [...answer.tries, { given: event.given, verdict }] },
        hints: verdict.right ? hints : Math.max(hints, verdict.hint),
      }));
    }
    case 'skipped':
      return atStep(state, event.step, ({ answer }) => ({ answer: { ...answer, skipped: true } }));
    case 'hint':
      return atStep(state, event.step, ({ hints }) => ({
        hints: Math.min(hints + 1, lesson.steps[event.step]?.hints ?? 0),
      }));
    case 'attempted': {
      const step = lesson.steps[event.step];
      if (step?.kind !== 'challenge') return state;
      return atStep(state, event.step, ({ attempts }) => {
        const all = [...attempts, { attempted: event.attempted, failure: failureOf(step, event.attempted) }];
        return { attempts: all, hints: hintsAfter(all, step.hints ?? 0) };
      });
    }
  }
}

/**
 * The last position that may be seen: the time line stops there until the question is answered or skipped. `undefined`: the
 * whole run may be seen.
 */
export function gateOf(lesson: Lesson, state: RunState): number | undefined {
  const step = lesson.steps[state.current];
  const own = state.steps[state.current];
  const prediction = predictionOf(step);
  if (!prediction || !own?.anchor || isRevealed(own.answer)) return undefined;
  const stopAfter = prediction.kind === 'order' && prediction.stop === 'after';
  return stopAfter ? own.anchor.position : (own.gate ?? own.anchor).position - 1;
}

/** Why one cannot go on yet, if so. Skipping is always possible. */
export function waitsFor(lesson: Lesson, state: RunState): 'action' | 'answer' | undefined {
  const own = state.steps[state.current];
  if (!own) return undefined;
  if (!own.acted) return 'action';
  return predictionOf(lesson.steps[state.current]) && !isRevealed(own.answer) ? 'answer' : undefined;
}
