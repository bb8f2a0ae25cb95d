import { useEffect, useState } from 'react';
import { loadLesson, loadLessonText } from '../../lessons/catalogue';
import { LessonRun, type LessonStage } from '../../lessons/lesson-run';
import { progressOf, writeProgress } from '../../lessons/progress';
import type { LessonText } from '../../lessons/text/lesson-text';
import { lab } from '../../store/lab-connection';
import { takeLab } from '../beginning';

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

/** Loads a lesson and starts its run; another `attempt` starts it anew. */
export function useLessonRun(key: string, step: string | undefined, attempt: number): LessonRun | undefined {
  const [run, setRun] = useState<LessonRun>();
  // The step is where the run begins; what becomes of it later is the page's matter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above; a further attempt is a further run
  useEffect(() => {
    let open = true;
    takeLab(Symbol(key));
    setRun(undefined);
    void loadLesson(key).then((lesson) => {
      if (!open || !lesson) return;
      const begun = new LessonRun(
        lesson,
        workerStage(() => open),
      );
      begun.subscribe(() => {
        if (open && begun.state.current >= 0) writeProgress(progressStorage, progressOf(lesson, begun.state));
      });
      setRun(begun);
      void begun.begin(step === undefined ? {} : { step });
    });
    return () => {
      open = false;
    };
  }, [key, attempt]);
  return run;
}

const progressStorage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
};

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
