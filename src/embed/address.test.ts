import { expect, test } from 'vitest';
import { labAddress, parseEmbedAddress } from './address';

const plain = { language: undefined, theme: undefined, controls: 'full', view: undefined };

test('an address names a lesson, its step and the look of the embed', () => {
  const address = parseEmbedAddress(
    '#/lesson/deployment/rolling-ten?step=created&view=lanes&lang=zh&theme=dark&controls=buttons',
  );
  expect(address).toEqual({
    kind: 'lesson',
    document: 'deployment',
    slug: 'rolling-ten',
    step: 'created',
    view: 'lanes',
    language: 'zh',
    theme: 'dark',
    controls: 'buttons',
  });
  expect(labAddress(address, 'created')).toBe('./index.html#/lesson/deployment/rolling-ten?step=created');
});

test('an address names a shared run', () => {
  expect(parseEmbedAddress('#/s/1.aB_-9?lang=en')).toEqual({ ...plain, kind: 'run', link: '1.aB_-9', language: 'en' });
});

test('what an address says in no known form is left out', () => {
  expect(
    parseEmbedAddress('#/lesson/a/b?step=%3Cimg%3E&view=html&lang=javascript:&theme=__proto__&controls=x'),
  ).toEqual({ ...plain, kind: 'lesson', document: 'a', slug: 'b', step: undefined });
  for (const hash of [
    '',
    '#/lesson/../../etc',
    '#/lesson/a/<script>',
    '#javascript:alert(1)',
    '#/s/2.abc',
    `#/s/1.${'a'.repeat(40_000)}`,
    `#/lesson/${'a'.repeat(65)}/b`,
  ])
    expect(parseEmbedAddress(hash).kind, hash.slice(0, 40)).toBe('unknown');
  expect(parseEmbedAddress(`#/lesson/a/b?lang=zh&x=${'y'.repeat(600)}`).language).toBeUndefined();
});
