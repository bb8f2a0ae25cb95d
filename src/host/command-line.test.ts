import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { BadInput, readArguments, wholeNumber } from './command-line.mjs';

const command = {
  call: 'npm run demo --',
  usage: '[--seed N] [--loud] [place]',
  help: 'Shows.',
  values: ['seed'],
  flags: ['loud'],
  places: [0, 1] as const,
  main: () => 0,
};

describe('arguments of a command', () => {
  it('are values, flags and places', () => {
    expect(readArguments(command, ['here', '--seed', '7', '--loud'])).toEqual({
      values: { seed: '7' },
      flags: new Set(['loud']),
      places: ['here'],
    });
    expect(readArguments(command, [])).toEqual({ values: { seed: undefined }, flags: new Set(), places: [] });
  });

  it('may ask for help, whatever else they say', () => {
    expect(readArguments(command, ['--help'])).toBe('help');
    expect(readArguments(command, ['here', '-h', '--loud'])).toBe('help');
  });

  it.each([
    [['--bogus'], "Unknown option '--bogus'"],
    [['--seed'], "Option '--seed <value>' argument missing"],
    [['--seed', '--loud'], "Option '--seed' argument is ambiguous"],
    [['--loud=yes'], "Option '--loud' does not take an argument"],
    [['here', 'there', '--loud'], "Unexpected argument 'there'"],
  ])('%j are refused in one line', (args, message) => {
    expect(() => readArguments(command, args)).toThrow(new BadInput(message));
  });

  it('that are numbers are whole and within their range', () => {
    const port = { name: 'PORT', least: 1, most: 65_535, otherwise: 4173 };
    expect(wholeNumber(undefined, port)).toBe(4173);
    expect(wholeNumber('80', port)).toBe(80);
    for (const text of ['abc', '', '1.5', '-1', '0', '65536', '1e3', '0x10'])
      expect(() => wholeNumber(text, port)).toThrow(`PORT '${text}' is not a whole number from 1 to 65535`);
    expect(() => wholeNumber('0', { name: '--repeat', least: 1, otherwise: 3 })).toThrow('of at least 1');
  });
});

describe('a command that is called wrongly says so in one line and ends with 2', () => {
  const run = (file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const node = file.endsWith('.mjs') ? [file] : ['--import', 'tsx', file];
    return spawnSync(process.execPath, [...node, ...args], { encoding: 'utf8', env: { ...process.env, ...env } });
  };

  it.each([
    ['src/host/cases/main.ts', ['no/such/place'], "'no/such/place' is no file or folder"],
    ['src/host/cases/main.ts', ['--json', 'content/cases/quantity'], '--json and --check are about the whole'],
    ['src/host/sim/main.ts', ['--seed', 'x'], "--seed 'x' is not a whole number of at least 0"],
    ['src/host/bench/main.ts', ['--bogus'], "Unknown option '--bogus'"],
    ['src/host/lesson/main.ts', ['content'], "'content' has no lesson.ts"],
    ['scripts/new.ts', ['gadget', 'x'], "'gadget' is no known kind"],
    ['scripts/test.mjs', ['nosuchstep'], "'nosuchstep' is no step"],
    ['scripts/start.mjs', ['--bogus'], "Unknown option '--bogus'"],
  ])('%s %j', (file, args, message) => {
    const { status, stdout, stderr } = run(file, args);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  it('npm start with a PORT that is none, before anything is installed or built', () => {
    const { status, stderr } = run('scripts/start.mjs', [], { PORT: 'abc' });
    expect(stderr).toMatch(/^PORT 'abc' is not a whole number from 1 to 65535\. .*\n$/);
    expect(status).toBe(2);
  });

  it.each(['scripts/start.mjs', 'scripts/test.mjs'])(
    '%s --help tells how it is called and what its exit codes mean',
    (file) => {
      const { status, stdout, stderr } = run(file, ['--help']);
      expect(stdout).toMatch(/^npm (start|test) .*\n\n[\s\S]*Exit code: [01] /);
      expect(stderr).toBe('');
      expect(status).toBe(0);
    },
  );
});
