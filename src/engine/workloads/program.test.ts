import { describe, expect, it } from 'vitest';
import { runCommand } from './program';

const shell = (script: string) => runCommand(['sh', '-c', script]);

describe('a command line of a container', () => {
  it('that sleeps ends after that time', () => {
    expect(runCommand(['sleep', '30'])).toMatchObject({ endsAtMicros: 30e6, code: 0 });
    expect(runCommand(['sleep', '2m']).endsAtMicros).toBe(120e6);
    expect(runCommand(['sleep', 'infinity']).endsAtMicros).toBeUndefined();
  });

  it('that exits gives its code, and what comes after is not run', () => {
    expect(shell('echo starting; sleep 1; exit 3; echo never')).toMatchObject({ endsAtMicros: 1e6, code: 3 });
    expect(shell('echo starting; exit 3; echo never').output.map((line) => line.text)).toEqual(['starting']);
  });

  it('true succeeds and false fails', () => {
    expect(runCommand(['true']).code).toBe(0);
    expect(runCommand(['false']).code).toBe(1);
    expect(shell('false || true').code).toBe(0);
    expect(shell('false && echo no').code).toBe(1);
  });

  it('that loops for ever runs until it is stopped, with what it printed on the way', () => {
    const program = shell('while true; do echo hello; sleep 5; done');
    expect(program.endsAtMicros).toBeUndefined();
    expect(program.output[1]).toEqual({ atMicros: 5e6, text: 'hello' });
  });

  it('that counts a list ends after its last item', () => {
    expect(shell('for i in 1 2 3; do sleep 2; done; exit 7')).toMatchObject({ endsAtMicros: 6e6, code: 7 });
  });

  it('keeps the time line of the files that it makes and removes', () => {
    const program = shell('touch /tmp/healthy; sleep 30; rm -f /tmp/healthy; sleep 600');
    expect(program.files).toEqual([{ path: '/tmp/healthy', fromMicros: 0, toMicros: 30e6 }]);
    expect(program.endsAtMicros).toBe(630e6);
  });

  it('that writes into a file makes that file', () => {
    expect(shell('sleep 3; echo ok > /tmp/ready 2>&1; sleep 9').files).toEqual([
      { path: '/tmp/ready', fromMicros: 3e6 },
    ]);
  });

  it('that follows a log, or is a program nobody knows, is a server', () => {
    expect(runCommand(['tail', '-f', '/dev/null']).endsAtMicros).toBeUndefined();
    expect(runCommand(['/app/server', '--port', '80'])).toMatchObject({ server: true });
    expect(shell('exec /app/server')).toMatchObject({ server: true, shell: false });
  });

  it('that traps SIGTERM ends by it, and else a shell is deaf to it', () => {
    expect(shell("trap 'exit 0' TERM; while :; do sleep 1; done").trapCode).toBe(0);
    expect(shell('sleep 3600').trapCode).toBeUndefined();
    expect(shell('sleep 3600').shell).toBe(true);
  });

  it('with syntax that is not modelled is taken to run on, and never throws', () => {
    for (const script of [
      'case $x in a) ;; esac',
      'while',
      'echo "open',
      '$(',
      'for',
      ';;',
      '}',
      '<<EOF',
      '(('.repeat(200),
    ]) {
      expect(() => shell(script)).not.toThrow();
    }
    expect(shell('echo "open').endsAtMicros).toBeUndefined();
  });
});
