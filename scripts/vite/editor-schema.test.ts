import Ajv from 'ajv';
import { beforeAll, expect, test } from 'vitest';
import { type JsonSchema, readDescription, readEditorSchema } from './editor-schema';

let schema: JsonSchema;
let validate: ReturnType<Ajv['compile']>;

beforeAll(async () => {
  schema = await readEditorSchema();
  validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
});

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: [{ name: 'web', image: 'nginx:1.29', resources: { requests: { cpu: 0.5, memory: '64Mi' } } }],
        restartPolicy: 'Always',
      },
    },
  },
};

test('a manifest that the lab takes is right by the editor’s schema', () => {
  expect(validate(deployment)).toBe(true);
});

test('unknown fields, wrong types, words outside of a list and unknown kinds are wrong', () => {
  const { spec } = deployment;
  for (const wrong of [
    { ...deployment, spec: { ...spec, replicaz: 3 } },
    { ...deployment, spec: { ...spec, replicas: 'three' } },
    { ...deployment, spec: { ...spec, strategy: { type: 'Sometimes' } } },
    { ...deployment, spec: { replicas: 1 } },
    { ...deployment, kind: 'Depolyment' },
  ])
    expect(validate(wrong), JSON.stringify(wrong)).toBe(false);
});

test('every kind that the lab serves is there, with what its fields mean, and nothing that no kind leads to', () => {
  const names = schema.oneOf?.map(({ $ref }) => $ref?.slice('#/definitions/'.length));
  expect(names).toEqual(expect.arrayContaining(['Pod', 'Deployment', 'ReplicaSet', 'Service', 'ConfigMap', 'Secret']));
  expect(names).not.toContain('Status');
  const { definitions = {} } = schema;
  expect(definitions.DeploymentSpec?.properties?.replicas).toMatchObject({
    type: 'integer',
    description: expect.stringContaining('Number of desired pods'),
  });
  expect(definitions.Status).toBeUndefined();
  expect(Object.values(definitions).filter(({ description }) => description).length).toBeGreaterThan(100);
});

test('a field’s doc comment is read as one text', () => {
  const declaration = [
    '/**',
    '* What it is.',
    '*/',
    'export declare class V1A {',
    '    /**',
    "    * It\\'s the first.",
    '    * And more.',
    '    */',
    "    'first'?: string;",
    "    'second': V1B;",
    '}',
  ].join('\n');
  expect(readDescription(declaration)).toEqual({
    text: 'What it is.',
    fields: { first: "It's the first. And more." },
  });
});
