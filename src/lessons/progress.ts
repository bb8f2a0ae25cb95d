import type { RunState } from './run-state';
import { isMet, isRevealed } from './run-state';
import type { Lesson } from './types';

/** Where progress is kept: `localStorage`, memory, the host of an embed. */
export interface ProgressStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** How far somebody is in one lesson. */
export interface LessonProgress {
  readonly version: 1;
  /** `document/lesson` */
  readonly lesson: string;
  /** Id of the farthest step. */
  readonly step: string;
  readonly done: boolean;
  /** By step id: right at the first try, right later, or skipped. */
  readonly predictions: Readonly<Record<string, 'first' | 'later' | 'skipped'>>;
  readonly goals: Readonly<Record<string, number>>;
}

const prefix = 'clusterglass/lesson/';

export const progressKey = (lesson: Pick<Lesson, 'document' | 'id'>): string => `${lesson.document}/${lesson.id}`;

export function progressOf(lesson: Lesson, state: RunState): LessonProgress {
  const predictions: Record<string, 'first' | 'later' | 'skipped'> = {};
  const goals: Record<string, number> = {};
  for (const [index, step] of lesson.steps.entries()) {
    const own = state.steps[index];
    if (!own) continue;
    if ('predict' in step && step.predict && isRevealed(own.answer)) {
      predictions[step.id] = own.answer.skipped ? 'skipped' : own.answer.tries.length === 1 ? 'first' : 'later';
    }
    if (step.kind === 'challenge' && isMet(own)) goals[step.id] = own.attempts.length;
  }
  return {
    version: 1,
    lesson: progressKey(lesson),
    step: lesson.steps[Math.max(0, state.furthest)]?.id ?? '',
    done: state.furthest === lesson.steps.length - 1,
    predictions,
    goals,
  };
}

/** What is kept about a lesson; `undefined` when nothing is, or nothing readable. A storage that is blocked is as good as none. */
export function readProgress(storage: ProgressStorage, key: string): LessonProgress | undefined {
  try {
    const value = JSON.parse(storage.getItem(prefix + key) ?? 'null') as LessonProgress | null;
    return value?.version === 1 && value.lesson === key && typeof value.step === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what was reached; what was reached before stays. */
export function writeProgress(storage: ProgressStorage, progress: LessonProgress): void {
  const before = readProgress(storage, progress.lesson);
  const merged: LessonProgress = {
    ...progress,
    done: progress.done || before?.done === true,
    predictions: { ...progress.predictions, ...before?.predictions },
    goals: { ...progress.goals, ...before?.goals },
  };
  try {
    storage.setItem(prefix + progress.lesson, JSON.stringify(merged));
  } catch {
    // A full or blocked storage loses progress, not the lesson.
  }
}

/** All progress as text, to take along. `keys`: the lessons that there are. */
export function exportProgress(storage: ProgressStorage, keys: readonly string[]): string {
  const all = keys.map((key) => readProgress(storage, key)).filter((progress) => progress !== undefined);
  return JSON.stringify({ version: 1, lessons: all }, null, 2);
}
