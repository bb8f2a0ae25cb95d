import { expect, test } from 'vitest';
import { parse } from 'yaml';
import lesson from '../../content/documents/deployment/lessons/rolling-ten/lesson';
import { toYaml } from './yaml';

test('a manifest is written as one would write it by hand, and reads back as the same object', () => {
  const { from } = (lesson.steps.find(({ id }) => id === 'change') as { edit: { from: unknown } }).edit;
  expect(parse(toYaml(from))).toEqual(from);
  expect(toYaml({ a: { b: ['x', { c: 1, d: 'y' }] }, e: {}, f: [] })).toBe(
    'a:\n  b:\n  - x\n  - c: 1\n    d: "y"\ne: {}\nf: []\n',
  );
  for (const text of ['25%', 'yes', '1', '', 'a: b', '#x', 'shop:v1', '- x', 'null', '1e3', '0x1f', '中文'])
    expect(parse(toYaml({ text }))).toEqual({ text });
});
