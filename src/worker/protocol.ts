import type { Change, Due, Level, LoggedCommand, NodeConfig, Stop, TraceEvent, TracePredicate } from '../engine/index';
import type { Completion } from '../kubectl/index';
import type { Anchor, AnchorSearch, Attempt, Attempted, Goal, Performed, ScenarioCommand } from './scenario/types';

/** What the main thread and the Worker say to each other. Types only: both sides import this file. */

export type Granularity = Level;

/**
 * How fast the player goes. A number: a factor of its own rhythm, in which each event is seen and long waits are cut short;
 * `real-N`: N virtual seconds a second; `max`: as fast as the machine can. Simulated time knows nothing of it.
 */
export type Speed = number | `real-${number}` | 'max';

/** What a cluster is made from, beside its commands. */
export interface SceneConfig {
  readonly nodes: readonly NodeConfig[];
  /** What images do, by name. */
  readonly workloads?: Readonly<Record<string, unknown>>;
}

/** Everything that determines a run: how it is saved, shared and brought back. */
export interface Scene {
  readonly version: 1;
  /** Version of the engine that played it; another one may play it differently. */
  readonly engine: string;
  readonly seed: number;
  readonly config: SceneConfig;
  readonly commands: readonly LoggedCommand[];
  /** Virtual time until which it was played, microseconds. */
  readonly until: number;
  /** Position of the cursor in the trace. */
  readonly position: number;
}

/** A branch as it is kept: whence it came, and the scene that plays it. Files are kept as text. */
export interface SavedBranch {
  readonly name: string;
  readonly parent: string | undefined;
  readonly forkedAt: number;
  /** What the learner calls it. */
  readonly title?: string;
  readonly scene: Scene;
}

/** Everything that brings a lab back. */
export interface SavedLab {
  readonly current: string;
  /** In the order in which they were made. */
  readonly branches: readonly SavedBranch[];
}

/** What is told of a trace event. */
export interface ToldEvent {
  readonly position: number;
  readonly seq: number;
  readonly at: number;
  readonly cause: number;
  readonly level: 0 | 1 | 2;
  readonly failed: boolean;
  readonly actor: string;
  readonly target: string;
  readonly verb: string;
  readonly subject: string;
  readonly note: string;
}

/** A part of the compact index of trace events, in columns. Texts are numbers in the dictionary that frames extend. */
export interface TraceChunk {
  readonly branch: string;
  /** Position of the first event, counted from the start of the branch. */
  readonly from: number;
  readonly seq: Float64Array;
  readonly at: Float64Array;
  readonly cause: Float64Array;
  readonly level: Uint8Array;
  readonly failed: Uint8Array;
  readonly actor: Uint32Array;
  readonly target: Uint32Array;
  readonly verb: Uint32Array;
  readonly subject: Uint32Array;
  /** The milestone's name, a watch event's type, an answer's code: what tells two events of one verb apart. */
  readonly note: Uint32Array;
}

/** What the page wants to be told of: marks, and the events that each stands for. Any one predicate of a list is enough. */
export type MarkRules = Readonly<Record<string, readonly TracePredicate[]>>;

/** Which events carry which marks, for a stretch of the trace. Marks are numbers in `MarkRules`' order of names. */
export interface MarkChunk {
  /** Name of the set of rules that this is about. */
  readonly set: string;
  readonly branch: string;
  /** Forget what was said of this set before. */
  readonly reset: boolean;
  /** Positions looked at: up to and without this one. */
  readonly until: number;
  /** Pairs of one event and one of its marks, in order of positions. */
  readonly positions: Float64Array;
  readonly marks: Uint16Array;
}

/** Changes of the rows in view. A row is sent once and then named by its number; 0 stands for "no row". */
export interface RowsDelta {
  /** Forget all rows and numbers sent before. */
  readonly reset: boolean;
  readonly fresh: readonly (readonly [id: number, row: unknown])[];
  readonly changes: readonly (readonly [table: string, key: string, id: number])[];
}

export interface BranchState {
  readonly name: string;
  readonly parent: string | undefined;
  /** Virtual time at which it left its parent. */
  readonly forkedAt: number;
  /** What was done there to make it; absent for the first branch, and where nothing has been done yet. */
  readonly began: ToldEvent | undefined;
  /** What the learner calls it. */
  readonly title: string | undefined;
  readonly events: number;
  readonly commands: number;
}

/** The branch beside the current one, at the same virtual time. */
export interface BesideFrame {
  readonly branch: string;
  /** Virtual time until which both are one and the same. */
  readonly partedAt: number;
  /** Of the last event not after the cursor's time. */
  readonly position: number;
  readonly length: number;
  /** Virtual time up to which its engine has run; before the cursor's, it is shown as it was then. */
  readonly now: number;
  /** What happened there since the event that the player showed before the one at the cursor. */
  readonly event: ToldEvent | undefined;
  readonly slots: readonly (readonly [uid: string, slot: number])[];
  readonly slotsReset: boolean;
  readonly rows: RowsDelta;
}

export interface PlayerState {
  readonly playing: boolean;
  readonly speed: Speed;
  readonly granularity: Granularity;
}

/** The small facts that every frame carries. */
export interface LabState {
  readonly branch: string;
  readonly branches: readonly BranchState[];
  /** Position of the last event applied to the rows in view; -1 before the first. */
  readonly position: number;
  /** Events of this branch so far. */
  readonly length: number;
  /** The earliest place of the cursor: -1, before the first event, or that of the oldest event that is kept. */
  readonly earliest: number;
  /** Virtual time at the cursor, microseconds. */
  readonly at: number;
  /** Virtual time up to which the engine has run. */
  readonly now: number;
  /** Only housekeeping is left to happen. */
  readonly settled: boolean;
  /** What a cluster at rest waits for, beside housekeeping; with the cursor in the past, nothing is said. */
  readonly due: Due | undefined;
  readonly stop: Stop | undefined;
  readonly player: PlayerState;
}

export interface Frame {
  readonly kind: 'frame';
  readonly strings: readonly string[];
  /** Rest of the index follows in later frames when `state.length` is beyond it. */
  readonly trace: TraceChunk | undefined;
  /** Places of Pods on the picture, by uid: a function of the trace, the same wherever the cursor comes from. */
  readonly slots: readonly (readonly [uid: string, slot: number])[];
  /** The slots of another branch follow: forget those sent before. */
  readonly slotsReset: boolean;
  /** What is new of each set of marks that the page asked for. */
  readonly marks: readonly MarkChunk[];
  readonly rows: RowsDelta;
  /** While two branches are looked at side by side. */
  readonly beside: BesideFrame | undefined;
  readonly state: LabState;
}

/** Main thread → Worker on the stream's port. */
export type PortMessage = { readonly kind: 'credit' } | { readonly kind: 'ping'; readonly n: number };
/** Worker → main thread on the stream's port. */
export type StreamMessage =
  | Frame
  | { readonly kind: 'pong'; readonly n: number }
  /** How much of what was saved has been played again, from 0 to 1. */
  | { readonly kind: 'replayed'; readonly share: number };

/** A fault in a manifest's text, before anything is sent to the cluster. */
export interface ManifestFault {
  /** What sort it is. `yaml` and `no-object`: the message is kubectl's; the others are limits of the lab. */
  readonly code: 'yaml' | 'no-object' | 'too-large' | 'too-deep';
  readonly message: string;
  /** The parser's own words, where they say more. */
  readonly detail?: string;
  /** 1-based; 0 when the fault has no place. */
  readonly line: number;
  readonly column: number;
}

/** What the lab has to say of a manifest that was sent, beside what kubectl says. */
export interface ManifestNote {
  /**
   * `field`: is stored and not acted on. `kind`: is stored, its controller is not in the lab. `unserved`: Kubernetes has
   * the kind, the lab has not. `repeatedKey`: a mapping has the key twice, and the last one counts. `assumedImage`: what
   * the image's program does is not known, it is taken for a server. `absentImage`: the lab's registry has no such image.
   */
  readonly sort: 'field' | 'kind' | 'unserved' | 'repeatedKey' | 'assumedImage' | 'absentImage';
  /** `spec.template.spec.affinity.podAffinity`; a kind; a key; an image. */
  readonly field: string;
  readonly line: number;
  readonly column: number;
}

/** Something that the API server refuses, at the field that it names. */
export interface ManifestProblem {
  /** `spec.replicas`; empty when it is about the whole object. */
  readonly field: string;
  /** In the words of the API server, or of kubectl. */
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** What can be said of a manifest without asking the cluster. */
export interface CheckedManifest {
  readonly faults: readonly ManifestFault[];
  readonly problems: readonly ManifestProblem[];
  readonly notes: readonly ManifestNote[];
}

/** One document of a manifest beside the object at the cursor. */
export interface ComparedObject {
  /** `deployments/default/web` */
  readonly id: string;
  /** As it is stored; absent when there is none. */
  readonly before: unknown;
  /** As apply would have it, but for what the server fills in. */
  readonly after: unknown;
  /** Why it cannot be said; then the two are absent. */
  readonly problem: string | undefined;
}

/** A manifest as it stands in the editor. */
export interface ManifestFile {
  readonly name: string;
  readonly text: string;
}

/** What became of something that the learner asked for. */
export type Asked =
  | {
      readonly ok: true;
      readonly position: number;
      readonly branch: string;
      readonly forked: boolean;
      /** The lab with this command in it. */
      readonly saved: SavedLab;
      /** Of the manifest that was sent, if it was one. */
      readonly notes: readonly ManifestNote[];
      /** Where kubectl stopped to read it; what stood before was sent. */
      readonly faults: readonly ManifestFault[];
      /** What the cluster refused of it, as far as is known at once. */
      readonly refused: readonly ManifestProblem[];
    }
  | { readonly ok: false; readonly faults: readonly ManifestFault[] };

/** One trace event whole, with the rows that it replaced. */
export interface EventDetail {
  readonly position: number;
  readonly event: Omit<TraceEvent, 'changes'>;
  readonly changes: readonly Change[];
}

export interface LabHash {
  /** Of all events so far. */
  readonly trace: number;
  /** Of the whole state. */
  readonly state: number;
  readonly seq: number;
  readonly now: number;
}

/** The verbs of `kubectl` that the page offers beside apply and delete. */
export type KubectlAction =
  | {
      readonly type: 'scale';
      readonly resource: string;
      readonly namespace: string;
      readonly name: string;
      readonly replicas: number;
    }
  | {
      readonly type: 'setImage';
      readonly resource: string;
      readonly namespace: string;
      readonly name: string;
      readonly container: string;
      readonly image: string;
    }
  | { readonly type: 'rolloutUndo'; readonly namespace: string; readonly name: string; readonly toRevision: number }
  | {
      readonly type: 'rolloutRestart' | 'rolloutPause' | 'rolloutResume';
      readonly namespace: string;
      readonly name: string;
    }
  | { readonly type: 'deleteObject'; readonly resource: string; readonly namespace: string; readonly name: string };

/** A fault to inject: the component that takes it, and its own words. */
export interface FaultCommand {
  readonly to: string;
  readonly type: string;
  readonly payload: unknown;
}

/** A link, and why it would not be opened, if so. */
export interface Link {
  readonly text: string;
  readonly refusal: 'too-long' | 'too-much' | undefined;
}

/** Why a shared link cannot be opened. */
export type LinkRefusal =
  | 'unknown-form'
  | 'other-version'
  | 'too-long'
  | 'broken'
  | 'too-big'
  | 'not-a-scene'
  | 'too-much';

export type LinkResult =
  | { readonly ok: true; readonly saved: SavedLab; readonly otherEngine: string | undefined }
  | { readonly ok: false; readonly reason: LinkRefusal; readonly detail: string };

/** Where the bounds and the counts of a rollout have been: a step each time that one of them changed, oldest first. */
export interface RolloutTrail {
  readonly positions: readonly number[];
  /** Virtual microseconds. */
  readonly at: readonly number[];
  readonly floor: readonly number[];
  readonly ceiling: readonly number[];
  /** Pods that count, and those of them that are available. */
  readonly pods: readonly number[];
  readonly available: readonly number[];
}

/** What the lanes ask for: messages around a place of the trace, and what is stored and known of some objects. */
export interface LanesQuery {
  /** Position in the trace; so many messages until it, so many after it. */
  readonly around: number;
  readonly before: number;
  readonly after: number;
  readonly granularity: Granularity;
  /** Objects to follow: `deployments/default/web`. */
  readonly subjects: readonly string[];
  /** A gate: nothing after this position is told. */
  readonly until?: number;
  /** By default the current one. */
  readonly branch?: string;
}

/** A request with its answer, or a watch event on its way. */
export interface LaneMessage {
  readonly kind: 'request' | 'watch';
  readonly position: number;
  readonly seq: number;
  readonly verb: string;
  readonly subject: string;
  readonly level: Level;
  readonly note: string;
  readonly failed: boolean;
  /** Who sends it: a process, or a controller within one. */
  readonly from: string;
  /** The process at the other end from the API server. */
  readonly process: string;
  readonly to: string;
  /** A request: when it is sent, and committed; a watch event: when what it tells of was committed. Microseconds. */
  readonly sentAt: number;
  /** A request: when its answer is there; a watch event: when it is in the cache. */
  readonly arrivedAt: number;
  /** HTTP status; 0 for a watch event. */
  readonly code: number;
}

/** One key on its way through a controller's queue. */
export interface LaneWork {
  readonly actor: string;
  readonly key: string;
  /** Of the event that put it into the queue. */
  readonly position: number;
  readonly addedAt: number;
  readonly startedAt: number | undefined;
  readonly doneAt: number | undefined;
}

export interface LaneVersion {
  readonly position: number;
  readonly at: number;
  readonly resourceVersion: string;
  /** In the cluster's own words: `replicas 4 · ready 3`. */
  readonly facts: string;
  readonly gone: boolean;
}

/** From a write to its delivery; without `to`, not yet delivered. */
export interface LaneStale {
  readonly from: number;
  readonly fromPosition: number;
  readonly to: number | undefined;
  readonly toPosition: number | undefined;
}

/** Versions of one object in one place: where `process` is empty, in the API server. */
export interface LaneStrip {
  readonly subject: string;
  readonly process: string;
  readonly versions: readonly LaneVersion[];
  readonly stale: readonly LaneStale[];
}

export interface LanesWindow {
  readonly branch: string;
  readonly around: number;
  /** Virtual times between which its messages lie. */
  readonly from: number;
  readonly to: number;
  /** In the order of the trace. */
  readonly messages: readonly LaneMessage[];
  readonly work: readonly LaneWork[];
  readonly strips: readonly LaneStrip[];
  /** Whether there are more before, after. */
  readonly earlier: boolean;
  readonly later: boolean;
}

/** How a lab is shown. */
export interface StartOptions {
  /** Tables whose rows are in view; a name that ends in `/` stands for all that begin with it. */
  readonly tables: readonly string[];
  /** Events that playing what was saved may take; more of them are refused with `tooMuchToPlay`. */
  readonly maxEvents?: number;
  readonly player?: { readonly speed: Speed; readonly granularity: Granularity };
}

/** What the Worker can be called for. Each method answers with a promise on the other side. */
export interface LabApi {
  /** Starts a cluster and plays what was saved again. Rejects when that cannot be played. */
  start(saved: SavedLab, options: StartOptions): Promise<void>;
  /** Tables whose rows are in view; a name that ends in `/` stands for all that begin with it. */
  watchTables(tables: readonly string[]): void;
  /** Tells from now on which events carry which marks; without rules, no longer. */
  watchMarks(set: string, rules: MarkRules | undefined): void;
  /** `dryRun`: the server goes through all of it and stores nothing. */
  apply(file: ManifestFile, options?: { readonly dryRun?: boolean }): Asked;
  remove(file: ManifestFile): Asked;
  /** Reads a manifest without giving a command. */
  check(file: ManifestFile): CheckedManifest;
  /** What applying a manifest would change of the objects at the cursor. No request is sent. */
  compare(file: ManifestFile): {
    readonly faults: readonly ManifestFault[];
    readonly objects: readonly ComparedObject[];
  };
  kubectl(action: KubectlAction): Asked;
  /** Types a line at the terminal. `file`: what `-f` names. Goes on until it ends, or waits for something to happen. */
  type(line: string, file?: ManifestFile): Asked;
  /** Ctrl-C for a run that waits. */
  interrupt(run: string): Asked;
  /** What Tab offers at the end of a line, with the objects at the cursor. */
  complete(line: string): Completion;
  inject(fault: FaultCommand): Asked;
  seek(position: number): void;
  /** How far stepping and playing may go, until another limit is set; while there is one, they run the engine no further. */
  limit(position: number | undefined): void;
  step(direction: 1 | -1, granularity: Granularity): boolean;
  toStart(): void;
  toEnd(): Promise<void>;
  /** `onward`: when the cluster is at rest, let time pass until there is something to do again. */
  play(options: { readonly speed: Speed; readonly granularity: Granularity; readonly onward?: boolean }): void;
  pause(): void;
  /** Changes speed or granularity without starting or stopping. */
  tune(options: Partial<{ readonly speed: Speed; readonly granularity: Granularity }>): void;
  switchBranch(name: string): void;
  /** Has each frame tell of a further branch at the cursor's time; without a name, no longer. Its own cursor goes along. */
  showBeside(name: string | undefined): Promise<void>;
  /** Calls a branch something else; an empty title takes that back. */
  renameBranch(name: string, title: string): SavedLab;
  detail(position: number): EventDetail | undefined;
  /** Does what a lesson says, in the present of the current branch; the cursor goes to the newest event. */
  perform(commands: readonly ScenarioCommand[]): Performed;
  /** The event that a lesson's step stands at; the engine runs as far as that takes. The cursor stays. */
  find(search: AnchorSearch): Anchor | undefined;
  /** Makes a change in a branch of its own, lets it come to rest, and says whether the goal is reached. */
  attempt(from: { readonly branch: string; readonly position: number }, change: Attempt, goal: Goal): Attempted;
  lanes(query: LanesQuery): Promise<LanesWindow>;
  /** Of a Deployment by its key; by default in the current branch. */
  rolloutTrail(deployment: string, branch?: string): Promise<RolloutTrail>;
  save(): SavedLab;
  hash(): LabHash;
  link(): Link;
  openLink(text: string): Promise<LinkResult>;
}
