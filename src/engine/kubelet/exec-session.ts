// Models: CRI Exec: a command in a container, its streams and its end; what a terminal does to them
// Simplified: a command's whole course is known when it starts. A shell without `-c` reads its lines one after another.
// Not modelled: terminal sizes, programs that draw on the screen, editing of a line beyond its last character.

import { newInternalError, newSuccess, type Status } from '../api/status';
import type { PodExecOptions, StreamChunk } from '../apiserver/connect';
import type { Outcome, ShellState } from '../workloads/shell/shell';

/** One running command. Plain data. */
export interface ExecRow {
  readonly sink: string;
  readonly node: string;
  readonly podKey: string;
  /** Key of the container's row. */
  readonly key: string;
  readonly options: PodExecOptions;
  readonly pid: number;
  /** Of an interactive shell: what it keeps between lines. */
  readonly state?: ShellState;
  /** The line that is being typed. */
  readonly typed: string;
  /** Whole lines that wait until the shell is free. */
  readonly lines: readonly string[];
  /** Its input has ended. */
  readonly closed: boolean;
  /** Number of the run that is under way, while one is: what an earlier one had scheduled is nothing. */
  readonly run?: number;
  readonly runs: number;
  /** What the run will print and do. */
  readonly outcome?: Outcome;
  readonly startedAt: number;
  /** How many chunks of it were sent. */
  readonly printed: number;
}

const shells = new Set(['sh', 'ash', 'bash', 'dash']);
/** Programs that read their standard input to its end when no file is named. */
const readers = new Set([
  'cat',
  'tee',
  'wc',
  'grep',
  'sort',
  'head',
  'tail',
  'uniq',
  'cut',
  'tr',
  'sh',
  'ash',
  'bash',
  'dash',
]);

const baseName = (word: string): string => word.slice(word.lastIndexOf('/') + 1);

/** A shell that reads its commands from its input. */
export function isInteractive({ command }: PodExecOptions): boolean {
  const [program = '', ...args] = command;
  return shells.has(baseName(program)) && args.every((arg) => arg === '-i' || arg === '-l' || arg === '--login');
}

/** A command that can begin only when its input is all there. */
export function waitsForInput(options: PodExecOptions): boolean {
  if (!options.stdin) return false;
  const [program = '', ...args] = options.command;
  const name = baseName(program);
  if (!readers.has(name) || shells.has(name)) return false;
  const places = args.filter((arg) => !arg.startsWith('-') || arg === '-');
  const needed = name === 'grep' || name === 'tr' ? 1 : 0;
  return name === 'tee' || name === 'tr' || places.length <= needed || places.includes('-');
}

/** What the terminal shows of typed text, and what becomes of it. */
export interface Typed {
  readonly echo: string;
  readonly typed: string;
  readonly lines: readonly string[];
  readonly interrupt: boolean;
  readonly end: boolean;
}

/** A terminal in its usual mode: a line at a time, with backspace, Ctrl+C and Ctrl+D. */
export function type(before: string, text: string): Typed {
  let echo = '';
  let typed = before;
  const lines: string[] = [];
  let interrupt = false;
  let end = false;
  for (const c of text) {
    if (c === '\r' || c === '\n') {
      echo += '\r\n';
      lines.push(typed);
      typed = '';
    } else if (c === '\u007f' || c === '\b') {
      if (typed !== '') echo += '\b \b';
      typed = typed.slice(0, -1);
    } else if (c === '\u0003') {
      echo += '^C\r\n';
      typed = '';
      interrupt = true;
    } else if (c === '\u0004') end = typed === '';
    else if (c >= ' ') {
      echo += c;
      typed += c;
    }
  }
  return { echo, typed, lines, interrupt, end };
}

/** A terminal begins each line at its left edge. */
export const forTerminal = (text: string): string => text.replace(/\r?\n/g, '\r\n');

/** busybox's prompt of root. */
export const promptOf = ({ directory }: Pick<ShellState, 'directory'>): string => `${directory} # `;

/** The end of a command as the runtime's streaming server tells it. */
export function endOf(stream: string, code: number): StreamChunk {
  const status: Status =
    code === 0
      ? newSuccess()
      : ({
          kind: 'Status',
          apiVersion: 'v1',
          metadata: {},
          status: 'Failure',
          reason: 'NonZeroExitCode',
          message: `command terminated with non-zero exit code: exit status ${code}`,
          details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
        } as unknown as Status);
  return { stream, channel: 'end', text: '', status };
}

/** The end of a command that could not be started. */
export function notStarted(stream: string, why: string): StreamChunk {
  const status = newInternalError(`error executing command in container: ${why}`);
  return { stream, channel: 'end', text: '', status };
}
