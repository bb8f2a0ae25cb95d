import { beforeAll, expect, test } from 'vitest';
import { loadReader, readManifest } from './manifest';
import { compare, fieldPath, problemsOf } from './manifest-problems';

beforeAll(loadReader);

const problems = (text: string) => problemsOf(readManifest(text, 'a.yaml').documents);

test('a field is found by the API server’s name of it: list places, keys with dots, keys that are numbers', () => {
  const object = { spec: { containers: [{ image: 'a' }], nodeSelector: { '0': 'x', 'a.b/c': 'y' } } };
  expect(fieldPath('spec.containers[0].image', object)).toEqual(['spec', 'containers', 0, 'image']);
  expect(fieldPath('spec.nodeSelector[a.b/c]', object)).toEqual(['spec', 'nodeSelector', 'a.b/c']);
  expect(fieldPath('spec.nodeSelector[0]', object)).toEqual(['spec', 'nodeSelector', '0']);
  expect(fieldPath('', object)).toEqual([]);
  expect(fieldPath('__proto__.constructor', object)).toEqual(['__proto__', 'constructor']);
});

test('unknown fields, wrong types and unknown kinds are told at their lines, document by document', () => {
  const text = [
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    '  name: a',
    'data:',
    '  one: 1',
    '---',
    'apiVersion: v1',
    'kind: Foo',
    'metadata:',
    '  name: b',
    '---',
    'kind: Pod',
    '---',
    'apiVersion: v1',
    'kind: Pod',
    'metadata:',
    '  name: c',
    'spec:',
    '  containers:',
    '  - name: c',
    '    imagee: nginx',
  ].join('\n');
  expect(problems(text)).toEqual([
    {
      field: 'data.one',
      message: 'json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
      line: 6,
      column: 3,
    },
    { field: '', message: 'no matches for kind "Foo" in version "v1"', line: 9, column: 1 },
    { field: '', message: 'apiVersion not set', line: 13, column: 1 },
    {
      field: 'spec.containers[0].imagee',
      message: 'unknown field "spec.containers[0].imagee"',
      line: 22,
      column: 5,
    },
  ]);
});

test('a thousand faults are cut, and none of them throws', () => {
  const data = Array.from({ length: 1000 }, (_, i) => `  k${i}: ${i}`).join('\n');
  expect(problems(`apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n${data}\n`)).toHaveLength(50);
});

test('what apply would change: a new object whole, an old one in what the file says, and nothing of what apply notes', () => {
  const { documents } = readManifest(
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {x: "2"}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n',
    'a.yaml',
  );
  const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
  const last = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { x: '1', old: '1' } };
  const stored = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'a',
      namespace: 'default',
      uid: 'u',
      annotations: { [annotation]: JSON.stringify(last), mine: 'yes' },
    },
    data: { x: '1', old: '1', other: '1' },
  };
  const rows: Record<string, unknown> = { 'api/configmaps default/a': stored };
  const [a, b] = compare(documents, (table, key) => rows[`${table} ${key}`]);
  expect(a).toMatchObject({ id: 'configmaps/default/a', problem: undefined });
  expect(a?.before).toMatchObject({ data: { x: '1', old: '1', other: '1' } });
  expect(a?.after).toEqual({
    ...stored,
    metadata: { name: 'a', namespace: 'default', uid: 'u', annotations: { mine: 'yes' } },
    data: { x: '2', other: '1' },
  });
  expect(b).toMatchObject({ id: 'configmaps/default/b', before: undefined, after: { kind: 'ConfigMap' } });
});

test('an object that cannot be compared says why', () => {
  const { documents } = readManifest('apiVersion: v1\nkind: Foo\nmetadata: {name: a}\n', 'a.yaml');
  expect(compare(documents, () => undefined)).toEqual([
    { id: 'Foo', before: undefined, after: undefined, problem: 'no matches for kind "Foo" in version "v1"' },
  ]);
});
