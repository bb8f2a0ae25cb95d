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
  lab.command({
    to: 'kubectl',
    type: 'apply',
    payload: { file: 'a.yaml', text, objects: readManifest(text, 'web.yaml').objects },
  });
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

/** A cluster at rest with a Deployment of two replicas in it. */
function resting(nodes = [{ name: 'node-1' }, { name: 'node-2' }], keptEvents?: number) {
  const lab = new Lab(5, { nodes }, keptEvents);
  const give = (text: string) =>
    lab.command({
      to: 'kubectl',
      type: 'apply',
      payload: { file: 'web.yaml', text, objects: readManifest(text, 'web.yaml').objects },
    });
  give(deployment);
  const clock = new HeldClock();
  const playback = new Playback(lab, clock, () => {});
  playback.toEnd(() => {});
  clock.advance(60_000);
  expect(lab.atRest).toBe(true);
  return { lab, clock, playback, give };
}

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: 'nginx:1.29', readinessProbe: {httpGet: {path: /, port: 80}}}]}
`;

const minute = 60_000;

describe('playing after a command that changes nothing', () => {
  const commands: Record<string, (given: ReturnType<typeof resting>) => void> = {
    'an empty manifest': ({ give }) => give('# nothing\n'),
    'a manifest that is refused': ({ give }) => give(deployment.replace('replicas', 'replicaz')),
    'the same manifest again': ({ give }) => give(deployment),
    'slow pulls': ({ lab }) => lab.command({ to: 'kubelet-faults', type: 'slowPull', payload: { factor: 10 } }),
    'a node that is cut off': ({ lab }) =>
      lab.command({ to: 'faults', type: 'cut', payload: { user: 'kubelet/node-2' } }),
    'a conflict to come': ({ lab }) =>
      lab.command({
        to: 'faults',
        type: 'apiFault',
        payload: { user: 'kube-controller-manager', method: 'PUT', resource: 'replicasets', code: 409, remaining: 1 },
      }),
  };
  const ways = [
    [1, 'action'],
    [1, 'milestone'],
    ['max', 'micro'],
    ['real-10', 'action'],
  ] as const;
  for (const [what, command] of Object.entries(commands)) {
    test.each(ways)(`stops at rest: ${what}, at %s and %s`, (speed, granularity) => {
      const given = resting();
      const { lab, clock, playback } = given;
      command(given);
      playback.play(speed, granularity);
      clock.advance(10 * minute);
      expect(playback.state.playing).toBe(false);
      expect(lab.atRest).toBe(true);
      const { now, length } = lab;
      clock.advance(10 * minute);
      expect([lab.now, lab.length]).toEqual([now, length]);
    });
  }
});

describe('playing on at rest', () => {
  test.each([
    [1, 'action', 60],
    [4, 'milestone', 240],
    ['real-10', 'micro', 600],
    ['max', 'milestone', 36_000],
  ] as const)('at %s and %s, a minute is %s virtual seconds, whatever is seen of it', (speed, granularity, seconds) => {
    const { lab, clock, playback } = resting();
    const before = lab.now;
    playback.play(speed, granularity, true);
    clock.advance(minute);
    expect(playback.state.playing).toBe(true);
    expect((lab.now - before) / 1e6).toBeGreaterThan(seconds * 0.98);
    expect((lab.now - before) / 1e6).toBeLessThanOrEqual(seconds);
    expect(lab.atRest).toBe(true);
    playback.pause();
    const { now } = lab;
    clock.advance(minute);
    expect(lab.now).toBe(now);
  });

  test('a node that is cut off does not make time run away unseen', () => {
    const { lab, clock, playback } = resting();
    lab.command({ to: 'faults', type: 'cut', payload: { user: 'kubelet/node-2' } });
    playback.play(1, 'milestone');
    clock.advance(minute);
    playback.play(1, 'milestone', true);
    const { length, now } = lab;
    clock.advance(minute);
    expect((lab.now - now) / 1e6).toBeLessThanOrEqual(60);
    expect(lab.length - length).toBeLessThan(1_000);
  });

  test('when something begins, that is played, and there it ends', () => {
    const { lab, clock, playback, give } = resting();
    give(`${deployment.replace('image', 'command: [sh, -c, "exit 1"], image')}`);
    playback.play('max', 'action');
    clock.advance(minute);
    expect(playback.state.playing).toBe(false);
    playback.play('max', 'action', true);
    clock.advance(minute);
    expect(lab.atRest).toBe(true);
  });

  test('for days keeps a bounded number of events, and the cursor on one of them', { timeout: 60_000 }, () => {
    const { lab, clock, playback } = resting(undefined, 2_000);
    playback.play('max', 'micro', true);
    let most = 0;
    for (let i = 0; i < 12; i++) {
      clock.advance(minute / 6);
      most = Math.max(most, lab.length - lab.oldest);
    }
    expect(lab.length).toBeGreaterThan(6_000);
    expect(most).toBeLessThan(2_500);
    playback.pause();
    expect(lab.position).toBe(lab.length - 1);
  });
});

describe('real time', () => {
  test('is one virtual second a second, until the cluster is at rest', () => {
    const { lab, clock, playback, give } = resting();
    give(deployment.replace('replicas: 2', 'replicas: 4'));
    const from = lab.at;
    playback.play('real-1', 'action');
    clock.advance(1_000);
    expect((lab.now - from) / 1e6).toBeGreaterThan(0.9);
    expect((lab.now - from) / 1e6).toBeLessThanOrEqual(1);
    clock.advance(minute);
    expect(playback.state.playing).toBe(false);
    expect(lab.atRest).toBe(true);
  });

  test('holds in the past, too', () => {
    const { lab, clock, playback } = resting();
    const found = lab.branch.cluster.kernel.trace.events.findIndex(({ verb }) => verb === 'command');
    lab.seek(found);
    const from = lab.at;
    playback.play('real-1', 'action');
    clock.advance(1_000);
    expect(lab.at - from).toBeLessThanOrEqual(1e6);
    expect(lab.timeline.inPast).toBe(true);
    const { now } = lab;
    clock.advance(minute);
    expect(playback.state.playing).toBe(false);
    expect(lab.position).toBe(lab.length - 1);
    expect(lab.now).toBe(now);
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
