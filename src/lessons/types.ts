import type { NodeConfig, PredicateValue, TracePredicate } from '../engine/index';
import type { Check, CountCheck, Counted, ScenarioCommand } from '../worker/scenario/types';

export type { TracePredicate };

/** A lesson is data only: every word that a learner reads is in its `<language>.mdx`, under the same ids. */
export interface Lesson {
  readonly id: string;
  /** Folder of the document that it belongs to. */
  readonly document: string;
  readonly minutes: number;
  /** Numbers of the claims that it proves or corrects. */
  readonly claims: readonly number[];
  /** Numbers of the questions that it answers. */
  readonly questions: readonly number[];
  readonly kubernetes: string;
  readonly seed: number;
  readonly config: LessonConfig;
  /** Ids of the sentences about what this lesson assumes. */
  readonly assumptions: readonly string[];
  /** Done before the first step. */
  readonly start: readonly ScenarioCommand[];
  /** A question of the lesson before, asked at the start. */
  readonly recall?: RecallQuestion & { readonly from: string };
  readonly steps: readonly Step[];
  readonly next?: { readonly lesson: string; readonly recall: RecallQuestion };
  /** What an embed and print show before it runs. */
  readonly still: { readonly step: string; readonly view: string };
}

export interface LessonNode {
  readonly name: string;
  readonly cpuMilli?: number;
  readonly memoryBytes?: number;
  readonly pods?: number;
}

export interface LessonConfig {
  readonly nodes: readonly (LessonNode | NodeConfig)[];
  /** What images do, in the words of the engine's workloads. */
  readonly workloads?: Readonly<Record<string, unknown>>;
}

export type RecallQuestion =
  | {
      readonly id: string;
      readonly kind: 'number';
      readonly answer: number;
      readonly wrong?: readonly { readonly id: string; readonly answer: number }[];
    }
  | { readonly id: string; readonly kind: 'numbers'; readonly answer: Readonly<Record<string, number>> }
  | {
      readonly id: string;
      readonly kind: 'choice';
      /** Ids of the items, the right one among them. */
      readonly options: readonly string[];
      readonly answer: string;
      readonly wrong?: readonly { readonly id: string; readonly answer: string }[];
    };

/** What the stage shows: a picture with its own settings. The page knows the pictures. */
export interface StepView {
  readonly picture: string;
  readonly diagram?: string;
  /** Ids of the picture's parts that the step is about. */
  readonly focus?: readonly string[];
  readonly mark?: readonly string[];
  readonly trail?: boolean;
  /** A smaller picture beside it. */
  readonly dock?: { readonly picture: string; readonly [setting: string]: unknown };
  readonly [setting: string]: unknown;
}

export type Step = MainStep | ChallengeStep | SummaryStep;

interface Common {
  readonly id: string;
  readonly view: StepView;
  readonly inspector?: string;
  readonly hints?: number;
  readonly card?: Card;
}

/** A step of the main run. */
export interface MainStep extends Common {
  readonly kind: 'watch' | 'predict' | 'investigate';
  /** The event at which it stands. */
  readonly at: TracePredicate;
  /** A button, pressed once the cluster has come to rest; the search for `at` begins behind it. */
  readonly before?: ScenarioCommand;
  /** Done when the learner goes on; the cluster comes to rest then. */
  readonly after?: ScenarioCommand;
  readonly predict?: Prediction;
  /** The time line stops before this earlier event, where what comes right before `at` would tell the answer. */
  readonly gate?: TracePredicate;
  readonly reveal?: { readonly view?: StepView; readonly inspector?: string; readonly runTo?: TracePredicate };
}

export interface SummaryStep extends Common {
  readonly kind: 'summary';
}

/** From where the right answer is read. */
export type AnswerSource =
  /** A field of the object that the anchor wrote. */
  | { readonly path: string }
  /** A field of the anchor's message. */
  | { readonly detail: string }
  /** A field as it was before the anchor replaced it: what a cache still held. */
  | { readonly before: string }
  /** Who did it, or to whom. */
  | { readonly event: 'actor' | 'target' }
  /** A count once the anchor has happened; with `rest`, once the cluster has come to rest. */
  | (Counted & { readonly rest?: boolean })
  /** A field of a stored object then. */
  | {
      readonly object: { readonly kind: string; readonly name: string; readonly namespace?: string };
      readonly field: string;
      readonly rest?: boolean;
    }
  /** The node of the document's diagram that the anchor lights. */
  | { readonly actor: 'node' };

interface WrongAnswer<T> {
  readonly id: string;
  readonly answer: T | 'any';
  /** Level at which the ladder of hints opens. */
  readonly hint?: number;
}

export interface NumberPrediction {
  readonly kind: 'number';
  readonly answer: AnswerSource;
  readonly expect: number;
  readonly wrong: readonly WrongAnswer<number>[];
}

/** The learner points at a part of the diagram. */
export interface PointPrediction {
  readonly kind: 'point';
  readonly answer: AnswerSource;
  readonly expect: string;
  readonly wrong: readonly WrongAnswer<readonly string[]>[];
}

export interface ChoicePrediction {
  readonly kind: 'choice';
  readonly answer: AnswerSource;
  /** Ids of the items in their order on the screen, and the value that each stands for. */
  readonly options: Readonly<Record<string, PredicateValue>>;
  readonly expect: string;
  readonly wrong: readonly WrongAnswer<string>[];
}

export interface OrderPrediction {
  readonly kind: 'order';
  /** `after`: the anchor is shown, and what follows is fogged. */
  readonly stop?: 'after';
  readonly items: Readonly<Record<string, TracePredicate>>;
  readonly expect: readonly string[];
  readonly wrong: readonly WrongAnswer<readonly string[] | { readonly before: readonly [string, string] }>[];
  /** First order on the screen. */
  readonly shown: readonly string[];
}

export type Prediction = NumberPrediction | PointPrediction | ChoicePrediction | OrderPrediction;

/** What the document says beside what the cluster does. `test` reads the latter from the run. */
export interface Card {
  readonly claim: number | readonly number[];
  readonly test: CardTest;
}

export type CardTest =
  | {
      readonly on: 'anchor';
      readonly path: string;
      readonly document: PredicateValue;
      readonly cluster: PredicateValue;
    }
  | {
      readonly on: 'run';
      /** The smallest count on the way. */
      readonly lowest?: Counted & { readonly document?: number; readonly cluster: number };
      readonly highest?: Counted & { readonly document?: number; readonly cluster: number };
      /** Specs of the new and the old ReplicaSet after each shrink of the old one. */
      readonly pairsAfterShrink?: { readonly document: readonly string[]; readonly cluster: readonly string[] };
    }
  | { readonly on: 'rest'; readonly check: Check };

/** A change that the learner makes, in a branch of its own. */
export interface ChallengeStep extends Common {
  readonly kind: 'challenge';
  /** Id of the step behind which the branch leaves the main run, once that has come to rest. */
  readonly fork: string;
  /** The manifest in the editor, and the fields that may be edited. Absent: the learner types a command line. */
  readonly edit?: {
    readonly object: { readonly kind: string; readonly name: string };
    readonly from: unknown;
    readonly open: readonly string[];
  };
  /** A command line that stands in the field at first. */
  readonly kubectl?: { readonly from: string };
  readonly goal: {
    readonly settled: readonly Check[];
    readonly always?: readonly (CountCheck & { readonly id: string })[];
  };
  readonly failures: readonly Failure[];
  readonly solutions: readonly Edit[];
  readonly wrong: readonly (Edit & { readonly failure: string })[];
}

/** Fields by path and what they become, or a command line. */
export type Edit = { readonly set: Readonly<Record<string, unknown>> } | { readonly kubectl: string };

/** Which failure is seen; the first that fits counts. */
export interface Failure {
  readonly id: string;
  readonly when: FailureWhen;
}

export type FailureWhen =
  | { readonly response: number; readonly field?: string }
  | { readonly broken: string }
  /** The goal is not met; with `unmet`: because this check of `settled` is not true. */
  | { readonly goal: 'unmet'; readonly unmet?: number };
