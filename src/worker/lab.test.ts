import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Lab } from './lab';
import { loadReader, readManifest } from './manifest';
import { asSaved, emptyScene } from './new-scene';
import type { SavedLab } from './protocol';

beforeAll(loadReader);

const nodes = [{ name: 'node-1' }, { name: 'node-2' }];
const newLab = (seed = 7) => new Lab(seed, { nodes });

const manifest = (replicas: number, image = 'nginx:1.29') => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: '${image}'}]}
`;

function apply(lab: Lab, text: string) {
  const { objects } = readManifest(text);
  return lab.command({ to: 'kubectl', type: 'apply', payload: { file: 'web.yaml', text, objects } });
}

function toRest(lab: Lab): void {
  while (!lab.runTowardsRest(1_000)) {
    // Further.
  }
  lab.seek(lab.length - 1);
}

function restored(saved: SavedLab): Lab {
  const scene = saved.branches[0]?.scene;
  const lab = new Lab(scene?.seed ?? 0, scene?.config ?? { nodes: [] });
  for (const _ of lab.restore(JSON.parse(JSON.stringify(saved)) as SavedLab)) {
    // Further.
  }
  return lab;
}

describe('the cursor', () => {
  test('a command puts it on the command, and what follows is stepped through one event after the other', () => {
    const lab = newLab();
    const { position, forked } = apply(lab, manifest(2));
    expect(forked).toBe(false);
    expect(lab.event(position)).toMatchObject({ actor: 'kubectl', verb: 'command', subject: 'apply -f web.yaml' });
    expect(lab.branch.view.table('api/deployments').has('default/web')).toBe(false);
    while (!lab.branch.view.table('api/deployments').has('default/web')) expect(lab.step(1, 'micro')).toBe(true);
    expect(lab.event(lab.position)).toMatchObject({ verb: 'api.create', subject: 'deployments/default/web' });
    lab.step(-1, 'micro');
    expect(lab.branch.view.table('api/deployments').has('default/web')).toBe(false);
  });

  test('steps by milestone pass over everything smaller, forward and back', () => {
    const lab = newLab();
    apply(lab, manifest(2));
    const seen: number[] = [];
    for (let i = 0; i < 4; i++) {
      expect(lab.step(1, 'milestone')).toBe(true);
      seen.push(lab.position);
    }
    expect(seen.every((position) => lab.event(position)?.level === 'milestone')).toBe(true);
    for (const position of seen.slice(0, -1).reverse()) {
      lab.step(-1, 'milestone');
      expect(lab.position).toBe(position);
    }
  });

  test('goes back to before the first event, and no further', () => {
    const lab = newLab();
    lab.seek(-1);
    expect(lab.position).toBe(-1);
    expect(lab.step(-1, 'micro')).toBe(false);
    expect(lab.branch.view.table('api/namespaces').size).toBe(0);
    expect(lab.step(1, 'micro')).toBe(true);
  });

  test('any walk of the cursor leaves the rows as a straight walk does', () => {
    const lab = newLab();
    apply(lab, manifest(2));
    toRest(lab);
    const rows = () =>
      JSON.stringify(lab.branch.view.tableNames().map((name) => [name, lab.branch.view.table(name).values()]));
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1, max: lab.length - 1 }), { maxLength: 8 }),
        fc.integer({ min: -1, max: lab.length - 1 }),
        (walk, goal) => {
          lab.seek(-1);
          lab.seek(goal);
          const straight = rows();
          for (const position of walk) lab.seek(position);
          lab.seek(goal);
          expect(rows()).toBe(straight);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('a cluster that grows beyond what a tab can hold', () => {
  test('stops with a reason, and the time before it can still be walked', { timeout: 120_000 }, () => {
    const lab = newLab();
    apply(lab, manifest(100_000));
    toRest(lab);
    const { kernel } = lab.branch.cluster;
    expect(kernel.stop).toMatchObject({ reason: 'ObjectLimit', limit: 3_000, subject: 'pods' });
    expect(kernel.trace.events.some(({ verb, level }) => verb === 'kernel.stop' && level === 'milestone')).toBe(true);
    lab.seek(lab.oldest + 10);
    expect(lab.position).toBe(lab.oldest + 10);
  });
});

describe('a command that is refused', () => {
  test('puts the cursor where kubectl says so, without anybody stepping there', () => {
    const lab = newLab();
    const { position } = apply(lab, manifest(2).replace('labels: {app: web}', 'labels: {app: other}'));
    expect(lab.event(position)).toMatchObject({ verb: 'kubectl.print', detail: { exitCode: 1 } });
    expect(lab.position).toBe(position);
    expect(apply(lab, manifest(2)).forked).toBe(false);
  });

  test('also when kubectl itself refuses it', () => {
    const lab = newLab();
    const { position } = apply(lab, 'apiVersion: v1\nkind: Foo\nmetadata: {name: x}\n');
    expect(lab.event(position)).toMatchObject({ verb: 'kubectl.print', detail: { exitCode: 1 } });
  });
});

describe('a command in the past', () => {
  test('begins a branch; the old one keeps its future', () => {
    const lab = newLab();
    const first = apply(lab, manifest(2));
    toRest(lab);
    const before = lab.hash();
    lab.seek(first.position - 1);
    const { forked } = apply(lab, manifest(1));
    expect(forked).toBe(true);
    expect(lab.branches().map(({ name, parent, commands }) => [name, parent, commands])).toEqual([
      ['main', undefined, 1],
      ['branch-1', 'main', 1],
    ]);
    toRest(lab);
    expect(
      lab.branch.view.table<{ spec: { replicas: number } }>('api/deployments').get('default/web')?.spec.replicas,
    ).toBe(1);
    lab.switchBranch('main');
    expect(lab.hash()).toEqual(before);
  });

  test('within the instant of the newest event it is no past', () => {
    const lab = newLab();
    const { position } = apply(lab, manifest(1));
    expect(lab.length - 1).toBeGreaterThan(position);
    expect(apply(lab, manifest(2)).forked).toBe(false);
  });
});

describe('what is saved', () => {
  test('comes back with every command, the same hashes, and the cursor where it was', () => {
    const lab = newLab();
    apply(lab, manifest(2));
    for (let i = 0; i < 10; i++) lab.step(1, 'micro');
    apply(lab, manifest(3, 'nginx:1.30'));
    toRest(lab);
    lab.seek(lab.length - 20);
    const saved = lab.save();
    const again = restored(saved);
    expect(again.hash()).toEqual(lab.hash());
    expect(again.position).toBe(lab.position);
    expect(again.save()).toEqual(saved);
  });

  test('comes back with its branches', () => {
    const lab = newLab();
    const first = apply(lab, manifest(2));
    toRest(lab);
    lab.seek(first.position - 1);
    apply(lab, manifest(1));
    toRest(lab);
    const again = restored(lab.save());
    expect(again.branches().map(({ name, commands, events }) => [name, commands, events])).toEqual(
      lab.branches().map(({ name, commands, events }) => [name, commands, events]),
    );
    expect(again.branch.name).toBe('branch-1');
    expect(again.hash().trace).toBe(lab.hash().trace);
    again.switchBranch('main');
    lab.switchBranch('main');
    expect(again.hash()).toEqual(lab.hash());
  });

  test('a command before its time is refused, not swallowed', () => {
    const scene = { ...emptyScene(7), commands: [{ at: 1, command: { to: 'kubectl', type: 'x', payload: {} } }] };
    const lab = new Lab(7, scene.config);
    const run = lab.restore(
      asSaved({
        ...scene,
        commands: [scene.commands[0] as (typeof scene.commands)[0], scene.commands[0] as (typeof scene.commands)[0]],
      }),
    );
    expect(() => [...run]).toThrow('a command at 1');
  });

  test('at once, stepped, and played again: one hash', () => {
    const atOnce = newLab(3);
    apply(atOnce, manifest(3));
    atOnce.runUntil(30e6);
    const stepped = newLab(3);
    apply(stepped, manifest(3));
    while (stepped.at < 20e6) stepped.step(1, 'micro');
    stepped.runUntil(30e6);
    expect(stepped.hash().trace).toBe(atOnce.hash().trace);
    expect(restored(atOnce.save()).hash().trace).toBe(atOnce.hash().trace);
  });
});
