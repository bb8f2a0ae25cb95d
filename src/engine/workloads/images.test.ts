import { describe, expect, it } from 'vitest';
import type { Container } from '../api/types';
import { parseAnswer } from './annotations';
import { behaviourOf } from './behaviour';
import { durationText, parseDuration } from './duration';
import { imageID, parseImage } from './image-reference';
import { pullError, pullMicros, registryOf } from './images';

const registry = registryOf({});
const missing = (image: string) => registry.find(image).missing;
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
    expect(missing('example.invalid/shop:1')).toBe('host');
    expect(missing('nginx:example.invalid')).toBe('tag');
    const own = registryOf({ 'shop:2': { image: { exists: false } }, 'shop:3': {}, blog: {} });
    expect(['shop:2', 'shop:3', 'shop:4', 'blog:any'].map((image) => own.find(image).missing)).toEqual([
      'tag',
      undefined,
      'tag',
      undefined,
    ]);
  });

  it('with a mistyped official name is not there, whatever its tag', () => {
    expect(['ngnix', 'ngnix:1.29', 'docker.io/library/ngnix', 'library/ngnix', 'shop:v1'].map(missing)).toEqual(
      Array(5).fill('repository'),
    );
    expect(pullError('ngnix:1.29', 'repository')).toBe(
      'failed to pull and unpack image "docker.io/library/ngnix:1.29": failed to resolve reference "docker.io/library/ngnix:1.29": pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed',
    );
  });

  it('of a known name has the tags that a rule allows: versions up to the newest, variants, floating names', () => {
    const there = [
      'nginx',
      'nginx:latest',
      'nginx:1.29',
      'nginx:1.29.1',
      'nginx:1.27-alpine',
      'nginx:1.27.0-alpine3.19-slim',
      'nginx:stable-alpine',
      'python:3.13-slim-bookworm',
      'python:3.14.0rc2',
      'postgres:16-alpine',
      'ubuntu:24.04',
      'debian:bookworm-20250428-slim',
      'wordpress:6.8-php8.3-apache',
      'caddy:2',
      'eclipse-temurin:21-jre-alpine',
      'registry.k8s.io/pause:3.10.1',
      'curlimages/curl:8.10.1',
      'nicolaka/netshoot:v0.13',
      `nginx@sha256:${'a'.repeat(64)}`,
    ];
    expect(there.filter((image) => missing(image) !== undefined)).toEqual([]);
    const absent = ['nginx:doesnotexist', 'nginx:1.161', 'nginx:2', 'nginx:1.29l', 'nginx:lastest', 'redis:99'];
    expect(absent.filter((image) => missing(image) !== 'tag')).toEqual([]);
    expect(pullError('nginx:doesnotexist', 'tag')).toBe(
      'rpc error: code = NotFound desc = failed to pull and unpack image "docker.io/library/nginx:doesnotexist": failed to resolve reference "docker.io/library/nginx:doesnotexist": docker.io/library/nginx:doesnotexist: not found',
    );
  });

  it('of another registry or of a user is taken to be there, and its program is assumed', () => {
    for (const image of ['ghcr.io/me/app:7', 'me/app', 'localhost:5000/x', 'registry.example.com/web:1.0'])
      expect(registry.find(image), image).toMatchObject({ assumed: true });
    expect(missing('ghcr.io/me/app:7')).toBeUndefined();
    expect(registry.find('nginx:1.29').assumed).toBeUndefined();
    expect(registryOf({ 'me/app': { startMillis: 5 } }).find('me/app:3').assumed).toBeUndefined();
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

  it('of an interpreter without a program reads its empty input and ends', () => {
    expect(behaviour({ image: 'python:3.13' })).toMatchObject({ exitAtMicros: 100_000, exitCode: 0 });
    expect(behaviour({ image: 'python:3.13', command: ['python', 'app.py'] }).exitAtMicros).toBeUndefined();
  });

  it('cannot be started when its image does not hold the program', () => {
    const problem = (container: Partial<Container>) => behaviour(container).startError?.split('container init: ')[1];
    expect(problem({ command: ['/nonexistent'] })).toBe(
      'exec: "/nonexistent": stat /nonexistent: no such file or directory',
    );
    expect(problem({ image: 'busybox', command: ['bash', '-c', 'sleep 5'] })).toBeUndefined();
    expect(problem({ command: ['gunicorn', 'app'] })).toBe('exec: "gunicorn": executable file not found in $PATH');
    expect(problem({ image: 'hashicorp/http-echo', command: ['sh'] })).toBe(
      'exec: "sh": executable file not found in $PATH',
    );
    for (const command of [
      ['nginx', '-g', 'daemon off;'],
      ['/usr/sbin/nginx'],
      ['/bin/sh', '-c', 'nginx'],
      ['sleep', '5'],
    ])
      expect(problem({ command }), command.join(' ')).toBeUndefined();
  });

  it('may run what one of its volumes holds, and whatever an image holds that is not described', () => {
    const volumeMounts = [{ name: 'scripts', mountPath: '/scripts' }];
    expect(behaviour({ command: ['/scripts/run.sh'], volumeMounts }).startError).toBeUndefined();
    expect(behaviour({ image: 'ghcr.io/me/app', command: ['/app'] }).startError).toBeUndefined();
  });

  it('of a shell goes on after a program that is not there, which is an end with 127', () => {
    expect(behaviour({ image: 'busybox', command: ['sh', '-c', '/nonexistent'] })).toMatchObject({ exitCode: 127 });
    expect(behaviour({ image: 'busybox', command: ['sh', '-c', 'nonexistent || exit 3'] })).toMatchObject({
      exitCode: 3,
    });
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
