import { create } from 'zustand';
import type { Completion } from '../kubectl/index';
import type {
  Asked,
  BesideFrame,
  CheckedManifest,
  ComparedObject,
  EventDetail,
  FaultCommand,
  Frame,
  Granularity,
  KubectlAction,
  LabHash,
  LabState,
  LanesQuery,
  LanesWindow,
  Link,
  LinkRefusal,
  LinkResult,
  ManifestFault,
  ManifestFile,
  ManifestNote,
  ManifestProblem,
  MarkChunk,
  MarkRules,
  RolloutTrail,
  SavedLab,
  Speed,
  StartOptions,
} from '../worker/protocol';
import type {
  Anchor,
  AnchorSearch,
  Attempt,
  Attempted,
  Goal,
  Performed,
  ScenarioCommand,
} from '../worker/scenario/types';
import { MarkedEvents } from './mark-index';
import { RowStore, type Rows } from './row-store';
import { TraceIndex } from './trace-index';

export type { Rows } from './row-store';

/** The branch beside the current one, at the same virtual time. */
export interface BesideView extends Omit<BesideFrame, 'rows' | 'slots' | 'slotsReset'> {
  readonly rows: Rows;
  readonly slots: ReadonlyMap<string, number>;
}

/** Something that the page says to the learner once. */
export type Notice =
  | { readonly kind: 'recovered' | 'reloaded'; readonly commands: number }
  | { readonly kind: 'forked'; readonly branch: string }
  | { readonly kind: 'other-engine'; readonly engine: string }
  | { readonly kind: 'link-refused'; readonly reason: LinkRefusal; readonly detail: string }
  | { readonly kind: 'link-too-long' | 'link-too-much' }
  /** `kept`: what this browser keeps is still there. */
  | { readonly kind: 'replay-stopped'; readonly kept: boolean }
  | { readonly kind: 'command-lost' }
  | { readonly kind: 'failed'; readonly detail: string };

export type Phase = 'starting' | 'ready' | 'recovering' | 'failed';

export interface LabView {
  readonly phase: Phase;
  /** While a lab starts: how much of its run has been played again, from 0 to 1. */
  readonly replayed: number;
  /** A manifest that came with a link, for the editor to take. */
  readonly offered: { readonly name: string; readonly text: string } | undefined;
  readonly state: LabState | undefined;
  readonly index: TraceIndex;
  /** Grows with the index; what draws from the index watches this. */
  readonly indexLength: number;
  readonly rows: Rows;
  readonly slots: ReadonlyMap<string, number>;
  readonly beside: BesideView | undefined;
  /** Marked events by set. An entry is replaced when it has grown, so that who draws from it draws again. */
  readonly marks: Readonly<Record<string, { readonly events: MarkedEvents; readonly until: number }>>;
  /** The event at the cursor, whole; absent while it is on its way. */
  readonly detail: EventDetail | undefined;
  readonly faults: readonly ManifestFault[];
  /** What the manifest that was applied asks for and this cluster does not do. */
  readonly notes: readonly ManifestNote[];
  /** What the cluster refused of it. */
  readonly refused: readonly ManifestProblem[];
  readonly notice: Notice | undefined;
}

const strings: string[] = [''];

export const useLab = create<LabView>(() => ({
  phase: 'starting',
  replayed: 0,
  offered: undefined,
  state: undefined,
  index: new TraceIndex(strings),
  indexLength: 0,
  rows: {},
  slots: new Map(),
  beside: undefined,
  marks: {},
  detail: undefined,
  faults: [],
  notes: [],
  refused: [],
  notice: undefined,
}));

/** The calls of the Worker that the page uses, as promises. */
export interface LabRemote {
  start(saved: SavedLab, options: StartOptions): Promise<void>;
  apply(file: ManifestFile, options?: { readonly dryRun?: boolean }): Promise<Asked>;
  remove(file: ManifestFile): Promise<Asked>;
  check(file: ManifestFile): Promise<CheckedManifest>;
  compare(
    file: ManifestFile,
  ): Promise<{ readonly faults: readonly ManifestFault[]; readonly objects: readonly ComparedObject[] }>;
  kubectl(action: KubectlAction): Promise<Asked>;
  type(line: string, file?: ManifestFile): Promise<Asked>;
  interrupt(run: string): Promise<Asked>;
  complete(line: string): Promise<Completion>;
  inject(fault: FaultCommand): Promise<Asked>;
  watchMarks(set: string, rules: MarkRules | undefined): Promise<void>;
  perform(commands: readonly ScenarioCommand[]): Promise<Performed>;
  find(search: AnchorSearch): Promise<Anchor | undefined>;
  attempt(
    from: { readonly branch: string; readonly position: number },
    change: Attempt,
    goal: Goal,
  ): Promise<Attempted>;
  seek(position: number): Promise<void>;
  limit(position: number | undefined): Promise<void>;
  step(direction: 1 | -1, granularity: Granularity): Promise<boolean>;
  toStart(): Promise<void>;
  toEnd(): Promise<void>;
  play(options: { readonly speed: Speed; readonly granularity: Granularity; readonly onward?: boolean }): Promise<void>;
  pause(): Promise<void>;
  tune(options: Partial<{ readonly speed: Speed; readonly granularity: Granularity }>): Promise<void>;
  switchBranch(name: string): Promise<void>;
  showBeside(name: string | undefined): Promise<void>;
  renameBranch(name: string, title: string): Promise<SavedLab>;
  detail(position: number): Promise<EventDetail | undefined>;
  lanes(query: LanesQuery): Promise<LanesWindow>;
  rolloutTrail(deployment: string, branch?: string): Promise<RolloutTrail>;
  save(): Promise<SavedLab>;
  hash(): Promise<LabHash>;
  link(): Promise<Link>;
  openLink(text: string): Promise<LinkResult>;
}

const rowStore = new RowStore();
const rowsBeside = new RowStore();

function withMarks(before: LabView['marks'], chunks: readonly MarkChunk[]): LabView['marks'] {
  if (chunks.length === 0) return before;
  const marks = { ...before };
  for (const chunk of chunks) {
    const events = (chunk.reset ? undefined : marks[chunk.set]?.events) ?? new MarkedEvents();
    events.append(chunk);
    marks[chunk.set] = { events, until: chunk.until };
  }
  return marks;
}

function withSlots(
  before: ReadonlyMap<string, number>,
  { slots, slotsReset }: Pick<Frame, 'slots' | 'slotsReset'>,
): ReadonlyMap<string, number> {
  return slotsReset || slots.length > 0 ? new Map([...(slotsReset ? [] : before), ...slots]) : before;
}

function besideOf(before: BesideView | undefined, frame: BesideFrame | undefined): BesideView | undefined {
  if (!frame) return undefined;
  const { rows, slots: _slots, slotsReset: _reset, ...facts } = frame;
  return {
    ...facts,
    rows: rowsBeside.take(before?.rows ?? {}, rows),
    slots: withSlots(before?.slots ?? new Map(), frame),
  };
}

/** Takes a frame into the store. Rows that did not change keep their identity, and so do tables. */
export function takeFrame(frame: Frame): void {
  const view = useLab.getState();
  for (const text of frame.strings) strings.push(text);
  let { index } = view;
  if (frame.state.branch !== view.state?.branch) index = new TraceIndex(strings);
  if (frame.trace) index.append(frame.trace);
  index.dropBefore(frame.state.earliest);

  const rows = rowStore.take(view.rows, frame.rows);
  const slots = withSlots(view.slots, frame);
  const beside = besideOf(view.beside, frame.beside);
  const marks = withMarks(view.marks, frame.marks);
  useLab.setState({ state: frame.state, index, indexLength: index.length, rows, slots, beside, marks, phase: 'ready' });
}

/** Forgets what a Worker said that is gone. */
export function forgetFrames(): void {
  strings.length = 1;
  rowStore.forget();
  rowsBeside.forget();
  useLab.setState({
    replayed: 0,
    index: new TraceIndex(strings),
    indexLength: 0,
    rows: {},
    slots: new Map(),
    beside: undefined,
    marks: {},
    state: undefined,
    detail: undefined,
  });
}
