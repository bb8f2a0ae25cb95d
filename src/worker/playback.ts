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
/** Work in one go, so that calls are answered in between. */
const sliceMs = 8;
const sliceEvents = 500;

/** Milliseconds between two shown events that lie `gapMicros` apart in virtual time. */
export function paceMs(gapMicros: number, speed: number): number {
  const natural = gapMicros / 1000 / speed;
  return Math.min(Math.max(natural, eventMs / speed), Math.max(longestWaitMs, eventMs / speed));
}

/**
 * Moves the cursor forward by itself. Speed is this player's matter and never the simulation's: a burst of messages
 * within a millisecond is stretched until it can be seen, a long wait is cut short.
 */
export class Playback {
  private readonly lab: Lab;
  private readonly clock: Clock;
  private readonly onChange: () => void;
  private cancel: (() => void) | undefined;
  private housekeeping = false;
  private speed: Speed = 1;
  private granularity: Granularity = 'action';
  private finished: (() => void) | undefined;

  constructor(lab: Lab, clock: Clock, onChange: () => void) {
    this.lab = lab;
    this.clock = clock;
    this.onChange = onChange;
  }

  get state(): PlayerState {
    return { playing: this.cancel !== undefined, speed: this.speed, granularity: this.granularity };
  }

  /** Starts, or goes on with other settings. At rest it goes on with housekeeping, so that time can pass. */
  play(speed: Speed, granularity: Granularity): void {
    this.stop();
    this.speed = speed;
    this.granularity = granularity;
    this.housekeeping = this.lab.settled && !this.lab.timeline.inPast;
    this.schedule(0);
    this.onChange();
  }

  tune(options: Partial<{ readonly speed: Speed; readonly granularity: Granularity }>): void {
    this.speed = options.speed ?? this.speed;
    this.granularity = options.granularity ?? this.granularity;
    if (this.cancel) this.schedule(0);
    this.onChange();
  }

  pause(): void {
    if (!this.cancel) return;
    this.stop();
    this.onChange();
  }

  /** Runs as fast as possible until the cluster is at rest, then shows the last event. Calls back when it is, or when stopped. */
  toEnd(finished: () => void): void {
    this.stop();
    this.finished = finished;
    const run = (): void => {
      const until = this.clock.now() + sliceMs;
      let rest = this.lab.limit !== undefined || this.lab.runTowardsRest(sliceEvents);
      while (!rest && this.clock.now() < until) rest = this.lab.runTowardsRest(sliceEvents);
      if (rest) {
        this.lab.seekEnd();
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
    const { finished } = this;
    this.finished = undefined;
    finished?.();
  }

  private schedule(delayMs: number): void {
    this.cancel?.();
    this.cancel = this.clock.after(delayMs, () => (this.speed === 'max' ? this.rush() : this.next()));
  }

  /** Shows the next event, then waits as long as the one after it is away. */
  private next(): void {
    const { lab } = this;
    const found = lab.findNext(this.granularity, this.housekeeping, sliceEvents);
    if (found.position === undefined) {
      if (found.why === 'budget') this.schedule(0);
      else this.end();
      return;
    }
    lab.seek(found.position);
    this.onChange();
    this.schedule(paceMs(lab.gapMicros(this.granularity), this.speed as number));
  }

  private rush(): void {
    const { lab } = this;
    const until = this.clock.now() + sliceMs;
    do {
      const found = lab.findNext(this.granularity, this.housekeeping, sliceEvents);
      if (found.position !== undefined) lab.seek(found.position);
      else if (found.why === 'end') {
        this.end();
        return;
      }
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
