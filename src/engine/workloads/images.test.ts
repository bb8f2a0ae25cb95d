import { describe, expect, it } from 'vitest';
import type { Container } from '../api/types';
import { parseAnswer } from './annotations';
import { behaviourOf } from './behaviour';
import { durationText, parseDuration } from './duration';
import { imageID, parseImage } from './image-reference';
import { pullError, pullMicros, registryOf } from './images';

const registry = registryOf({});
const behaviour = (container: Partial<Container>, annotations?: Record<string, string>) => {
  const whole = { name: 'web', image: 'nginx', ...container };
  return behaviourOf(whole, annotations, true, registry.describe(whole.image ?? ''), parseAnswer).behaviour;
};

describe('an image', () => {
  it('is named in full as containerd names it', () => {
    expect(parseImage('nginx')?.name).toBe('docker.io/library/nginx:latest');
    expect(parseImage('bitnami/redis:7')?.name).toBe('docker.io/bitnami/redis:7');
    expect(parseImage('localhost:5000/a/b:1')?.name).toBe('localhost:5000/a/b:1');
    expect(parseImage('Nginx')).toBeUndefined();
    expect(parseImage('nginx:')).toBeUndefined();
  });

  it('has one id, whoever asks', () => {
    const reference = parseImage('nginx:1.27');
    expect(reference && imageID(reference)).toMatch(/^docker\.io\/library\/nginx@sha256:[0-9a-f]{64}$/);
  });

  it('exists unless its registry, its tag or its description says otherwise', () => {
    expect(pullError('nginx:broken', registry.describe('nginx:broken'))).toBeUndefined();
    expect(pullError('example.invalid/shop:1', {})).toContain('no such host');
    expect(pullError('nginx:example.invalid', {})).toMatch(/docker\.io\/library\/nginx:example\.invalid: not found$/);
    expect(pullError('shop:2', registryOf({ 'shop:2': { image: { exists: false } } }).describe('shop:2'))).toContain(
      'not found',
    );
  });

  it('takes the longer to pull the larger it is', () => {
    expect(pullMicros(registry.describe('busybox'))).toBeLessThan(pullMicros(registry.describe('mysql:8')));
    expect(pullMicros({ image: { pullMillis: 2_500 } })).toBe(2.5e6);
  });

  it('is described by the config before the built-in list, most exact name first', () => {
    const own = registryOf({ 'shop:2': { exitCode: 1 }, shop: { startMillis: 7 } });
    expect(own.describe('shop:2')).toMatchObject({ exitCode: 1 });
    expect(own.describe('shop:1')).toMatchObject({ startMillis: 7 });
  });

  it('with a description that is none is told as a problem, and is then an unknown image', () => {
    const own = registryOf({ a: 5, b: { exitCode: -1 }, c: { onSigterm: 7 }, d: null });
    expect(own.problems).toHaveLength(4);
    expect(own.describe('b').exitCode).toBeUndefined();
  });
});

describe('a container', () => {
  it('of a known server listens on its own ports and takes its own stop signal', () => {
    expect(behaviour({})).toMatchObject({ listens: [80], stopSignal: 'SIGQUIT', exitCode: 0 });
    expect(behaviour({}).exitAtMicros).toBeUndefined();
  });

  it('of a shell image without a command ends at once', () => {
    expect(behaviour({ image: 'busybox' })).toMatchObject({ exitAtMicros: 1_000, exitCode: 0 });
  });

  it('that only sleeps is deaf to SIGTERM', () => {
    const sleeping = behaviour({ image: 'busybox', command: ['sleep', '3600'] });
    expect(sleeping.exitAtMicros).toBe(3600e6);
    expect(sleeping.termMicros).toBeUndefined();
  });

  it('of a shell image runs its args as its command', () => {
    expect(behaviour({ image: 'alpine', args: ['sh', '-c', 'exit 4'] })).toMatchObject({ exitCode: 4 });
  });

  it('that wants more memory than its limit is killed by the kernel', () => {
    const limited = behaviour({ resources: { limits: { memory: '64Mi' } } }, { 'clusterglass.dev/memory': '128Mi' });
    expect(limited).toMatchObject({ outOfMemory: true, exitCode: 137 });
    expect(behaviour({ resources: { limits: { memory: '1Mi' } } }).outOfMemory).toBeUndefined();
  });

  it('does what its annotations say before what its command says', () => {
    expect(behaviour({ command: ['sleep', '5'] }, { 'clusterglass.dev/crash': 'after 2s' })).toMatchObject({
      exitAtMicros: 2e6,
      exitCode: 1,
    });
  });
});

describe('durations', () => {
  it('are read and printed as Go does', () => {
    expect(['1m30s', '500ms', '2.5s', '1h'].map(parseDuration)).toEqual([90e6, 5e5, 2.5e6, 3600e6]);
    expect(['', '5', 's', '1x', '-1s'].map(parseDuration)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([0, 10e6, 80e6, 300e6, 2.5e6, 454e3, 3600e6].map(durationText)).toEqual([
      '0s',
      '10s',
      '1m20s',
      '5m0s',
      '2.5s',
      '454ms',
      '1h0m0s',
    ]);
  });
});
