import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Bind, lightableIds, lightRules, nodesOf, placeableIds } from '../../src/views/document/diagram';
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
    if (bind.place) expect(Object.keys(bind.place).sort()).toEqual([...placeableIds(diagram)].sort());
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
    expect(text).toMatch(diagram.kind === 'flow' ? /class [A-Z,]+ visited/ : /%% [em]1: visited/);
  }
});

test('a word that is missing in Chinese stops the compiler', async () => {
  const diagram = fromMermaid('x', await parse('flowchart LR\n  A[one] e1@-->|two| B[three]'));
  expect(() => withWords(diagram, 'zh', { A: '一', e1: '二' })).toThrow('x.zh.yaml has no words for B');
  expect(() => withWords(diagram, 'zh', { A: '一', e1: '二', B: '三', C: '四' })).toThrow('x.zh.yaml names C');
  expect(withWords(diagram, 'zh', { A: '一', e1: '二', B: '三' }).words.zh).toEqual({ A: '一', e1: '二', B: '三' });
});

const worker = `stateDiagram-v2
  accTitle: Pod worker
  direction LR
  state "syncing #35;1#59; again" as Sync
  state "Done" as Done
  class Done node
  state ready <<choice>>
  [*] --> Sync: created
  Sync --> Sync: failed ⚠ retried later
  Sync --> ready
  ready --> Done: yes
  ready --> Sync: no
  Done --> [*]
  note right of Sync
    sandbox, volumes
  end note`;

test('states: beginning and end, choices without words, ways back, notes, and what the cluster does instead', async () => {
  const diagram = fromMermaid('x', await parse(worker));
  expect(diagram).toEqual({
    kind: 'state',
    id: 'x',
    direction: 'right',
    nodes: [
      { id: 'Sync', kind: 'state', subsystem: 'work' },
      { id: 'Done', kind: 'state', subsystem: 'node' },
      { id: 'ready', kind: 'decision', subsystem: 'cp' },
      { id: 'start', kind: 'start', subsystem: 'work' },
      { id: 'end', kind: 'end', subsystem: 'work' },
    ],
    edges: [
      ['start', 'Sync'],
      ['Sync', 'Sync'],
      ['Sync', 'ready'],
      ['ready', 'Done'],
      ['ready', 'Sync'],
      ['Done', 'end'],
    ].map(([from, to], i) => ({ id: `e${i + 1}`, from, to, kind: 'request' })),
    notes: [{ id: 'n1', of: 'Sync' }],
    words: {
      en: {
        title: 'Pod worker',
        Sync: 'syncing #1; again',
        Done: 'Done',
        e1: 'created',
        e2: 'failed',
        'e2!': 'retried later',
        e4: 'yes',
        e5: 'no',
        n1: 'sandbox, volumes',
      },
    },
  });
  expect(fromMermaid('x', await parse(mermaidText(diagram, 'en', {})))).toEqual(diagram);
});

test.each([
  'flowchart TD\n  A["say #quot;yes#quot;#59; #35;1"] e1@-->|"a#59; #35;2"| B[b]',
  'sequenceDiagram\n  participant A as one#59; #35;1\n  A->>A: two#59; "three" #35;3',
])('signs that end a statement come back as they were: %j', async (text) => {
  const diagram = fromMermaid('x', await parse(text));
  expect(Object.values(diagram.words.en ?? {}).join()).toMatch(/; .*#/);
  expect(fromMermaid('x', await parse(mermaidText(diagram, 'en', {})))).toEqual(diagram);
});

test('a state with others inside it, and a bar where ways part, have no picture', async () => {
  const inside = await parse('stateDiagram-v2\n  state A {\n    B --> C\n  }\n  [*] --> A');
  expect(() => fromMermaid('x', inside)).toThrow("x: 'A' is a roundedWithTitle, which has no picture");
  const bar = await parse('stateDiagram-v2\n  state f <<fork>>\n  [*] --> f');
  expect(() => fromMermaid('x', bar)).toThrow("x: 'f' is a fork, which has no picture");
});

test.each([
  ['flowchart TD\n  A{ready?} e1@-->|yes| B{{enough?}}', ['decision', 'decision']],
  ['flowchart TD\n  A[(etcd)] --> B([Service]) --> C[a part]', ['store', 'service', 'part']],
])('the shapes of a decision tree in %j', async (text, kinds) => {
  const diagram = fromMermaid('x', await parse(text));
  expect(nodesOf(diagram).map(({ kind }) => kind)).toEqual(kinds);
});

test('a sort of diagram without a picture is refused by name', async () => {
  expect(() => fromMermaid('x', { type: 'pie', db: {} })).toThrow("x: a diagram of the sort 'pie' has no picture");
});

describe('every node and edge of a document that has diagrams is lit in the run of some lesson, or in its own', () => {
  test('Deployment rolling update', { timeout: 60_000 }, async () => {
    const coverage = await coverageOf('deployment');
    expect(coverage.map(({ diagram, elements }) => [diagram, elements.length])).toEqual([
      ['deploy-0', 19],
      ['deploy-1', 14],
      ['deploy-2', 5],
    ]);
    expect(coverage.flatMap((one) => deadIn(one).map((id) => `${one.diagram} ${id}`))).toEqual([]);
  });

  test('Kubelet, as far as it is there', { timeout: 60_000 }, async () => {
    const coverage = await coverageOf('kubelet');
    expect(coverage.map(({ diagram, elements }) => [diagram, elements.length])).toEqual([['kubelet-4', 6]]);
    expect(coverage.flatMap(deadIn)).toEqual([]);
  });
});
