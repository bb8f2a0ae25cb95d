import type { TracePredicate } from '../../engine';
import { lessonScene } from '../../lessons/lesson-scene';
import type { Lesson, MainStep } from '../../lessons/types';
import { Lab } from '../../worker/lab';
import { loadReader } from '../../worker/manifest';
import { findAnchor, matchesSoFar } from '../../worker/scenario/anchors';
import { perform } from '../../worker/scenario/perform';
import type { Anchor } from '../../worker/scenario/types';

/** A step of the main run where it stands, and where the search for it began. */
export interface WalkedStep {
  readonly step: MainStep;
  readonly after: number;
  readonly anchor: Anchor;
  /** Position of the last event once the cluster has come to rest behind the step; only where something is done there. */
  readonly restPosition: number;
}

export interface Walk {
  readonly lab: Lab;
  readonly steps: readonly WalkedStep[];
  readonly problems: readonly string[];
}

const isMain = (step: Lesson['steps'][number]): step is MainStep => 'at' in step;

/** Plays a lesson's main run to its end: what a learner sees who answers everything and presses every button. */
export async function walk(lesson: Lesson): Promise<Walk> {
  await loadReader();
  const { seed, config } = lessonScene(lesson);
  const lab = new Lab(seed, config);
  const problems: string[] = [];
  perform(lab, lesson.start);
  const steps: WalkedStep[] = [];
  let after = -1;
  for (const step of lesson.steps.filter(isMain)) {
    if (step.before) {
      perform(lab, [{ rest: true }]);
      after = Math.max(after, lab.length - 1);
      perform(lab, [step.before]);
    }
    const anchor = findAnchor(lab, { predicate: step.at, after });
    if (!anchor) {
      problems.push(`step ${step.id}: nothing matches its anchor`);
      continue;
    }
    const gate = step.gate && findAnchor(lab, { predicate: step.gate, after });
    if (step.gate && !(gate && gate.position > after && gate.position <= anchor.position))
      problems.push(`step ${step.id}: its gate does not stand between the step before and its anchor`);
    if (step.after) perform(lab, [{ rest: true }, step.after, { rest: true }]);
    steps.push({ step, after, anchor, restPosition: lab.length - 1 });
    after = anchor.position;
  }
  perform(lab, [{ rest: true }]);
  for (const { step, after: from } of steps) {
    const all = matchesSoFar(lab, step.at, from);
    if (step.at.nth === undefined && all.length !== 1)
      problems.push(`step ${step.id}: its anchor matches ${all.length} events, so it needs nth or more words`);
  }
  return { lab, steps, problems };
}

/** Positions of the first matches of some predicates behind a position. */
export function firstMatches(
  lab: Lab,
  predicates: Readonly<Record<string, TracePredicate>>,
  after: number,
): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(predicates).map(([id, predicate]) => {
      const found = matchesSoFar(lab, predicate, after);
      return [id, found[(predicate.nth ?? 1) - 1] ?? -1] as const;
    }),
  );
}
