import {
  type Branch,
  type Command,
  type Due,
  defaultConfig,
  nextDue,
  Timeline,
  type TraceEvent,
} from '../engine/index';
import { type Completion, completeTyped, kubectlProcess } from '../kubectl/index';
import { isFailure, toldEvent } from './event-note';
import { filesAsText, filesFromText } from './files';
import { engineVersion, tooMuchToPlay } from './new-scene';
import type { BranchState, EventDetail, Granularity, LabHash, SavedLab, Scene, ToldEvent } from './protocol';

const rank = { micro: 0, action: 1, milestone: 2 } as const;

/** Kernel events handled while looking for the next event to show, before the search gives up. */
const searchEvents = 20_000;
/** Virtual time that such a search may pass when only housekeeping is left: longer than the longest back-off. */
const searchMicros = 10 * 60e6;
/** Kernel events until kubectl has printed that it was refused, at most. */
const refusalSteps = 2_000;
/** What a browser tab can hold and a learner can follow; beyond it the cluster stops and says so. */
const limits = { ...defaultConfig.limits, nodes: 200, pods: 3_000, traceEvents: 400_000 };
/** How long a new cluster may take until its nodes stand. */
const bootMicros = 5 * 60e6;
/** Letters of a branch's title. */
const maxTitle = 60;

/** Where a search for the next event ended. */
export type Found = { readonly position: number } | { readonly position: undefined; readonly why: 'end' | 'budget' };

/** A cluster with its branches, and where the learner looks. Synchronous; knows no Worker and no clock. */
export class Lab {
  readonly timeline: Timeline;
  private readonly seed: number;
  private readonly config: Scene['config'];
  private readonly titles = new Map<string, string>();
  private readonly began = new WeakMap<Branch, ToldEvent>();
  /** Called when the cursor moved, with the tables that it touched. */
  onMove: (touched: Iterable<string>) => void = () => {};

  /** `keptEvents`: trace events kept a branch. */
  constructor(seed: number, config: Scene['config'], keptEvents = limits.traceEvents) {
    this.seed = seed;
    this.config = config;
    const { nodes, workloads = {} } = config;
    const bounds = { ...limits, traceEvents: keptEvents };
    this.timeline = new Timeline({ seed, nodes, workloads, limits: bounds }, [kubectlProcess]);
    this.timeline.onViewMoved = (touched) => this.onMove(touched);
    this.branch.runUntilSettled(bootMicros);
    this.seek(this.length - 1);
  }

  get branch(): Branch {
    return this.timeline.current;
  }

  /** The last position that stepping and playing may show; while there is one, they run the engine no further. */
  limit: number | undefined;

  /** What the cluster's config says of images. */
  get workloads(): Readonly<Record<string, unknown>> {
    return this.config.workloads ?? {};
  }

  /** Events of this branch so far. */
  get length(): number {
    return this.branch.cluster.kernel.trace.length;
  }

  /** Position of the oldest event that is kept. */
  get oldest(): number {
    return this.branch.cluster.kernel.trace.dropped;
  }

  /** The earliest place of the cursor: before the first event, or at the oldest one kept. */
  get earliest(): number {
    return this.branch.cluster.kernel.trace.earliest;
  }

  get position(): number {
    return this.branch.view.position;
  }

  get settled(): boolean {
    return this.branch.cluster.kernel.settled;
  }

  /** What the resting cluster waits for, beside housekeeping. */
  due(): Due | undefined {
    return this.atRest && !this.halted ? nextDue(this.branch.cluster.context) : undefined;
  }

  /** The engine has stopped for good, or nothing will ever happen. */
  get halted(): boolean {
    const { kernel } = this.branch.cluster;
    return kernel.stop !== undefined || kernel.nextAt() === undefined;
  }

  /** Nothing but housekeeping is left, and the cursor is at the newest event. */
  get atRest(): boolean {
    return this.settled && !this.timeline.inPast;
  }

  /** Virtual time up to which the engine has run. */
  get now(): number {
    return this.branch.cluster.kernel.now;
  }

  /** Virtual time at the cursor: the engine's own at the newest event. */
  get at(): number {
    return this.timeline.inPast ? this.timeline.cursorAt : this.branch.cluster.kernel.now;
  }

  branches(): BranchState[] {
    return this.timeline.branches.map((branch) => {
      const { name, parent, cluster } = branch;
      return {
        name,
        parent: parent?.name,
        forkedAt: parent?.at ?? 0,
        began: this.beganWith(branch),
        title: this.titles.get(name),
        events: cluster.kernel.trace.length,
        commands: cluster.kernel.commands.length,
      };
    });
  }

  branchNamed(name: string): Branch | undefined {
    return this.timeline.branches.find((branch) => branch.name === name);
  }

  /** The command that sent a branch another way. It is remembered, as its event may be dropped one day. */
  private beganWith(branch: Branch): ToldEvent | undefined {
    const known = this.began.get(branch);
    if (known || !branch.parent) return known;
    const { trace, commands } = branch.cluster.kernel;
    const command = commands.find(({ at }) => at > (branch.parent?.at ?? 0));
    if (!command) return undefined;
    const position = trace.positionOfTime(command.at - 1) + 1;
    const event = trace.at(position);
    if (event?.at !== command.at) return undefined;
    const told = toldEvent(event, position);
    this.began.set(branch, told);
    return told;
  }

  /** Calls a branch something else; an empty title takes that back. */
  rename(name: string, title: string): void {
    const words = title.trim().slice(0, maxTitle);
    if (words === '' || !this.branchNamed(name)) this.titles.delete(name);
    else this.titles.set(name, words);
  }

  event(position: number): TraceEvent | undefined {
    return this.branch.cluster.kernel.trace.at(position);
  }

  seek(position: number): void {
    const { view } = this.branch;
    const before = view.position;
    const touched = view.moveTo(position);
    if (view.position !== before || touched.size > 0) this.onMove(touched);
  }

  private shows(position: number, granularity: Granularity): boolean {
    const event = this.event(position);
    return event !== undefined && rank[event.level] >= rank[granularity];
  }

  /**
   * The next event to show after the cursor; the engine runs as far as that takes. `housekeeping`: whether it may go on
   * when nothing else is left to happen. `maxEvents`: kernel events that this call may handle.
   */
  findNext(granularity: Granularity, housekeeping: boolean, maxEvents = searchEvents): Found {
    const { kernel } = this.branch.cluster;
    const limitAt = kernel.now + searchMicros;
    let position = this.position + 1;
    for (let handled = 0; ; handled++) {
      for (; position < this.reach; position++) if (this.shows(position, granularity)) return { position };
      if (this.limit !== undefined) break;
      if (handled >= maxEvents) return { position: undefined, why: 'budget' };
      const next = kernel.nextAt();
      if (next === undefined || kernel.stop || (kernel.settled && (!housekeeping || next > limitAt))) break;
      if (!this.branch.step()) break;
    }
    return { position: undefined, why: 'end' };
  }

  /** Virtual time until something happens after the cursor: exact where the trace knows it, else the engine's next event. */
  gapMicros(granularity: Granularity): number {
    for (let position = this.position + 1; position < this.length; position++) {
      if (this.shows(position, granularity)) return (this.event(position)?.at ?? this.at) - this.at;
    }
    return Math.max(0, (this.branch.cluster.kernel.nextAt() ?? this.at) - this.at);
  }

  /** The last event to show before the cursor; the earliest place when there is none. */
  findPrevious(granularity: Granularity): number {
    for (let position = this.position - 1; position > this.earliest; position--) {
      if (this.shows(position, granularity)) return position;
    }
    return this.earliest;
  }

  /** One after the last position that stepping and playing may show. */
  private get reach(): number {
    return Math.min(this.length, (this.limit ?? Number.POSITIVE_INFINITY) + 1);
  }

  /** The last position that may be shown now. */
  get lastShown(): number {
    return this.reach - 1;
  }

  /** Takes the cursor as far as it may go. */
  seekEnd(): void {
    this.seek(Math.max(this.position, this.lastShown));
  }

  /** Moves the cursor by one event of a granularity. False when there is none. */
  step(direction: 1 | -1, granularity: Granularity): boolean {
    const before = this.position;
    if (direction < 0) this.seek(this.findPrevious(granularity));
    else {
      const { position } = this.findNext(granularity, true);
      if (position === undefined) this.seekEnd();
      else this.seek(position);
    }
    return this.position !== before;
  }

  /** Runs the engine for at most so many events towards rest. True when only housekeeping is left. */
  runTowardsRest(maxEvents: number): boolean {
    const { kernel } = this.branch.cluster;
    return this.branch.runUntilSettled(kernel.now + 60 * 60e6, maxEvents) || kernel.stop !== undefined;
  }

  /** Runs the engine until a virtual time, for at most so many events. True when that time is reached. */
  runUntil(at: number, maxEvents = Number.POSITIVE_INFINITY): boolean {
    return this.branch.runUntil(at, maxEvents);
  }

  /**
   * Takes the cursor to a later virtual time: over what has happened, then with the engine, which handles at most so many
   * events. True when that time is reached, or the cursor may go no farther.
   */
  flowTo(at: number, maxEvents: number): boolean {
    const { trace, now } = this.branch.cluster.kernel;
    if (this.limit !== undefined || at < now) {
      this.seek(Math.max(this.position, Math.min(trace.positionOfTime(at), this.reach - 1)));
      return true;
    }
    const reached = this.branch.runUntil(at, maxEvents);
    this.seekEnd();
    return reached;
  }

  /** Gives a command at the cursor, in a new branch when that is in the past. The cursor goes to the command's own event. */
  command(command: Command): { position: number; forked: boolean } {
    const { kernel } = this.branch.cluster;
    // What is left of the cursor's own instant is no future that one could change.
    if (this.timeline.inPast && (this.event(this.length - 1)?.at ?? 0) <= this.timeline.cursorAt)
      this.seek(this.length - 1);
    // A replay takes commands between instants, so a live run does the same. The rest of the instant is no future either.
    if (!this.timeline.inPast) {
      this.branch.runUntil(kernel.now);
      this.seek(this.length - 1);
    }
    const before = this.branch.name;
    const { branch, at } = this.timeline.command(command);
    if (branch.name !== before) this.onMove([]);
    const from = this.length;
    branch.runUntil(at);
    let position = from;
    while (position < this.length - 1 && this.event(position)?.at !== at) position++;
    const shown = (command.type === 'line' ? this.printedRun(position) : this.refusedRun(position)) ?? position;
    this.seek(shown);
    return { position: shown, forked: branch.name !== before };
  }

  /** Where a typed line has printed what it can print for now. The engine runs that far and no farther. */
  private printedRun(from: number): number | undefined {
    const { kernel } = this.branch.cluster;
    const prints = () => kernel.upcoming().some(({ target, type }) => target === 'kubectl' && type === 'print');
    for (let steps = 0; steps < refusalSteps && prints(); steps++) if (!this.branch.step()) break;
    for (let position = this.length - 1; position > from; position--)
      if (this.event(position)?.verb === 'kubectl.print') return position;
    return undefined;
  }

  /** What Tab offers at the end of a line, with the objects at the cursor. */
  complete(line: string): Completion {
    const { view, cluster } = this.branch;
    const settings = cluster.kernel.table<{ namespace: string }>('kubectl-settings', { traced: false });
    const names = (resource: string, namespace: string) =>
      view
        .table(`api/${resource}`)
        .keys()
        .filter((key) => namespace === '' || key.startsWith(`${namespace}/`))
        .map((key) => key.slice(key.indexOf('/') + 1));
    return completeTyped(line, names, settings.get('context')?.namespace ?? 'default');
  }

  /**
   * Where kubectl says that a command did not work, if it did not: nobody should have to step there to learn it. The engine
   * runs that far and no farther.
   */
  private refusedRun(from: number): number | undefined {
    if (this.event(from)?.actor !== 'kubectl') return undefined;
    const requests: TraceEvent[] = [];
    for (let position = from; position < this.length; position++) {
      const event = this.event(position);
      if (event?.actor === 'kubectl' && event.verb.startsWith('api.')) requests.push(event);
    }
    if (requests.length > 0 && !requests.some(isFailure)) return undefined;
    for (let position = from, steps = 0; steps < refusalSteps; steps++) {
      for (; position < this.length; position++) {
        const event = this.event(position);
        const { exitCode } = (event?.detail ?? {}) as { exitCode?: number };
        if (event?.verb === 'kubectl.print' && exitCode) return position;
      }
      if (!this.branch.step()) break;
    }
    return undefined;
  }

  /** The cluster's answers to the newest command of kubectl until an event. */
  answersTo(position: number): TraceEvent[] {
    let from = position;
    while (from > this.oldest && this.event(from)?.verb !== 'command') from--;
    const answers: TraceEvent[] = [];
    for (let at = from; at < this.length; at++) {
      const event = this.event(at);
      if (event?.actor === 'kubectl' && event.verb.startsWith('api.')) answers.push(event);
    }
    return answers;
  }

  /** A row as it stands at the cursor. */
  rowAtCursor(table: string, key: string): unknown {
    return this.branch.view.table(table).get(key);
  }

  /** Begins a branch that is the current one up to the cursor's virtual time. */
  fork(): void {
    this.timeline.fork(this.at);
    this.onMove([]);
  }

  switchBranch(name: string): void {
    const branch = this.branchNamed(name);
    if (!branch || branch === this.branch) return;
    this.timeline.current = branch;
    this.onMove([]);
  }

  detail(position: number): EventDetail | undefined {
    const event = this.event(position);
    if (!event) return undefined;
    const { changes, ...rest } = event;
    return { position, event: rest, changes };
  }

  hash(): LabHash {
    const { kernel } = this.branch.cluster;
    return { trace: kernel.trace.currentHash(), state: kernel.stateHash(), seq: kernel.seq, now: kernel.now };
  }

  /** What brings one branch back: seed, config, commands, and how far it was played. */
  private sceneOf(branch: Branch): Scene {
    const { kernel } = branch.cluster;
    const { seed, config } = this;
    const { commands, now: until } = kernel;
    return filesAsText({
      version: 1,
      engine: engineVersion,
      seed,
      config,
      commands,
      until,
      position: branch.view.position,
    });
  }

  /** The scene of the current branch, as it is shared. */
  scene(): Scene {
    return this.sceneOf(this.branch);
  }

  save(): SavedLab {
    const branches = this.timeline.branches.map((branch) => ({
      name: branch.name,
      parent: branch.parent?.name,
      forkedAt: branch.parent?.at ?? 0,
      ...(this.titles.has(branch.name) ? { title: this.titles.get(branch.name) as string } : {}),
      scene: this.sceneOf(branch),
    }));
    return { current: this.branch.name, branches };
  }

  /**
   * Plays what was saved, branch by branch. Yields now and then how much of its virtual time is done, from 0 to 1, so that the
   * caller can see to other things. Throws when it cannot be played, or takes more than `maxEvents` trace events.
   */
  *restore(saved: SavedLab, maxEvents = Number.POSITIVE_INFINITY, eventsBetween = 500): Generator<number, void> {
    const spanOf = ({ forkedAt, scene }: SavedLab['branches'][number]) => Math.max(1, scene.until - forkedAt);
    const whole = saved.branches.reduce((sum, branch) => sum + spanOf(branch), 0);
    let before = 0;
    for (const branch of saved.branches) {
      if (branch.parent !== undefined) {
        this.switchBranch(branch.parent);
        this.timeline.fork(branch.forkedAt);
      }
      if (branch.title !== undefined) this.rename(branch.name, branch.title);
      for (const _ of this.replay(branch.scene, eventsBetween)) {
        if (this.length > maxEvents) throw new Error(tooMuchToPlay);
        yield Math.min(1, (before + Math.max(0, this.now - branch.forkedAt)) / whole);
      }
      if (this.length > maxEvents) throw new Error(tooMuchToPlay);
      before += spanOf(branch);
    }
    this.switchBranch(saved.current);
    this.onMove([]);
  }

  /** Plays the commands of a scene that come after now, each at its own microsecond, and goes to where the scene left off. */
  private *replay(given: Scene, eventsBetween: number): Generator<undefined, void> {
    const scene = filesFromText(given);
    if (typeof scene === 'string') throw new Error(scene);
    const { kernel } = this.branch.cluster;
    const known = new Set(kernel.commands.map(({ at }) => at));
    for (const { at, command } of scene.commands) {
      if (known.has(at)) continue;
      if (at <= kernel.now) throw new Error(`a command at ${at}, before the cluster stands at ${kernel.now}`);
      while (!this.branch.runUntil(at - 1, eventsBetween)) yield;
      kernel.commandAt(at, command);
      while (!this.branch.runUntil(at, eventsBetween)) yield;
    }
    while (scene.until > kernel.now && !this.branch.runUntil(scene.until, eventsBetween)) yield;
    this.seek(scene.position < 0 ? this.length - 1 : scene.position);
  }
}
