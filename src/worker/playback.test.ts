import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Lab } from './lab';
import { loadReader, readManifest } from './manifest';
import { type Clock, Playback, paceMs } from './playback';

beforeAll(loadReader);

/** Time that moves only when a test says so. */
class HeldClock implements Clock {
  private time = 0;
  private timers: { at: number; order: number; callback: () => void }[] = [];
  private order = 0;

  now(): number {
    return this.time;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.time + delayMs, order: ++this.order, callback };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  advance(ms: number): void {
    const until = this.time + ms;
    for (;;) {
      const next = [...this.timers].sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (!next || next.at > until) break;
      this.timers = this.timers.filter((other) => other !== next);
      this.time = next.at;
      next.callback();
    }
    this.time = until;
  }
}

function playing() {
  const lab = new Lab(5, { nodes: [{ name: 'node-1' }] });
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
  lab.command({ to: 'kubectl', type: 'apply', payload: { file: 'a.yaml', text, objects: readManifest(text).objects } });
  const clock = new HeldClock();
  const playback = new Playback(lab, clock, () => {});
  return { lab, clock, playback };
}

describe('the player', () => {
  test('shows one event after the other, each long enough to be seen', () => {
    const { lab, clock, playback } = playing();
    const start = lab.position;
    playback.play(1, 'action');
    clock.advance(0);
    const first = lab.position;
    expect(first).toBeGreaterThan(start);
    clock.advance(390);
    expect(lab.position).toBe(first);
    clock.advance(20);
    expect(lab.position).toBeGreaterThan(first);
  });

  test('goes no farther than a limit, by stepping, playing or running on, and leaves the engine where it is', () => {
    const { lab, clock, playback } = playing();
    const { length } = lab;
    lab.seek(length - 4);
    lab.limit = length - 3;
    playback.play(16, 'micro');
    clock.advance(10_000);
    expect(lab.position).toBe(length - 3);
    expect(playback.state.playing).toBe(false);
    expect(lab.step(1, 'micro')).toBe(false);
    playback.play('max', 'micro');
    clock.advance(10_000);
    playback.toEnd(() => {});
    clock.advance(10_000);
    expect(lab.position).toBe(length - 3);
    lab.limit = Number.POSITIVE_INFINITY;
    playback.toEnd(() => {});
    clock.advance(10_000);
    expect([lab.position, lab.length]).toEqual([length - 1, length]);
    lab.limit = undefined;
    playback.toEnd(() => {});
    clock.advance(10_000);
    expect(lab.length).toBeGreaterThan(length);
  });

  test('pauses at once and goes on from there', () => {
    const { lab, clock, playback } = playing();
    playback.play(1, 'micro');
    clock.advance(900);
    playback.pause();
    const { position } = lab;
    clock.advance(10_000);
    expect(lab.position).toBe(position);
    expect(playback.state.playing).toBe(false);
    playback.play(4, 'micro');
    clock.advance(110);
    expect(lab.position).toBeGreaterThan(position);
  });

  test('stops when nothing but housekeeping is left; played again there, time passes', () => {
    const { lab, clock, playback } = playing();
    playback.play('max', 'action');
    clock.advance(10_000);
    expect(playback.state.playing).toBe(false);
    expect(lab.settled).toBe(true);
    expect(lab.timeline.inPast).toBe(false);
  });

  test('to the end: runs on to rest and shows the last event', () => {
    const { lab, clock, playback } = playing();
    let finished = false;
    playback.toEnd(() => {
      finished = true;
    });
    clock.advance(5_000);
    expect(finished).toBe(true);
    expect(lab.settled).toBe(true);
    expect(lab.position).toBe(lab.length - 1);
  });

  test('a run stopped halfway to the end is told to whoever waits for it', () => {
    const { playback } = playing();
    let finished = false;
    playback.toEnd(() => {
      finished = true;
    });
    playback.pause();
    expect(finished).toBe(true);
  });

  test('speed is no part of the run: the trace is the same at any', () => {
    const hashes = ([0.05, 16, 'max'] as const).map((speed) => {
      const { lab, clock, playback } = playing();
      playback.play(speed, 'micro');
      clock.advance(3_600_000);
      return lab.hash().trace;
    });
    expect(new Set(hashes).size).toBe(1);
  });
});

describe('the pace', () => {
  test('no event is shorter than the speed allows, no wait longer than a learner has patience', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3_600_000_000 }),
        fc.constantFrom(0.05, 0.25, 0.5, 1, 2, 4, 16),
        (gap, speed) => {
          const ms = paceMs(gap, speed);
          expect(ms).toBeGreaterThanOrEqual(400 / speed);
          expect(ms).toBeLessThanOrEqual(Math.max(1_600, 400 / speed));
        },
      ),
    );
  });

  test('a longer wait is never shown shorter', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(10_000_000), (a, b) => {
        expect(paceMs(Math.max(a, b), 1)).toBeGreaterThanOrEqual(paceMs(Math.min(a, b), 1));
      }),
    );
  });
});
