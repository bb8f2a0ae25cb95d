import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../api/meta';
import type { Namespace, Pod } from '../../api/types';
import { Lab, mergePatch } from '../testing/lab';

const path = '/api/v1/namespaces/lab';
const container = { name: 'web', image: 'web:1' };

function withNamespace(): Lab {
  const lab = new Lab();
  lab.send('POST', '/api/v1/namespaces', { metadata: { name: 'lab' } });
  lab.settle();
  return lab;
}

/** What there is in namespace lab, as resource/name, in the order of kinds. */
function content(lab: Lab): string[] {
  const { storage } = lab.cluster.context.api;
  return ['pods', 'configmaps', 'secrets', 'serviceaccounts', 'deployments', 'replicasets'].flatMap((resource) =>
    storage
      .table(resource)
      .keysWithPrefix('lab/')
      .map((key) => key.replace('lab', resource)),
  );
}

function namespace(lab: Lab): Namespace | undefined {
  return lab.cluster.context.api.storage.table('namespaces').get('lab') as Namespace | undefined;
}

function condition(lab: Lab, type: string) {
  const found = namespace(lab)?.status?.conditions?.find((candidate) => candidate.type === type);
  return found && `${found.status} ${found.reason}: ${found.message}`;
}

const map = (finalizers: string[] = []) => ({ metadata: { name: 'settings', finalizers } });

function boundPod(lab: Lab, terminationGracePeriodSeconds = 30): void {
  lab.send('POST', `${path}/pods`, {
    metadata: { name: 'web' },
    spec: { containers: [container], terminationGracePeriodSeconds },
  });
  lab.send('POST', `${path}/pods/web/binding`, { target: { name: 'node-1' } });
  lab.settle();
}

/** The kubelet has stopped the Pod's containers. */
const stopped = (lab: Lab) => lab.send('DELETE', `${path}/pods/web`, { gracePeriodSeconds: 0 });

describe('a namespace', () => {
  it('comes with a service account and the certificate of the API server, which come back when deleted', () => {
    const lab = withNamespace();
    expect(content(lab)).toEqual(['configmaps/kube-root-ca.crt', 'serviceaccounts/default']);
    lab.send('DELETE', `${path}/serviceaccounts/default`);
    lab.send('PATCH', `${path}/configmaps/kube-root-ca.crt`, { data: { 'ca.crt': 'mine' } }, mergePatch);
    lab.settle();
    expect(content(lab)).toEqual(['configmaps/kube-root-ca.crt', 'serviceaccounts/default']);
    const authority = lab.cluster.context.api.storage.table('configmaps').get('lab/kube-root-ca.crt');
    expect((authority as KubeObject & { data: unknown }).data).toEqual({ 'ca.crt': expect.stringContaining('BEGIN') });
  });

  it('that is deleted is only marked, takes nothing new, and is emptied after five seconds', () => {
    const lab = withNamespace();
    lab.send('POST', `${path}/configmaps`, map());
    const answer = lab.send('DELETE', path);
    expect(answer).toMatchObject({ code: 200, body: { status: { phase: 'Terminating' } } });
    expect(lab.send('POST', `${path}/secrets`, { metadata: { name: 'key' } })).toMatchObject({
      code: 403,
      body: {
        message:
          'secrets "key" is forbidden: unable to create new content in namespace lab because it is being terminated',
      },
    });
    lab.wait(4.9);
    expect(content(lab)).toContain('configmaps/settings');
    lab.wait(1);
    expect(content(lab)).toEqual([]);
    lab.settle();
    expect(namespace(lab)).toBeUndefined();
  });

  it('waits for its Pods before anything else goes', () => {
    const lab = withNamespace();
    boundPod(lab);
    lab.send('POST', `${path}/configmaps`, map());
    lab.send('DELETE', path);
    lab.wait(10);
    const [pod] = lab.pods();
    expect((pod as Pod).metadata.deletionTimestamp).toBeDefined();
    expect(content(lab)).toEqual([
      'pods/web',
      'configmaps/kube-root-ca.crt',
      'configmaps/settings',
      'serviceaccounts/default',
    ]);
    stopped(lab);
    lab.settle();
    expect(content(lab)).toEqual([]);
    expect(namespace(lab)).toBeUndefined();
  });

  it('says when a Pod stays longer than it may, and looks again at least every minute', () => {
    const lab = withNamespace();
    boundPod(lab, 10);
    lab.send('DELETE', path);
    lab.wait(30);
    const message = 'unexpected items still remain in namespace: lab for gvr: /v1, Resource=pods';
    const said = `True ContentDeletionFailed: Failed to delete all resource types, 1 remaining: ${message}`;
    expect(condition(lab, 'NamespaceDeletionContentFailure')).toBe(said);
    lab.settle();
    lab.wait(600);
    stopped(lab);
    lab.wait(65);
    expect(namespace(lab)).toBeUndefined();
  });

  it('stays as long as something in it has a finalizer, and says what', () => {
    const lab = withNamespace();
    lab.send('POST', `${path}/configmaps`, map(['example.com/hold']));
    lab.send('DELETE', path);
    lab.settle();
    expect(content(lab)).toEqual(['configmaps/settings']);
    expect(condition(lab, 'NamespaceContentRemaining')).toBe(
      'True SomeResourcesRemain: Some resources are remaining: configmaps. has 1 resource instances',
    );
    expect(condition(lab, 'NamespaceFinalizersRemaining')).toBe(
      'True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
    );
    lab.send('PATCH', `${path}/configmaps/settings`, { metadata: { finalizers: null } }, mergePatch);
    lab.wait(9);
    expect(namespace(lab)).toBeUndefined();
  });

  it('with a Deployment loses all of it, whatever the Deployment does meanwhile', () => {
    const lab = withNamespace();
    const labels = { app: 'web' };
    const template = { metadata: { labels }, spec: { containers: [container] } };
    const spec = { replicas: 3, selector: { matchLabels: labels }, template };
    lab.send('POST', '/apis/apps/v1/namespaces/lab/deployments', { metadata: { name: 'web' }, spec });
    lab.settle();
    expect(lab.pods()).toHaveLength(3);
    lab.send('DELETE', path);
    lab.settle();
    expect(content(lab)).toEqual([]);
    expect(namespace(lab)).toBeUndefined();
  });

  it('without which a cluster cannot be may not be deleted', () => {
    const lab = new Lab();
    for (const name of ['default', 'kube-public', 'kube-system']) {
      expect(lab.send('DELETE', `/api/v1/namespaces/${name}`)).toMatchObject({
        code: 403,
        body: { message: `namespaces "${name}" is forbidden: this namespace may not be deleted` },
      });
    }
    expect(lab.send('DELETE', '/api/v1/namespaces').code).toBe(405);
  });
});
