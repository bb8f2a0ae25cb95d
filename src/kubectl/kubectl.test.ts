import { describe, expect, test } from 'vitest';
import { parseManifests } from '../engine/api/manifest';
import { Cluster, type Deployment, type ReplicaSet } from '../engine/index';
import { lastAppliedAnnotation } from './apply';
import { type KubectlRun, kubectlProcess } from './index';

function clusterWithKubectl() {
  const cluster = new Cluster({ nodes: [] }, [kubectlProcess]).boot();
  const { kernel } = cluster;
  kernel.runUntil(1_000_000);
  const run = (type: string, payload: unknown): KubectlRun => {
    kernel.command({ to: 'kubectl', type, payload });
    kernel.runUntil(kernel.now + 10_000_000);
    const runs = kernel.table<KubectlRun>('kubectl');
    return runs.get(runs.keys()[runs.size - 1] as string) as KubectlRun;
  };
  const withFile = (type: string, text: string, file = 'web.yaml') => {
    const { documents, errors } = parseManifests(text);
    expect(errors).toEqual([]);
    return run(type, { file, text, objects: documents.map(({ object }) => object) });
  };
  const get = <T>(resource: string, key: string) => kernel.table<T>(`api/${resource}`).get(key);
  return {
    cluster,
    kernel,
    run,
    apply: (text: string, file?: string) => withFile('apply', text, file),
    remove: (text: string) => withFile('delete', text),
    get,
  };
}

const fileOf = (text: string, unread?: string) => ({
  file: 'web.yaml',
  text,
  objects: parseManifests(text).documents.map(({ object }) => object),
  ...(unread === undefined ? {} : { unread }),
});

const printed = (run: KubectlRun) => run.lines.map(({ text }) => text);

const deployment = (more = '', image = 'nginx:1.29') => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
${more}  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - name: web
        image: ${image}
`;

describe('kubectl apply', () => {
  test('creates what is not there, and keeps what it applied in an annotation', () => {
    const { apply, get } = clusterWithKubectl();
    const run = apply(deployment());
    expect(run).toMatchObject({
      command: 'apply -f web.yaml',
      exitCode: 0,
      lines: [{ stream: 'out', text: 'deployment.apps/web created' }],
    });
    const stored = get<Deployment>('deployments', 'default/web');
    const applied = stored?.metadata.annotations?.[lastAppliedAnnotation];
    expect(applied).toBe(
      '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"annotations":{},"name":"web","namespace":"default"},"spec":{"replicas":3,"selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"image":"nginx:1.29","name":"web"}]}}}}\n',
    );
  });

  test('says unchanged for the same file, and sends no patch', () => {
    const { apply, kernel } = clusterWithKubectl();
    apply(deployment());
    const before = kernel.trace.length;
    expect(printed(apply(deployment()))).toEqual(['deployment.apps/web unchanged']);
    const sent = kernel.trace.events
      .slice(before)
      .filter(({ actor, verb }) => actor === 'kubectl' && verb.startsWith('api.'));
    expect(sent.map(({ verb }) => verb)).toEqual(['api.get']);
  });

  test('says configured for a changed file, and patches only what changed', () => {
    const { apply, get, kernel } = clusterWithKubectl();
    apply(deployment());
    expect(printed(apply(deployment('', 'nginx:1.30')))).toEqual(['deployment.apps/web configured']);
    expect(get<Deployment>('deployments', 'default/web')?.spec?.template.spec?.containers[0]?.image).toBe('nginx:1.30');
    const patch = kernel.trace.events.filter(({ actor, verb }) => actor === 'kubectl' && verb === 'api.patch').at(-1);
    expect((patch?.detail as { request: unknown } | undefined)?.request).toMatchObject({
      spec: {
        template: {
          spec: {
            '$setElementOrder/containers': [{ name: 'web' }],
            containers: [{ name: 'web', image: 'nginx:1.30' }],
          },
        },
      },
    });
  });

  test('takes away what left the file, and leaves what others set', () => {
    const { apply, run, get } = clusterWithKubectl();
    apply(deployment('  minReadySeconds: 7\n'));
    run('setImage', { resource: 'deployments', namespace: 'default', name: 'web', container: 'web', image: 'nginx:9' });
    run('scale', { resource: 'deployments', namespace: 'default', name: 'web', replicas: 5 });
    expect(get<Deployment>('deployments', 'default/web')?.spec).toMatchObject({ minReadySeconds: 7, replicas: 5 });
    apply(deployment().replace('  replicas: 3\n', ''));
    const { spec } = get<Deployment>('deployments', 'default/web') as Deployment;
    expect(spec?.minReadySeconds).toBeUndefined();
    expect(spec?.template.spec?.containers[0]?.image).toBe('nginx:1.29');
    // It was in the file that was applied before, and is no longer: the default comes back.
    expect(spec?.replicas).toBe(1);
  });

  test('words an invalid object as kubectl does, one cause on the line, several as a list', () => {
    const { apply } = clusterWithKubectl();
    const one = apply(deployment().replace('labels: {app: web}', 'labels: {app: other}'));
    expect(one.exitCode).toBe(1);
    expect(printed(one)).toEqual([
      'The Deployment "web" is invalid: spec.template.metadata.labels: Invalid value: {"app":"other"}: `selector` does not match template `labels`',
    ]);
    const several = apply(deployment().replace('name: web\n        image: nginx:1.29', 'name: WEB\n        image: ""'));
    expect(printed(several)[0]).toBe('The Deployment "web" is invalid: ');
    expect(
      printed(several)
        .slice(1)
        .every((line) => line.startsWith('* ')),
    ).toBe(true);
  });

  test('sends an unknown field to the server, which refuses it strictly', () => {
    const { apply } = clusterWithKubectl();
    expect(printed(apply(deployment('  portz: 3\n')))).toEqual([
      'Error from server (BadRequest): error when creating "web.yaml": Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.portz"',
    ]);
  });

  test('an unknown kind is an error after the others were applied', () => {
    const { apply } = clusterWithKubectl();
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: v1\nkind: Foo\nmetadata: {name: x}\n`;
    const run = apply(text, 'two.yaml');
    expect(run.lines).toEqual([
      { stream: 'out', text: 'configmap/a created' },
      {
        stream: 'err',
        text: 'error: resource mapping not found for name: "x" namespace: "" from "two.yaml": no matches for kind "Foo" in version "v1"',
      },
      { stream: 'err', text: 'ensure CRDs are installed first' },
    ]);
  });

  test('an empty file, a document without kind, an object without name: in the words of kubectl', () => {
    const { run, apply } = clusterWithKubectl();
    const file = (objects: unknown[]) => run('apply', { file: 'f.yaml', text: '', objects });
    expect(printed(file([]))).toEqual(['error: no objects passed to apply']);
    expect(printed(file([{ metadata: {} }]))).toEqual([
      'error: error validating "f.yaml": error validating data: [apiVersion not set, kind not set]; if you choose to ignore these errors, turn validation off with --validate=false',
    ]);
    expect(printed(file([{ apiVersion: 'v1', metadata: {} }]))[0]).toContain('error validating data: kind not set;');
    expect(printed(apply('apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n', 'c.yaml'))).toEqual([
      'error: error when retrieving current configuration of:',
      'Resource: "/v1, Resource=configmaps", GroupVersionKind: "/v1, Kind=ConfigMap"',
      'Name: "", Namespace: "default"',
      'from server for: "c.yaml": resource name may not be empty',
    ]);
  });

  test('a namespace that does not exist, twice, prints each error from the server', () => {
    const { apply } = clusterWithKubectl();
    const one = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: nowhere}\n`;
    expect(printed(apply(`${one('a')}---\n${one('b')}`, 'n.yaml'))).toEqual([
      'Error from server (NotFound): error when creating "n.yaml": namespaces "nowhere" not found',
      'Error from server (NotFound): error when creating "n.yaml": namespaces "nowhere" not found',
    ]);
  });

  test('every request is caused by the command, and so is everything that follows', () => {
    const { apply, kernel } = clusterWithKubectl();
    apply(deployment());
    const pod = kernel.trace.events.find(({ verb, subject }) => verb === 'api.create' && subject.startsWith('pods/'));
    const chain = kernel.trace.why(pod?.seq ?? 0);
    expect(chain.at(-1)).toMatchObject({ actor: 'kubectl', verb: 'command', subject: 'apply -f web.yaml', cause: 0 });
  });

  test('keys that reach for a prototype are members like any other', () => {
    const { run, kernel } = clusterWithKubectl();
    const object = JSON.parse(
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"p","annotations":{"constructor":"x"}},"data":{"__proto__":"y","constructor":"z"}}',
    );
    run('apply', { file: 'p.yaml', text: '', objects: [object] });
    run('apply', { file: 'p.yaml', text: '', objects: [{ ...object, data: JSON.parse('{"__proto__":"y2"}') }] });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(kernel.table('api/configmaps').get('default/p'))).toBe(Object.prototype);
  });
});

describe('kubectl delete', () => {
  test('says where the object was deleted from; a missing one is an error with its file', () => {
    const { apply, remove, run } = clusterWithKubectl();
    apply(deployment());
    expect(printed(remove(deployment()))).toEqual(['deployment.apps "web" deleted from default namespace']);
    expect(printed(remove(deployment()))).toEqual([
      'Error from server (NotFound): error when deleting "web.yaml": deployments.apps "web" not found',
    ]);
    expect(printed(run('deleteObject', { resource: 'pods', namespace: 'default', name: 'no' }))).toEqual([
      'Error from server (NotFound): pods "no" not found',
    ]);
  });
});

describe('kubectl scale, set image, rollout', () => {
  const web = { namespace: 'default', name: 'web' };

  test('scale goes through the scale subresource', () => {
    const { apply, run, get, kernel } = clusterWithKubectl();
    apply(deployment());
    expect(printed(run('scale', { resource: 'deployments', ...web, replicas: 1 }))).toEqual([
      'deployment.apps/web scaled',
    ]);
    expect(get<Deployment>('deployments', 'default/web')?.spec?.replicas).toBe(1);
    expect(
      kernel.trace.events.some(
        ({ actor, subject }) => actor === 'kubectl' && subject === 'deployments/default/web/scale',
      ),
    ).toBe(true);
  });

  test('set image names its container', () => {
    const { apply, run } = clusterWithKubectl();
    apply(deployment());
    const set = (container: string) =>
      printed(run('setImage', { resource: 'deployments', ...web, container, image: 'nginx:2' }));
    expect(set('web')).toEqual(['deployment.apps/web image updated']);
    expect(set('app')).toEqual(['error: unable to find container named "app"']);
  });

  test('undo takes the template of the revision before, and that ReplicaSet gets a new revision (claims 181, 182)', () => {
    const { apply, run, kernel } = clusterWithKubectl();
    const revisions = () =>
      kernel
        .table<ReplicaSet>('api/replicasets')
        .values()
        .map((set) => [
          set.spec?.template?.spec?.containers[0]?.image,
          set.metadata.annotations?.['deployment.kubernetes.io/revision'],
        ])
        .sort((a, b) => ((a[0] as string) < (b[0] as string) ? -1 : 1));
    for (const tag of ['1', '2', '3']) apply(deployment('', `nginx:${tag}`));
    expect(revisions()).toEqual([
      ['nginx:1', '1'],
      ['nginx:2', '2'],
      ['nginx:3', '3'],
    ]);
    expect(printed(run('rolloutUndo', { ...web, toRevision: 2 }))).toEqual(['deployment.apps/web rolled back']);
    expect(revisions()).toEqual([
      ['nginx:1', '1'],
      ['nginx:2', '4'],
      ['nginx:3', '3'],
    ]);
    expect(printed(run('rolloutUndo', { ...web }))).toEqual(['deployment.apps/web rolled back']);
    expect(revisions()[2]).toEqual(['nginx:3', '5']);
    expect(printed(run('rolloutUndo', { ...web, toRevision: 5 }))).toEqual([
      'deployment.apps/web skipped rollback (current template already matches revision 5)',
    ]);
    expect(printed(run('rolloutUndo', { ...web, toRevision: 2 }))).toEqual([
      'error: unable to find specified revision 2 in history',
    ]);
  });

  test('what cannot be rolled back says why', () => {
    const { apply, run } = clusterWithKubectl();
    apply(deployment());
    expect(printed(run('rolloutUndo', web))).toEqual(['error: no rollout history found for deployment "web"']);
    apply(deployment('', 'nginx:2'));
    expect(printed(run('rolloutPause', web))).toEqual(['deployment.apps/web paused']);
    expect(printed(run('rolloutPause', web))).toEqual(['error: deployments.apps "web" is already paused']);
    expect(printed(run('rolloutUndo', web))).toEqual([
      "error: you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume deployment/web' and try again",
    ]);
    expect(printed(run('rolloutRestart', web))).toEqual([
      'error: deployments.apps "web" can\'t restart paused deployment (run rollout resume first)',
    ]);
    expect(printed(run('rolloutResume', web))).toEqual(['deployment.apps/web resumed']);
    expect(printed(run('rolloutResume', web))).toEqual(['error: deployments.apps "web" is not paused']);
    expect(printed(run('rolloutRestart', web))).toEqual(['deployment.apps/web restarted']);
  });
});

describe('a file that kubectl cannot take', () => {
  const validating = (what: string) =>
    `error: error validating "web.yaml": error validating data: ${what}; if you choose to ignore these errors, turn validation off with --validate=false`;

  test.each([
    ['metadata: {name: a}', validating('[apiVersion not set, kind not set]')],
    ['apiVersion: v1\nmetadata: {name: a}', validating('kind not set')],
    ['kind: Pod\nmetadata: {name: a}', validating('apiVersion not set')],
    ['apiVersion: v1\nkind:\n', validating('kind not set')],
    ['apiVersion: 1\nkind: Pod\n', validating("apiVersion isn't string type")],
    [
      'apiVersion: v1\nkind: ""\n',
      `error: unable to decode "web.yaml": Object 'Kind' is missing in '{"apiVersion":"v1","kind":""}'`,
    ],
  ])('%j is refused before anything is sent', (text, words) => {
    const { run, kernel } = clusterWithKubectl();
    const before = kernel.trace.length;
    expect(printed(run('apply', fileOf(text)))).toEqual([words]);
    expect(kernel.trace.events.slice(before).some(({ verb }) => verb.startsWith('api.'))).toBe(false);
  });

  test('behind some objects applies those, then says what it cannot read', () => {
    const { run } = clusterWithKubectl();
    const unread = 'error parsing web.yaml: error converting YAML to JSON: yaml: line 1: did not find expected key';
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
    const done = run('apply', fileOf(text, unread));
    expect(printed(done)).toEqual(['configmap/a created', `error: ${unread}`]);
    expect(done.exitCode).toBe(1);
  });

  test('of a kind that Kubernetes has and the lab has not is refused in words of the lab, not of kubectl', () => {
    const { run } = clusterWithKubectl();
    const text = 'apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: a}\n';
    expect(printed(run('apply', fileOf(text)))).toEqual([
      'clusterglass: this lab does not model kind "ResourceClaim" of "resource.k8s.io/v1", which Kubernetes 1.37 serves',
    ]);
    const old = 'apiVersion: extensions/v1beta1\nkind: DaemonSet\nmetadata: {name: a}\n';
    expect(printed(run('apply', fileOf(old)))[0]).toContain(
      'no matches for kind "DaemonSet" in version "extensions/v1beta1"',
    );
  });
});
