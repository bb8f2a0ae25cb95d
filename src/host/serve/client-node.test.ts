import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  AppsV1Api,
  CoreV1Api,
  Exec,
  KubernetesObjectApi,
  Log,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  type V1Deployment,
  type V1Pod,
  type V1Status,
  VersionApi,
  Watch,
} from '@kubernetes/client-node';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Served, serveCluster } from './testing/served';

const namespace = 'default';

const deployment = (name: string, replicas: number): V1Deployment => ({
  metadata: { name, labels: { app: name } },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'web', image: 'nginx:1.27' }] } },
  },
});

let served: Served;
let core: CoreV1Api;
let apps: AppsV1Api;

beforeAll(async () => {
  served = await serveCluster(50);
  core = served.config.makeApiClient(CoreV1Api);
  apps = served.config.makeApiClient(AppsV1Api);
});

/** Asks again until it holds. */
async function eventually<T>(ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (let n = 0; n < 400; n++) {
    const value = await ask();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('it never held');
}

describe('the official JavaScript client against a served cluster', () => {
  it('The server tells its version, and lists its nodes with dates as dates', async () => {
    expect((await served.config.makeApiClient(VersionApi).getCode()).gitVersion).toBe('v1.31.14');
    const nodes = await core.listNode();
    expect(nodes.items.map((node) => node.metadata?.name)).toEqual(['node-1', 'node-2', 'node-3']);
    expect(nodes.items[0]?.metadata?.creationTimestamp).toBeInstanceOf(Date);
  });

  it('A Deployment that is created without kind and apiVersion gets its Pods', async () => {
    const made = await apps.createNamespacedDeployment({ namespace, body: deployment('made', 2) });
    expect(made.spec?.strategy?.type).toBe('RollingUpdate');
    const ready = await eventually(
      () => apps.readNamespacedDeployment({ namespace, name: 'made' }),
      (found) => found.status?.readyReplicas === 2,
    );
    expect(ready.status?.replicas).toBe(2);
    const pods = await core.listNamespacedPod({ namespace, labelSelector: 'app=made' });
    expect(pods.items.map((pod) => pod.status?.phase)).toEqual(['Running', 'Running']);
  });

  it('What is refused is an error with the code and the Status of the server', async () => {
    await expect(core.readNamespacedPod({ namespace, name: 'nobody' })).rejects.toMatchObject({
      code: 404,
      body: expect.stringContaining('pods \\"nobody\\" not found'),
    });
    await expect(apps.createNamespacedDeployment({ namespace, body: deployment('made', 2) })).rejects.toMatchObject({
      code: 409,
    });
  });

  it('A JSON patch, a merge patch and a strategic merge patch change what they name', async () => {
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'patched' }, data: { a: '1' } } });
    const body = [{ op: 'add', path: '/data/b', value: '2' }];
    const first = await core.patchNamespacedConfigMap({ namespace, name: 'patched', body });
    expect(first.data).toEqual({ a: '1', b: '2' });
    const merged = await core.patchNamespacedConfigMap(
      { namespace, name: 'patched', body: { data: { a: null, c: '3' } } },
      setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
    );
    expect(merged.data).toEqual({ b: '2', c: '3' });
    const image = { spec: { template: { spec: { containers: [{ name: 'web', image: 'nginx:1.28' }] } } } };
    const updated = await apps.patchNamespacedDeployment(
      { namespace, name: 'made', body: image },
      setHeaderOptions('Content-Type', PatchStrategy.StrategicMergePatch),
    );
    expect(updated.spec?.template.spec?.containers[0]?.image).toBe('nginx:1.28');
  });

  it('A watch brings each change in order, and ends when its time is up', async () => {
    const seen: string[] = [];
    const list = await core.listNamespacedConfigMap({ namespace });
    const query = { resourceVersion: list.metadata?.resourceVersion, timeoutSeconds: 20 };
    const over = new Promise<unknown>((resolve) => {
      void new Watch(served.config).watch(
        `/api/v1/namespaces/${namespace}/configmaps`,
        query,
        (type, object: { metadata: { name: string } }) => seen.push(`${type} ${object.metadata.name}`),
        resolve,
      );
    });
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'watched' } } });
    await core.replaceNamespacedConfigMap({
      namespace,
      name: 'watched',
      body: { metadata: { name: 'watched' }, data: { a: '1' } },
    });
    await core.deleteNamespacedConfigMap({ namespace, name: 'watched' });
    await over;
    expect(seen).toEqual(['ADDED watched', 'MODIFIED watched', 'DELETED watched']);
  });

  it('A watch from a version that the server has forgotten gets ERROR 410, and its end', async () => {
    const { url } = await serveCluster(50, { watchCacheSize: 4 });
    const response = await fetch(`${url}/api/v1/nodes?watch=true&resourceVersion=1`);
    expect(response.status).toBe(200);
    expect(JSON.parse(await response.text())).toMatchObject({
      type: 'ERROR',
      object: { code: 410, reason: 'Expired' },
    });
  });

  it('A watch in tables has its columns once, and bookmarks only where they are asked for', async () => {
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
    const { url } = await serveCluster(500);
    const watched = async (query: string) => {
      const address = `${url}/api/v1/namespaces?watch=true&timeoutSeconds=130${query}`;
      const text = await (await fetch(address, { headers: { accept } })).text();
      return text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { type: string; object: { columnDefinitions?: unknown[] | null } });
    };
    const plain = await watched('');
    expect(plain.map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'ADDED', 'ADDED']);
    expect(plain.map(({ object }) => object.columnDefinitions?.length)).toEqual([3, undefined, undefined, undefined]);
    const marked = await watched('&allowWatchBookmarks=true');
    expect(marked.slice(4).map(({ type }) => type)).toEqual(['BOOKMARK', 'BOOKMARK']);
  });

  it('An informer knows the Pods of a Deployment, and hears of their end', async () => {
    const listed = () => core.listNamespacedPod({ namespace, labelSelector: 'app=informed' });
    const path = `/api/v1/namespaces/${namespace}/pods`;
    const informer = makeInformer<V1Pod>(served.config, path, listed, 'app=informed');
    const heard: string[] = [];
    informer.on('add', (pod) => heard.push(`add ${pod.metadata?.labels?.app}`));
    informer.on('delete', (pod) => heard.push(`delete ${pod.metadata?.labels?.app}`));
    await informer.start();
    await apps.createNamespacedDeployment({ namespace, body: deployment('informed', 2) });
    await eventually(
      async () => informer.list(),
      (pods) => pods.filter((pod) => pod.status?.phase === 'Running').length === 2,
    );
    await apps.deleteNamespacedDeployment({ namespace, name: 'informed' });
    await eventually(
      async () => informer.list(),
      (pods) => pods.length === 0,
    );
    await informer.stop();
    expect(heard).toEqual(['add informed', 'add informed', 'delete informed', 'delete informed']);
  });

  it('Objects of any kind go through the client that asks the server for its resources', async () => {
    const client = KubernetesObjectApi.makeApiClient(served.config);
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot', namespace } };
    await client.create(account);
    expect((await client.read(account)).metadata?.uid).toMatch(/^[0-9a-f-]{36}$/);
    await client.delete(account);
    await expect(client.read(account)).rejects.toMatchObject({ code: 404 });
  });

  it('A server-side apply owns its fields, and another owner gets a conflict', async () => {
    const apply = (manager: string, color: string, force = false) =>
      core.patchNamespacedConfigMap(
        {
          namespace,
          name: 'applied',
          body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' }, data: { color } },
          fieldManager: manager,
          force,
        },
        setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply),
      );
    const made = await apply('one', 'red');
    expect(made.data).toEqual({ color: 'red' });
    expect(made.metadata?.managedFields).toMatchObject([{ manager: 'one', operation: 'Apply' }]);
    await expect(apply('two', 'blue')).rejects.toMatchObject({ code: 409 });
    expect((await apply('two', 'blue', true)).data).toEqual({ color: 'blue' });
  });

  it('A log is read and followed, and commands run in a container', async () => {
    const command = ['sh', '-c', 'echo one; sleep 30; echo two; sleep 30'];
    const containers = [{ name: 'c', image: 'busybox:1.36', command }];
    await core.createNamespacedPod({
      namespace,
      body: { metadata: { name: 'box' }, spec: { restartPolicy: 'Never', containers } },
    });
    const running = (pod: V1Pod) => pod.status?.phase === 'Running';
    await eventually(() => core.readNamespacedPod({ namespace, name: 'box' }), running);
    const exec = async (words: string[], input?: string) => {
      const [out, err] = [new PassThrough(), new PassThrough()];
      const stdin = input === undefined ? null : Readable.from([input]);
      const status = new Promise<V1Status>((resolve) => {
        void new Exec(served.config).exec(namespace, 'box', 'c', words, out, err, stdin, false, (end) => {
          out.end();
          err.end();
          resolve(end);
        });
      });
      return { status: await status, out: await text(out), err: await text(err) };
    };
    expect(await exec(['sh', '-c', 'echo $HOSTNAME; echo no >&2; exit 3'])).toMatchObject({
      status: { status: 'Failure', reason: 'NonZeroExitCode', details: { causes: [{ message: '3' }] } },
      out: 'box\n',
      err: 'no\n',
    });
    expect(await exec(['wc', '-l'], 'a\nb\n')).toMatchObject({ status: { status: 'Success' }, out: '2\n' });
    const followed = new PassThrough();
    await new Log(served.config).log(namespace, 'box', 'c', followed, { follow: true });
    expect(await text(followed)).toBe('one\ntwo\n');
    expect(await core.readNamespacedPodLog({ namespace, name: 'box', tailLines: 1 })).toBe('two\n');
  });

  it('The trace shows each request, and who sent it', async () => {
    await fetch(`${served.url}/api/v1/nodes/node-2`, {
      headers: { 'user-agent': 'kubectl/v1.31.9 (linux/amd64) kubernetes/8f38003' },
    });
    const { trace } = served.live.cluster.kernel;
    let found = '';
    for (let n = trace.length - 1; n >= 0 && found === ''; n--) {
      const event = trace.at(n);
      if (event?.verb === 'api.get' && event.subject === 'nodes/node-2') found = `${event.actor} → ${event.target}`;
    }
    expect(found).toBe('kubectl → kube-apiserver');
  });
});
