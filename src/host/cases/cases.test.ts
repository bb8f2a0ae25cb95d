import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { BadInput } from '../command-line.mjs';
import type { CaseAdapter, CaseFile } from './case-form';
import { compareError, compareNamed, compareObjects, compareValue, readPath } from './compare';
import { findCaseFiles, readCaseFile, readDisputed } from './load';
import { findAdapter, report, runCases, someFailed } from './run';

const pod = {
  kind: 'Pod',
  metadata: { name: 'a', labels: { app: 'w', 'x/y': 'z' }, annotations: { 'a.b/c': '1' } },
  spec: {
    containers: [
      { name: 'app', image: 'i:1' },
      { name: 'log', image: 'l:1' },
    ],
  },
};

describe('paths of a case', () => {
  it('reach fields, list places, list items by a key, and keys with dots', () => {
    expect(readPath(pod, 'metadata.name')).toBe('a');
    expect(readPath(pod, 'spec.containers[1].name')).toBe('log');
    expect(readPath(pod, 'spec.containers[name=log].image')).toBe('l:1');
    expect(readPath(pod, 'metadata.annotations["a.b/c"]')).toBe('1');
    expect(readPath(pod, 'spec.nope.deeper')).toBeUndefined();
    expect(readPath(pod, 'metadata.constructor')).toBeUndefined();
  });
});

describe('what a case expects', () => {
  it('is compared only where it is named', () => {
    expect(compareNamed(pod, { 'metadata.labels': { app: 'w' }, 'spec.containers[0].image': 'i:1' })).toEqual([]);
    expect(compareNamed(pod, { 'metadata.labels': { app: 'other' } })).toEqual([
      { path: 'metadata.labels.app', expected: 'other', actual: 'w' },
    ]);
    expect(compareNamed(pod, { 'metadata.labels': { app: 'w' } }, { exactMaps: true })).toEqual([
      { path: 'metadata.labels.x/y', expected: 'unset', actual: 'z' },
    ]);
  });

  it('may say unset, set, changed, unchanged, or that the server chooses', () => {
    const before = { metadata: { resourceVersion: '1', generation: 1 } };
    const after = { metadata: { resourceVersion: '2', generation: 1 } };
    const expectation = (word: string, field: string) => compareNamed(after, { [field]: word }, { before }).length;
    expect(expectation('changed', 'metadata.resourceVersion')).toBe(0);
    expect(expectation('changed', 'metadata.generation')).toBe(1);
    expect(expectation('unchanged', 'metadata.generation')).toBe(0);
    expect(expectation('unset', 'metadata.uid')).toBe(0);
    expect(expectation('set', 'metadata.uid')).toBe(1);
    expect(expectation('<current>', 'metadata.resourceVersion')).toBe(0);
    expect(expectation('<current>', 'metadata.uid')).toBe(1);
  });

  it('counts list items, with or without their order', () => {
    expect(compareValue(['a', 'b'], ['b', 'a'])).toHaveLength(2);
    expect(compareValue(['a', 'b'], ['b', 'a'], '', { unordered: true })).toEqual([]);
    expect(compareValue(['a', 'b', 'c'], ['b', 'a'], '', { unordered: true })).toHaveLength(1);
    expect(compareValue(undefined, [])).toEqual([]);
    expect(compareValue(['a'], [])).toHaveLength(1);
  });

  it('of an error accepts what older releases print, and parts of a message', () => {
    const status = { code: 409, reason: 'Conflict', message: 'old words' };
    expect(compareError(status, { message: 'new words', messageBefore134: 'old words', status: 409 })).toEqual([]);
    expect(compareError(status, { messageContains: 'new' })).toHaveLength(1);
    expect(compareError(status, { messageStartsWith: 'old', reason: 'Conflict' })).toEqual([]);
    expect(compareError(undefined, { status: 409 })).toHaveLength(1);
  });

  it('of objects can be that they are gone', () => {
    const find = (object: { name: string }) => (object.name === 'a' ? pod : undefined);
    expect(compareObjects([{ kind: 'Pod', name: 'b', exists: false }], find)).toEqual([]);
    expect(compareObjects([{ kind: 'Pod', name: 'a', exists: false }], find)).toHaveLength(1);
    expect(compareObjects([{ kind: 'Pod', name: 'b', 'metadata.name': 'b' }], find)).toHaveLength(1);
  });
});

const file = (text: string): CaseFile => readCaseFile(text, 'x.yaml');
const two = file(`
area: demo
topic: t
cases:
- {name: good, when: {compute: half}, given: {n: 4}, then: {values: {half: 2}}}
- {name: bad, when: {compute: half}, given: {n: 4}, then: {values: {half: 3}}}
- {name: throws, when: {compute: half}, given: {n: odd}, then: {values: {half: 3}}}
- {name: elsewhere, when: {reconcile: x}, then: {}}
`);
const half: CaseAdapter = {
  area: 'demo',
  when: 'compute:half',
  run: (c) => {
    const n = c.given?.n;
    if (typeof n !== 'number') throw new Error('not a number');
    return compareValue({ half: n / 2 }, c.then.values);
  },
};

describe('the cases runner', () => {
  it('counts passed, failed and skipped by area, and says expected and actual', () => {
    const results = runCases([two], [half]);
    expect(report(results)).toEqual([
      'demo: 1 passed, 2 failed, 1 skipped (no adapter yet: t)',
      '  demo/t/bad',
      '    half: expected 3, actual 2',
      '  demo/t/throws',
      '    (threw): expected "no exception", actual "not a number"',
      '1 passed, 2 failed',
    ]);
  });

  it('marks a failure that is disputed, and still counts it', () => {
    const disputed = readDisputed('- {case: demo/t/bad, reason: half of four is two, source: arithmetic}');
    const lines = report(runCases([two], [half], disputed));
    expect(lines).toContain('  demo/t/bad (disputed: half of four is two)');
    expect(lines.at(-2)).toBe('disputed (content/cases/disputed.yaml): 1 of 2 failed, with --disputed-ok let pass');
    expect(lines.at(-1)).toBe('1 passed, 2 failed');
    expect(report(runCases([two], [half], disputed), true).at(-2)).toBe(
      'disputed (content/cases/disputed.yaml): 1 of 2 failed, let pass',
    );
  });

  it('fails for a disputed case alone too, unless disputed ones are let pass', () => {
    const bad = { ...two, cases: two.cases.slice(0, 2) };
    const disputed = readDisputed('- {case: demo/t/bad, reason: half of four is two, source: arithmetic}');
    expect(someFailed(runCases([bad], [half], disputed), false)).toBe(true);
    expect(someFailed(runCases([bad], [half], disputed), true)).toBe(false);
    expect(someFailed(runCases([two], [half], disputed), true)).toBe(true);
    expect(someFailed(runCases([{ ...two, cases: two.cases.slice(0, 1) }], [half]), false)).toBe(false);
  });

  it('takes the adapter that names the text of the action before one that names only the action', () => {
    const other: CaseAdapter = { area: 'demo', when: 'compute', run: () => [] };
    const any: CaseAdapter = { area: 'demo', when: '*', run: () => [] };
    const foreign: CaseAdapter = { area: 'other', when: '*', run: () => [] };
    const ofTopic: CaseAdapter = { area: 'demo', topic: 't', when: 'compute:half', run: () => [] };
    expect(findAdapter([any, other, half], two, two.cases[0]!)).toBe(half);
    expect(findAdapter([any, other, half, ofTopic], two, two.cases[0]!)).toBe(ofTopic);
    expect(findAdapter([any, other], two, two.cases[0]!)).toBe(other);
    expect(findAdapter([any, half], two, two.cases[3]!)).toBe(any);
    expect(findAdapter([foreign], two, two.cases[0]!)).toBeUndefined();
  });

  it('passes over an adapter that does not take the case, and then counts it as skipped', () => {
    const picky: CaseAdapter = { ...half, takes: (c) => c.name === 'good' };
    expect(findAdapter([picky], two, two.cases[0]!)).toBe(picky);
    expect(findAdapter([picky], two, two.cases[1]!)).toBeUndefined();
    expect(report(runCases([two], [picky]))[0]).toBe('demo: 1 passed, 0 failed, 3 skipped (no adapter yet: t)');
  });

  it('finds case files in folders outside the project and leaves out the list of disputed ones', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cases-'));
    writeFileSync(path.join(folder, 'b.yaml'), '');
    writeFileSync(path.join(folder, 'a.yaml'), '');
    writeFileSync(path.join(folder, 'disputed.yaml'), '');
    writeFileSync(path.join(folder, 'README.md'), '');
    expect(findCaseFiles([folder, path.join(folder, 'a.yaml')]).map((f) => path.basename(f))).toEqual([
      'a.yaml',
      'b.yaml',
    ]);
    expect(() => findCaseFiles([path.join(folder, 'README.md')])).toThrow(BadInput);
  });

  it('refuses a file that is not of the form, naming it', () => {
    expect(() => file('area: [')).toThrow(/^x\.yaml: .*at line 1, column 8$/);
    expect(() => file('hello')).toThrow('x.yaml: not a file of cases');
    expect(() => file('{area: a, topic: t, cases: [{name: n}]}')).toThrow('a case has name, when and then');
    expect(() =>
      file('{area: a, topic: t, cases: [{name: n, when: {}, then: {}}, {name: n, when: {}, then: {}}]}'),
    ).toThrow('two cases are called n');
  });
});
