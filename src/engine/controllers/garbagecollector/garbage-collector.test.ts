import { describe, expect, it } from 'vitest';
import { Lab, mergePatch } from '../testing/lab';

const deploymentPath = '/apis/apps/v1/namespaces/default/deployments/web';
const mapsPath = '/api/v1/namespaces/default/configmaps';
const secretsPath = '/api/v1/namespaces/default/secrets';

/** What is left, by kind. */
function left(lab: Lab) {
  const count = (resource: string) => lab.cluster.context.api.storage.table(resource).size;
  return { deployments: count('deployments'), replicasets: count('replicasets'), pods: count('pods') };
}

/** Deletions in the order in which the API server did them: what went, and what was only marked. */
function removals(lab: Lab): string[] {
  const seen: string[] = [];
  for (const { changes } of lab.kernel.trace.events) {
    for (const { table, before, after } of changes) {
      const resource = table.slice('api/'.length);
      if (!table.startsWith('api/') || !['deployments', 'replicasets', 'pods'].includes(resource) || !before) continue;
      if (after === undefined) seen.push(`${resource} gone`);
    }
  }
  return seen;
}

const map = (name: string, ownerReferences: unknown[] = []) => ({ metadata: { name, ownerReferences } });

describe('deleting a Deployment', () => {
  it('in the background removes it at once, then its ReplicaSet, then the Pods', () => {
    const lab = new Lab().running({ replicas: 2 });
    lab.send('DELETE', deploymentPath);
    expect(left(lab)).toEqual({ deployments: 0, replicasets: 1, pods: 2 });
    lab.settle();
    expect(left(lab)).toEqual({ deployments: 0, replicasets: 0, pods: 0 });
    expect(removals(lab)).toEqual(['deployments gone', 'replicasets gone', 'pods gone', 'pods gone']);
  });

  it('in the foreground removes the Pods first, then the ReplicaSet, and the Deployment last', () => {
    const lab = new Lab().running({ replicas: 2 });
    lab.send('DELETE', deploymentPath, { propagationPolicy: 'Foreground' });
    expect(lab.deployment().metadata.finalizers).toEqual(['foregroundDeletion']);
    lab.settle();
    expect(removals(lab)).toEqual(['pods gone', 'pods gone', 'replicasets gone', 'deployments gone']);
    expect(left(lab)).toEqual({ deployments: 0, replicasets: 0, pods: 0 });
  });

  it('as an orphaning leaves the ReplicaSet and the Pods, without their owner', () => {
    const lab = new Lab().running({ replicas: 2 });
    lab.send('DELETE', deploymentPath, { propagationPolicy: 'Orphan' });
    lab.settle();
    expect(left(lab)).toEqual({ deployments: 0, replicasets: 1, pods: 2 });
    expect(lab.sets()[0]?.metadata.ownerReferences ?? []).toEqual([]);
    expect(lab.pods()[0]?.metadata.ownerReferences?.[0]?.kind).toBe('ReplicaSet');
  });

  it('deletes exactly the objects that were looked at', () => {
    const lab = new Lab().running({ replicas: 1 });
    lab.send('DELETE', deploymentPath);
    lab.settle();
    const deletions = lab.kernel.trace.events.filter(
      ({ verb, actor }) => verb === 'api.delete' && actor === 'garbage-collector-controller',
    );
    expect(deletions).toHaveLength(2);
    for (const { detail } of deletions) {
      expect((detail as { request: unknown }).request).toMatchObject({
        propagationPolicy: 'Background',
        preconditions: { uid: expect.any(String), resourceVersion: expect.any(String) },
      });
    }
  });
});

describe('the garbage collector', () => {
  it('removes an object whose owner never was, and only the reference if another owner is there', () => {
    const lab = new Lab();
    const owner = lab.send('POST', mapsPath, map('a')).body as { metadata: { uid: string } };
    const solid = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: owner.metadata.uid };
    const gone = { apiVersion: 'v1', kind: 'ConfigMap', name: 'b', uid: 'never-was' };
    lab.send('POST', secretsPath, map('one', [gone]));
    lab.send('POST', secretsPath, map('two', [solid, gone]));
    lab.settle();
    const secrets = lab.cluster.context.api.storage.table('secrets').values();
    expect(secrets.map(({ metadata }) => metadata.name)).toEqual(['two']);
    expect(secrets[0]?.metadata.ownerReferences).toEqual([solid]);
  });

  it('says when an owner is in another namespace, and takes it for absent', () => {
    const lab = new Lab();
    const other = '/api/v1/namespaces/kube-public/configmaps';
    const owner = lab.send('POST', other, map('a')).body as { metadata: { uid: string } };
    lab.settle();
    const { uid } = owner.metadata;
    lab.send('POST', secretsPath, map('s', [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid }]));
    lab.settle();
    expect(lab.messages('OwnerRefInvalidNamespace')).toEqual([
      `ownerRef [v1/ConfigMap, namespace: default, name: a, uid: ${uid}] does not exist in namespace "default"`,
    ]);
    expect(lab.cluster.context.api.storage.table('secrets').size).toBe(0);
    expect(lab.cluster.context.api.storage.table('configmaps').has('kube-public/a')).toBe(true);
  });

  it('lets an owner go whose last blocking dependent stops blocking it', () => {
    const lab = new Lab();
    const owner = lab.send('POST', mapsPath, map('a')).body as { metadata: { uid: string } };
    const reference = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: 'a',
      uid: owner.metadata.uid,
      blockOwnerDeletion: true,
    };
    lab.send('POST', secretsPath, {
      ...map('s', [reference]),
      metadata: { name: 's', ownerReferences: [reference], finalizers: ['example.com/hold'] },
    });
    lab.settle();
    lab.send('DELETE', `${mapsPath}/a`, { propagationPolicy: 'Foreground' });
    lab.settle();
    const maps = lab.cluster.context.api.storage.table('configmaps');
    expect(maps.has('default/a')).toBe(true);
    const freed = [{ ...reference, blockOwnerDeletion: false }];
    lab.send('PATCH', `${secretsPath}/s`, { metadata: { ownerReferences: freed } }, mergePatch);
    lab.settle();
    expect(maps.has('default/a')).toBe(false);
  });

  it('lets a circle of owners go that are deleted in the foreground', () => {
    const lab = new Lab();
    const uidOf = (name: string) =>
      (lab.send('POST', mapsPath, map(name)).body as { metadata: { uid: string } }).metadata.uid;
    const [a, b] = [uidOf('a'), uidOf('b')];
    const reference = (name: string, uid: string) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name,
      uid,
      blockOwnerDeletion: true,
    });
    lab.send('PATCH', `${mapsPath}/a`, { metadata: { ownerReferences: [reference('b', b)] } }, mergePatch);
    lab.send('PATCH', `${mapsPath}/b`, { metadata: { ownerReferences: [reference('a', a)] } }, mergePatch);
    lab.settle();
    lab.send('DELETE', `${mapsPath}/a`, { propagationPolicy: 'Foreground' });
    lab.settle();
    const names = lab.cluster.context.api.storage
      .table('configmaps')
      .values()
      .map(({ metadata }) => metadata.name);
    expect(names).not.toContain('a');
    expect(names).not.toContain('b');
  });
});
