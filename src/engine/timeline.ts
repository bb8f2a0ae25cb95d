// Models: nothing of Kubernetes; one run of a cluster with its branches, and where the learner looks.
// Simplified: —
// Not modelled: —
import { Cluster } from './cluster';
import type { ClusterConfig } from './config';
import type { ProcessFactory } from './engine-context';
import type { Command, LoggedCommand, Snapshot } from './kernel/kernel';
import { ViewCursor } from './kernel/view-cursor';

interface Checkpoint {
  readonly seq: number;
  readonly at: number;
  readonly snapshot: Snapshot;
}

/** Kernel events between two checkpoints. */
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
  private checkpoints: Checkpoint[] = [];
  private handledAtCheckpoint = 0;

  constructor(name: string, parent: Branch['parent'], cluster: Cluster) {
    this.name = name;
    this.parent = parent;
    this.cluster = cluster;
    this.view = new ViewCursor(cluster.kernel.trace);
    this.checkpoint();
  }

  private checkpoint(): void {
    const { kernel } = this.cluster;
    this.handledAtCheckpoint = kernel.handled;
    this.checkpoints.push({ seq: kernel.seq, at: kernel.now, snapshot: kernel.snapshot() });
    if (this.checkpoints.length > maxCheckpoints)
      this.checkpoints = this.checkpoints.filter((_, i) => i === 0 || i % 2 === 0);
  }

  private afterStep(): void {
    const { kernel } = this.cluster;
    if (kernel.handled - this.handledAtCheckpoint >= checkpointEvery) this.checkpoint();
    // Events behind a cursor that stays cannot be dropped: it goes along with what is kept.
    const { trace } = kernel;
    if (trace.events.length >= trace.maxEvents && this.view.position < trace.dropped + (trace.maxEvents >> 2)) {
      this.view.moveTo(trace.dropped + (trace.maxEvents >> 2));
    }
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

  /** The newest checkpoint that is not after a virtual time. */
  checkpointBefore(at: number): Checkpoint {
    let found = this.checkpoints[0] as Checkpoint;
    for (const checkpoint of this.checkpoints) if (checkpoint.at <= at) found = checkpoint;
    return found;
  }
}

/** Every branch of one cluster. The engine of a branch only moves forward; going back is the view cursor's. */
export class Timeline {
  readonly config: Partial<ClusterConfig>;
  private readonly extra: readonly ProcessFactory[];
  readonly branches: Branch[] = [];
  current: Branch;

  constructor(config: Partial<ClusterConfig>, extra: readonly ProcessFactory[] = []) {
    this.config = config;
    this.extra = extra;
    this.current = new Branch('main', undefined, new Cluster(config, extra).boot());
    this.branches.push(this.current);
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
    const checkpoint = parent.checkpointBefore(at);
    const { trace } = parent.cluster.kernel;
    const cluster = new Cluster(this.config, this.extra);
    cluster.restore(checkpoint.snapshot, trace.prefix(checkpoint.seq, checkpoint.snapshot.traceHash));
    const later = parent.cluster.kernel.commands.filter((entry) => entry.at > checkpoint.at && entry.at <= at);
    const known = new Set(cluster.kernel.commands.map((entry) => entry.at));
    for (const entry of later) if (!known.has(entry.at)) cluster.kernel.commandAt(entry.at, entry.command);
    cluster.kernel.dropCommandsAfter(at);
    cluster.kernel.runUntil(at);
    const branch = new Branch(`branch-${this.branches.length}`, { name: parent.name, at }, cluster);
    branch.view.moveTo(cluster.kernel.trace.length - 1);
    this.branches.push(branch);
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
