// Models: what a command line of a container does that one can tell without running it.
// Simplified: tools take a tenth of a second and succeed; a program that is not known is a server.
// Not modelled: output of tools, exit codes of tools, variables.
import { type Node, parseScript } from './shell-syntax';

/** A file that exists from one time to another, microseconds since the start. */
export interface FileWindow {
  readonly path: string;
  readonly fromMicros: number;
  /** Absent: to the end. */
  readonly toMicros?: number;
}

export interface Program {
  /** When it ends by itself, microseconds after its start. Absent: it runs until it is stopped. */
  readonly endsAtMicros?: number;
  readonly code: number;
  readonly output: readonly { readonly atMicros: number; readonly text: string }[];
  readonly files: readonly FileWindow[];
  /** SIGTERM is trapped: it ends with this code. */
  readonly trapCode?: number;
  /** It is nothing but an interpreter of commands: without a trap, and as PID 1, it is deaf to SIGTERM. */
  readonly shell: boolean;
  /** The image's own program runs; its description tells what it does. */
  readonly server: boolean;
}

const toolMicros = 100_000;
const maxSteps = 2_000;
const shells = ['sh', 'bash', 'ash', 'dash', 'zsh', '/bin/sh', '/bin/bash', '/bin/ash', '/usr/bin/bash'];
/** Short tools: a tenth of a second, exit code 0. */
const tools = new Set(
  'cat ls ps df du env printenv id uname hostname date whoami wget curl nslookup dig host grep sed awk cut sort head wc printf mkdir cp mv chmod chown ln find which seq expr export set umask cd pwd source . read unset apk apt-get apt yum pip pip3 npm test [ ping nc telnet openssl kubectl getent ip ifconfig sysctl mount tar gzip sync base64 md5sum sha256sum tee xargs basename dirname'.split(
    ' ',
  ),
);
/** Things that go on until they are stopped. */
const endless = new Set(['top', 'yes', 'watch', 'cron', 'crond', 'sshd', 'pause', '/pause', 'tcpdump']);

/** Interpreters that, without a program, read what is on their standard input, which is nothing, and end. */
const interpreters = new Set(['python', 'python3', 'node', 'perl', 'ruby', 'irb', 'php']);

const units: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86400 };

/** `30`, `0.5`, `2m`, `1h`, `infinity` → microseconds; `undefined` when sleep would refuse it. */
function sleepMicros(argument: string | undefined): number | undefined {
  if (argument === 'infinity' || argument === 'inf') return Number.POSITIVE_INFINITY;
  const match = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(argument ?? '');
  if (!match) return undefined;
  const micros = Math.round(Number(match[1]) * (units[match[2] as string] as number) * 1e6);
  return micros > 1e15 ? Number.POSITIVE_INFINITY : micros;
}

class Run {
  clock = 0;
  code = 0;
  /** Set when the shell ended by `exit`, or became another program. */
  ended = false;
  server = false;
  trapCode: number | undefined;
  readonly output: { atMicros: number; text: string }[] = [];
  readonly files: FileWindow[] = [];
  private readonly holds: (name: string) => boolean;
  private steps = 0;

  constructor(holds: (name: string) => boolean) {
    this.holds = holds;
  }

  get endless(): boolean {
    return this.clock === Number.POSITIVE_INFINITY;
  }

  private get stopped(): boolean {
    return this.ended || this.endless;
  }

  private forever(): void {
    this.clock = Number.POSITIVE_INFINITY;
  }

  private create(path: string): void {
    if (path.startsWith('/dev/') || path.startsWith('/proc/') || this.has(path)) return;
    this.files.push({ path, fromMicros: this.clock });
  }

  private has(path: string): boolean {
    return this.files.some((file) => file.path === path && file.toMicros === undefined);
  }

  private remove(path: string): void {
    for (let i = 0; i < this.files.length; i++) {
      const file = this.files[i] as FileWindow;
      if (file.path === path && file.toMicros === undefined) this.files[i] = { ...file, toMicros: this.clock };
    }
  }

  node(node: Node): void {
    if (this.stopped) return;
    if (++this.steps > maxSteps) {
      this.forever();
      return;
    }
    switch (node.kind) {
      case 'list':
        for (const item of node.items) this.node(item);
        return;
      case 'chain':
        this.node(node.left);
        if (!this.stopped && (this.code === 0) === (node.operator === '&&')) this.node(node.right);
        return;
      case 'if':
        this.node(node.condition);
        if (this.stopped) return;
        if (this.code === 0) this.node(node.then);
        else if (node.otherwise) this.node(node.otherwise);
        return;
      case 'for':
        for (let i = 0; i < node.items && !this.stopped; i++) this.node(node.body);
        return;
      case 'loop':
        this.loop(node.condition, node.body, node.until);
        return;
      case 'command':
        this.simple(node.words, node.writes);
    }
  }

  /** After a hundred rounds a loop is taken to go on for ever. */
  private loop(condition: Node, body: Node, until: boolean): void {
    for (let round = 0; round < 100 && !this.stopped; round++) {
      this.node(condition);
      if (this.stopped || (this.code === 0) === until) return;
      this.node(body);
    }
    if (!this.stopped) this.forever();
  }

  private simple(all: readonly string[], writes: readonly string[]): void {
    let words = all;
    while (words.length > 0 && /^[A-Za-z_]\w*=/.test(words[0] as string)) words = words.slice(1);
    for (const path of writes) this.create(path);
    this.code = 0;
    if (words.length > 0) this.command(words);
  }

  /** Runs one command to its end. */
  command(words: readonly string[]): void {
    const [name = '', ...args] = words;
    switch (name) {
      case 'exec':
      case 'nohup':
      case 'tini':
      case '/sbin/tini':
      case 'timeout':
        this.command(name === 'timeout' ? args.slice(1) : args.filter((word) => word !== '--'));
        if (name === 'exec') this.ended = true;
        return;
      case 'sleep':
      case '/bin/sleep':
        this.sleep(args[0]);
        return;
      case 'exit':
      case 'return':
        this.code = args[0] === undefined ? this.code : Number.parseInt(args[0], 10) & 255 || 0;
        this.ended = true;
        return;
      case 'true':
      case '/bin/true':
      case ':':
        return;
      case 'false':
      case '/bin/false':
        this.code = 1;
        return;
      case 'echo':
      case '/bin/echo':
        if (this.output.length < 50)
          this.output.push({ atMicros: this.clock, text: args.filter((word) => !/^-[ne]+$/.test(word)).join(' ') });
        return;
      case 'touch':
        for (const path of args) if (!path.startsWith('-')) this.create(path);
        return;
      case 'rm':
        for (const path of args) if (!path.startsWith('-')) this.remove(path);
        return;
      case 'trap':
        this.trap(args);
        return;
      case 'wait':
        return;
      case 'kill':
        return;
      case 'tail':
        if (args.some((word) => /^-.*[fF]/.test(word))) this.forever();
        else this.clock += toolMicros;
        return;
      default:
        this.program(name, args);
    }
  }

  private program(name: string, args: readonly string[]): void {
    if (shells.includes(name)) {
      const at = args.findIndex((word) => /^-\w*c$/.test(word));
      if (at < 0) return;
      const inner = parseScript(args[at + 1] ?? '');
      if (inner) {
        this.node(inner);
        this.ended = false;
      } else this.forever();
    } else if (endless.has(name) || (name === 'nc' && args.some((word) => word.includes('l')))) this.forever();
    else if (name === 'ping' && !args.includes('-c')) this.forever();
    else if ((name === 'test' || name === '[') && args.length > 1) {
      this.code = this.test(args.filter((word) => word !== ']')) ? 0 : 1;
    } else if (
      (name === 'cat' || name === 'ls') &&
      args.length === 1 &&
      this.files.some((file) => file.path === args[0])
    ) {
      this.code = this.has(args[0] as string) ? 0 : 1;
    } else if (tools.has(name.slice(name.lastIndexOf('/') + 1))) this.clock += toolMicros;
    else if (interpreters.has(name) && args.length === 0) this.clock += toolMicros;
    else if (!name.includes('$') && !this.holds(name)) {
      // What a shell says; the first word of a container's own command line does not come here.
      this.code = 127;
      if (this.output.length < 50) this.output.push({ atMicros: this.clock, text: `sh: ${name}: not found` });
    } else {
      this.server = true;
      this.forever();
    }
  }

  /** Tests that are not about files hold. */
  private test(args: readonly string[]): boolean {
    if (args[0] === '!') return !this.test(args.slice(1));
    return args[0] === '-f' || args[0] === '-e' ? this.has(args[1] ?? '') : true;
  }

  private sleep(argument: string | undefined): void {
    const micros = sleepMicros(argument);
    if (micros === undefined) this.code = 1;
    else this.clock += micros;
  }

  private trap(args: readonly string[]): void {
    if (!args.slice(1).some((word) => /^(SIG)?TERM$|^15$/.test(word))) return;
    const exit = /exit\s+(\d+)/.exec(args[0] ?? '');
    if (exit) this.trapCode = Number(exit[1]) & 255;
    else if (/exit/.test(args[0] ?? '')) this.trapCode = 0;
  }
}

/** What a command line does, from its words. `holds`: whether the image has an executable. */
export function runCommand(words: readonly string[], holds: (name: string) => boolean = () => true): Program {
  const run = new Run(holds);
  run.command(words);
  return {
    ...(run.endless ? {} : { endsAtMicros: run.clock }),
    code: run.code,
    output: run.output,
    files: run.files,
    ...(run.trapCode === undefined ? {} : { trapCode: run.trapCode }),
    shell: !run.server,
    server: run.server,
  };
}
