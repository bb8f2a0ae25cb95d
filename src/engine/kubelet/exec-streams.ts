// Models: CRI's streaming server: Exec of a runtime
// Simplified: a command's whole course is known when it starts, and its files are those of the container at that time.
// Not modelled: a command that outlives its connection; here it ends with it.
import { goQuote } from '../api/field-error';
import { newUnknownError } from '../api/status';
import type { Container, Pod } from '../api/types';
import type { PodExecOptions, Reached, StreamChunk } from '../apiserver/connect';
import type { KernelEvent } from '../kernel/event-queue';
import type { Table } from '../kernel/table';
import { hex64 } from '../workloads/image-reference';
import { missingProgram } from '../workloads/programs';
import { newState, type Outcome, Shell } from '../workloads/shell/shell';
import { tools } from '../workloads/shell/tools';
import type { World } from '../workloads/shell/world';
import { volumeFiles } from './container-config';
import { worldOf } from './container-world';
import {
  type ExecRow,
  endOf,
  forTerminal,
  isInteractive,
  notStarted,
  promptOf,
  type,
  waitsForInput,
} from './exec-session';
import { uidOf } from './pod-names';
import { findContainer } from './runtime-status';
import type { Shared } from './shared';

const component = 'kubelet-exec';

interface RunTimer {
  readonly stream: string;
  readonly run: number;
}

export class ExecStreams {
  private readonly shared: Shared;
  private readonly streams: Table<ExecRow>;
  /** By key of the container: what commands have written in it. */
  private readonly changes: Table<Readonly<Record<string, string | null>>>;

  constructor(shared: Shared) {
    this.shared = shared;
    this.streams = shared.kernel.table<ExecRow>('exec-streams', { traced: false });
    this.changes = shared.kernel.table('container-files', { traced: false });
    shared.kernel.on(component, (event) => this.handle(event));
  }

  private handle({ type, payload }: KernelEvent): void {
    if (type === 'print') this.printDue(payload as RunTimer);
    else if (type === 'signal') this.signalDue(payload as RunTimer & { pid: number; signal: string });
    else if (type === 'begin') this.begin((payload as { stream: string }).stream);
  }

  private emit(row: ExecRow, detail: Readonly<Record<string, unknown>>): void {
    const { kernel } = this.shared;
    const actor = `containerd/${row.node}`;
    kernel.cause = kernel.emit({ actor, verb: 'cri.Exec', subject: `pods/${row.podKey}`, level: 'micro', detail });
  }

  private send(row: { readonly sink: string }, chunk: StreamChunk): void {
    const { kernel } = this.shared;
    kernel.schedule(kernel.now, row.sink, 'stream', chunk);
  }

  /** Starts a command once its stream is open. */
  start(pod: Pod, options: PodExecOptions): Reached {
    const node = pod.spec?.nodeName ?? '';
    const { runtime } = this.shared;
    const row = findContainer(runtime.podStatus(uidOf(pod)), options.container);
    if (row?.state !== 'running')
      return {
        status: newUnknownError(`unable to upgrade connection: container not found (${goQuote(options.container)})`),
      };
    const key = runtime.containerKey(row.podUID, row.name, row.attempt);
    return {
      text: '',
      open: (sink, cause) => {
        const stream = `exec/${row.podKey}/${row.name}/${cause}`;
        const pid = 20 + 7 * this.streams.size + (cause % 7);
        const opened: ExecRow = {
          sink,
          node,
          podKey: row.podKey,
          key,
          options,
          pid,
          typed: '',
          lines: [],
          closed: false,
          runs: 0,
          startedAt: this.shared.kernel.now,
          printed: 0,
        };
        this.streams.set(stream, opened);
        this.shared.kernel.schedule(this.shared.kernel.now + 20_000, component, 'begin', { stream }, { cause });
        return stream;
      },
    };
  }

  /** What a command of this session finds in its container; undefined when that is gone. */
  private world(row: ExecRow): World | undefined {
    const { runtime, tables, registry, kernel } = this.shared;
    const container = runtime.containers.get(row.key);
    const pod = tables.workers.get(container?.podUID ?? '')?.pod;
    const spec = pod && containerOf(pod, container?.name ?? '');
    if (container?.state !== 'running' || !pod || !spec) return undefined;
    const commands = this.sessionsOf(row.key).map((other) => ({
      pid: other.pid,
      command: other.options.command.join(' '),
    }));
    return worldOf({
      pod,
      container: spec,
      row: container,
      image: registry.describe(spec.image ?? ''),
      podIP: runtime.podStatus(container.podUID).ips[0] ?? '',
      hostIP: tables.kubelets.get(row.node)?.ip ?? '',
      volumes: volumeFiles(this.shared.session(row.node), pod),
      changes: this.changes.get(row.key) ?? {},
      commands,
      at: kernel.now,
      epochMicros: this.shared.epochMicros(kernel.now),
    });
  }

  private sessionsOf(key: string): ExecRow[] {
    const rows = [...this.streams.keys()].sort().map((stream) => this.streams.get(stream));
    return rows.filter((row): row is ExecRow => row?.key === key);
  }

  /** The runtime starts the process. */
  private begin(stream: string): void {
    const row = this.streams.get(stream);
    if (row === undefined) return;
    const { options } = row;
    this.emit(row, { container: options.container, command: options.command });
    const world = this.world(row);
    const program = options.command[0] ?? '';
    if (!world) this.finish(stream, row, endOf(stream, 137));
    else if (!world.holds(program)) this.finish(stream, row, notStarted(stream, this.missing(row, program)));
    else if (isInteractive(options) && options.stdin) {
      const shell: ExecRow = { ...row, state: newState(world) };
      this.streams.set(stream, shell);
      this.prompt(stream, shell);
      this.nextLine(stream);
    } else if (!waitsForInput(options) || row.closed) this.run(stream, row, world, row.typed);
  }

  private missing(row: ExecRow, program: string): string {
    const { runtime, tables, registry } = this.shared;
    const container = runtime.containers.get(row.key);
    const pod = tables.workers.get(container?.podUID ?? '')?.pod;
    const spec: Container = (pod && containerOf(pod, container?.name ?? '')) ?? { name: '' };
    const why = missingProgram(spec, registry.describe(spec.image ?? ''), program) ?? '';
    const id = hex64(`${this.shared.kernel.seed} exec ${row.key} ${row.pid}`);
    return `failed to exec in container: failed to start exec ${goQuote(id)}: OCI runtime exec failed: exec failed: unable to start container process: ${why}: unknown`;
  }

  private run(stream: string, row: ExecRow, world: World, input: string): void {
    const shell = new Shell(world, newState(world), row.pid, tools);
    this.follow(stream, row, shell.start(row.options.command, input));
  }

  /** Lets a run take its course: each chunk at its time, and then its end. */
  private follow(stream: string, row: ExecRow, outcome: Outcome): void {
    const { kernel } = this.shared;
    const run = row.runs + 1;
    if (Object.keys(outcome.changes).length > 0)
      this.changes.set(row.key, { ...this.changes.get(row.key), ...outcome.changes });
    const following: ExecRow = { ...row, run, runs: run, outcome, startedAt: kernel.now, printed: 0 };
    this.streams.set(stream, following);
    for (const { atMicros, pid, signal } of outcome.signals)
      kernel.schedule(kernel.now + atMicros, component, 'signal', { stream, run, pid, signal });
    this.expectPrint(stream, following);
  }

  private expectPrint(stream: string, { outcome, printed, startedAt, run }: ExecRow): void {
    const { kernel } = this.shared;
    const after = outcome?.output[printed]?.atMicros ?? outcome?.endsAtMicros;
    if (after === undefined) return;
    const at = Math.max(kernel.now, startedAt + after);
    kernel.schedule(at, component, 'print', { stream, run }, { background: at - kernel.now > 120e6 });
  }

  private printDue({ stream, run }: RunTimer): void {
    const row = this.streams.get(stream);
    if (row?.run !== run || !row.outcome) return;
    const { outcome, options } = row;
    const chunk = outcome.output[row.printed];
    this.emit(row, {
      container: options.container,
      printed: chunk?.text ?? '',
      ended: chunk === undefined,
    });
    if (chunk) {
      this.print(stream, row, chunk.stream === 2 && !options.tty ? 'err' : 'out', chunk.text);
      const next: ExecRow = { ...row, printed: row.printed + 1 };
      this.streams.set(stream, next);
      this.expectPrint(stream, next);
    } else if (row.state && !outcome.exits) {
      const { run: _run, outcome: _outcome, ...free } = { ...row, state: outcome.state };
      this.streams.set(stream, free);
      this.prompt(stream, free);
      this.nextLine(stream);
    } else this.finish(stream, row, endOf(stream, outcome.code));
  }

  private print(stream: string, row: ExecRow, channel: 'out' | 'err', text: string): void {
    if (text === '' || !(channel === 'out' ? row.options.stdout : row.options.stderr)) return;
    this.send(row, { stream, channel, text: row.options.tty ? forTerminal(text) : text });
  }

  private prompt(stream: string, row: ExecRow): void {
    if (row.state && row.options.tty) this.print(stream, row, 'out', promptOf(row.state));
  }

  /** A free shell takes the next line that was typed. */
  private nextLine(stream: string): void {
    const row = this.streams.get(stream);
    if (!row?.state || row.run !== undefined) return;
    const [line, ...lines] = row.lines;
    if (line === undefined) {
      if (row.closed) this.finish(stream, row, endOf(stream, row.state.code));
      return;
    }
    const world = this.world(row);
    if (!world) {
      this.finish(stream, row, endOf(stream, 137));
      return;
    }
    const shell = new Shell(world, row.state, row.pid, tools);
    this.follow(stream, { ...row, lines }, shell.line(line));
  }

  input(stream: string, text: string | undefined): void {
    const row = this.streams.get(stream);
    if (row === undefined) return;
    if (text === undefined) {
      const last = row.state && row.typed !== '' ? [row.typed] : [];
      this.streams.set(stream, { ...row, lines: [...row.lines, ...last], closed: true });
    } else if (row.options.tty) {
      const { echo, typed, lines, interrupt, end } = type(row.typed, text);
      this.print(stream, row, 'out', echo);
      const next: ExecRow = { ...row, typed, lines: [...row.lines, ...lines], closed: row.closed || end };
      this.streams.set(stream, next);
      if (interrupt) this.interrupt(stream, next);
    } else if (!row.state && !isInteractive(row.options)) {
      this.streams.set(stream, { ...row, typed: row.typed + text });
    } else {
      const all = (row.typed + text).split('\n');
      const typed = all.pop() ?? '';
      this.streams.set(stream, { ...row, typed, lines: [...row.lines, ...all] });
    }
    this.afterInput(stream);
  }

  private afterInput(stream: string): void {
    const row = this.streams.get(stream);
    if (row === undefined) return;
    if (row.state) this.nextLine(stream);
    else if (row.closed && row.runs === 0 && waitsForInput(row.options)) {
      const world = this.world(row);
      if (world) this.run(stream, row, world, row.typed);
    }
  }

  /** Ctrl+C: SIGINT to what runs in front; a shell goes on with its next line. */
  private interrupt(stream: string, row: ExecRow): void {
    if (row.run === undefined) {
      this.prompt(stream, row);
      return;
    }
    if (!row.state) {
      this.finish(stream, row, endOf(stream, 130));
      return;
    }
    const { run: _run, outcome: _outcome, ...free } = { ...row, state: { ...row.state, code: 130 }, lines: [] };
    this.streams.set(stream, free);
    this.prompt(stream, free);
  }

  private signalDue({ stream, run, pid, signal }: RunTimer & { pid: number; signal: string }): void {
    const row = this.streams.get(stream);
    if (row?.run !== run) return;
    this.emit(row, { container: row.options.container, signal, pid });
    if (pid === 1) {
      this.shared.runtime.signalInside(row.key, signal);
      return;
    }
    for (const other of [...this.streams.keys()].sort()) {
      const target = this.streams.get(other);
      if (target?.key === row.key && target.pid === pid)
        this.finish(other, target, endOf(other, signal === 'SIGKILL' ? 137 : 143));
    }
  }

  private finish(stream: string, row: ExecRow, end: StreamChunk): void {
    this.send(row, end);
    this.streams.delete(stream);
  }

  close(stream: string): void {
    this.streams.delete(stream);
  }

  /** The container's first process has ended: what else ran in it is killed, and its files are gone. */
  containerEnded(key: string): void {
    if (this.streams.size > 0) {
      for (const stream of [...this.streams.keys()].sort()) {
        const row = this.streams.get(stream);
        if (row?.key === key) this.finish(stream, row, endOf(stream, 137));
      }
    }
    this.changes.delete(key);
  }
}

function containerOf(pod: Pod, name: string): Container | undefined {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = pod.spec ?? {};
  return [...containers, ...initContainers, ...(ephemeralContainers as readonly Container[])].find(
    (container) => container.name === name,
  );
}
