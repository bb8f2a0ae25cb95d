import { create } from 'zustand';
import type {
  Asked,
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
import { TraceIndex } from './trace-index';

export type Rows = Readonly<Record<string, ReadonlyMap<string, unknown>>>;

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
  detail(position: number): Promise<EventDetail | undefined>;
  lanes(query: LanesQuery): Promise<LanesWindow>;
  rolloutTrail(deployment: string): Promise<RolloutTrail>;
  save(): Promise<SavedLab>;
  hash(): Promise<LabHash>;
  link(): Promise<Link>;
  openLink(text: string): Promise<LinkResult>;
}

const rowsById = new Map<number, unknown>();

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

/** Takes a frame into the store. Rows that did not change keep their identity, and so do tables. */
export function takeFrame(frame: Frame): void {
  const view = useLab.getState();
  for (const text of frame.strings) strings.push(text);
  let { index } = view;
  if (frame.state.branch !== view.state?.branch) index = new TraceIndex(strings);
  if (frame.trace) index.append(frame.trace);
  index.dropBefore(frame.state.earliest);

  let rows: Record<string, ReadonlyMap<string, unknown>> = view.rows;
  const { reset, fresh, changes } = frame.rows;
  if (reset) {
    rowsById.clear();
    rows = {};
  }
  for (const [id, row] of fresh) rowsById.set(id, row);
  if (changes.length > 0) {
    rows = { ...rows };
    const copied = new Map<string, Map<string, unknown>>();
    for (const [table, key, id] of changes) {
      let copy = copied.get(table);
      if (!copy) {
        copy = new Map(rows[table]);
        copied.set(table, copy);
        rows[table] = copy;
      }
      if (id === 0) copy.delete(key);
      else copy.set(key, rowsById.get(id));
    }
  }
  let { slots } = view;
  if (frame.slotsReset || frame.slots.length > 0) slots = new Map([...(frame.slotsReset ? [] : slots), ...frame.slots]);
  const marks = withMarks(view.marks, frame.marks);
  useLab.setState({ state: frame.state, index, indexLength: index.length, rows, slots, marks, phase: 'ready' });
}

/** Forgets what a Worker said that is gone. */
export function forgetFrames(): void {
  strings.length = 1;
  rowsById.clear();
  useLab.setState({
    replayed: 0,
    index: new TraceIndex(strings),
    indexLength: 0,
    rows: {},
    slots: new Map(),
    marks: {},
    state: undefined,
    detail: undefined,
  });
}
