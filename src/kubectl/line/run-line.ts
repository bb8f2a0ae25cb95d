// Models: one line typed at a shell: kubectl with its pipes, and what goes on until it ends
// Simplified: a pipe hands on what was printed at the end, unless each line can be judged alone.
// Not modelled: signals other than an interrupt.
import { type EngineContext, pathOf, type Session } from '../../engine/index';
import type { LinePayload, PrintLines, Runner } from '../lines';
import type { PrintedLine } from '../process';
import { errorText } from '../wording';
import { actionRunner } from './actions';
import { type Call, type Ended, Failure, refuse, type Step, type StreamStep } from './command';
import { type BuiltFilter, filterOf } from './filters';
import { findCommand, globalFlags, groupHelp, helpOf } from './find-command';
import { parseFlags } from './flags';
import { splitLine } from './words';

const kubectl = 'kubectl';

/** A line that waits: for watch events, or for time to pass. */
interface Job {
  readonly run: string;
  readonly payload: LinePayload;
  readonly state: unknown;
  readonly streams: readonly string[];
  /** Output that a pipe has yet to see whole. */
  readonly held: readonly string[];
}

/** Lines of output and when they are printed. */
interface Printed extends PrintedLine {
  readonly at: number;
}

/** Runs lines; `print` shows what they say. */
export function runner(
  { kernel, clients, api }: Pick<EngineContext, 'kernel' | 'clients' | 'api'>,
  print: PrintLines,
): Runner {
  const jobs = kernel.table<Job>('kubectl-jobs', { traced: false });
  const settings = kernel.table<{ readonly namespace: string }>('kubectl-settings', { traced: false });

  /** Builds the call and does one part of it. */
  const go = (
    run: string,
    payload: LinePayload,
    job: Job | undefined,
    happened: Step | StreamStep | undefined,
  ): void => {
    const session = clients.session(kubectl);
    const lines: Printed[] = [];
    const put = (stream: 'out' | 'err', text: string) => {
      for (const line of text.split('\n')) lines.push({ stream, text: line, at: session.at });
    };
    let streams = job?.streams ?? [];
    let filters: readonly Exclude<BuiltFilter, { error: string }>[] = [];
    let ended: Ended;
    try {
      const split = splitLine(payload.line);
      if ('error' in split) throw new ShellError(`sh: ${split.error}`);
      const [first = [], ...pipes] = split.pipeline;
      filters = pipes.map((words) => {
        const filter = filterOf(words);
        if (filter.error !== undefined) throw new ShellError(filter.error);
        return filter;
      });
      const words = first[0] === 'kubectl' || first[0] === 'k' ? first.slice(1) : first;
      const found = findCommand(words[0] === 'help' ? [...words.slice(1), '--help'] : words);
      if ('error' in found) throw new Failure([{ message: found.error }]);
      if ('group' in found) {
        put('out', groupHelp(found.group));
        ended = 0;
      } else {
        const { command, rest } = found;
        const parsed = parseFlags(rest, [...command.flags, ...globalFlags]);
        if (parsed.error !== undefined)
          throw new Failure([{ message: `${parsed.error}\nSee 'kubectl ${command.path} --help' for usage.` }]);
        if (parsed.flags.bool('help')) {
          put('out', helpOf(command));
          ended = 0;
        } else {
          const namespace = parsed.flags.text('namespace') || settings.get('context')?.namespace || 'default';
          const call: Call = {
            path: command.path,
            session,
            flags: parsed.flags,
            args: parsed.args,
            dashAt: parsed.dashAt,
            namespace,
            file: payload.file,
            out: (text) => put('out', text),
            err: (text) => put('err', text),
            watch: (kind, inNamespace, query) => {
              const answer = session.request({
                method: 'GET',
                path: pathOf(kind, inNamespace),
                query,
                sink: kubectl,
                trusted: false,
              });
              if (answer.code >= 400) refuse(answer.body);
              streams = [...streams, answer.stream as string];
              return answer.stream as string;
            },
            open: (request) => {
              const answer = session.request({ ...request, sink: kubectl, trusted: false });
              if (answer.code >= 400) refuse(answer.body);
              if (answer.stream !== undefined) streams = [...streams, answer.stream];
              return { text: String(answer.body ?? ''), stream: answer.stream };
            },
            endInput: (stream) => api.nodes?.input(stream, undefined),
            timer: (delayMicros, name) =>
              kernel.schedule(
                session.at + delayMicros,
                kubectl,
                'timer',
                { run, name },
                { cause: session.seq || kernel.cause },
              ),
            setNamespace: (next) => settings.set('context', { namespace: next }),
          };
          ended = (happened ? command.step?.(call, job?.state as never, happened) : command.run(call)) ?? 0;
        }
      }
    } catch (error) {
      if (error instanceof ShellError) {
        put('err', error.message);
        ended = 127;
      } else if (error instanceof Failure) {
        const text = errorText(error.errors);
        if (text) put('err', text);
        ended = error.exitCode;
      } else throw error;
    }
    settle(run, payload, session, lines, filters, job?.held ?? [], streams, ended);
  };

  const settle = (
    run: string,
    payload: LinePayload,
    session: Session,
    lines: readonly Printed[],
    filters: readonly Exclude<BuiltFilter, { error: string }>[],
    held: readonly string[],
    streams: readonly string[],
    ended: Ended,
  ): void => {
    const waits = typeof ended === 'object';
    const byLine = filters.every(({ each }) => each);
    let shown = lines;
    let kept = held;
    if (filters.length > 0 && !(waits && byLine)) {
      kept = [...held, ...lines.filter(({ stream }) => stream === 'out').map(({ text }) => text)];
      shown = lines.filter(({ stream }) => stream === 'err');
      if (!waits) {
        const passed = filters.reduce<readonly string[]>((text, { apply }) => apply(text), kept);
        shown = [...shown, ...passed.map((text) => ({ stream: 'out', text, at: session.at }) as const)];
      }
    } else if (filters.length > 0) {
      shown = lines.filter(
        ({ stream, text }) =>
          stream === 'err' || filters.reduce<readonly string[]>((some, { apply }) => apply(some), [text]).length > 0,
      );
    }
    if (waits) jobs.set(run, { run, payload, state: ended.state, streams, held: kept });
    else end(run, streams);
    const groups: Printed[][] = [];
    for (const line of shown) {
      const last = groups[groups.length - 1];
      if (last?.[0]?.at === line.at) last.push(line);
      else groups.push([line]);
    }
    const exitCode = waits ? undefined : (ended ?? 0);
    const finalAt = Math.max(session.at, kernel.now);
    groups.forEach((group, i) => {
      const texts = group.map(({ stream, text }) => ({ stream, text }));
      const isLast = i === groups.length - 1 && (group[0]?.at ?? 0) === finalAt;
      print(session, group[0]?.at ?? finalAt, run, texts, isLast ? exitCode : undefined);
    });
    const lastAt = groups[groups.length - 1]?.[0]?.at;
    if (exitCode !== undefined && lastAt !== finalAt) print(session, finalAt, run, [], exitCode);
  };

  /** Closes what a line has open. */
  const end = (run: string, streams: readonly string[]): void => {
    for (const stream of streams)
      if (api.watches.streams.get(stream)) api.closeStream(stream);
      else api.nodes?.closeStream(stream);
    jobs.delete(run);
  };

  return {
    act: actionRunner({ clients }, print),
    line: (run, payload) => go(run, payload, undefined, undefined),
    deliver: ({ stream, type, object, revision }) => {
      if (type === 'BOOKMARK') return;
      const job = jobs.values().find(({ streams }) => streams.includes(stream));
      if (!job) return;
      const opened = api.watches.streams.get(stream);
      const name = [opened?.resource ?? '', object.metadata.namespace ?? '', object.metadata.name ?? ''].filter(
        Boolean,
      );
      kernel.cause = kernel.emit({
        actor: 'kube-apiserver',
        target: kubectl,
        verb: 'watch.deliver',
        subject: name.join('/'),
        level: 'micro',
        detail: { type, resourceVersion: String(revision) },
      });
      go(job.run, job.payload, job, { sort: 'watch', type, object, stream });
    },
    stream: (chunk) => {
      const job = jobs.values().find(({ streams }) => streams.includes(chunk.stream));
      if (!job) return;
      kernel.cause = kernel.emit({
        actor: kubectl,
        verb: 'kubectl.wait',
        subject: job.payload.line,
        level: 'micro',
        detail: { stream: chunk.stream, channel: chunk.channel },
      });
      go(job.run, job.payload, job, { sort: 'stream', ...chunk });
    },
    timer: ({ run, name }) => {
      const job = jobs.get(run);
      if (!job) return;
      kernel.cause = kernel.emit({
        actor: kubectl,
        verb: 'kubectl.wait',
        subject: job.payload.line,
        level: 'micro',
        detail: { name },
      });
      go(run, job.payload, job, { sort: 'timer', name });
    },
    interrupt: (run) => {
      const job = jobs.get(run);
      if (!job) return;
      end(run, job.streams);
      print(clients.session(kubectl), kernel.now, run, [{ stream: 'out', text: '^C' }], 130);
    },
  };
}

class ShellError extends Error {}
