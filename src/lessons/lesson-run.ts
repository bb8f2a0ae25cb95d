import type { SceneConfig } from '../worker/protocol';
import type {
  Anchor,
  AnchorSearch,
  Attempt,
  Attempted,
  Goal,
  Performed,
  ScenarioCommand,
} from '../worker/scenario/types';
import type { Given } from './answers';
import { lessonScene } from './lesson-scene';
import { firstState, isMain, predictionOf, type RunEvent, type RunState, reduceRun } from './run-state';
import type { ChallengeStep, Lesson, RecallQuestion } from './types';

/** The cluster on which a lesson plays: the page's Worker, or a lab in a test. */
export interface LessonStage {
  /** Starts a new cluster. False when that failed. */
  open(scene: { readonly seed: number; readonly config: SceneConfig }): Promise<boolean>;
  perform(commands: readonly ScenarioCommand[]): Promise<Performed | undefined>;
  find(search: AnchorSearch): Promise<Anchor | undefined>;
  attempt(
    from: { readonly branch: string; readonly position: number },
    change: Attempt,
    goal: Goal,
  ): Promise<Attempted | undefined>;
  seek(position: number): Promise<void>;
  switchBranch(name: string): Promise<void>;
}

const mainBranch = 'main';

/** Judges the question at a lesson's start. */
export function judgeRecall(question: RecallQuestion, given: Given): { readonly right: boolean; readonly id?: string } {
  if (question.kind === 'numbers') {
    // Numbers come in the order in which the lesson names them.
    const right = Object.values(question.answer).join() === (given as readonly string[]).map(Number).join();
    return { right };
  }
  if (given === question.answer) return { right: true };
  const wrong = question.wrong?.find(({ answer }) => answer === given);
  return { right: false, ...(wrong ? { id: wrong.id } : {}) };
}

/** Drives one run of a lesson: one thing after the other, on a stage. Listeners hear of each new state. */
export class LessonRun {
  readonly lesson: Lesson;
  state: RunState;
  private readonly stage: LessonStage;
  private readonly listeners = new Set<() => void>();
  private queue: Promise<void> = Promise.resolve();

  constructor(lesson: Lesson, stage: LessonStage) {
    this.lesson = lesson;
    this.stage = stage;
    this.state = firstState(lesson);
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): RunState => this.state;

  private tell(event: RunEvent): void {
    const next = reduceRun(this.lesson, this.state, event);
    if (next === this.state) return;
    this.state = next;
    for (const listener of [...this.listeners]) listener();
  }

  /** Does one thing after what is under way. */
  private afterwards(work: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(async () => {
      if (this.state.phase === 'failed') return;
      this.tell({ type: 'busy', busy: true });
      try {
        await work();
      } catch (error) {
        this.tell({ type: 'failed', problem: error instanceof Error ? error.message : String(error) });
      }
      this.tell({ type: 'busy', busy: false });
    });
    return this.queue;
  }

  /** Starts the cluster. The question of the lesson before comes first, if there is one and no step is asked for. */
  begin(options: { readonly step?: string } = {}): Promise<void> {
    return this.afterwards(async () => {
      if (!(await this.stage.open(lessonScene(this.lesson)))) throw new Error('the cluster could not be started');
      const { start } = this.lesson;
      // What was done last leads to the first step; all before it only makes the cluster in which it is done.
      const made = await this.stage.perform(start.slice(0, -1));
      const begun = made && (await this.stage.perform(start.slice(-1)));
      if (!begun) throw new Error('the lesson could not be set up');
      this.tell({ type: 'began', step: 0, position: begun.position });
      const wanted = this.lesson.steps.findIndex(({ id }) => id === options.step);
      if (wanted >= 0) await this.enter(wanted);
      else if (this.lesson.recall) this.tell({ type: 'entered', step: -1 });
      else await this.enter(0);
    });
  }

  recall(given: Given): void {
    if (this.lesson.recall) this.tell({ type: 'recalled', given, ...judgeRecall(this.lesson.recall, given) });
  }

  skipRecall(): void {
    this.tell({ type: 'recallSkipped' });
  }

  next(): Promise<void> {
    return this.goTo(this.state.current + 1);
  }

  back(): Promise<void> {
    return this.goTo(this.state.current - 1);
  }

  /** Goes to any step. On the way forward buttons are pressed, and questions left out count as skipped. */
  goTo(index: number): Promise<void> {
    return this.afterwards(async () => {
      const first = this.lesson.recall ? -1 : 0;
      if (index < first || index >= this.lesson.steps.length || index === this.state.current) return;
      if (index < 0) {
        this.tell({ type: 'entered', step: index });
        return;
      }
      await this.enter(index);
    });
  }

  /** The step of the main run before one. */
  private mainBefore(index: number): number {
    for (let at = index - 1; at >= 0; at--) if (isMain(this.lesson.steps[at])) return at;
    return -1;
  }

  /** Brings the main run to where a step can begin: everything before it has happened. */
  private async complete(until: number): Promise<void> {
    for (let at = 0; at < until; at++) {
      const step = this.lesson.steps[at];
      const own = this.state.steps[at];
      if (!isMain(step) || !own) continue;
      if (!own.acted) await this.press(at);
      else if (!own.anchor) await this.arrive(at);
      const { answer } = this.state.steps[at] ?? own;
      if (step.predict && !answer.skipped && answer.tries.at(-1)?.verdict.right !== true)
        this.tell({ type: 'skipped', step: at });
      if (step.after && own.restPosition === undefined) {
        const done = await this.stage.perform([{ rest: true }, step.after, { rest: true }]);
        if (done) this.tell({ type: 'rested', step: at, position: done.length - 1 });
      }
    }
  }

  private async enter(index: number): Promise<void> {
    await this.stage.switchBranch(mainBranch);
    await this.complete(index);
    const step = this.lesson.steps[index];
    const own = this.state.steps[index];
    if (isMain(step) && own?.acted && !own.anchor) await this.arrive(index);
    if (isMain(step) && !own?.acted) await this.stage.perform([{ rest: true }]);
    this.tell({ type: 'entered', step: index });
    await this.show(index);
  }

  /** Where the branches of a challenge begin. */
  private forkOf(step: ChallengeStep): number {
    const own = this.state.steps[this.lesson.steps.findIndex(({ id }) => id === step.fork)];
    return own?.restPosition ?? own?.anchor?.position ?? 0;
  }

  /** Puts the cursor where a step stands: before an open question, else at its event. */
  private async show(index: number): Promise<void> {
    const step = this.lesson.steps[index];
    const own = this.state.steps[index];
    if (step?.kind === 'challenge') {
      const reached = own?.attempts.filter(({ attempted }) => attempted.met).at(-1)?.attempted;
      if (reached) await this.stage.switchBranch(reached.branch);
      else await this.stage.seek(this.forkOf(step));
      return;
    }
    if (!isMain(step) || !own?.anchor) return;
    const prediction = predictionOf(step);
    const open = prediction && !own.answer.skipped && own.answer.tries.at(-1)?.verdict.right !== true;
    const before = open && !(prediction.kind === 'order' && prediction.stop === 'after');
    await this.stage.seek(before ? (own.gate ?? own.anchor).position - 1 : own.anchor.position);
  }

  private async arrive(index: number): Promise<void> {
    const step = this.lesson.steps[index];
    if (!isMain(step)) return;
    const after = this.state.steps[this.mainBefore(index)]?.anchor?.position ?? -1;
    const anchor = await this.stage.find({ predicate: step.at, after });
    if (!anchor) throw new Error(`step ${step.id} does not come about`);
    const gate = step.gate && (await this.stage.find({ predicate: step.gate, after }));
    this.tell({ type: 'arrived', step: index, anchor, gate });
  }

  private async press(index: number): Promise<void> {
    const step = this.lesson.steps[index];
    if (!isMain(step) || !step.before) return;
    await this.stage.perform([{ rest: true }]);
    const done = await this.stage.perform([step.before]);
    if (done) this.tell({ type: 'began', step: index, position: done.position });
    this.tell({ type: 'acted', step: index });
    await this.arrive(index);
  }

  /** The step's button. */
  act(): Promise<void> {
    return this.afterwards(async () => {
      const { current, steps } = this.state;
      if (steps[current]?.acted !== false) return;
      await this.press(current);
      await this.show(current);
    });
  }

  /** Shows what happened, once a question is answered or skipped. */
  private async reveal(index: number): Promise<void> {
    const step = this.lesson.steps[index];
    const own = this.state.steps[index];
    if (!isMain(step) || !own?.anchor) return;
    const runTo = step.reveal?.runTo;
    const shown = runTo && (await this.stage.find({ predicate: runTo, after: own.anchor.position }));
    await this.stage.seek((shown ?? own.anchor).position);
  }

  answer(given: Given): Promise<void> {
    return this.afterwards(async () => {
      const { current } = this.state;
      this.tell({ type: 'answered', step: current, given });
      if (this.state.steps[current]?.answer.tries.at(-1)?.verdict.right) await this.reveal(current);
    });
  }

  skip(): Promise<void> {
    return this.afterwards(async () => {
      const { current } = this.state;
      this.tell({ type: 'skipped', step: current });
      await this.reveal(current);
    });
  }

  /** Opens the next rung of the step's ladder. */
  hint(): void {
    this.tell({ type: 'hint', step: this.state.current });
  }

  /** Makes the learner's change in a branch of its own, lets it come to rest, and judges it. */
  attempt(change: Attempt): Promise<void> {
    return this.afterwards(async () => {
      const { current } = this.state;
      const step = this.lesson.steps[current];
      if (step?.kind !== 'challenge') return;
      const from = { branch: mainBranch, position: this.forkOf(step) };
      const attempted = await this.stage.attempt(from, change, step.goal);
      if (!attempted) return;
      this.tell({ type: 'attempted', step: current, attempted });
    });
  }
}
