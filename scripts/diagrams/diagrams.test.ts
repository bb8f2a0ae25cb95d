import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Bind, lightableIds, lightRules, nodesOf } from '../../src/views/document/diagram';
import { fromMermaid, type ParsedMermaid, withWords } from '../../src/views/document/from-mermaid';
import { mermaidText } from '../../src/views/document/to-mermaid';
import { bindProblems } from './check-bind';
import { compile, compiledPath, compiledText, diagramPaths, mermaidParser } from './compile';
import { coverageOf, deadIn } from './coverage';

let parse: (text: string) => Promise<ParsedMermaid>;
beforeAll(async () => {
  parse = await mermaidParser();
}, 60_000);

const bindPath = (path: string) => path.replace(/\.mmd$/, '.bind.ts');

describe.each(diagramPaths())('%s', (path) => {
  test('compiles to the committed file', async () => {
    expect(compiledText(await compile(path, parse))).toBe(readFileSync(compiledPath(path), 'utf8'));
  });

  test('is tied to the cluster by data alone', () => {
    expect(bindProblems(readFileSync(bindPath(path), 'utf8'))).toEqual([]);
  });

  test('has each element tied, and ties nothing that is not there', async () => {
    const diagram = await compile(path, parse);
    const { default: bind } = (await import(pathToFileURL(resolve(bindPath(path))).href)) as { default: Bind };
    const rules = lightRules(bind);
    expect(Object.keys(rules).sort()).toEqual([...lightableIds(diagram)].sort());
    expect(Object.values(rules).every((predicates) => predicates.length > 0)).toBe(true);
    if (bind.place)
      expect(Object.keys(bind.place).sort()).toEqual(
        nodesOf(diagram)
          .map(({ id }) => id)
          .sort(),
      );
    const places = Object.values(bind.place ?? {}).map(String);
    expect(new Set(places).size).toBe(places.length);
    for (const id of Object.keys(bind.claims ?? {})) expect(Object.keys(rules)).toContain(id);
  });
});

test.each([
  ['export default { edges: { e1: [{ verb: "command" }] } } satisfies Bind;', []],
  [
    "// at: 5\nimport type { Bind } from 'x';\nexport default { edges: { e1: [{ verb: 'a(b) => c' }] } } satisfies Bind;",
    [],
  ],
  ['export default { edges: { e1: [{ seq: 12 }] } } satisfies Bind;', ['the number or the time of an event']],
  [
    "export default { edges: { e1: [{ detail: { 'at': 5 } }] } } satisfies Bind;",
    ['the number or the time of an event'],
  ],
  [
    'export default { edges: { e1: [{ nth: 2 }] } } satisfies Bind;',
    ['nth: an element is lit by every event that is meant, not by one of them'],
  ],
  [
    'export default { edges: { e1: (e) => e.verb } } satisfies Bind;',
    ['code: a bind file is data only', 'a call: a bind file is data only'],
  ],
  ['export default { edges: { ...other } } satisfies Bind;', ['a spread: each predicate is written out']],
  [
    "import { x } from 'y';\nexport default { edges: { e1: x } } satisfies Bind;",
    ['a value that is imported: only types may be'],
  ],
  ['export default { edges: {} };', ['it must be `export default { … } satisfies Bind`']],
])('a bind file that reads %j', (text, problems) => {
  expect(bindProblems(text)).toEqual(problems);
});

test.each(diagramPaths())('%s, copied as Mermaid, is the same diagram again', async (path) => {
  const diagram = await compile(path, parse);
  for (const language of ['en', 'zh']) {
    const states = Object.fromEntries(
      lightableIds(diagram).map((id, i) => [id, (['visited', 'now', 'idle'] as const)[i % 3] ?? 'idle']),
    );
    const text = mermaidText(diagram, language, states);
    const again = fromMermaid(diagram.id, await parse(text));
    expect(again).toEqual({ ...diagram, words: { en: diagram.words[language] } });
    expect(text).toMatch(diagram.kind === 'flow' ? /class [A-Z,]+ visited/ : /%% m1: visited/);
  }
});

test('a word that is missing in Chinese stops the compiler', async () => {
  const diagram = fromMermaid('x', await parse('flowchart LR\n  A[one] e1@-->|two| B[three]'));
  expect(() => withWords(diagram, 'zh', { A: '一', e1: '二' })).toThrow('x.zh.yaml has no words for B');
  expect(() => withWords(diagram, 'zh', { A: '一', e1: '二', B: '三', C: '四' })).toThrow('x.zh.yaml names C');
  expect(withWords(diagram, 'zh', { A: '一', e1: '二', B: '三' }).words.zh).toEqual({ A: '一', e1: '二', B: '三' });
});

test('a sort of diagram without a picture is refused by name', async () => {
  expect(() => fromMermaid('x', { type: 'pie', db: {} })).toThrow("x: a diagram of the sort 'pie' has no picture");
});

describe('every node and edge of a document that has diagrams is lit in the run of some lesson', () => {
  test('Deployment rolling update', { timeout: 60_000 }, async () => {
    const coverage = await coverageOf('deployment');
    expect(coverage.map(({ diagram, elements }) => [diagram, elements.length])).toEqual([
      ['deploy-0', 19],
      ['deploy-1', 14],
      ['deploy-2', 5],
    ]);
    expect(coverage.flatMap((one) => deadIn(one).map((id) => `${one.diagram} ${id}`))).toEqual([]);
  });
});
