// Models: the shell of busybox (ash): what a command line prints, with what it ends, and when
// Simplified: the whole line runs at once on a copy of what there is at its start; sleeping moves its own clock on. The
//   parts of a pipe run one after another. A loop that goes on longer than is looked at is taken to go on for ever, silently.
// Not modelled: jobs, traps, aliases, options of the shell.
import { type Expander, expandText, expandWord } from './expand';
import { parseShell, type Redirect, type Script, ScriptError } from './script';
import { Endless, type Streams, type Tool } from './tool';
import { absolute, FileTree, type World } from './world';

export interface Chunk {
  readonly atMicros: number;
  readonly stream: 1 | 2;
  readonly text: string;
}

export interface SentSignal {
  readonly atMicros: number;
  readonly pid: number;
  readonly signal: string;
}

/** What a shell keeps from one line to the next. Plain data. */
export interface ShellState {
  readonly directory: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly exported: readonly string[];
  readonly code: number;
}

/** How a command went, known at its start. Times are microseconds since then. */
export interface Outcome {
  readonly output: readonly Chunk[];
  readonly code: number;
  /** Absent: it never ends by itself. */
  readonly endsAtMicros?: number;
  /** The shell itself ends with this line. */
  readonly exits: boolean;
  readonly signals: readonly SentSignal[];
  /** Files written, and removed (null). */
  readonly changes: Readonly<Record<string, string | null>>;
  readonly state: ShellState;
}

class Exit {
  readonly code: number;
  constructor(code: number) {
    this.code = code;
  }
}

const maxSteps = 4_000;
const maxOutput = 200_000;
/** What a program takes that does next to nothing. */
const programMicros = 2_000;

export function newState(world: World): ShellState {
  const { directory, environment } = world;
  return { directory, variables: environment, exported: Object.keys(environment), code: 0 };
}

/** One run of one command line, or of one program. */
export class Shell implements Expander {
  readonly world: World;
  readonly files: FileTree;
  readonly pid: number;
  clock = 0;
  directory: string;
  private readonly variables: Map<string, string>;
  private readonly exported: Set<string>;
  private code: number;
  private steps = 0;
  private written = 0;
  private readonly output: Chunk[] = [];
  readonly signals: SentSignal[] = [];
  private parameters: readonly string[] = ['sh'];

  private readonly tools: ReadonlyMap<string, Tool>;

  /** `tools`: every program that is modelled, by name. */
  constructor(world: World, state: ShellState, pid: number, tools: ReadonlyMap<string, Tool>) {
    this.tools = tools;
    this.world = world;
    this.files = new FileTree(world.files, world.folders);
    this.directory = state.directory;
    this.variables = new Map(Object.entries(state.variables));
    this.exported = new Set(state.exported);
    this.code = state.code;
    this.pid = pid;
  }

  /** Microseconds since 1970 at this point of the run. */
  get nowMicros(): number {
    return this.world.epochMicros + this.clock;
  }

  // What a word expands to.

  variable(name: string): string | undefined {
    if (name === '?') return String(this.code);
    if (name === '$') return String(this.pid);
    if (name === '#') return String(this.parameters.length - 1);
    if (name === '@' || name === '*') return this.parameters.slice(1).join(' ');
    if (/^\d+$/.test(name)) return this.parameters[Number(name)];
    if (name === 'PWD') return this.directory;
    return this.variables.get(name);
  }

  substitute(script: string): string {
    let text = '';
    const collect = (part: string) => {
      text += part;
    };
    const streams = { input: () => '', out: collect, err: this.err };
    this.inSubshell(() => this.script(parseShell(script), streams));
    return text.replace(/\n+$/, '');
  }

  match(pattern: string): readonly string[] {
    const absolutePattern = absolute(this.directory, pattern);
    const expression = absolutePattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '[^/]*')
      .replace(/\?/g, '[^/]');
    const test = new RegExp(`^${expression}$`);
    const folder = absolutePattern.slice(0, Math.max(1, absolutePattern.lastIndexOf('/')));
    if (/[*?]/.test(folder)) return this.files.under('/').filter((path) => test.test(path));
    const names = this.files.names(folder).filter((name) => !name.startsWith('.'));
    const paths = names.map((name) => absolute(folder, name)).filter((path) => test.test(path));
    return pattern.startsWith('/')
      ? paths
      : paths.map((path) => pattern.slice(0, pattern.lastIndexOf('/') + 1) + path.slice(path.lastIndexOf('/') + 1));
  }

  // What builtins change.

  set(name: string, value: string, exported = false): void {
    this.variables.set(name, value);
    if (exported) this.exported.add(name);
  }

  unset(name: string): void {
    this.variables.delete(name);
    this.exported.delete(name);
  }

  /** `NAME=value` of each exported variable, in the order in which they came. */
  environment(): string[] {
    return [...this.exported].flatMap((name) => {
      const value = this.variables.get(name);
      return value === undefined ? [] : [`${name}=${value}`];
    });
  }

  exit(code: number | undefined): never {
    throw new Exit(code ?? this.code);
  }

  private readonly out = (text: string): void => this.print(1, text);
  private readonly err = (text: string): void => this.print(2, text);

  private print(stream: 1 | 2, text: string): void {
    if (text === '') return;
    this.written += text.length;
    if (this.written > maxOutput) throw new Endless();
    const last = this.output[this.output.length - 1];
    if (last?.atMicros === this.clock && last.stream === stream)
      this.output[this.output.length - 1] = { ...last, text: last.text + text };
    else this.output.push({ atMicros: this.clock, stream, text });
  }

  private inSubshell(run: () => void): void {
    const { directory } = this;
    const variables = new Map(this.variables);
    const exported = new Set(this.exported);
    try {
      run();
    } catch (error) {
      if (!(error instanceof Exit)) throw error;
      this.code = error.code;
    }
    this.directory = directory;
    this.variables.clear();
    for (const [name, value] of variables) this.variables.set(name, value);
    this.exported.clear();
    for (const name of exported) this.exported.add(name);
  }

  private script(script: Script, streams: Streams): void {
    if (++this.steps > maxSteps) throw new Endless();
    switch (script.kind) {
      case 'list':
        for (const item of script.items) this.script(item, streams);
        return;
      case 'chain':
        this.script(script.left, streams);
        if ((this.code === 0) === (script.operator === '&&')) this.script(script.right, streams);
        return;
      case 'pipe':
        this.pipe(script.parts, streams);
        if (script.not) this.code = this.code === 0 ? 1 : 0;
        return;
      case 'group': {
        const own = this.redirected(script.redirects, streams);
        if (!own) return;
        if (script.own) this.inSubshell(() => this.script(script.body, own.streams));
        else this.script(script.body, own.streams);
        own.close();
        return;
      }
      case 'if':
        this.script(script.condition, streams);
        if (this.code === 0) this.script(script.then, streams);
        else if (script.otherwise) this.script(script.otherwise, streams);
        else this.code = 0;
        return;
      case 'for':
        for (const value of script.words.flatMap((word) => expandWord(word, this))) {
          this.set(script.name, value);
          this.script(script.body, streams);
        }
        return;
      case 'loop':
        for (;;) {
          this.script(script.condition, streams);
          if ((this.code === 0) === script.until) break;
          this.script(script.body, streams);
        }
        this.code = 0;
        return;
      case 'simple':
        this.simple(script.words, script.redirects, streams);
    }
  }

  private pipe(parts: readonly Script[], streams: Streams): void {
    let carried: string | undefined;
    for (const [index, part] of parts.entries()) {
      const before = carried;
      const input = before === undefined ? streams.input : () => before;
      let text = '';
      const collect = (part: string) => {
        text += part;
      };
      const out = index === parts.length - 1 ? streams.out : collect;
      this.inSubshell(() => this.script(part, { input, out, err: streams.err }));
      carried = text;
    }
  }

  /** The streams of a command after its redirections; undefined when one of them fails. */
  private redirected(
    redirects: readonly Redirect[],
    streams: Streams,
  ): { streams: Streams; close: () => void } | undefined {
    if (redirects.length === 0) return { streams, close: () => {} };
    let { input, out, err } = streams;
    const open = new Map<string, string>();
    for (const { stream, mode, target } of redirects) {
      if (mode === 'duplicate') {
        if (stream === 2 && target === '1') err = out;
        else if (stream === 1 && target === '2') out = err;
        continue;
      }
      const path = absolute(this.directory, expandText(target, this));
      if (mode === 'read') {
        const text = this.files.read(path);
        if (text === undefined) {
          streams.err(`sh: can't open ${path}: no such file\n`);
          this.code = 1;
          return undefined;
        }
        input = () => text;
        continue;
      }
      if (this.files.isFolder(path) || !this.files.isFolder(parentOf(path))) {
        const why = this.files.isFolder(path) ? 'Is a directory' : 'nonexistent directory';
        streams.err(`sh: can't create ${path}: ${why}\n`);
        this.code = 1;
        return undefined;
      }
      open.set(path, mode === 'append' ? (this.files.read(path) ?? '') : '');
      const write = (text: string) => void open.set(path, (open.get(path) ?? '') + text);
      if (stream === 1) out = write;
      else err = write;
    }
    const close = () => {
      for (const [path, text] of open) this.files.write(path, text);
    };
    return { streams: { input, out, err }, close };
  }

  private simple(words: readonly string[], redirects: readonly Redirect[], streams: Streams): void {
    const own = this.redirected(redirects, streams);
    if (!own) return;
    let at = 0;
    const assignments: [string, string][] = [];
    for (; at < words.length; at++) {
      const [, name, value = ''] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[at] as string) ?? [];
      if (name === undefined) break;
      assignments.push([name, expandText(value, this)]);
    }
    const fields = words.slice(at).flatMap((word) => expandWord(word, this));
    try {
      if (fields.length === 0) {
        for (const [name, value] of assignments) this.set(name, value);
        this.code = 0;
      } else if (assignments.length === 0) this.code = this.program(fields, own.streams);
      else {
        this.inSubshell(() => {
          for (const [name, value] of assignments) this.set(name, value, true);
          this.code = this.program(fields, own.streams);
        });
      }
    } finally {
      own.close();
    }
  }

  /** Runs one program and returns its exit code. */
  program(fields: readonly string[], streams: Streams): number {
    const [name = '', ...args] = fields;
    const base = name.slice(name.lastIndexOf('/') + 1);
    const tool = this.tools.get(base);
    if (tool?.builtin && !name.includes('/')) return tool.run(args, streams, this);
    this.clock += programMicros;
    if (!this.world.holds(name)) {
      streams.err(name.includes('/') ? `sh: ${name}: No such file or directory\n` : `sh: ${name}: not found\n`);
      return 127;
    }
    if (tool) return tool.run(args, streams, this);
    streams.err(`${name}: this program is not modelled\n`);
    return 127;
  }

  /** `sh -c script name args…` inside this one. */
  inner(text: string, parameters: readonly string[], streams: Streams): number {
    const before = this.parameters;
    this.inSubshell(() => {
      this.parameters = parameters.length === 0 ? ['sh'] : parameters;
      try {
        this.script(parseShell(text), streams);
      } catch (error) {
        if (!(error instanceof ScriptError)) throw error;
        streams.err(`sh: ${error.message}\n`);
        this.code = 2;
      }
    });
    this.parameters = before;
    return this.code;
  }

  private outcome(exits: boolean, ended: boolean): Outcome {
    return {
      output: this.output,
      code: this.code,
      ...(ended && { endsAtMicros: this.clock }),
      exits,
      signals: this.signals,
      changes: this.files.changes,
      state: {
        directory: this.directory,
        variables: Object.fromEntries(this.variables),
        exported: [...this.exported],
        code: this.code,
      },
    };
  }

  private run(action: (streams: Streams) => void, input: string): Outcome {
    let exits = false;
    try {
      action({ input: () => input, out: this.out, err: this.err });
    } catch (error) {
      if (error instanceof Endless) return this.outcome(false, false);
      if (error instanceof Exit) {
        this.code = error.code;
        exits = true;
      } else if (error instanceof ScriptError) {
        this.print(2, `sh: ${error.message}\n`);
        this.code = 2;
      } else throw error;
    }
    return this.outcome(exits, true);
  }

  /** Runs a command line. `input`: all that its standard input holds. */
  line(text: string, input = ''): Outcome {
    return this.run((streams) => this.script(parseShell(text), streams), input);
  }

  /** Runs one program, as a runtime starts it: no shell is between. */
  start(words: readonly string[], input = ''): Outcome {
    return this.run((streams) => {
      this.code = this.program(words, streams);
    }, input);
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}
