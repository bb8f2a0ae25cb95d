import type { LessonStage } from '../lessons/lesson-run';
import { LabConnection } from '../store/lab-connection';

/** This frame's one Worker. It keeps nothing: what the learner has in the playground is not the frame's to change. */
export const embedLab = new LabConnection(undefined, {
  read: async () => undefined,
  write: async () => {},
  readDraft: () => undefined,
  writeDraft: () => {},
});

/** The frame's Worker as a lesson's stage, as long as the lesson is open. */
export function embedStage(isOpen: () => boolean): LessonStage {
  const whileOpen = async <T>(call: () => Promise<T | undefined>): Promise<T | undefined> =>
    isOpen() ? call() : undefined;
  return {
    open: async (scene) => isOpen() && (await embedLab.openScene(scene)),
    perform: (commands) => whileOpen(() => embedLab.perform(commands)),
    find: (search) => whileOpen(() => embedLab.find(search)),
    attempt: (...args) => whileOpen(() => embedLab.attempt(...args)),
    seek: (position) => whileOpen(() => embedLab.seek(position)),
    switchBranch: (name) => whileOpen(() => embedLab.switchBranch(name)),
  };
}
