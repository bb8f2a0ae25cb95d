import { describe, expect, test } from 'vitest';
import { checkBoundaries } from './check';

const header = '// Models: x\n// Simplified: nothing\n// Not modelled: nothing\n';

/** A small tree that keeps every rule; each test plants one fault in it. */
const clean: Record<string, string> = {
  'src/shared/text.ts': 'export const lines = (text: string) => text.split("\\n");',
  'src/engine/kernel/queue.ts': `${header}import { lines } from '../../shared/text';\nexport const queue = lines('');`,
  'src/engine/api/kind.ts': `${header}import { queue } from '../kernel/queue';\nexport type Kind = { process: string };\nexport const kind = queue;`,
  'src/engine/apiserver/rest.ts': `${header}export { kind } from '../api/kind';`,
  'src/engine/client/lister.ts': `${header}export { kind } from '../apiserver/rest';`,
  'src/engine/controllers/deployment/sync.ts': `${header}import { kind } from '../../client/lister';\nexport const sync = kind;`,
  'src/engine/controllers/deployment/cases.ts':
    "import { read } from '../../../host/cases/compare';\nimport { sync } from './sync';\nexport const adapters = [read, sync];",
  'src/engine/controllers/deployment/sync.test.ts': "import { read } from '../../../host/cases/compare';\nread();",
  'src/engine/controllers/replicaset/sync.ts': `${header}export const sync = 1;`,
  'src/engine/scheduler/cycle.ts': `${header}export const cycle = 1;`,
  'src/engine/kubelet/pod-workers.ts': `${header}export const podWorkers = 1;`,
  'src/engine/cluster.ts': `${header}export { sync } from './controllers/deployment/sync';`,
  'src/engine/index.ts': `${header}export { sync } from './cluster';\nexport type { Kind } from './api/kind';`,
  'src/kubectl/get.ts': "import { sync } from '../engine/index';\nexport const get = sync;",
  'src/worker/worker.ts': "import { get } from '../kubectl/get';\nexport const serve = get;",
  'src/worker/client.ts': "export const start = () => new Worker(new URL('./worker.ts', import.meta.url));",
  'src/store/store.ts':
    "import { start } from '../worker/client';\nimport type { Kind } from '../engine/index';\nexport const kind: Kind | undefined = start() as never;",
  'src/i18n/text.ts': "export const load = () => import('../../content/languages/en/ui');",
  'src/ui/button.tsx': "export const Button = () => <button>it's</button>;",
  'src/views/pods/View.tsx':
    "import { kind } from '../../store/store';\nimport { Button } from '../../ui/button';\nexport const View = () => <Button key={String(kind)} />;",
  'src/app/main.tsx': "import { View } from '../views/pods/View';\nexport default View;",
  'src/host/cases/compare.ts':
    "import { readFileSync } from 'node:fs';\nexport const read = () => readFileSync(new URL('./testdata/', import.meta.url));",
  'content/languages/en/ui.ts': 'export const ui = { play: "Play" };\nexport type Ui = typeof ui;',
  'content/languages/zh/ui.ts': "import type { Ui } from '../en/ui';\nexport const ui: Ui = { play: '播放' };",
};

const check = (planted: Record<string, string>) =>
  checkBoundaries(new Map(Object.entries({ ...clean, ...planted }))).map(
    ({ file, line, message }) => `${file}:${line} ${message}`,
  );

describe('the boundary check', () => {
  test('a tree that keeps the rules has no fault', () => {
    expect(check({})).toEqual([]);
  });

  test.each([
    ['shared knows no engine', 'src/shared/bad.ts', "import '../engine/kernel/queue';", 'shared may not import engine'],
    [
      'the engine knows no view',
      'src/engine/api/bad.ts',
      `${header}import '../../views/pods/View';`,
      'engine may not import views',
    ],
    [
      'the engine knows no worker',
      'src/engine/api/bad.ts',
      `${header}import '../../worker/client';`,
      'engine may not import worker',
    ],
    [
      'the engine knows no host',
      'src/engine/api/bad.ts',
      `${header}import '../../host/cases/compare';`,
      'engine may not import host',
    ],
    [
      'a view uses only types of the engine',
      'src/views/pods/model.ts',
      "import { sync } from '../../engine/index';",
      'views may import only types from engine',
    ],
    [
      'a view enters the engine by its one entry',
      'src/views/pods/model.ts',
      "import type { Kind } from '../../engine/api/kind';",
      'import it through src/engine/index.ts',
    ],
    [
      'a dynamic import counts',
      'src/store/bad.ts',
      "export const load = () => import('../views/pods/View');",
      'store may not import views',
    ],
    [
      'the address of a worker counts',
      'src/ui/bad.ts',
      "export const w = new URL('../worker/worker.ts', import.meta.url);",
      'ui may not import worker',
    ],
    [
      'the type of an import() counts',
      'src/ui/bad.ts',
      "export type S = typeof import('../store/store');",
      'ui may not import store',
    ],
    ['export from counts', 'src/i18n/bad.ts', "export * from '../store/store';", 'i18n may not import store'],
    ['the host does not use the store', 'src/host/bad.ts', "import '../store/store';", 'host may not import store'],
    ['nobody uses the app', 'src/views/pods/bad.ts', "import '../../app/main';", 'views may not import app'],
    [
      'content uses types only',
      'content/documents/x.ts',
      "import { Button } from '../../src/ui/button';",
      'content may import types only',
    ],
    [
      'the embed loader imports nothing',
      'src/embed/loader.ts',
      "import type { Kind } from '../engine/index';",
      'the embed loader imports nothing',
    ],
    ['an import that leads nowhere', 'src/app/bad.ts', "import './gone';", "'./gone' leads to no file"],
    ['an unknown folder', 'src/utils/x.ts', 'export {};', "'utils' is no known area"],
    [
      'kernel ← api',
      'src/engine/kernel/bad.ts',
      `${header}import '../api/kind';`,
      'engine/kernel may not import engine/api',
    ],
    [
      'api ← apiserver, types too',
      'src/engine/api/bad.ts',
      `${header}import type { X } from '../apiserver/rest';`,
      'engine/api may not import engine/apiserver',
    ],
    [
      'apiserver ← client',
      'src/engine/apiserver/bad.ts',
      `${header}import '../client/lister';`,
      'engine/apiserver may not import engine/client',
    ],
    [
      'client ← controllers',
      'src/engine/client/bad.ts',
      `${header}import '../controllers/deployment/sync';`,
      'engine/client may not import engine/controllers',
    ],
    [
      'no part uses what assembles it',
      'src/engine/kubelet/bad.ts',
      `${header}import '../cluster';`,
      'engine/kubelet may not import engine/*',
    ],
    [
      'a controller knows no other controller',
      'src/engine/controllers/replicaset/bad.ts',
      `${header}import '../deployment/sync';`,
      'a controller may not import another controller: replicaset → deployment',
    ],
    [
      'a controller knows no scheduler',
      'src/engine/controllers/replicaset/bad.ts',
      `${header}import '../../scheduler/cycle';`,
      'engine/controllers may not import engine/scheduler',
    ],
    [
      'a controller knows no kubelet',
      'src/engine/controllers/replicaset/bad.ts',
      `${header}import type { P } from '../../kubelet/pod-workers';`,
      'engine/controllers may not import engine/kubelet',
    ],
    [
      'the kubelet knows no scheduler',
      'src/engine/kubelet/bad.ts',
      `${header}import '../scheduler/cycle';`,
      'engine/kubelet may not import engine/scheduler',
    ],
    [
      'product code uses no case adapter',
      'src/engine/cluster-x.ts',
      `${header}import './controllers/deployment/cases';`,
      'only the cases runner may import',
    ],
    [
      'product code uses no test',
      'src/engine/cluster-x.ts',
      `${header}import './controllers/deployment/sync.test';`,
      'only tests may import',
    ],
    [
      'a case adapter uses no other host code',
      'src/engine/kubelet/cases.ts',
      "import '../../host/serve';",
      'engine may not import host',
    ],
    [
      'the engine uses no Node',
      'src/engine/api/bad.ts',
      `${header}import 'node:fs';`,
      "engine may not import 'node:fs'",
    ],
    [
      'the kernel uses no package',
      'src/engine/kernel/bad.ts',
      `${header}import 'yaml';`,
      'the kernel uses no packages',
    ],
    [
      'the engine uses no React',
      'src/engine/api/bad.ts',
      `${header}import 'react';`,
      "engine may not use the package 'react'",
    ],
  ])('%s', (_rule, file, text, message) => {
    const found = check({ 'src/host/serve.ts': 'export {};', [file]: text });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(file);
    expect(found[0]).toContain(message);
  });

  test.each([
    ['async', 'export async function f() {}'],
    ['await', 'for await (const x of [] as any) x; export {};'],
    ['Promise', 'export type P = Promise<number>;'],
    ['Date', 'export const now = () => new Date().getTime();'],
    ['Math.random', 'export const r = Math.random();'],
    ['Intl', 'export const f = new Intl.Collator();'],
    ['localeCompare', "export const c = (a: string) => a.localeCompare('b');"],
    ['setTimeout', 'export const t = () => setTimeout(() => {}, 1);'],
    ['setInterval', 'export const t = () => setInterval(() => {}, 1);'],
    ['console', "export const l = () => console.log('x');"],
    ['process', 'export const e = process.env;'],
    ['globalThis', "export const g = globalThis['x'];"],
  ])('the engine may not name %s', (name, code) => {
    expect(check({ 'src/engine/api/bad.ts': `${header}${code}` })).toContainEqual(
      expect.stringContaining(`src/engine/api/bad.ts:4 the engine may not name '${name}'`),
    );
  });

  test('words of ours that are spelled like a global are no fault: members, keys, parameters, comments, strings', () => {
    const code = [
      '// await the Date of Math.random',
      "export const row = { process: 'kubelet', Date: 1 };",
      'export const of = (process: string, watch: { process: string }) => process + watch.process;',
      'export const read = (watch: { process: string }) => { const { process } = watch; return process; };',
      "export const text = 'setTimeout';",
    ].join('\n');
    expect(check({ 'src/engine/client/ours.ts': `${header}${code}` })).toEqual([]);
  });

  test('the kernel says no word of Kubernetes, in names or in strings', () => {
    const found = check({
      'src/engine/kernel/bad.ts': `${header}// a Pod may be named here\nexport const podCount = 'x';\nexport const y = 'the kubelet';`,
    });
    expect(found).toEqual([
      "src/engine/kernel/bad.ts:5 the kernel knows no Kubernetes, but says 'pod'",
      "src/engine/kernel/bad.ts:6 the kernel knows no Kubernetes, but says 'kubelet'",
    ]);
  });

  test('an engine file opens with Models, Simplified, Not modelled', () => {
    const found = check({
      'src/engine/api/bad.ts': `export const x = 1;\n${header}`,
      'src/engine/api/half.ts': '/** Models: y. Simplified: no. */\nexport const x = 1;',
      'src/engine/api/block.ts': '/*\n * Models: y\n * Simplified: no\n * Not modelled: z\n */\nexport const x = 1;',
    });
    expect(found).toEqual([
      "src/engine/api/bad.ts:1 the header comment lacks 'Models:'",
      "src/engine/api/bad.ts:1 the header comment lacks 'Simplified:'",
      "src/engine/api/bad.ts:1 the header comment lacks 'Not modelled:'",
      "src/engine/api/half.ts:1 the header comment lacks 'Not modelled:'",
    ]);
  });

  test('a generated file needs no such header', () => {
    expect(check({ 'src/engine/api/made.ts': '// Generated by scripts/gen.ts\nexport const x = 1;' })).toEqual([]);
  });

  test('config and verbs are words for all parts above the kernel, and use none of them', () => {
    const words = { 'src/engine/verbs.ts': `${header}import '../engine/kernel/queue';\nexport const verbs = 1;` };
    const used = { 'src/engine/apiserver/uses.ts': `${header}import '../verbs';` };
    expect(check({ ...words, ...used })).toEqual([]);
    expect(check({ 'src/engine/verbs.ts': `${header}import './client/lister';` })).toHaveLength(1);
    expect(check({ ...words, 'src/engine/kernel/uses.ts': `${header}import '../verbs';` })).toHaveLength(1);
  });

  test('files that import each other in a ring are named; a ring of types only is not', () => {
    expect(
      check({
        'src/ui/a.ts': "import './b';",
        'src/ui/b.ts': "import './c';",
        'src/ui/c.ts': "import './a';",
        'src/ui/d.ts': "import type { E } from './e';\nexport type D = E;",
        'src/ui/e.ts': "import type { D } from './d';\nexport type E = D;",
      }),
    ).toEqual(['src/ui/a.ts:1 import cycle: src/ui/a.ts → src/ui/b.ts → src/ui/c.ts → src/ui/a.ts']);
  });

  test('a file that is no valid TypeScript stops the check', () => {
    expect(() => check({ 'src/ui/a.ts': 'export const = 1;' })).toThrow('src/ui/a.ts');
  });
});
