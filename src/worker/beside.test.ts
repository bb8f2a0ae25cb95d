import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Beside, partedAt } from './beside';
import { Lab } from './lab';
import { loadReader, readManifest } from './manifest';
import type { BesideFrame, RowsDelta, SavedLab } from './protocol';

beforeAll(loadReader);

const manifest = (replicas: number) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: 'nginx:1.29'}]}
`;

function apply(lab: Lab, replicas: number) {
  const text = manifest(replicas);
  const { objects } = readManifest(text, 'web.yaml');
  return lab.command({ to: 'kubectl', type: 'apply', payload: { file: 'web.yaml', text, objects } });
}

function toRest(lab: Lab): void {
  while (!lab.runTowardsRest(1_000)) {
    // Further.
  }
  lab.seek(lab.length - 1);
}

/** The names of Pods as the page has them after these frames. */
class Seen {
  private readonly rows = new Map<string, unknown>();

  take({ changes, reset }: RowsDelta): string[] {
    if (reset) this.rows.clear();
    for (const [table, key, id] of changes) {
      if (table !== 'api/pods') continue;
      if (id === 0) this.rows.delete(key);
      else this.rows.set(key, id);
    }
    return [...this.rows.keys()].filter((key) => key.startsWith('default/')).sort();
  }
}

const tables = ['api/'];
const podsOf = (lab: Lab): string[] =>
  lab.branch.view
    .table('api/pods')
    .keys()
    .filter((key) => key.startsWith('default/'));

describe('a branch beside the current one', () => {
  let lab: Lab;

  // 3 replicas became 5 in `main`; in `branch-1`, they became 1 at the same moment.
  beforeEach(() => {
    lab = new Lab(7, { nodes: [{ name: 'node-1' }, { name: 'node-2' }] });
    apply(lab, 3);
    toRest(lab);
    const { position } = apply(lab, 5);
    toRest(lab);
    lab.seek(position - 1);
    apply(lab, 1);
    toRest(lab);
  });

  const main = () => new Beside(lab, lab.timeline.branches[0] as Lab['branch'], tables);

  test('shows at every step what it has at the same virtual time, forward and back', () => {
    const beside = main();
    const seen = new Seen();
    const shown = new Map<number, string[]>();
    const trunk = lab.timeline.branches[0]?.cluster.kernel.trace;
    const forkedAt = lab.branches()[1]?.forkedAt ?? 0;
    let later = 0;
    lab.seek(0);
    for (;;) {
      const frame = beside.next('micro');
      expect(frame.partedAt).toBe(forkedAt);
      if (lab.at <= forkedAt) expect(frame.position).toBe(lab.position);
      else if (lab.position < lab.length - 1) {
        later++;
        expect(frame.position).toBe(trunk?.positionOfTime(lab.at));
      }
      const names = seen.take(frame.rows);
      shown.set(lab.position, names);
      if (lab.at <= forkedAt) expect(names).toEqual(podsOf(lab));
      if (lab.position === lab.length - 1) break;
      lab.seek(lab.position + 1);
    }
    expect(later).toBeGreaterThan(10);
    expect(shown.get(lab.position)).toHaveLength(5);
    expect(podsOf(lab)).toHaveLength(1);
    for (let position = lab.length - 1; position >= 0; position -= 7) {
      lab.seek(position);
      const names = seen.take(beside.next('micro').rows);
      // At the end the other branch has meanwhile been run on, and time with it.
      if (position < lab.length - 1) expect(names).toEqual(shown.get(position));
    }
  });

  test('tells what happened there since the step before, and nothing where nothing did', () => {
    const beside = main();
    const trunk = lab.timeline.branches[0]?.cluster.kernel.trace;
    const forkedAt = lab.branches()[1]?.forkedAt ?? 0;
    let told = 0;
    let silent = 0;
    for (let position = lab.length - 1; position >= 0; position--) {
      lab.seek(position);
      const { event } = beside.next('micro');
      if (lab.at <= forkedAt) {
        expect(event?.seq).toBe(lab.event(position)?.seq);
        continue;
      }
      const before = lab.event(position - 1)?.at ?? 0;
      const there = trunk?.events.filter(({ at }) => at > before && at <= lab.at).at(-1);
      expect(event?.seq).toBe(there?.seq);
      if (event) told++;
      else silent++;
    }
    expect(told).toBeGreaterThan(5);
    expect(silent).toBeGreaterThan(5);
  });

  test('changes its role with the current one when the learner switches, at the same virtual time', () => {
    const beside = main();
    lab.seek(lab.length - 20);
    const { at } = lab;
    const { position } = beside.next('action');
    lab.switchBranch('main');
    expect(lab.position).toBe(position);
    expect(lab.at).toBeLessThanOrEqual(at);
    const frame = beside.next('action');
    expect(frame.branch).toBe('branch-1');
    expect(new Seen().take(frame.rows).length).toBeGreaterThan(0);
  });

  test('is the one that was left when a further branch begins', () => {
    const beside = main();
    lab.seek(lab.length - 20);
    beside.next('action');
    apply(lab, 2);
    expect(lab.branch.name).toBe('branch-2');
    const frame: BesideFrame = beside.next('action');
    expect(frame.branch).toBe('branch-1');
    expect(frame.partedAt).toBe(lab.branches()[2]?.forkedAt);
    // The third and the first parted where the second left the first.
    expect(partedAt(lab, 'branch-2', 'main')).toBe(lab.branches()[1]?.forkedAt);
  });

  test('is run on when time goes on beyond what it has, unless playing is limited', () => {
    const beside = main();
    apply(lab, 4);
    toRest(lab);
    lab.runUntil(lab.now + 600e6);
    lab.seek(lab.length - 1);
    lab.limit = Number.POSITIVE_INFINITY;
    const { now } = beside.next('action');
    expect(now).toBeLessThan(lab.at);
    expect(beside.behind).toBe(false);
    lab.limit = undefined;
    for (let frames = 0; beside.behind; frames++) {
      expect(frames).toBeLessThan(1_000);
      beside.next('action');
    }
    expect(beside.next('action').now).toBeGreaterThanOrEqual(lab.at);
  });
});

describe('the name of a branch', () => {
  test('is kept with the lab, beside the command that made it and where it left', () => {
    const lab = new Lab(7, { nodes: [{ name: 'node-1' }] });
    const { position } = apply(lab, 1);
    toRest(lab);
    lab.seek(position + 3);
    const left = lab.at;
    apply(lab, 2);
    lab.rename('branch-1', '  two replicas ');
    lab.rename('branch-9', 'nobody');
    const saved = JSON.parse(JSON.stringify(lab.save())) as SavedLab;
    const again = new Lab(7, { nodes: [{ name: 'node-1' }] });
    for (const _ of again.restore(saved)) {
      // Further.
    }
    for (const each of [lab, again]) {
      const [first, second] = each.branches();
      expect(first).toMatchObject({ title: undefined, began: undefined });
      expect(second).toMatchObject({ title: 'two replicas', parent: 'main', forkedAt: left });
      expect(second?.began).toMatchObject({ verb: 'command', actor: 'kubectl', subject: 'apply -f web.yaml' });
    }
    lab.rename('branch-1', ' ');
    expect(lab.save().branches.map((branch) => 'title' in branch)).toEqual([false, false]);
  });
});
