import { Lab } from '../../worker/lab';
import { loadReader } from '../../worker/manifest';
import { findAnchor } from '../../worker/scenario/anchors';
import { attempt } from '../../worker/scenario/judge';
import { perform } from '../../worker/scenario/perform';
import type { LessonStage } from '../lesson-run';

/** A stage without a Worker. `lab` is there once the lesson has begun. */
export function labStage(): LessonStage & { lab: Lab | undefined } {
  const stage = {
    lab: undefined as Lab | undefined,
    open: async ({ seed, config }: Parameters<LessonStage['open']>[0]) => {
      await loadReader();
      stage.lab = new Lab(seed, config);
      return true;
    },
    perform: async (commands: Parameters<LessonStage['perform']>[0]) => perform(stage.lab as Lab, commands),
    find: async (search: Parameters<LessonStage['find']>[0]) => findAnchor(stage.lab as Lab, search),
    attempt: async (...args: Parameters<LessonStage['attempt']>) => attempt(stage.lab as Lab, ...args),
    seek: async (position: number) => stage.lab?.seek(position),
    switchBranch: async (name: string) => stage.lab?.switchBranch(name),
  };
  return stage;
}
