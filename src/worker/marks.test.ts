import { describe, expect, it } from 'vitest';
import { Lab } from './lab';
import { loadReader, readManifest } from './manifest';
import { Marks } from './marks';
import type { MarkChunk } from './protocol';

const text = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
`;
const rules = {
  created: [{ verb: 'api.create', subject: { kind: 'Pod', subresource: '' } }],
  heard: [{ target: 'kube-controller-manager', subject: { kind: 'Deployment' }, cause: { actor: 'kubectl' } }],
  either: [
    { verb: 'api.create', subject: { kind: 'Pod', subresource: '' } },
    { verb: 'api.create', actor: 'replicaset-controller', subject: { kind: 'Pod' } },
  ],
} as const;

async function applied(): Promise<Lab> {
  await loadReader();
  const lab = new Lab(3, { nodes: [{ name: 'node-1' }] });
  lab.command({
    to: 'kubectl',
    type: 'apply',
    payload: { file: 'web.yaml', text, objects: readManifest(text, 'web.yaml').objects },
  });
  lab.runUntil(lab.branch.cluster.kernel.now + 20e6);
  return lab;
}

function drain(marks: Marks): MarkChunk[] {
  const chunks: MarkChunk[] = [];
  while (!marks.caughtUp) chunks.push(...marks.next());
  return chunks;
}

const pairs = (chunks: readonly MarkChunk[]) =>
  chunks.flatMap(({ positions, marks }) => [...positions].map((position, i) => [position, marks[i]] as const));

describe('marks', () => {
  it('tell once of each event which of the rules mean it, however often one asks', async () => {
    const lab = await applied();
    const marks = new Marks();
    marks.watch('story', rules);
    marks.follow(lab.branch);
    const found = pairs(drain(marks));
    const of = (mark: number) => found.filter(([, other]) => other === mark).map(([position]) => position);
    expect(of(0)).toHaveLength(2);
    expect(of(2)).toEqual(of(0));
    expect(of(1)).toHaveLength(1);
    const heard = lab.event(of(1)[0] as number);
    expect([heard?.verb, heard?.subject]).toEqual(['watch.deliver', 'deployments/default/web']);
    expect(marks.next()).toEqual([]);
  });

  it('go on where they were when the cluster goes on', async () => {
    const lab = await applied();
    const marks = new Marks();
    marks.watch('story', { patched: [{ verb: 'api.patch', subject: { kind: 'Node', subresource: 'status' } }] });
    marks.follow(lab.branch);
    const before = drain(marks);
    lab.runUntil(lab.branch.cluster.kernel.now + 600e6);
    const after = drain(marks);
    expect(before[0]?.reset).toBe(true);
    expect(after.length).toBeGreaterThan(0);
    expect(after.every(({ reset }) => !reset)).toBe(true);
    const last = before.at(-1)?.until ?? 0;
    expect(pairs(after).length).toBeGreaterThan(0);
    expect(pairs(after).every(([position]) => position >= last)).toBe(true);
  });

  it('begin again on another branch, and are forgotten when nobody asks any more', async () => {
    const lab = await applied();
    const marks = new Marks();
    marks.watch('story', rules);
    marks.follow(lab.branch);
    drain(marks);
    const main = lab.branch;
    lab.seek(lab.length - 40);
    lab.command({ to: 'faults', type: 'cut', payload: { user: 'kubelet/node-1' } });
    expect(lab.branch).not.toBe(main);
    marks.follow(lab.branch);
    const chunks = drain(marks);
    expect(chunks[0]).toMatchObject({ set: 'story', branch: lab.branch.name, reset: true });
    marks.watch('story', undefined);
    expect(marks.next()).toEqual([]);
    expect(marks.caughtUp).toBe(true);
  });
});
