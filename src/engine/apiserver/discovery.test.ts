import { expect, test } from 'vitest';
import { kinds } from '../api/kinds';
import { Cluster } from '../cluster';
import type { ApiRequest } from './http';

function server() {
  const cluster = new Cluster({ nodes: [] }).boot();
  cluster.kernel.runUntil(1_000_000);
  const send = (request: Omit<ApiRequest, 'user'>) => {
    let body: unknown;
    cluster.kernel.perform(() => {
      body = cluster.context.api.handle({ user: 'kubectl', ...request }).body;
    });
    return body as never;
  };
  return { get: (path: string, accept?: string) => send({ method: 'GET', path, ...(accept ? { accept } : {}) }), send };
}

interface ResourceList {
  readonly groupVersion: string;
  readonly resources: readonly {
    readonly name: string;
    readonly kind: string;
    readonly shortNames?: readonly string[];
  }[];
}

test('discovery names every kind that is served, and nothing else', () => {
  const { get } = server();
  const { groups } = get('/apis') as { groups: { name: string; preferredVersion: { groupVersion: string } }[] };
  const paths = ['/api/v1', ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`)];
  const found = paths.flatMap((path) =>
    (get(path) as ResourceList).resources.filter(({ name }) => !name.includes('/')),
  );
  expect(found.map(({ kind }) => kind).sort()).toEqual(kinds.map(({ kind }) => kind).sort());
  const apps = get('/apis/apps/v1') as ResourceList;
  expect(apps.resources.find(({ name }) => name === 'deployments/scale')).toEqual({
    name: 'deployments/scale',
    singularName: '',
    namespaced: true,
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
    verbs: ['get', 'patch', 'update'],
  });
  expect(apps.resources.find(({ name }) => name === 'statefulsets')?.shortNames).toEqual(['sts']);
});

test('the same comes in one document for clients that take it', () => {
  const { get } = server();
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  type Aggregated = {
    items: { metadata: { name?: string }; versions: { version: string; resources: { resource: string }[] }[] }[];
  };
  const core = get('/api', accept) as Aggregated;
  expect(core.items[0]?.versions[0]?.resources.map(({ resource }) => resource)).toContain('pods');
  const named = get('/apis', accept) as Aggregated;
  expect(named.items.map(({ metadata }) => metadata.name)).toContain('batch');
});

test('the server says that it is Kubernetes 1.37', () => {
  expect(server().get('/version')).toMatchObject({ major: '1', minor: '37', gitVersion: 'v1.37.0' });
});

test('a list can be asked for as a table, with the columns of kubectl get and the age by the server', () => {
  const { get } = server();
  const table = get('/api/v1/namespaces', 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json') as {
    kind: string;
    columnDefinitions: { name: string; priority: number }[];
    rows: { cells: unknown[]; object: { kind: string; metadata: { name: string } } }[];
  };
  expect(table.kind).toBe('Table');
  expect(table.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Status', 'Age']);
  expect(table.rows[0]?.cells.slice(0, 2)).toEqual(['default', 'Active']);
  expect(table.rows[0]?.object).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'default' } });
});

test('every kind has its table', () => {
  const { get } = server();
  for (const { group, version, resource } of kinds) {
    const path = `${group === '' ? '/api' : `/apis/${group}`}/${version}/${resource}`;
    const { columnDefinitions } = get(path, 'application/json;as=Table;v=v1;g=meta.k8s.io') as {
      columnDefinitions: { name: string }[];
    };
    expect(columnDefinitions.length, resource).toBeGreaterThan(1);
  }
});

test('the OpenAPI document of a group describes its kinds, and that writes can be validated', () => {
  const { get } = server();
  const { paths } = get('/openapi/v3') as { paths: Record<string, { serverRelativeURL: string }> };
  expect(paths['apis/apps/v1']).toEqual({ serverRelativeURL: '/openapi/v3/apis/apps/v1' });
  type Document = {
    paths: Record<string, { patch?: { parameters: { name: string }[] } }>;
    components: { schemas: Record<string, { properties: Record<string, object>; required?: string[] }> };
  };
  const apps = get('/openapi/v3/apis/apps/v1') as Document;
  const { schemas } = apps.components;
  expect(schemas['io.k8s.api.DeploymentSpec']?.required).toEqual(['selector', 'template']);
  expect(schemas['io.k8s.api.PodSpec']?.properties.containers).toMatchObject({
    'x-kubernetes-patch-strategy': 'merge',
    'x-kubernetes-patch-merge-key': 'name',
  });
  const operation = apps.paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}']?.patch;
  expect(operation?.parameters.map(({ name }) => name)).toContain('fieldValidation');
  for (const [prefix] of Object.entries(paths)) {
    const document = JSON.stringify(get(`/openapi/v3/${prefix}`));
    const named = new Set(Object.keys((JSON.parse(document) as Document).components.schemas));
    for (const [, name] of document.matchAll(/#\/components\/schemas\/([^"]+)/g)) expect(named).toContain(name);
  }
});

test('a long list comes in pages, each with the way to the next', () => {
  const { send } = server();
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    send({ method: 'POST', path: '/api/v1/namespaces/default/configmaps', body: { metadata: { name } } });
  type Page = { items: { metadata: { name: string } }[]; metadata: { continue?: string; remainingItemCount?: number } };
  const page = (more: Record<string, string>) =>
    send({ method: 'GET', path: '/api/v1/namespaces/default/configmaps', query: { limit: '3', ...more } }) as Page;
  const first = page({});
  const names = ({ items }: Page) => items.map(({ metadata }) => metadata.name);
  const rest = page({ continue: first.metadata.continue ?? '' });
  const all = [...names(first), ...names(rest)];
  expect(names(first)).toHaveLength(3);
  expect(first.metadata.remainingItemCount).toBe(all.length - 3);
  expect(rest.metadata.continue).toBeUndefined();
  expect(all).toEqual([...all].sort());
  expect(all).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd', 'e']));
  expect(page({ continue: 'x' })).toMatchObject({
    code: 400,
    message: 'continue key is not valid: incorrect encoding',
  });
});

test('A client that knows only the older aggregated discovery gets the plain lists', () => {
  const { get } = server();
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json';
  expect(get('/apis', accept)).toMatchObject({ kind: 'APIGroupList' });
});

test('Whoever asks may do everything, and is told who they are', () => {
  const { send } = server();
  const spec = { resourceAttributes: { verb: 'create', resource: 'pods' } };
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  expect(send({ method: 'POST', path, body: { spec } })).toMatchObject({ spec, status: { allowed: true } });
  const who = send({ method: 'POST', path: '/apis/authentication.k8s.io/v1/selfsubjectreviews', body: {} });
  expect(who).toMatchObject({ status: { userInfo: { username: 'kubernetes-admin' } } });
});
