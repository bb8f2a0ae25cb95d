import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseManifests } from './manifest';
import { resolvePlain } from './yaml-scalar';

const objects = (text: string) => {
  const { documents, errors } = parseManifests(text);
  expect(errors).toEqual([]);
  return documents.map((document) => document.object);
};
const firstError = (text: string) => parseManifests(text).errors[0];

describe('a manifest', () => {
  it('may hold several documents, comments, empty documents and JSON', () => {
    const text = '# hello\n---\nkind: A\n---\n\n---\n{"kind": "B", "n": [1, null]}\n---\n# end\n';
    expect(objects(text)).toEqual([{ kind: 'A' }, { kind: 'B', n: [1, null] }]);
    expect(objects('')).toEqual([]);
    expect(objects('---\n...\n')).toEqual([]);
  });

  it('reads the words of YAML 1.1 as kubectl does', () => {
    const text =
      'kind: X\na: yes\nb: off\nc: 0644\nd: 1_000\ne: 22:22\nf: 2026-01-01T00:00:00Z\ng: "yes"\nh: 1.10\ni: ~\n8080: x\n';
    expect(objects(text)).toEqual([
      {
        '8080': 'x',
        kind: 'X',
        a: true,
        b: false,
        c: 420,
        d: 1000,
        e: '22:22',
        f: '2026-01-01T00:00:00Z',
        g: 'yes',
        h: 1.1,
        i: null,
      },
    ]);
  });

  it('repeats parts by anchor, alias and merge key', () => {
    const text = 'kind: X\nbase: &b {a: 1, b: 2}\nsame: *b\nmore:\n  <<: *b\n  b: 3\nboth:\n  <<: [*b, {c: 4}]\n';
    expect(objects(text)).toEqual([
      { kind: 'X', base: { a: 1, b: 2 }, same: { a: 1, b: 2 }, more: { a: 1, b: 3 }, both: { a: 1, b: 2, c: 4 } },
    ]);
  });

  it('that is a list stands for its items, whose kind a typed list may imply', () => {
    const list =
      'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod}\n- {apiVersion: v1, kind: Service}\n';
    expect(objects(list)).toEqual([
      { apiVersion: 'v1', kind: 'Pod' },
      { apiVersion: 'v1', kind: 'Service' },
    ]);
    expect(objects('apiVersion: v1\nkind: PodList\nitems:\n- metadata: {name: a}\n')).toEqual([
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } },
    ]);
    expect(parseManifests(list).documents[1]?.lineOf(['kind'])).toEqual({ line: 5, column: 20 });
  });

  it('knows the line of each of its parts, or of the nearest one that is there', () => {
    const text =
      'kind: Pod\nspec: &s\n  containers:\n  - name: a\n    image: x\n  - name: b\n---\nkind: Pod\nspec:\n  replicas: 1\n';
    const [first, second] = parseManifests(text).documents;
    expect(first?.lineOf(['spec', 'containers', 1, 'name'])).toEqual({ line: 6, column: 5 });
    expect(first?.lineOf(['spec', 'containers', 0, 'image'])).toEqual({ line: 5, column: 5 });
    expect(first?.lineOf(['spec', 'containers', 7, 'image'])).toEqual({ line: 3, column: 3 });
    expect(second?.lineOf(['spec', 'replicas'])).toEqual({ line: 10, column: 3 });
    expect(second?.lineOf(['status', 'phase'])).toEqual({ line: 8, column: 1 });
  });

  it.each([
    ['kind: Pod\nmetadata:\n\tname: x\n', 'line 3: found character that cannot start any token'],
    ['kind: Pod\nmetadata: name: x\n', 'line 2: mapping values are not allowed in this context'],
    ['kind: Pod\nmetadata\n  name: x\n', "line 2: could not find expected ':'"],
    ['kind: Pod\nargs: [a, b\n', "line 3: did not find expected ',' or ']'"],
    ['kind: Pod\nspec:\n  a: 1\n b: 2\n', 'line 4: did not find expected key'],
    ['kind: Pod\nname: "x\n', 'line 3: found unexpected end of stream'],
    ['kind: A\n---\nkind: Pod\nmetadata: name: x\n', 'line 2: mapping values are not allowed in this context'],
    ['---\nkind: Pod\nmetadata: name: x\n', 'line 3: mapping values are not allowed in this context'],
    ['kind: Pod\nname: *x\n', "unknown anchor 'x' referenced"],
    ['kind: Pod\nname: &x [*x]\n', "anchor 'x' value contains itself"],
    ['kind: Pod\nname: !!int x\n', 'cannot decode !!str `x` as a !!int'],
    ['kind: Pod\nn: {{replicas}}\n', 'invalid map key: map[interface {}]interface {}{"replicas":interface {}(nil)}'],
  ])('with broken YAML %j is refused in the words of kubectl', (text, words) => {
    expect(firstError(text)).toMatchObject({ code: 'yaml', message: `error converting YAML to JSON: yaml: ${words}` });
  });

  it('with a number that JSON does not have is refused by the conversion to JSON', () => {
    expect(firstError('kind: Pod\nname: .inf\n')?.message).toBe(
      'error converting YAML to JSON: json: unsupported value: +Inf',
    );
  });

  it('with the same key twice means the last one, as for kubectl, and tells the place of the second', () => {
    const { documents, errors, repeatedKeys } = parseManifests('kind: Pod\nspec:\n  a: 1\n  b: 2\n  a: 3\n');
    expect(errors).toEqual([]);
    expect(documents[0]?.object.spec).toEqual({ a: 3, b: 2 });
    expect(repeatedKeys).toEqual([{ key: 'a', line: 5, column: 3 }]);
  });

  it('that is no mapping is refused; what a mapping lacks is for kubectl to say', () => {
    expect(firstError('hello')).toMatchObject({ code: 'no-object', line: 1, message: 'invalid object to validate' });
    expect(firstError('- a\n')?.message).toBe('invalid object to validate');
    expect(objects('a: 1\n')).toEqual([{ a: 1 }]);
    expect(firstError('kind: List\nitems: [1]\n')?.code).toBe('no-object');
  });

  it('with one broken document keeps the others', () => {
    const { documents, errors } = parseManifests('kind: A\n---\na: b: c\n---\nkind: C\n');
    expect(documents.map((document) => document.object.kind)).toEqual(['A', 'C']);
    expect(errors.map((error) => error.line)).toEqual([3]);
  });

  it('tells how many of its objects stand before the place where kubectl stops to read', () => {
    expect(parseManifests('kind: A\n---\na: b: c\n---\nkind: C\n').beforeError).toBe(1);
    expect(parseManifests('kind: A\n---\nkind: C\n').beforeError).toBe(2);
  });

  it('larger than a request may be is refused before it is parsed', () => {
    expect(firstError(`kind: X\ndata: ${'x'.repeat(5 * 1024 * 1024)}`)).toMatchObject({
      code: 'too-large',
      message: '3145728',
    });
    expect(firstError(`kind: X\ndata: ${'山'.repeat(1024 * 1024 + 1)}`)?.code).toBe('too-large');
  });

  it('that would unfold without bound by aliases, or is nested without bound, is refused', () => {
    const bomb = ['kind: X', 'a0: &a0 [x,x,x,x,x,x,x,x,x,x]'];
    for (let i = 1; i < 9; i++)
      bomb.push(
        `a${i}: &a${i} [${Array(10)
          .fill(`*a${i - 1}`)
          .join(',')}]`,
      );
    expect(firstError(bomb.join('\n'))?.message).toMatch(/document contains excessive aliasing$/);
    expect(firstError(`kind: X\na: ${'['.repeat(600)}${']'.repeat(600)}`)?.message).toBe('500');
    // Whether our parser gives up for want of depth or for the missing end is the same to a reader.
    expect(['yaml', 'too-deep']).toContain(firstError(`kind: X\na: ${'['.repeat(100_000)}`)?.code);
    expect(['yaml', 'too-deep']).toContain(firstError(`kind: X\na: ${'{a: '.repeat(50_000)}`)?.code);
  });

  it('with many keys or many aliases is read to its end', () => {
    const keys = Array.from({ length: 60_000 }, (_, i) => `k${i}: v`).join('\n');
    expect(objects(`kind: X\n${keys}`)).toHaveLength(1);
    const aliases = Array.from({ length: 20_000 }, (_, i) => `k${i}: *a`).join('\n');
    expect(objects(`kind: X\nbase: &a b\n${aliases}`)).toHaveLength(1);
  });

  it('with hostile keys makes own properties of them and touches no prototype', () => {
    const [object] = objects('kind: X\n__proto__: {polluted: 1}\nconstructor: {prototype: {polluted: 1}}\n');
    expect(Object.keys(object!).sort()).toEqual(['__proto__', 'constructor', 'kind']);
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('of JSON comes back as JSON.parse reads it', () => {
    const value = fc.jsonValue({ maxDepth: 3, noUnicodeString: true });
    fc.assert(
      fc.property(value, (inner) => {
        const object = { kind: 'X', inner };
        fc.pre(!JSON.stringify(object).includes('\\u'));
        expect(objects(JSON.stringify(object))).toEqual([JSON.parse(JSON.stringify(object))]);
      }),
    );
  });

  it('of any text is documents or errors, never an exception', () => {
    const line = fc.constantFrom(
      'a: b',
      '- c',
      '  d: e',
      '\tf',
      '---',
      '&x',
      '*x',
      '<<: *x',
      '? y',
      ': z',
      '"',
      "'",
      '[',
      '}',
      '|',
      '!!int',
      '%a',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(line).map((lines) => lines.join('\n')),
        ),
        (text) => {
          const { documents, errors } = parseManifests(text);
          for (const error of errors) expect(error.line).toBeGreaterThan(0);
          for (const document of documents) expect(document.lineOf(['a', 0]).line).toBeGreaterThan(0);
        },
      ),
    );
  });
});

describe('a plain word of YAML', () => {
  it.each([
    ['0x1F', 31],
    ['0o17', 15],
    ['0b11', 3],
    ['-0b1', -1],
    ['08', 8],
    ['+1', 1],
    ['1.', 1],
    ['.5', 0.5],
    ['1e3', 1000],
    ['1e500', '1e500'],
    ['0x1p3', '0x1p3'],
    ['12:30:45', '12:30:45'],
    ['1.2.3', '1.2.3'],
    ['99999999999999999999', 1e20],
    ['-', '-'],
  ])('%s is %j', (text, value) => {
    expect(resolvePlain(text)).toBe(value);
  });

  it("an escaped ' in double quotes is read as go-yaml reads it", () => {
    const read = parseManifests(`kind: A\na: "it\\'s"\nb: "\\\\'"\nc: x\n`);
    expect(read.errors).toEqual([]);
    expect(read.documents[0]?.object).toEqual({ kind: 'A', a: "it's", b: "\\'", c: 'x' });
    expect(read.documents[0]?.lineOf(['c'])).toEqual({ line: 4, column: 1 });
  });
});
