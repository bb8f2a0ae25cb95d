import { expect, test } from 'vitest';
import { imageNotes } from './image-notes';

const pod = (images: readonly string[], annotations: Record<string, string> = {}) => ({
  kind: 'Pod',
  metadata: { annotations },
  spec: { containers: images.map((image, i) => ({ name: `c${i}`, image })) },
});
const said = (object: unknown, workloads = {}) => imageNotes(object, workloads).map(({ sort, image }) => [sort, image]);

test('an image whose program nobody has described is told, and so is one that no registry has', () => {
  expect(said(pod(['nginx:1.29', 'ghcr.io/me/app:7', 'me/app', 'caddy:2', 'ngnix']))).toEqual([
    ['assumedImage', 'ghcr.io/me/app:7'],
    ['assumedImage', 'me/app'],
    ['assumedImage', 'caddy:2'],
    ['absentImage', 'ngnix'],
  ]);
});

test('an image that is to fail, or that the cluster or an annotation describes, is not told', () => {
  expect(said(pod(['nginx:example.invalid', 'nginx:doesnotexist', 'example.invalid/shop:1']))).toEqual([]);
  expect(said(pod(['shop:v1', 'shop:v2']), { shop: { startMillis: 5 } })).toEqual([]);
  expect(said(pod(['shop:v1'], { 'clusterglass.dev/image-pull': 'succeeds' }))).toEqual([]);
});

test('images are found at their places below a template too, and nonsense is passed over', () => {
  const { spec } = pod(['shop']);
  const template = { spec: { initContainers: [{ image: 'prep' }], ...spec } };
  expect(imageNotes({ kind: 'Deployment', spec: { template } }, {}).map(({ path }) => path.join('.'))).toEqual([
    'spec.template.spec.initContainers.0.image',
    'spec.template.spec.containers.0.image',
  ]);
  expect(imageNotes({ kind: 'CronJob', spec: { jobTemplate: { spec: { template } } } }, {})).toHaveLength(2);
  for (const object of [null, 5, { spec: { containers: 'x' } }, { spec: { containers: [null, { image: 5 }] } }])
    expect(imageNotes(object, {})).toEqual([]);
});
