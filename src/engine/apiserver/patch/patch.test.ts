import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../../shared/json';
import type { Deployment } from '../../api/types';
import { applyPatch, JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH } from './index';

const deployment = deepFreeze({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'w', namespace: 'default', labels: { app: 'w' }, finalizers: ['a/x', 'a/y'] },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'w' } },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } },
    template: {
      metadata: { labels: { app: 'w' } },
      spec: {
        containers: [
          { name: 'app', image: 'app:1', env: [{ name: 'A', value: '1' }] },
          { name: 'log', image: 'log:1' },
        ],
      },
    },
  },
} satisfies Deployment);

function patched(type: string, patch: unknown, validation: 'Strict' | 'Warn' | 'Ignore' = 'Warn'): Deployment {
  const result = applyPatch('Deployment', type, deployment, patch, validation);
  if (result.status !== undefined) throw new Error(result.status.message);
  return result.object as Deployment;
}

function refused(type: string, patch: unknown, validation: 'Strict' | 'Warn' | 'Ignore' = 'Warn') {
  const result = applyPatch('Deployment', type, deployment, patch, validation);
  return { code: result.status?.code, message: result.status?.message };
}

describe('a patch', () => {
  it('that changes nothing gives back the stored object itself', () => {
    expect(patched(MERGE_PATCH, { spec: { replicas: 2 } })).toBe(deployment);
    expect(patched(STRATEGIC_MERGE_PATCH, { spec: { template: { spec: { containers: [{ name: 'log' }] } } } })).toBe(
      deployment,
    );
    expect(patched(STRATEGIC_MERGE_PATCH, {})).toBe(deployment);
    expect(patched(JSON_PATCH, [])).toEqual(deployment);
  });

  it('shares with the stored object whatever it does not touch', () => {
    for (const [type, patch] of [
      [MERGE_PATCH, { spec: { replicas: 3 } }],
      [STRATEGIC_MERGE_PATCH, { spec: { replicas: 3 } }],
    ] as const) {
      const after = patched(type, patch);
      expect(after.spec?.replicas).toBe(3);
      expect(after.spec?.template).toBe(deployment.spec.template);
      expect(after.metadata).toBe(deployment.metadata);
    }
  });

  it('with a field that the kind does not have is a warning, or refused when validation is strict', () => {
    const patch = { spec: { portz: 1 } };
    expect(applyPatch('Deployment', MERGE_PATCH, deployment, patch).status).toBeUndefined();
    const warned = applyPatch('Deployment', STRATEGIC_MERGE_PATCH, deployment, patch);
    expect(warned.status === undefined && warned.warnings).toEqual(['unknown field "spec.portz"']);
    expect(refused(STRATEGIC_MERGE_PATCH, patch, 'Strict')).toEqual({
      code: 422,
      message: ` "" is invalid: patch: Invalid value: "map[spec:map[portz:1]]": strict decoding error: unknown field "spec.portz"`,
    });
    expect(patched(STRATEGIC_MERGE_PATCH, patch, 'Ignore')).toEqual(deployment);
  });

  it('with a value of the wrong type is refused in the words of the reader that found it', () => {
    expect(refused(STRATEGIC_MERGE_PATCH, { spec: { replicas: 'x' } })).toEqual({
      code: 422,
      message: ' "" is invalid: patch: Invalid value: "map[spec:map[replicas:x]]": unrecognized type: int32',
    });
    expect(refused(MERGE_PATCH, { spec: { replicas: 'x' } }).message).toMatch(
      /: json: cannot unmarshal string into Go struct field DeploymentSpec\.spec\.replicas of type int32$/,
    );
  });

  it('of a content type that the server does not take is told which it takes', () => {
    expect(refused('application/json', {})).toEqual({
      code: 415,
      message:
        'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json, application/apply-patch+yaml',
    });
    expect(refused(`${MERGE_PATCH}; charset=utf-8`, {}).code).toBeUndefined();
    expect(applyPatch('Widget', STRATEGIC_MERGE_PATCH, {}, {}).status?.code).toBe(415);
  });

  it('that is no patch at all is refused with 400', () => {
    expect(refused(MERGE_PATCH, [])).toEqual({
      code: 400,
      message: 'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
    });
    expect(refused(MERGE_PATCH, null)).toEqual({ code: 400, message: 'Invalid JSON Patch' });
    expect(refused(STRATEGIC_MERGE_PATCH, 'x').code).toBe(400);
    expect(refused(JSON_PATCH, {}).message).toBe(
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    );
    expect(refused(JSON_PATCH, [{ op: 1, path: '/a' }]).message).toBe(
      'error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string',
    );
    expect(
      refused(
        JSON_PATCH,
        Array.from({ length: 10001 }, () => ({ op: 'test', path: '' })),
      ).code,
    ).toBe(413);
  });

  it('nested beyond all reason is refused before anything recurses into it', () => {
    let deep: unknown = {};
    for (let i = 0; i < 200_000; i++) deep = { a: deep };
    for (const type of [MERGE_PATCH, STRATEGIC_MERGE_PATCH]) expect(refused(type, deep).code).toBe(400);
    expect(refused(JSON_PATCH, [{ op: 'add', path: '/metadata/x', value: deep }]).code).toBe(400);
  });

  it('with hostile keys changes no prototype and invents no field', () => {
    const hostile = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"metadata":{"labels":{"__proto__":"x","constructor":"y"}}}',
    );
    for (const type of [MERGE_PATCH, STRATEGIC_MERGE_PATCH]) {
      const after = patched(type, hostile);
      expect(Object.keys(after)).toEqual(Object.keys(deployment));
      expect(Object.getPrototypeOf(after.metadata.labels)).toBe(Object.prototype);
      expect(new Map(Object.entries(after.metadata.labels ?? {}))).toEqual(
        new Map([
          ['app', 'w'],
          ['__proto__', 'x'],
          ['constructor', 'y'],
        ]),
      );
    }
    patched(JSON_PATCH, [
      { op: 'add', path: '/__proto__', value: { polluted: 1 } },
      { op: 'add', path: '/metadata/labels/__proto__', value: 'x' },
    ]);
    expect(refused(JSON_PATCH, [{ op: 'add', path: '/metadata/constructor/prototype/polluted', value: 1 }]).code).toBe(
      422,
    );
    expect(refused(JSON_PATCH, [{ op: 'test', path: '/metadata/toString', value: 1 }]).code).toBe(422);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('of any JSON is answered and never throws', () => {
    const path = fc.constantFrom(
      '/spec/replicas',
      '/metadata/labels/x',
      '/spec/template/spec/containers/0',
      '',
      '/a/b',
    );
    const operation = fc.record(
      {
        op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'x'),
        path,
        from: path,
        value: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(operation), (value, operations) => {
        for (const type of [MERGE_PATCH, STRATEGIC_MERGE_PATCH, JSON_PATCH]) {
          for (const patch of [value, { spec: value }, { metadata: { finalizers: value } }, operations]) {
            const { status, ...rest } = applyPatch('Deployment', type, deployment, patch);
            expect(status === undefined).toBe('object' in rest);
          }
        }
      }),
    );
  });
});

describe('a strategic merge patch', () => {
  it('finds lists of strings and merges them, taking out what it is told to', () => {
    expect(patched(STRATEGIC_MERGE_PATCH, { metadata: { finalizers: ['a/z', 'a/y'] } }).metadata.finalizers).toEqual([
      'a/z',
      'a/x',
      'a/y',
    ]);
    const patch = {
      metadata: {
        finalizers: ['a/z'],
        '$setElementOrder/finalizers': ['a/y', 'a/z'],
        '$deleteFromPrimitiveList/finalizers': ['a/x'],
      },
    };
    expect(patched(STRATEGIC_MERGE_PATCH, patch).metadata.finalizers).toEqual(['a/y', 'a/z']);
  });

  it('may set resources of a container that has none, replacing them as a whole', () => {
    const containers = [{ name: 'log', resources: { $patch: 'replace', limits: { cpu: '1' } } }];
    const after = patched(STRATEGIC_MERGE_PATCH, { spec: { template: { spec: { containers } } } });
    expect(after.spec?.template.spec?.containers[1]?.resources).toEqual({ limits: { cpu: '1' } });
  });

  it('that breaks its own form is refused in the words of Kubernetes', () => {
    const containers = (list: unknown[], more = {}) => ({
      spec: { template: { spec: { containers: list, ...more } } },
    });
    expect(refused(STRATEGIC_MERGE_PATCH, containers([{ image: 'x' }]))).toEqual({
      code: 500,
      message: 'map: map[image:x] does not contain declared merge key: name',
    });
    expect(refused(STRATEGIC_MERGE_PATCH, containers([{ name: 'app', $patch: 'odd' }])).message).toBe(
      'unknown patch type: odd in map: map[$patch:odd name:app]',
    );
    expect(
      refused(STRATEGIC_MERGE_PATCH, { spec: { strategy: { $retainKeys: ['type'], rollingUpdate: {} } } }),
    ).toEqual({
      code: 400,
      message: 'invalid patch format of retainKeys',
    });
    const order = { '$setElementOrder/containers': [{ name: 'app' }] };
    expect(refused(STRATEGIC_MERGE_PATCH, containers([{ name: 'log' }], order)).message).toBe(
      "The order in patch list:\n[map[name:log]]\n doesn't match $setElementOrder list:\n[map[name:app]]\n",
    );
    expect(refused(STRATEGIC_MERGE_PATCH, { metadata: { nope: {} } }).code).toBeUndefined();
  });
});

describe('a JSON patch', () => {
  const labels = (operations: unknown[]) => patched(JSON_PATCH, operations).metadata.labels;
  const names = (operations: unknown[]) =>
    patched(JSON_PATCH, operations).spec?.template.spec?.containers.map((container) => container.name);
  const containers = '/spec/template/spec/containers';

  it('counts negative list places from the end', () => {
    expect(names([{ op: 'remove', path: `${containers}/-1` }])).toEqual(['app']);
    expect(names([{ op: 'add', path: `${containers}/-1`, value: { name: 'c' } }])).toEqual(['app', 'log', 'c']);
    expect(refused(JSON_PATCH, [{ op: 'remove', path: `${containers}/-3` }]).code).toBe(422);
    expect(refused(JSON_PATCH, [{ op: 'add', path: `${containers}/3`, value: {} }]).code).toBe(422);
  });

  it('may replace a label that is not there, and copy or move one', () => {
    expect(labels([{ op: 'replace', path: '/metadata/labels/new', value: 'x' }])).toEqual({ app: 'w', new: 'x' });
    expect(labels([{ op: 'copy', from: '/metadata/labels/app', path: '/metadata/labels/b' }])).toEqual({
      app: 'w',
      b: 'w',
    });
    expect(labels([{ op: 'move', from: '/metadata/labels/app', path: '/metadata/labels/b' }])).toEqual({ b: 'w' });
    expect(refused(JSON_PATCH, [{ op: 'move', from: '/metadata/labels/no', path: '/metadata/labels/b' }]).code).toBe(
      422,
    );
  });

  it('may add into parts that Kubernetes always writes, such as resources, even where nothing was set', () => {
    const add = [{ op: 'add', path: `${containers}/1/resources/limits`, value: { cpu: '1' } }];
    expect(patched(JSON_PATCH, add).spec?.template.spec?.containers[1]?.resources).toEqual({ limits: { cpu: '1' } });
    expect(patched(JSON_PATCH, [{ op: 'test', path: '/status', value: {} }])).toEqual(deployment);
  });
});
