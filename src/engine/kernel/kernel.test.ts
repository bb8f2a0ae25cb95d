import { describe, expect, it } from 'vitest';
import { GroupIndex } from './group-index';
import { defaultLimits, Kernel } from './kernel';
import { revive, serialise } from './serialise';
import type { Recording } from './trace';
import { ViewCursor } from './view-cursor';

interface Ball {
  readonly height: number;
  readonly bounces: number;
}

/** Balls that bounce lower each time, at times drawn for each ball; small, but it uses every part of the kernel. */
function bouncing(recording: Recording = 'full', limits = defaultLimits): Kernel {
  const kernel = new Kernel({ seed: 7, recording, limits });
  const balls = kernel.table<Ball>('balls');
  kernel.on('ball', ({ type, payload }) => {
    const name = payload as string;
    const ball = balls.get(name) ?? { height: 64, bounces: 0 };
    const landed = ball.height < 1;
    kernel.cause = kernel.emit({
      actor: name,
      verb: type,
      subject: name,
      level: landed ? 'milestone' : 'micro',
      detail: { height: ball.height },
    });
    if (landed) return;
    balls.set(name, { height: ball.height / 2, bounces: ball.bounces + 1 });
    const wait = 1 + Math.floor(kernel.rand('ball', 'wait', name, ball.bounces) * 1000);
    kernel.schedule(kernel.now + wait, 'ball', 'bounce', name);
  });
  return kernel;
}

function drop(kernel: Kernel, ...names: string[]): Kernel {
  for (const name of names) kernel.command({ to: 'ball', type: 'drop', payload: name });
  return kernel;
}

describe('the kernel', () => {
  it('handles events in the order of time, then of scheduling, and commands before anything else at their time', () => {
    const kernel = new Kernel({ seed: 1, recording: 'full', limits: defaultLimits });
    const seen: string[] = [];
    kernel.on('x', ({ type }) => {
      kernel.emit({ actor: 'x', verb: type, subject: type, level: 'micro' });
      seen.push(type);
    });
    kernel.schedule(5, 'x', 'third', null);
    kernel.schedule(5, 'x', 'fourth', null);
    kernel.commandAt(5, { to: 'x', type: 'second', payload: null });
    kernel.schedule(2, 'x', 'first', null);
    while (kernel.step());
    expect(seen).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('gives each command the next unused microsecond', () => {
    const kernel = bouncing();
    expect(kernel.command({ to: 'ball', type: 'drop', payload: 'a' })).toBe(1);
    expect(kernel.command({ to: 'ball', type: 'drop', payload: 'b' })).toBe(2);
    kernel.runUntil(100);
    expect(kernel.command({ to: 'ball', type: 'drop', payload: 'c' })).toBe(101);
  });

  it('gives the same hashes at once, stepped, and revived from JSON after every event', () => {
    const atOnce = drop(bouncing(), 'a', 'b', 'c');
    atOnce.runUntil(1e9);
    let stepped = drop(bouncing(), 'a', 'b', 'c');
    while (stepped.nextAt() !== undefined) {
      stepped.step();
      const text = serialise(stepped.snapshot());
      stepped = bouncing();
      stepped.restore(revive(text));
    }
    stepped.runUntil(1e9);
    expect(stepped.trace.currentHash()).toBe(atOnce.trace.currentHash());
    expect(stepped.stateHash()).toBe(atOnce.stateHash());
  });

  it('is the same whether commands were given live or replayed from the log', () => {
    const live = drop(bouncing(), 'a');
    live.runUntil(700);
    drop(live, 'b');
    live.runUntil(1e9);
    const replayed = bouncing();
    for (const { at, command } of live.commands) replayed.commandAt(at, command);
    replayed.runUntil(1e9);
    expect(replayed.trace.currentHash()).toBe(live.trace.currentHash());
    expect(replayed.stateHash()).toBe(live.stateHash());
  });

  it('draws by name, so that one more ball changes nothing for the others', () => {
    const two = drop(bouncing(), 'a', 'b');
    two.runUntil(1e9);
    const three = drop(bouncing(), 'a', 'b', 'c');
    three.runUntil(1e9);
    const timesOf = (kernel: Kernel, name: string) =>
      kernel.trace.events.filter((e) => e.actor === name).map((e) => e.at);
    expect(timesOf(three, 'a')).toEqual(timesOf(two, 'a'));
    expect(timesOf(three, 'b')).toEqual(timesOf(two, 'b'));
  });

  it('has the same state, whatever is recorded', () => {
    const hashes = (['full', 'milestones', 'off'] as const).map((recording) => {
      const kernel = drop(bouncing(recording), 'a', 'b');
      kernel.runUntil(1e9);
      return kernel.stateHash();
    });
    expect(new Set(hashes).size).toBe(1);
  });

  it('keeps, with milestones only, a trace that a cursor can walk and that still answers why', () => {
    const kernel = drop(bouncing('milestones'), 'a');
    kernel.runUntil(1e9);
    expect(kernel.trace.length).toBe(1);
    const view = new ViewCursor(kernel.trace);
    view.moveTo(0);
    expect(view.table<Ball>('balls').get('a')).toEqual({ height: 0.5, bounces: 7 });
    view.moveTo(-1);
    expect(view.table<Ball>('balls').size).toBe(0);
  });

  it('answers why with the chain of causes back to the command', () => {
    const kernel = drop(bouncing(), 'a');
    kernel.runUntil(1e9);
    const chain = kernel.trace.why(kernel.seq);
    expect(chain).toHaveLength(7);
    expect(chain.at(-1)).toMatchObject({ verb: 'drop', cause: 0 });
  });

  it('refuses a row that no event accounts for', () => {
    const kernel = bouncing();
    kernel.on('silent', () => kernel.table<Ball>('balls').set('x', { height: 1, bounces: 0 }));
    kernel.schedule(1, 'silent', 'write', null);
    expect(() => kernel.step()).toThrow('written before any event');
  });

  it('stops, and says why, when too much happens at one instant', () => {
    const kernel = new Kernel({ seed: 1, recording: 'full', limits: { ...defaultLimits, eventsPerInstant: 50 } });
    kernel.on('a', () => {
      kernel.emit({ actor: 'a', verb: 'fight', subject: 'x', level: 'micro' });
      kernel.schedule(kernel.now, 'a', 'again', null);
    });
    kernel.schedule(3, 'a', 'again', null);
    while (kernel.step());
    expect(kernel.stop).toEqual({ reason: 'EventsPerInstant', limit: 50, at: 3, subject: 'a' });
    expect(kernel.trace.events.at(-1)).toMatchObject({ verb: 'kernel.stop', level: 'milestone' });
    expect(kernel.step()).toBe(false);
  });

  it('drops the oldest events of a long trace without changing its hash', () => {
    const long = drop(bouncing(), 'a', 'b', 'c');
    long.runUntil(1e9);
    const short = drop(bouncing('full', { ...defaultLimits, traceEvents: 8 }), 'a', 'b', 'c');
    short.runUntil(1e9);
    expect(short.trace.dropped).toBeGreaterThan(0);
    expect(short.trace.length).toBe(long.trace.length);
    expect(short.trace.currentHash()).toBe(long.trace.currentHash());
  });
});

describe('a view cursor', () => {
  it('shows at every event what the engine had there, forward and back', () => {
    const kernel = drop(bouncing(), 'a', 'b');
    const states: string[] = [];
    const balls = kernel.table<Ball>('balls');
    while (kernel.step()) states.push(JSON.stringify(balls.keys().map((key) => [key, balls.get(key)])));
    const view = new ViewCursor(kernel.trace);
    const seen = view.table<Ball>('balls');
    const shown = () => JSON.stringify(seen.keys().map((key) => [key, seen.get(key)]));
    for (let i = 0; i < states.length; i++) {
      view.moveTo(i);
      expect(shown()).toBe(states[i]);
    }
    for (let i = states.length - 1; i >= 0; i--) {
      view.moveTo(i);
      expect(shown()).toBe(states[i]);
    }
  });
});

describe('a derived index', () => {
  it('is the same when rebuilt from the rows as when kept up to date', () => {
    const kernel = drop(bouncing(), 'a', 'b', 'c', 'd');
    const group = (ball: Ball) => (ball.bounces % 2 === 0 ? 'even' : ball.height < 2 ? undefined : 'odd');
    const live = GroupIndex.on(kernel.table<Ball>('balls'), group);
    while (kernel.step()) {
      const rebuilt = GroupIndex.on(kernel.table<Ball>('balls'), group);
      for (const name of ['even', 'odd']) {
        expect(live.keys(name)).toEqual(rebuilt.keys(name));
        expect(live.values(name)).toEqual(live.keys(name).map((key) => kernel.table<Ball>('balls').get(key)));
      }
    }
  });
});
