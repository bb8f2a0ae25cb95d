import { expect, test } from 'vitest';
import { readFidelity, readHeader } from './fidelity';

test('a header is read into its three parts, whichever comment holds it', () => {
  const parts = { models: 'pkg/a.go (f, g)', simplified: '—', notModelled: 'h.' };
  expect(
    readHeader('// Models: pkg/a.go (f,\n//   g)\n// Simplified: —\n// Not modelled: h.\nimport x;\n// Models: no'),
  ).toEqual(parts);
  expect(readHeader('/**\n * Models: pkg/a.go (f,\n *   g)\n * Simplified: —\n * Not modelled: h.\n */\n')).toEqual(
    parts,
  );
  expect(readHeader('/** Something else. */')).toBeUndefined();
});

test('every part of the engine says what it models, by upstream path', () => {
  const files = readFidelity();
  for (const part of ['kernel', 'apiserver', 'client', 'controllers/deployment', 'scheduler', 'kubelet'])
    expect(
      files.some(({ path }) => path.startsWith(`${part}/`)),
      part,
    ).toBe(true);
  expect(files.find(({ path }) => path === 'controllers/deployment/sync.ts')?.models).toContain(
    'pkg/controller/deployment/sync.go',
  );
  expect(files.filter(({ models }) => models === '')).toEqual([]);
});
