import { describe, expect, test } from 'vitest';
import { Cluster } from '../cluster';
import { revive, serialise } from '../kernel/serialise';
import type { ApiRequest } from './http';

const definition = (more: object = {}, spec: object = {}) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'crontabs.stable.example.com' },
  spec: {
    group: 'stable.example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', singular: 'crontab', kind: 'CronTab', shortNames: ['ct'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                required: ['cronSpec'],
                properties: {
                  cronSpec: { type: 'string', pattern: '^(\\*|\\d+)( (\\*|\\d+)){4}$' },
                  image: { type: 'string', default: 'busybox' },
                  mode: { type: 'string', enum: ['fast', 'slow'] },
                  replicas: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
                  port: { 'x-kubernetes-int-or-string': true },
                  extra: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                  rules: {
                    type: 'array',
                    maxItems: 2,
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                    items: { type: 'object', properties: { name: { type: 'string' } } },
                  },
                },
              },
              status: { type: 'object', properties: { replicas: { type: 'integer' } } },
            },
          },
        },
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
        additionalPrinterColumns: [
          { name: 'Spec', type: 'string', jsonPath: '.spec.cronSpec' },
          { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas' },
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        ],
        ...more,
      },
    ],
    ...spec,
  },
});

const path = '/apis/stable.example.com/v1/namespaces/default/crontabs';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

function server(install: object | 'nothing' = definition()) {
  let cluster = new Cluster({ nodes: [] }).boot();
  const answers = (request: Omit<ApiRequest, 'user'>) => {
    let response = { code: 0, body: {} as unknown, warnings: [] as readonly string[] };
    cluster.kernel.perform(() => {
      response = cluster.context.api.handle({ user: 'kubectl', ...request });
    });
    return response as { code: number; body: never; warnings: readonly string[] };
  };
  const run = (seconds = 1) => cluster.kernel.runUntil(cluster.kernel.now + seconds * 1e6);
  run();
  const made = install === 'nothing' ? undefined : answers({ method: 'POST', path: definitions, body: install });
  run();
  return {
    answers,
    run,
    made,
    restart() {
      cluster = new Cluster({ nodes: [] }).restore(revive(serialise(cluster.kernel.snapshot())));
    },
    create: (spec: object, query: Record<string, string> = {}) =>
      answers({
        method: 'POST',
        path,
        query,
        body: { apiVersion: 'stable.example.com/v1', kind: 'CronTab', metadata: { name: 'a' }, spec },
      }),
    get: (at: string, accept?: string) =>
      answers({ method: 'GET', path: at, ...(accept === undefined ? {} : { accept }) }).body as never,
  };
}

describe('a CustomResourceDefinition', () => {
  test('is established after its names were accepted, and only then its kind is served', () => {
    const { answers, run, get } = server('nothing');
    expect(answers({ method: 'GET', path }).code).toBe(404);
    const { code } = answers({ method: 'POST', path: definitions, body: definition() });
    expect(code).toBe(201);
    expect(answers({ method: 'GET', path }).code).toBe(404);
    run();
    expect(answers({ method: 'GET', path }).body).toMatchObject({ kind: 'CronTabList', items: [] });
    const { status } = get(`${definitions}/crontabs.stable.example.com`) as {
      status: { conditions: { type: string; status: string; reason: string }[]; acceptedNames: object };
    };
    expect(status.conditions.map(({ type, status: is, reason }) => `${type} ${is} ${reason}`)).toEqual([
      'NamesAccepted True NoConflicts',
      'Established True InitialNamesAccepted',
    ]);
    expect(status.acceptedNames).toEqual({
      kind: 'CronTab',
      listKind: 'CronTabList',
      plural: 'crontabs',
      shortNames: ['ct'],
      singular: 'crontab',
    });
  });

  test('whose names another has is not served until they are free', () => {
    const { answers, run, get } = server();
    const other = {
      ...definition(),
      metadata: { name: 'others.stable.example.com' },
      spec: { ...definition().spec, names: { plural: 'others', kind: 'Other', shortNames: ['ct'] } },
    };
    answers({ method: 'POST', path: definitions, body: other });
    run();
    const conditionsOf = () =>
      (get(`${definitions}/others.stable.example.com`) as { status: { conditions: unknown[] } }).status.conditions;
    expect(conditionsOf()).toMatchObject([
      { type: 'NamesAccepted', status: 'False', reason: 'ShortNamesConflict', message: '"ct" is already in use' },
      { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' },
    ]);
    answers({ method: 'DELETE', path: `${definitions}/crontabs.stable.example.com` });
    run();
    expect(conditionsOf()).toMatchObject([{ status: 'True' }, { type: 'Established', status: 'True' }]);
  });

  test('takes its objects with it', () => {
    const { answers, run, create } = server();
    create({ cronSpec: '* * * * 5' });
    const deleted = answers({ method: 'DELETE', path: `${definitions}/crontabs.stable.example.com` });
    expect(deleted.body).toMatchObject({
      metadata: { finalizers: ['customresourcecleanup.apiextensions.k8s.io'] },
      status: { conditions: [{}, {}, { type: 'Terminating', reason: 'InstanceDeletionPending' }] },
    });
    run();
    expect(answers({ method: 'GET', path: `${definitions}/crontabs.stable.example.com` }).code).toBe(404);
    expect(answers({ method: 'GET', path }).code).toBe(404);
  });

  test('must be structural, and named after its kind', () => {
    const { made } = server({
      ...definition({
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: {}, list: { type: 'array' } } } },
      }),
      metadata: { name: 'crontabs.example.com' },
    });
    const { details } = (made as NonNullable<typeof made>).body as unknown as {
      details: { causes: { field: string; message: string }[] };
    };
    expect(details.causes.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'metadata.name: Invalid value: "crontabs.example.com": must be spec.names.plural+"."+spec.group',
      'spec.versions[0].schema.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields',
      'spec.versions[0].schema.openAPIV3Schema.properties[list].items: Required value: must be specified',
    ]);
  });
});

describe('an object of a custom kind', () => {
  test('gets the defaults of its schema and loses what the schema does not name', () => {
    const { create } = server();
    const { code, body, warnings } = create({
      cronSpec: '* * * * 5',
      nonsense: 1,
      extra: { any: { thing: 1 } },
      image: null,
    });
    expect(code).toBe(201);
    expect(body).toMatchObject({
      metadata: { generation: 1 },
      spec: { cronSpec: '* * * * 5', extra: { any: { thing: 1 } }, image: 'busybox', replicas: 1 },
    });
    expect((body as { spec: object }).spec).not.toHaveProperty('nonsense');
    expect(warnings).toEqual(['unknown field "spec.nonsense"']);
  });

  test('with unknown fields is refused when the client asks for strictness', () => {
    const { create } = server();
    expect(create({ cronSpec: '* * * * 5', nonsense: 1 }, { fieldValidation: 'Strict' }).body).toMatchObject({
      code: 400,
      message:
        'CronTab in version "v1" cannot be handled as a CronTab: strict decoding error: unknown field "spec.nonsense"',
    });
  });

  test('is refused with a complaint for each field that does not fit the schema', () => {
    const { create } = server();
    const { code, body } = create({
      cronSpec: 'daily',
      mode: 'medium',
      replicas: 'many',
      port: true,
      image: 5,
      rules: [{ name: 'a' }, { name: 'a' }, { name: 'b' }],
    });
    const { details } = body as { details: { causes: { field: string; message: string }[] } };
    expect(code).toBe(422);
    expect(details.causes.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      `spec.cronSpec: Invalid value: "daily": spec.cronSpec in body should match '^(\\*|\\d+)( (\\*|\\d+)){4}$'`,
      'spec.mode: Unsupported value: "medium": supported values: "fast", "slow"',
      'spec.replicas: Invalid value: "string": spec.replicas in body must be of type integer: "string"',
      'spec.port: Invalid value: "boolean": spec.port in body must be of type integer,string: "boolean"',
      'spec.image: Invalid value: "integer": spec.image in body must be of type string: "integer"',
      'spec.rules: Too many: 3: must have at most 2 items',
      'spec.rules[1]: Duplicate value: {"name":"a"}',
    ]);
    expect(create({}).body).toMatchObject({
      message: 'CronTab.stable.example.com "a" is invalid: spec.cronSpec: Required value',
    });
    expect(create({ cronSpec: '* * * * 5', replicas: 11 }).body).toMatchObject({
      message:
        'CronTab.stable.example.com "a" is invalid: spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10',
    });
  });

  test('has a status and a scale of its own', () => {
    const { create, answers, get } = server();
    create({ cronSpec: '* * * * 5' });
    const patch = (at: string, body: unknown) =>
      answers({ method: 'PATCH', path: at, contentType: 'application/merge-patch+json', body }).body;
    expect(patch(`${path}/a`, { status: { replicas: 1 } })).not.toHaveProperty('status');
    expect(patch(`${path}/a/status`, { status: { replicas: 1 }, spec: { replicas: 9 } })).toMatchObject({
      metadata: { generation: 1 },
      spec: { replicas: 1 },
      status: { replicas: 1 },
    });
    expect(patch(`${path}/a/scale`, { spec: { replicas: 3 } })).toMatchObject({
      kind: 'Scale',
      spec: { replicas: 3 },
      status: { replicas: 1 },
    });
    expect(get(`${path}/a`)).toMatchObject({ metadata: { generation: 2 }, spec: { replicas: 3 } });
  });

  test('is merged by merge patch and JSON patch, but not by strategic merge', () => {
    const { create, answers } = server();
    create({ cronSpec: '* * * * 5' });
    const strategic = {
      method: 'PATCH',
      path: `${path}/a`,
      contentType: 'application/strategic-merge-patch+json',
    } as const;
    expect(answers({ ...strategic, body: {} }).code).toBe(415);
    const apply = { ...strategic, contentType: 'application/apply-patch+yaml', query: { fieldManager: 'me' } };
    const body = {
      apiVersion: 'stable.example.com/v1',
      kind: 'CronTab',
      metadata: { name: 'a' },
      spec: { cronSpec: '* * * * 5', mode: 'fast' },
    };
    expect(answers({ ...apply, body }).body).toMatchObject({ spec: { mode: 'fast', image: 'busybox' } });
    const other = { ...apply, query: { fieldManager: 'you' }, body: { ...body, spec: { mode: 'slow' } } };
    expect(answers(other).body).toMatchObject({ code: 409, details: { causes: [{ field: '.spec.mode' }] } });
  });

  test('is shown in the columns of its definition, and discovery and OpenAPI know it', () => {
    const { create, get } = server();
    create({ cronSpec: '* * * * 5' });
    const table = get(path, 'application/json;as=Table;v=v1;g=meta.k8s.io') as {
      columnDefinitions: { name: string }[];
      rows: { cells: unknown[] }[];
    };
    expect(table.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Spec', 'Replicas', 'Age']);
    expect(table.rows[0]?.cells).toEqual(['a', '* * * * 5', 1, '0s']);
    expect((get('/apis') as { groups: { name: string }[] }).groups.map(({ name }) => name)).toContain(
      'stable.example.com',
    );
    expect(get('/apis/stable.example.com/v1')).toMatchObject({
      resources: [
        { name: 'crontabs', kind: 'CronTab', shortNames: ['ct'] },
        { name: 'crontabs/status' },
        { name: 'crontabs/scale' },
      ],
    });
    const { components } = get('/openapi/v3/apis/stable.example.com/v1') as { components: { schemas: object } };
    expect(Object.keys(components.schemas)).toEqual(['com.example.stable.v1.CronTab']);
  });

  test('is still known after the cluster was saved and revived', () => {
    const { create, restart, get } = server();
    create({ cronSpec: '* * * * 5' });
    restart();
    expect(get(`${path}/a`)).toMatchObject({ spec: { cronSpec: '* * * * 5' } });
  });

  test('goes with its namespace', () => {
    const { answers, run } = server();
    answers({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: 'shop' } } });
    const there = '/apis/stable.example.com/v1/namespaces/shop/crontabs';
    answers({ method: 'POST', path: there, body: { metadata: { name: 'a' }, spec: { cronSpec: '* * * * 5' } } });
    expect(answers({ method: 'GET', path: `${there}/a` }).code).toBe(200);
    answers({ method: 'DELETE', path: '/api/v1/namespaces/shop' });
    run(60);
    expect(answers({ method: 'GET', path: `${there}/a` }).code).toBe(404);
    expect(answers({ method: 'GET', path: '/api/v1/namespaces/shop' }).code).toBe(404);
  });

  test('takes what it owns with it, once the garbage collector watches its kind', () => {
    const { answers, run, create, restart } = server();
    run(31);
    const { metadata } = create({ cronSpec: '* * * * 5' }).body as { metadata: { uid: string } };
    const owner = { apiVersion: 'stable.example.com/v1', kind: 'CronTab', name: 'a', uid: metadata.uid };
    const maps = '/api/v1/namespaces/default/configmaps';
    answers({ method: 'POST', path: maps, body: { metadata: { name: 'owned', ownerReferences: [owner] } } });
    run();
    restart();
    answers({ method: 'DELETE', path: `${path}/a` });
    run(5);
    expect(answers({ method: 'GET', path: `${maps}/owned` }).code).toBe(404);
  });

  test('whose owner goes is collected', () => {
    const { answers, run } = server();
    const maps = '/api/v1/namespaces/default/configmaps';
    const { metadata } = answers({ method: 'POST', path: maps, body: { metadata: { name: 'owner' } } }).body as {
      metadata: { uid: string };
    };
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid }];
    answers({
      method: 'POST',
      path,
      body: { metadata: { name: 'a', ownerReferences }, spec: { cronSpec: '* * * * 5' } },
    });
    run(31);
    answers({ method: 'DELETE', path: `${maps}/owner` });
    run(5);
    expect(answers({ method: 'GET', path: `${path}/a` }).code).toBe(404);
  });

  test('is read in each served version, and kept in one', () => {
    const [version] = definition().spec.versions;
    const versions = [version, { ...version, name: 'v2', storage: false }];
    const { create, get, answers } = server(definition({}, { versions }));
    create({ cronSpec: '* * * * 5' });
    const other = path.replace('/v1/', '/v2/');
    expect(get(`${other}/a`)).toMatchObject({ apiVersion: 'stable.example.com/v2', spec: { replicas: 1 } });
    expect(get(other)).toMatchObject({ apiVersion: 'stable.example.com/v2', items: [{ metadata: { name: 'a' } }] });
    const patched = answers({
      method: 'PATCH',
      path: `${other}/a`,
      contentType: 'application/merge-patch+json',
      body: { spec: { mode: 'slow' } },
    });
    expect(patched.body).toMatchObject({ apiVersion: 'stable.example.com/v2', spec: { mode: 'slow' } });
    expect(get(`${path}/a`)).toMatchObject({ apiVersion: 'stable.example.com/v1', spec: { mode: 'slow' } });
    expect(get('/apis/stable.example.com')).toMatchObject({ preferredVersion: { version: 'v2' } });
  });
});
