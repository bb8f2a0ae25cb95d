import Ajv from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../shared/json';
import { findStruct, type StructSchema, structNameOf, structOf, type TypeSchema } from './schema/schema';
import { decodeStrict, pathText } from './validate-schema';

const deployment = deepFreeze({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'w',
    labels: { app: 'w' },
    ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'x', uid: 'u' }],
  },
  spec: {
    replicas: 2,
    minReadySeconds: 5,
    selector: { matchLabels: { app: 'w' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 } },
    template: {
      metadata: { labels: { app: 'w' } },
      spec: {
        restartPolicy: 'Always',
        hostNetwork: true,
        volumes: [{ name: 'v', configMap: { name: 'c', items: [{ key: 'k', path: 'p' }] } }],
        containers: [
          {
            name: 'app',
            image: 'app:1',
            env: [{ name: 'A', value: '1' }],
            ports: [{ containerPort: 80, protocol: 'TCP' }],
            resources: { requests: { cpu: '100m', memory: '64Mi' } },
            readinessProbe: { httpGet: { path: '/', port: 'http' }, periodSeconds: 3 },
          },
        ],
      },
    },
  },
});

type Steps = readonly (string | number)[];

function replaced(value: unknown, path: Steps, change: (before: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item, i) => (i === step ? replaced(item, rest, change) : item));
  const map = value as Record<string, unknown>;
  return { ...map, [step]: replaced(map[step], rest, change) };
}

function pathsOf(value: unknown, here: Steps = []): Steps[] {
  if (typeof value !== 'object' || value === null) return [here];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...(here.length > 0 ? [here] : []), ...entries.flatMap(([step, member]) => pathsOf(member, [...here, step]))];
}

/** The same schema in another's words: what ajv has to say is an independent opinion. */
function jsonSchema(type: TypeSchema): object {
  const nullable = (name: string, more: object = {}): object => ({ type: [name, 'null'], ...more });
  switch (type.kind) {
    case 'struct':
      return { anyOf: [{ type: 'null' }, { $ref: `#/definitions/${type.struct.name}` }] };
    case 'list':
      return nullable('array', { items: jsonSchema(type.item) });
    case 'map':
      return nullable('object', { additionalProperties: jsonSchema(type.item) });
    case 'int32':
      return nullable('integer', { minimum: -2147483648, maximum: 2147483647 });
    case 'int64':
      return nullable('integer');
    case 'float64':
      return nullable('number');
    case 'bool':
      return nullable('boolean');
    case 'intOrString':
      return { anyOf: [nullable('string'), { type: 'integer', minimum: -2147483648, maximum: 2147483647 }] };
    case 'quantity': {
      const pattern = '^ *[+-]?[0-9]+(\\.[0-9]*)?(|[numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+) *$';
      return { anyOf: [nullable('string', { pattern }), { type: 'number' }] };
    }
    case 'time':
    case 'microTime':
      return nullable('string', { pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' });
    case 'any':
      return {};
    default:
      return nullable('string');
  }
}

function ajvFor(root: string) {
  const definitions: Record<string, object> = {};
  const visit = (struct: StructSchema): void => {
    if (definitions[struct.name] !== undefined) return;
    const properties: Record<string, object> = {};
    definitions[struct.name] = { type: 'object', additionalProperties: false, properties };
    for (const field of struct.fields.values()) {
      properties[field.name] = jsonSchema(field.type);
      let inner = field.type;
      while (inner.kind === 'list' || inner.kind === 'map') inner = inner.item;
      if (inner.kind === 'struct') visit(inner.struct);
    }
  };
  visit(structOf(root));
  return new Ajv({ allErrors: true, allowUnionTypes: true, strict: false }).compile({
    $ref: `#/definitions/${root}`,
    definitions,
  });
}

describe('reading an object of a kind', () => {
  it('gives back the object itself when there is nothing to correct', () => {
    const decoded = decodeStrict('Deployment', deployment);
    expect(decoded).toEqual({ object: deployment, fatal: undefined, strict: [], problems: [] });
    expect(decoded.object).toBe(deployment);
  });

  it('agrees with ajv on every object that one change makes of a good one', () => {
    const validate = ajvFor('Deployment');
    const odd = fc.constantFrom<unknown>(null, 0, 7, 1.5, 3e9, -1, true, 'x', '', [], {}, ['a'], [1], [{}], { x: 1 });
    const place = fc.constantFrom(...pathsOf(deployment));
    const change = fc.oneof(
      odd.map((value) => () => value),
      fc.tuple(fc.constantFrom('portz', 'name', 'spec', 'x'), odd).map(([key, value]) => (before: unknown) => {
        return typeof before === 'object' && !Array.isArray(before) ? { ...before, [key]: value } : before;
      }),
    );
    let disagreed = 0;
    fc.assert(
      fc.property(place, change, (path, edit) => {
        const changed = replaced(deployment, path, edit);
        const good = decodeStrict('Deployment', changed).problems.length === 0;
        if (!good) disagreed++;
        expect(good).toBe(validate(changed));
      }),
      { numRuns: 600 },
    );
    expect(disagreed).toBeGreaterThan(50);
  });

  it('names unknown fields by their path, each once, and leaves them out', () => {
    const decoded = decodeStrict('Pod', {
      metadata: { name: 'p', foo: 1 },
      spec: {
        containers: [
          { name: 'a', imagee: 'x' },
          { name: 'b', imagee: 'y' },
        ],
        portz: {},
      },
    });
    expect(decoded.strict).toEqual([
      'unknown field "metadata.foo"',
      'unknown field "spec.containers[0].imagee"',
      'unknown field "spec.containers[1].imagee"',
      'unknown field "spec.portz"',
    ]);
    expect(decoded.object).toEqual({ metadata: { name: 'p' }, spec: { containers: [{ name: 'a' }, { name: 'b' }] } });
    expect(decoded.problems.map((problem) => pathText(problem.path))).toContain('spec.containers[1].imagee');
  });

  it('reports the first wrong type in the words of the API server, and text that cannot be read before it', () => {
    const fatal = (spec: unknown) => decodeStrict('Deployment', { spec }).fatal;
    expect(fatal({ replicas: 'three', paused: 1 })).toBe(
      'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    );
    expect(fatal({ replicas: 1.5 })).toBe(
      'json: cannot unmarshal number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32',
    );
    const container = (fields: object) => ({ template: { spec: { containers: [fields] } } });
    expect(fatal(container({ env: [{ name: 'A', value: 1 }] }))).toBe(
      'json: cannot unmarshal number into Go struct field EnvVar.spec.template.spec.containers.env.value of type string',
    );
    expect(fatal({ template: { spec: { containers: {} } } })).toBe(
      'json: cannot unmarshal object into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container',
    );
    expect(fatal(container({ ports: [{ protocol: 6 }], resources: { limits: { cpu: 'lots' } } }))).toBe(
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    );
    expect(decodeStrict('Pod', { metadata: { creationTimestamp: 'today' } }).fatal).toBe(
      'parsing time "today" as "2006-01-02T15:04:05Z07:00": cannot parse "today" as "2006"',
    );
    expect(decodeStrict('Deployment', 'x').fatal).toBe(
      'json: cannot unmarshal string into Go value of type v1.Deployment',
    );
  });

  it('stores quantities, times and empty values as the API server does', () => {
    const decoded = decodeStrict('Pod', {
      metadata: { creationTimestamp: '2026-01-01T01:00:00.5+01:00', labels: {}, annotations: null },
      spec: {
        hostNetwork: false,
        terminationGracePeriodSeconds: 0,
        containers: [{ name: '', resources: { requests: { cpu: 0.5, memory: ' 1024Ki ' } }, args: [] }],
        volumes: [{ name: 'v', emptyDir: {} }],
      },
    });
    expect(decoded.object).toEqual({
      metadata: { creationTimestamp: '2026-01-01T00:00:00Z' },
      spec: {
        terminationGracePeriodSeconds: 0,
        containers: [{ name: '', resources: { requests: { cpu: '500m', memory: '1Mi' } } }],
        volumes: [{ name: 'v', emptyDir: {} }],
      },
    });
  });

  it('takes no inherited property for a field, and keeps a label called __proto__ a label', () => {
    const decoded = decodeStrict(
      'Pod',
      JSON.parse('{"toString":1,"__proto__":{"spec":{}},"metadata":{"labels":{"__proto__":"x","b":null}}}'),
    );
    expect(decoded.strict).toEqual(['unknown field "toString"', 'unknown field "__proto__"']);
    const labels = (decoded.object as { metadata: { labels: object } }).metadata.labels;
    expect(Object.keys(labels).sort()).toEqual(['__proto__', 'b']);
    expect(Object.getPrototypeOf(labels)).toBe(Object.prototype);
  });

  it('of any JSON never throws, and reading the result again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Pod', 'Deployment', 'Service', 'ConfigMap', 'Secret'),
        fc.jsonValue(),
        (kind, value) => {
          const first = decodeStrict(kind, { metadata: value, spec: value, data: value });
          const second = decodeStrict(kind, first.object);
          expect(second.object).toBe(first.object);
        },
      ),
    );
  });
});

describe('the schema', () => {
  it('knows kinds by group and version, and says no to others', () => {
    expect(structNameOf('apps/v1', 'Deployment')).toBe('Deployment');
    expect(structNameOf('extensions/v1beta1', 'Deployment')).toBeUndefined();
    expect(structNameOf('constructor', 'x')).toBeUndefined();
    expect(findStruct('Widget')).toBeUndefined();
    expect(findStruct('constructor')).toBeUndefined();
    expect(() => structOf('Widget')).toThrow('no schema for kind Widget');
  });

  it('has the merge keys of the Go structs', () => {
    const key = (struct: string, field: string) => structOf(struct).fields.get(field)?.mergeKey;
    expect(key('PodSpec', 'containers')).toBe('name');
    expect(key('Container', 'ports')).toBe('containerPort');
    expect(key('ServiceSpec', 'ports')).toBe('port');
    expect(key('ObjectMeta', 'finalizers')).toBe('=');
    expect(key('PodSpec', 'tolerations')).toBeUndefined();
    expect(structOf('DeploymentSpec').fields.get('strategy')?.retainKeys).toBe(true);
  });

  it('has the values that a closed field may take', () => {
    expect(structOf('PodSpec').fields.get('restartPolicy')?.type).toMatchObject({
      enum: ['Always', 'Never', 'OnFailure'],
    });
  });
});
