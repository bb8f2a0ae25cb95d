import { describe, expect, it } from 'vitest';
import { parseAnswer, readAnnotations, windowAt } from './annotations';

describe('the answer that a probe gets', () => {
  const at = (text: string, seconds: number) => windowAt(parseAnswer(text) ?? [], seconds * 1e6).ok;

  it('is said in a few words', () => {
    expect(at('never', 100)).toBe(false);
    expect(at('always', 0)).toBe(true);
    expect([at('after 5s', 4), at('after 5s', 5)]).toEqual([false, true]);
    expect([at('fails from 30s', 29), at('fails from 30s', 30)]).toEqual([true, false]);
    expect([1, 31, 61].map((seconds) => at('fails from 30s until 60s', seconds))).toEqual([true, false, true]);
    expect([1, 6, 31].map((seconds) => at('after 5s, fails from 30s', seconds))).toEqual([false, true, false]);
  });

  it('tells when it changes next', () => {
    expect(windowAt(parseAnswer('after 5s, fails from 30s') ?? [], 6e6).changesAtMicros).toBe(30e6);
    expect(windowAt(parseAnswer('never') ?? [], 6e6).changesAtMicros).toBeUndefined();
  });

  it('in other words is none', () => {
    for (const text of ['', 'sometimes', 'after', 'after 5', 'fails from 30s until 10s', 'fails from', 'never never']) {
      expect(parseAnswer(text), text).toBeUndefined();
    }
  });
});

describe('annotations of a Pod', () => {
  it('hold for each app container, and those of one container win', () => {
    const annotations = {
      'clusterglass.dev/runs-for': '30s',
      'web.clusterglass.dev/runs-for': '5s',
      'clusterglass.dev/exit-code': '2',
    };
    expect(readAnnotations(annotations, 'web', true).settings).toMatchObject({ runsForMicros: 5e6, exitCode: 2 });
    expect(readAnnotations(annotations, 'log', true).settings).toMatchObject({ runsForMicros: 30e6, exitCode: 2 });
  });

  it('do not hold for an init container unless it is named', () => {
    const annotations = { 'clusterglass.dev/exit-code': '2', 'prep.clusterglass.dev/exit-code': '3' };
    expect(readAnnotations(annotations, 'setup', false).settings).toEqual({});
    expect(readAnnotations(annotations, 'prep', false).settings).toEqual({ exitCode: 3 });
  });

  it('of other domains are nobody’s business', () => {
    expect(readAnnotations({ 'example.com/crash': 'at start', note: 'x' }, 'web', true)).toEqual({
      settings: {},
      problems: [],
    });
  });

  it('that mean nothing are left out and told, and never throw', () => {
    const { settings, problems } = readAnnotations(
      { 'clusterglass.dev/exit-code': '300', 'clusterglass.dev/__proto__': 'x', 'clusterglass.dev/memory': 'much' },
      'web',
      true,
    );
    expect(settings).toEqual({});
    expect(problems.map((problem) => problem.key)).toEqual([
      'clusterglass.dev/__proto__',
      'clusterglass.dev/exit-code',
      'clusterglass.dev/memory',
    ]);
  });
});
