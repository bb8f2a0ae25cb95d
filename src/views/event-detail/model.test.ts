import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ui as en } from '../../../content/languages/en/ui';
import { ui as zh } from '../../../content/languages/zh/ui';
import type { IndexedEvent } from '../../store/trace-index';
import { deploymentText, RealRun } from '../testing/real-run';
import { engineTable, followsFault } from './describe';
import { diffLines } from './diff';
import { detailModel, whyModel } from './model';
import { yamlLines } from './yaml-lines';

const textOf = (value: unknown) =>
  yamlLines(value)
    .map(({ indent, text }) => `${'  '.repeat(indent)}${text}`)
    .join('\n');

describe('objects as YAML', () => {
  test('maps, lists, empty ones, and texts that look like something else', () => {
    const value = {
      a: { b: [1, { c: 'x', d: ['y'] }], e: [], f: {} },
      g: 'yes',
      h: '80',
      i: 'a: b',
      j: '',
      k: null,
      l: true,
    };
    expect(parse(textOf(value), { version: '1.1' })).toEqual(value);
  });

  test('reads back as what it was, whatever it was', () => {
    const key = fc
      .stringMatching(/^[a-z][a-z0-9./-]{0,8}$/)
      .filter((text) => !/^(?:y|n|yes|no|on|off|true|false|null)$/.test(text));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(value, (given) => {
        expect(parse(textOf(given), { version: '1.1' })).toEqual(given);
      }),
    );
  });
});

describe('what changed', () => {
  const lines = (before: unknown, after: unknown) =>
    diffLines(before, after).map(
      ({ kind, indent, text }) => `${{ added: '+', removed: '-', same: ' ' }[kind]}${'  '.repeat(indent)}${text}`,
    );

  test('the way to the change, what was and what is; nothing else', () => {
    const object = (replicas: number) => ({
      metadata: { name: 'web', generation: replicas },
      spec: { replicas, selector: { app: 'web' } },
    });
    expect(lines(object(4), object(3))).toEqual([
      ' metadata:',
      '-  generation: 4',
      '+  generation: 3',
      ' spec:',
      '-  replicas: 4',
      '+  replicas: 3',
    ]);
  });

  test('items of lists are compared by name', () => {
    const list = (...containers: object[]) => ({ containers });
    expect(lines(list({ name: 'a', image: '1' }, { name: 'b', image: '1' }), list({ name: 'b', image: '2' }))).toEqual([
      ' containers:',
      '-- name: a',
      '-  image: "1"',
      ' - name: b',
      '-  image: "1"',
      '+  image: "2"',
    ]);
  });

  test('a new row is all plus, a removed one all minus, an equal one nothing', () => {
    expect(lines(undefined, { a: 1 })).toEqual(['+a: 1']);
    expect(lines({ a: 1 }, undefined)).toEqual(['-a: 1']);
    expect(lines({ a: [1] }, { a: [1] })).toEqual([]);
  });
});

test('what the API server stores stands before caches, and the engine’s own tables apart', () => {
  const change = (table: string) => ({ table, key: 'k', before: undefined, after: { a: 1 } });
  const detail = {
    position: 0,
    event: { detail: null } as never,
    changes: [change('queue/x'), change('cache/kubelet/node-1/pods'), change('api/pods')],
  };
  const { changes, engine } = detailModel(detail);
  expect(changes.map(({ table }) => table)).toEqual(['api/pods', 'cache/kubelet/node-1/pods']);
  expect(engine.map(({ table }) => table)).toEqual(['queue/x']);
});

describe('why', () => {
  const chain = (length: number, root = 0) =>
    Array.from(
      { length },
      (_, i) => ({ seq: length - i, cause: i === length - 1 ? root : length - i - 1 }) as unknown as IndexedEvent,
    );

  test('a short chain is shown whole, a long one with its middle folded', () => {
    expect(whyModel(chain(5))).toMatchObject({ folded: [], far: [], rooted: true });
    const long = whyModel(chain(40));
    expect([long.near.length, long.folded.length, long.far.length]).toEqual([5, 31, 3]);
    expect(long.far.at(-1)?.seq).toBe(1);
  });

  test('a chain whose beginning is no longer kept says so', () => {
    expect(whyModel(chain(3, 99)).rooted).toBe(false);
  });
});

describe('the engine’s own tables', () => {
  test('each that a run with a crash and a bad image writes is named in a sentence, in both languages', async () => {
    const run = (await RealRun.start()).apply(deploymentText(2));
    run.apply(deploymentText(2, 'nginx:example.invalid'));
    for (const type of ['killContainer', 'failProbe']) {
      const [pod] = [...(run.rows()['api/pods']?.keys() ?? [])];
      run.lab.command({ to: 'kubelet-faults', type, payload: { pod, seconds: 5 } });
      run.toRest();
    }
    const unnamed = new Set<string>();
    for (let position = 0; position < run.lab.length; position++) {
      for (const { table } of run.lab.event(position)?.changes ?? []) {
        if (/^(?:api|cache)\//.test(table) || table === 'kubectl') continue;
        if (!engineTable(en, table) || !engineTable(zh, table)) unnamed.add(table);
      }
    }
    expect([...unnamed]).toEqual([]);
  });

  test('they stand apart from what the API server stores and caches hold', () => {
    const change = (table: string) => ({ table, key: 'k', before: { n: 1 }, after: { n: 2 } });
    const detail = { changes: ['queue/deployment', 'api/pods', 'cache/kube-scheduler/pods'].map(change) };
    const model = detailModel({ position: 0, event: { detail: null }, ...detail } as never);
    expect(model.changes.map(({ table }) => table)).toEqual(['api/pods', 'cache/kube-scheduler/pods']);
    expect(model.engine.map(({ table }) => table)).toEqual(['queue/deployment']);
  });
});

test('an event of a fault says what to watch for', () => {
  expect(followsFault(en, 'cut')).toBe(en.faults.about.cut.next);
  expect(followsFault(en, 'constructor')).toBeUndefined();
});
