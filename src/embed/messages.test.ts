import { expect, test } from 'vitest';
import { readOrder } from './messages';

const order = (rest: object) => readOrder({ source: 'clusterglass', version: 1, ...rest });

test('the four orders are read, and nothing beside their fields', () => {
  expect(order({ type: 'goto', step: 'created', more: 1 })).toEqual({ type: 'goto', step: 'created' });
  expect(order({ type: 'setLang', lang: 'zh' })).toEqual({ type: 'setLang', lang: 'zh' });
  expect(order({ type: 'setTheme', theme: 'dark' })).toEqual({ type: 'setTheme', theme: 'dark' });
  expect(order({ type: 'pause' })).toEqual({ type: 'pause' });
});

test('what is no order of this version is ignored', () => {
  for (const data of [
    undefined,
    null,
    'pause',
    7,
    [],
    {},
    { type: 'pause' },
    { source: 'other', version: 1, type: 'pause' },
    { source: 'clusterglass', version: 2, type: 'pause' },
    Object.create({ source: 'clusterglass', version: 1, type: 'pause' }),
    Object.fromEntries([...Array(40).keys()].map((key) => [key, key])),
  ])
    expect(readOrder(data)).toBeUndefined();
  expect(order({ type: 'eval', code: 'alert(1)' })).toBeUndefined();
  expect(order({ type: 'constructor' })).toBeUndefined();
  expect(order({ type: 'goto' })).toBeUndefined();
  expect(order({ type: 'goto', step: { toString: () => 'created' } })).toBeUndefined();
  expect(order({ type: 'goto', step: 'a'.repeat(65) })).toBeUndefined();
  expect(order({ type: 'goto', step: '<img src=x onerror=alert(1)>' })).toBeUndefined();
  expect(order({ type: 'setLang', lang: 'xx' })).toBeUndefined();
  expect(order({ type: 'setTheme', theme: 'javascript:' })).toBeUndefined();
});
