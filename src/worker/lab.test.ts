import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Deployment, Pod } from '../engine/index';
import { hashText } from '../shared/hash';
import { Feed } from './feed';
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
  const { objects } = readManifest(text, 'web.yaml');
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

describe('a learner who has not gone back', () => {
  test.each(['micro', 'action', 'milestone'] as const)('changes no past, at granularity %s', (granularity) => {
    for (const replicas of [3, 10, 14]) {
      for (const seed of [1, 2, 3]) {
        const lab = newLab(seed);
        apply(lab, manifest(replicas));
        toRest(lab);
        expect(apply(lab, manifest(replicas, 'nginx:1.30')).forked).toBe(false);
        while (lab.step(1, granularity) && lab.length < 2_000);
        expect(apply(lab, manifest(replicas, 'nginx:1.31')).forked).toBe(false);
      }
    }
  });
});

describe('a run of which the oldest events are no longer kept', () => {
  /** Of every row in view. */
  const rowsOf = ({ branch: { view } }: Lab) => {
    const names = view.tableNames().filter((name) => view.table(name).size > 0);
    return hashText(JSON.stringify(names.map((name) => [name, view.table(name).values()])));
  };
  const long = (kept?: number) => {
    const lab = new Lab(7, { nodes }, kept);
    apply(lab, manifest(2));
    lab.runUntil(3 * 3600e6);
    lab.seek(lab.length - 1);
    return lab;
  };

  test('goes back to the oldest one kept, which is an event with its time, and not before it', () => {
    const [lab, whole] = [long(2_000), long()];
    expect(lab.oldest).toBeGreaterThan(0);
    expect(lab.length).toBe(whole.length);
    lab.seek(-1);
    expect(lab.position).toBe(lab.earliest);
    expect(lab.position).toBe(lab.oldest);
    expect(lab.detail(lab.position)?.event).toEqual(whole.detail(lab.position)?.event);
    expect(lab.at).toBe(whole.event(lab.position)?.at);
    expect(lab.step(-1, 'micro')).toBe(false);
    while (lab.step(-1, 'milestone'));
    expect(lab.position).toBe(lab.earliest);
    for (const position of [lab.earliest, lab.earliest + 100, lab.length - 1]) {
      lab.seek(position);
      whole.seek(position);
      expect(rowsOf(lab)).toBe(rowsOf(whole));
    }
  });

  test('a command at the earliest place begins a branch there, which is that of a run kept whole', () => {
    const [lab, whole] = [long(2_000), long()];
    const { earliest } = lab;
    const states = [lab, whole].map((each) => {
      each.seek(earliest);
      const { at } = each;
      expect(at).toBeGreaterThan(0);
      expect(apply(each, manifest(3)).forked).toBe(true);
      expect(each.branch.parent?.at).toBe(at);
      toRest(each);
      return [each.hash(), each.position, rowsOf(each)];
    });
    expect(states[0]).toEqual(states[1]);
    lab.seek(-1);
    whole.seek(lab.position);
    expect(rowsOf(lab)).toBe(rowsOf(whole));
  });

  test('has a place on the picture for every Pod that is older than what is kept', () => {
    const lab = long(2_000);
    const uids = lab.branch.view
      .table<Pod>('api/pods')
      .values()
      .map(({ metadata }) => metadata.uid ?? '');
    expect(uids).toHaveLength(2);
    const { slots } = new Feed(lab.branch).nextSlots(lab.position);
    expect(slots.map(([uid]) => uid).sort()).toEqual(uids.sort());
  });

  test('a cursor that stands on what goes is taken along, and the pictures are told', () => {
    const lab = new Lab(7, { nodes }, 2_000);
    const { position } = apply(lab, manifest(2));
    const touched = new Set<string>();
    lab.onMove = (tables) => {
      for (const table of tables) touched.add(table);
    };
    lab.runUntil(3 * 3600e6);
    expect(lab.position).toBeGreaterThan(position);
    expect(lab.event(lab.position)).toBeDefined();
    expect(touched).toContain('api/pods');
  });
});

describe('a branch of a branch', () => {
  test('that leaves before the first one did has nothing of what came later', () => {
    const lab = newLab();
    const first = apply(lab, manifest(2));
    toRest(lab);
    apply(lab, manifest(3));
    toRest(lab);
    lab.step(-1, 'milestone');
    expect(apply(lab, manifest(4)).forked).toBe(true);
    lab.seek(first.position - 1);
    expect(apply(lab, manifest(1)).forked).toBe(true);
    toRest(lab);
    const row = lab.branch.view.table<Deployment>('api/deployments').get('default/web');
    expect([row?.spec?.replicas, row?.metadata.generation]).toEqual([1, 1]);
    expect(lab.branches().map(({ commands }) => commands)).toEqual([2, 3, 1]);
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
