// Models: nothing of Kubernetes; a synchronous, single-threaded, discrete-event simulation.
// Simplified: —
// Not modelled: —
import { hashJson, hashText, mixHash } from '../../shared/hash';
import { EventQueue, type KernelEvent } from './event-queue';
import { rand } from './random';
import { type Change, Table, type WriteListener } from './table';
import { type Emission, type Recording, Trace, type TraceEvent } from './trace';

/** Named bounds of one simulation. Passing one stops it with a reason that a learner can read. */
export interface KernelLimits {
  /** Events at one virtual instant. */
  readonly eventsPerInstant: number;
  /** Events waiting to happen. */
  readonly queueLength: number;
  /** Trace events kept; beyond it the oldest are dropped. */
  readonly traceEvents: number;
}

export const defaultLimits: KernelLimits = {
  eventsPerInstant: 200_000,
  queueLength: 5_000_000,
  traceEvents: 1_000_000,
};

export interface KernelConfig {
  readonly seed: number;
  readonly recording: Recording;
  readonly limits: KernelLimits;
}

/** Something from outside: a request, a fault, an applied manifest. Plain data, kept for replay. */
export interface Command {
  /** Name of the component that takes it. */
  readonly to: string;
  readonly type: string;
  readonly payload: unknown;
}

export interface LoggedCommand {
  readonly at: number;
  readonly command: Command;
}

/** Why the simulation stands still for good. */
export interface Stop {
  readonly reason: 'EventsPerInstant' | 'QueueLength' | 'ObjectLimit';
  readonly limit: number;
  readonly at: number;
  /** The component that was busiest, or the kind of object that is too many. */
  readonly subject: string;
}

export type Handler = (event: KernelEvent) => void;

interface ScheduleOptions {
  readonly cause?: number;
  readonly background?: boolean;
}

/** The whole state between two events, but for the trace. Rows are shared, so taking one costs little. */
export interface KernelState {
  readonly seed: number;
  readonly now: number;
  readonly order: number;
  readonly seq: number;
  readonly lastCommandAt: number;
  readonly instantCount: number;
  readonly stop: Stop | undefined;
  readonly commands: readonly LoggedCommand[];
  readonly queue: readonly KernelEvent[];
  readonly tables: readonly { name: string; traced: boolean; rows: ReadonlyMap<string, unknown> }[];
}

/** That, and what the trace goes on with where its events are not at hand. */
export interface Snapshot extends KernelState {
  readonly traceHash: number;
}

export class Kernel {
  readonly seed: number;
  readonly limits: KernelLimits;
  trace: Trace;
  /** Virtual time, microseconds since the cluster's start. */
  now = 0;
  /** Of the last trace event. */
  seq = 0;
  /** `seq` that the next events are caused by, unless they say otherwise. */
  cause = 0;
  stop: Stop | undefined;
  commands: LoggedCommand[] = [];
  /** Events handled since this kernel was made; a figure for benchmarks, no state. */
  handled = 0;
  private order = 0;
  private lastCommandAt = 0;
  private instantCount = 0;
  private queue = new EventQueue();
  private tables = new Map<string, Table<unknown>>();
  private untraced = new Set<string>();
  private handlers = new Map<string, Handler>();
  private dispatchSeq = 0;
  private open: Change[] | undefined;
  /** With milestones only: the changes since the last one, by table and key. */
  private pending = new Map<string, Map<string, { before: unknown; after: unknown }>>();
  private milestone: TraceEvent | undefined;
  private writeListeners: WriteListener[] = [];

  constructor(config: KernelConfig) {
    this.seed = config.seed;
    this.limits = config.limits;
    this.trace = new Trace(config.recording, config.limits.traceEvents);
  }

  /** The table of that name, made when first asked for. An untraced one is state, but no part of any picture. */
  table<R>(name: string, options: { traced: boolean } = { traced: true }): Table<R> {
    let table = this.tables.get(name);
    if (!table) {
      const traced = options.traced;
      if (!traced) this.untraced.add(name);
      table = new Table<unknown>(name, traced ? this.recordWrite : this.checkWrite);
      this.tables.set(name, table);
    }
    return table as Table<R>;
  }

  /** Names of all tables, sorted. */
  tableNames(): string[] {
    return [...this.tables.keys()].sort();
  }

  isTraced(name: string): boolean {
    return !this.untraced.has(name);
  }

  /** Calls `listener` on each write to a traced table. For checkers and benchmarks; it may not write. */
  onWrite(listener: WriteListener): void {
    this.writeListeners.push(listener);
  }

  private checkWrite = (table: string, key: string): void => {
    if (this.seq === this.dispatchSeq) throw new Error(`row ${table}/${key} written before any event was emitted`);
  };

  private recordWrite = (table: string, key: string, before: unknown, after: unknown): void => {
    this.checkWrite(table, key);
    for (const listener of this.writeListeners) listener(table, key, before, after);
    if (this.trace.recording === 'full') {
      (this.open as Change[]).push({ table, key, before, after });
    } else if (this.trace.recording === 'milestones') {
      let changes = this.pending.get(table);
      if (!changes) {
        changes = new Map();
        this.pending.set(table, changes);
      }
      const earlier = changes.get(key);
      if (earlier) earlier.after = after;
      else changes.set(key, { before, after });
    }
  };

  /** Registers the code that handles the events of one component. */
  on(target: string, handler: Handler): void {
    if (this.handlers.has(target)) throw new Error(`two components are named ${target}`);
    this.handlers.set(target, handler);
  }

  /** Lets something happen at a virtual time, not before now. */
  schedule(at: number, target: string, type: string, payload: unknown, options: ScheduleOptions = {}): void {
    if (!(at >= this.now)) throw new Error(`${target} ${type} scheduled at ${at}, before ${this.now}`);
    this.queue.push({
      at: Math.ceil(at),
      phase: 1,
      order: ++this.order,
      target,
      type,
      payload,
      cause: options.cause ?? this.cause,
      background: options.background ?? false,
    });
    if (this.queue.length > this.limits.queueLength) this.halt('QueueLength', this.limits.queueLength, target);
  }

  /** Says what happens; the rows written next belong to it. Returns its `seq`. */
  emit(emission: Emission): number {
    const seq = ++this.seq;
    const recording = this.trace.recording;
    if (recording === 'off') return seq;
    const cause = emission.cause ?? this.cause;
    this.trace.noteCause(seq, cause);
    if (recording === 'milestones' && emission.level !== 'milestone') return seq;
    const changes: Change[] = [];
    const event: TraceEvent = {
      seq,
      at: this.now,
      cause,
      alsoCauses: emission.alsoCauses,
      actor: emission.actor,
      target: emission.target,
      verb: emission.verb,
      subject: emission.subject,
      level: emission.level,
      detail: emission.detail ?? null,
      changes,
    };
    if (recording === 'milestones') this.milestone = event;
    this.open = changes;
    this.trace.push(event);
    return seq;
  }

  /** A draw in [0, 1); see `rand`. */
  rand(component: string, purpose: string, objectKey: string, n: number): number {
    return rand(this.seed, component, purpose, objectKey, n);
  }

  /** Takes a command at the next unused microsecond. Returns that time. */
  command(command: Command): number {
    const at = Math.max(this.now, this.lastCommandAt) + 1;
    this.commandAt(at, command);
    return at;
  }

  /** Takes a command at a given later microsecond: how a replay gives what a live run logged. */
  commandAt(at: number, command: Command): void {
    if (!(at > this.now) || !(at > this.lastCommandAt)) throw new Error(`command at ${at}, not after ${this.now}`);
    this.lastCommandAt = at;
    this.commands.push({ at, command });
    const { to, type, payload } = command;
    // A command's time is its own, so it needs no order; the counter stays the same live and in a replay.
    this.queue.push({ at, phase: 0, order: 0, target: to, type, payload, cause: 0, background: false });
  }

  /** Forgets commands that were given for later than a virtual time: a branch begins before them. */
  dropCommandsAfter(at: number): void {
    this.commands = this.commands.filter((entry) => entry.at <= at);
    this.queue.load(this.queue.toSorted().filter((event) => event.phase === 1 || event.at <= at));
    this.lastCommandAt = this.commands[this.commands.length - 1]?.at ?? 0;
  }

  /** Stops for good, with a reason. */
  halt(reason: Stop['reason'], limit: number, subject: string): void {
    if (this.stop) return;
    this.stop = { reason, limit, at: this.now, subject };
    this.emit({ actor: 'kernel', verb: 'kernel.stop', subject, level: 'milestone', detail: this.stop });
  }

  /** Time of the next event; `undefined` when nothing will ever happen. */
  nextAt(): number | undefined {
    return this.queue.peek()?.at;
  }

  /** Everything that is going to happen so far, in no order that means anything. Valid until the next event. */
  upcoming(): readonly KernelEvent[] {
    return this.queue.all();
  }

  /** Whether only housekeeping is left to happen. */
  get settled(): boolean {
    return this.queue.foreground === 0;
  }

  /** Runs code at this instant as though an event had called it. For assembling and tests. */
  perform(action: () => void): void {
    this.dispatchSeq = this.seq;
    action();
    this.closeMilestone();
  }

  /** Handles the next event. False when there is none, or the simulation has stopped. */
  step(): boolean {
    if (this.stop) return false;
    const event = this.queue.pop();
    if (!event) return false;
    if (event.at !== this.now) {
      this.now = event.at;
      this.instantCount = 0;
    }
    this.handled++;
    this.cause = event.cause;
    this.dispatchSeq = this.seq;
    if (++this.instantCount > this.limits.eventsPerInstant) {
      this.halt('EventsPerInstant', this.limits.eventsPerInstant, event.target);
      return false;
    }
    const handler = this.handlers.get(event.target);
    if (!handler) throw new Error(`no component is named ${event.target}`);
    handler(event);
    this.closeMilestone();
    return true;
  }

  private closeMilestone(): void {
    if (!this.milestone) return;
    const changes = this.milestone.changes as Change[];
    for (const [table, rows] of this.pending) {
      for (const [key, { before, after }] of rows) if (before !== after) changes.push({ table, key, before, after });
    }
    this.pending.clear();
    this.milestone = undefined;
  }

  /** Handles every event up to and including a virtual time, which is then now. */
  runUntil(at: number): void {
    let next = this.nextAt();
    while (next !== undefined && next <= at && this.step()) next = this.nextAt();
    if (!this.stop && at > this.now) {
      this.now = at;
      this.instantCount = 0;
    }
  }

  /** Runs until only housekeeping is left, but not past a virtual time. True when settled. */
  runUntilSettled(limitAt: number): boolean {
    let next = this.nextAt();
    while (!this.settled && next !== undefined && next <= limitAt && this.step()) next = this.nextAt();
    return this.settled;
  }

  snapshot(): Snapshot {
    return { ...this.state(), traceHash: this.trace.currentHash() };
  }

  state(): KernelState {
    return {
      seed: this.seed,
      now: this.now,
      order: this.order,
      seq: this.seq,
      lastCommandAt: this.lastCommandAt,
      instantCount: this.instantCount,
      stop: this.stop,
      commands: [...this.commands],
      queue: this.queue.toSorted(),
      tables: this.tableNames().map((name) => ({
        name,
        traced: this.isTraced(name),
        rows: (this.tables.get(name) as Table<unknown>).copyRows(),
      })),
    };
  }

  /** Replaces the whole state, and the trace. The components must be the same as those of the kernel that it comes from. */
  restore(snapshot: Snapshot): void;
  restore(state: KernelState, trace: Trace): void;
  restore(snapshot: KernelState & Partial<Snapshot>, trace?: Trace): void {
    if (snapshot.seed !== this.seed) throw new Error('a snapshot of another seed');
    this.now = snapshot.now;
    this.order = snapshot.order;
    this.seq = snapshot.seq;
    this.lastCommandAt = snapshot.lastCommandAt;
    this.instantCount = snapshot.instantCount;
    this.stop = snapshot.stop;
    this.commands = [...snapshot.commands];
    this.queue.load(snapshot.queue);
    this.pending.clear();
    for (const table of this.tables.values()) table.load(new Map());
    for (const { name, traced, rows } of snapshot.tables) this.table(name, { traced }).load(rows);
    if (trace) this.trace = trace;
    else {
      this.trace = new Trace(this.trace.recording, this.trace.maxEvents);
      this.trace.resumeHash(snapshot.traceHash ?? 0);
    }
  }

  /** Hash of the whole state, independent of the order in which rows were written. */
  stateHash(): number {
    let hash = hashJson([this.now, this.order, this.seq, this.commands.filter((entry) => entry.at <= this.now)]);
    for (const event of this.queue.toSorted()) {
      const { at, phase, order, target, type, payload, cause, background } = event;
      hash = mixHash(hash, hashText(`${at} ${phase} ${order} ${target} ${type} ${cause} ${background}`));
      hash = mixHash(hash, hashJson(payload ?? null));
    }
    let sum = 0;
    for (const [name, table] of this.tables) {
      for (const key of table.keys()) {
        const row = mixHash(hashText(`${name}\n${key}`), hashJson(table.get(key)));
        // Half the range of whole numbers: a sum of two is still exact, so that the order of tables does not matter.
        sum = (sum + (row % 4503599627370496)) % 4503599627370496;
      }
    }
    return mixHash(hash, sum);
  }
}
