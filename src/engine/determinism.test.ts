import { describe, expect, it } from 'vitest';
import { Cluster } from './cluster';
import type { Command, LoggedCommand } from './kernel/kernel';
import { revive, serialise } from './kernel/serialise';
import { Timeline } from './timeline';

const deployments = '/apis/apps/v1/namespaces/default/deployments';

function deployment(replicas: number, image: string): unknown {
  const labels = { app: 'web' };
  const probe = { httpGet: { path: '/', port: 80 }, periodSeconds: 5 };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image, readinessProbe: probe }] } };
  return { metadata: { name: 'web' }, spec: { replicas, selector: { matchLabels: labels }, template } };
}

function request(method: string, path: string, body: unknown, contentType?: string): Command {
  return {
    to: 'http',
    type: 'request',
    payload: { method, path, body, user: 'kubectl', ...(contentType ? { contentType } : {}) },
  };
}

const merge = 'application/merge-patch+json';
const image = (name: string) => ({ spec: { template: { spec: { containers: [{ name: 'web', image: name }] } } } });

/** A rollout that is changed on its way, loses a node's connection, and is rolled over. */
const commands: readonly LoggedCommand[] = [
  { at: 1_000_001, command: request('POST', deployments, deployment(4, 'nginx:1.27')) },
  { at: 40_000_001, command: request('PATCH', `${deployments}/web`, image('nginx:1.28'), merge) },
  { at: 42_000_001, command: { to: 'faults', type: 'cut', payload: { user: 'kubelet/node-2' } } },
  { at: 44_000_001, command: request('PATCH', `${deployments}/web`, { spec: { replicas: 6 } }, merge) },
  { at: 55_000_001, command: { to: 'faults', type: 'heal', payload: { user: 'kubelet/node-2' } } },
  { at: 56_000_001, command: request('PATCH', `${deployments}/web`, image('httpd:2.4'), merge) },
];
const endAt = 180_000_000;
const seed = 11;

function withCommands(): Cluster {
  const cluster = new Cluster({ seed }).boot();
  for (const { at, command } of commands) cluster.kernel.commandAt(at, command);
  return cluster;
}

function hashes({ kernel }: Cluster): { trace: number; state: number; seq: number } {
  return { trace: kernel.trace.currentHash(), state: kernel.stateHash(), seq: kernel.seq };
}

const atOnce = withCommands();
atOnce.kernel.runUntil(endAt);
const expected = hashes(atOnce);

describe('the same seed and the same commands', () => {
  it('do something worth comparing', () => {
    expect(expected.seq).toBeGreaterThan(500);
  });

  it('give the same run when it is stepped event by event and its hash is asked for on the way', () => {
    const cluster = withCommands();
    for (let n = 0; (cluster.kernel.nextAt() ?? endAt) < endAt; n++) {
      cluster.kernel.step();
      if (n % 500 === 0) cluster.kernel.trace.currentHash();
    }
    cluster.kernel.runUntil(endAt);
    expect(hashes(cluster)).toEqual(expected);
  });

  it('give the same run when the commands are given live', () => {
    const cluster = new Cluster({ seed }).boot();
    for (const { at, command } of commands) {
      cluster.kernel.runUntil(at - 1);
      expect(cluster.kernel.command(command)).toBe(at);
    }
    cluster.kernel.runUntil(endAt);
    expect(hashes(cluster)).toEqual(expected);
  });

  it('give the same run when the engine is turned into JSON and back every 97 events', () => {
    let cluster = withCommands();
    for (let n = 1; (cluster.kernel.nextAt() ?? Number.POSITIVE_INFINITY) <= endAt; n++) {
      cluster.kernel.step();
      if (n % 97 === 0) cluster = new Cluster({ seed }).restore(revive(serialise(cluster.kernel.snapshot())));
    }
    cluster.kernel.runUntil(endAt);
    expect(hashes(cluster)).toEqual(expected);
  });

  it('give the same run on a branch forked from the past as on the line that it left, when nothing else is asked', () => {
    const timeline = Timeline.replay({ seed }, commands);
    timeline.current.runUntil(endAt);
    expect(hashes(timeline.current.cluster)).toEqual(expected);
    const main = timeline.current;
    const branch = timeline.fork(43_000_000);
    for (const { at, command } of commands) if (at > 43_000_000) branch.cluster.kernel.commandAt(at, command);
    branch.runUntil(endAt);
    expect(hashes(branch.cluster)).toEqual(expected);
    expect(hashes(main.cluster)).toEqual(expected);
  });

  it('give the same state, whatever is recorded', () => {
    for (const recording of ['milestones', 'off'] as const) {
      const cluster = new Cluster({ seed, recording }).boot();
      for (const { at, command } of commands) cluster.kernel.commandAt(at, command);
      cluster.kernel.runUntil(endAt);
      expect(cluster.kernel.stateHash()).toBe(expected.state);
    }
  });
});

describe('a command in the past', () => {
  it('starts a branch there, and leaves the line that it left as it was', () => {
    const timeline = Timeline.replay({ seed }, commands);
    const main = timeline.current;
    main.runUntil(endAt);
    const { trace } = main.cluster.kernel;
    main.view.moveTo(trace.positionOfTime(41_000_000));
    const { branch, at } = timeline.command(request('DELETE', `${deployments}/web`, undefined));
    expect(branch.name).toBe('branch-1');
    expect(branch.parent?.name).toBe('main');
    expect(at).toBeLessThanOrEqual(41_000_001);
    branch.runUntil(endAt);
    expect(branch.cluster.kernel.commands.map((entry) => entry.at)).toEqual([1_000_001, 40_000_001, at]);
    expect(branch.cluster.kernel.table('api/deployments').size).toBe(0);
    expect(main.cluster.kernel.table('api/deployments').size).toBe(1);
    expect(hashes(main.cluster)).toEqual(expected);
  });

  it('gives a branch whose events up to there are those of its parent', () => {
    const timeline = Timeline.replay({ seed }, commands);
    const main = timeline.current;
    main.runUntil(endAt);
    main.view.moveTo(main.cluster.kernel.trace.positionOfTime(60_000_000));
    const cursor = timeline.cursorAt;
    const { branch } = timeline.command(request('DELETE', `${deployments}/web`, undefined));
    branch.runUntil(cursor);
    const own = branch.cluster.kernel.trace;
    const parents = main.cluster.kernel.trace.events.filter((event) => event.at <= cursor);
    expect(own.events.map((event) => [event.seq, event.at, event.verb, event.subject])).toEqual(
      parents.map((event) => [event.seq, event.at, event.verb, event.subject]),
    );
  });
});

describe('the view cursor of a whole cluster', () => {
  it('shows at the end what the engine holds, and at the beginning nothing', () => {
    const timeline = Timeline.replay({ seed }, commands);
    const { current } = timeline;
    current.runUntil(endAt);
    const { kernel } = current.cluster;
    current.view.moveTo(kernel.trace.length - 1);
    for (const name of kernel.tableNames().filter((table) => kernel.isTraced(table))) {
      expect(current.view.table(name).keys()).toEqual(kernel.table(name).keys());
      expect(current.view.table(name).values()).toEqual(kernel.table(name).values());
    }
    current.view.moveTo(-1);
    for (const name of kernel.tableNames()) expect(current.view.table(name).size).toBe(0);
  });
});
