import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { loadLesson, loadLessonText } from '../lessons/catalogue';
import { LessonRun, type LessonStage } from '../lessons/lesson-run';
import { progressOf, writeProgress } from '../lessons/progress';
import { beginningOf, gateOf, isMain, isRevealed, predictionOf, type RunState } from '../lessons/run-state';
import type { LessonText } from '../lessons/text/lesson-text';
import type { Lesson } from '../lessons/types';
import { lab } from '../store/lab-connection';
import { useParts } from './document-diagrams';

// The page of somebody else may have no storage; the lesson then lasts as long as its frame.
const progressStorage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
};

/** The page's Worker as a lesson's stage, as long as the lesson is open. */
function workerStage(isOpen: () => boolean): LessonStage {
  const whileOpen = async <T>(call: () => Promise<T | undefined>): Promise<T | undefined> =>
    isOpen() ? call() : undefined;
  return {
    open: async (scene) => isOpen() && (await lab.openScene(scene)),
    perform: (commands) => whileOpen(() => lab.perform(commands)),
    find: (search) => whileOpen(() => lab.find(search)),
    attempt: (...args) => whileOpen(() => lab.attempt(...args)),
    seek: (position) => whileOpen(() => lab.seek(position)),
    switchBranch: (name) => whileOpen(() => lab.switchBranch(name)),
  };
}

/** A lesson's data; `none` when there is no such lesson. */
export function useLesson(key: string): Lesson | 'none' | undefined {
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly lesson: Lesson | 'none' }>();
  useEffect(() => {
    let wanted = true;
    void loadLesson(key).then((lesson) => {
      if (wanted) setLoaded({ key, lesson: lesson ?? 'none' });
    });
    return () => {
      wanted = false;
    };
  }, [key]);
  return loaded?.key === key ? loaded.lesson : undefined;
}

/** A lesson's words; those of the language before stay until the others have come. */
export function useLessonText(key: string, language: string): LessonText | undefined {
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly text: LessonText | undefined }>();
  useEffect(() => {
    let wanted = true;
    void loadLessonText(key, language).then((text) => {
      if (wanted) setLoaded({ key, text });
    });
    return () => {
      wanted = false;
    };
  }, [key, language]);
  return loaded?.key === key ? loaded.text : undefined;
}

/** Starts a lesson's run at a step; without a lesson there is none, and another `attempt` starts it anew. */
export function useLessonRun(
  lesson: Lesson | undefined,
  step: string | undefined,
  attempt: number,
): LessonRun | undefined {
  const [run, setRun] = useState<LessonRun>();
  // The step is where the run begins; what becomes of it later is the page's matter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above; a further attempt is a further run
  useEffect(() => {
    if (!lesson) return;
    let open = true;
    const begun = new LessonRun(
      lesson,
      workerStage(() => open),
    );
    begun.subscribe(() => {
      if (open && begun.state.current >= 0) writeProgress(progressStorage, progressOf(lesson, begun.state));
    });
    setRun(begun);
    void begun.begin(step === undefined ? {} : { step });
    return () => {
      open = false;
      setRun(undefined);
    };
  }, [lesson, attempt]);
  return run;
}

const noRun = { subscribe: () => () => {}, getState: () => undefined };

/** What has become of a run. */
export function useRunState(run: LessonRun | undefined): RunState | undefined {
  return useSyncExternalStore(run?.subscribe ?? noRun.subscribe, run?.getState ?? noRun.getState);
}

/** What a run's current step shows and asks. */
export function useStep(lesson: Lesson | undefined, state: RunState | undefined, language: string) {
  const current = state?.current ?? -1;
  const step = lesson?.steps[current];
  const own = state?.steps[current];
  const prediction = predictionOf(step);
  const revealed = own !== undefined && isRevealed(own.answer);
  const view = (isMain(step) && revealed && step.reveal?.view) || step?.view;
  const named = view?.diagram ?? lesson?.steps.find((one) => one.view.diagram !== undefined)?.view.diagram;
  const diagram = typeof named === 'string' ? named : undefined;
  const [pointed, setPointed] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pointed at belongs to one step
  useEffect(() => setPointed(undefined), [current]);
  const parts = useParts(lesson?.document ?? '', prediction?.kind === 'point' ? diagram : undefined, language);
  const since = useMemo(() => state && beginningOf(state), [state]);
  return {
    current,
    step,
    own,
    prediction,
    revealed,
    view,
    diagram,
    gate: lesson && state ? gateOf(lesson, state) : undefined,
    /** Where the step's own part of the run begins. */
    since,
    pointed,
    setPointed,
    parts,
  };
}
