import { expect, test } from 'vitest';
import { lessonAddress, parseRoute } from './address';

test.each([
  ['', { page: 'home' }],
  ['#', { page: 'home' }],
  ['#/', { page: 'home' }],
  ['#/documents', { page: 'documents' }],
  ['#/documents/deployment', { page: 'documents', document: 'deployment' }],
  ['#/questions/', { page: 'questions' }],
  ['#/playground', { page: 'playground' }],
  ['#/figure/kubelet/kubelet-4', { page: 'playground', figure: { document: 'kubelet', id: 'kubelet-4' } }],
  ['#/s/1.abc', { page: 'playground', link: '1.abc' }],
  [
    '#/lesson/deployment/rolling-ten?step=shrink',
    { page: 'lesson', document: 'deployment', slug: 'rolling-ten', step: 'shrink' },
  ],
  ['#/lesson/deployment/rolling-ten', { page: 'lesson', document: 'deployment', slug: 'rolling-ten', step: undefined }],
])('the address %s leads to its page', (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
});

test.each([
  '#/nowhere',
  '#/lesson/deployment',
  '#/lesson/../x',
  '#/constructor',
  '#/lesson/<img>/x',
  '#/figure/kubelet',
])('the address %s is unknown, and is kept as text', (hash) => {
  expect(parseRoute(hash)).toEqual({ page: 'unknown', address: hash });
});

test('the address of a step leads back to it', () => {
  expect(parseRoute(lessonAddress('deployment', 'rolling-ten', 'a b'))).toMatchObject({ step: 'a b' });
});
