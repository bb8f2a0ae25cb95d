import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../../shared/json';
import { aggregateText } from '../field-error';
import type { KubeObject } from '../meta';
import { type FieldSchema, type StructSchema, structOf, type TypeSchema } from '../schema/schema';
import { decodeStrict } from '../validate-schema';
import { kinds } from './index';

/** Texts that are right somewhere and wrong elsewhere, and some that are meant to harm. */
const TEXTS = [
  '',
  'a',
  'web-0',
  'Web',
  'a.b',
  'a/b',
  '/abs',
  '..',
  '-',
  'x'.repeat(300),
  'nginx:1.27',
  ' padded ',
  '10.0.0.1',
  '::1',
  'None',
  'v1',
  'In',
  '25%',
  '__proto__',
  'constructor',
  'é\u0000',
];
const KEYS = ['app', 'cpu', 'memory', 'example.com/gpu', 'hugepages-2Mi', '__proto__', 'constructor', 'a b', ''];
const QUANTITIES = ['0', '1', '100m', '-1', '1.5Gi', '0.1', '100u', '2Mi', '3Mi'];
const NUMBERS = [0, 1, -1, 2, 80, 443, 30000, 70000, 600, 2147483647];

/** A small generator of its own: what is generated follows the schema, so that it decodes. */
class Dice {
  private state: number;
  constructor(seed: number) {
    this.state = seed >>> 0;
  }
  next(): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return this.state / 4294967296;
  }
  of<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)] as T;
  }
}

function anyValue(dice: Dice, type: TypeSchema, depth: number): unknown {
  switch (type.kind) {
    case 'struct':
      return structValue(dice, type.struct, depth + 1);
    case 'list':
      return Array.from({ length: Math.floor(dice.next() * 3) }, () => anyValue(dice, type.item, depth));
    case 'map':
      return Object.fromEntries(
        Array.from({ length: Math.floor(dice.next() * 3) }, () => [dice.of(KEYS), anyValue(dice, type.item, depth)]),
      );
    case 'string':
      return 'enum' in type && type.enum !== undefined && dice.next() < 0.8 ? dice.of(type.enum) : dice.of(TEXTS);
    case 'bool':
      return dice.next() < 0.5;
    case 'int32':
    case 'int64':
    case 'float64':
      return dice.of(NUMBERS);
    case 'quantity':
      return dice.of(QUANTITIES);
    case 'intOrString':
      return dice.next() < 0.5 ? dice.of(NUMBERS) : dice.of(TEXTS);
    case 'time':
      return '2026-01-01T00:00:00Z';
    case 'microTime':
      return '2026-01-01T00:00:00.000000Z';
    case 'bytes':
      return 'aGVsbG8=';
    default:
      return { any: 1 };
  }
}

function structValue(dice: Dice, struct: StructSchema, depth: number): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const chance = depth < 2 ? 0.8 : depth < 4 ? 0.45 : 0.15;
  struct.fields.forEach((field: FieldSchema, name: string) => {
    if (depth < 9 && dice.next() < chance) value[name] = anyValue(dice, field.type, depth);
  });
  return value;
}

function objectOf(kind: (typeof kinds)[number], seed: number): KubeObject {
  const given = structValue(new Dice(seed), structOf(kind.kind), 0);
  const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
  const { object, fatal } = decodeStrict(kind.kind, { ...given, apiVersion, kind: kind.kind });
  expect(fatal).toBeUndefined();
  return deepFreeze({ metadata: {}, ...(object as object) }) as KubeObject;
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const context = { stored: () => [], random: () => 0.3 };

describe.each(kinds.map((kind) => [kind.kind, kind] as const))('any %s that decodes', (_, kind) => {
  it('gets its defaults once: doing it again gives the very same object', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const once = kind.setDefaults(objectOf(kind, seed));
        deepFreeze(once);
        expect(kind.setDefaults(once)).toBe(once);
      }),
      { numRuns: 150 },
    );
  });

  it('is stored, changed or refused with words, and nothing throws or is changed in place', () => {
    fc.assert(
      fc.property(seeds, seeds, (seed, otherSeed) => {
        const object = deepFreeze(kind.setDefaults(objectOf(kind, seed)));
        const old = deepFreeze(kind.prepareForCreate(kind.setDefaults(objectOf(kind, otherSeed))));
        const texts = [
          kind.beginCreate?.(object, context).errors ?? [],
          kind.beginUpdate?.(object, old, context).errors ?? [],
          kind.validate(deepFreeze(kind.prepareForCreate(object))),
          kind.validateUpdate(deepFreeze(kind.prepareForUpdate(object, old)), old),
          kind.validateStatusUpdate(deepFreeze(kind.prepareForStatusUpdate(object, old)), old),
        ].map(aggregateText);
        expect(texts.every((text) => typeof text === 'string')).toBe(true);
        kind.canonicalize?.(object);
        for (const field of Object.keys(kind.selectableFields ?? {})) {
          expect(typeof kind.selectableFields?.[field]?.(object)).toBe('string');
        }
        kind.gracefulDelete?.(object, undefined);
        if (kind.scale) expect(kind.scale.get(kind.scale.set(object, 3)).specReplicas).toBe(3);
      }),
      { numRuns: 150 },
    );
  });

  it('is unchanged in meaning by an update with itself: no new generation', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const stored = deepFreeze(kind.prepareForCreate(kind.setDefaults(objectOf(kind, seed))));
        const again = kind.prepareForUpdate(stored, stored);
        expect(again.metadata.generation).toBe(stored.metadata.generation);
      }),
      { numRuns: 60 },
    );
  });
});

describe('hostile keys', () => {
  it('are ordinary keys: they change no prototype and are named in complaints', () => {
    const body = JSON.parse(
      '{"metadata":{"name":"x","namespace":"d","labels":{"__proto__":"a b"},"annotations":{"__proto__":"1"}},"data":{"__proto__":"v","constructor":"w"}}',
    ) as KubeObject;
    const configMap = kinds.find((kind) => kind.kind === 'ConfigMap');
    const text = aggregateText(configMap?.validate(configMap.setDefaults(body)) ?? []);
    expect(text).toContain('metadata.labels: Invalid value: "__proto__": name part must consist of');
    expect(text).toContain('metadata.annotations: Invalid value: "__proto__"');
    expect(text).not.toContain('data[');
    expect(({} as Record<string, unknown>).v).toBeUndefined();
  });
});
