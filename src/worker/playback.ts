import type { Lab } from './lab';
import type { Granularity, PlayerState, Speed } from './protocol';

/** Time outside the simulation, given from outside so that tests can hold it. Milliseconds. */
export interface Clock {
  now(): number;
  /** Calls back once after some time; the result cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

/** How long an event stays on the screen at speed 1, at least: the time a message needs on its edge, and to be read. */
const eventMs = 400;
/** Waits are shortened to this, at every speed: 30 s of an image pull are no lesson. */
const longestWaitMs = 1_600;
/** Between two looks at the clock while virtual time flows. */
const tickMs = 50;
/** What may have passed between two such looks: a tab in the background is called once a second or less. */
const longestTickMs = 250;
/** Virtual seconds a second at rest, at the fastest, when nothing is due. */
const idleRate = 600;
/** Work in one go, so that calls are answered in between. */
const sliceMs = 8;
const sliceEvents = 500;

/** Milliseconds between two shown events that lie `gapMicros` apart in virtual time. */
export function paceMs(gapMicros: number, speed: number): number {
  const natural = gapMicros / 1000 / speed;
  return Math.min(Math.max(natural, eventMs / speed), Math.max(longestWaitMs, eventMs / speed));
}

/** Virtual time that passes in the same wall time, where a speed says so. */
function rateOf(speed: Speed): number | undefined {
  return typeof speed === 'string' && speed !== 'max' ? Number(speed.slice('real-'.length)) : undefined;
}

/**
 * Moves the cursor forward by itself, until the cluster is at rest. Speed is this player's matter and never the
 * simulation's: in the player's rhythm a burst of messages within a millisecond is stretched until it can be seen, and a long
 * wait is cut short; else virtual time flows at a rate. Whoever plays on at rest sees time flow.
 */
export class Playback {
  private readonly lab: Lab;
  private readonly clock: Clock;
  private readonly onChange: () => void;
  private cancel: (() => void) | undefined;
  /** Whether time passes at rest: the learner has asked for that there. */
  private onward = false;
  /** The rate at which what is due then is reached within the longest wait. */
  private dueRate = 0;
  private speed: Speed = 1;
  private granularity: Granularity = 'action';
  private finished: (() => void) | undefined;
  /** While time flows: where it is, and when that was. */
  private flow: { at: number; seen: number } | undefined;

  constructor(lab: Lab, clock: Clock, onChange: () => void) {
    this.lab = lab;
    this.clock = clock;
    this.onChange = onChange;
  }

  get state(): PlayerState {
    return { playing: this.cancel !== undefined, speed: this.speed, granularity: this.granularity };
  }

  /** Starts, or goes on with other settings. `onward`: at rest, time passes until there is something to do again. */
  play(speed: Speed, granularity: Granularity, onward = false): void {
    this.stop();
    this.speed = speed;
    this.granularity = granularity;
    this.onward = onward && this.lab.atRest;
    const due = this.onward ? this.lab.due() : undefined;
    this.dueRate = due ? (due.at - this.lab.now) / 1000 / longestWaitMs : 0;
    this.schedule(0);
    this.onChange();
  }

  tune(options: Partial<{ readonly speed: Speed; readonly granularity: Granularity }>): void {
    this.speed = options.speed ?? this.speed;
    this.granularity = options.granularity ?? this.granularity;
    if (this.cancel && !this.finished) this.schedule(0);
    this.onChange();
  }

  pause(): void {
    if (!this.cancel) return;
    this.stop();
    this.onChange();
  }

  /**
   * Runs as fast as possible until the cluster is at rest, then shows the last event; a cluster at rest that waits for
   * something, from there until it rests again. Calls back when it does, or when stopped.
   */
  toEnd(finished: () => void): void {
    this.stop();
    this.finished = finished;
    const { lab } = this;
    const dueAt = lab.limit === undefined ? lab.due()?.at : undefined;
    const rests = () =>
      (dueAt === undefined || lab.now >= dueAt || lab.runUntil(dueAt, sliceEvents)) && lab.runTowardsRest(sliceEvents);
    const run = (): void => {
      const until = this.clock.now() + sliceMs;
      let rest = lab.limit !== undefined || rests();
      while (!rest && this.clock.now() < until) rest = rests();
      if (rest) {
        lab.seekEnd();
        this.stop();
      } else this.cancel = this.clock.after(0, run);
      this.onChange();
    };
    this.cancel = this.clock.after(0, run);
    this.onChange();
  }

  private stop(): void {
    this.cancel?.();
    this.cancel = undefined;
    this.flow = undefined;
    const { finished } = this;
    this.finished = undefined;
    finished?.();
  }

  private schedule(delayMs: number): void {
    this.cancel?.();
    this.cancel = this.clock.after(delayMs, this.next);
  }

  private next = (): void => {
    const { lab } = this;
    if (this.onward && !lab.atRest) {
      // Something has begun: it is played as everything else is, and there it ends.
      this.onward = false;
      this.flow = undefined;
    }
    const rate = this.onward ? this.idleRate() : rateOf(this.speed);
    if (rate !== undefined) this.pass(rate);
    else if (this.speed === 'max') this.rush();
    else this.beat(this.speed as number);
  };

  /** At rest the rhythm has nothing to show: its factor is one of real time, but for a wait that is cut short. */
  private idleRate(): number {
    if (typeof this.speed === 'number') return Math.max(this.speed, this.dueRate);
    return rateOf(this.speed) ?? Math.max(idleRate, this.dueRate);
  }

  /** Lets virtual time flow until the next tick. */
  private pass(rate: number): void {
    const { lab, clock } = this;
    const seen = clock.now();
    const flow = this.flow ?? { at: lab.at, seen };
    const passed = flow.at + Math.min(seen - flow.seen, longestTickMs) * 1000 * rate;
    const goal = lab.settled && !this.onward ? Math.min(passed, lab.now) : passed;
    const until = seen + sliceMs;
    let reached = lab.flowTo(goal, sliceEvents);
    while (!reached && clock.now() < until) reached = lab.flowTo(goal, sliceEvents);
    const atLast = lab.limit === undefined ? !lab.timeline.inPast : lab.position >= lab.lastShown;
    if (atLast && (lab.limit !== undefined || lab.halted || (lab.settled && !this.onward))) {
      this.end();
      return;
    }
    // What the machine cannot do in time is late, and not made up for.
    this.flow = { at: reached ? Math.max(goal, lab.at) : lab.at, seen };
    this.onChange();
    this.schedule(reached ? tickMs : 0);
  }

  /** Shows the next event, then waits as long as the one after it is away. */
  private beat(speed: number): void {
    const { lab } = this;
    this.flow = undefined;
    const found = lab.findNext(this.granularity, false, sliceEvents);
    if (found.position === undefined) {
      if (found.why === 'end') {
        this.end();
        return;
      }
      // Nothing to be seen so far; the cursor goes along, so that the clock shows where the engine is.
      lab.seekEnd();
      this.onChange();
      this.schedule(0);
      return;
    }
    lab.seek(found.position);
    this.onChange();
    this.schedule(paceMs(lab.gapMicros(this.granularity), speed));
  }

  private rush(): void {
    const { lab } = this;
    this.flow = undefined;
    const until = this.clock.now() + sliceMs;
    do {
      const found = lab.findNext(this.granularity, false, sliceEvents);
      if (found.position !== undefined) lab.seek(found.position);
      else if (found.why === 'end') {
        this.end();
        return;
      } else lab.seekEnd();
    } while (this.clock.now() < until);
    this.onChange();
    this.schedule(0);
  }

  private end(): void {
    this.lab.seekEnd();
    this.stop();
    this.onChange();
  }
}
