// Models: the programs of busybox that read text and write text
// Simplified: the common options of each; what is left out is ignored.
// Not modelled: sed, awk, find, xargs.

import type { Shell } from './shell';
import { Endless, type Streams, type Tool } from './tool';
import { absolute } from './world';

const file = (run: Tool['run']): Tool => ({ builtin: false, run });
const builtin = (run: Tool['run']): Tool => ({ builtin: true, run });

/** Lines without their ends. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}

const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** What the named files hold, or the standard input where none is named; undefined where one is missing. */
function read(
  tool: string,
  places: readonly string[],
  streams: Streams,
  shell: Shell,
  missing = (name: string) => `${tool}: ${name}: No such file or directory\n`,
): { readonly texts: readonly string[]; readonly failed: boolean } {
  if (places.length === 0) return { texts: [streams.input()], failed: false };
  const texts: string[] = [];
  let failed = false;
  for (const place of places) {
    const path = absolute(shell.directory, place);
    const text = place === '-' ? streams.input() : shell.files.read(path);
    if (text !== undefined) texts.push(text);
    else {
      failed = true;
      streams.err(shell.files.isFolder(path) ? `${tool}: read error: Is a directory\n` : missing(place));
    }
  }
  return { texts, failed };
}

/** Options with and without a value, and the rest. `valued`: letters whose value follows. */
function options(
  args: readonly string[],
  valued: string,
): { flags: string; values: Map<string, string>; rest: string[] } {
  let flags = '';
  const values = new Map<string, string>();
  const rest: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    if (!arg.startsWith('-') || arg === '-' || rest.length > 0) rest.push(arg);
    else if (/^-\d+$/.test(arg)) values.set('n', arg.slice(1));
    else if (valued.includes(arg[1] ?? '')) values.set(arg[1] ?? '', arg.length > 2 ? arg.slice(2) : (args[++i] ?? ''));
    else flags += arg.slice(1);
  }
  return { flags, values, rest };
}

function cat(args: readonly string[], streams: Streams, shell: Shell): number {
  const places = args.filter((arg) => arg === '-' || !arg.startsWith('-'));
  const missing = (name: string) => `cat: can't open '${name}': No such file or directory\n`;
  const { texts, failed } = read('cat', places, streams, shell, missing);
  for (const text of texts) streams.out(text);
  return failed ? 1 : 0;
}

function head(args: readonly string[], streams: Streams, shell: Shell): number {
  const { values, rest } = options(args, 'nc');
  const { texts, failed } = read('head', rest, streams, shell);
  const bytes = values.get('c');
  for (const text of texts)
    streams.out(
      bytes === undefined
        ? joined(linesOf(text).slice(0, Number(values.get('n') ?? 10)))
        : text.slice(0, Number(bytes)),
    );
  return failed ? 1 : 0;
}

function tail(args: readonly string[], streams: Streams, shell: Shell): number {
  const { flags, values, rest } = options(args, 'nc');
  const { texts, failed } = read('tail', rest, streams, shell);
  const count = values.get('n') ?? '10';
  for (const text of texts) {
    const lines = linesOf(text);
    const from = count.startsWith('+') ? Number(count) - 1 : Math.max(0, lines.length - Number(count));
    streams.out(joined(lines.slice(from)));
  }
  if (/[fF]/.test(flags)) throw new Endless();
  return failed ? 1 : 0;
}

function wc(args: readonly string[], streams: Streams, shell: Shell): number {
  const { flags, rest } = options(args, '');
  const { texts, failed } = read('wc', rest, streams, shell);
  for (const [index, text] of texts.entries()) {
    const counts = { l: text.split('\n').length - 1, w: text.split(/\s+/).filter(Boolean).length, c: text.length };
    const wanted = (['l', 'w', 'c'] as const).filter((letter) => flags === '' || flags.includes(letter));
    const name = rest[index] === undefined ? '' : ` ${rest[index]}`;
    const shown = wanted.map((letter) => String(counts[letter]));
    streams.out(`${shown.length === 1 ? shown[0] : shown.map((one) => one.padStart(9)).join('')}${name}\n`);
  }
  return failed ? 1 : 0;
}

/** A pattern of grep as a test; a text that is no pattern is looked for as it is. */
function pattern(text: string, flags: string): RegExp {
  const literal = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // In the basic form these stand for themselves.
  const basic = flags.includes('E')
    ? text
    : text.replace(/\\?([+?|(){}])/g, (all, c: string) => (all.length > 1 ? c : `\\${c}`));
  // Groups that are repeated within repeats can take for ever.
  const risky = /\)[*+{]/.test(basic);
  const mode = flags.includes('i') ? 'i' : '';
  if (!flags.includes('F') && !risky) {
    try {
      return new RegExp(basic, mode);
    } catch {
      // It is looked for as it is.
    }
  }
  return new RegExp(literal, mode);
}

function grep(args: readonly string[], streams: Streams, shell: Shell): number {
  const { flags, values, rest } = options(args, 'emABC');
  const text = values.get('e') ?? rest.shift() ?? '';
  const test = pattern(text, flags);
  const { texts, failed } = read('grep', rest, streams, shell);
  let found = 0;
  for (const [index, content] of texts.entries()) {
    const label = rest.length > 1 && !flags.includes('h') ? `${rest[index]}:` : '';
    const lines = linesOf(content).flatMap((line, n) => (test.test(line) !== flags.includes('v') ? [{ line, n }] : []));
    found += lines.length;
    if (flags.includes('q')) continue;
    if (flags.includes('c')) streams.out(`${label}${lines.length}\n`);
    else if (flags.includes('l')) streams.out(lines.length > 0 ? `${rest[index] ?? '(standard input)'}\n` : '');
    else for (const { line, n } of lines) streams.out(`${label}${flags.includes('n') ? `${n + 1}:` : ''}${line}\n`);
  }
  return failed ? 2 : found > 0 ? 0 : 1;
}

function sort(args: readonly string[], streams: Streams, shell: Shell): number {
  const { flags, rest } = options(args, 'kt');
  const { texts, failed } = read('sort', rest, streams, shell);
  let lines = texts.flatMap(linesOf);
  const less = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  lines.sort(
    (a, b) => (flags.includes('n') ? (Number.parseFloat(a) || 0) - (Number.parseFloat(b) || 0) : 0) || less(a, b),
  );
  if (flags.includes('r')) lines.reverse();
  if (flags.includes('u')) lines = lines.filter((line, n) => n === 0 || line !== lines[n - 1]);
  streams.out(joined(lines));
  return failed ? 1 : 0;
}

function uniq(args: readonly string[], streams: Streams, shell: Shell): number {
  const { flags, rest } = options(args, '');
  const { texts, failed } = read('uniq', rest, streams, shell);
  const groups: { line: string; count: number }[] = [];
  for (const line of texts.flatMap(linesOf)) {
    const last = groups[groups.length - 1];
    if (last?.line === line) last.count++;
    else groups.push({ line, count: 1 });
  }
  for (const { line, count } of groups)
    streams.out(`${flags.includes('c') ? `${String(count).padStart(7)} ` : ''}${line}\n`);
  return failed ? 1 : 0;
}

function cut(args: readonly string[], streams: Streams, shell: Shell): number {
  const { values, rest } = options(args, 'dfc');
  const { texts, failed } = read('cut', rest, streams, shell);
  const chosen = (values.get('f') ?? values.get('c') ?? '1').split(',').flatMap((part) => {
    const [from = '', to] = part.split('-');
    const first = Number(from) || 1;
    const last = to === undefined ? first : Number(to) || first + 50;
    return Array.from({ length: Math.min(200, Math.max(0, last - first + 1)) }, (_, n) => first + n - 1);
  });
  const delimiter = values.has('c') ? '' : (values.get('d') ?? '\t');
  for (const line of texts.flatMap(linesOf)) {
    const fields = line.split(delimiter);
    const shown = fields.length === 1 ? line : chosen.flatMap((n) => fields[n] ?? []).join(delimiter);
    streams.out(`${shown}\n`);
  }
  return failed ? 1 : 0;
}

/** The characters of a set of tr: ranges, and the usual escapes. */
function charactersOf(set: string): string[] {
  const named = set
    .replace('[:lower:]', 'a-z')
    .replace('[:upper:]', 'A-Z')
    .replace('[:digit:]', '0-9')
    .replace('[:space:]', ' \t\n')
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t');
  const found: string[] = [];
  for (let i = 0; i < named.length; i++) {
    const from = named.charCodeAt(i);
    const to = named[i + 1] === '-' && i + 2 < named.length ? named.charCodeAt(i + 2) : from;
    for (let code = from; code <= to; code++) found.push(String.fromCharCode(code));
    if (to !== from || named[i + 1] === '-') i += 2;
  }
  return found;
}

function tr(args: readonly string[], { input, out }: Streams): number {
  const { flags, rest } = options(args, '');
  const from = charactersOf(rest[0] ?? '');
  const to = charactersOf(rest[1] ?? '');
  let text = '';
  for (const c of input()) {
    const at = from.indexOf(c);
    text += at < 0 ? c : flags.includes('d') ? '' : (to[Math.min(at, to.length - 1)] ?? '');
  }
  out(text);
  return 0;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', a: '\u0007', '0': '\0' };
const unescaped = (text: string): string => text.replace(/\\([ntr\\a0])/g, (_, c: string) => escapes[c] ?? c);

function echo(args: readonly string[], { out }: Streams): number {
  let at = 0;
  let flags = '';
  for (; /^-[neE]+$/.test(args[at] ?? ''); at++) flags += args[at];
  const text = args.slice(at).join(' ');
  out(`${flags.includes('e') ? unescaped(text) : text}${flags.includes('n') ? '' : '\n'}`);
  return 0;
}

function printf(args: readonly string[], { out }: Streams): number {
  const [format = '', ...values] = args;
  let n = 0;
  do {
    const before = n;
    out(
      unescaped(format).replace(/%(-?)(\d*)([sdi%])/g, (_, left: string, width: string, kind: string) => {
        if (kind === '%') return '%';
        const value = kind === 's' ? (values[n++] ?? '') : String(Math.trunc(Number(values[n++] ?? 0)) || 0);
        return left ? value.padEnd(Number(width)) : value.padStart(Number(width));
      }),
    );
    if (n === before) break;
  } while (n < values.length);
  return 0;
}

function seq(args: readonly string[], { out }: Streams): number {
  const numbers = args.map(Number);
  const [first, step, last] =
    numbers.length === 1 ? [1, 1, numbers[0]] : numbers.length === 2 ? [numbers[0], 1, numbers[1]] : numbers;
  if (first === undefined || step === undefined || last === undefined || numbers.some(Number.isNaN) || step === 0)
    return 1;
  const lines: string[] = [];
  for (let n = first; step > 0 ? n <= last : n >= last; n += step) {
    lines.push(String(n));
    if (lines.length > 10_000) throw new Endless();
  }
  out(joined(lines));
  return 0;
}

export const textTools: Readonly<Record<string, Tool>> = {
  echo: builtin(echo),
  printf: builtin(printf),
  cat: file(cat),
  head: file(head),
  tail: file(tail),
  wc: file(wc),
  grep: file(grep),
  sort: file(sort),
  uniq: file(uniq),
  cut: file(cut),
  tr: file(tr),
  seq: file(seq),
  tee: file((args, { input, out }, { files, directory }) => {
    const text = input();
    for (const path of args) if (!path.startsWith('-')) files.write(absolute(directory, path), text);
    out(text);
    return 0;
  }),
  basename: file((args, { out }) => {
    out(`${(args[0] ?? '').replace(/\/+$/, '').replace(/^.*\//, '')}\n`);
    return 0;
  }),
  dirname: file((args, { out }) => {
    const path = (args[0] ?? '').replace(/\/+$/, '');
    out(`${path.includes('/') ? path.slice(0, Math.max(1, path.lastIndexOf('/'))) : '.'}\n`);
    return 0;
  }),
  yes: file(() => {
    throw new Endless();
  }),
};
