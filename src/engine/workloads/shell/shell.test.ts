import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newState, Shell } from './shell';
import { tools } from './tools';
import type { World } from './world';

const world: World = {
  epochMicros: Date.parse('2026-01-01T00:00:00Z') * 1e3,
  hostname: 'web-0',
  environment: { PATH: '/bin', HOME: '/root', GREETING: 'good morning' },
  directory: '/',
  files: { '/etc/config/color': 'red\ngreen\nblue\n', '/etc/hostname': 'web-0\n' },
  folders: ['/data'],
  processes: [{ pid: 1, command: 'nginx -g daemon off;' }],
  holds: (name) => name !== 'ngnix',
};

function run(line: string, input = '') {
  const outcome = new Shell(world, newState(world), 42, tools).line(line, input);
  const text = (stream: 1 | 2) =>
    outcome.output
      .filter((chunk) => chunk.stream === stream)
      .map((chunk) => chunk.text)
      .join('');
  return { ...outcome, out: text(1), err: text(2) };
}

describe('a shell in a container', () => {
  it.each([
    ['echo hello', 'hello\n'],
    ['echo "$GREETING" \'$GREETING\' $GREETING', 'good morning $GREETING good morning\n'],
    ['cat /etc/config/color | grep -v green | wc -l', '2\n'],
    ['ls /etc/config; ls /data', 'color\n'],
    ['cd /etc && pwd', '/etc\n'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter of the shell
    ['X=1; for n in a b c; do X=$((X * 2)); done; echo $X ${Y:-none}', '8 none\n'],
    ['echo one > /tmp/f; echo two >> /tmp/f; cat < /tmp/f', 'one\ntwo\n'],
    ['if [ -f /etc/hostname ]; then echo yes; else echo no; fi', 'yes\n'],
    ['echo "it is $(hostname)"; echo $?', 'it is web-0\n0\n'],
    ['date; sleep 60; date +%T', 'Thu Jan  1 00:00:00 UTC 2026\n00:01:00\n'],
    ['i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done', '0\n1\n2\n'],
    ['ps', 'PID   USER     TIME  COMMAND\n    1 root      0:00 nginx -g daemon off;\n   43 root      0:00 ps\n'],
    ['(exit 3); echo $?', '3\n'],
    ['env | sort | head -n 1; printf "%s-%s\\n" a b', 'GREETING=good morning\na-b\n'],
    ['echo /etc/*', '/etc/config /etc/hostname\n'],
    ['false || echo saved; true && echo on', 'saved\non\n'],
  ])('%s', (line, printed) => {
    expect(run(line)).toMatchObject({ out: printed, err: '', code: 0 });
  });

  it('What goes wrong is said on the error stream, with its code', () => {
    expect(run('cat /nowhere')).toMatchObject({
      err: "cat: can't open '/nowhere': No such file or directory\n",
      code: 1,
    });
    expect(run('ngnix -t')).toMatchObject({ err: 'sh: ngnix: not found\n', code: 127 });
    expect(run('exit 7; echo never')).toMatchObject({ out: '', code: 7, exits: true });
    expect(run('if true; then')).toMatchObject({ code: 2 });
    expect(run('cat /nowhere 2>/dev/null; ls /nowhere 2>&1 | cat')).toMatchObject({
      out: 'ls: /nowhere: No such file or directory\n',
      err: '',
    });
  });

  it('Sleeping takes its time, and what never ends has no end', () => {
    const { output, endsAtMicros } = run('echo a; sleep 2; echo b');
    expect(output.map(({ atMicros, text }) => [Math.round(atMicros / 1e6), text])).toEqual([
      [0, 'a\n'],
      [2, 'b\n'],
    ]);
    expect(Math.round((endsAtMicros ?? 0) / 1e6)).toBe(2);
    expect(run('sleep infinity').endsAtMicros).toBeUndefined();
    expect(run('while true; do echo tick; sleep 1; done').endsAtMicros).toBeUndefined();
  });

  it('A signal goes to a process that there is', () => {
    expect(run('kill 1').signals).toMatchObject([{ pid: 1, signal: 'SIGTERM' }]);
    expect(run('kill -9 77')).toMatchObject({ signals: [], err: "sh: can't kill pid 77: No such process\n", code: 1 });
  });

  it('No text of any kind makes it throw or run for ever', () => {
    const word = fc.constantFrom(
      'echo',
      '$(',
      '`',
      '"',
      "'",
      '|',
      '&&',
      'while',
      'do',
      'done',
      '${',
      '}',
      '>',
      'cat',
      '\\',
      '*',
      '$((',
      '(',
      ')',
      ';',
      '\n',
      'a',
      'grep',
      '(a+)+$',
      '-9',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word, { maxLength: 20 }).map((words) => words.join(' ')),
        ),
        (line) => {
          expect(run(line, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!').code).toBeTypeOf('number');
        },
      ),
      { seed: 4, numRuns: 600 },
    );
  });
});
