// Models: nothing of Kubernetes; one run of a cluster with its branches, and where the learner looks.
// Simplified: —
// Not modelled: —
import { Cluster } from './cluster';
import { type ClusterConfig, configure } from './config';
import type { ProcessFactory } from './engine-context';
import type { Command, KernelState, LoggedCommand } from './kernel/kernel';
import { ViewCursor } from './kernel/view-cursor';

interface Checkpoint {
  readonly at: number;
  /** Events of the trace by then, dropped ones counted. */
  readonly length: number;
  readonly snapshot: KernelState;
}

/** Kernel events between two checkpoints; fewer where few events are kept. */
const checkpointEvery = 5_000;
/** Checkpoints kept a branch; beyond it every second one goes, so the oldest are the farthest apart. */
const maxCheckpoints = 40;

/** One line of events: a cluster, its checkpoints, and a view cursor over its trace. */
export class Branch {
  readonly name: string;
  /** Where it left its parent; `undefined` for the first branch. */
  readonly parent: { readonly name: string; readonly at: number } | undefined;
  readonly cluster: Cluster;
  readonly view: ViewCursor;
  /** Called when the cursor had to go along because what it stood on is no longer kept. */
  onViewMoved: (touched: Set<string>) => void = () => {};
  private checkpoints: Checkpoint[];
  private handledAtCheckpoint = 0;
  private readonly maxEvents: number;

  /** `checkpoints`: those of its parent until where it begins. `maxEvents`: trace events kept. */
  constructor(
    name: string,
    parent: Branch['parent'],
    cluster: Cluster,
    maxEvents: number,
    checkpoints: readonly Checkpoint[] = [],
  ) {
    this.name = name;
    this.parent = parent;
    this.cluster = cluster;
    this.maxEvents = maxEvents;
    this.checkpoints = [...checkpoints];
    const { trace } = cluster.kernel;
    const first = trace.dropped > 0 ? checkpoints[0] : undefined;
    this.view = new ViewCursor(trace, first && { position: first.length - 1, tables: first.snapshot.tables });
    this.checkpoint();
  }

  private checkpoint(): void {
    const { kernel } = this.cluster;
    this.handledAtCheckpoint = kernel.handled;
    this.checkpoints.push({ at: kernel.now, length: kernel.trace.length, snapshot: kernel.state() });
    if (this.checkpoints.length > maxCheckpoints)
      this.checkpoints = this.checkpoints.filter((_, i) => i === 0 || i % 2 === 0);
  }

  private afterStep(): void {
    const { trace, handled, now } = this.cluster.kernel;
    // A checkpoint stands at an event, so that whoever goes back to the first one kept is at an event and at its time.
    if (
      handled - this.handledAtCheckpoint >= Math.min(checkpointEvery, this.maxEvents >> 4) &&
      trace.at(trace.length - 1)?.at === now
    )
      this.checkpoint();
    if (trace.events.length > this.maxEvents) this.dropOldest();
  }

  /**
   * Forgets about a quarter of the events, up to one at which a checkpoint stands: the earliest moment that can be shown is
   * one from which the engine can go on.
   */
  private dropOldest(): void {
    const { trace } = this.cluster.kernel;
    const least = trace.dropped + (this.maxEvents >> 2);
    const first = this.checkpoints.find(({ length }) => length > least);
    if (!first) return;
    this.checkpoints = this.checkpoints.filter(({ length }) => length >= first.length);
    const position = first.length - 1;
    const touched = this.view.position < position ? this.view.moveTo(position) : undefined;
    trace.dropBefore(position);
    if (touched) this.onViewMoved(touched);
  }

  /** Handles one event. False when nothing will ever happen. */
  step(): boolean {
    const went = this.cluster.kernel.step();
    if (went) this.afterStep();
    return went;
  }

  /** Handles events until a virtual time, at most `maxEvents` of them. True when that time is reached. */
  runUntil(at: number, maxEvents = Number.POSITIVE_INFINITY): boolean {
    const { kernel } = this.cluster;
    for (let n = 0; n < maxEvents; n++) {
      const next = kernel.nextAt();
      if (next === undefined || next > at || kernel.stop) {
        kernel.runUntil(at);
        return true;
      }
      this.step();
    }
    return false;
  }

  /** Handles events until only housekeeping is left, at most `maxEvents` and not past `limitAt`. True when settled. */
  runUntilSettled(limitAt: number, maxEvents = Number.POSITIVE_INFINITY): boolean {
    const { kernel } = this.cluster;
    for (let n = 0; n < maxEvents && !kernel.settled; n++) {
      const next = kernel.nextAt();
      if (next === undefined || next > limitAt || !this.step()) break;
    }
    return kernel.settled;
  }

  /** Rows of a table at the earliest moment that is kept; what the trace changes comes on top of them. */
  baseRows<R>(table: string): ReadonlyMap<string, R> {
    const { tables } = (this.checkpoints[0] as Checkpoint).snapshot;
    return (tables.find(({ name }) => name === table)?.rows ?? new Map()) as ReadonlyMap<string, R>;
  }

  /** The checkpoints that are not after a virtual time, oldest first; never none. */
  checkpointsUntil(at: number): readonly Checkpoint[] {
    const until = this.checkpoints.filter((checkpoint) => checkpoint.at <= at);
    if (until.length === 0) throw new Error(`nothing is kept of ${at} or before`);
    return until;
  }
}

/** Every branch of one cluster. The engine of a branch only moves forward; going back is the view cursor's. */
export class Timeline {
  readonly config: Partial<ClusterConfig>;
  private readonly extra: readonly ProcessFactory[];
  readonly branches: Branch[] = [];
  current: Branch;
  /** Trace events kept a branch. */
  private readonly maxEvents: number;
  /** Called when the current branch's cursor had to go along because what it stood on is no longer kept. */
  onViewMoved: (touched: Set<string>) => void = () => {};

  constructor(config: Partial<ClusterConfig>, extra: readonly ProcessFactory[] = []) {
    const { limits } = configure(config);
    this.maxEvents = limits.traceEvents;
    // A branch drops events itself, where it has a checkpoint.
    this.config = { ...config, limits: { ...limits, traceEvents: Number.POSITIVE_INFINITY } };
    this.extra = extra;
    this.current = this.add(new Branch('main', undefined, new Cluster(this.config, extra).boot(), this.maxEvents));
  }

  private add(branch: Branch): Branch {
    branch.onViewMoved = (touched) => {
      if (branch === this.current) this.onViewMoved(touched);
    };
    this.branches.push(branch);
    return branch;
  }

  /** Virtual time at the view cursor. */
  get cursorAt(): number {
    const { view, cluster } = this.current;
    return cluster.kernel.trace.at(view.position)?.at ?? 0;
  }

  /** Whether the cursor is behind the newest event, so that a command there starts a branch. */
  get inPast(): boolean {
    const { view, cluster } = this.current;
    return view.position < cluster.kernel.trace.length - 1;
  }

  /**
   * Gives a command at the cursor. In the present it goes to the current branch; in the past a new branch begins
   * there, and the old one keeps its name. Returns the branch and the microsecond at which the command is taken.
   */
  command(command: Command): { branch: Branch; at: number } {
    if (this.inPast) this.current = this.fork(this.cursorAt);
    return { branch: this.current, at: this.current.cluster.kernel.command(command) };
  }

  /** A branch that is the current one up to and including a virtual time, and has no commands after it. */
  fork(at: number): Branch {
    const parent = this.current;
    const checkpoints = parent.checkpointsUntil(at);
    const { length, snapshot } = checkpoints[checkpoints.length - 1] as Checkpoint;
    const { trace } = parent.cluster.kernel;
    const cluster = new Cluster(this.config, this.extra);
    cluster.restore(snapshot, trace.prefix(length, snapshot.seq));
    const later = parent.cluster.kernel.commands.filter((entry) => entry.at > snapshot.now && entry.at <= at);
    const known = new Set(cluster.kernel.commands.map((entry) => entry.at));
    for (const entry of later) if (!known.has(entry.at)) cluster.kernel.commandAt(entry.at, entry.command);
    cluster.kernel.dropCommandsAfter(at);
    cluster.kernel.runUntil(at);
    const name = `branch-${this.branches.length}`;
    const branch = this.add(new Branch(name, { name: parent.name, at }, cluster, this.maxEvents, checkpoints));
    branch.view.moveTo(cluster.kernel.trace.length - 1);
    this.current = branch;
    return branch;
  }

  /** Plays a log of commands in a new cluster: how a shared link or a lost tab comes back. */
  static replay(
    config: Partial<ClusterConfig>,
    commands: readonly LoggedCommand[],
    extra: readonly ProcessFactory[] = [],
  ): Timeline {
    const timeline = new Timeline(config, extra);
    for (const { at, command } of commands) timeline.current.cluster.kernel.commandAt(at, command);
    return timeline;
  }
}
