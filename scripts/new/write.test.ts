import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BadInput } from '../../src/host/command-line.mjs';
import { checkBoundaries } from '../boundaries/check';
import { filesUnder } from '../lib/files';
import { templates, writeNew } from './write';

const root = process.cwd();
const names: Record<string, string> = { lesson: 'made-up/first-look', language: 'fr' };

/** A copy of the project in a temporary folder, in which new folders can be written, compiled and tested. */
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'new-'));
  const kept = [
    'src',
    'scripts/vite',
    'scripts/lib',
    'content/languages',
    'vitest.config.ts',
    'vitest.setup.ts',
    'package.json',
  ];
  for (const path of [...kept, ...readdirSync(root).filter((file) => file.startsWith('tsconfig'))])
    if (existsSync(join(root, path))) cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('npm run new refuses, and writes nothing', () => {
  test.each([
    [[], 'npm run new -- <kind> <name>'],
    [['lesson'], 'npm run new -- <kind> <name>'],
    [['lesson', 'a/b', 'c/d'], 'npm run new -- <kind> <name>'],
    [['gadget', 'x'], "'gadget' is no known kind"],
    [['constructor', 'x'], "'constructor' is no known kind"],
    [['lesson', '../../x/y'], "'../../x/y' is no name for a lesson"],
    [['lesson', 'rolling'], "'rolling' is no name for a lesson"],
    [['language', 'French'], "'French' is no name for a language"],
    [['controller', 'CronJob'], "'CronJob' is no name for a controller"],
    [['controller', 'replicaset'], 'src/engine/controllers/replicaset exists already'],
  ])('%j', (args, message) => {
    const before = filesUnder(copy, ['node_modules']);
    expect(() => writeNew(copy, args)).toThrow(BadInput);
    expect(() => writeNew(copy, args)).toThrow(message);
    expect(filesUnder(copy, ['node_modules'])).toEqual(before);
  });
});

describe('what npm run new writes', () => {
  const folders: string[] = [];

  beforeAll(() => {
    for (const kind of Object.keys(templates)) folders.push(writeNew(copy, [kind, names[kind] ?? 'made-up']).folder);
  });

  test('a folder that exists is left alone', () => {
    for (const kind of Object.keys(templates))
      expect(() => writeNew(copy, [kind, names[kind] ?? 'made-up'])).toThrow('exists already');
  });

  test('it compiles', { timeout: 120_000 }, () => {
    const faults = ['tsconfig.engine.json', 'tsconfig.json', 'tsconfig.node.json'].flatMap((config) =>
      spawnSync('npx', ['tsc', '-p', config], { cwd: copy, encoding: 'utf8' }).stdout.split('\n'),
    );
    expect(faults.filter((line) => folders.some((folder) => line.startsWith(folder)))).toEqual([]);
  });

  test('it keeps the import rule', () => {
    const files = new Map<string, string>();
    for (const path of ['src', 'content'].flatMap((folder) => filesUnder(join(copy, folder))))
      files.set(path.slice(copy.length + 1), readFileSync(path, 'utf8'));
    const faults = checkBoundaries(files).filter(({ file }) => folders.some((folder) => file.startsWith(folder)));
    expect(faults).toEqual([]);
  });

  test('each has a test that fails until the work is done', { timeout: 120_000 }, () => {
    let report = '';
    try {
      execFileSync('npx', ['vitest', 'run', '--reporter=json', ...folders], {
        cwd: copy,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    } catch (error) {
      report = (error as { stdout: string }).stdout;
    }
    const files: { name: string; assertionResults: { status: string; failureMessages: string[] }[] }[] =
      JSON.parse(report).testResults;
    for (const folder of folders) {
      const results = files.filter(({ name }) => name.includes(folder)).flatMap((file) => file.assertionResults);
      const failures = results.filter(({ status }) => status === 'failed').flatMap((one) => one.failureMessages);
      expect(failures.length, folder).toBeGreaterThan(0);
      for (const message of failures) expect(message).toMatch(/AssertionError/);
    }
  });
});
