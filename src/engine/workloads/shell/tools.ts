// Models: the programs of busybox that people use to look into a container
// Simplified: the common options of each; what is left out is ignored.
// Not modelled: programs that talk over the network.
import { formatTime } from '../../../shared/time';
import type { Shell } from './shell';
import { textTools } from './text-tools';
import { Endless, type Streams, type Tool } from './tool';
import { absolute } from './world';

const signalNumbers: Readonly<Record<string, number>> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  KILL: 9,
  USR1: 10,
  USR2: 12,
  TERM: 15,
  STOP: 19,
};

function signalName(text: string): string | undefined {
  const bare = text.replace(/^SIG/i, '').toUpperCase();
  if (Object.hasOwn(signalNumbers, bare)) return `SIG${bare}`;
  const found = Object.keys(signalNumbers).find((name) => String(signalNumbers[name]) === bare);
  return bare === '0' ? '0' : found && `SIG${found}`;
}

function kill(args: readonly string[], { err }: Streams, shell: Shell): number {
  let signal: string | undefined = 'SIGTERM';
  let rest = args;
  if (args[0] === '-s') {
    signal = signalName(args[1] ?? '');
    rest = args.slice(2);
  } else if (/^-\w+$/.test(args[0] ?? '')) {
    signal = signalName((args[0] as string).slice(1));
    rest = args.slice(1);
  }
  if (signal === undefined) {
    err(`sh: bad signal name '${args[0] === '-s' ? args[1] : args[0]?.slice(1)}'\n`);
    return 1;
  }
  if (rest.length === 0) {
    err('sh: you need to specify whom to kill\n');
    return 1;
  }
  let code = 0;
  for (const text of rest) {
    const pid = Number(text);
    if (!/^\d+$/.test(text)) err(`sh: invalid number '${text}'\n`);
    else if (!shell.world.processes.some((process) => process.pid === pid) && pid !== shell.pid)
      err(`sh: can't kill pid ${pid}: No such process\n`);
    else {
      if (signal !== '0') shell.signals.push({ atMicros: shell.clock, pid, signal });
      continue;
    }
    code = 1;
  }
  return code;
}

const sleepUnits: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 };

function sleep(args: readonly string[], { err }: Streams, shell: Shell): number {
  let micros = 0;
  for (const text of args) {
    if (text === 'infinity' || text === 'inf') throw new Endless();
    const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(text) ?? [];
    if (number === undefined) {
      err(`sleep: invalid number '${text}'\n`);
      return 1;
    }
    micros += Math.round(Number(number) * (sleepUnits[unit] as number) * 1e6);
  }
  if (micros > 1e15) throw new Endless();
  shell.clock += micros;
  return 0;
}

const weekdays = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `date`, with the usual letters of a `+format`. */
function date(args: readonly string[], { out }: Streams, shell: Shell): number {
  const seconds = Math.floor(shell.nowMicros / 1e6);
  const iso = formatTime(shell.nowMicros);
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  const time = iso.slice(11, 19);
  const weekday = weekdays[Math.floor(seconds / 86_400) % 7] ?? '';
  const name = months[Number(month) - 1] ?? '';
  const parts: Readonly<Record<string, string>> = {
    Y: year,
    m: month,
    d: day,
    H: time.slice(0, 2),
    M: time.slice(3, 5),
    S: time.slice(6, 8),
    T: time,
    F: iso.slice(0, 10),
    s: String(seconds),
    Z: 'UTC',
    z: '+0000',
    a: weekday,
    b: name,
    '%': '%',
  };
  const format = args.find((arg) => arg.startsWith('+'));
  const isoWanted = args.some((arg) => arg.startsWith('-I'));
  if (format) out(`${format.slice(1).replace(/%(\w|%)/g, (all, letter: string) => parts[letter] ?? all)}\n`);
  else if (isoWanted) out(`${args.includes('-Iseconds') ? `${iso.slice(0, 19)}+00:00` : iso.slice(0, 10)}\n`);
  else out(`${weekday} ${name} ${day.replace(/^0/, ' ')} ${time} UTC ${year}\n`);
  return 0;
}

function ps(_args: readonly string[], { out }: Streams, shell: Shell): number {
  const line = (pid: string, user: string, time: string, command: string) =>
    `${pid.padStart(5)} ${user.padEnd(8)} ${time} ${command}\n`;
  out('PID   USER     TIME  COMMAND\n');
  const own = { pid: shell.pid + 1, command: 'ps' };
  const all = [...shell.world.processes, own].sort((a, b) => a.pid - b.pid);
  for (const { pid, command } of all) out(line(String(pid), 'root', ' 0:00', command));
  return 0;
}

function ls(args: readonly string[], { out, err }: Streams, shell: Shell): number {
  const options = args.filter((arg) => arg.startsWith('-')).join('');
  const places = args.filter((arg) => !arg.startsWith('-'));
  const long = options.includes('l');
  const { files } = shell;
  const when = formatTime(shell.world.epochMicros);
  const stamp = `${months[Number(when.slice(5, 7)) - 1]} ${when.slice(8, 10).replace(/^0/, ' ')} ${when.slice(11, 16)}`;
  const line = (path: string, name: string) => {
    if (!long) return `${name}\n`;
    const folder = files.isFolder(path);
    const size = folder ? 4096 : (files.read(path) ?? '').length;
    return `${folder ? 'drwxr-xr-x    2' : '-rw-r--r--    1'} root     root     ${String(size).padStart(9)} ${stamp} ${name}\n`;
  };
  let code = 0;
  for (const place of places.length === 0 ? ['.'] : places) {
    const path = absolute(shell.directory, place);
    if (files.read(path) !== undefined) out(line(path, place));
    else if (files.isFolder(path)) {
      if (places.length > 1) out(`${place}:\n`);
      const names = options.includes('d') ? [] : files.names(path);
      if (options.includes('d')) out(line(path, place));
      const shown = /[aA]/.test(options) ? names : names.filter((name) => !name.startsWith('.'));
      if (options.includes('a')) for (const name of ['.', '..']) out(line(path, name));
      for (const name of shown) out(line(absolute(path, name), name));
    } else {
      err(`ls: ${place}: No such file or directory\n`);
      code = 1;
    }
  }
  return code;
}

/** `test` and `[`. */
function test(args: readonly string[], shell: Shell): boolean {
  const [a = '', b = '', c = ''] = args;
  if (a === '!') return !test(args.slice(1), shell);
  const and = args.indexOf('-a');
  if (and > 0) return test(args.slice(0, and), shell) && test(args.slice(and + 1), shell);
  const or = args.indexOf('-o');
  if (or > 0) return test(args.slice(0, or), shell) || test(args.slice(or + 1), shell);
  if (args.length <= 1) return a !== '';
  const path = absolute(shell.directory, b);
  switch (a) {
    case '-f':
      return shell.files.read(path) !== undefined;
    case '-e':
    case '-r':
    case '-w':
    case '-x':
      return shell.files.exists(path);
    case '-d':
      return shell.files.isFolder(path);
    case '-s':
      return (shell.files.read(path) ?? '') !== '';
    case '-z':
      return b === '';
    case '-n':
      return b !== '';
  }
  const [x, y] = [Number(a), Number(c)];
  switch (b) {
    case '=':
    case '==':
      return a === c;
    case '!=':
      return a !== c;
    case '-eq':
      return x === y;
    case '-ne':
      return x !== y;
    case '-lt':
      return x < y;
    case '-le':
      return x <= y;
    case '-gt':
      return x > y;
    case '-ge':
      return x >= y;
    default:
      return false;
  }
}

function cd(args: readonly string[], { err }: Streams, shell: Shell): number {
  const place = args[0] ?? shell.variable('HOME') ?? '/';
  const path = absolute(shell.directory, place);
  if (shell.files.isFolder(path)) {
    shell.directory = path;
    return 0;
  }
  const why = shell.files.exists(path) ? 'Not a directory' : 'No such file or directory';
  err(`sh: cd: can't cd to ${place}: ${why}\n`);
  return 2;
}

function runShell(args: readonly string[], streams: Streams, shell: Shell): number {
  const at = args.findIndex((arg) => /^-\w*c$/.test(arg));
  if (at >= 0) return shell.inner(args[at + 1] ?? '', args.slice(at + 2), streams);
  const file = args.find((arg) => !arg.startsWith('-'));
  if (file === undefined) return shell.inner(streams.input(), [], streams);
  const text = shell.files.read(absolute(shell.directory, file));
  if (text !== undefined) return shell.inner(text, args, streams);
  streams.err(`sh: can't open '${file}': No such file or directory\n`);
  return 2;
}

function env(args: readonly string[], streams: Streams, shell: Shell): number {
  const names = args.filter((arg) => !arg.startsWith('-'));
  const command = names.findIndex((arg) => !arg.includes('='));
  if (command >= 0) return shell.program(names.slice(command), streams);
  for (const line of [...shell.environment(), ...names]) streams.out(`${line}\n`);
  return 0;
}

function printenv(args: readonly string[], { out }: Streams, shell: Shell): number {
  if (args.length === 0) for (const line of shell.environment()) out(`${line}\n`);
  let code = 0;
  for (const name of args) {
    const value = shell.variable(name);
    if (value === undefined) code = 1;
    else out(`${value}\n`);
  }
  return code;
}

function exportNames(args: readonly string[], { out }: Streams, shell: Shell): number {
  if (args.length === 0)
    for (const line of shell.environment()) out(`export ${line.replace(/=([\s\S]*)$/, "='$1'")}\n`);
  for (const arg of args) {
    const [name = '', ...value] = arg.split('=');
    shell.set(name, value.length > 0 ? value.join('=') : (shell.variable(name) ?? ''), true);
  }
  return 0;
}

const builtin = (run: Tool['run']): Tool => ({ builtin: true, run });
const file = (run: Tool['run']): Tool => ({ builtin: false, run });
const forever = file(() => {
  throw new Endless();
});

const programs: Readonly<Record<string, Tool>> = {
  ...textTools,
  ':': builtin(() => 0),
  true: builtin(() => 0),
  false: builtin(() => 1),
  '[': builtin((args, _streams, shell) => (test(args.slice(0, -1), shell) ? 0 : 1)),
  test: builtin((args, _streams, shell) => (test(args, shell) ? 0 : 1)),
  cd: builtin(cd),
  exit: builtin((args, _streams, shell) => shell.exit(args[0] === undefined ? undefined : Number(args[0]) & 255)),
  export: builtin(exportNames),
  unset: builtin((args, _streams, shell) => {
    for (const name of args) shell.unset(name);
    return 0;
  }),
  set: builtin(() => 0),
  wait: builtin(() => 0),
  trap: builtin(() => 0),
  umask: builtin(() => 0),
  kill: builtin(kill),
  exec: builtin((args, streams, shell) => (args.length === 0 ? 0 : shell.exit(shell.program(args, streams)))),
  pwd: builtin((_args, { out }, shell) => {
    out(`${shell.directory}\n`);
    return 0;
  }),
  command: builtin((args, streams, shell) =>
    args[0] === '-v' ? (programs.which as Tool).run(args.slice(1), streams, shell) : shell.program(args, streams),
  ),
  which: file((args, { out }, shell) => {
    let code = 0;
    for (const name of args) {
      if (shell.world.holds(name)) out(`${name.includes('/') ? name : `/bin/${name}`}\n`);
      else code = 1;
    }
    return code;
  }),
  sh: file(runShell),
  ash: file(runShell),
  bash: file(runShell),
  dash: file(runShell),
  env: file(env),
  printenv: file(printenv),
  ps: file(ps),
  ls: file(ls),
  sleep: file(sleep),
  date: file(date),
  hostname: file((_args, { out }, shell) => {
    out(`${shell.world.hostname}\n`);
    return 0;
  }),
  whoami: file((_args, { out }) => {
    out('root\n');
    return 0;
  }),
  id: file((args, { out }) => {
    out(args.includes('-u') || args.includes('-g') ? '0\n' : 'uid=0(root) gid=0(root) groups=0(root)\n');
    return 0;
  }),
  uname: file((args, { out }, shell) => {
    out(args.includes('-n') ? `${shell.world.hostname}\n` : args.includes('-m') ? 'x86_64\n' : 'Linux\n');
    return 0;
  }),
  touch: file((args, _streams, { files, directory }) => {
    for (const path of args) {
      const whole = absolute(directory, path);
      if (!path.startsWith('-') && files.read(whole) === undefined) files.write(whole, '');
    }
    return 0;
  }),
  rm: file((args, { err }, { files, directory }) => {
    const options = args.filter((arg) => arg.startsWith('-')).join('');
    let code = 0;
    for (const path of args.filter((arg) => !arg.startsWith('-'))) {
      const whole = absolute(directory, path);
      if (/[rR]/.test(options)) for (const inner of files.under(whole)) files.remove(inner);
      else if (files.isFolder(whole)) {
        err(`rm: '${path}' is a directory\n`);
        code = 1;
        continue;
      }
      if (files.remove(whole) || /[rRf]/.test(options)) continue;
      err(`rm: can't remove '${path}': No such file or directory\n`);
      code = 1;
    }
    return code;
  }),
  mkdir: file((args, _streams, { files, directory }) => {
    for (const path of args) if (!path.startsWith('-')) files.makeFolder(absolute(directory, path));
    return 0;
  }),
  nproc: file((_args, { out }) => {
    out('1\n');
    return 0;
  }),
  top: forever,
  watch: forever,
};

/** Every program that is modelled, by name. */
export const tools: ReadonlyMap<string, Tool> = new Map(Object.entries(programs));
